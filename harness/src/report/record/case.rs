//! What came of one case, as a record.

use crate::verdict::{Mark, Row};
use crate::verify::CaseReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What came of one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseRecord {
    /// Id of the case.
    pub id: String,
    /// Name of the variant.
    pub variant: String,
    /// Kind of the question.
    pub kind: String,
    /// Whether the answer must, should or may be so.
    pub level: String,
    /// The position.
    pub position: String,
    /// Rulings that decide the case, the decisive one first.
    pub rulings: Vec<String>,
    /// `pass`, `fail`, `crash`, `timeout`, `protocol`, `state-dependent`, `skip`, `expected-failure` or
    /// `unexpected-pass`.
    pub verdict: String,
    /// How long it took.
    pub milliseconds: f64,
    /// The law that was tried in the position, instead of the case's own question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<LawRecord>,
    /// What there is to say, in a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Expected and given side by side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<DiffRow>,
    /// The other reading of an open ruling by which the answer would be right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_reading: Option<String>,
    /// What was noticed besides. The line is written before other answers are known: a way of counting that is
    /// named here is inferred from this answer alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A law that holds in any position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LawRecord {
    /// Its name.
    pub name: String,
    /// What it says.
    pub sentence: String,
}

/// One row of expected and given side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiffRow {
    /// `same`, `changed`, `missing` or `extra`.
    pub mark: String,
    /// What was expected; empty if nothing.
    pub expected: String,
    /// What was given; empty if nothing.
    pub given: String,
}

impl From<&CaseReport> for CaseRecord {
    fn from(report: &CaseReport) -> Self {
        let case = &report.loaded.case;
        let law =
            report.law.map(|law| LawRecord { name: law.to_string(), sentence: law.sentence().to_owned() });
        Self {
            id: case.id.clone(),
            variant: report.loaded.variant.name.to_owned(),
            kind: case.question.kind().to_owned(),
            level: case.level.to_string(),
            position: case.position.clone(),
            rulings: case.rulings.clone(),
            verdict: report.verdict.kind().to_string(),
            milliseconds: report.elapsed.as_secs_f64() * 1000.0,
            law,
            message: Some(report.verdict.headline().to_owned()).filter(|text| !text.is_empty()),
            rows: report.verdict.failure().map(|failure| rows(&failure.rows)).unwrap_or_default(),
            other_reading: report.other_reading.as_ref().map(ToString::to_string),
            notes: report.notes.clone(),
        }
    }
}

/// Rows as records.
pub fn rows(rows: &[Row]) -> Vec<DiffRow> {
    rows.iter().map(DiffRow::from).collect()
}

impl From<&Row> for DiffRow {
    fn from(row: &Row) -> Self {
        let mark = match row.mark {
            Mark::Same => "same",
            Mark::Changed => "changed",
            Mark::Missing => "missing",
            Mark::Extra => "extra",
        };
        Self { mark: mark.to_owned(), expected: row.expected.clone(), given: row.given.clone() }
    }
}

impl CaseRecord {
    /// Whether the engine answered rightly; `None` if that is not known.
    pub fn is_right(&self) -> Option<bool> {
        match &*self.verdict {
            "skip" => None,
            "pass" | "unexpected-pass" => Some(true),
            _ => Some(false),
        }
    }
}
