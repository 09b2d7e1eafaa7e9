//! The reference asked in this process, through the same words as any engine.

use super::{Fault, Subject};
use crate::dcp::{Answer, Profile, Request};
use crate::serve::Server;
use std::time::Duration;

/// A server as a subject.
#[derive(Clone, Debug)]
pub struct InProcess {
    server: Server,
}

impl InProcess {
    /// Asks this server.
    pub const fn new(server: Server) -> Self {
        Self { server }
    }
}

impl Subject for InProcess {
    fn profile(&self) -> &Profile {
        self.server.profile()
    }

    fn ask(&mut self, request: &Request, _limit: Duration) -> Result<Answer, Fault> {
        // The words are written and read again, so that a text without a place in the grammar fails here
        // as it would fail elsewhere.
        let closed = || Fault::Crash { status: "said bye".to_owned(), stderr: String::new() };
        self.server.answer_line(&request.to_string()).ok_or_else(closed)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}
