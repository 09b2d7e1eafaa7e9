//! Diagnosis: which misread rule explains what a subject answered?
//!
//! Each change of one rule is a hypothesis. What the subject has answered is judged again under it, the
//! right answers included: an explanation must not contradict them.

use crate::check::{self, Judgement};
use crate::dcp::Declared;
use crate::fixture::{Level, Question};
use crate::verdict::Verdict;
use crate::verify::{CaseReport, Run};
use reference_engine::rules::{Rules, Setting};
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

/// A changed rule and how much it explains.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The changed rule, and others that explain exactly as much.
    pub changes: Vec<Setting>,
    /// Failures that it explains, and failures there are.
    pub failing: (usize, usize),
    /// Right answers that it does not contradict, and right answers there are.
    pub passing: (usize, usize),
    /// The next best changed rule, and how many failures it explains.
    pub next_best: Option<(Setting, usize)>,
}

/// How a hypothesis fares.
struct Score {
    change: Setting,
    explained: BTreeSet<usize>,
    agreeing: usize,
}

/// Groups the failures of a run by what explains them, greatest group first within a variant.
pub fn diagnose(run: &Run) -> Vec<Group> {
    run.variants
        .iter()
        .zip(&run.declared)
        .flat_map(|(variant, declared)| of_variant(run, variant, declared))
        .collect()
}

fn of_variant(run: &Run, variant: &Variant, declared: &Declared) -> Vec<Group> {
    let bad: Vec<usize> = indices(run, variant, |report| report.verdict.is_bad());
    let failing: BTreeSet<usize> =
        bad.iter().copied().filter(|index| answered(&run.reports[*index])).collect();
    // A `may` case passes whatever is answered, so its answer says nothing about the rules.
    let passing: Vec<usize> = indices(run, variant, |report| {
        report.verdict == Verdict::Pass && answered(report) && report.loaded.case.level != Level::May
    });
    let mut groups = Vec::new();
    let mut left: BTreeSet<usize> = failing.clone();
    while !left.is_empty() {
        let scores = scores(run, variant, declared, &left, &passing);
        let Some(explanation) = best(&scores, left.len(), passing.len()) else { break };
        let lead = explanation.changes[0];
        let Some(score) = scores.iter().find(|score| score.change == lead) else { break };
        let members: Vec<usize> = score.explained.iter().copied().collect();
        left.retain(|index| !score.explained.contains(index));
        groups.push(Group { variant: variant.name, explanation: Some(explanation), members });
    }
    let unexplained: Vec<usize> =
        bad.into_iter().filter(|index| !failing.contains(index) || left.contains(index)).collect();
    if !unexplained.is_empty() {
        groups.push(Group { variant: variant.name, explanation: None, members: unexplained });
    }
    groups
}

fn indices(run: &Run, variant: &Variant, wanted: impl Fn(&CaseReport) -> bool) -> Vec<usize> {
    let is_of = |report: &CaseReport| report.loaded.variant.name == variant.name;
    let all = run.reports.iter().enumerate();
    all.filter(|(_, report)| is_of(report) && wanted(report)).map(|(index, _)| index).collect()
}

fn answered(report: &CaseReport) -> bool {
    report.observation.is_some()
}

fn scores(
    run: &Run,
    variant: &Variant,
    declared: &Declared,
    failing: &BTreeSet<usize>,
    passing: &[usize],
) -> Vec<Score> {
    let hypotheses = variant.rules.one_field_changes();
    let score = |(change, rules): &(Setting, Rules), counts: bool| {
        let holds = |index: &&usize| explains(&run.reports[**index], rules, declared, counts);
        Score {
            change: *change,
            explained: failing.iter().filter(holds).copied().collect(),
            agreeing: passing.iter().filter(holds).count(),
        }
    };
    // Counting leaves under every hypothesis takes long: first the cheap questions, then, for those
    // hypotheses that explain anything and contradict nothing, the counts too.
    hypotheses
        .iter()
        .filter(|hypothesis| {
            let cheap = score(hypothesis, false);
            !cheap.explained.is_empty() && cheap.agreeing == passing.len()
        })
        .map(|hypothesis| score(hypothesis, true))
        .collect()
}

fn explains(report: &CaseReport, rules: &Rules, declared: &Declared, counts: bool) -> bool {
    let is_count = matches!(report.loaded.case.question, Question::Perft { .. } | Question::Divide { .. });
    if is_count && !counts {
        return true;
    }
    let Some(observation) = &report.observation else { return false };
    !matches!(check::judge(&report.loaded, rules, declared, observation), Judgement::Wrong(_))
}

fn best(scores: &[Score], failing: usize, passing: usize) -> Option<Explanation> {
    let mut sound: Vec<&Score> =
        scores.iter().filter(|score| score.agreeing == passing && !score.explained.is_empty()).collect();
    sound.sort_by_key(|score| std::cmp::Reverse(score.explained.len()));
    let lead = sound.first()?;
    let (alike, others): (Vec<&&Score>, Vec<&&Score>) =
        sound.iter().partition(|score| score.explained == lead.explained);
    Some(Explanation {
        changes: alike.iter().map(|score| score.change).collect(),
        failing: (lead.explained.len(), failing),
        passing: (lead.agreeing, passing),
        next_best: others.first().map(|score| (score.change, score.explained.len())),
    })
}
