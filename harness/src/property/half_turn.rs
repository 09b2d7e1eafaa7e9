//! The position turned by 180° with the colours exchanged has the turned moves. This needs no reference,
//! and finds every slip by which colours or edges are treated differently.

use super::law::Bench;
use super::told::{Told, describe_with_next, difference, listed, text};
use crate::check::{Given, Judgement, Stop};
use crate::verdict::{Failure, Row};
use reference_engine::position::Position;
use std::collections::BTreeSet;

pub fn judge(bench: &mut Bench<'_, '_>) -> Result<Judgement, Stop> {
    let turned = bench.position.turned();
    let here = listed(bench, bench.position)?;
    let there = listed(bench, &turned)?;
    let mut rows = moves_differ(bench, &here, &there);
    if rows.is_empty() {
        rows = positions_differ(bench, &here, &there);
    }
    if rows.is_empty() {
        return Ok(Judgement::Right(Vec::new()));
    }
    let there = text(&turned, bench.asker.declared().squares);
    let headline = format!("the moves of {there}, turned, are not the moves here");
    Ok(Judgement::Wrong(Failure { headline, rows }))
}

/// Which of several equal ways is listed, and how often, is not compared.
fn moves_differ(bench: &Bench<'_, '_>, here: &[(Told, Given)], there: &[(Told, Given)]) -> Vec<Row> {
    let (board, names) = (bench.variant.board, bench.asker.declared().squares);
    let due: BTreeSet<Told> = there.iter().map(|(told, _)| told.turned(board)).collect();
    let given: BTreeSet<Told> = here.iter().map(|(told, _)| told.clone()).collect();
    difference(&due, &given, |told| told.describe(board, names))
}

/// The positions after the moves, if every row has one.
fn positions_differ(bench: &Bench<'_, '_>, here: &[(Told, Given)], there: &[(Told, Given)]) -> Vec<Row> {
    let (board, names) = (bench.variant.board, bench.asker.declared().squares);
    let with = |rows: &[(Told, Given)], turn: fn(Position) -> Position| -> Option<BTreeSet<(Told, String)>> {
        let pair =
            |(told, given): &(Told, Given)| given.next.map(|next| (told.clone(), text(&turn(next), names)));
        rows.iter().map(pair).collect()
    };
    let Some(given) = with(here, |next| next) else { return Vec::new() };
    let Some(due) = with(there, |next| next.turned()) else { return Vec::new() };
    let due = due.into_iter().map(|(told, next)| (told.turned(board), next)).collect();
    difference(&due, &given, |(told, next)| describe_with_next(told, next, board, names))
}
