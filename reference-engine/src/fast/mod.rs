//! The fast generator: bitboards, with the questions of the rules answered at compile time.
//!
//! It shares nouns with the rulebook and no code. It plays by the rules of every variant; for other values
//! of [`Rules`], among them most changes of a single rule, [`Fast::new`] gives nothing and the rulebook is
//! the generator to take.

mod capture;
mod count;
mod directions;
mod fresh;
mod last;
mod memory;
mod parallel;
mod placement;
mod reach;
mod replies;
mod ruleset;
mod steps;

use crate::bitboard::{Bits, Layout};
use crate::generator::Generator;
use crate::geometry::{Board, Square};
use crate::moves::{Counting, Move};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use capture::{Found, Search, Sink};
use memory::Nothing;
pub use parallel::{Effort, Uncounted};
use placement::Placement;
use ruleset::{
    Black, FreeForward, MostAllWays, Orthogonal, OrthogonalDraw, Ruleset, Side, Which, White, which,
};
use std::collections::HashSet;
use std::marker::PhantomData;

/// Generates and counts moves by the rules that it knows at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Fast {
    rules: Rules,
    which: Which,
}

/// Calls a function that is generic over rules and side with those of a generator and a position.
macro_rules! dispatch {
    ($which:expr, $turn:expr, $function:ident $(::<$parameter:tt>)? ($($argument:expr),*)) => {
        match ($which, $turn) {
            (Which::FreeForward, Color::White) => $function::<FreeForward, White $(, $parameter)?>($($argument),*),
            (Which::FreeForward, Color::Black) => $function::<FreeForward, Black $(, $parameter)?>($($argument),*),
            (Which::MostAllWays, Color::White) => $function::<MostAllWays, White $(, $parameter)?>($($argument),*),
            (Which::MostAllWays, Color::Black) => $function::<MostAllWays, Black $(, $parameter)?>($($argument),*),
            (Which::Orthogonal, Color::White) => $function::<Orthogonal, White $(, $parameter)?>($($argument),*),
            (Which::Orthogonal, Color::Black) => $function::<Orthogonal, Black $(, $parameter)?>($($argument),*),
            (Which::OrthogonalDraw, Color::White) => $function::<OrthogonalDraw, White $(, $parameter)?>($($argument),*),
            (Which::OrthogonalDraw, Color::Black) => $function::<OrthogonalDraw, Black $(, $parameter)?>($($argument),*),
        }
    };
}

impl Fast {
    /// A generator that follows these rules on a board, if there is one.
    pub fn new(rules: Rules, board: Board) -> Option<Self> {
        which(&rules, board).map(|which| Self { rules, which })
    }

    /// The number of leaves at a depth, the last ply counted in bulk.
    pub fn perft(&self, position: &Position, depth: u32, counting: Counting) -> u128 {
        match counting {
            Counting::Unique => {
                dispatch!(self.which, position.turn(), alone::<{ count::UNIQUE }>(position, depth))
            }
            Counting::Order => {
                dispatch!(self.which, position.turn(), alone::<{ count::ORDER }>(position, depth))
            }
            Counting::Route => {
                dispatch!(self.which, position.turn(), alone::<{ count::ROUTE }>(position, depth))
            }
        }
    }

    /// A table of about this many bytes for counts of this generator. `None` if the system has no room for it; one
    /// that promises more than it has finds out only when the table is written.
    pub fn table(&self, counting: Counting, bytes: usize) -> Option<Table> {
        Some(Table { owner: (self.which, counting), entries: memory::Table::of_bytes(bytes)? })
    }

    /// The number of leaves counted by many threads, perhaps with a table. It is the same whatever their
    /// number.
    ///
    /// # Errors
    ///
    /// If the count was ended early, or there are more leaves than a `u128` holds.
    ///
    /// # Panics
    ///
    /// If the table was made for another counting or other rules.
    pub fn perft_by(
        &self,
        position: &Position,
        depth: u32,
        counting: Counting,
        table: Option<&Table>,
        effort: Effort<'_>,
    ) -> Result<u128, Uncounted> {
        let is_mine = table.is_none_or(|table| table.owner == (self.which, counting));
        assert!(is_mine, "a table belongs to one counting and one set of rules");
        let arguments = (position, depth, table.map(|table| &table.entries), effort);
        match counting {
            Counting::Unique => {
                dispatch!(self.which, position.turn(), together::<{ count::UNIQUE }>(arguments))
            }
            Counting::Order => {
                dispatch!(self.which, position.turn(), together::<{ count::ORDER }>(arguments))
            }
            Counting::Route => {
                dispatch!(self.which, position.turn(), together::<{ count::ROUTE }>(arguments))
            }
        }
    }
}

/// A table of counts, each with the whole position that it is of, so that none rests on a hash.
#[derive(Debug)]
pub struct Table {
    owner: (Which, Counting),
    entries: memory::Table,
}

/// The leaves that need no search.
fn at_once<R: Ruleset>(placement: Placement, depth: u32) -> Option<u128> {
    match depth {
        0 => Some(1),
        _ if count::is_over_at_root::<R>(placement) => Some(0),
        _ => None,
    }
}

fn alone<R: Ruleset, S: Side, const C: u8>(position: &Position, depth: u32) -> u128 {
    let placement = Placement::of::<R::Layout>(position);
    at_once::<R>(placement, depth).unwrap_or_else(|| {
        count::perft::<R, S, C, Nothing>(placement, depth, &mut count::Counter::new(&Nothing))
    })
}

fn together<R: Ruleset, S: Side, const C: u8>(
    (position, depth, table, effort): (&Position, u32, Option<&memory::Table>, Effort<'_>),
) -> Result<u128, Uncounted> {
    let placement = Placement::of::<R::Layout>(position);
    let search = || match table {
        Some(table) => parallel::perft::<R, S, C, _>(placement, depth, table, effort),
        None => parallel::perft::<R, S, C, _>(placement, depth, &Nothing, effort),
    };
    at_once::<R>(placement, depth).map_or_else(search, Ok)
}

impl Generator for Fast {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn moves(&self, position: &Position, counting: Counting) -> Vec<Move> {
        dispatch!(self.which, position.turn(), list(position, counting))
    }

    fn count(&self, position: &Position, counting: Counting) -> usize {
        self.perft(position, 1, counting) as usize
    }
}

fn list<R: Ruleset, S: Side>(position: &Position, counting: Counting) -> Vec<Move> {
    let placement = Placement::of::<R::Layout>(position);
    if count::is_over_at_root::<R>(placement) {
        return Vec::new();
    }
    let captures = match counting {
        Counting::Route => list_captures::<R, S, EachRoute<R>>(placement, counting),
        _ => list_captures::<R, S, EachOrder<R>>(placement, counting),
    };
    if captures.is_empty() { list_quiet::<R, S>(placement) } else { captures }
}

fn list_quiet<R: Ruleset, S: Side>(placement: Placement) -> Vec<Move> {
    let mut moves = QuietMoves::<R, S> { moves: Vec::new(), rules: PhantomData };
    let men = placement.own & !placement.kings;
    count::each_step::<R, S>(men, placement.empty::<R::Layout>(), &mut moves);
    count::each_slide::<R::Layout>(placement, &mut moves);
    moves.moves
}

/// Writes down quiet moves.
struct QuietMoves<R, S> {
    moves: Vec<Move>,
    rules: PhantomData<(R, S)>,
}

impl<R: Ruleset, S: Side> QuietMoves<R, S> {
    fn push(&mut self, from: Bits, to: Bits, crowns: bool) {
        let square = |bit: Bits| R::Layout::square(bit.trailing_zeros());
        self.moves.push(Move::quiet(square(from), square(to), crowns));
    }
}

impl<R: Ruleset, S: Side> count::Visit for QuietMoves<R, S> {
    fn step(&mut self, from: Bits, to: Bits) {
        self.push(from, to, to & S::promotion_row::<R::Layout>() != 0);
    }

    fn slide(&mut self, from: Bits, to: Bits) {
        self.push(from, to, false);
    }
}

/// A sink that writes down the squares of every way.
trait Trace: Sink + Default {
    /// The moves, of those that take precedence.
    fn into_moves(self, placement: Placement, crowning: Bits) -> Vec<Move>;
}

fn list_captures<R: Ruleset, S: Side, T: Trace>(placement: Placement, counting: Counting) -> Vec<Move> {
    let mut trace = T::default();
    Search::<R, S, T>::run(placement, placement.own & !placement.kings, &mut trace);
    let mut moves = trace.into_moves(placement, S::promotion_row::<R::Layout>());
    if counting == Counting::Unique {
        // Of several ways the one whose squares come first, as everywhere.
        moves.sort();
        let mut seen = HashSet::new();
        moves.retain(|played| seen.insert((played.from, played.to, played.captured_set())));
    }
    moves
}

/// Squares of the way under search, and of the ways found.
#[derive(Debug)]
struct Trail<R> {
    over: Vec<u32>,
    landed: Vec<u32>,
    most: u32,
    found: Vec<(Found, Vec<Square>, Vec<Square>)>,
    rules: PhantomData<R>,
}

impl<R> Default for Trail<R> {
    fn default() -> Self {
        let rules = PhantomData;
        Self { over: Vec::new(), landed: Vec::new(), most: 0, found: Vec::new(), rules }
    }
}

impl<R: Ruleset> Trail<R> {
    fn take(&mut self, found: Found) {
        let pieces = found.captured.count_ones();
        if R::MAJORITY && pieces < self.most {
            return;
        }
        if R::MAJORITY && pieces > self.most {
            self.found.clear();
        }
        self.most = self.most.max(pieces);
        let squares = |bits: &[u32]| bits.iter().map(|bit| R::Layout::square(*bit)).collect();
        self.found.push((found, squares(&self.landed), squares(&self.over)));
    }

    fn into_moves(self, placement: Placement, crowning: Bits) -> Vec<Move> {
        let to_move = |(found, landed, over): (Found, Vec<Square>, Vec<Square>)| {
            let from = R::Layout::square(found.from.trailing_zeros());
            let is_man = placement.kings & found.from == 0;
            Move {
                from,
                to: R::Layout::square(found.to.trailing_zeros()),
                path: std::iter::once(from).chain(landed).collect(),
                captures: over,
                crowns: is_man && found.to & crowning != 0,
            }
        };
        self.found.into_iter().map(to_move).collect()
    }
}

macro_rules! traces {
    ($($(#[$meta:meta])* $name:ident = $each:literal;)+) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        struct $name<R>(Trail<R>);

        impl<R> Default for $name<R> {
            fn default() -> Self {
                Self(Trail::default())
            }
        }

        impl<R: Ruleset> Sink for $name<R> {
            const EACH_ROUTE: bool = $each;

            fn jump(&mut self, over: u32) {
                self.0.over.push(over);
                self.0.landed.push(over);
            }

            fn land(&mut self, on: u32) {
                if let Some(last) = self.0.landed.last_mut() {
                    *last = on;
                }
            }

            fn undo(&mut self) {
                self.0.over.pop();
                self.0.landed.pop();
            }

            fn take(&mut self, found: Found) {
                self.0.take(found);
            }
        }

        impl<R: Ruleset> Trace for $name<R> {
            fn into_moves(self, placement: Placement, crowning: Bits) -> Vec<Move> {
                self.0.into_moves(placement, crowning)
            }
        }
    )+};
}

traces! {
    /// Every sequence of landing squares.
    EachRoute = true;
    /// Every order of jumps and turns.
    EachOrder = false;
}
