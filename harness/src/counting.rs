//! One way of counting for a whole run.
//!
//! One answer may be right by several ways of counting, and what is inferred from it alone may contradict what is
//! inferred from the next. Here they are looked at together: one way that makes every answer right is named for
//! all, and where there is none that is said.

use crate::check::{self, Convention, Judgement};
use crate::dcp::Declared;
use crate::fixture::{Level, Question};
use crate::verdict::Verdict;
use crate::verify::{CaseReport, Run};
use reference_engine::moves::Counting;
use reference_engine::variants::Variant;
use strum::VariantArray;

/// What is counted: an engine may list captures in one way and count leaves in another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    Moves,
    Leaves,
}

impl Counted {
    const fn by(question: &Question) -> Option<Self> {
        match question {
            Question::Moves => Some(Self::Moves),
            Question::Perft { .. } | Question::Divide { .. } => Some(Self::Leaves),
            _ => None,
        }
    }
}

/// What is said besides where the same cannot be said of all.
const FOR_SOME: &str = "but no one way of counting makes all such answers right";

/// Says the same of all right answers of a run that are not counted as is declared, as far as the same can be said.
pub fn settle(run: &mut Run) {
    for variant in run.variants.clone() {
        let Some(declared) = run.declared_of(variant.name).cloned() else { continue };
        for counted in [Counted::Moves, Counted::Leaves] {
            let is_one = |report: &&mut CaseReport| {
                report.loaded.variant.name == variant.name && is_counted(report, counted)
            };
            let reports: Vec<&mut CaseReport> = run.reports.iter_mut().filter(is_one).collect();
            Together { variant, declared: &declared }.settle(reports);
        }
    }
}

/// Whether something was counted, and rightly by some way of counting. Of a `may` case every answer is.
fn is_counted(report: &CaseReport, counted: Counted) -> bool {
    let case = &report.loaded.case;
    let is_right = report.verdict == Verdict::Pass && case.level != Level::May;
    is_right && report.observation.is_some() && Counted::by(&case.question) == Some(counted)
}

/// Right answers of one kind about one variant.
struct Together<'a> {
    variant: Variant,
    declared: &'a Declared,
}

impl Together<'_> {
    fn settle(&self, mut reports: Vec<&mut CaseReport>) {
        if reports.iter().all(|report| report.notes.is_empty()) {
            return;
        }
        let declared = Convention::declared(self.declared);
        let is_by = |report: &CaseReport, convention| self.notes(report, convention) == Some(Vec::new());
        let common = Convention::nearest(declared, |it| reports.iter().all(|report| is_by(report, it)));
        for report in reports.iter_mut().filter(|report| !report.notes.is_empty()) {
            let notes = self.notes(report, declared).unwrap_or_default().into_iter();
            report.notes = match common {
                Some(fitting) => notes.map(|note| renamed(&note, fitting, declared)).collect(),
                None => notes.map(|note| format!("{note}, {FOR_SOME}")).collect(),
            };
        }
    }

    /// What there is to say of an answer that is right if a convention were declared; nothing if it is counted so.
    fn notes(&self, report: &CaseReport, convention: Convention) -> Option<Vec<String>> {
        let Convention { counting, finished_leaves } = convention;
        let declared = Declared { counts: counting, finished_leaves, ..self.declared.clone() };
        let judge = |seen| check::judge(&report.loaded, &self.variant.rules, &declared, seen);
        match report.observation.as_ref().map(judge)? {
            Judgement::Right(notes) => Some(notes),
            _ => None,
        }
    }
}

/// A note with another convention in place of the one that was inferred from the answer alone.
fn renamed(note: &str, fitting: Convention, declared: Convention) -> String {
    let is_of_a_list = |counting: &Counting| note == check::listed_by(*counting, declared.counting);
    if Counting::VARIANTS.iter().any(is_of_a_list) {
        return check::listed_by(fitting.counting, declared.counting);
    }
    check::misdeclared(fitting, declared)
}
