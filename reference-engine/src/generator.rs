//! What a move generator offers. Both generators of this crate implement it.

use crate::moves::{Counting, Move};
use crate::outcome::{self, Outcome};
use crate::position::Position;
use crate::rules::Rules;

/// Lists the legal moves of a position under some rules.
pub trait Generator {
    /// The rules that this generator follows.
    fn rules(&self) -> &Rules;

    /// The legal moves, each once under the given counting, in no particular order. A position in which
    /// the game is over has none.
    fn moves(&self, position: &Position, counting: Counting) -> Vec<Move>;

    /// The position after a legal move, as the rules have it.
    fn after(&self, position: &Position, played: &Move) -> Position {
        position.after(played)
    }

    /// How many moves [`Generator::moves`] lists.
    fn count(&self, position: &Position, counting: Counting) -> usize {
        self.moves(position, counting).len()
    }

    /// The result of a position, history apart.
    fn outcome(&self, position: &Position) -> Outcome {
        let by_material = outcome::by_material(self.rules(), position);
        by_material.unwrap_or_else(|| {
            let has_move = self.count(position, Counting::Unique) > 0;
            outcome::by_mobility(self.rules(), position, has_move)
        })
    }
}
