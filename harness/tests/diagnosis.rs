//! The diagnosis on trial: engines with two misread rules are seen through. (`rule_changes.rs` tries every
//! single one; `just diagnosis` tries all pairs and writes reports/diagnosis.md.)

use harness::diagnose::Misreading;
use harness::fixture::Suite;
use harness::trial::{Course, Outcome, Trial};
use reference_engine::variants::{self, Variant};

/// Every pair of so many is tried.
const STRIDE: usize = 89;
/// Fewer further questions than these must do.
const FURTHER: usize = 40;

fn trials(variant: Variant, first: usize) -> Vec<Trial> {
    let suite = Suite::embedded().unwrap();
    let course = Course::new(variant, &suite);
    let pairs = Misreading::pairs(&variant.rules).into_iter().skip(first).step_by(STRIDE);
    pairs.map(|pair| course.run(pair)).collect()
}

#[track_caller]
fn pairs_are_named(variant: Variant) {
    let trials = trials(variant, 17);
    assert!(trials.len() > 4);
    for trial in &trials {
        let Trial { misreading, further, named, outcome, .. } = trial;
        let names: Vec<String> = named.iter().map(ToString::to_string).collect();
        let is_seen_through = matches!(outcome, Outcome::Named | Outcome::Unobservable);
        assert!(is_seen_through, "{} {misreading}: {outcome:?}, named {names:?}", variant.name);
        assert!(*further < FURTHER, "{} {misreading}: {further} further questions", variant.name);
    }
    assert!(trials.iter().any(|trial| trial.named.iter().any(|named| named.changes.len() == 2)));
}

#[test]
fn two_misread_rules_of_ghanaian_are_named() {
    pairs_are_named(variants::GHANAIAN);
}

#[test]
fn two_misread_rules_of_arab_are_named() {
    pairs_are_named(variants::ARAB);
}

#[test]
fn two_misread_rules_of_diagonal_are_named() {
    pairs_are_named(variants::DIAGONAL);
}
