//! What a subject has answered about one variant, as far as it says something about the rules.

use super::Misreading;
use crate::check::{self, Judgement};
use crate::dcp::Declared;
use crate::fixture::{Level, Question};
use crate::verify::CaseReport;
use reference_engine::rules::Rules;

/// Answers that an explanation must account for.
pub struct Evidence<'a> {
    declared: &'a Declared,
    /// Wrong answers, each with its place among the reports, if it has one.
    pub failing: Vec<Wrong<'a>>,
    /// Right answers.
    pub passing: Vec<&'a CaseReport>,
    /// How many of the right answers are to further questions.
    pub passing_further: usize,
}

/// A wrong answer.
pub struct Wrong<'a> {
    /// Its place among the reports; none if it is to a further question.
    pub place: Option<usize>,
    /// The report.
    pub report: &'a CaseReport,
}

/// How a misreading fares.
pub struct Score {
    /// The misreading.
    pub misreading: Misreading,
    /// Wrong answers that it explains, by their places in the evidence.
    pub explained: Vec<usize>,
}

impl<'a> Evidence<'a> {
    /// The answers among some reports, all of one variant, and among answers to further questions.
    pub fn new(
        declared: &'a Declared,
        reports: impl Iterator<Item = (usize, &'a CaseReport)>,
        further: impl Iterator<Item = &'a CaseReport>,
    ) -> Self {
        // A `may` case passes whatever is answered, so its answer says nothing about the rules.
        let is_right = |report: &CaseReport| {
            report.verdict.is_right() == Some(true) && report.loaded.case.level != Level::May
        };
        let mut evidence = Self { declared, failing: Vec::new(), passing: Vec::new(), passing_further: 0 };
        let reports = reports.map(|(place, report)| (Some(place), report));
        let further = further.map(|report| (None, report));
        let is_evidence = |report: &CaseReport| report.observation.is_some();
        for (place, report) in reports.chain(further).filter(|(_, report)| is_evidence(report)) {
            if report.verdict.is_failure() {
                evidence.failing.push(Wrong { place, report });
            } else if is_right(report) {
                evidence.passing.push(report);
                evidence.passing_further += usize::from(place.is_none());
            }
        }
        // Counting leaves under every hypothesis would take long: that comes last.
        evidence.passing.sort_by_key(|report| is_count(report));
        evidence
    }

    /// Forgets wrong answers that are explained, by their places.
    pub fn leave_out(&mut self, explained: &[usize]) {
        let failing = std::mem::take(&mut self.failing).into_iter().enumerate();
        self.failing =
            failing.filter(|(place, _)| !explained.contains(place)).map(|(_, wrong)| wrong).collect();
    }

    /// The misreadings that explain some failure and contradict no right answer. The cheap questions are judged
    /// first, and the counts only under what is left.
    pub fn sound(&self, misreadings: impl IntoIterator<Item = Misreading>) -> Vec<Score> {
        let score = |misreading: Misreading| {
            let rules = &misreading.rules;
            let cheap = || self.failing.iter().filter(|wrong| !is_count(wrong.report));
            let only_counts = cheap().next().is_none();
            if !only_counts && !cheap().any(|wrong| self.explains(wrong.report, rules)) {
                return None;
            }
            if !self.explains_what_passes(rules) {
                return None;
            }
            let explained = self.failing.iter().enumerate();
            let explained = explained.filter(|(_, wrong)| self.explains(wrong.report, rules));
            let explained: Vec<usize> = explained.map(|(index, _)| index).collect();
            let is_sound = !explained.is_empty() && self.keeps_its_word(&misreading, &explained);
            is_sound.then_some(Score { misreading, explained })
        };
        misreadings.into_iter().filter_map(score).collect()
    }

    /// Whether a misreading explains most of the failures that it foretells. One that foretells four and
    /// explains one names a rule that the engine knows: it has failed in some other way.
    fn keeps_its_word(&self, misreading: &Misreading, explained: &[usize]) -> bool {
        let is_foretold = |wrong: &Wrong<'_>| misreading.is_foretold_by(&wrong.report.loaded.case.kills);
        let foretold = self.failing.iter().filter(|wrong| is_foretold(wrong)).count();
        2 * explained.len() >= foretold
    }

    /// Whether a misreading explains every answer, right and wrong.
    pub fn is_explained_by(&self, misreading: &Misreading) -> bool {
        let explains = |report: &CaseReport| self.explains(report, &misreading.rules);
        let (counts, cheap): (Vec<&Wrong<'_>>, Vec<&Wrong<'_>>) =
            self.failing.iter().partition(|wrong| is_count(wrong.report));
        cheap.iter().all(|wrong| explains(wrong.report))
            && self.explains_what_passes(&misreading.rules)
            && counts.iter().all(|wrong| explains(wrong.report))
    }

    fn explains_what_passes(&self, rules: &Rules) -> bool {
        self.passing.iter().all(|report| self.explains(report, rules))
    }

    fn explains(&self, report: &CaseReport, rules: &Rules) -> bool {
        explains(self.declared, report, rules)
    }
}

/// Whether an answer may be right under some rules.
pub fn explains(declared: &Declared, report: &CaseReport, rules: &Rules) -> bool {
    let Some(observation) = &report.observation else { return false };
    !matches!(check::judge(&report.loaded, rules, declared, observation), Judgement::Wrong(_))
}

/// Whether leaves were asked for.
pub fn is_count(report: &CaseReport) -> bool {
    matches!(report.loaded.case.question, Question::Perft { .. } | Question::Divide { .. })
}
