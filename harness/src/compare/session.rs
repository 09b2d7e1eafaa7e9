//! The two engines asked side by side, and what they answered differently looked into.

use super::alike::{after, is_alike};
use super::decide::is_same_cause;
use super::difference::{Difference, Table};
use super::{Comparison, Parting, Plan};
use crate::check::{Given, Observation};
use crate::examiner::{Examiner, Halt};
use crate::fixture::{Level, Loaded, Question, Suite};
use crate::playout;
use crate::shrink::{Ended, shrink};
use crate::subject::Subject;
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::collections::HashMap;

/// The most positions that are tried to find a smaller one.
const SMALLER: u32 = 200;
/// How many differences are looked into.
const PARTINGS: usize = 5;

/// A position with what both answered.
pub(super) struct Seen {
    pub position: Position,
    pub origin: String,
    pub answers: [Observation; 2],
}

/// Moves, or the word that there is no such position. Any other refusal says that the engine cannot answer, and
/// nothing of how it plays.
fn answered(seen: Observation) -> Result<Observation, Halt> {
    match seen.declined() {
        Some(declined) if declined.code != "position" => Err(Halt::Declined(declined.clone())),
        _ => Ok(seen),
    }
}

/// Two engines and what was heard of them.
pub(super) struct Session<'a> {
    pub variant: Variant,
    pub sides: [Examiner<'a>; 2],
    /// Positions asked about, as indices into `seen`; `None` where an answer is missing.
    known: HashMap<Position, Option<usize>>,
    pub seen: Vec<Seen>,
    comparison: Comparison,
}

impl<'a> Session<'a> {
    pub fn new(first: &'a mut dyn Subject, second: &'a mut dyn Subject, plan: &Plan) -> Self {
        let examiner = |subject| Examiner::new(subject, plan.variant, plan.limits, u32::MAX);
        Self {
            variant: plan.variant,
            sides: [examiner(first), examiner(second)],
            known: HashMap::new(),
            seen: Vec::new(),
            comparison: Comparison::default(),
        }
    }

    pub fn ask_everywhere(
        &mut self,
        suite: &Suite,
        plan: &Plan,
        told: &mut impl FnMut(bool),
    ) -> Result<(), Halt> {
        let of_variant = suite.cases.iter().filter(|loaded| loaded.variant.name == plan.variant.name);
        // Engines may answer a `may` case either way; about a refusal there is nothing to ask.
        let is_asked = |loaded: &&Loaded| {
            loaded.case.level != Level::May && !matches!(loaded.case.question, Question::Refuse)
        };
        for loaded in of_variant.filter(is_asked) {
            if let Ok(position) = plan.variant.read(&loaded.case.position) {
                self.meet(&position, &loaded.case.id, told)?;
            }
        }
        for game in 0..plan.games {
            let origin = format!("random game {} of seed {}", game + 1, plan.seed);
            // Seeds that follow each other give games that have nothing to do with each other.
            let seed = plan.seed.wrapping_add(u64::from(game).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            playout::play(plan.variant.start(), plan.plies, seed, |here| {
                let index = self.meet(here, &origin, told)?;
                Ok::<_, Halt>(index.map(|index| self.shared(index)).unwrap_or_default())
            })?;
        }
        Ok(())
    }

    /// Asks both about a position, unless it is known. `None` if an answer is missing.
    fn meet(
        &mut self,
        position: &Position,
        origin: &str,
        told: &mut impl FnMut(bool),
    ) -> Result<Option<usize>, Halt> {
        if let Some(index) = self.known.get(position) {
            return Ok(*index);
        }
        let answers = self.ask(position)?;
        let index = answers.map(|answers| {
            told(self.difference(position, &answers).is_some());
            self.seen.push(Seen { position: *position, origin: origin.to_owned(), answers });
            self.seen.len() - 1
        });
        self.known.insert(*position, index);
        Ok(index)
    }

    fn ask(&mut self, position: &Position) -> Result<Option<[Observation; 2]>, Halt> {
        let mut answers = Vec::new();
        for (number, side) in self.sides.iter_mut().enumerate() {
            match side.list(position).and_then(answered) {
                Ok(seen) => answers.push(seen),
                Err(halt) if halt.ends_the_run() => return Err(halt),
                Err(halt) => {
                    self.comparison.unanswered.push((*position, number, halt.to_string()));
                    return Ok(None);
                }
            }
        }
        Ok(answers.try_into().ok())
    }

    fn difference(&self, position: &Position, answers: &[Observation; 2]) -> Option<Difference> {
        let names = self.sides[0].declared().squares;
        Table { position, names, answers }.difference()
    }

    /// The positions after the moves that both list.
    fn shared(&self, index: usize) -> Vec<Position> {
        let Seen { position, answers: [first, second], .. } = &self.seen[index];
        let (Observation::Moves(Ok(first)), Observation::Moves(Ok(second))) = (first, second) else {
            return Vec::new();
        };
        let also_given = |given: &&Given| second.iter().any(|other| is_alike(given, other));
        first.iter().filter(also_given).filter_map(|given| after(&self.variant, position, given)).collect()
    }

    pub fn stop(&mut self, halt: Halt) {
        if let Halt::Fault(fault) = halt {
            self.comparison.ended_early = Some(fault);
        }
    }

    /// Looks into the differences, the smallest position first; what one explains is not looked into again.
    pub fn conclude(mut self) -> Comparison {
        let is_parting = |seen: &&Seen| self.difference(&seen.position, &seen.answers).is_some();
        let mut left: Vec<usize> =
            (0..self.seen.len()).filter(|index| is_parting(&&self.seen[*index])).collect();
        // What a rule explains comes first, so that it is not crowded out by what none does.
        left.sort_by_cached_key(|index| {
            let Seen { position, answers, .. } = &self.seen[*index];
            (self.fields(position, answers).is_empty(), position.pieces().count())
        });
        self.comparison.compared = self.seen.len();
        self.comparison.parted = left.len();
        while let Some(index) = left.first().copied() {
            if self.comparison.partings.len() == PARTINGS || self.comparison.ended_early.is_some() {
                break;
            }
            let mut parting = self.look_into(index);
            let (accounted, others): (Vec<usize>, Vec<usize>) = left
                .into_iter()
                .partition(|other| parting.decisions.iter().any(|decision| self.accounts(decision, *other)));
            parting.accounts_for = accounted.len();
            left = others;
            left.retain(|other| *other != index);
            self.comparison.partings.push(parting);
        }
        self.comparison.not_looked_into = left.len();
        self.comparison
    }

    fn look_into(&mut self, index: usize) -> Parting {
        let met = self.seen[index].position;
        let mut answers = self.seen[index].answers.clone();
        let manner = self.difference(&met, &answers).map(|difference| difference.manner);
        let fields = self.fields(&met, &answers);
        let smallest = shrink(&self.variant.clone(), &met, SMALLER, |candidate| {
            let Some(given) = self.ask_quietly(candidate)? else { return Ok(false) };
            let is_same = self.difference(candidate, &given).map(|it| it.manner) == manner
                && is_same_cause(&fields, &self.fields(candidate, &given));
            if is_same {
                answers = given;
            }
            Ok::<_, Halt>(is_same)
        });
        if let Some(Ended::Halted(halt)) = smallest.ended {
            self.stop(halt);
        }
        let difference = self.difference(&smallest.position, &answers);
        let (rows, headline) = difference.map(|it| (it.rows, it.headline)).unwrap_or_default();
        Parting {
            origin: self.seen[index].origin.clone(),
            met,
            position: smallest.position,
            rows,
            headline,
            decisions: self.decide(&smallest.position, &answers),
            accounts_for: 0,
        }
    }

    /// Asks about a candidate; one that an engine does not answer is none, and not held against it.
    fn ask_quietly(&mut self, position: &Position) -> Result<Option<[Observation; 2]>, Halt> {
        let noted = self.comparison.unanswered.len();
        let answers = self.ask(position);
        self.comparison.unanswered.truncate(noted);
        answers
    }
}
