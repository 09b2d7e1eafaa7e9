//! Perft: the last ply is counted in bulk, without making its moves.

use super::capture::{FEW_KINGS, Found, collect, first_jumps, nearest};
use super::last::last_ply;
use super::memory::{Key, Memory};
use super::placement::Placement;
use super::replies::replies_to_quiet;
use super::ruleset::{Ruleset, Side, men_step};
use super::steps::{Exposed, Hits, Steps};
use crate::bitboard::{Bits, DIRECTIONS, Layout, each};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// A counting as a parameter: which of a capture's numbers of ways counts.
pub const UNIQUE: u8 = 0;
/// See [`UNIQUE`].
pub const ORDER: u8 = 1;
/// See [`UNIQUE`].
pub const ROUTE: u8 = 2;

pub fn ways<const C: u8>(found: &Found) -> u64 {
    match C {
        UNIQUE => 1,
        ORDER => found.orders,
        _ => found.routes,
    }
}

/// Whether the game is over by material, after a move: the side that has just moved cannot be the one that
/// lost a piece.
#[inline(always)]
pub fn is_over<R: Ruleset>(placement: Placement) -> bool {
    let is_single = |pieces: Bits| pieces & pieces.wrapping_sub(1) == 0;
    if R::LONE_LOSES {
        return is_single(placement.own);
    }
    R::ONE_EACH_DRAWS && is_single(placement.own) && is_single(placement.other)
}

/// Whether the game is over by material in a position that may have been set up.
pub fn is_over_at_root<R: Ruleset>(placement: Placement) -> bool {
    let Placement { own, other, .. } = placement;
    let lone = R::LONE_LOSES && (own.is_power_of_two() || other.is_power_of_two());
    let one_each = R::ONE_EACH_DRAWS && own.is_power_of_two() && other.is_power_of_two();
    own == 0 || other == 0 || lone || one_each
}

/// A thread's count: a list that the searches share, and what is remembered.
pub struct Counter<'a, M> {
    list: Vec<Found>,
    memory: &'a M,
}

impl<'a, M: Memory> Counter<'a, M> {
    /// A count that uses a memory.
    pub const fn new(memory: &'a M) -> Self {
        Self { list: Vec::new(), memory }
    }
}

/// The number of leaves below a placement; [`MOST`](super::memory::MOST) if there are more than can be counted.
pub fn perft<R: Ruleset, S: Side, const C: u8, M: Memory>(
    placement: Placement,
    depth: u32,
    counter: &mut Counter<'_, M>,
) -> u128 {
    if depth == 1 {
        return u128::from(last_ply::<R, S, C>(placement, &mut counter.list));
    }
    if is_over::<R>(placement) {
        return 0;
    }
    if depth < M::FROM_DEPTH {
        return below::<R, S, C, M>(placement, depth, counter);
    }
    let key = Key::new(placement, S::WHITE, depth);
    counter.memory.recall(&key).unwrap_or_else(|| {
        let leaves = below::<R, S, C, M>(placement, depth, counter);
        counter.memory.keep(key, leaves);
        leaves
    })
}

fn below<R: Ruleset, S: Side, const C: u8, M: Memory>(
    placement: Placement,
    depth: u32,
    counter: &mut Counter<'_, M>,
) -> u128 {
    let men = placement.own & !placement.kings;
    let empty = placement.empty::<R::Layout>();
    let exposed = Exposed::of::<R, S>(placement.other, empty);
    let hits = Steps::of::<R, S>(men).hits(&exposed);
    if kings_capture::<R>(placement) {
        return below_captures::<R, S, C, M>(placement, hits.candidates::<R>(&exposed), depth, counter);
    }
    if !hits.any() {
        return below_quiet::<R, S, C, M>(placement, men, empty, depth, counter);
    }
    let second = hits.next::<R>(&exposed);
    if !second.any() {
        return below_single_jumps::<R, S, C, M>(placement, &hits, depth, counter);
    }
    if R::MAJORITY && !second.next::<R>(&exposed).any() {
        return below_two_jumps::<R, S, C, M>(placement, &hits, &exposed, depth, counter);
    }
    below_captures::<R, S, C, M>(placement, hits.candidates::<R>(&exposed), depth, counter)
}

fn below_captures<R: Ruleset, S: Side, const C: u8, M: Memory>(
    placement: Placement,
    men: Bits,
    depth: u32,
    counter: &mut Counter<'_, M>,
) -> u128 {
    let crowning = S::promotion_row::<R::Layout>();
    let base = collect::<R, S>(placement, men, &mut counter.list);
    let mut leaves = 0;
    for index in base..counter.list.len() {
        let found = counter.list[index];
        let next = placement.after_capture(found.from, found.to, found.captured, crowning);
        let below = perft::<R, S::Other, C, M>(next, depth - 1, counter);
        leaves = M::sum(leaves, M::times(ways::<C>(&found), below));
    }
    counter.list.truncate(base);
    leaves
}

/// Below captures of one piece each by men, none of which goes on.
fn below_single_jumps<R: Ruleset, S: Side, const C: u8, M: Memory>(
    placement: Placement,
    hits: &Hits,
    depth: u32,
    counter: &mut Counter<'_, M>,
) -> u128 {
    let crowning = S::promotion_row::<R::Layout>();
    let mut leaves = 0;
    hits.each::<R>(|from, over, to| {
        let next = placement.after_jump(from, over, to, crowning);
        leaves = M::sum(leaves, perft::<R, S::Other, C, M>(next, depth - 1, counter));
    });
    leaves
}

/// Below captures of two pieces each by men, where the most must be taken and none goes on.
fn below_two_jumps<R: Ruleset, S: Side, const C: u8, M: Memory>(
    placement: Placement,
    hits: &Hits,
    exposed: &Exposed,
    depth: u32,
    counter: &mut Counter<'_, M>,
) -> u128 {
    let crowning = S::promotion_row::<R::Layout>();
    let mut leaves = 0;
    hits.each_of_two::<R>(exposed, &mut |from, over, to| {
        let next = placement.after_jump(from, over, to, crowning);
        leaves = M::sum(leaves, perft::<R, S::Other, C, M>(next, depth - 1, counter));
    });
    leaves
}

fn below_quiet<R: Ruleset, S: Side, const C: u8, M: Memory>(
    placement: Placement,
    men: Bits,
    empty: Bits,
    depth: u32,
    counter: &mut Counter<'_, M>,
) -> u128 {
    if depth == 2 {
        return u128::from(replies_to_quiet::<R, S, C>(placement, men, empty, &mut counter.list));
    }
    let mut below = Below::<R, S, C, M> { placement, depth, counter, leaves: 0, rules: PhantomData };
    each_step::<R, S>(men, empty, &mut below);
    each_slide::<R::Layout>(placement, &mut below);
    below.leaves
}

/// What is done for each quiet move.
pub trait Visit {
    /// A man's move.
    fn step(&mut self, from: Bits, to: Bits);
    /// A king's move.
    fn slide(&mut self, from: Bits, to: Bits);
}

/// Goes on below each move.
struct Below<'a, 'b, R, S, const C: u8, M> {
    placement: Placement,
    depth: u32,
    counter: &'a mut Counter<'b, M>,
    leaves: u128,
    rules: PhantomData<(R, S)>,
}

impl<R: Ruleset, S: Side, const C: u8, M: Memory> Visit for Below<'_, '_, R, S, C, M> {
    fn step(&mut self, from: Bits, to: Bits) {
        let next = self.placement.after_man(from, to, S::promotion_row::<R::Layout>());
        self.leaves = M::sum(self.leaves, perft::<R, S::Other, C, M>(next, self.depth - 1, self.counter));
    }

    fn slide(&mut self, from: Bits, to: Bits) {
        let next = self.placement.after_king(from, to);
        self.leaves = M::sum(self.leaves, perft::<R, S::Other, C, M>(next, self.depth - 1, self.counter));
    }
}

/// Each quiet move of a man.
#[inline(always)]
pub fn each_step<R: Ruleset, S: Side>(men: Bits, empty: Bits, visit: &mut impl Visit) {
    steps::<R, S, 0, 2>(men, empty, visit);
    steps::<R, S, 1, 3>(men, empty, visit);
    steps::<R, S, 2, 0>(men, empty, visit);
    steps::<R, S, 3, 1>(men, empty, visit);
}

#[inline(always)]
fn steps<R: Ruleset, S: Side, const D: usize, const BACK: usize>(
    men: Bits,
    empty: Bits,
    visit: &mut impl Visit,
) {
    if !men_step::<R, S>(D) {
        return;
    }
    let mut targets = R::Layout::step::<D>(men) & empty;
    while targets != 0 {
        let to = targets & targets.wrapping_neg();
        targets ^= to;
        visit.step(R::Layout::step::<BACK>(to), to);
    }
}

/// Each quiet move of a king.
pub fn each_slide<L: Layout>(placement: Placement, visit: &mut impl Visit) {
    for king in each(placement.own & placement.kings) {
        for to in each(slides::<L>(king, placement.own | placement.other)) {
            visit.slide(1 << king, 1 << to);
        }
    }
}

/// Where a king can go without capturing.
#[inline(always)]
pub fn slides<L: Layout>(king: u32, standing: Bits) -> Bits {
    (0..DIRECTIONS).fold(0, |set, direction| {
        let ray = L::RAYS[direction][king as usize];
        set | nearest::<L>(king, direction, standing)
            .map_or(ray, |blocker| ray & !(L::RAYS[direction][blocker as usize] | 1 << blocker))
    })
}

/// Whether a king of the side to move can capture.
#[inline(always)]
pub fn kings_capture<R: Ruleset>(placement: Placement) -> bool {
    let kings = placement.own & placement.kings;
    kings != 0 && some_king_captures::<R::Layout>(placement, kings)
}

#[inline(never)]
fn some_king_captures<L: Layout>(placement: Placement, kings: Bits) -> bool {
    if kings.count_ones() > FEW_KINGS {
        return first_jumps::<L>(placement, kings, |_, _, _| ControlFlow::Break(())).is_break();
    }
    let standing = placement.own | placement.other;
    let empty = placement.empty::<L>();
    // Enemies with an empty square behind, seen in each direction.
    let open = [
        placement.other & L::step::<2>(empty),
        placement.other & L::step::<3>(empty),
        placement.other & L::step::<0>(empty),
        placement.other & L::step::<1>(empty),
    ];
    each(kings).any(|king| {
        (0..DIRECTIONS).any(|direction| {
            nearest::<L>(king, direction, standing).is_some_and(|over| open[direction] & 1 << over != 0)
        })
    })
}
