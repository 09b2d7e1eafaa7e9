//! A position with its history: what repetition and lack of progress do to a game.

use crate::generator::Generator;
use crate::moves::{Counting, Move};
use crate::outcome::{Outcome, Reason};
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::{NoProgress, Repetition};

/// Plies without a capture or a man's move that make a draw: 40 moves by each side.
const PLIES_WITHOUT_PROGRESS: usize = 80;

/// A game under way, from its first position on.
#[derive(Clone, Debug)]
pub struct Game<G> {
    generator: G,
    positions: Vec<Position>,
    idle_plies: usize,
}

impl<G: Generator> Game<G> {
    /// A game that begins with a position.
    pub fn from(generator: G, position: Position) -> Self {
        Self { generator, positions: vec![position], idle_plies: 0 }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The legal moves now: none once the game is over.
    pub fn moves(&self, counting: Counting) -> Vec<Move> {
        if self.outcome().is_over() {
            return Vec::new();
        }
        self.generator.moves(self.position(), counting)
    }

    /// Plays a move, which is taken to be one of [`Game::moves`].
    pub fn play(&mut self, played: &Move) {
        let mover = self.position().at(played.from).map(|piece| piece.kind);
        let is_progress = played.is_capture() || mover == Some(Kind::Man);
        self.idle_plies = if is_progress { 0 } else { self.idle_plies + 1 };
        self.positions.push(self.generator.after(self.position(), played));
    }

    /// The result, history included.
    pub fn outcome(&self) -> Outcome {
        match self.generator.outcome(self.position()) {
            Outcome::Ongoing => self.by_history().unwrap_or(Outcome::Ongoing),
            over => over,
        }
    }

    fn by_history(&self) -> Option<Outcome> {
        let rules = self.generator.rules();
        let occurrences = self.positions.iter().filter(|earlier| *earlier == self.position()).count();
        if rules.repetition == Repetition::ThirdDraws && occurrences >= 3 {
            return Some(Outcome::Draw { reason: Reason::Repetition });
        }
        let is_idle = self.idle_plies >= PLIES_WITHOUT_PROGRESS;
        (rules.no_progress == NoProgress::FortyEachDraws && is_idle)
            .then_some(Outcome::Draw { reason: Reason::NoProgress })
    }
}
