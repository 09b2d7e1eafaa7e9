//! Engines that say other words than are due.

use super::Talk;

/// What sets the title of a terminal, clears it, rings and turns the writing round.
const ESCAPES: &str = "\x1b]0;taken\x07\x1b[2J\u{9b}31m\u{202e}";

/// The question as it is understood.
pub fn understood(talk: &Talk<'_>) -> String {
    let question = talk.question;
    match talk.trouble {
        // Half a turn of the board: 1 is 50.
        "numbers-from-below" => question.split(' ').map(turned).collect::<Vec<String>>().join(" "),
        _ => question.to_owned(),
    }
}

fn turned(word: &str) -> String {
    if !word.contains(':') {
        return word.to_owned();
    }
    let section = |section: &str| {
        let squares = section.split(',').map(|square| {
            let digits = square.trim_start_matches(|letter: char| !letter.is_ascii_digit());
            let letters = &square[..square.len() - digits.len()];
            digits.parse::<u32>().map_or(square.to_owned(), |number| format!("{letters}{}", 51 - number))
        });
        squares.collect::<Vec<String>>().join(",")
    };
    word.split(':').map(section).collect::<Vec<String>>().join(":")
}

/// What an answer becomes.
pub fn spoiled(talk: &Talk<'_>, lines: Vec<String>) -> Vec<String> {
    let word = talk.question.split(' ').next().unwrap_or_default();
    let lines = match word {
        "hello" => greeting(talk.trouble, lines),
        "moves" => moves(talk, lines),
        "echo" => echo(talk.trouble, lines),
        "perft" | "divide" => leaves(talk.trouble, word, lines),
        _ => lines,
    };
    match talk.trouble {
        "windows-line-ends" => lines.iter().map(|line| format!("{line}\r")).collect(),
        "byte-order-mark" => lines.iter().map(|line| format!("\u{feff}{line}")).collect(),
        _ => lines,
    }
}

fn moves(talk: &Talk<'_>, lines: Vec<String>) -> Vec<String> {
    let rows = &lines[..lines.len() - 1];
    match talk.trouble {
        "wrong-count" => [rows, &["ok 99".to_owned()]].concat(),
        "huge-count" => [rows, &["ok 99999999999999999999999999".to_owned()]].concat(),
        "empty-lines" => vec![String::new()],
        "duplicates" => counted([rows, rows].concat()),
        "many-duplicates" => counted(vec![lines[0].clone(); 10_000]),
        "many-strange-rows" => counted((0..10_000).map(|row| format!("x{row}-y{row}")).collect()),
        "too-many-rows" => counted(vec!["a3-a4".to_owned(); 100_000]),
        "empty-squares" => counted(vec!["e4-e5".to_owned(), "e4xe6xe8".to_owned()]),
        "off-the-board" => counted(vec!["a0-a9".to_owned(), "z1-z2".to_owned()]),
        "overflowing-squares" => counted(vec!["99999999999999999999-4294967297".to_owned()]),
        "no-position" => counted(vec![format!("a3-a4 {}", "W:Wz9".repeat(500))]),
        "nul" => counted(vec!["a3\0-a4".to_owned()]),
        "escapes" => counted(vec![format!("a3-a4{ESCAPES}")]),
        "escapes-in-refusals" => vec![format!("err {ESCAPES} {ESCAPES}")],
        "escapes-in-errors" => {
            eprintln!("{ESCAPES}");
            std::process::exit(1);
        }
        "long-refusals" => vec![format!("err position {}", "x".repeat(1 << 20))],
        "refuses" => vec!["err position it is none".to_owned()],
        "forgets" if talk.asked > 3 => counted(Vec::new()),
        "chatty" => [rows, &["# that was easy".to_owned()], &lines[rows.len()..]].concat(),
        _ => lines,
    }
}

fn echo(trouble: &str, lines: Vec<String>) -> Vec<String> {
    match trouble {
        "mirrors-echo" => counted(vec!["W:Wa1:Bh8".to_owned()]),
        "swaps-colours" => lines.iter().map(|line| swapped(line)).collect(),
        "escapes-in-its-echo" => counted(vec![format!("W:W{ESCAPES}:B")]),
        _ => lines,
    }
}

fn leaves(trouble: &str, word: &str, lines: Vec<String>) -> Vec<String> {
    match trouble {
        "huge-numbers" => counted(vec!["9".repeat(60)]),
        "largest-numbers" => lines.iter().map(|line| largest(line, word)).collect(),
        "adds-a-leaf" if word == "perft" => lines.iter().map(|line| with_a_leaf(line)).collect(),
        _ => lines,
    }
}

/// What an answer to hello becomes.
fn greeting(trouble: &str, mut lines: Vec<String>) -> Vec<String> {
    match trouble {
        "later-version" => counted_as(lines, 2),
        "unknown-words" => {
            lines.insert(0, "engine name=Foo colour=red colour".to_owned());
            lines.insert(0, "weather sunny=yes".to_owned());
            lines.insert(0, "can fly".to_owned());
            lines
        }
        "unknown-notation" => {
            lines.insert(1, "variant id=arab notation=morse".to_owned());
            lines
        }
        "no-such-variant" => vec!["variant id=chess".to_owned(), "ok 1".to_owned()],
        "escapes-in-its-name" => {
            lines[0] = format!("engine name={ESCAPES} version={ESCAPES}");
            lines
        }
        "long-name" => {
            lines[0] = format!("engine name={} version={}", "n".repeat(1900), "v".repeat(1900));
            lines
        }
        "refuses-hello" => vec![format!("err {ESCAPES} no")],
        _ => lines,
    }
}

fn counted(rows: Vec<String>) -> Vec<String> {
    let number = rows.len();
    [rows, vec![format!("ok {number}")]].concat()
}

fn counted_as(mut lines: Vec<String>, number: usize) -> Vec<String> {
    lines.pop();
    [lines, vec![format!("ok {number}")]].concat()
}

fn swapped(line: &str) -> String {
    line.chars()
        .map(|letter| {
            if letter == 'W' {
                'B'
            } else if letter == 'B' {
                'W'
            } else {
                letter
            }
        })
        .collect()
}

/// The largest number that huff reads, where a number is due.
fn largest(line: &str, word: &str) -> String {
    match line.split_once(' ') {
        Some(("ok", _)) => line.to_owned(),
        Some((played, _)) if word == "divide" => format!("{played} {}", u128::MAX),
        _ => u128::MAX.to_string(),
    }
}

/// A row that is a number and nothing else is a count of leaves.
fn with_a_leaf(line: &str) -> String {
    if line.parse::<u64>().is_ok() { format!("{line}1") } else { line.to_owned() }
}
