//! An engine that is started anew for each question, the question being its last arguments.

use super::output::Event;
use super::process::Process;
use super::{Fault, Launch, Subject};
use crate::dcp::{Answer, Gathering, Profile, Request};
use std::time::{Duration, Instant};

/// A subject that answers one question a process.
#[derive(Debug)]
pub struct OneShot {
    launch: Launch,
    profile: Profile,
}

impl OneShot {
    /// An engine with the profile that was declared for it.
    pub const fn new(launch: Launch, profile: Profile) -> Self {
        Self { launch, profile }
    }
}

impl Subject for OneShot {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        let mut process = Process::start(&self.launch, &request.words(), false)?;
        let until = Instant::now() + limit;
        let mut gathering = Gathering::default();
        loop {
            match process.next(until, limit)? {
                Event::TooLong => return Err(Fault::Protocol("the answer is one endless line".to_owned())),
                Event::Line(line) => {
                    if let Some(answer) = gathering.take(&line).map_err(Fault::Protocol)? {
                        return answer.check_count().map_err(Fault::Protocol);
                    }
                }
                // A script need not say `ok`: that it ended well is enough.
                Event::Closed => {
                    let status = process.end(until, limit)?;
                    return if status.success() { Ok(gathering.into_answer()) } else { Err(process.crash()) };
                }
            }
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}
