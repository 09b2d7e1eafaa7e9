//! The two marks of a case, kept apart: what it answered, and whether that is right.

use super::short;
use crate::verdict::Verdict;
use crate::verify::CaseReport;

/// What was answered, and whether that is right.
pub struct Marks {
    pub answered: String,
    pub judged: &'static str,
}

impl Marks {
    pub fn of(report: &CaseReport) -> Self {
        Self { answered: short(&answered(report)), judged: judged(report) }
    }
}

fn answered(report: &CaseReport) -> String {
    if let Some(observation) = &report.observation {
        return observation.told();
    }
    match (&report.verdict, report.law) {
        (Verdict::Crash(_), _) => "ended without an answer".to_owned(),
        (Verdict::Timeout(_), _) => "nothing in time".to_owned(),
        (Verdict::Protocol(_), _) => "no answer of the protocol".to_owned(),
        (Verdict::StateDependent(_), _) => "one thing, then another".to_owned(),
        (Verdict::Skip(_), _) => "not asked".to_owned(),
        (_, Some(law)) => format!("questions about the law {law}"),
        _ => "something".to_owned(),
    }
}

const fn judged(report: &CaseReport) -> &'static str {
    match (&report.verdict, report.other_reading.is_some()) {
        (Verdict::Pass, _) => "right",
        (Verdict::Skip(_), _) => "not judged",
        (Verdict::Fail(_), false) => "wrong",
        (Verdict::Fail(_), true) => "wrong here, right by another reading",
        (Verdict::StateDependent(_), _) => "not one answer",
        (Verdict::ExpectedFailure(_), _) => "wrong, as expected",
        (Verdict::UnexpectedPass(_), _) => "right, though it was to fail",
        (Verdict::Crash(_) | Verdict::Timeout(_) | Verdict::Protocol(_), _) => "no answer to judge",
    }
}
