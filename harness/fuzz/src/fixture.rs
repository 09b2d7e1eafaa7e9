//! Fixture files.

use super::message;
use harness::fixture::{self, Suite};

/// Reads a text as a fixture file, and as a draft of one.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Suite::of_text("cases.json", text) {
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults.iter().take(20) {
                let told = fault.to_string();
                assert!(told.starts_with("cases.json"), "no file is named: {told}");
                message::check(&told);
            }
        }
        Ok(suite) => {
            let completed = fixture::complete(text).expect("what can be loaded can be completed");
            assert_eq!(fixture::complete(&completed).as_ref(), Ok(&completed));
            let again = Suite::of_text("cases.json", &completed).expect("what was completed can be loaded");
            let ids =
                |suite: &Suite| suite.cases.iter().map(|loaded| loaded.case.id.clone()).collect::<Vec<_>>();
            assert_eq!(ids(&suite), ids(&again));
        }
    }
    if let Err(reason) = fixture::complete(text) {
        message::check(&reason);
    }
}
