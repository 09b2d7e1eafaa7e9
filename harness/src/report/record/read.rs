//! A report in JSON lines, read again.

use super::{CaseRecord, DiagnosisRecord, Footer, Header, Line, SCHEMA};
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
    /// The first line is no header.
    #[error("line 1: a report begins with a header of `{SCHEMA}`")]
    NoHeader,
    /// The format is another one.
    #[error("line 1: the format is `{0}`, and this huff reads `{SCHEMA}`; make the report again")]
    OtherSchema(String),
}

impl Recorded {
    /// Reads a report. Its last line may have been cut off in the middle, as the run was.
    ///
    /// # Errors
    ///
    /// If a line is no record, or the header is missing or of another format.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let first = lines.next().ok_or(ReadError::NoHeader)?;
        let mut recorded =
            Self { header: header(first.1)?, cases: Vec::new(), diagnoses: Vec::new(), footer: None };
        let is_whole = text.ends_with('\n');
        let last = text.lines().count().saturating_sub(1);
        for (index, line) in lines {
            match serde_json::from_str(line) {
                Ok(line) => recorded.take(line),
                Err(_) if !is_whole && index == last => {}
                Err(error) => {
                    return Err(ReadError::Line { line: index + 1, reason: error.to_string() });
                }
            }
        }
        Ok(recorded)
    }

    fn take(&mut self, line: Line) {
        match line {
            Line::Case(case) => self.cases.push(case),
            Line::Diagnosis(diagnosis) => self.diagnoses.push(diagnosis),
            Line::Footer(footer) => self.footer = Some(footer),
            Line::Header(_) | Line::Probe(_) | Line::Trace(_) | Line::Since(_) => {}
        }
    }
}

fn header(line: &str) -> Result<Header, ReadError> {
    let value: serde_json::Value = serde_json::from_str(line).map_err(|_| ReadError::NoHeader)?;
    match value["schema"].as_str() {
        Some(SCHEMA) => {}
        Some(other) => return Err(ReadError::OtherSchema(other.escape_debug().to_string())),
        None => return Err(ReadError::NoHeader),
    }
    match serde_json::from_value(value) {
        Ok(Line::Header(header)) => Ok(header),
        Ok(_) => Err(ReadError::NoHeader),
        Err(error) => Err(ReadError::Line { line: 1, reason: error.to_string() }),
    }
}
