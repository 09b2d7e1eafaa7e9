//! How much memory an engine uses, the processes that it has started included.

use std::collections::HashSet;
use std::time::{Duration, Instant};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// How long a look at the memory holds good. It takes a few thousandths of this.
const EVERY: Duration = Duration::from_millis(250);

/// Looks now and then at what a process uses.
#[derive(Debug)]
pub struct Watch {
    process: Pid,
    most: u64,
    looked: Instant,
    system: System,
}

impl Watch {
    /// Watches a process that may use so many bytes.
    pub fn new(process: u32, most: u64) -> Self {
        Self { process: Pid::from_u32(process), most, looked: Instant::now(), system: System::new() }
    }

    /// The bound, if it is exceeded.
    pub fn exceeded(&mut self) -> Option<u64> {
        if self.looked.elapsed() < EVERY {
            return None;
        }
        self.looked = Instant::now();
        (self.used() > self.most).then_some(self.most)
    }

    /// Bytes in use by the process and those that descend from it.
    fn used(&mut self) -> u64 {
        let what = ProcessRefreshKind::nothing().with_memory();
        self.system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
        let parents = self.system.processes().iter().map(|(pid, process)| (*pid, process.parent()));
        let parents: Vec<(Pid, Option<Pid>)> = parents.collect();
        let mut family = HashSet::from([self.process]);
        let is_new = |family: &HashSet<Pid>| {
            let of = |(pid, parent): &(Pid, Option<Pid>)| {
                parent.is_some_and(|parent| family.contains(&parent)) && !family.contains(pid)
            };
            parents.iter().filter(|it| of(it)).map(|it| it.0).collect::<Vec<_>>()
        };
        loop {
            let children = is_new(&family);
            if children.is_empty() {
                break;
            }
            family.extend(children);
        }
        let memory = |pid: &Pid| self.system.process(*pid).map_or(0, sysinfo::Process::memory);
        family.iter().map(memory).sum()
    }
}

/// Bytes of memory that this machine has.
pub fn of_this_machine() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    system.total_memory()
}
