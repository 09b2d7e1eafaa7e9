//! Subjects: engines under test, wherever they run.

mod engine;
mod family;
mod in_process;
mod launch;
mod linked;
mod memory;
mod one_shot;
mod output;
mod process;
mod session;

pub use engine::{Engine, Listed, Refusal, Standing, position};
pub use family::end_all;
pub use in_process::InProcess;
pub use launch::Launch;
pub use linked::Linked;
pub use memory::of_this_machine;
pub use one_shot::OneShot;
pub use session::Session;

use crate::dcp::{Answer, Profile, Request};
use crate::interrupt;
use reference_engine::quote::{cut, plain};
use std::time::Duration;
use thiserror::Error;

/// An engine that can be asked questions.
pub trait Subject {
    /// What the engine says of itself.
    fn profile(&self) -> &Profile;

    /// Asks a question and waits for the whole answer, at most as long as the limit.
    ///
    /// # Errors
    ///
    /// If no answer comes, or what comes is none. A refusal (`err …`) is an answer.
    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault>;

    /// Ends what runs and begins afresh, so that nothing of earlier questions is left.
    ///
    /// # Errors
    ///
    /// If the engine does not start again.
    fn restart(&mut self) -> Result<(), Fault>;
}

/// The most characters of a fault that are told.
const MESSAGE: usize = 1000;
/// The most characters of what an engine has written to standard error that are told.
const LAST_WORDS: usize = 2048;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The engine could not be started, or did not say hello.
    #[error("{}", cut(.0, MESSAGE))]
    NotStarted(String),
    /// The engine ended, or closed its output, in the middle.
    #[error("the engine ended before it had answered ({}){}", plain(.status), quoted(.stderr))]
    Crash {
        /// Exit code or signal.
        status: String,
        /// The last lines of its standard error.
        stderr: String,
    },
    /// No answer within the limit.
    #[error("no answer within {} s", .0.as_secs_f64())]
    Timeout(Duration),
    /// More memory in use than there may be, in bytes.
    #[error("it used more than {} MiB of memory, and was ended", .0 >> 20)]
    Memory(u64),
    /// What came is no answer.
    #[error("{}", cut(.0, MESSAGE))]
    Protocol(String),
    /// The user stopped the run, or its time is up.
    #[error("{}", interrupt::reason())]
    Interrupted,
}

impl Fault {
    /// Whether the engine ended, or was ended for its use of memory, where an answer was due.
    pub const fn is_crash(&self) -> bool {
        matches!(self, Self::Crash { .. } | Self::Memory(_))
    }
}

fn quoted(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!("; its last words: {}", cut(stderr, LAST_WORDS)) }
}
