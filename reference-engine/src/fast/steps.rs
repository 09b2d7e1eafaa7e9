//! Steps and jumps of all men at once.

use super::ruleset::{Ruleset, Side, men_capture, men_step};
use crate::bitboard::{Bits, DIRECTIONS, Layout};

/// For each direction, a step of every man, on whatever stands there.
#[derive(Clone, Copy)]
pub struct Steps([Bits; DIRECTIONS]);

/// For each direction, the enemies that can be jumped that way: an empty square lies behind them.
#[derive(Clone, Copy)]
pub struct Exposed([Bits; DIRECTIONS]);

/// For each direction, the enemies that some man can jump that way; at most one man each.
#[derive(Clone, Copy)]
pub struct Hits([Bits; DIRECTIONS]);

impl Steps {
    /// Steps in the directions in which men step or capture.
    #[inline(always)]
    pub fn of<R: Ruleset, S: Side>(men: Bits) -> Self {
        Self([step::<R, S, 0>(men), step::<R, S, 1>(men), step::<R, S, 2>(men), step::<R, S, 3>(men)])
    }

    /// The number of quiet moves.
    #[inline(always)]
    pub fn count<R: Ruleset, S: Side>(&self, empty: Bits) -> u32 {
        let mut count = 0;
        for direction in 0..DIRECTIONS {
            if men_step::<R, S>(direction) {
                count += (self.0[direction] & empty).count_ones();
            }
        }
        count
    }

    /// The steps, by direction.
    #[inline(always)]
    pub const fn in_each_direction(&self) -> [Bits; DIRECTIONS] {
        self.0
    }

    /// The enemies that can be jumped now.
    #[inline(always)]
    pub fn hits(&self, exposed: &Exposed) -> Hits {
        Hits(std::array::from_fn(|direction| self.0[direction] & exposed.0[direction]))
    }
}

#[inline(always)]
fn step<R: Ruleset, S: Side, const D: usize>(men: Bits) -> Bits {
    if men_step::<R, S>(D) || men_capture::<R, S>(D) { R::Layout::step::<D>(men) } else { 0 }
}

impl Exposed {
    /// Enemies that men of a side could jump, were they next to them.
    #[inline(always)]
    pub fn of<R: Ruleset, S: Side>(other: Bits, empty: Bits) -> Self {
        Self([
            expose::<R, S, 0, 2>(other, empty),
            expose::<R, S, 1, 3>(other, empty),
            expose::<R, S, 2, 0>(other, empty),
            expose::<R, S, 3, 1>(other, empty),
        ])
    }

    /// Enemies that men on some squares could jump in a direction.
    #[inline(always)]
    fn from<R: Ruleset, const D: usize>(&self, squares: Bits) -> Bits {
        R::Layout::step::<D>(squares) & self.0[D]
    }
}

#[inline(always)]
fn expose<R: Ruleset, S: Side, const D: usize, const BACK: usize>(other: Bits, empty: Bits) -> Bits {
    if men_capture::<R, S>(D) { other & R::Layout::step::<BACK>(empty) } else { 0 }
}

impl Hits {
    /// Whether any man can jump.
    #[inline(always)]
    pub fn any(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] != 0
    }

    /// The number of jumps.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()
    }

    /// Where the men land.
    #[inline(always)]
    fn landings<R: Ruleset>(&self) -> [Bits; DIRECTIONS] {
        [
            R::Layout::step::<0>(self.0[0]),
            R::Layout::step::<1>(self.0[1]),
            R::Layout::step::<2>(self.0[2]),
            R::Layout::step::<3>(self.0[3]),
        ]
    }

    /// The jumps that may follow, straight on or turning. Turning back would need the piece just jumped.
    #[inline(always)]
    pub fn next<R: Ruleset>(&self, exposed: &Exposed) -> Self {
        let [a, b, c, d] = self.landings::<R>();
        let (ab, cd) = (a | b, c | d);
        Self([
            exposed.from::<R, 0>(ab | d),
            exposed.from::<R, 1>(ab | c),
            exposed.from::<R, 2>(cd | b),
            exposed.from::<R, 3>(cd | a),
        ])
    }

    /// The men that jump.
    #[inline(always)]
    pub fn jumpers<R: Ruleset>(&self) -> Bits {
        R::Layout::step::<2>(self.0[0])
            | R::Layout::step::<3>(self.0[1])
            | R::Layout::step::<0>(self.0[2])
            | R::Layout::step::<1>(self.0[3])
    }

    /// The men that may belong to a capture of greatest precedence: where the most must be taken and some man
    /// jumps twice, only those that do.
    #[inline(always)]
    pub fn candidates<R: Ruleset>(&self, exposed: &Exposed) -> Bits {
        if !R::MAJORITY {
            return self.jumpers::<R>();
        }
        let [a, b, c, d] = self.landings::<R>();
        let twice = Self([
            back::<R, 0>(went_on::<R, 0, 1, 3>(a, exposed)),
            back::<R, 1>(went_on::<R, 1, 0, 2>(b, exposed)),
            back::<R, 2>(went_on::<R, 2, 1, 3>(c, exposed)),
            back::<R, 3>(went_on::<R, 3, 0, 2>(d, exposed)),
        ]);
        if twice.any() { twice.jumpers::<R>() } else { self.jumpers::<R>() }
    }

    /// Each jump: start square, enemy, landing square.
    #[inline(always)]
    pub fn each<R: Ruleset>(&self, mut visit: impl FnMut(Bits, Bits, Bits)) {
        for over in single_bits(self.0[0]) {
            visit(back::<R, 0>(over), over, R::Layout::step::<0>(over));
        }
        for over in single_bits(self.0[1]) {
            visit(back::<R, 1>(over), over, R::Layout::step::<1>(over));
        }
        for over in single_bits(self.0[2]) {
            visit(back::<R, 2>(over), over, R::Layout::step::<2>(over));
        }
        for over in single_bits(self.0[3]) {
            visit(back::<R, 3>(over), over, R::Layout::step::<3>(over));
        }
    }

    /// The number of captures, where some are of two pieces and none of more: all of two where the most must
    /// be taken; otherwise also those of one that cannot go on.
    ///
    /// Neither of two jumps can meet the start square or the other's piece again, and two ways to one capture
    /// need three pieces, so sets of squares say all there is.
    #[inline(always)]
    pub fn count_of_two<R: Ruleset>(&self, exposed: &Exposed) -> u32 {
        let [a, b, c, d] = self.landings::<R>();
        count_second::<R, 0, 1, 3>(a, exposed)
            + count_second::<R, 1, 0, 2>(b, exposed)
            + count_second::<R, 2, 1, 3>(c, exposed)
            + count_second::<R, 3, 0, 2>(d, exposed)
    }

    /// Whether a fourth jump may follow on some third one, `first` being the first ones. It may land where the
    /// man began, which no shorter capture does.
    #[inline(always)]
    pub fn may_go_on<R: Ruleset, S: Side>(
        &self,
        exposed: &Exposed,
        first: &Self,
        other: Bits,
        empty: Bits,
    ) -> bool {
        if !R::MEN_CAPTURE_BACK {
            return self.next::<R>(exposed).any();
        }
        self.next::<R>(&Exposed::of::<R, S>(other, empty | first.jumpers::<R>())).any()
    }

    /// The number of captures of three pieces, where there are none of more and the most must be taken.
    ///
    /// Three jumps cannot meet the start square or a piece twice, nor take the same pieces in two ways to one
    /// square; four can.
    #[inline(always)]
    pub fn count_of_three<R: Ruleset>(&self, exposed: &Exposed) -> u32 {
        let [a, b, c, d] = self.landings::<R>();
        count_third::<R, 0, 1, 3, 2>(a, exposed)
            + count_third::<R, 1, 0, 2, 3>(b, exposed)
            + count_third::<R, 2, 1, 3, 0>(c, exposed)
            + count_third::<R, 3, 0, 2, 1>(d, exposed)
    }

    /// Each capture of two pieces: start square, the two captured, landing square.
    #[inline(always)]
    pub fn each_of_two<R: Ruleset>(&self, exposed: &Exposed, visit: &mut impl FnMut(Bits, Bits, Bits)) {
        let [a, b, c, d] = self.landings::<R>();
        each_second::<R, 0, 1, 3>(a, exposed, visit);
        each_second::<R, 1, 0, 2>(b, exposed, visit);
        each_second::<R, 2, 1, 3>(c, exposed, visit);
        each_second::<R, 3, 0, 2>(d, exposed, visit);
    }
}

/// The number of third jumps of men that have landed by a first one in a direction, with `BACK` its opposite.
#[inline(always)]
fn count_third<R: Ruleset, const ON: usize, const LEFT: usize, const RIGHT: usize, const BACK: usize>(
    landed: Bits,
    exposed: &Exposed,
) -> u32 {
    if landed == 0 {
        return 0;
    }
    let on = R::Layout::step::<ON>(exposed.from::<R, ON>(landed));
    let left = R::Layout::step::<LEFT>(exposed.from::<R, LEFT>(landed));
    let right = R::Layout::step::<RIGHT>(exposed.from::<R, RIGHT>(landed));
    count_on::<R, ON, LEFT, RIGHT>(on, exposed)
        + count_on::<R, LEFT, ON, BACK>(left, exposed)
        + count_on::<R, RIGHT, ON, BACK>(right, exposed)
}

/// The number of jumps of men that have landed by a jump in the first direction, straight on or turning.
#[inline(always)]
fn count_on<R: Ruleset, const ON: usize, const LEFT: usize, const RIGHT: usize>(
    landed: Bits,
    exposed: &Exposed,
) -> u32 {
    if landed == 0 {
        return 0;
    }
    exposed.from::<R, ON>(landed).count_ones()
        + exposed.from::<R, LEFT>(landed).count_ones()
        + exposed.from::<R, RIGHT>(landed).count_ones()
}

/// Captures of men that have landed by a jump in one direction and may jump on, or turn.
#[inline(always)]
fn count_second<R: Ruleset, const ON: usize, const LEFT: usize, const RIGHT: usize>(
    landed: Bits,
    exposed: &Exposed,
) -> u32 {
    let on = exposed.from::<R, ON>(landed);
    let left = exposed.from::<R, LEFT>(landed);
    let right = exposed.from::<R, RIGHT>(landed);
    let doubles = on.count_ones() + left.count_ones() + right.count_ones();
    if R::MAJORITY {
        return doubles;
    }
    let went_on = back::<R, ON>(on) | back::<R, LEFT>(left) | back::<R, RIGHT>(right);
    doubles + (landed & !went_on).count_ones()
}

/// Captures of two pieces by men that have landed by a jump in the first direction.
#[inline(always)]
fn each_second<R: Ruleset, const ON: usize, const LEFT: usize, const RIGHT: usize>(
    landed: Bits,
    exposed: &Exposed,
    visit: &mut impl FnMut(Bits, Bits, Bits),
) {
    if landed != 0 {
        each_on::<R, ON, ON>(landed, exposed, visit);
        each_on::<R, ON, LEFT>(landed, exposed, visit);
        each_on::<R, ON, RIGHT>(landed, exposed, visit);
    }
}

#[inline(always)]
fn each_on<R: Ruleset, const FIRST: usize, const SECOND: usize>(
    landed: Bits,
    exposed: &Exposed,
    visit: &mut impl FnMut(Bits, Bits, Bits),
) {
    for second in single_bits(exposed.from::<R, SECOND>(landed)) {
        let first = back::<R, FIRST>(back::<R, SECOND>(second));
        visit(back::<R, FIRST>(first), first | second, R::Layout::step::<SECOND>(second));
    }
}

/// Of the squares on which men have landed by a jump in one direction, those from which they jump again.
#[inline(always)]
fn went_on<R: Ruleset, const ON: usize, const LEFT: usize, const RIGHT: usize>(
    landed: Bits,
    exposed: &Exposed,
) -> Bits {
    let again = back::<R, ON>(exposed.from::<R, ON>(landed))
        | back::<R, LEFT>(exposed.from::<R, LEFT>(landed))
        | back::<R, RIGHT>(exposed.from::<R, RIGHT>(landed));
    landed & again
}

/// The squares of a set, each as a set.
#[inline(always)]
fn single_bits(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let least = set & set.wrapping_neg();
        set ^= least;
        (least != 0).then_some(least)
    })
}

/// One step against a direction: from a landing square to the enemy jumped, from there to the man's start.
#[inline(always)]
pub fn back<R: Ruleset, const D: usize>(over: Bits) -> Bits {
    match D {
        0 => R::Layout::step::<2>(over),
        1 => R::Layout::step::<3>(over),
        2 => R::Layout::step::<0>(over),
        _ => R::Layout::step::<1>(over),
    }
}
