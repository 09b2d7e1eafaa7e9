//! A child process in a group of its own, its output read line by line by threads that never block it.

use super::memory::Watch;
use crate::dcp::ANSWER_LIMIT;
use crate::interrupt;
use crate::subject::{Fault, Launch};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How many lines may wait unread before the engine has to wait.
const LINES_AHEAD: usize = 4096;
/// How much of the end of standard error is kept.
const STDERR_KEPT: usize = 2048;
/// How long an engine that has closed its output is given to end, so that its exit status can be told.
const LAST_MOMENT: Duration = Duration::from_millis(500);
/// How often a wait looks whether the user has stopped the run.
const GLANCE: Duration = Duration::from_millis(100);

/// What the reader of standard output saw.
#[derive(Debug)]
pub enum Event {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line longer than any answer may be.
    TooLong,
    /// The end.
    Closed,
}

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    events: Receiver<Event>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    /// Says nothing, and is hung up when standard error has been read to its end.
    stderr_read: Receiver<()>,
    memory: Option<Watch>,
}

impl Process {
    /// Starts a command with some more arguments.
    pub fn start(launch: &Launch, arguments: &[String], takes_input: bool) -> Result<Self, Fault> {
        let (program, first) = launch.command.split_first().ok_or_else(no_command)?;
        let mut wrap = CommandWrap::with_new(program, |process| {
            process.args(first).args(arguments);
            process.stdin(if takes_input { Stdio::piped() } else { Stdio::null() });
            process.stdout(Stdio::piped()).stderr(Stdio::piped());
        });
        #[cfg(unix)]
        wrap.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(process_wrap::std::JobObject);
        let mut child = wrap.spawn().map_err(|error| cannot_start(program, &error))?;
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, events) = sync_channel(LINES_AHEAD);
        if let Some(output) = child.stdout().take() {
            thread::spawn(move || read_lines(BufReader::new(output), &sender));
        }
        let (reading, stderr_read) = sync_channel(0);
        if let Some(errors) = child.stderr().take() {
            let kept = Arc::clone(&stderr);
            thread::spawn(move || {
                keep_tail(errors, &kept);
                drop(reading);
            });
        }
        let memory = launch.memory.map(|most| Watch::new(child.id(), most));
        Ok(Self { child, events, stderr, stderr_read, memory })
    }

    /// Writes a line to standard input. An engine that does not take it will be found out when its answer
    /// is missing.
    pub fn send(&mut self, line: &str) {
        if let Some(input) = self.child.stdin() {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// Something that the engine has written without being asked.
    pub fn unasked(&self) -> Option<Event> {
        match self.events.try_recv() {
            Ok(event) => Some(event),
            Err(TryRecvError::Disconnected) => Some(Event::Closed),
            Err(TryRecvError::Empty) => None,
        }
    }

    /// Waits for the next event until a moment.
    pub fn next(&mut self, until: Instant, limit: Duration) -> Result<Event, Fault> {
        loop {
            if interrupt::is_requested() {
                return Err(Fault::Interrupted);
            }
            if let Some(most) = self.memory.as_mut().and_then(Watch::exceeded) {
                return Err(Fault::Memory(most));
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left.min(GLANCE)) {
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Disconnected) => return Ok(Event::Closed),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::Timeout(limit)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for the engine to end of itself until a moment.
    pub fn wait(&mut self, until: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// The fault of an engine whose output has ended too early.
    pub fn crash(&mut self) -> Fault {
        let status = match self.wait(Instant::now() + LAST_MOMENT) {
            Some(status) => status.to_string(),
            None => "it closed its output but still runs".to_owned(),
        };
        // A process can be gone before what it wrote has been read. If a child of it keeps the pipe open, what
        // has come so far is all that is told.
        let _ = self.stderr_read.recv_timeout(LAST_MOMENT);
        Fault::Crash { status, stderr: self.last_words() }
    }

    /// The end of what the engine has written to standard error.
    fn last_words(&self) -> String {
        let kept = self.stderr.lock().map(|kept| kept.iter().copied().collect::<Vec<u8>>());
        String::from_utf8_lossy(&kept.unwrap_or_default()).trim().to_owned()
    }

    fn kill(&mut self) {
        // The group may be gone already; there is nothing else to do about it either way.
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn no_command() -> Fault {
    Fault::NotStarted("the engine command is empty".to_owned())
}

fn cannot_start(program: &str, error: &std::io::Error) -> Fault {
    let advice = match error.kind() {
        std::io::ErrorKind::NotFound => "no such program; give its path, or put it on PATH",
        std::io::ErrorKind::PermissionDenied => "it may not be executed; `chmod +x` may help",
        _ => "the system refuses to start it",
    };
    Fault::NotStarted(format!("cannot start `{program}`: {advice} ({error})"))
}

fn read_lines(mut output: impl BufRead, sender: &SyncSender<Event>) {
    loop {
        let mut line = Vec::new();
        let most = ANSWER_LIMIT as u64 + 1;
        let event = match output.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Event::Closed,
            Ok(_) if line.len() > ANSWER_LIMIT => Event::TooLong,
            Ok(_) => {
                if line.last() == Some(&b'\n') {
                    line.pop();
                }
                Event::Line(line)
            }
        };
        let is_last = !matches!(event, Event::Line(_));
        if sender.send(event).is_err() || is_last {
            return;
        }
    }
}

fn keep_tail(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(read @ 1..) = errors.read(&mut chunk) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend(&chunk[..read]);
        let excess = kept.len().saturating_sub(STDERR_KEPT);
        kept.drain(..excess);
    }
}
