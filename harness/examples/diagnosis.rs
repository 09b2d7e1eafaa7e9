//! Tries the diagnosis on engines with every single misreading, and on those with two, and writes the result
//! as Markdown: `diagnosis [STRIDE]`, where a stride of 1 tries all pairs and 0 none.

use harness::diagnose::Misreading;
use harness::fixture::Suite;
use harness::trial::{Course, Outcome, Trial};
use reference_engine::variants::{self, Variant};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

const VARIANTS: [Variant; 3] = [variants::GHANAIAN, variants::ARAB, variants::DIAGONAL];
/// Misses that are listed for a variant.
const LISTED: usize = 20;

fn main() {
    let stride: usize = std::env::args().nth(1).map_or(1, |text| text.parse().expect("a stride"));
    let suite = Suite::embedded().expect("the fixtures that come with huff are sound");
    println!("# Diagnosis on trial\n");
    println!(
        "Engines with known misreadings are verified in process, and the diagnosis is compared with the truth.\n\
         `just diagnosis` writes this page. Cases that count leaves are left out, so that moves, results and\n\
         refusals alone must do. *Named* means that what is named is the misreading, or the same in all cases\n\
         and 300 random positions, and that nothing else is named.\n"
    );
    for variant in VARIANTS {
        singles(&Course::new(variant, &suite), &variant);
    }
    if stride > 0 {
        pairs(&suite, stride);
    }
}

fn singles(course: &Course<'_>, variant: &Variant) {
    println!("## {}: one rule misread\n", variant.name);
    println!("| misread rule | cases failed | further questions | diagnosis |");
    println!("| --- | ---: | ---: | --- |");
    for trial in trials(course, &Misreading::singles(&variant.rules)) {
        let Trial { misreading, failing, further, .. } = &trial;
        println!("| `{misreading}` | {failing} | {further} | {} |", words(&trial));
    }
    println!();
}

fn words(trial: &Trial) -> String {
    let others = trial.named.iter().filter(|named| named.changes != trial.misreading.changes);
    let others: Vec<String> = others.map(|named| format!("`{named}`")).collect();
    match (trial.outcome, others.is_empty()) {
        (Outcome::Named, true) => "named".to_owned(),
        (Outcome::Named, false) => format!("named, with what is the same here: {}", others.join(", ")),
        (Outcome::AmongOthers, _) => format!("named among others: {}", others.join(", ")),
        (Outcome::Missed, true) => "**missed**".to_owned(),
        (Outcome::Missed, false) => format!("**missed**: {}", others.join(", ")),
        (Outcome::Unobservable, _) => "no position shows it".to_owned(),
        (Outcome::Unnoticed, _) => "**no case notices it**".to_owned(),
    }
}

fn pairs(suite: &Suite, stride: usize) {
    println!("## Two rules misread\n");
    if stride > 1 {
        println!("One pair in {stride} was tried.\n");
    }
    println!(
        "| variant | pairs | that a position shows | named | among others | missed | most further questions |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut unnamed = Vec::new();
    for variant in VARIANTS {
        let course = Course::new(variant, suite);
        let pairs: Vec<Misreading> = Misreading::pairs(&variant.rules).into_iter().step_by(stride).collect();
        let trials = trials(&course, &pairs);
        println!("| {} | {} |", variant.name, figures(&trials));
        let left = trials.into_iter().filter(|trial| {
            matches!(trial.outcome, Outcome::Missed | Outcome::AmongOthers | Outcome::Unnoticed)
        });
        unnamed.push((variant.name, left.collect::<Vec<Trial>>()));
    }
    for (variant, trials) in unnamed.into_iter().filter(|(_, trials)| !trials.is_empty()) {
        println!("\n### {variant}: not named\n");
        for trial in trials.iter().take(LISTED) {
            println!("- `{}`: {}", trial.misreading, words(trial));
        }
        if trials.len() > LISTED {
            println!("- and {} more", trials.len() - LISTED);
        }
    }
}

fn figures(trials: &[Trial]) -> String {
    let count = |outcome: Outcome| trials.iter().filter(|trial| trial.outcome == outcome).count();
    let (named, among) = (count(Outcome::Named), count(Outcome::AmongOthers));
    let missed = count(Outcome::Missed) + count(Outcome::Unnoticed);
    let shown = named + among + missed;
    let tenths = named * 1000 / shown.max(1);
    let most = trials.iter().map(|trial| trial.further).max().unwrap_or_default();
    let share = format!("{}.{} %", tenths / 10, tenths % 10);
    format!("{} | {shown} | {named} ({share}) | {among} | {missed} | {most}", trials.len())
}

/// The trials, on all processors, in order.
fn trials(course: &Course<'_>, misreadings: &[Misreading]) -> Vec<Trial> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Trial)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(misreading) = misreadings.get(place) else { break };
                    let trial = course.run(misreading.clone());
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.push((place, trial));
                    eprint!("\r{} of {}  ", done.len(), misreadings.len());
                }
            });
        }
    });
    eprintln!();
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, trial)| trial).collect()
}
