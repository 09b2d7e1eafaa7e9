//! Records: the lines of a report in JSON, as they are written and read again. Their fields are the format:
//! `huff schema report` derives its JSON Schema from them.

mod case;
mod diagnosis;
mod read;
mod trace;

pub use case::{CaseRecord, DiffRow, LawRecord};
pub use diagnosis::{DiagnosisRecord, NextBest, RuleRecord, SinceRecord};
pub use read::{ReadError, Recorded};
pub use trace::{DescentRecord, ShrunkRecord, TraceRecord};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Name and number of the format. The number changes when a field changes its meaning or goes.
pub const SCHEMA: &str = "huff-report/2";

/// One line of a report. The header comes first and the footer last: a report without a footer is of a run
/// that was cut off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Line {
    /// What is verified.
    Header(Header),
    /// What came of one case, written as soon as it is known.
    Case(CaseRecord),
    /// What was answered to a further question, asked to find the cause of failures.
    Probe(CaseRecord),
    /// Where a failure comes from.
    Trace(TraceRecord),
    /// Failures with one explanation, or without any.
    Diagnosis(DiagnosisRecord),
    /// What has changed since an earlier run.
    Since(SinceRecord),
    /// How the run ended.
    Footer(Footer),
}

/// What is verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// `huff-report/2`.
    pub schema: String,
    /// Version of huff.
    pub huff: String,
    /// Name and version of the engine.
    pub engine: String,
    /// The command by which it was started, or empty for a built-in generator.
    pub command: String,
    /// What the engine declared for each variant that is verified.
    pub variants: Vec<DeclaredRecord>,
    /// Variants that were to be verified and that the engine does not play.
    pub not_played: Vec<String>,
    /// The random positions, if there are any.
    pub random: Option<SampleRecord>,
}

/// What an engine declared for a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeclaredRecord {
    /// Name of the variant.
    pub id: String,
    /// How it writes moves.
    pub notation: String,
    /// How it names squares.
    pub squares: String,
    /// Which captures it counts as one move.
    pub counts: String,
    /// Whether a finished game counts as one leaf or none above the last ply.
    pub leaves: String,
    /// Rules by which the variant is judged that are not its own, as in `removal=after-sequence`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

/// Random positions of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SampleRecord {
    /// Where the random numbers begin.
    pub seed: u64,
    /// How many positions of each variant.
    pub positions: u64,
}

/// How the run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Footer {
    /// Right answers.
    pub passed: usize,
    /// Everything for which the engine is to blame, unexpected passes included.
    pub failed: usize,
    /// Failures that were expected.
    pub expected: usize,
    /// Cases not asked or not judged.
    pub skipped: usize,
    /// Why the run ended before its last case.
    pub ended_early: Option<String>,
    /// Why no more was asked to find the cause of failures.
    pub search_ended: Option<String>,
}
