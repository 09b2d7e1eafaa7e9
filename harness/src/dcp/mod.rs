//! The grammar of dcp/1, by which engines are asked questions. PROTOCOL.md is the text for authors.

mod answer;
mod profile;
mod request;

pub use answer::{Answer, End, Gathering, is_aside};
pub use profile::{Capability, Declared, Profile};
pub use request::{Question, Request, RequestError};

use std::str::FromStr;

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// A whole number in digits, without a sign.
pub fn number<N: FromStr>(text: &str) -> Option<N> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The most bytes that an answer may have, ends of lines included.
pub const ANSWER_LIMIT: usize = 16 << 20;

/// The most lines that an answer may have, notes included.
pub const LINES_LIMIT: usize = 256 << 10;

/// The most rows that an answer may have: many times as many as any position has moves, every route counted.
pub const ROWS_LIMIT: usize = 16 << 10;

/// The most bytes that a row may have. The longest move and the longest position together are half of it.
pub const ROW_LIMIT: usize = 4 << 10;
