//! The grammar of dcp/1, by which engines are asked questions. PROTOCOL.md is the text for authors.

mod answer;
mod profile;
mod request;

pub use answer::{Answer, End, Gathering};
pub use profile::{Capability, Declared, Profile};
pub use request::{Question, Request, RequestError};

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// The most bytes that an answer may have.
pub const ANSWER_LIMIT: usize = 16 << 20;
