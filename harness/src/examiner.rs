//! A subject asked about one position after another, by whichever of its questions serves, and no more
//! often than a bound allows.

use crate::check::{
    self, Asker, Convention, Declined, Given, Judgement, Limits, Observation, Reckoning, Stop,
};
use crate::dcp::{Capability, Declared};
use crate::interrupt;
use crate::subject::{Fault, Subject};
use reference_engine::moves::Move;
use reference_engine::notation;
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use thiserror::Error;

/// Why nothing more is asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// The bound is reached.
    #[error("no more than {0} questions are asked")]
    Spent(u32),
    /// The subject cannot be asked this, or its answer cannot be judged.
    #[error("{0}")]
    Unasked(String),
    /// The subject refuses to answer.
    #[error("it answers `err {} {}`", .0.code, .0.detail)]
    Declined(Declined),
    /// There is no answer.
    #[error("{0}")]
    Fault(#[from] Fault),
}

impl Halt {
    /// Whether nothing can be asked any more: the engine does not start, or the user has stopped.
    pub const fn ends_the_run(&self) -> bool {
        matches!(self, Self::Fault(Fault::NotStarted(_) | Fault::Interrupted))
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Skip(reason) => Self::Unasked(reason),
            Stop::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// A subject that is asked about positions of one variant.
pub struct Examiner<'a> {
    asker: Asker<'a>,
    variant: Variant,
    declared: Declared,
    reckoning: Reckoning,
    most: u32,
    lists: bool,
    divides: bool,
    counts: bool,
}

impl<'a> Examiner<'a> {
    /// Asks about a variant, whose rules are the ones judged by, at most so many questions.
    pub fn new(subject: &'a mut dyn Subject, variant: Variant, limits: Limits, most: u32) -> Self {
        let profile = subject.profile();
        let declared =
            profile.variant(variant.name).cloned().unwrap_or_else(|| Declared::customary(variant.name));
        let (divides, counts) = (profile.can(Capability::Divide), profile.can(Capability::Perft));
        let asker = Asker::new(subject, declared.clone(), variant.board, limits);
        let reckoning = asker.reckoning();
        Self { asker, variant, declared, reckoning, most, lists: true, divides, counts }
    }

    /// The variant, by the rules judged by.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// What the subject declared for it.
    pub const fn declared(&self) -> &Declared {
        &self.declared
    }

    /// How many questions were asked.
    pub const fn asked(&self) -> u32 {
        self.asker.asked()
    }

    /// Whether the subject can be asked for the leaves below each move.
    pub const fn divides(&self) -> bool {
        self.divides
    }

    /// Whether the subject can be asked for the number of leaves.
    pub const fn counts(&self) -> bool {
        self.counts
    }

    /// The moves of a position as the subject lists them: by `moves` or, where it has none, by `divide 1`.
    ///
    /// # Errors
    ///
    /// If there is no list.
    pub fn list(&mut self, position: &Position) -> Result<Observation, Halt> {
        self.allow()?;
        if self.lists {
            match check::ask_moves(position, &mut self.asker) {
                Err(Stop::Skip(_)) => self.lists = false,
                answer => return Ok(answer?),
            }
        }
        if !self.divides {
            return Err(Halt::Unasked("the engine answers neither `moves` nor `divide`".to_owned()));
        }
        Ok(Observation::Moves(self.asker.divide(position, 1, 0)?))
    }

    /// The moves of a position, judged.
    ///
    /// # Errors
    ///
    /// If there is no list.
    pub fn judge(&mut self, position: &Position) -> Result<(Observation, Judgement), Halt> {
        let seen = self.list(position)?;
        let judgement = check::judge_moves(&self.variant, position, &self.declared, &seen);
        Ok((seen, judgement))
    }

    /// The leaves below each move of a position; `None` if the subject does not say.
    ///
    /// # Errors
    ///
    /// If there is no answer, or it is refused.
    pub fn divide(&mut self, position: &Position, depth: u32) -> Result<Option<Vec<Given>>, Halt> {
        if !self.divides {
            return Ok(None);
        }
        self.allow()?;
        let most = self.most_leaves(position, depth);
        told(self.asker.divide(position, depth, most), &mut self.divides)
    }

    /// The number of leaves of a position; `None` if the subject does not say.
    ///
    /// # Errors
    ///
    /// If there is no answer, or it is refused.
    pub fn count(&mut self, position: &Position, depth: u32) -> Result<Option<u128>, Halt> {
        if !self.counts {
            return Ok(None);
        }
        self.allow()?;
        let most = self.most_leaves(position, depth);
        told(self.asker.perft(position, depth, most), &mut self.counts)
    }

    /// The leaves of a position by a way of counting, by the reference.
    pub fn due(&self, convention: Convention, position: &Position, depth: u32) -> u128 {
        self.reckoning.leaves(&self.variant, position, depth, convention)
    }

    /// Whether a number of leaves is right by some way of counting.
    pub fn is_due_somehow(&self, position: &Position, depth: u32, given: u128) -> bool {
        Convention::all().any(|convention| self.due(convention, position, depth) == given)
    }

    /// A move in the subject's words.
    pub fn write(&self, played: &Move) -> String {
        let Declared { squares, notation, .. } = self.declared;
        notation::write(played, self.variant.board, squares, notation)
    }

    fn most_leaves(&self, position: &Position, depth: u32) -> u128 {
        Convention::all().map(|convention| self.due(convention, position, depth)).max().unwrap_or_default()
    }

    fn allow(&self) -> Result<(), Halt> {
        if interrupt::is_requested() {
            return Err(Halt::Fault(Fault::Interrupted));
        }
        if self.asked() >= self.most {
            return Err(Halt::Spent(self.most));
        }
        Ok(())
    }
}

/// What an answer says. A subject that cannot be asked this is not asked again.
fn told<T>(answer: Result<Result<T, Declined>, Stop>, can_be_asked: &mut bool) -> Result<Option<T>, Halt> {
    match answer {
        Ok(Ok(said)) => Ok(Some(said)),
        Ok(Err(declined)) => Err(Halt::Declined(declined)),
        Err(Stop::Skip(_)) => {
            *can_be_asked = false;
            Ok(None)
        }
        Err(stop) => Err(stop.into()),
    }
}
