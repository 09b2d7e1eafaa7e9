//! A set of squares for each direction in which men capture.

use super::ruleset::{Ruleset, Side, men_capture};
use crate::bitboard::{Bits, DIRECTIONS, Layout};

/// A set of squares for each direction.
pub type Sets = [Bits; DIRECTIONS];

/// Each set a step in its direction, where men capture that way.
#[inline(always)]
pub fn along<R: Ruleset, S: Side>(sets: Sets) -> Sets {
    [
        if men_capture::<R, S>(0) { R::Layout::step::<0>(sets[0]) } else { 0 },
        if men_capture::<R, S>(1) { R::Layout::step::<1>(sets[1]) } else { 0 },
        if men_capture::<R, S>(2) { R::Layout::step::<2>(sets[2]) } else { 0 },
        if men_capture::<R, S>(3) { R::Layout::step::<3>(sets[3]) } else { 0 },
    ]
}

/// Each set a step against its direction, where men capture that way.
#[inline(always)]
pub fn against<R: Ruleset, S: Side>(sets: Sets) -> Sets {
    [
        if men_capture::<R, S>(0) { R::Layout::step::<2>(sets[0]) } else { 0 },
        if men_capture::<R, S>(1) { R::Layout::step::<3>(sets[1]) } else { 0 },
        if men_capture::<R, S>(2) { R::Layout::step::<0>(sets[2]) } else { 0 },
        if men_capture::<R, S>(3) { R::Layout::step::<1>(sets[3]) } else { 0 },
    ]
}

/// What two sets share, in each direction.
#[inline(always)]
pub const fn meet(a: Sets, b: Sets) -> Sets {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]]
}

/// What either of two sets has, in each direction.
#[inline(always)]
pub const fn join(a: Sets, b: Sets) -> Sets {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}

/// What any of the sets has.
#[inline(always)]
pub const fn union(sets: Sets) -> Bits {
    sets[0] | sets[1] | sets[2] | sets[3]
}

/// For each direction of a jump, what there is for going straight on or turning.
#[inline(always)]
pub const fn on_or_turning([a, b, c, d]: Sets) -> Sets {
    let (sides, ends) = (b | d, a | c);
    [a | sides, b | ends, c | sides, d | ends]
}
