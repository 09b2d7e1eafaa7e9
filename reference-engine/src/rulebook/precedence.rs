//! Which captures must be chosen: an ordering, of which only the greatest remain.

use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::{CapturedKings, KingDuty, Majority, Rules};

/// What a capture is preferred for, the weightiest first. A question that the rules do not ask is left at
/// its least value, so that it decides nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    pieces: usize,
    by_king: bool,
    kings: usize,
}

/// Ranks a capture of the side to move.
pub fn rank(rules: &Rules, position: &Position, capture: &Move) -> Rank {
    let is_king = |square| position.at(square).is_some_and(|piece| piece.kind == Kind::King);
    let mut rank = Rank::default();
    if rules.majority == Majority::MostPieces {
        rank.pieces = capture.captures.len();
    }
    if rules.king_duty == KingDuty::KingFirst {
        rank.by_king = is_king(capture.from);
    }
    if rules.captured_kings == CapturedKings::MostKings {
        rank.kings = capture.captures.iter().filter(|square| is_king(**square)).count();
    }
    rank
}

/// The captures of the greatest rank so far.
#[derive(Default)]
pub struct Choice {
    rank: Rank,
    moves: Vec<Move>,
}

impl Choice {
    /// Considers a capture.
    pub fn offer(&mut self, rank: Rank, capture: Move) {
        if rank > self.rank {
            self.moves.clear();
            self.rank = rank;
        }
        if rank == self.rank {
            self.moves.push(capture);
        }
    }

    /// The captures that remain.
    pub fn into_moves(self) -> Vec<Move> {
        self.moves
    }
}
