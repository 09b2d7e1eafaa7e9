//! Failures that are expected: which cases, and why. A case that passes though it was to fail is as bad as
//! one that fails: the list is out of date, and would hide the next failure.

use crate::cases::Cases;
use crate::diagnose::Group;
use crate::verdict::Verdict;
use crate::verify::{CaseReport, Run};
use reference_engine::quote::{Quoted, plain};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;
use toml::Spanned;

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
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    #[serde(serialize_with = "as_text")]
    cases: Cases,
    /// Why they are.
    pub reason: String,
    /// Where more is said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// Why a list cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ListError {
    /// It is no list.
    #[error("{0}")]
    Malformed(String),
    /// A glob is none.
    #[error("line {line}: cases = {reason}")]
    Glob {
        /// The line of the list, from 1.
        line: usize,
        /// The glob, and what is wrong with it.
        reason: String,
    },
}

/// The list as it is read from a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    expected: Vec<Read>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    cases: Spanned<String>,
    reason: String,
    link: Option<String>,
}

/// The list as it is written into a file.
#[derive(Serialize)]
struct Written {
    expected: Vec<Entry>,
}

impl Entry {
    /// Cases by an id or a glob.
    ///
    /// # Errors
    ///
    /// If the glob is none; the reason quotes it.
    pub fn new(cases: &str, reason: &str, link: Option<String>) -> Result<Self, String> {
        Ok(Self { cases: Cases::new(cases)?, reason: reason.to_owned(), link })
    }

    /// The id or glob.
    pub fn cases(&self) -> &str {
        self.cases.text()
    }

    /// Whether a case is among them.
    pub fn is_about(&self, id: &str) -> bool {
        self.cases.contain(id)
    }

    /// Why, and where more is said about it.
    fn told(&self) -> String {
        let link = self.link.as_ref().map(|link| format!(" ({})", plain(link))).unwrap_or_default();
        format!("{}{link}", plain(&self.reason))
    }

    /// The same said of one case.
    fn narrowed(&self, id: &str) -> Option<Self> {
        Self::new(&globset::escape(id), &self.reason, self.link.clone()).ok()
    }
}

impl ExpectedFailures {
    /// Reads a list.
    ///
    /// # Errors
    ///
    /// If it is malformed; the text says where.
    pub fn parse(text: &str) -> Result<Self, ListError> {
        let file: File = toml::from_str(text).map_err(|error| malformed(text, &error))?;
        let entries = file.expected.into_iter().map(|entry| {
            let line = line_of(text, entry.cases.span().start);
            Entry::new(entry.cases.get_ref(), &entry.reason, entry.link)
                .map_err(|reason| ListError::Glob { line, reason })
        });
        Ok(Self { entries: entries.collect::<Result<_, _>>()? })
    }

    /// The list as [`ExpectedFailures::parse`] reads it.
    pub fn text(&self) -> String {
        let list = toml::to_string(&Written { expected: self.entries.clone() }).unwrap_or_default();
        format!("{HEAD}\n{list}")
    }

    /// The entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
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
                expected.push(entry.clone());
            } else {
                let failing = cases.into_iter().filter(|report| failed(report));
                expected.extend(failing.filter_map(|report| entry.narrowed(&report.loaded.case.id)));
            }
        }
        let members = groups.iter().flat_map(|group| group.members.iter().map(move |index| (group, *index)));
        let unexpected = members
            .map(|(group, index)| (group, &run.reports[index]))
            .filter(|(_, report)| failed(report) && !report.loaded.is_loose());
        expected.extend(unexpected.filter_map(|(group, report)| {
            Entry::new(&globset::escape(&report.loaded.case.id), &reason(group, report), None).ok()
        }));
        Self { entries: expected }.text()
    }
}

fn as_text<S: Serializer>(cases: &Cases, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(cases.text())
}

/// What TOML says of a text that is none, with the line in our words: the line itself may hold anything.
fn malformed(text: &str, error: &toml::de::Error) -> ListError {
    let line = line_of(text, error.span().map_or(0, |span| span.start));
    ListError::Malformed(format!("line {line}: {}", Quoted(error.message())))
}

/// The number of the line, from 1, in which a byte stands.
fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}

/// Why a case fails, as far as that is known.
fn reason(group: &Group, report: &CaseReport) -> String {
    let explanation = group.explanation.as_ref().and_then(|it| it.misreadings.first());
    match explanation {
        Some(misreading) => format!("{misreading}: {}", misreading.sentence()),
        None => report.verdict.headline().to_owned(),
    }
}
