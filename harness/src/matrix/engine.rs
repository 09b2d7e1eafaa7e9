//! A run as a row: which engine, how the run ended, and what came of each variant.

use super::{Score, Source};
use crate::report::record::{DiagnosisRecord, Recorded, RuleRecord};

/// An engine as one run shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Its name and version.
    pub title: String,
    /// The command that started it; empty for a built-in generator.
    pub command: String,
    /// The file that the run was read from.
    pub file: String,
    /// What tells it from another of the same title: its command, or the file if that is the same too.
    pub apart: Option<String>,
    /// The version of huff that judged it.
    pub huff: String,
    /// How the run ended.
    pub end: End,
    /// Why no more was asked to find the cause of failures.
    pub search_ended: Option<String>,
    /// What came of each variant, in the order of the matrix.
    pub played: Vec<Played>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// After its last case.
    Whole,
    /// It was cut off: cases may be missing, and nothing was diagnosed.
    CutOff,
    /// Before its last case, for a reason.
    Early(String),
}

/// What came of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// The run was not about it.
    NotAsked,
    /// The engine does not play it.
    No,
    /// It was verified.
    Yes(Standing),
}

/// How an engine stands in a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its cases.
    pub score: Score,
    /// Rules by which it was judged that are not the variant's own.
    pub judged_by: Vec<String>,
    /// What explains its failures.
    pub found: Vec<Found>,
    /// Failures that nothing explains.
    pub unexplained: usize,
}

/// A diagnosis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The misreadings, each of which explains as much as the others.
    pub rules: Vec<RuleRecord>,
    /// How many failures they explain.
    pub failures: usize,
}

impl Engine {
    pub(super) fn new(source: &Source, all: &[Source], variants: &[String]) -> Self {
        let run = &source.run;
        Self {
            title: run.header.engine.clone(),
            command: run.header.command.clone(),
            file: source.file.clone(),
            apart: apart(source, all),
            huff: run.header.huff.clone(),
            end: End::of(run),
            search_ended: run.footer.as_ref().and_then(|footer| footer.search_ended.clone()),
            played: variants.iter().map(|variant| Played::of(run, variant)).collect(),
        }
    }

    /// What a reader must know before comparing it; none if nothing.
    pub fn warning(&self) -> Option<String> {
        let search =
            self.search_ended.as_ref().map(|why| format!("the search for causes ended early: {why}"));
        match &self.end {
            End::Whole => search,
            End::CutOff => Some("cut off: cases are missing, and nothing is diagnosed".to_owned()),
            End::Early(why) => Some(format!("ended early: {why}; cases are missing")),
        }
    }
}

/// What tells a run from others of the same title.
fn apart(source: &Source, all: &[Source]) -> Option<String> {
    let own = &source.run.header;
    let others = all.iter().filter(|other| other.file != source.file).map(|other| &other.run.header);
    let mut twins = others.filter(|other| other.engine == own.engine).peekable();
    twins.peek()?;
    if twins.any(|other| other.command == own.command) {
        return Some(source.file.clone());
    }
    Some(if own.command.is_empty() { "built in".to_owned() } else { own.command.clone() })
}

impl End {
    fn of(run: &Recorded) -> Self {
        match &run.footer {
            None => Self::CutOff,
            Some(footer) => footer.ended_early.clone().map_or(Self::Whole, Self::Early),
        }
    }
}

impl Played {
    fn of(run: &Recorded, variant: &str) -> Self {
        let declared = run.header.variants.iter().find(|declared| declared.id == variant);
        let mut cases = run.cases.iter().filter(|case| case.variant == variant).peekable();
        if declared.is_none() && cases.peek().is_none() {
            let is_refused = run.header.not_played.iter().any(|name| name == variant);
            return if is_refused { Self::No } else { Self::NotAsked };
        }
        let diagnoses = run.diagnoses.iter().filter(|diagnosis| diagnosis.variant == variant);
        let (found, open): (Vec<&DiagnosisRecord>, Vec<&DiagnosisRecord>) =
            diagnoses.partition(|diagnosis| !diagnosis.misreadings.is_empty());
        Self::Yes(Standing {
            score: Score::of(cases),
            judged_by: declared.map(|declared| declared.rules.clone()).unwrap_or_default(),
            found: found.into_iter().map(Found::of).collect(),
            unexplained: open.iter().map(|diagnosis| diagnosis.cases.len()).sum(),
        })
    }
}

impl Found {
    fn of(diagnosis: &DiagnosisRecord) -> Self {
        Self { rules: diagnosis.misreadings.clone(), failures: diagnosis.cases.len() }
    }

    /// In a line, as in `removal=after-sequence` or `majority=free or 2 others`.
    pub fn name(&self) -> String {
        let first = self.rules.first().map(|lead| lead.rule.clone()).unwrap_or_default();
        match self.rules.len().saturating_sub(1) {
            0 => first,
            1 => format!("{first} or 1 other"),
            others => format!("{first} or {others} others"),
        }
    }
}
