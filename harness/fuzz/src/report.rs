//! Reports in JSON lines.

use super::message;
use harness::report::record::{Line, Recorded};
use harness::since::Since;
use harness::verify::Run;

/// Reads a text as a report.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Recorded::read(text) {
        Err(error) => {
            let told = error.to_string();
            assert!(told.starts_with("line "), "no line is named: {told}");
            message::check(&told);
        }
        Ok(recorded) => {
            written(&Line::Header(recorded.header.clone()));
            recorded.cases.iter().cloned().map(Line::Case).for_each(|line| written(&line));
            recorded.diagnoses.iter().cloned().map(Line::Diagnosis).for_each(|line| written(&line));
            recorded.footer.iter().cloned().map(Line::Footer).for_each(|line| written(&line));
            let _ = Since::new(&recorded, &Run::default());
        }
    }
}

/// A line reads back as itself.
pub fn written(line: &Line) {
    let text = serde_json::to_string(line).expect("a line can be written");
    let again: Line = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&again, line, "{text}");
}
