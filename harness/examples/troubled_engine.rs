//! An engine in trouble, for the tests: its first argument says which. Until the trouble begins it answers
//! as the reference does.

use harness::serve::Server;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Markup, ends of attributes, colours of a terminal, and letters that turn the text around them.
const MARKUP: &str = "<script>document.title='owned'</script><img/src=x/onerror=alert(1)>\"'</style>\u{202e}\u{200b}\u{1b}[31m";

fn main() {
    let trouble = std::env::args().nth(1).unwrap_or_default();
    let server = Server::reference();
    let mut output = std::io::stdout();
    match trouble.as_str() {
        "exits-at-once" => std::process::exit(0),
        "exits-with-3" => std::process::exit(3),
        "says-nothing" => std::thread::sleep(Duration::from_secs(600)),
        "prints-rubbish" => {
            let _ = output.write_all(b"\xff\xfe\x00 hello\n");
            std::thread::sleep(Duration::from_secs(600));
        }
        "takes-memory-at-once" => take_memory(),
        "floods-errors" => eprintln!("{}", "x".repeat(1 << 20)),
        _ => {}
    }
    let mut asked = 0;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if line.starts_with("moves") {
            asked += 1;
            begin(&trouble, asked, &line);
        }
        let Some(answer) = server.answer_line(&line) else { return };
        for line in answer.lines() {
            let line = spoil(&trouble, asked, line);
            let line = if trouble == "speaks-markup" { in_markup(asked, &line) } else { line };
            if output.write_all(format!("{line}\n").as_bytes()).is_err() {
                return;
            }
        }
        let _ = output.flush();
    }
}

/// What happens before a question about moves is answered.
fn begin(trouble: &str, asked: usize, line: &str) {
    match (trouble, asked) {
        ("dies-always", _) => {
            eprintln!("segmentation fault, more or less");
            std::process::exit(139);
        }
        ("speaks-markup", _) if line.len().is_multiple_of(3) => {
            eprintln!("{MARKUP}");
            std::process::exit(1);
        }
        ("dies-on-third-question", 3) => std::process::exit(1),
        ("dies-on-kings", _) if line.contains('K') => std::process::exit(1),
        ("hangs", _) => std::thread::sleep(Duration::from_secs(600)),
        ("leaks", _) => std::mem::forget(std::hint::black_box(filled(1 << 20))),
        ("takes-memory", _) => take_memory(),
        ("takes-memory-in-a-child", _) => {
            let this = std::env::current_exe().expect("an engine has a path");
            let child = std::process::Command::new(this).arg("takes-memory-at-once").status();
            child.expect("a child starts");
        }
        _ => {}
    }
}

/// Memory that is really in use.
fn filled(bytes: usize) -> Vec<u8> {
    vec![1; bytes]
}

/// Takes up to 2 GiB, a little at a time.
fn take_memory() {
    let mut taken = Vec::new();
    for _ in 0..1024 {
        taken.push(std::hint::black_box(filled(2 << 20)));
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_secs(600));
}

/// An answer's line by an engine that means ill: its name and version, every other refusal, and a row.
fn in_markup(asked: usize, line: &str) -> String {
    if line.starts_with("engine ") {
        return format!("engine name={MARKUP} version={MARKUP}");
    }
    match (asked % 2, line.split_once('-').or_else(|| line.split_once('x'))) {
        (1, Some((from, _))) if from.len() == 2 => format!("{from}-{MARKUP}"),
        (0, None) if asked > 0 && line.starts_with("ok") => format!("err position {MARKUP}"),
        _ => line.to_owned(),
    }
}

/// What an answer's line becomes.
fn spoil(trouble: &str, asked: usize, line: String) -> String {
    match trouble {
        "wrong-count" if asked > 0 && line.starts_with("ok") => "ok 99".to_owned(),
        "mirrors-echo" if line.starts_with("W:") && asked == 0 => "W:Wa1:Bh8".to_owned(),
        "empty-lines" if asked > 0 => String::new(),
        "windows-line-ends" => format!("{line}\r"),
        // A row that is a number and nothing else is a count of leaves.
        "adds-a-leaf" if line.parse::<u64>().is_ok() => format!("{line}1"),
        "chatty" if line.starts_with("ok") => format!("# that was easy\n{line}"),
        _ => line,
    }
}
