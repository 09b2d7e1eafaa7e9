//! The processes that an engine has started, wherever they have gone.
//!
//! A process group is left by one call, and a parent by ending it. What a process inherits besides is its
//! environment; so a mark in it tells whose a process is. Only one that has left the group, lost its parent and
//! cleared its environment is lost.

use std::collections::HashSet;
use std::ffi::OsString;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

/// The variable that holds the mark.
pub const VARIABLE: &str = "HUFF_ENGINE";
/// How often it is looked for processes that started while others were ended.
const ROUNDS: u32 = 20;

/// A mark that no other engine has.
pub fn mark() -> String {
    static ENGINES: AtomicU64 = AtomicU64::new(0);
    format!("{}{}", of_this_run(), ENGINES.fetch_add(1, Ordering::Relaxed))
}

/// What all marks of this run begin with.
fn of_this_run() -> &'static str {
    static RUN: OnceLock<String> = OnceLock::new();
    RUN.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        format!("{}-{:x}-", std::process::id(), now.as_nanos())
    })
}

/// Ends whatever this run has started and still runs.
pub fn end_all() {
    let mut system = System::new();
    end(&mut system, |process| has_mark(process, |mark| mark.starts_with(of_this_run())));
}

/// An engine's process and those that descend from it.
#[derive(Debug)]
pub struct Family {
    leader: Pid,
    mark: String,
    system: System,
}

impl Family {
    /// The family of a process that was started with a mark in its environment.
    pub fn new(leader: u32, mark: String) -> Self {
        Self { leader: Pid::from_u32(leader), mark, system: System::new() }
    }

    /// Bytes of memory in use.
    pub fn memory(&mut self) -> u64 {
        self.members().iter().filter_map(|pid| self.system.process(*pid)).map(Process::memory).sum()
    }

    /// All that are found by their parents or by the mark. The first process must not have been waited for: its
    /// number could be another's.
    pub fn members(&mut self) -> HashSet<Pid> {
        look(&mut self.system);
        let mut family = HashSet::from([self.leader]);
        loop {
            let is_member = |process: &Process| {
                process.parent().is_some_and(|parent| family.contains(&parent)) || self.is_marked(process)
            };
            let processes = self.system.processes().iter();
            let found = processes.filter(|(pid, process)| !family.contains(pid) && is_member(process));
            let found: Vec<Pid> = found.map(|(pid, _)| *pid).collect();
            if found.is_empty() {
                return family;
            }
            family.extend(found);
        }
    }

    /// Ends those that have the mark, and some more.
    pub fn end(&mut self, more: &HashSet<Pid>) {
        for process in more.iter().filter_map(|pid| self.system.process(*pid)) {
            process.kill();
        }
        let Self { mark, system, .. } = self;
        end(system, |process| has_mark(process, |found| found == mark));
    }

    fn is_marked(&self, process: &Process) -> bool {
        has_mark(process, |mark| mark == self.mark)
    }
}

fn has_mark(process: &Process, is_ours: impl Fn(&str) -> bool) -> bool {
    let value =
        |entry: &OsString| Some(entry.to_str()?.strip_prefix(VARIABLE)?.strip_prefix('=')?.to_owned());
    process.environ().iter().filter_map(value).any(|mark| is_ours(&mark))
}

/// Ends processes, and those that they have started meanwhile.
fn end(system: &mut System, is_ours: impl Fn(&Process) -> bool) {
    for _ in 0..ROUNDS {
        look(system);
        let alive = system.processes().values().filter(|process| is_ours(process));
        // All are told before any is waited for.
        if alive.map(Process::kill).filter(|is_told| *is_told).count() == 0 {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn look(system: &mut System) {
    // Threads count as processes if they are not left out, each with the memory of all.
    let what = ProcessRefreshKind::nothing().without_tasks().with_memory();
    let what = what.with_environ(UpdateKind::OnlyIfNotSet);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
}
