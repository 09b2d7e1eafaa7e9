//! A report in JSON lines, read again.

use super::{CaseRecord, DiagnosisRecord, Footer, Header, Line, SCHEMA};
use crate::verdict::VerdictKind;
use reference_engine::quote::Quoted;
use thiserror::Error;

/// A run as it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// What was verified.
    pub header: Header,
    /// What came of each case.
    pub cases: Vec<CaseRecord>,
    /// The diagnoses.
    pub diagnoses: Vec<DiagnosisRecord>,
    /// How the run ended; none if it was cut off.
    pub footer: Option<Footer>,
}

/// Why a text is no report.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// A line does not follow the format.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// There is no line.
    #[error("line 1: there is none; a report begins with a header of `{SCHEMA}`")]
    Empty,
    /// The first line is no header.
    #[error("line {line}: a report begins with a header of `{SCHEMA}`, and not with `{}`", Quoted(.found))]
    NoHeader {
        /// Its number, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// The format is another one.
    #[error("line {line}: the format is `{}`, and this huff reads `{SCHEMA}`; make the report again", Quoted(.found))]
    OtherSchema {
        /// The number of the line that says so, from 1.
        line: usize,
        /// The format.
        found: String,
    },
}

impl ReadError {
    fn line(line: usize, reason: impl ToString) -> Self {
        Self::Line { line, reason: Quoted(&reason.to_string()).to_string() }
    }
}

impl Recorded {
    /// Reads a report. Its last line may have been cut off in the middle, as the run was.
    ///
    /// # Errors
    ///
    /// If a line is no record, or the header is missing or of another format.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (first, text_of_it) = lines.next().ok_or(ReadError::Empty)?;
        let header = header(first + 1, text_of_it)?;
        let mut recorded = Self { header, cases: Vec::new(), diagnoses: Vec::new(), footer: None };
        let is_whole = text.ends_with('\n');
        let last = text.lines().count().saturating_sub(1);
        for (index, line) in lines {
            match serde_json::from_str(line) {
                Ok(line) => recorded.take(line).map_err(|reason| ReadError::line(index + 1, reason))?,
                Err(_) if !is_whole && index == last => {}
                Err(error) => return Err(ReadError::line(index + 1, error)),
            }
        }
        Ok(recorded)
    }

    fn take(&mut self, line: Line) -> Result<(), String> {
        if self.footer.is_some() {
            return Err("a line behind the footer, which ends a report".to_owned());
        }
        match line {
            Line::Header(_) => return Err("a second header; a report has one, in its first line".to_owned()),
            Line::Case(case) if case.verdict.parse::<VerdictKind>().is_err() => {
                return Err(format!("`{}` is not a verdict", Quoted(&case.verdict)));
            }
            Line::Case(case) => self.cases.push(case),
            Line::Diagnosis(diagnosis) => self.diagnoses.push(diagnosis),
            Line::Footer(footer) => self.footer = Some(footer),
            Line::Probe(_) | Line::Trace(_) | Line::Since(_) => {}
        }
        Ok(())
    }
}

fn header(line: usize, text: &str) -> Result<Header, ReadError> {
    let no_header = || ReadError::NoHeader { line, found: text.to_owned() };
    let value: serde_json::Value = serde_json::from_str(text).map_err(|_| no_header())?;
    match value["schema"].as_str() {
        Some(SCHEMA) => {}
        Some(other) => return Err(ReadError::OtherSchema { line, found: other.to_owned() }),
        None => return Err(no_header()),
    }
    match serde_json::from_value(value) {
        Ok(Line::Header(header)) => Ok(header),
        Ok(_) => Err(no_header()),
        Err(error) => Err(ReadError::line(line, error)),
    }
}
