//! Moves without capture.

use crate::geometry::{Direction, Square};
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::{Heading, KingMove, KingPath, MenStep, Rules};

/// Hands every quiet move of the side to move to `visit`.
pub fn each(rules: &Rules, position: &Position, mut visit: impl FnMut(Move)) {
    for (from, kind) in position.pieces_of(position.turn()) {
        for direction in Direction::ALL.iter().copied().filter(|direction| rules.uses(*direction)) {
            match kind {
                Kind::Man => step(rules, position, from, direction, &mut visit),
                Kind::King => slide(rules, position, from, direction, &mut visit),
            }
        }
    }
}

fn step(
    rules: &Rules,
    position: &Position,
    from: Square,
    direction: Direction,
    visit: &mut impl FnMut(Move),
) {
    if !may_step(rules, rules.heading(position.turn(), direction)) {
        return;
    }
    let board = position.board();
    if let Some(to) = board.step(from, direction)
        && position.at(to).is_none()
    {
        visit(Move::quiet(from, to, rules.is_promotion_square(board, position.turn(), to)));
    }
}

fn may_step(rules: &Rules, heading: Heading) -> bool {
    match rules.men_step {
        MenStep::Forward => heading == Heading::Forward,
        MenStep::ForwardAndSideways => heading != Heading::Backward,
        MenStep::EveryWay => true,
    }
}

fn slide(
    rules: &Rules,
    position: &Position,
    from: Square,
    direction: Direction,
    visit: &mut impl FnMut(Move),
) {
    let reach = match rules.king_move {
        KingMove::AnyDistance => usize::MAX,
        KingMove::OneStep => 1,
    };
    let is_empty = |square: &Square| position.at(*square).is_none();
    let over_pieces = rules.king_path == KingPath::OverPieces;
    position
        .board()
        .ray(from, direction)
        .take(reach)
        .take_while(|square| over_pieces || is_empty(square))
        .filter(is_empty)
        .for_each(|to| visit(Move::quiet(from, to, false)));
}
