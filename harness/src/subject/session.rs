//! An engine that is started once and asked line by line.

use super::output::Event;
use super::process::Process;
use super::{Fault, Launch, Subject};
use crate::dcp::{Answer, End, Gathering, Profile, Request, VERSION, is_aside};
use crate::quote;
use std::time::{Duration, Instant};

/// How many times in a row an engine may fail to say hello before the run gives up.
const HELLOS: u32 = 3;

/// How long an engine may take to end of itself.
const FAREWELL: Duration = Duration::from_millis(200);

/// A subject that runs as a process and is asked on its standard input.
#[derive(Debug)]
pub struct Session {
    launch: Launch,
    process: Option<Process>,
    profile: Profile,
}

impl Session {
    /// Starts an engine and says hello.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or does not answer the hello.
    pub fn start(launch: Launch) -> Result<Self, Fault> {
        let mut session = Self { launch, process: None, profile: Profile::default() };
        session.profile = session.hello()?;
        Ok(session)
    }

    /// Starts a process and says hello to it; tries again where another try may help.
    fn hello(&mut self) -> Result<Profile, Fault> {
        let mut last = Fault::Interrupted;
        for _ in 0..HELLOS {
            match self.hello_once() {
                Ok(profile) => return Ok(profile),
                Err(fault @ (Fault::NotStarted(_) | Fault::Interrupted)) => return Err(fault),
                Err(fault) => last = fault,
            }
        }
        let command = shell_words::join(&self.launch.command);
        Err(Fault::NotStarted(format!("`{command}` does not answer `hello {VERSION}`: {last}")))
    }

    fn hello_once(&mut self) -> Result<Profile, Fault> {
        self.process = None;
        self.process = Some(Process::start(&self.launch, &[], true)?);
        let answer = self.exchange(&Request::Hello(VERSION), self.launch.hello_limit)?;
        match answer.end {
            End::Ok(Some(version)) if version != u64::from(VERSION) => {
                Err(Fault::Protocol(format!("it answers in version {version} of the protocol")))
            }
            End::Ok(_) => Profile::parse(answer.rows.iter().map(String::as_str)).map_err(Fault::Protocol),
            End::Err { code, detail } => Err(Fault::Protocol(format!("it answers `err {code} {detail}`"))),
        }
    }

    /// Sends a request to the running process and gathers the answer. On any fault the process is ended.
    fn exchange(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        let Some(process) = &mut self.process else {
            return Err(Fault::NotStarted("the engine does not run".to_owned()));
        };
        let answer = converse(process, request, limit);
        if answer.is_err() {
            self.process = None;
        }
        answer
    }
}

fn converse(process: &mut Process, request: &Request, limit: Duration) -> Result<Answer, Fault> {
    unasked(process)?;
    let until = Instant::now() + limit;
    process.send(&request.to_string(), until);
    let mut gathering = Gathering::default();
    loop {
        match process.next(until, limit)? {
            Event::Closed => return Err(process.crash()),
            Event::TooLong => return Err(Fault::Protocol("the answer is one endless line".to_owned())),
            Event::Line(line) => {
                if let Some(answer) = gathering.take(&line).map_err(Fault::Protocol)? {
                    return checked(answer, request);
                }
            }
        }
    }
}

/// Whether the engine has written something before it is asked. A note or a blank line is nobody's fault, as long as it ends.
fn unasked(process: &mut Process) -> Result<(), Fault> {
    let mut gathering = Gathering::default();
    while let Some(event) = process.unasked() {
        match event {
            Event::Line(line) if is_aside(&line) => {
                gathering.take(&line).map_err(Fault::Protocol)?;
            }
            Event::Line(line) => {
                let text = quote::bytes(&line);
                return Err(Fault::Protocol(format!("the engine wrote `{text}` without being asked")));
            }
            Event::TooLong => {
                return Err(Fault::Protocol(
                    "the engine wrote an endless line without being asked".to_owned(),
                ));
            }
            Event::Closed => return Err(process.crash()),
        }
    }
    Ok(())
}

/// The number behind `ok` is the number of rows, but for `hello`, where it is the version.
fn checked(answer: Answer, request: &Request) -> Result<Answer, Fault> {
    match request {
        Request::Hello(_) => Ok(answer),
        _ => answer.check_count().map_err(Fault::Protocol),
    }
}

impl Subject for Session {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        if self.process.is_none() {
            self.hello()?;
        }
        self.exchange(request, limit)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.hello().map(|_| ())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let until = Instant::now() + FAREWELL;
            process.send(&Request::Bye.to_string(), until);
            process.wait(until);
        }
    }
}
