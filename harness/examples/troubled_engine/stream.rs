//! Engines that write what is due when or how it is not due, or without end.

use super::{Talk, sleep};
use std::io::{self, Stdout, Write, stdout};
use std::thread;
use std::time::Duration;

pub fn at_once(trouble: &str) {
    match trouble {
        "prints-rubbish" => {
            let _ = stdout().write_all(b"\xff\xfe\x00 hello\n");
            sleep();
        }
        "endless-line-at-once" => for_ever(b"x"),
        "floods-errors" => eprintln!("{}", "x".repeat(1 << 20)),
        "floods-errors-for-ever" | "hangs-and-floods-errors" => {
            let chunk = vec![b'x'; 1 << 16];
            thread::spawn(move || while io::stderr().write_all(&chunk).is_ok() {});
        }
        _ => {}
    }
}

/// Standard output, and what was written last.
pub struct Stream {
    output: Stdout,
    previous: String,
}

impl Stream {
    pub fn new(trouble: &str) -> Self {
        let previous = if trouble == "a-question-behind" { "ok 0\n" } else { "" };
        Self { output: stdout(), previous: previous.to_owned() }
    }

    pub fn write(&mut self, talk: &Talk<'_>, lines: &[String]) -> io::Result<()> {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let is_hello = talk.question.starts_with("hello");
        let is_moves = talk.question.starts_with("moves");
        match talk.trouble {
            "a-question-behind" if !is_hello => {
                let previous = std::mem::replace(&mut self.previous, text);
                self.output.write_all(previous.as_bytes())?;
            }
            "utf-16" => {
                let words = text.encode_utf16().flat_map(u16::to_le_bytes);
                self.output.write_all(&words.collect::<Vec<u8>>())?;
            }
            "thinks-aloud" => self.output.write_all(format!("{text} \t# what comes next?\n").as_bytes())?,
            "blank-lines" => self.output.write_all(format!("\n{text} \r\n").as_bytes())?,
            "answers-before-asked" if is_hello => {
                self.output.write_all(format!("{text}ok 0\n").as_bytes())?;
            }
            _ if !is_moves => self.output.write_all(text.as_bytes())?,
            "endless-line" => for_ever(b"x"),
            "endless-rows" => for_ever(b"a3-a4\n"),
            "endless-notes" => for_ever(b"#\n"),
            "endless-blank-lines" => for_ever(b"\n"),
            "long-row" => writeln!(self.output, "{}\nok 1", "x".repeat(1 << 20))?,
            "no-end-of-line" => {
                self.output.write_all(text.trim_end().as_bytes())?;
                self.output.flush()?;
                sleep();
            }
            "a-byte-a-second" => {
                for byte in text.bytes() {
                    self.output.write_all(&[byte])?;
                    self.output.flush()?;
                    thread::sleep(Duration::from_secs(1));
                }
            }
            "answers-twice" => self.output.write_all(text.repeat(2).as_bytes())?,
            _ => self.output.write_all(text.as_bytes())?,
        }
        self.output.flush()
    }
}

/// Writes as much as there is room for.
fn for_ever(what: &[u8]) {
    let chunk = what.repeat((1 << 16) / what.len());
    while stdout().write_all(&chunk).is_ok() {}
}
