//! A trial of the diagnosis: an engine with a known misreading is verified, and must be seen through.

use crate::check::Limits;
use crate::diagnose::{Group, Misreading, diagnose};
use crate::fixture::{Loaded, Question, Suite, expectation};
use crate::probe::probe;
use crate::property::draw;
use crate::serve::{Manner, Server};
use crate::subject::InProcess;
use crate::verify::{Plan, Run, verify};
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Identity};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::Variant;

/// Random positions by which two sets of rules are compared, besides the cases.
const DRAWN: u64 = 300;

/// What came of a trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What the engine misreads.
    pub misreading: Misreading,
    /// How many cases it fails.
    pub failing: usize,
    /// How many further questions it was asked.
    pub further: usize,
    /// What the diagnosis says.
    pub named: Vec<Misreading>,
    /// Whether that is right.
    pub outcome: Outcome,
}

/// Whether a diagnosis is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It names the misreading, or what is the same in this variant, and nothing else.
    Named,
    /// It names the misreading and something else too.
    AmongOthers,
    /// It names something else, or nothing.
    Missed,
    /// Nothing fails, and no position shows a difference.
    Unobservable,
    /// Nothing fails, though some position shows a difference.
    Unnoticed,
}

/// The cases of a variant and random positions, for many trials.
pub struct Course<'a> {
    variant: Variant,
    suite: &'a Suite,
    cases: Vec<&'a Loaded>,
    drawn: Vec<Position>,
}

impl<'a> Course<'a> {
    /// The course of a variant. Cases that count leaves are left out: they add nothing here, and take most of
    /// the time.
    pub fn new(variant: Variant, suite: &'a Suite) -> Self {
        let is_asked = |loaded: &&Loaded| {
            loaded.variant.name == variant.name
                && loaded.case.withdrawn.is_none()
                && !matches!(loaded.case.question, Question::Perft { .. } | Question::Divide { .. })
        };
        let cases = suite.cases.iter().filter(is_asked).collect();
        let drawn = (0..DRAWN).map(|number| draw(&variant, 1, number)).collect();
        Self { variant, suite, cases, drawn }
    }

    /// Verifies an engine with a misreading, in this process, and compares the diagnosis with the truth.
    pub fn run(&self, misreading: Misreading) -> Trial {
        let faulty = self.variant.with_rules(misreading.rules);
        let mut subject = InProcess::new(Server::new(vec![faulty], Manner::default()));
        let plan = Plan { variants: vec![self.variant], case: None, limits: Limits::default() };
        let mut run = verify(&mut subject, "", &self.cases, &plan, |_| {});
        let failing = run.reports.iter().filter(|report| report.verdict.is_bad()).count();
        let groups = match failing {
            0 => diagnose(&run),
            _ => probe(&mut run, &mut subject, self.suite, plan.limits, |_| {}),
        };
        let named = named(&groups);
        let outcome = self.outcome(&misreading, &run, &named);
        Trial { misreading, failing, further: run.probes.len(), named, outcome }
    }

    fn outcome(&self, truth: &Misreading, run: &Run, named: &[Misreading]) -> Outcome {
        let is_same = |misreading: &Misreading| self.are_alike(&misreading.rules, &truth.rules);
        if !run.has_failures() {
            let is_right = self.are_alike(&self.variant.rules, &truth.rules);
            return if is_right { Outcome::Unobservable } else { Outcome::Unnoticed };
        }
        match named.iter().filter(|misreading| is_same(misreading)).count() {
            0 => Outcome::Missed,
            some if some == named.len() => Outcome::Named,
            _ => Outcome::AmongOthers,
        }
    }

    /// Whether no case and no random position tells two sets of rules apart.
    fn are_alike(&self, a: &Rules, b: &Rules) -> bool {
        let expected = |rules: &Rules, loaded: &Loaded| {
            expectation(&loaded.case, &self.variant.with_rules(*rules), loaded.names)
        };
        a == b
            || self.drawn.iter().all(|position| moves(a, position) == moves(b, position))
                && self.cases.iter().all(|loaded| expected(a, loaded) == expected(b, loaded))
    }
}

/// What explains everything; nothing where failures remain that are not explained.
fn named(groups: &[Group]) -> Vec<Misreading> {
    match groups {
        [Group { explanation: Some(explanation), .. }] => explanation.misreadings.clone(),
        _ => Vec::new(),
    }
}

fn moves(rules: &Rules, position: &Position) -> Vec<(Identity, Position)> {
    let rulebook = Rulebook::new(*rules);
    let moves = rulebook.moves(position, Counting::Unique);
    let mut told: Vec<_> = moves
        .iter()
        .map(|played| (played.identity(position.board(), Counting::Unique), rulebook.after(position, played)))
        .collect();
    told.sort_by(|a, b| a.0.cmp(&b.0));
    told
}
