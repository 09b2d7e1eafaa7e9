//! Diagnosis: which misread rule explains what a subject answered?
//!
//! Each change of one rule is a hypothesis, and where none explains everything each change of two. What the
//! subject has answered is judged again under it, the right answers included: an explanation must not
//! contradict them.

mod alone;
mod evidence;
mod misreading;

pub use alone::is_explained_alone;
pub use misreading::Misreading;

use crate::dcp::Declared;
use crate::verify::{CaseReport, Run};
use evidence::{Evidence, Score};
use reference_engine::variants::Variant;
use std::collections::BTreeSet;

/// Failures of one variant with one explanation, or without any.
#[derive(Clone, Debug)]
pub struct Group {
    /// Name of the variant.
    pub variant: &'static str,
    /// The rule that the subject seems to read otherwise.
    pub explanation: Option<Explanation>,
    /// The failures, as indices into the run's reports.
    pub members: Vec<usize>,
}

/// A misreading and how much it explains.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The misreading, and others that explain exactly as much.
    pub misreadings: Vec<Misreading>,
    /// Failures that it explains, and failures there are.
    pub failing: (usize, usize),
    /// Right answers that it does not contradict, and right answers there are.
    pub passing: (usize, usize),
    /// Answers to further questions that it explains, and such answers there are.
    pub further: (usize, usize),
    /// The next best misreading, and how many failures it explains.
    pub next_best: Option<(Misreading, usize)>,
}

/// Groups the failures of a run by what explains them, greatest group first within a variant.
pub fn diagnose(run: &Run) -> Vec<Group> {
    run.variants.iter().flat_map(|variant| diagnose_variant(run, variant)).collect()
}

/// Groups the failures of one variant of a run.
pub fn diagnose_variant(run: &Run, variant: &Variant) -> Vec<Group> {
    let declared = run.declared_of(variant.name);
    declared.map(|declared| of_variant(run, variant, declared)).unwrap_or_default()
}

fn of_variant(run: &Run, variant: &Variant, declared: &Declared) -> Vec<Group> {
    let is_of = |report: &CaseReport| report.loaded.variant.name == variant.name;
    let reports = || run.reports.iter().enumerate().filter(|(_, report)| is_of(report));
    let bad: Vec<usize> =
        reports().filter(|(_, report)| report.verdict.is_failure()).map(|(place, _)| place).collect();
    if bad.is_empty() {
        return Vec::new();
    }
    let further = run.probes.iter().filter(|report| is_of(report));
    let mut evidence = Evidence::new(declared, reports(), further);
    let mut groups = Vec::new();
    while let Some((explained, explanation)) = explain(variant, &evidence, groups.is_empty()) {
        let members = explained.iter().filter_map(|index| evidence.failing[*index].place).collect();
        evidence.leave_out(&explained);
        groups.push(Group { variant: variant.name, explanation: Some(explanation), members });
    }
    let explained: BTreeSet<usize> = groups.iter().flat_map(|group| group.members.iter().copied()).collect();
    let unexplained: Vec<usize> = bad.into_iter().filter(|place| !explained.contains(place)).collect();
    if !unexplained.is_empty() {
        groups.push(Group { variant: variant.name, explanation: None, members: unexplained });
    }
    groups
}

/// The best explanation of what fails, with the places in the evidence that it explains. Two rules together
/// are tried for `all` that failed only: what is left when a rule has explained its part is too little to
/// name a pair by.
fn explain(variant: &Variant, evidence: &Evidence<'_>, all: bool) -> Option<(Vec<usize>, Explanation)> {
    if evidence.failing.is_empty() {
        return None;
    }
    let mut singles = evidence.sound(Misreading::singles(&variant.rules));
    singles.sort_by_key(|score| std::cmp::Reverse(score.explained.len()));
    let explains_all = |score: &Score| score.explained.len() == evidence.failing.len();
    if all && !singles.first().is_some_and(explains_all) {
        let pairs = Misreading::pairs(&variant.rules).into_iter();
        let pairs: Vec<Misreading> = pairs.filter(|pair| evidence.is_explained_by(pair)).collect();
        if !pairs.is_empty() {
            let all = (0..evidence.failing.len()).collect();
            return Some(explanation(pairs, all, singles.first(), evidence));
        }
    }
    let lead = singles.first()?;
    let (alike, others): (Vec<&Score>, Vec<&Score>) =
        singles.iter().partition(|score| score.explained == lead.explained);
    let misreadings = alike.iter().map(|score| score.misreading.clone()).collect();
    Some(explanation(misreadings, lead.explained.clone(), others.first().copied(), evidence))
}

/// Misreadings that explain some places in the evidence alike, with the next best.
fn explanation(
    misreadings: Vec<Misreading>,
    explained: Vec<usize>,
    next: Option<&Score>,
    evidence: &Evidence<'_>,
) -> (Vec<usize>, Explanation) {
    let is_case = |index: &&usize| evidence.failing[**index].place.is_some();
    let cases = |places: &[usize]| places.iter().filter(is_case).count();
    let failing = evidence.failing.iter().filter(|wrong| wrong.place.is_some()).count();
    let passing = evidence.passing.len() - evidence.passing_further;
    let further = evidence.failing.len() - failing + evidence.passing_further;
    let further_explained = explained.len() - cases(&explained) + evidence.passing_further;
    let explanation = Explanation {
        misreadings,
        failing: (cases(&explained), failing),
        passing: (passing, passing),
        further: (further_explained, further),
        next_best: next.map(|score| (score.misreading.clone(), cases(&score.explained))),
    };
    (explained, explanation)
}
