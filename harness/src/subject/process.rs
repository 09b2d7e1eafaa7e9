//! A child process in a group of its own. Nothing that it does or leaves undone makes huff wait for longer than
//! it is told to.

use super::family::{self, Family};
use super::memory::Watch;
use super::output::{Event, Output};
use crate::interrupt;
use crate::subject::{Fault, Launch};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::{HashSet, VecDeque};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How much of the end of standard error is kept.
const STDERR_KEPT: usize = 2048;
/// How long an engine that has closed its output is given to end, so that its exit status can be told.
const LAST_MOMENT: Duration = Duration::from_millis(500);
/// How often a wait looks whether the user has stopped the run.
const GLANCE: Duration = Duration::from_millis(100);
/// How long a killed process may take to be gone. One that the system holds fast, or that may not be killed, is
/// left behind.
const GOING: Duration = Duration::from_secs(2);
/// What can be written at once when a pipe takes anything at all (the least `PIPE_BUF` of POSIX).
#[cfg(unix)]
const PIPE_PART: usize = 512;

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    output: Output,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    /// Says nothing, and is hung up when standard error has been read to its end.
    stderr_read: Receiver<()>,
    memory: Option<Watch>,
    family: Family,
}

impl Process {
    /// Starts a command with some more arguments.
    pub fn start(launch: &Launch, arguments: &[String], takes_input: bool) -> Result<Self, Fault> {
        let (program, first) = launch.command.split_first().ok_or_else(no_command)?;
        let mark = family::mark();
        let mut wrap = CommandWrap::with_new(program, |process| {
            process.args(first).args(arguments).env(family::VARIABLE, &mark);
            process.stdin(if takes_input { Stdio::piped() } else { Stdio::null() });
            process.stdout(Stdio::piped()).stderr(Stdio::piped());
        });
        #[cfg(unix)]
        wrap.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(process_wrap::std::JobObject);
        let refused = |error: io::Error| cannot_start(program, &error);
        let mut child = wrap.spawn().map_err(refused)?;
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let output = child.stdout().take().map_or_else(|| Output::read(io::empty()), Output::read);
        let (reading, stderr_read) = sync_channel(0);
        let errors = child.stderr().take().map(|errors| {
            let kept = Arc::clone(&stderr);
            thread::Builder::new().spawn(move || {
                keep_tail(errors, &kept);
                drop(reading);
            })
        });
        let memory = launch.memory.map(Watch::new);
        let family = Family::new(child.id(), mark);
        let begun = output.and_then(|output| errors.transpose().map(|_| output));
        let output = match begun {
            Ok(output) => output,
            Err(error) => {
                // Nobody would hear what it says.
                let _ = child.start_kill();
                let _ = child.wait();
                return Err(refused(error));
            }
        };
        Ok(Self { child, output, stderr, stderr_read, memory, family })
    }

    /// Writes a line to standard input, waiting until a moment for an engine that does not read. One that does not
    /// take the line will be found out when its answer is missing.
    pub fn send(&mut self, line: &str, until: Instant) {
        if let Some(input) = self.child.stdin() {
            let _ = write_until(input, format!("{line}\n").as_bytes(), until);
        }
    }

    /// Something that the engine has written without being asked.
    pub fn unasked(&mut self) -> Option<Event> {
        self.output.now()
    }

    /// Waits for the next event until a moment.
    pub fn next(&mut self, until: Instant, limit: Duration) -> Result<Event, Fault> {
        loop {
            self.go_on()?;
            let left = until.saturating_duration_since(Instant::now());
            match self.output.within(left.min(GLANCE)) {
                Some(event) => return Ok(event),
                None if left.is_zero() => return Err(self.late(limit)),
                None => {}
            }
        }
    }

    /// Whether there is no reason to wait no more.
    fn go_on(&mut self) -> Result<(), Fault> {
        if interrupt::is_requested() {
            return Err(Fault::Interrupted);
        }
        let Self { memory, family, .. } = self;
        memory
            .as_mut()
            .and_then(|watch| watch.exceeded(family))
            .map_or(Ok(()), |most| Err(Fault::Memory(most)))
    }

    /// Waits for the end of an engine that has said all, until a moment.
    pub fn end(&mut self, until: Instant, limit: Duration) -> Result<ExitStatus, Fault> {
        loop {
            self.go_on()?;
            let left = until.saturating_duration_since(Instant::now());
            match self.wait(Instant::now() + left.min(GLANCE)) {
                Some(status) => return Ok(status),
                None if left.is_zero() => return Err(Fault::Timeout(limit)),
                None => {}
            }
        }
    }

    /// The fault of an engine that has not answered in time. What it has started may hold its output open after
    /// it has ended; the answer could still have come from there.
    fn late(&mut self, limit: Duration) -> Fault {
        match self.child.try_wait() {
            Ok(Some(status)) => {
                let status = format!("{status}; what it has started keeps its output open");
                Fault::Crash { status, stderr: self.last_words() }
            }
            _ => Fault::Timeout(limit),
        }
    }

    /// Waits for the engine to end, until a moment.
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

    /// Ends the engine and all that it has started.
    fn kill(&mut self) {
        let is_running = matches!(self.child.try_wait(), Ok(None));
        let family = if is_running { self.family.members() } else { HashSet::new() };
        // The group may be gone already; there is nothing else to do about it either way.
        let _ = self.child.start_kill();
        self.family.end(&family);
        let until = Instant::now() + GOING;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Writes until a moment at the latest. The pipe to an engine that does not read is full some time.
#[cfg(unix)]
fn write_until(input: &mut ChildStdin, bytes: &[u8], until: Instant) -> io::Result<()> {
    for part in bytes.chunks(PIPE_PART) {
        while !takes(input)? {
            if Instant::now() >= until || interrupt::is_requested() {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
        input.write_all(part)?;
    }
    Ok(())
}

/// Waits a little for a pipe to take something.
#[cfg(unix)]
fn takes(input: &ChildStdin) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let glance = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
    match poll(&mut [PollFd::new(input, PollFlags::OUT)], Some(&glance)) {
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Writes. Where a pipe cannot be asked whether it takes anything, an engine that does not read is waited for.
#[cfg(not(unix))]
fn write_until(input: &mut ChildStdin, bytes: &[u8], _until: Instant) -> io::Result<()> {
    input.write_all(bytes).and_then(|()| input.flush())
}

fn no_command() -> Fault {
    Fault::NotStarted("the engine command is empty".to_owned())
}

fn cannot_start(program: &str, error: &std::io::Error) -> Fault {
    let advice = match error.kind() {
        io::ErrorKind::NotFound if is_there(program) => {
            "the file is there, but not the program that runs it; is its first line (`#!`) right, and without a \
             carriage return at its end?"
        }
        io::ErrorKind::NotFound => "no such program; give its path, or put it on PATH",
        io::ErrorKind::PermissionDenied if Path::new(program).is_dir() => "it is a folder",
        io::ErrorKind::PermissionDenied => "it may not be executed; `chmod +x` may help",
        _ => "the system refuses to start it",
    };
    Fault::NotStarted(format!("cannot start `{program}`: {advice} ({error})"))
}

/// Whether the system finds a file where it looks for a program.
fn is_there(program: &str) -> bool {
    if program.contains(std::path::is_separator) {
        return Path::new(program).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(command: &[&str]) -> Process {
        let command = command.iter().map(|word| (*word).to_owned()).collect();
        Process::start(&Launch::new(command), &[], true).unwrap()
    }

    #[test]
    fn an_engine_that_reads_nothing_is_not_waited_for() {
        let mut process = start(&["sleep", "600"]);
        let began = Instant::now();
        process.send(&"x".repeat(1 << 20), Instant::now() + Duration::from_millis(200));
        assert!(began.elapsed() < Duration::from_secs(20));
        drop(process);
        assert!(began.elapsed() < Duration::from_secs(40));
    }

    #[test]
    fn a_question_longer_than_a_pipe_arrives_whole() {
        let mut process = start(&["sh", "-c", "read -r question; echo ${#question}"]);
        let until = Instant::now() + Duration::from_secs(60);
        process.send(&"x".repeat(200_000), until);
        let Event::Line(length) = process.next(until, Duration::ZERO).unwrap() else { panic!("no line") };
        assert_eq!(length, b"200000");
    }
}
