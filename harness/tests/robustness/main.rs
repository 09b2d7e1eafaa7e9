//! Engines that do all that a program can do to one that talks to it, and systems that fail under huff. Each has its
//! verdict, its sentence and its exit code; none makes huff wait, grow or leave a process behind.
//!
//! What is due stands in `reports/robustness.md`; `just robustness` rewrites it.

#![cfg(unix)]

mod behaviours;
mod leftovers;
mod page;
mod trial;

use std::sync::Mutex;
use std::thread;
use trial::{Outcome, Trial};

/// How many trials go on at once. Most of them wait for a time limit.
const AT_ONCE: usize = 10;

#[test]
fn no_engine_and_no_disk_breaks_a_run() {
    let (trials, impossible): (Vec<Trial>, Vec<Trial>) =
        behaviours::all().into_iter().partition(Trial::is_possible);
    for trial in &impossible {
        eprintln!("not tried here, since `{}` fails: {}", trial.needs, trial.behaviour);
    }
    let waiting = Mutex::new(trials.iter().enumerate());
    let outcomes = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().unwrap().next();
                    let Some((place, trial)) = next else { return };
                    let outcome = trial.run();
                    outcomes.lock().unwrap().push((place, outcome));
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap();
    outcomes.sort_by_key(|(place, _)| *place);
    let complaints = trials.iter().zip(&outcomes).flat_map(|(trial, (_, outcome))| trial.complaints(outcome));
    let mut complaints: Vec<String> = complaints.collect();
    let rows: Vec<(&Trial, &Outcome)> =
        trials.iter().zip(outcomes.iter().map(|(_, outcome)| outcome)).collect();
    for (trial, outcome) in &rows {
        println!("{}", trial.measured(outcome));
    }
    complaints.extend(page::settle(&rows, &impossible));
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}
