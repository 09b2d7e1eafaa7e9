//! The leaves two plies below a placement in which nothing can be captured.
//!
//! Most quiet moves leave the other side's captures as they are, and change the number of its quiet moves by
//! what they block and free. Such moves are counted together, without being made.

use super::capture::Found;
use super::count::{Visit, each_slide};
use super::fresh::Fresh;
use super::last::{moves_of_men, moves_with_kings};
use super::placement::Placement;
use super::reach::Reach;
use super::ruleset::{Ruleset, Side, men_step};
use super::steps::{Exposed, Hits, Steps, back};
use crate::bitboard::{Bits, Layout};
use std::marker::PhantomData;

/// The number of replies to all quiet moves of a side that cannot capture.
///
/// A quiet move changes no number of pieces, so the game is not over by material.
pub fn replies_to_quiet<R: Ruleset, S: Side, const C: u8>(
    placement: Placement,
    men: Bits,
    empty: Bits,
    list: &mut Vec<Found>,
) -> u64 {
    if placement.other & placement.kings != 0 {
        let mut replies = OfKings::<R, S, C> { placement, list, leaves: 0, rules: PhantomData };
        super::count::each_step::<R, S>(men, empty, &mut replies);
        each_slide::<R::Layout>(placement, &mut replies);
        return replies.leaves;
    }
    let steps = Steps::of::<R, S::Other>(placement.other);
    let leaves = to_men::<R, S, C>(placement, men, &steps, empty, list);
    if placement.own & placement.kings == 0 {
        return leaves;
    }
    let mut to_kings = OfMen::<R, S, C> { placement, steps: &steps, empty, list, leaves, rules: PhantomData };
    each_slide::<R::Layout>(placement, &mut to_kings);
    to_kings.leaves
}

/// Replies of a side without kings to all moves of men.
#[inline(always)]
fn to_men<R: Ruleset, S: Side, const C: u8>(
    placement: Placement,
    men: Bits,
    steps: &Steps,
    empty: Bits,
    list: &mut Vec<Found>,
) -> u64 {
    let hits = steps.hits(&Exposed::of::<R, S::Other>(placement.own, empty));
    let mut replies = OfMen::<R, S, C> { placement, steps, empty, list, leaves: 0, rules: PhantomData };
    if hits.any() {
        replies.where_captures_were(men, &hits);
    } else {
        replies.where_no_captures_were(men);
    }
    replies.leaves
}

/// Counts the replies of a side without kings. Where its men step to does not change from move to move, and
/// is found once.
struct OfMen<'a, R, S, const C: u8> {
    placement: Placement,
    steps: &'a Steps,
    empty: Bits,
    list: &'a mut Vec<Found>,
    leaves: u64,
    rules: PhantomData<(R, S)>,
}

impl<R: Ruleset, S: Side, const C: u8> OfMen<'_, R, S, C> {
    /// Replies to moves of men where the other side could capture were it to move at once.
    fn where_captures_were(&mut self, men: Bits, hits: &Hits) {
        let reach = Reach::of::<R, S::Other>(self.steps, hits, self.placement.own, self.empty);
        let Placement { own, other, kings } = self.placement;
        let idle = Placement { own: other, other: own, kings };
        let ways = moves_of_men::<R, S::Other, C>(idle, self.steps, self.empty, self.list);
        self.leave_captures::<0>(men, &reach, ways);
        self.leave_captures::<1>(men, &reach, ways);
        self.leave_captures::<2>(men, &reach, ways);
        self.leave_captures::<3>(men, &reach, ways);
    }

    /// Replies to the moves in a direction; most leave the captures as they are.
    #[inline(always)]
    fn leave_captures<const D: usize>(&mut self, men: Bits, reach: &Reach, ways: u64) {
        if !men_step::<R, S>(D) {
            return;
        }
        let targets = R::Layout::step::<D>(men) & self.empty;
        let touching = reach.to | reach.towards(D) | R::Layout::step::<D>(reach.from);
        self.leaves += ways * u64::from((targets & !touching).count_ones());
        self.make::<D>(targets & touching);
    }

    /// Replies to moves of men where the other side could capture nothing.
    #[inline(always)]
    fn where_no_captures_were(&mut self, men: Bits) {
        let fresh = Fresh::of::<R, S::Other>(self.steps, self.placement.own, self.empty);
        let quiet = self.steps.count::<R, S::Other>(self.empty);
        let more = [
            self.make_captures::<0>(men, &fresh, quiet),
            self.make_captures::<1>(men, &fresh, quiet),
            self.make_captures::<2>(men, &fresh, quiet),
            self.make_captures::<3>(men, &fresh, quiet),
        ];
        self.make::<0>(more[0]);
        self.make::<1>(more[1]);
        self.make::<2>(more[2]);
        self.make::<3>(more[3]);
    }

    /// Replies to the moves in a direction, apart from those moves that have to be made: the end squares of
    /// these. `quiet` is the number of replies were nothing moved.
    #[inline(always)]
    fn make_captures<const D: usize>(&mut self, men: Bits, fresh: &Fresh, quiet: u32) -> Bits {
        if !men_step::<R, S>(D) {
            return 0;
        }
        let targets = R::Layout::step::<D>(men) & self.empty;
        let made = fresh.made::<R, S::Other, D>(targets);
        let freed = self.steps.count::<R, S::Other>(back::<R, D>(made.nothing));
        let blocked = self.steps.count::<R, S::Other>(made.nothing);
        let quiet = made.nothing.count_ones() * quiet + freed - blocked;
        self.leaves += u64::from(quiet + made.singles);
        made.more
    }

    /// Makes each move in a direction and counts its replies.
    #[inline(always)]
    fn make<const D: usize>(&mut self, targets: Bits) {
        if !men_step::<R, S>(D) {
            return;
        }
        let mut left = targets;
        while left != 0 {
            let to = left & left.wrapping_neg();
            left ^= to;
            self.step(back::<R, D>(to), to);
        }
    }
}

impl<R: Ruleset, S: Side, const C: u8> Visit for OfMen<'_, R, S, C> {
    #[inline(always)]
    fn step(&mut self, from: Bits, to: Bits) {
        let next = self.placement.after_man(from, to, S::promotion_row::<R::Layout>());
        self.leaves += moves_of_men::<R, S::Other, C>(next, self.steps, self.empty ^ (from | to), self.list);
    }

    fn slide(&mut self, from: Bits, to: Bits) {
        let next = self.placement.after_king(from, to);
        self.leaves += moves_of_men::<R, S::Other, C>(next, self.steps, self.empty ^ (from | to), self.list);
    }
}

/// Counts the replies of a side with kings.
struct OfKings<'a, R, S, const C: u8> {
    placement: Placement,
    list: &'a mut Vec<Found>,
    leaves: u64,
    rules: PhantomData<(R, S)>,
}

impl<R: Ruleset, S: Side, const C: u8> Visit for OfKings<'_, R, S, C> {
    fn step(&mut self, from: Bits, to: Bits) {
        let next = self.placement.after_man(from, to, S::promotion_row::<R::Layout>());
        self.leaves += moves_with_kings::<R, S::Other, C>(next, self.list);
    }

    fn slide(&mut self, from: Bits, to: Bits) {
        self.leaves += moves_with_kings::<R, S::Other, C>(self.placement.after_king(from, to), self.list);
    }
}
