//! Cases that are only named: those that need no picture, each kind with its reason if it has one.

use super::{LISTED, short};
use crate::verdict::VerdictKind;
use crate::verify::{CaseReport, Run};
use std::collections::BTreeMap;

/// Cases of a variant with something in common.
pub struct Listed {
    pub variant: &'static str,
    /// What there is to say of them; empty for those passed.
    pub reason: String,
    pub cases: Vec<Id>,
    /// How many are not named.
    pub unnamed: usize,
}

/// A case by its name.
pub struct Id {
    pub id: String,
    pub rulings: String,
}

impl Listed {
    /// How many cases there are.
    pub fn count(&self) -> usize {
        self.cases.len() + self.unnamed
    }
}

/// The cases with one kind of verdict, by variant and reason.
pub fn of_kind(run: &Run, kind: VerdictKind) -> Vec<Listed> {
    by_reason(run.reports.iter().filter(|report| report.verdict.kind() == kind))
}

fn by_reason<'a>(reports: impl Iterator<Item = &'a CaseReport>) -> Vec<Listed> {
    let mut found: BTreeMap<(&'static str, &str), Vec<&CaseReport>> = BTreeMap::new();
    for report in reports {
        let key = (report.loaded.variant.name, report.verdict.headline());
        found.entry(key).or_default().push(report);
    }
    let listed = |((variant, reason), reports): ((&'static str, &str), Vec<&CaseReport>)| {
        let cases: Vec<Id> = reports.iter().take(LISTED).map(|report| Id::of(report)).collect();
        Listed { variant, reason: short(reason), unnamed: reports.len() - cases.len(), cases }
    };
    found.into_iter().map(listed).collect()
}

impl Id {
    fn of(report: &CaseReport) -> Self {
        let case = &report.loaded.case;
        Self { id: case.id.clone(), rulings: case.rulings.join(" ") }
    }
}

/// What was noticed besides, and in how many cases.
pub fn notes(run: &Run) -> Vec<(String, usize)> {
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for note in run.reports.iter().flat_map(|report| &report.notes) {
        *found.entry(note).or_default() += 1;
    }
    found.into_iter().map(|(note, cases)| (short(note), cases)).collect()
}
