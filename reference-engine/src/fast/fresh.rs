//! The captures that a quiet move makes possible, where there were none before.
//!
//! A man can then jump the piece that has moved, or another, to the square that was left. Second and third
//! jumps meet neither square again, as adding up the steps shows, with one exception: from the square that was
//! left a man may jump the piece that left it. So what can follow is known before any move is made, and
//! three jumps are too few to come back to where the man began or to take the same pieces in another order.

use super::directions::{Sets, against, along, meet, on_or_turning};
use super::ruleset::{Ruleset, Side, men_capture};
use super::steps::Steps;
use crate::bitboard::{Bits, DIRECTIONS, Layout};

/// For each direction in which men capture, what quiet moves of the other side meet there.
pub struct Fresh {
    /// Squares next to a man.
    next: Sets,
    /// Squares with an empty square behind.
    before_empty: Sets,
    /// Squares behind a piece next to a man: once left, the piece can be jumped.
    uncovered: Sets,
    /// Squares from which a man that has landed there by a jump in this direction can jump on.
    goes_on: Sets,
}

/// What becomes of the quiet moves in one direction.
#[derive(Clone, Copy, Default)]
pub struct Made {
    /// End squares of moves after which nothing can be captured.
    pub nothing: Bits,
    /// End squares of moves after which some capture goes on to a second piece.
    pub more: Bits,
    /// The number of captures after all other moves; each is of one piece.
    pub singles: u32,
}

impl Fresh {
    /// For men of a side whose steps are known and who can capture nothing, with pieces of the other side.
    #[inline(always)]
    pub fn of<R: Ruleset, S: Side>(steps: &Steps, other: Bits, empty: Bits) -> Self {
        let next = steps.in_each_direction();
        let before_empty = against::<R, S>([empty; DIRECTIONS]);
        let from = against::<R, S>(meet(before_empty, [other; DIRECTIONS]));
        let uncovered = along::<R, S>(meet(next, [other; DIRECTIONS]));
        Self { next, before_empty, uncovered, goes_on: on_or_turning(from) }
    }

    /// Sorts the quiet moves in a direction by what they make possible.
    #[inline(always)]
    pub fn made<R: Ruleset, S: Side, const D: usize>(&self, targets: Bits) -> Made {
        let first = [
            self.first::<R, S, D, 0, 2>(targets),
            self.first::<R, S, D, 1, 3>(targets),
            self.first::<R, S, D, 2, 0>(targets),
            self.first::<R, S, D, 3, 1>(targets),
        ];
        let captures = first.iter().fold(0, |set, first| set | first.moved | first.left);
        let more = first.iter().fold(0, |set, first| set | first.goes_on);
        let singles =
            first.iter().map(|first| (first.moved & !more).count_ones() + (first.left & !more).count_ones());
        Made { nothing: targets & !captures, more, singles: singles.sum() }
    }

    /// First jumps in the direction `F`, whose opposite is `BACK`, after quiet moves in the direction `D`.
    #[inline(always)]
    fn first<R: Ruleset, S: Side, const D: usize, const F: usize, const BACK: usize>(
        &self,
        targets: Bits,
    ) -> First {
        if !men_capture::<R, S>(F) {
            return First::default();
        }
        // A piece that has come towards a man has left the square behind it.
        let behind = if D == BACK { Bits::MAX } else { self.before_empty[F] };
        let moved = targets & self.next[F] & behind;
        let left = targets & R::Layout::step::<D>(self.uncovered[F]);
        // The next piece may be the one that has just left.
        let over_moved = if D == BACK { 0 } else { self.before_empty[D] };
        let moved_goes_on = moved & R::Layout::step::<BACK>(self.goes_on[F]);
        let left_goes_on = left & (R::Layout::step::<D>(self.goes_on[F]) | over_moved);
        First { moved, left, goes_on: moved_goes_on | left_goes_on }
    }
}

/// First jumps in one direction, as sets of the end squares of the moves that make them possible.
#[derive(Clone, Copy, Default)]
struct First {
    /// Over the piece that has moved.
    moved: Bits,
    /// Over another piece, to the square that was left.
    left: Bits,
    /// Those of both that go on.
    goes_on: Bits,
}
