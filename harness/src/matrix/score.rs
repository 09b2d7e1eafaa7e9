//! How many cases of some were answered rightly.

use crate::report::record::CaseRecord;
use std::fmt::{self, Display, Formatter};

/// Numbers of cases by what came of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Right answers, those included that were expected to be wrong.
    pub passed: usize,
    /// Wrong answers, and none where one was due.
    pub failed: usize,
    /// Wrong answers that were expected.
    pub expected: usize,
    /// Cases not asked or not judged.
    pub skipped: usize,
    /// Those of the failed to which no answer came that could be judged: a crash, or nothing in time.
    pub unanswered: usize,
    /// Those of the wrong that would be right by another reading of an open ruling.
    pub other_reading: usize,
    /// Id of the first case that was answered wrongly.
    pub first_wrong: Option<String>,
}

impl Score {
    /// Counts some cases.
    pub fn of<'a>(cases: impl Iterator<Item = &'a CaseRecord>) -> Self {
        let mut score = Self::default();
        for case in cases {
            score.add(case);
        }
        score
    }

    fn add(&mut self, case: &CaseRecord) {
        match case.is_right() {
            None => self.skipped += 1,
            Some(true) => self.passed += 1,
            Some(false) => self.add_wrong(case),
        }
    }

    fn add_wrong(&mut self, case: &CaseRecord) {
        match &*case.verdict {
            "expected-failure" => self.expected += 1,
            "fail" => self.failed += 1,
            _ => {
                self.failed += 1;
                self.unanswered += 1;
            }
        }
        self.other_reading += usize::from(case.other_reading.is_some());
        if self.first_wrong.is_none() {
            self.first_wrong = Some(case.id.clone());
        }
    }

    /// Cases answered wrongly, expected or not.
    pub const fn wrong(&self) -> usize {
        self.failed + self.expected
    }

    /// Cases about which something is known.
    pub const fn judged(&self) -> usize {
        self.passed + self.wrong()
    }

    /// The score in a cell: `✓ 12`, `✕ 3 of 12`, or `–` if nothing was judged.
    pub fn sign(&self) -> String {
        match (self.wrong(), self.judged()) {
            (_, 0) => "–".to_owned(),
            (0, judged) => format!("✓ {judged}"),
            (wrong, judged) => format!("✕ {wrong} of {judged}"),
        }
    }
}

/// As in `12 passed, 3 failed (1 without an answer)`.
impl Display for Score {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if self.judged() + self.skipped == 0 {
            return formatter.write_str("not judged");
        }
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.unanswered > 0 {
            write!(formatter, " ({} without one answer to judge)", self.unanswered)?;
        }
        for (number, what) in [
            (self.expected, "failed as expected"),
            (self.skipped, "skipped"),
            (self.other_reading, "right by another reading of an open ruling"),
        ] {
            if number > 0 {
                write!(formatter, ", {number} {what}")?;
            }
        }
        Ok(())
    }
}
