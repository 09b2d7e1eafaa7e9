//! What was tested, and how.

use super::super::{Tally, changed_rules};
use super::short;
use crate::diagnose::Group;
use crate::verify::{CaseReport, Run};

/// The head of the page.
pub struct Overview {
    pub title: String,
    pub command: String,
    pub variants: Vec<VariantLine>,
    pub not_played: Vec<String>,
    pub random: Option<Random>,
    pub ended_early: Option<String>,
    pub tally: Tally,
    pub misread_rules: usize,
}

/// A variant as the engine declares it, with what came of its cases.
pub struct VariantLine {
    pub name: &'static str,
    pub notation: String,
    pub squares: String,
    pub counts: String,
    pub leaves: &'static str,
    /// Rules that it was judged by and that are not its own.
    pub changed: Vec<String>,
    pub tally: Tally,
}

/// The random positions of a run.
pub struct Random {
    pub seed: u64,
    pub number: u64,
    pub positions: Tally,
    pub laws: Tally,
}

impl Overview {
    pub fn new(run: &Run, groups: &[Group]) -> Self {
        let leads = groups.iter().filter_map(|group| group.explanation.as_ref()?.misreadings.first());
        Self {
            title: short(&run.title),
            command: run.command.clone(),
            variants: variants(run),
            not_played: run.not_played.clone(),
            random: random(run),
            ended_early: run.ended_early.as_ref().map(|fault| short(&fault.to_string())),
            tally: Tally::of(run.reports.iter()),
            misread_rules: leads.map(|lead| lead.changes.len()).sum(),
        }
    }

    /// How many cases there are.
    pub const fn cases(&self) -> usize {
        self.tally.passed + self.tally.failed + self.tally.skipped
    }

    /// Whether nothing is held against the engine.
    pub const fn is_clean(&self) -> bool {
        self.tally.failed == 0 && self.ended_early.is_none()
    }
}

fn variants(run: &Run) -> Vec<VariantLine> {
    let line = |variant: &reference_engine::variants::Variant| {
        let declared = run.declared.iter().find(|declared| declared.id == variant.name)?;
        Some(VariantLine {
            name: variant.name,
            notation: declared.notation.to_string(),
            squares: declared.squares.to_string(),
            counts: declared.counts.to_string(),
            leaves: if declared.finished_leaves { "one" } else { "zero" },
            changed: changed_rules(run, variant).map(|rule| rule.to_string()).collect(),
            tally: Tally::of(run.of_variant(variant.name)),
        })
    };
    run.variants.iter().filter_map(line).collect()
}

fn random(run: &Run) -> Option<Random> {
    let loose = run.reports.iter().filter(|report| report.loaded.is_loose());
    let (laws, positions): (Vec<&CaseReport>, Vec<&CaseReport>) =
        loose.partition(|report| report.law.is_some());
    let tally = |reports: Vec<&CaseReport>| Tally::of(reports.into_iter());
    run.sample.map(|sample| Random {
        seed: sample.seed,
        number: sample.number,
        positions: tally(positions),
        laws: tally(laws),
    })
}
