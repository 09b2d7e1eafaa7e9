//! Failures that are expected: which cases, and why. A case that passes though it was to fail is as bad as
//! one that fails: the list is out of date, and would hide the next failure.

use crate::diagnose::Group;
use crate::verdict::Verdict;
use crate::verify::{CaseReport, Run};
use globset::{Glob, GlobMatcher};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What stands at the top of a list that is written.
const HEAD: &str = "\
# Failures that are expected, for `huff verify --expect`. A case that passes though it matches fails the run,
# and an entry that matches no case is an error. `cases` is an id or a glob of ids.
";

/// A list of expected failures.
#[derive(Clone, Debug, Default)]
pub struct ExpectedFailures {
    entries: Vec<Entry>,
}

/// Cases that are expected to fail.
#[derive(Clone, Debug)]
pub struct Entry {
    cases: GlobMatcher,
    /// Why they are.
    pub reason: String,
    /// Where more is said about it.
    pub link: Option<String>,
}

/// Why a list cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ListError {
    /// It is no list.
    #[error("{0}")]
    Malformed(String),
    /// A glob is none.
    #[error("cases = `{cases}`: {reason}")]
    Glob {
        /// The glob.
        cases: String,
        /// What is wrong.
        reason: String,
    },
}

/// The list as it stands in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    expected: Vec<Written>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    cases: String,
    reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

impl Entry {
    /// Cases by an id or a glob.
    ///
    /// # Errors
    ///
    /// If the glob is none.
    pub fn new(cases: &str, reason: &str, link: Option<String>) -> Result<Self, ListError> {
        let glob = Glob::new(cases)
            .map_err(|error| ListError::Glob { cases: cases.to_owned(), reason: error.kind().to_string() })?;
        Ok(Self { cases: glob.compile_matcher(), reason: reason.to_owned(), link })
    }

    /// The id or glob.
    pub fn cases(&self) -> &str {
        self.cases.glob().glob()
    }

    /// Whether a case is among them.
    pub fn is_about(&self, id: &str) -> bool {
        self.cases.is_match(id)
    }

    /// Why, and where more is said about it.
    fn told(&self) -> String {
        let link = self.link.as_ref().map(|link| format!(" ({link})")).unwrap_or_default();
        format!("{}{link}", self.reason)
    }

    /// The same said of one case.
    fn narrowed(&self, id: &str) -> Written {
        Written { cases: id.to_owned(), reason: self.reason.clone(), link: self.link.clone() }
    }
}

impl ExpectedFailures {
    /// Reads a list.
    ///
    /// # Errors
    ///
    /// If it is malformed; the text says where.
    pub fn parse(text: &str) -> Result<Self, ListError> {
        let file: File = toml::from_str(text)
            .map_err(|error| ListError::Malformed(error.to_string().trim_end().to_owned()))?;
        let entries =
            file.expected.into_iter().map(|entry| Entry::new(&entry.cases, &entry.reason, entry.link));
        Ok(Self { entries: entries.collect::<Result<_, _>>()? })
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Entries that are about none of some cases: mistyped, or of cases that are not asked any more.
    pub fn idle<'a>(&self, ids: impl Iterator<Item = &'a str> + Clone) -> Vec<&Entry> {
        let is_idle = |entry: &&Entry| !ids.clone().any(|id| entry.is_about(id));
        self.entries.iter().filter(is_idle).collect()
    }

    /// The verdict on a case, given that some are expected to fail.
    pub fn settle(&self, report: &CaseReport) -> Option<Verdict> {
        let entry = self.entries.iter().find(|entry| entry.is_about(&report.loaded.case.id))?;
        match &report.verdict {
            Verdict::Pass => Some(Verdict::UnexpectedPass(entry.told())),
            bad if bad.is_bad() => Some(Verdict::ExpectedFailure(entry.told())),
            _ => None,
        }
    }

    /// The list that expects what failed in a run: entries all of whose cases failed, or were not asked,
    /// stay as they are; the rest names each failure, with its diagnosis for a reason.
    pub fn renewed(&self, run: &Run, groups: &[Group]) -> String {
        let of = |entry: &Entry| {
            let cases = run.reports.iter().filter(|report| entry.is_about(&report.loaded.case.id));
            cases.filter(|report| report.verdict.is_right().is_some()).collect::<Vec<_>>()
        };
        let failed = |report: &&CaseReport| report.verdict.is_right() == Some(false);
        let mut expected = Vec::new();
        for entry in &self.entries {
            let cases = of(entry);
            if cases.iter().all(failed) {
                expected.push(entry.narrowed(entry.cases()));
            } else {
                let failing = cases.into_iter().filter(|report| failed(report));
                expected.extend(failing.map(|report| entry.narrowed(&report.loaded.case.id)));
            }
        }
        let members = groups.iter().flat_map(|group| group.members.iter().map(move |index| (group, *index)));
        let unexpected = members
            .map(|(group, index)| (group, &run.reports[index]))
            .filter(|(_, report)| failed(report) && !report.loaded.is_loose());
        expected.extend(unexpected.map(|(group, report)| Written {
            cases: globset::escape(&report.loaded.case.id),
            reason: reason(group, report),
            link: None,
        }));
        let list = toml::to_string(&File { expected }).unwrap_or_default();
        format!("{HEAD}\n{list}")
    }
}

/// Why a case fails, as far as that is known.
fn reason(group: &Group, report: &CaseReport) -> String {
    let explanation = group.explanation.as_ref().and_then(|it| it.misreadings.first());
    match explanation {
        Some(misreading) => format!("{misreading}: {}", misreading.sentence()),
        None => report.verdict.headline().to_owned(),
    }
}
