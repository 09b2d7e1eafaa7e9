//! Where a failure comes from, as a record.

use super::case::{DiffRow, rows};
use crate::descend::{Descent, Finding};
use crate::trace::{Shrunk, Trace};
use reference_engine::fen;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a failure comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceRecord {
    /// Id of the case.
    pub case: String,
    /// Asked again the engine answers rightly.
    pub is_gone: bool,
    /// The way from a wrong number to a wrong position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descent: Option<DescentRecord>,
    /// That position, or the case's own, as small as it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shrunk: Option<ShrunkRecord>,
}

/// The way from a wrong number to a wrong position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DescentRecord {
    /// The moves to it.
    pub line: Vec<String>,
    /// The position.
    pub position: String,
    /// What kind of thing was found there.
    pub finding: String,
    /// What was found, in a line.
    pub message: String,
    /// How many questions it took.
    pub questions: u32,
    /// Expected and given side by side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<DiffRow>,
}

/// A small position at which the moves are wrong in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShrunkRecord {
    /// The position.
    pub position: String,
    /// Pieces of the position that it was made from.
    pub pieces_before: usize,
    /// Its pieces.
    pub pieces: usize,
    /// What is wrong there, in a line.
    pub message: String,
    /// Expected and given side by side.
    pub rows: Vec<DiffRow>,
    /// Misreadings that explain this answer too.
    pub explained_by: Vec<String>,
    /// How many questions it took.
    pub questions: u32,
    /// Why the search ended though something might still be taken.
    pub ended_early: Option<String>,
}

impl TraceRecord {
    /// The record of a trace.
    pub fn new(case: &str, trace: &Trace) -> Self {
        Self {
            case: case.to_owned(),
            is_gone: trace.is_gone,
            descent: trace.descent.as_ref().map(DescentRecord::from),
            shrunk: trace.shrunk.as_ref().map(ShrunkRecord::from),
        }
    }
}

impl From<&Descent> for DescentRecord {
    fn from(descent: &Descent) -> Self {
        let found = match &descent.finding {
            Finding::Moves(failure) => rows(&failure.rows),
            _ => Vec::new(),
        };
        Self {
            line: descent.line.clone(),
            position: fen::write(&descent.position),
            finding: descent.finding.word().to_owned(),
            message: descent.finding.to_string(),
            questions: descent.questions,
            rows: found,
        }
    }
}

impl From<&Shrunk> for ShrunkRecord {
    fn from(shrunk: &Shrunk) -> Self {
        Self {
            position: fen::write(&shrunk.position),
            pieces_before: shrunk.before.pieces().count(),
            pieces: shrunk.position.pieces().count(),
            message: shrunk.failure.headline.clone(),
            rows: rows(&shrunk.failure.rows),
            explained_by: shrunk.explained_by.iter().map(ToString::to_string).collect(),
            questions: shrunk.questions,
            ended_early: shrunk.ended.clone(),
        }
    }
}
