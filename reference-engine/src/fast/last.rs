//! The last ply: how many moves there are, without making them.

use super::capture::{Found, collect};
use super::count::{is_over, kings_capture, slides, ways};
use super::placement::Placement;
use super::ruleset::{Ruleset, Side};
use super::steps::{Exposed, Steps};
use crate::bitboard::{Bits, each};

/// The number of moves after any move.
#[inline(always)]
pub fn last_ply<R: Ruleset, S: Side, const C: u8>(placement: Placement, list: &mut Vec<Found>) -> u64 {
    if is_over::<R>(placement) {
        return 0;
    }
    if placement.own & placement.kings != 0 {
        return moves_with_kings::<R, S, C>(placement, list);
    }
    let steps = Steps::of::<R, S>(placement.own);
    moves_of_men::<R, S, C>(placement, &steps, placement.empty::<R::Layout>(), list)
}

/// The number of moves of a side without kings, whose steps are known.
#[inline(always)]
pub fn moves_of_men<R: Ruleset, S: Side, const C: u8>(
    placement: Placement,
    steps: &Steps,
    empty: Bits,
    list: &mut Vec<Found>,
) -> u64 {
    let exposed = Exposed::of::<R, S>(placement.other, empty);
    let hits = steps.hits(&exposed);
    if !hits.any() {
        return u64::from(steps.count::<R, S>(empty));
    }
    let second = hits.next::<R>(&exposed);
    if !second.any() {
        // Single jumps: none goes on, so none is longer, and none counts twice.
        return u64::from(hits.count());
    }
    let third = second.next::<R>(&exposed);
    if !third.any() {
        return u64::from(hits.count_of_two::<R>(&exposed));
    }
    if R::MAJORITY && !third.may_go_on::<R, S>(&exposed, &hits, placement.other, empty) {
        return u64::from(hits.count_of_three::<R>(&exposed));
    }
    count_captures::<R, S, C>(placement, hits.candidates::<R>(&exposed), list)
}

/// The number of moves of a side with kings.
#[inline(never)]
pub fn moves_with_kings<R: Ruleset, S: Side, const C: u8>(
    placement: Placement,
    list: &mut Vec<Found>,
) -> u64 {
    let empty = placement.empty::<R::Layout>();
    let steps = Steps::of::<R, S>(placement.own & !placement.kings);
    let exposed = Exposed::of::<R, S>(placement.other, empty);
    let hits = steps.hits(&exposed);
    if hits.any() || kings_capture::<R>(placement) {
        return count_captures::<R, S, C>(placement, hits.candidates::<R>(&exposed), list);
    }
    let standing = placement.own | placement.other;
    let kings = each(placement.own & placement.kings);
    let slides: u32 = kings.map(|king| slides::<R::Layout>(king, standing).count_ones()).sum();
    u64::from(slides + steps.count::<R, S>(empty))
}

#[inline(never)]
fn count_captures<R: Ruleset, S: Side, const C: u8>(
    placement: Placement,
    men: Bits,
    list: &mut Vec<Found>,
) -> u64 {
    let base = collect::<R, S>(placement, men, list);
    let count = list[base..].iter().map(ways::<C>).sum();
    list.truncate(base);
    count
}
