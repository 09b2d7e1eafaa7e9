//! What was tested, and how.

use super::super::{Tally, changed_rules};
use super::short;
use crate::diagnose::Group;
use crate::since::Since;
use crate::verify::{CaseReport, Run};

/// The head of the page.
pub struct Overview {
    pub title: String,
    pub command: String,
    pub variants: Vec<VariantLine>,
    pub not_played: Vec<String>,
    pub random: Option<Random>,
    pub ended_early: Option<String>,
    pub search_ended: Option<String>,
    pub since: Option<Changes>,
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
            search_ended: run.search_ended.as_ref().map(|fault| short(&fault.to_string())),
            since: run.since.as_ref().map(Changes::from),
            tally: Tally::of(run.reports.iter()),
            misread_rules: leads.map(|lead| lead.changes.len()).sum(),
        }
    }

    /// How many cases there are.
    pub const fn cases(&self) -> usize {
        self.tally.passed + self.tally.failed + self.tally.expected + self.tally.skipped
    }

    /// Whether nothing is held against the engine.
    pub const fn is_clean(&self) -> bool {
        self.tally.failed == 0 && self.ended_early.is_none()
    }
}

/// What has changed since an earlier run.
pub struct Changes {
    pub engine: String,
    pub is_cut_off: bool,
    /// What became of cases, each with their ids.
    pub lists: Vec<(&'static str, Vec<String>)>,
}

impl From<&Since> for Changes {
    fn from(since: &Since) -> Self {
        let lists = [
            ("fixed", &since.fixed),
            ("broken", &since.broken),
            ("wrong and not asked then", &since.new),
            ("still wrong", &since.unchanged),
            ("wrong then and not asked now", &since.not_judged),
        ];
        Self {
            engine: short(&since.engine),
            is_cut_off: since.is_cut_off,
            lists: lists.into_iter().map(|(word, ids)| (word, ids.clone())).collect(),
        }
    }
}

fn variants(run: &Run) -> Vec<VariantLine> {
    let line = |variant: &reference_engine::variants::Variant| {
        let declared = run.declared_of(variant.name)?;
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
