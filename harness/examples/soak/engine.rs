//! The engine: the reference, whose answers go wrong now and then.

use crate::trouble::Trouble;
use harness::dcp;
use harness::serve::{Manner, Server};
use reference_engine::variants;
use std::io::{BufRead, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long an answer takes that is slow and in time.
const SLOW: Duration = Duration::from_millis(300);

/// How often a row is repeated. A move may be listed as often as there are ways to make it, and has not so many.
const REPEATED: usize = 500;

/// Answers until the input ends. The mark is the last word of every process that is started, so that one that is
/// left over is found.
pub fn play(seed: u64, mark: &str) {
    let server = Server::new(vec![variants::ARAB, variants::DIAGONAL], Manner::default());
    let mut asked = 0_u64;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Some(answer) = server.answer_line(&line) else { return };
        let is_about = !line.starts_with("hello");
        let trouble = Trouble::of(seed, &line).filter(|_| is_about);
        asked += u64::from(is_about);
        let lines = answer.lines();
        let text =
            trouble.map_or_else(|| joined(&lines), |trouble| spoilt(trouble, &lines, asked == 1, mark));
        write(&text);
    }
}

/// Does nothing for longer than any limit.
pub fn sleep() {
    std::thread::sleep(Duration::from_secs(3600));
}

fn joined(lines: &[String]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
}

fn counted(rows: &[String]) -> Vec<u8> {
    joined(&[rows, &[format!("ok {}", rows.len())]].concat())
}

fn write(text: &[u8]) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text).and_then(|()| output.flush());
}

/// What is written in place of an answer, if the engine lives to write it.
fn spoilt(trouble: Trouble, lines: &[String], is_first: bool, mark: &str) -> Vec<u8> {
    let rows = &lines[..lines.len() - 1];
    match trouble {
        Trouble::Exits => std::process::exit(3),
        Trouble::Panics => panic!("the engine has lost its way"),
        Trouble::ExitsOnce if is_first => joined(lines),
        Trouble::ExitsOnce => std::process::exit(0),
        Trouble::ExitsHalfway => {
            write(half(rows));
            std::process::exit(139)
        }
        Trouble::ClosesOutput => close_output(mark),
        Trouble::Hangs => hang(),
        Trouble::HangsHalfway => {
            write(half(rows));
            hang()
        }
        Trouble::HangsBusily => loop {
            std::hint::spin_loop();
        },
        Trouble::HangsInAChild => {
            let _ = sleeper(mark).status();
            hang()
        }
        Trouble::Slow => {
            std::thread::sleep(SLOW);
            joined(lines)
        }
        Trouble::FloodsErrors => {
            eprintln!("{}", "x".repeat(1 << 20));
            joined(lines)
        }
        Trouble::Refuses => b"err position it may not be\n".to_vec(),
        Trouble::Unsupported => b"err unsupported today\n".to_vec(),
        _ => misspelt(trouble, rows, lines),
    }
}

/// An answer in other words than are due.
fn misspelt(trouble: Trouble, rows: &[String], lines: &[String]) -> Vec<u8> {
    let number_of_rows = |number: String| joined(&[rows, &[format!("ok {number}")]].concat());
    match trouble {
        Trouble::NotText => b"\xff\xfe\x00\n".to_vec(),
        Trouble::EmptyLine => b"\nok 0\n".to_vec(),
        Trouble::CutOff => number_of_rows((rows.len() + 1).to_string()),
        Trouble::NoNumber => number_of_rows("many".to_owned()),
        Trouble::NumberTooBig => number_of_rows("9".repeat(30)),
        Trouble::LineTooLong => vec![b'a'; dcp::ANSWER_LIMIT + 1],
        Trouble::RowsTooMany => counted(&vec!["a1-a2".to_owned(); dcp::ROWS_LIMIT + 1]),
        Trouble::CarriageReturns => {
            lines.iter().flat_map(|line| format!("{line}\r\n").into_bytes()).collect()
        }
        Trouble::Notes => joined(&[&["# thinking".to_owned()], lines].concat()),
        Trouble::RowRepeated => {
            // Where nothing is listed, a row that is none of them.
            let first = rows.first().map_or("a1-a1", String::as_str);
            counted(&[rows, &vec![first.to_owned(); REPEATED]].concat())
        }
        Trouble::TerminalCodes => counted(&[rows, &["\x1b[2J\x1b]0;taken\x07".to_owned()]].concat()),
        _ => wrong(trouble, rows, lines),
    }
}

/// An answer that is none of the right ones.
fn wrong(trouble: Trouble, rows: &[String], lines: &[String]) -> Vec<u8> {
    let mut rows = rows.to_vec();
    let is_number = rows.len() == 1 && rows[0].parse::<u64>().is_ok();
    match (trouble, is_number) {
        (Trouble::WrongNumber, true) => rows[0] = format!("7{}000001", rows[0]),
        // A position without moves gets one.
        (Trouble::WrongMoves, false) if rows.is_empty() => rows.push("a1-a1".to_owned()),
        (Trouble::WrongMoves, false) => drop(rows.pop()),
        _ => return joined(lines),
    }
    counted(&rows)
}

/// Half of a row, if there is one: half of the last line may be a whole one.
fn half(rows: &[String]) -> &[u8] {
    rows.first().map_or(&b""[..], |row| &row.as_bytes()[..row.len() / 2])
}

fn sleeper(mark: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("an engine has a path"));
    command.args(["sleep", mark]);
    command
}

fn hang() -> ! {
    loop {
        sleep();
    }
}

/// Goes on as a program that has let go of its output.
#[cfg(unix)]
fn close_output(mark: &str) -> ! {
    use std::os::unix::process::CommandExt;
    let mut sleeper = sleeper(mark);
    panic!("{}", sleeper.stdout(Stdio::null()).stderr(Stdio::null()).exec())
}

#[cfg(not(unix))]
fn close_output(_: &str) -> ! {
    std::process::exit(0)
}
