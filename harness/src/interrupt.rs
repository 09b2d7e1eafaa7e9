//! Ctrl-C and termination: noted once, so that a run can end its engine and say what it has found.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on a first signal to end is noted, and a second one ends the program at once.
pub fn listen() {
    // A handler that is set already stays; anything else would be a system without signals.
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Asks to end, as a signal would: what is done cannot be written any more.
pub fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
}

/// Whether the user has asked to end.
pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}
