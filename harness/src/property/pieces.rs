//! Nothing appears or disappears but by capture and crowning.

use super::law::Bench;
use super::told::text;
use crate::check::{Given, Judgement, Spoken, Stop};
use crate::verdict::{Failure, Mark, Row};
use reference_engine::geometry::Square;
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;

pub fn judge(bench: &mut Bench<'_, '_>) -> Result<Judgement, Stop> {
    let answered = bench.asker.moves_with_positions(bench.position)?;
    let moves = answered.map_err(|_| Stop::Skip("the engine refuses to list moves here".to_owned()))?;
    if !moves.is_empty() && moves.iter().all(|given| given.next.is_none()) {
        return Ok(Judgement::CannotTell("the engine does not say what its moves lead to".to_owned()));
    }
    let rows: Vec<Row> = moves.iter().filter_map(|given| row(bench, given)).collect();
    if rows.is_empty() {
        return Ok(Judgement::Right(Vec::new()));
    }
    let headline = format!("{} of {} moves make or lose pieces", rows.len(), moves.len());
    Ok(Judgement::Wrong(Failure { headline, rows }))
}

/// A move that leads to a wrong number of pieces. A row without a position or without a move says nothing.
fn row(bench: &Bench<'_, '_>, given: &Given) -> Option<Row> {
    let next = given.next?;
    let (from, to) = given.ends()?;
    let reason = fault(bench.position, &next, (from, to), &given.spoken)?;
    let names = bench.asker.declared().squares;
    let played = given.describe(bench.variant.board, names);
    Some(Row {
        mark: Mark::Changed,
        expected: format!("{played}: {reason}"),
        given: format!("leaves {}", text(&next, names)),
        ..Row::default()
    })
}

/// What is due and is not so.
fn fault(
    before: &Position,
    after: &Position,
    ends: (Square, Square),
    spoken: &Spoken,
) -> Option<&'static str> {
    let (mover, other) = (before.turn(), before.turn().opponent());
    if after.turn() != other {
        return Some("the other side is to move");
    }
    if after.count(mover) != before.count(mover) {
        return Some("the mover keeps every piece");
    }
    let stays = |square: Square, piece: Piece| after.at(square) == Some(piece);
    let gone: Vec<Square> = before
        .pieces()
        .filter(|(square, piece)| piece.color == other && !stays(*square, *piece))
        .map(|(square, _)| square)
        .collect();
    if after.count(other) + gone.len() != before.count(other) {
        return Some("the other side's pieces stay as they are");
    }
    if let Spoken::Full(_, _, captured) = spoken
        && *captured != gone
    {
        return Some("the captured pieces are gone, and no others");
    }
    kings_fault(before, after, ends)
}

fn kings_fault(before: &Position, after: &Position, (from, to): (Square, Square)) -> Option<&'static str> {
    let mover = before.turn();
    let (kings_before, kings_after) = (kings(before, mover), kings(after, mover));
    let crowned = before.at(from) == Some(Piece::man(mover)) && after.at(to) == Some(Piece::king(mover));
    if kings_after == kings_before + usize::from(crowned) {
        return None;
    }
    Some("no king is made or unmade but by crowning the man that moves")
}

fn kings(position: &Position, color: Color) -> usize {
    position.pieces_of(color).filter(|(_, kind)| *kind == Kind::King).count()
}
