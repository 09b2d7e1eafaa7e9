//! Saved profiles of speed.

use super::message;
use harness::report::{SpeedReport, speed_page};
use harness::speed::{Comparison, Record};

/// Reads a text as a saved profile.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Record::parse(text) {
        Err(reason) => message::check(&reason),
        Ok(record) => written(&record),
    }
}

/// A profile reads back, compares with itself, and is shown at a terminal and on a page.
pub fn written(record: &Record) {
    let text = record.json().expect("what was read can be written");
    assert_eq!(Record::parse(&text).as_ref(), Ok(record), "{text}");
    let comparison = Comparison::new(record, record);
    let report = SpeedReport { record, comparison: Some(&comparison) };
    let mut bytes = Vec::new();
    report.terminal(&mut bytes).expect("a profile can be shown");
    let shown = String::from_utf8(bytes).expect("a terminal shows text");
    let shown = anstream::adapter::strip_str(&shown).to_string();
    // What is left when huff's own colours are gone.
    assert!(!shown.chars().any(|letter| letter != '\n' && message::is_obeyed(letter)), "{shown:?}");
    speed_page(&report).expect("a profile can be drawn");
}
