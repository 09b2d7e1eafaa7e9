//! What the captures of a side's men depend on: the squares that the other side's quiet moves must leave
//! alone, so that the captures stay as they are.

use super::directions::{Sets, against, along, join, meet, union};
use super::ruleset::{Ruleset, Side};
use super::steps::{Hits, Steps};
use crate::bitboard::{Bits, DIRECTIONS};

/// Squares that matter for captures by men. The sets may hold more than those, never less.
pub struct Reach {
    /// For each direction, the squares next to a man, or to a square where some capture lands: only there
    /// can a piece be jumped in that direction.
    next: Sets,
    /// Squares that a piece cannot leave without changing what can be captured.
    pub from: Bits,
    /// Squares that a piece cannot go to without changing it.
    pub to: Bits,
}

impl Reach {
    /// The reach of men whose steps and first jumps are known, over pieces of the other side.
    #[inline(always)]
    pub fn of<R: Ruleset, S: Side>(steps: &Steps, hits: &Hits, other: Bits, empty: Bits) -> Self {
        // A man that goes round may land where it started.
        let open = if R::MEN_CAPTURE_BACK { empty | hits.jumpers::<R>() } else { empty };
        let behind = against::<R, S>([open; DIRECTIONS]);
        let exposed = meet(behind, [other; DIRECTIONS]);
        let mut next = steps.in_each_direction();
        let mut jumped = meet(next, exposed);
        loop {
            let landed = union(along::<R, S>(jumped));
            next = join(next, along::<R, S>([landed; DIRECTIONS]));
            let further = meet(next, exposed);
            if further == jumped {
                break;
            }
            jumped = further;
        }
        let landings = union(along::<R, S>(jumped));
        let uncovered = union(along::<R, S>(meet(next, [other; DIRECTIONS])));
        Self {
            next,
            // A jumped piece is gone; or the square behind another is free.
            from: union(jumped) | uncovered,
            // A piece comes to be jumped; or the square behind another is taken.
            to: union(meet(next, behind)) | landings,
        }
    }

    /// Squares where a piece can be jumped that goes there in a direction, because it has come from the
    /// square behind.
    #[inline(always)]
    pub const fn towards(&self, direction: usize) -> Bits {
        self.next[(direction + 2) % DIRECTIONS]
    }
}
