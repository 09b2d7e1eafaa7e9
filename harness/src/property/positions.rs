//! Strategies for positions: placements of several kinds, each made to show something, and positions of
//! games played at random. Any test of a draughts engine can use them.

use crate::builtin::{Builtin, BuiltinName};
use crate::check::is_late;
use proptest::prelude::*;
use proptest::sample::Index;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::{Direction, Square};
use reference_engine::moves::Counting;
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::Variant;
use std::ops::RangeInclusive;
use strum::VariantArray;

/// The most ways to move that a position may have. More would be a test of an engine's patience: some take
/// seconds for a few hundred ways to capture.
const WAYS: usize = 100;
/// The most plies of a game played at random.
const PLIES: usize = 120;

/// A kind of placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum Shape {
    /// One to three pieces a side: kings and ends of games.
    Few,
    /// Three to eight a side.
    Several,
    /// Eight to fourteen men a side.
    Crowd,
    /// Kings above all.
    Kings,
    /// Men before their last row.
    NearPromotion,
    /// One or two pieces of the side to move among many.
    OneAmongMany,
    /// Enemies laid along a way on which they can be taken one after another.
    Chain,
}

/// How often each shape is drawn; captures tell most about rules.
const DRAWN: [Shape; 10] = [
    Shape::Few,
    Shape::Several,
    Shape::Several,
    Shape::Crowd,
    Shape::Kings,
    Shape::NearPromotion,
    Shape::OneAmongMany,
    Shape::Chain,
    Shape::Chain,
    Shape::Chain,
];

impl Shape {
    /// How many pieces the side to move and the other side have, before two meet on one square.
    const fn pieces(self) -> (RangeInclusive<usize>, RangeInclusive<usize>) {
        match self {
            Self::Few => (1..=3, 1..=3),
            Self::Several => (3..=8, 3..=8),
            Self::Crowd => (8..=14, 8..=14),
            Self::Kings => (2..=7, 2..=10),
            Self::NearPromotion => (2..=6, 2..=8),
            Self::OneAmongMany => (1..=2, 6..=14),
            Self::Chain => (0..=3, 0..=3),
        }
    }

    /// How many of ten pieces are kings.
    const fn kings_of_ten(self) -> u8 {
        match self {
            Self::Few => 5,
            Self::Several => 2,
            Self::Crowd => 0,
            Self::Kings => 8,
            Self::NearPromotion => 1,
            Self::OneAmongMany | Self::Chain => 3,
        }
    }
}

/// A random placement of any shape that can arise, with pieces on both sides.
pub fn placement(variant: Variant) -> BoxedStrategy<Position> {
    prop::sample::select(&DRAWN[..]).prop_flat_map(move |shape| of_shape(variant, shape)).boxed()
}

/// A random placement of one shape that can arise, with pieces on both sides.
pub fn of_shape(variant: Variant, shape: Shape) -> BoxedStrategy<Position> {
    let (own, other) = shape.pieces();
    let side = |pieces| prop::collection::vec(spot(), pieces);
    let chain = if shape == Shape::Chain { chain().boxed() } else { Just(None).boxed() };
    (any::<bool>(), side(own), side(other), chain)
        .prop_map(move |(white_moves, own, other, chain)| {
            let turn = if white_moves { Color::White } else { Color::Black };
            let mut position = Position::empty(variant.board, turn);
            for (color, spots) in [(turn, own), (turn.opponent(), other)] {
                for spot in spots {
                    let square = spot.square(variant, shape, color);
                    put(variant, &mut position, square, color, spot.lot < shape.kings_of_ten());
                }
            }
            if let Some(chain) = chain {
                chain.lay(variant, &mut position);
            }
            position
        })
        .prop_filter("it cannot arise, or has too many moves", move |position| is_fit(variant, position))
        .boxed()
}

/// A position of a game that was played at random from the start, not yet over.
pub fn play_out(variant: Variant) -> BoxedStrategy<Position> {
    let choices = prop::collection::vec(any::<Index>(), 0..PLIES);
    choices
        .prop_map(move |choices| {
            let generator = Rulebook::new(variant.rules);
            let mut position = variant.start();
            for choice in choices {
                let moves = generator.moves(&position, Counting::Unique);
                let next = position.after(choice.get(&moves));
                if generator.count(&next, Counting::Unique) == 0 {
                    break;
                }
                position = next;
            }
            position
        })
        .prop_filter("it has too many moves", move |position| is_fit(variant, position))
        .boxed()
}

/// Placements and positions of games alike.
pub fn any_position(variant: Variant) -> BoxedStrategy<Position> {
    prop_oneof![placement(variant), play_out(variant)].boxed()
}

/// A place for a piece, and a lot of ten that decides what piece.
#[derive(Clone, Debug)]
struct Spot {
    index: Index,
    lot: u8,
}

fn spot() -> impl Strategy<Value = Spot> {
    (any::<Index>(), 0..10_u8).prop_map(|(index, lot)| Spot { index, lot })
}

impl Spot {
    fn square(&self, variant: Variant, shape: Shape, color: Color) -> Square {
        let count = variant.board.square_count();
        if shape != Shape::NearPromotion || !self.lot.is_multiple_of(2) {
            return Square::new(self.index.index(count));
        }
        // Half of the pieces stand in the third of the board where men are crowned.
        let from_top = self.index.index(count / 3);
        match color {
            Color::White => Square::new(from_top),
            Color::Black => Square::new(count - 1 - from_top),
        }
    }
}

/// A man on its last row would be a king.
fn put(variant: Variant, position: &mut Position, square: Square, color: Color, crowned: bool) {
    let crowned = crowned || variant.rules.is_promotion_square(variant.board, color, square);
    position.set(square, Some(Piece { color, kind: if crowned { Kind::King } else { Kind::Man } }));
}

/// A piece, and the hops that it is to make.
#[derive(Clone, Debug)]
struct Chain {
    start: Spot,
    hops: Vec<Hop>,
}

/// A direction, and how far before and behind the piece to be jumped a king stands.
#[derive(Clone, Debug)]
struct Hop {
    direction: Index,
    before: usize,
    behind: usize,
    lot: u8,
}

fn chain() -> impl Strategy<Value = Option<Chain>> {
    let gap = prop_oneof![3 => Just(0_usize), 1 => 1..3_usize];
    let hop = (any::<Index>(), gap.clone(), gap, 0..10_u8).prop_map(|(direction, before, behind, lot)| Hop {
        direction,
        before,
        behind,
        lot,
    });
    (spot(), prop::collection::vec(hop, 2..12)).prop_map(|(start, hops)| Some(Chain { start, hops }))
}

impl Chain {
    /// Lays the pieces of the way, which may cross its start and end there; a hop for which there is no room
    /// is left out.
    fn lay(&self, variant: Variant, position: &mut Position) {
        let color = position.turn();
        let start = Square::new(self.start.index.index(variant.board.square_count()));
        let is_king = self.start.lot < 6;
        put(variant, position, start, color, is_king);
        let mut at = start;
        let directions: Vec<Direction> =
            Direction::ALL.iter().copied().filter(|direction| variant.rules.uses(*direction)).collect();
        for hop in &self.hops {
            let direction = *hop.direction.get(&directions);
            let (before, behind) = if is_king { (hop.before, hop.behind) } else { (0, 0) };
            let ray: Vec<Square> = variant.board.ray(at, direction).take(before + behind + 2).collect();
            let is_free = ray.iter().all(|square| *square == start || position.at(*square).is_none());
            if ray.len() == before + behind + 2 && is_free && ray[before] != start {
                put(variant, position, ray[before], color.opponent(), hop.lot < 2);
                at = ray[ray.len() - 1];
            }
        }
    }
}

/// Whether a position can arise, has pieces on both sides, and no more ways to move than an engine can list
/// in its time. An empty side is a matter of taste among engines, and so is a game that was over before: no
/// random position is one.
fn is_fit(variant: Variant, position: &Position) -> bool {
    let both = Color::VARIANTS.iter().all(|color| position.count(*color) > 0);
    both && !is_late(&variant, position)
        && variant.read(&fen::write(position)).is_ok()
        && Builtin::new(BuiltinName::Fast, &variant).count(position, Counting::Route) <= WAYS
}
