//! What the soak takes of the machine, and what it leaves behind.

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

/// Memory that may be taken more at the end than after the first tenth, in KiB.
const GROWTH: u64 = 4 << 10;

/// What this process takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    /// Resident memory, in KiB.
    pub resident: u64,
    /// Threads.
    pub threads: usize,
    /// Open files.
    pub files: usize,
}

impl Taken {
    /// What it takes now.
    pub fn now() -> Self {
        let id = Pid::from_u32(std::process::id());
        let mut system = System::new();
        let kind = ProcessRefreshKind::nothing().with_memory();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), true, kind);
        let entries = |folder: &str| std::fs::read_dir(folder).map_or(0, Iterator::count);
        Self {
            resident: system.process(id).map_or(0, sysinfo::Process::memory) >> 10,
            threads: entries("/proc/self/task"),
            files: entries("/proc/self/fd"),
        }
    }

    /// Whether no more is taken than was, but for what a restart in between may be holding.
    pub fn is_flat_since(self, warm: Self) -> bool {
        self.resident <= warm.resident + GROWTH
            && self.threads <= warm.threads + 2
            && self.files <= warm.files + 2
    }
}

/// Processes that bear the mark, and those that this one has started.
pub fn left_over(mark: &str) -> Vec<String> {
    let this = Pid::from_u32(std::process::id());
    let mut system = System::new();
    let kind = ProcessRefreshKind::nothing().with_cmd(UpdateKind::Always);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
    let is_ours = |process: &&sysinfo::Process| {
        let is_marked = process.cmd().last().is_some_and(|word| word == mark);
        process.thread_kind().is_none() && (is_marked || process.parent() == Some(this))
    };
    system.processes().values().filter(is_ours).map(|process| format!("{:?}", process.cmd())).collect()
}
