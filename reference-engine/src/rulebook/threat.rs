//! The custom of Bahrain: a threatened man must move.

use super::capture;
use crate::geometry::Square;
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::Rules;
use std::collections::HashSet;

/// Keeps the moves of threatened men, if there are any.
pub fn restrict(rules: &Rules, position: &Position, moves: Vec<Move>) -> Vec<Move> {
    let threatened = threatened_men(rules, position);
    let (escapes, others): (Vec<_>, Vec<_>) =
        moves.into_iter().partition(|candidate| threatened.contains(&candidate.from));
    if escapes.is_empty() { others } else { escapes }
}

/// Men of the side to move that the other side could capture if it were to move now.
fn threatened_men(rules: &Rules, position: &Position) -> HashSet<Square> {
    let mut other_side = *position;
    other_side.set_turn(position.turn().opponent());
    let mut threatened = HashSet::new();
    capture::each(rules, &other_side, &mut |capture| threatened.extend(capture.captures));
    threatened.retain(|square| position.at(*square).is_some_and(|piece| piece.kind == Kind::Man));
    threatened
}
