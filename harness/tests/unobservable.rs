//! No position shows a rule change that is listed as unobservable: none of up to three pieces (for Ghanaian,
//! where three leave a side with a lone piece that has lost, none of two against two), and no random one.
//!
//! Small positions are taken in strides; `SMALL_STRIDE=1` takes them all. `RANDOM_POSITIONS` in the
//! environment sets how many random positions each variant is tried on; the deep recipe asks for millions.

use harness::coverage::reason;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Setting;
use reference_engine::variants::{self, Variant};

/// A changed rule with a generator that plays so.
type Changed = (Setting, Rulebook);

fn changed(variant: &Variant, is_wanted: impl Fn(&Setting) -> bool) -> Vec<Changed> {
    let changes = variant.rules.one_field_changes().into_iter();
    changes
        .filter(|(change, _)| is_wanted(change))
        .map(|(change, rules)| (change, Rulebook::new(rules)))
        .collect()
}

fn listed(variant: &Variant) -> Vec<Changed> {
    changed(variant, |change| reason(variant.name, change).is_some())
}

/// Every route that may be played, with the position behind it.
fn routes(rulebook: &Rulebook, position: &Position) -> Vec<(Move, Position)> {
    let mut moves = rulebook.moves(position, Counting::Route);
    moves.sort();
    let with_next = |played: Move| {
        let next = rulebook.after(position, &played);
        (played, next)
    };
    moves.into_iter().map(with_next).collect()
}

/// A search for positions that show a changed rule.
struct Search {
    variant: Variant,
    changes: Vec<Changed>,
    tried: u32,
    with_capture: u32,
}

impl Search {
    fn of(variant: Variant, changes: Vec<Changed>) -> Self {
        assert!(!changes.is_empty(), "nothing is searched for in {}", variant.name);
        Self { variant, changes, tried: 0, with_capture: 0 }
    }

    /// The first change that a position shows. A board of kings may have too many ways to look at.
    fn shown(&mut self, position: &Position) -> Option<Setting> {
        const MOST_WAYS: usize = 2000;
        let right = Rulebook::new(self.variant.rules);
        let due = routes(&right, position);
        if due.len() > MOST_WAYS {
            return None;
        }
        self.tried += 1;
        self.with_capture += u32::from(due.iter().any(|(played, _)| played.is_capture()));
        let outcome = right.outcome(position);
        let differs =
            |rulebook: &Rulebook| routes(rulebook, position) != due || rulebook.outcome(position) != outcome;
        self.changes.iter().find(|(_, rulebook)| differs(rulebook)).map(|(change, _)| *change)
    }

    #[track_caller]
    fn finds_nothing_in(mut self, positions: impl Iterator<Item = Position>) {
        for position in positions {
            let shown = self.shown(&position);
            assert_eq!(shown, None, "{} {}", self.variant.name, fen::write(&position));
        }
        let Self { variant, tried, with_capture, .. } = self;
        println!("{}: {tried} positions, {with_capture} with a capture", variant.name);
        assert!(tried > 300 && with_capture > 100, "{}: {tried} tried, {with_capture}", variant.name);
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("the variable is a number"))
}

const PIECES: [Piece; 4] = [
    Piece { color: Color::White, kind: Kind::Man },
    Piece { color: Color::White, kind: Kind::King },
    Piece { color: Color::Black, kind: Kind::Man },
    Piece { color: Color::Black, kind: Kind::King },
];

/// Puts a piece on a square, a man that cannot stand there as a king.
fn put(variant: &Variant, position: &mut Position, index: usize, piece: Piece) {
    let square = Square::new(index);
    let crowned = variant.rules.is_promotion_square(variant.board, piece.color, square);
    position.set(square, Some(if crowned { Piece::king(piece.color) } else { piece }));
}

/// The position of so many pieces that a number stands for, if it stands for one.
fn small(variant: &Variant, pieces: u32, code: u64) -> Option<Position> {
    let squares = variant.board.square_count();
    let mut left = code as usize;
    let mut digit = |base: usize| {
        let digit = left % base;
        left /= base;
        digit
    };
    let turn = if digit(2) == 0 { Color::White } else { Color::Black };
    let mut position = Position::empty(variant.board, turn);
    let mut least = 0;
    for _ in 0..pieces {
        let (index, piece) = (digit(squares), PIECES[digit(4)]);
        // The same pieces in another order are the same position.
        if index < least {
            return None;
        }
        least = index + 1;
        put(variant, &mut position, index, piece);
    }
    Some(position)
}

fn each_small(variant: Variant, pieces: u32, stride: u64) -> impl Iterator<Item = Position> {
    let codes = 2 * (4 * variant.board.square_count() as u64).pow(pieces);
    // A prime stride meets every digit of every place.
    (0..codes).step_by(stride as usize).filter_map(move |code| small(&variant, pieces, code))
}

#[track_caller]
fn no_position_of_up_to_three_pieces_shows_one(variant: Variant) {
    let stride = number("SMALL_STRIDE", 401);
    let positions =
        (1..=3).flat_map(|pieces| each_small(variant, pieces, if pieces < 3 { 1 } else { stride }));
    Search::of(variant, listed(&variant)).finds_nothing_in(positions);
}

#[test]
fn no_small_position_shows_a_listed_change_of_arab() {
    no_position_of_up_to_three_pieces_shows_one(variants::ARAB);
}

#[test]
fn no_small_position_shows_a_listed_change_of_diagonal() {
    no_position_of_up_to_three_pieces_shows_one(variants::DIAGONAL);
}

#[test]
fn no_small_position_shows_a_listed_change_of_ghanaian() {
    let variant = variants::GHANAIAN;
    // Sixty times as many as of three pieces.
    let positions = each_small(variant, 4, number("SMALL_STRIDE", 401) * 101);
    let two_against_two = |position: &Position| position.count(Color::White) == 2;
    Search::of(variant, listed(&variant)).finds_nothing_in(positions.filter(two_against_two));
}

/// Few pieces, men or kings, and many, nearly all of them men; even sides, and few against many.
fn position(variant: Variant) -> impl Strategy<Value = Position> {
    let few = (0..=10_u32, 2..=12_usize);
    let many = (0..=1_u32, 12..=30_usize);
    let piece = (0..variant.board.square_count(), 0..10_u32, 0..10_u32);
    prop_oneof![few, many].prop_flat_map(move |(kings_of_ten, pieces)| {
        let pieces = prop::collection::vec(piece.clone(), pieces);
        (any::<bool>(), 1..10_u32, pieces).prop_map(move |(white_moves, white_of_ten, pieces)| {
            let turn = if white_moves { Color::White } else { Color::Black };
            let mut position = Position::empty(variant.board, turn);
            for (index, side, rank) in pieces {
                let color = if side < white_of_ten { Color::White } else { Color::Black };
                let kind = if rank < kings_of_ten { Kind::King } else { Kind::Man };
                put(&variant, &mut position, index, Piece { color, kind });
            }
            position
        })
    })
}

fn random(variant: Variant, count: u64) -> impl Iterator<Item = Position> {
    let strategy = position(variant);
    let mut runner = TestRunner::deterministic();
    (0..count).map(move |_| strategy.new_tree(&mut runner).expect("every position is taken").current())
}

#[test]
fn no_random_position_shows_a_listed_change() {
    for variant in variants::ALL {
        let positions = random(*variant, number("RANDOM_POSITIONS", 2000));
        Search::of(*variant, listed(variant)).finds_nothing_in(positions);
    }
}

/// What the search would find if it were there.
#[test]
fn random_positions_show_most_changes_that_are_not_listed() {
    for variant in variants::ALL {
        let observable = changed(variant, |change| reason(variant.name, change).is_none());
        let mut hidden: Vec<Setting> = observable.iter().map(|(change, _)| *change).collect();
        for position in random(*variant, 2000) {
            hidden.retain(|change| {
                let only = changed(variant, |other| other == change);
                Search::of(*variant, only).shown(&position).is_none()
            });
        }
        println!("{}: {} of {} stay hidden", variant.name, hidden.len(), observable.len());
        assert!(hidden.len() * 4 < observable.len(), "{}: {hidden:?}", variant.name);
    }
}
