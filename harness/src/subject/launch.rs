//! How an engine is started, and what it may use.

use std::time::Duration;

/// A command and the bounds of what it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments. No shell runs them.
    pub command: Vec<String>,
    /// How long it may take to say hello.
    pub hello_limit: Duration,
    /// Bytes of memory that it may use, the processes that it starts included; unbounded if not said.
    pub memory: Option<u64>,
}

impl Launch {
    /// A command with the customary bounds.
    pub const fn new(command: Vec<String>) -> Self {
        Self { command, hello_limit: Duration::from_secs(10), memory: None }
    }
}
