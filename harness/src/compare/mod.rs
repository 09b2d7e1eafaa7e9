//! Two engines asked the same: where they part, and which rule the difference turns on. Neither is taken
//! to be right; the reference serves as a dictionary of rules.

mod alike;
mod decide;
mod difference;
mod session;

use crate::check::Limits;
use crate::fixture::Suite;
use crate::subject::{Fault, Subject};
use crate::verdict::Row;
use reference_engine::position::Position;
use reference_engine::rules::Setting;
use reference_engine::variants::Variant;
use session::Session;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The variant.
    pub variant: Variant,
    /// How many random games are played.
    pub games: u32,
    /// How many plies each has at most.
    pub plies: u32,
    /// From which the games follow.
    pub seed: u64,
    /// How long an engine may take.
    pub limits: Limits,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// How many positions both were asked about.
    pub compared: usize,
    /// At how many of them they part.
    pub parted: usize,
    /// Differences, each with the positions that it accounts for.
    pub partings: Vec<Parting>,
    /// How many positions at which they part none of these accounts for.
    pub not_looked_into: usize,
    /// Positions about which an engine was asked and gave no answer, with the engine's number and the reason.
    pub unanswered: Vec<(Position, usize, String)>,
    /// Why no more was asked.
    pub ended_early: Option<Fault>,
}

impl Comparison {
    /// Whether something was compared, and nothing was found in which they part or have no answer.
    pub const fn agrees(&self) -> bool {
        self.compared > 0 && self.parted == 0 && self.unanswered.is_empty()
    }
}

/// A difference between two engines.
#[derive(Clone, Debug)]
pub struct Parting {
    /// Where it was met: a case's id, or a random game.
    pub origin: String,
    /// The position where it was met.
    pub met: Position,
    /// The smallest position found at which they part in the same way.
    pub position: Position,
    /// The first engine's moves as expected, the second's as given.
    pub rows: Vec<Row>,
    /// The difference in a line.
    pub headline: String,
    /// The rules on which the difference may turn; empty if no rule that we know tells the two apart.
    pub decisions: Vec<Decision>,
    /// How many of the positions at which they part it accounts for.
    pub accounts_for: usize,
}

/// A rule of which one answer explains the one engine and another answer the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The rule's name.
    pub field: &'static str,
    /// The answers that explain each engine.
    pub answers: [Vec<Setting>; 2],
    /// The reference's own answer.
    pub reference: Setting,
    /// Another rule in which both engines would have to differ from the reference for this to explain them.
    pub besides: Option<Setting>,
}

/// Compares two engines; `told` hears of each position, and whether they part there.
pub fn compare(
    first: &mut dyn Subject,
    second: &mut dyn Subject,
    suite: &Suite,
    plan: &Plan,
    mut told: impl FnMut(bool),
) -> Comparison {
    let mut session = Session::new(first, second, plan);
    if let Err(halt) = session.ask_everywhere(suite, plan, &mut told) {
        session.stop(halt);
    }
    session.conclude()
}
