//! A group of failures: what explains them, with its figures.

use super::super::terminal::ALTERNATIVES;
use super::entry::Entry;
use super::{LISTED, short};
use crate::diagnose::{Explanation, Group};
use crate::verify::Run;

/// Failures of a group that are shown in full.
const IN_FULL: usize = 100;

/// Failures with one explanation, or without any.
pub struct Cause {
    /// Its number on the page, from 1.
    pub number: usize,
    pub variant: &'static str,
    /// The misread rules; those that explain as much as each other stand beside each other.
    pub rules: Vec<RuleLine>,
    /// How many more rules explain as much.
    pub more_rules: usize,
    pub figures: Option<Figures>,
    /// How many failures it explains, or leaves without explanation.
    pub failures: usize,
    pub entries: Vec<Entry>,
    /// Failures that are named only.
    pub named: Vec<Named>,
    /// How many are not even named.
    pub unnamed: usize,
}

/// A misread rule.
pub struct RuleLine {
    pub rule: String,
    pub sentence: String,
}

/// What an explanation accounts for.
pub struct Figures {
    pub failing: (usize, usize),
    pub passing: (usize, usize),
    pub further: (usize, usize),
    pub next_best: Option<(String, usize)>,
}

/// A failure in a line.
pub struct Named {
    pub id: String,
    pub rulings: String,
    pub headline: String,
}

impl Cause {
    /// A group with the place that it has on the page.
    pub fn new(run: &Run, group: &Group, number: usize) -> Self {
        let mut members = group.members.clone();
        // What was traced shows the cause soonest, and then the smallest position.
        members.sort_by_key(|index| {
            let report = &run.reports[*index];
            (report.trace.is_none(), report.clarity())
        });
        let (full, rest) = members.split_at(members.len().min(IN_FULL));
        let explanation = group.explanation.as_ref();
        let entry =
            |(place, index): (usize, &usize)| Entry::new(run, &run.reports[*index], explanation, place == 0);
        let rules = group.explanation.iter().flat_map(|it| &it.misreadings);
        Self {
            number,
            variant: group.variant,
            more_rules: rules.clone().count().saturating_sub(ALTERNATIVES),
            rules: rules
                .take(ALTERNATIVES)
                .map(|it| RuleLine { rule: it.to_string(), sentence: it.sentence() })
                .collect(),
            figures: group.explanation.as_ref().map(Figures::of),
            failures: members.len(),
            entries: full.iter().enumerate().map(entry).collect(),
            named: rest.iter().take(LISTED).map(|index| Named::new(run, *index)).collect(),
            unnamed: rest.len().saturating_sub(LISTED),
        }
    }

    /// What it is called where there is little room.
    pub fn name(&self) -> String {
        self.rules.first().map_or_else(|| "no diagnosis".to_owned(), |first| first.rule.clone())
    }
}

impl Figures {
    fn of(explanation: &Explanation) -> Self {
        let next_best = explanation.next_best.as_ref();
        Self {
            failing: explanation.failing,
            passing: explanation.passing,
            further: explanation.further,
            next_best: next_best.map(|(misreading, count)| (misreading.to_string(), *count)),
        }
    }
}

impl Named {
    fn new(run: &Run, index: usize) -> Self {
        let report = &run.reports[index];
        let case = &report.loaded.case;
        let headline = short(report.verdict.headline());
        Self { id: case.id.clone(), rulings: case.rulings.join(" "), headline }
    }
}
