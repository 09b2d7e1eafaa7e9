//! Captures piece by piece, jump by jump.
//!
//! A king's jump has a line of landing squares. From each of them it may turn; straight on it may go from
//! all of them alike, so that way is followed once for the whole line.

use super::placement::Placement;
use super::ruleset::{Ruleset, Side, men_capture};
use crate::bitboard::{Bits, DIRECTIONS, Layout, each};
use std::ops::ControlFlow;

/// A capture, and how many ways there are to play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Start square.
    pub from: Bits,
    /// End square.
    pub to: Bits,
    /// Captured squares.
    pub captured: Bits,
    /// Ways that differ in the order of the jumps or in turns.
    pub orders: u64,
    /// Ways that differ in any landing square.
    pub routes: u64,
}

impl Found {
    fn key(&self) -> (Bits, Bits, Bits) {
        (self.from, self.to, self.captured)
    }
}

/// What is told of each complete capture.
pub trait Sink {
    /// Whether ways that differ only in landing squares before a jump straight on are followed apart.
    const EACH_ROUTE: bool = false;

    /// A jump begins: over a square, to be followed by [`Sink::land`] and taken back by [`Sink::undo`].
    fn jump(&mut self, _over: u32) {}
    /// The landing square of the latest jump.
    fn land(&mut self, _on: u32) {}
    /// The latest jump is taken back.
    fn undo(&mut self) {}
    /// A complete capture.
    fn take(&mut self, found: Found);
}

/// A search for the captures of one placement.
pub struct Search<'a, R: Ruleset, S: Side, K: Sink> {
    placement: Placement,
    from: Bits,
    /// What stands besides the capturing piece.
    standing: Bits,
    sink: &'a mut K,
    rules: std::marker::PhantomData<(R, S)>,
}

/// Weights of a way so far: orders and routes that lead to it.
type Ways = (u64, u64);

impl<'a, R: Ruleset, S: Side, K: Sink> Search<'a, R, S, K> {
    /// Tells the sink every complete capture, whatever takes precedence. `men` are those that may be able
    /// to capture.
    pub fn run(placement: Placement, men: Bits, sink: &'a mut K) {
        let mut search = Self { placement, from: 0, standing: 0, sink, rules: std::marker::PhantomData };
        for bit in each(men) {
            search.lift(bit);
            search.man(1 << bit, 0, DIRECTIONS);
        }
        let kings = placement.own & placement.kings;
        if kings.count_ones() > FEW_KINGS {
            search.many_kings(kings);
            return;
        }
        for bit in each(kings) {
            search.lift(bit);
            for direction in 0..DIRECTIONS {
                search.king_ray(bit, direction, 0, (1, 1));
            }
        }
    }

    #[inline(never)]
    fn many_kings(&mut self, kings: Bits) {
        let _ = first_jumps::<R::Layout>(self.placement, kings, |king, over, direction| {
            self.lift(king);
            self.king_jump(over, direction, 1 << over, (1, 1));
            ControlFlow::Continue(())
        });
    }

    fn lift(&mut self, bit: u32) {
        self.from = 1 << bit;
        self.standing = (self.placement.own | self.placement.other) & !self.from;
    }

    /// What stands once some pieces are captured.
    #[inline(always)]
    fn standing_without(&self, captured: Bits) -> Bits {
        if R::REMOVES_AT_ONCE { self.standing & !captured } else { self.standing }
    }

    fn end(&mut self, to: Bits, captured: Bits, (orders, routes): Ways) {
        self.sink.take(Found { from: self.from, to, captured, orders, routes });
    }

    /// Follows a man from where it is; `last` is the direction of its latest jump, or none.
    fn man(&mut self, at: Bits, captured: Bits, last: usize) {
        let mut goes_on = false;
        goes_on |= self.man_jump::<0>(at, captured, last);
        goes_on |= self.man_jump::<1>(at, captured, last);
        goes_on |= self.man_jump::<2>(at, captured, last);
        goes_on |= self.man_jump::<3>(at, captured, last);
        if !goes_on && captured != 0 {
            self.end(at, captured, (1, 1));
        }
    }

    #[inline(always)]
    fn man_jump<const D: usize>(&mut self, at: Bits, captured: Bits, last: usize) -> bool {
        // Turning back would need the piece just jumped, or is forbidden.
        if !men_capture::<R, S>(D) || last == (D + 2) % DIRECTIONS {
            return false;
        }
        let over = R::Layout::step::<D>(at) & self.placement.other & !captured;
        let empty = R::Layout::SQUARES & !self.standing_without(captured);
        let landing = R::Layout::step::<D>(over) & empty;
        if landing == 0 {
            return false;
        }
        self.sink.jump(over.trailing_zeros());
        self.sink.land(landing.trailing_zeros());
        self.man(landing, captured | over, D);
        self.sink.undo();
        true
    }

    /// Follows a king from a square in a direction; whether it can capture there.
    fn king_ray(&mut self, at: u32, direction: usize, captured: Bits, ways: Ways) -> bool {
        let standing = self.standing_without(captured);
        let Some(over) = nearest::<R::Layout>(at, direction, standing) else { return false };
        self.is_capturable(over, direction, captured, standing) && {
            self.king_jump(over, direction, captured | 1 << over, ways);
            true
        }
    }

    fn is_capturable(&self, over: u32, direction: usize, captured: Bits, standing: Bits) -> bool {
        let is_enemy = self.placement.other & !captured & 1 << over != 0;
        is_enemy && neighbour::<R::Layout>(over, direction) & !standing != 0
    }

    fn king_jump(&mut self, over: u32, direction: usize, captured: Bits, ways: Ways) {
        let standing = self.standing_without(captured);
        let ray = R::Layout::RAYS[direction][over as usize];
        let next = nearest::<R::Layout>(over, direction, standing);
        let landings =
            next.map_or(ray, |next| ray & !(R::Layout::RAYS[direction][next as usize] | 1 << next));
        let straight = next.filter(|next| self.is_capturable(*next, direction, captured, standing));
        self.sink.jump(over);
        if let Some(next) = straight {
            self.go_straight(next, direction, captured, landings, ways);
        }
        for landing in each(landings) {
            self.sink.land(landing);
            let left = self.king_ray(landing, (direction + 1) % DIRECTIONS, captured, ways);
            let right = self.king_ray(landing, (direction + 3) % DIRECTIONS, captured, ways);
            if !left && !right && straight.is_none() {
                self.end(1 << landing, captured, ways);
            }
        }
        self.sink.undo();
    }

    fn go_straight(&mut self, next: u32, direction: usize, captured: Bits, landings: Bits, ways: Ways) {
        if K::EACH_ROUTE {
            for landing in each(landings) {
                self.sink.land(landing);
                self.king_jump(next, direction, captured | 1 << next, ways);
            }
            return;
        }
        let squares = u64::from(landings.count_ones());
        // Of ways that differ in this square only, the one that comes first is written.
        self.sink.land(landings.trailing_zeros());
        self.king_jump(next, direction, captured | 1 << next, (ways.0, ways.1 * squares));
    }
}

/// More kings than these are not asked one by one what they see.
pub const FEW_KINGS: u32 = 3;

/// Tells the jumps with which kings can begin to capture (king, piece jumped, direction), until told to stop.
/// The kings are looked for from the pieces that have an empty square behind: of those there are few where
/// there are many kings.
pub fn first_jumps<L: Layout>(
    placement: Placement,
    kings: Bits,
    mut visit: impl FnMut(u32, u32, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let standing = placement.own | placement.other;
    let empty = L::SQUARES & !standing;
    let before_empty = [L::step::<2>(empty), L::step::<3>(empty), L::step::<0>(empty), L::step::<1>(empty)];
    for (direction, before) in before_empty.into_iter().enumerate() {
        for over in each(placement.other & before) {
            let back = (direction + 2) % DIRECTIONS;
            let jumper = nearest::<L>(over, back, standing).filter(|jumper| kings & 1 << jumper != 0);
            if let Some(king) = jumper {
                visit(king, over, direction)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The first square in a direction on which something stands.
#[inline(always)]
pub fn nearest<L: Layout>(at: u32, direction: usize, standing: Bits) -> Option<u32> {
    let blockers = L::RAYS[direction][at as usize] & standing;
    if blockers == 0 {
        return None;
    }
    Some(if L::ascends(direction) { blockers.trailing_zeros() } else { blockers.ilog2() })
}

/// The next square in a direction, if there is one.
#[inline(always)]
fn neighbour<L: Layout>(at: u32, direction: usize) -> Bits {
    let set = 1 << at;
    L::SQUARES
        & match direction {
            0 => L::step::<0>(set),
            1 => L::step::<1>(set),
            2 => L::step::<2>(set),
            _ => L::step::<3>(set),
        }
}

/// Captures of greatest precedence, collected at the end of a list that outlives the search.
pub struct Collect<'a, R> {
    list: &'a mut Vec<Found>,
    base: usize,
    most: u32,
    rules: std::marker::PhantomData<R>,
}

impl<R: Ruleset> Sink for Collect<'_, R> {
    fn take(&mut self, found: Found) {
        let pieces = found.captured.count_ones();
        if R::MAJORITY {
            if pieces < self.most {
                return;
            }
            if pieces > self.most {
                self.list.truncate(self.base);
            }
        }
        self.most = self.most.max(pieces);
        self.list.push(found);
    }
}

/// Appends the captures to a list, each once with its ways, and gives the number of those before it.
pub fn collect<R: Ruleset, S: Side>(placement: Placement, men: Bits, list: &mut Vec<Found>) -> usize {
    let base = list.len();
    let mut sink = Collect::<R> { list, base, most: 0, rules: std::marker::PhantomData };
    Search::<R, S, _>::run(placement, men, &mut sink);
    // Two ways to the same capture have at least three pieces to take in different order.
    if sink.most >= 3 && sink.list.len() - base > 1 {
        merge(list, base);
    }
    base
}

fn merge(list: &mut Vec<Found>, base: usize) {
    list[base..].sort_unstable_by_key(Found::key);
    let mut kept = base;
    for index in base + 1..list.len() {
        let found = list[index];
        if list[kept].key() == found.key() {
            list[kept].orders += found.orders;
            list[kept].routes += found.routes;
        } else {
            kept += 1;
            list[kept] = found;
        }
    }
    list.truncate(kept + 1);
}
