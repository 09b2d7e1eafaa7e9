//! How many verdicts of each kind.

use crate::verdict::Verdict;
use crate::verify::CaseReport;

/// Numbers of verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Right answers.
    pub passed: usize,
    /// Everything that is not as it should be, unexpected passes included.
    pub failed: usize,
    /// Failures that were expected.
    pub expected: usize,
    /// Cases not asked or not judged.
    pub skipped: usize,
}

impl Tally {
    /// Counts some reports.
    pub fn of<'a>(reports: impl Iterator<Item = &'a CaseReport>) -> Self {
        let mut tally = Self::default();
        for report in reports {
            match report.verdict {
                Verdict::Pass => tally.passed += 1,
                Verdict::Skip(_) => tally.skipped += 1,
                Verdict::ExpectedFailure(_) => tally.expected += 1,
                _ => tally.failed += 1,
            }
        }
        tally
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.expected > 0 {
            write!(formatter, ", {} failed as expected", self.expected)?;
        }
        if self.skipped > 0 {
            write!(formatter, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}
