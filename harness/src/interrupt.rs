//! Ctrl-C, termination, and a budget of time: noted once, so that a run can end its engine and say what it has
//! found.

use crate::subject;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static BUDGET: OnceLock<(Instant, Duration)> = OnceLock::new();

/// From now on a first signal to end is noted, and a second one ends the program and its engines at once.
pub fn listen() {
    // A handler that is set already stays; anything else would be a system without signals.
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::SeqCst) {
            // Nothing is cleared away any more by those that started it.
            subject::end_all();
            std::process::exit(130);
        }
    });
}

/// From now on a signal to end ends the program at once, with these last words: for work that leaves nothing to be
/// tidied up, and is too busy to look whether it is to end.
pub fn end_at_once(words: &'static str) {
    let _ = ctrlc::set_handler(move || {
        anstream::eprintln!("huff: {words}");
        std::process::exit(130);
    });
}

/// Asks to end, as a signal would: what is done cannot be written any more.
pub fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
}

/// Asks to end when so much time has passed from now. The first budget holds.
pub fn end_after(budget: Duration) {
    BUDGET.get_or_init(|| (Instant::now(), budget));
}

/// Whether the user has asked to end, or the time is up.
pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst) || is_budget_spent()
}

/// Whether it is time that makes an end, and not the user.
pub fn is_budget_spent() -> bool {
    !REQUESTED.load(Ordering::SeqCst)
        && BUDGET.get().is_some_and(|(began, budget)| began.elapsed() >= *budget)
}

/// Why an end is made.
pub fn reason() -> String {
    match BUDGET.get() {
        Some((_, budget)) if is_budget_spent() => {
            format!("the budget of {} s is spent", budget.as_secs_f64())
        }
        _ => "interrupted".to_owned(),
    }
}
