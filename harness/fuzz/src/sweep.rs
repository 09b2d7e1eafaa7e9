//! Saved sweeps.

use super::message;
use harness::sweep::{Comparison, Saved};

/// Reads a text as a saved sweep.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Saved::parse(text) {
        Err(reason) => {
            assert!(reason.starts_with("line ") || text.trim().is_empty(), "no line is named: {reason}");
            message::check(&reason);
        }
        Ok(saved) => written(&saved),
    }
}

/// A sweep reads back from its lines, finished or not, and compares with itself.
pub fn written(saved: &Saved) {
    let comparison = Comparison::new(saved, saved);
    assert_eq!(comparison.alike.len(), saved.classes.len());
    for (is_finished, comparison) in [(false, None), (true, Some(&comparison))] {
        let mut bytes = Vec::new();
        saved.write(is_finished, comparison, &mut bytes).expect("a sweep can be written");
        let text = String::from_utf8(bytes).expect("JSON is text");
        assert_eq!(Saved::parse(&text).as_ref(), Ok(saved), "{text}");
    }
}
