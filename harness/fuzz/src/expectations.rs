//! Lists of expected failures.

use super::message;
use harness::expected_failures::ExpectedFailures;

/// An id as the fixtures have them.
const ID: &str = "arab/immediate-removal/crossing";

/// Reads a text as a list.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match ExpectedFailures::parse(text) {
        Err(error) => message::check(&error.to_string()),
        Ok(list) => written(&list),
    }
}

/// A list reads back from its text, and means the same cases.
pub fn written(list: &ExpectedFailures) {
    let text = list.text();
    let again = ExpectedFailures::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(list.entries().len(), again.entries().len());
    for (entry, again) in list.entries().iter().zip(again.entries()) {
        assert_eq!(entry.cases(), again.cases());
        assert_eq!((&entry.reason, &entry.link), (&again.reason, &again.link));
        assert_eq!(entry.is_about(ID), again.is_about(ID));
    }
}
