//! What each parser is held to, whatever it is given: one module a parser, each with a function `check` that
//! panics where the parser breaks its word. The fuzz targets feed these functions, and so does
//! `tests/parsers.rs` with the corpus and with what proptest thinks of.

pub mod answer;
pub mod expectations;
pub mod fixture;
pub mod message;
pub mod moves;
pub mod position;
pub mod profile;
pub mod report;
pub mod request;
pub mod sweep;
pub mod unfinished;

/// A check of some bytes.
pub type Check = fn(&[u8]);

/// Every target by its name, which is also the name of its folder in the corpus.
pub const TARGETS: [(&str, Check); 10] = [
    ("answer", answer::check),
    ("expectations", expectations::check),
    ("fixture", fixture::check),
    ("moves", moves::check),
    ("position", position::check),
    ("profile", profile::check),
    ("report", report::check),
    ("request", request::check),
    ("sweep", sweep::check),
    ("unfinished", unfinished::check),
];
