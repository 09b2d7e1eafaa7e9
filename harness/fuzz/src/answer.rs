//! Answers of dcp/1 line by line, and what an engine says of itself.

use super::message;
use harness::dcp::{Answer, End, Gathering, Profile};

/// Reads lines as the output of an engine, answer after answer.
pub fn check(data: &[u8]) {
    let mut gathering = Gathering::default();
    for line in data.split(|byte| *byte == b'\n') {
        match gathering.take(line) {
            Err(reason) => return message::check(&reason),
            Ok(None) => {}
            Ok(Some(answer)) => {
                written(&answer);
                if let Err(reason) = answer.clone().check_count() {
                    message::check(&reason);
                }
                declared(&answer);
                gathering = Gathering::default();
            }
        }
    }
}

/// An answer reads back from its lines.
pub fn written(answer: &Answer) {
    let mut gathering = Gathering::default();
    let lines = answer.lines();
    let (last, rows) = lines.split_last().expect("an answer has a last line");
    for row in rows {
        assert_eq!(gathering.take(row.as_bytes()), Ok(None), "{row:?}");
    }
    let again = gathering.take(last.as_bytes()).expect("a last line").expect("the last line");
    // What is too long to be shown is cut once more.
    let is_whole = |end: &End| matches!(end, End::Err { code, detail } if code.len() + detail.len() < 200);
    match &answer.end {
        End::Err { .. } if !is_whole(&answer.end) => assert_eq!(again.rows, answer.rows),
        _ => assert_eq!(again, *answer, "{last:?}"),
    }
}

/// The rows as a declaration.
fn declared(answer: &Answer) {
    match Profile::parse(answer.rows.iter().map(String::as_str)) {
        Err(reason) => message::check(&reason),
        Ok(profile) => {
            message::check(&profile.title());
            let rows = profile.rows();
            assert_eq!(Profile::parse(rows.iter().map(String::as_str)), Ok(profile), "{rows:?}");
        }
    }
}
