//! How much memory an engine uses, the processes that it has started included.

use super::family::Family;
use std::time::{Duration, Instant};
use sysinfo::System;

/// How long a look at the memory holds good. It takes a few thousandths of this.
const EVERY: Duration = Duration::from_millis(250);

/// Looks now and then at what an engine uses.
#[derive(Debug)]
pub struct Watch {
    most: u64,
    looked: Instant,
}

impl Watch {
    /// Watches an engine that may use so many bytes.
    pub fn new(most: u64) -> Self {
        Self { most, looked: Instant::now() }
    }

    /// The bound, if it is exceeded.
    pub fn exceeded(&mut self, family: &mut Family) -> Option<u64> {
        if self.looked.elapsed() < EVERY {
            return None;
        }
        self.looked = Instant::now();
        (family.memory() > self.most).then_some(self.most)
    }
}

/// Bytes of memory that this machine has.
pub fn of_this_machine() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    system.total_memory()
}
