//! Diagnoses, and what has changed since an earlier run, as records.

use crate::diagnose::{Explanation, Group, Misreading};
use crate::since::Since;
use crate::verify::Run;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Failures of one variant with one explanation, or without any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiagnosisRecord {
    /// Name of the variant.
    pub variant: String,
    /// Ids of the failures.
    pub cases: Vec<String>,
    /// Misreadings that explain them, each as well as the others; none if no misreading that is known does.
    pub misreadings: Vec<RuleRecord>,
    /// Failures explained.
    pub failing_explained: usize,
    /// Failures there are.
    pub failing: usize,
    /// Right answers that are not contradicted.
    pub passing_explained: usize,
    /// Right answers there are.
    pub passing: usize,
    /// Answers to further questions explained.
    pub further_explained: usize,
    /// Answers to further questions there are.
    pub further: usize,
    /// The next best misreading.
    pub next_best: Option<NextBest>,
}

/// A misreading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleRecord {
    /// The changed rules, as in `removal=after-sequence`; two are joined by `with`.
    pub rule: String,
    /// What the engine seems to play by, in words.
    pub sentence: String,
}

/// The next best misreading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextBest {
    /// Its rule.
    pub rule: String,
    /// How many failures it explains.
    pub explained: usize,
}

/// What has changed since an earlier run; ids of cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SinceRecord {
    /// Name and version of the engine in the earlier run.
    pub engine: String,
    /// Whether the earlier run was cut off, so that cases may be missing from it.
    pub is_cut_off: bool,
    /// Wrong then and right now.
    pub fixed: Vec<String>,
    /// Right then and wrong now.
    pub broken: Vec<String>,
    /// Wrong then and now.
    pub unchanged: Vec<String>,
    /// Wrong now, and not judged then.
    pub new: Vec<String>,
    /// Wrong then, and not judged now.
    pub not_judged: Vec<String>,
}

impl DiagnosisRecord {
    /// The record of a group of failures.
    pub fn new(run: &Run, group: &Group) -> Self {
        let id = |index: &usize| run.reports[*index].loaded.case.id.clone();
        let blank = Self {
            variant: group.variant.to_owned(),
            cases: group.members.iter().map(id).collect(),
            misreadings: Vec::new(),
            failing_explained: 0,
            failing: group.members.len(),
            passing_explained: 0,
            passing: 0,
            further_explained: 0,
            further: 0,
            next_best: None,
        };
        match &group.explanation {
            None => blank,
            Some(explanation) => blank.explained(explanation),
        }
    }

    fn explained(self, explanation: &Explanation) -> Self {
        let next = |(next, explained): &(Misreading, usize)| NextBest {
            rule: next.to_string(),
            explained: *explained,
        };
        Self {
            misreadings: explanation.misreadings.iter().map(RuleRecord::from).collect(),
            failing_explained: explanation.failing.0,
            failing: explanation.failing.1,
            passing_explained: explanation.passing.0,
            passing: explanation.passing.1,
            further_explained: explanation.further.0,
            further: explanation.further.1,
            next_best: explanation.next_best.as_ref().map(next),
            ..self
        }
    }
}

impl From<&Misreading> for RuleRecord {
    fn from(misreading: &Misreading) -> Self {
        Self { rule: misreading.to_string(), sentence: misreading.sentence() }
    }
}

impl From<&Since> for SinceRecord {
    fn from(since: &Since) -> Self {
        Self {
            engine: since.engine.clone(),
            is_cut_off: since.is_cut_off,
            fixed: since.fixed.clone(),
            broken: since.broken.clone(),
            unchanged: since.unchanged.clone(),
            new: since.new.clone(),
            not_judged: since.not_judged.clone(),
        }
    }
}
