//! Who stands where, from the side to move: three words, copied and never undone.

use crate::bitboard::{Bits, Layout};
use crate::piece::Kind;
use crate::position::Position;

/// Pieces as sets of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Pieces of the side to move.
    pub own: Bits,
    /// Pieces of the other side.
    pub other: Bits,
    /// Kings of both.
    pub kings: Bits,
}

impl Placement {
    /// The pieces of a position.
    pub fn of<L: Layout>(position: &Position) -> Self {
        let mut placement = Self { own: 0, other: 0, kings: 0 };
        for (square, piece) in position.pieces() {
            let bit = 1 << L::bit(square);
            if piece.color == position.turn() {
                placement.own |= bit;
            } else {
                placement.other |= bit;
            }
            if piece.kind == Kind::King {
                placement.kings |= bit;
            }
        }
        placement
    }

    /// Squares on which nothing stands.
    #[inline(always)]
    pub fn empty<L: Layout>(self) -> Bits {
        L::SQUARES & !(self.own | self.other)
    }

    /// After a man's quiet move; `crowning` is its promotion row.
    #[inline(always)]
    pub fn after_man(self, from: Bits, to: Bits, crowning: Bits) -> Self {
        Self { own: self.other, other: self.own ^ (from | to), kings: self.kings | (to & crowning) }
    }

    /// After a king's quiet move.
    #[inline(always)]
    pub fn after_king(self, from: Bits, to: Bits) -> Self {
        Self { own: self.other, other: self.own ^ (from | to), kings: self.kings ^ (from | to) }
    }

    /// After a man's single jump; `crowning` is its promotion row.
    #[inline(always)]
    pub fn after_jump(self, from: Bits, over: Bits, to: Bits, crowning: Bits) -> Self {
        Self {
            own: self.other ^ over,
            other: self.own ^ (from | to),
            kings: self.kings & !over | to & crowning,
        }
    }

    /// After a capture; `crowning` is the mover's promotion row.
    #[inline(always)]
    pub fn after_capture(self, from: Bits, to: Bits, captured: Bits, crowning: Bits) -> Self {
        let is_king = self.kings & from != 0;
        let crowned = if is_king { to } else { to & crowning };
        Self {
            own: self.other & !captured,
            // A capture may end on its start square.
            other: self.own & !from | to,
            kings: self.kings & !(captured | from) | crowned,
        }
    }
}
