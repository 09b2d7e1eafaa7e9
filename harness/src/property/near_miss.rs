//! A legal move's text with another end square, where no legal move ends so, is refused.

use super::law::Bench;
use super::told::{listed, text};
use crate::check::{Given, Judgement, Stop};
use crate::verdict::{Failure, Mark, Row};
use reference_engine::generator::Generator;
use reference_engine::geometry::{Direction, Square};
use reference_engine::moves::Counting;
use reference_engine::notation::{self, MoveForm};
use reference_engine::rulebook::Rulebook;
use std::collections::BTreeSet;

/// How many near misses are tried in a position.
const TRIES: usize = 6;

pub fn judge(bench: &mut Bench<'_, '_>) -> Result<Judgement, Stop> {
    let mut rows = Vec::new();
    let mut words = BTreeSet::new();
    for text in near_misses(bench)? {
        match bench.asker.apply(bench.position, text.clone())? {
            Ok(next) => rows.push(row(bench, text, &next)),
            Err(declined) if declined.code == "illegal" => {}
            // It is refused, which is what matters; the word is the adapter's.
            Err(declined) => drop(words.insert(declined.code)),
        }
    }
    if rows.is_empty() {
        let note =
            |word: String| format!("illegal moves are refused by `err {word}`; `err illegal` would say so");
        return Ok(Judgement::Right(words.into_iter().map(note).collect()));
    }
    let headline = "a move that is not legal is played".to_owned();
    Ok(Judgement::Wrong(Failure { headline, rows }))
}

fn row(bench: &Bench<'_, '_>, played: String, next: &reference_engine::position::Position) -> Row {
    let names = bench.asker.declared().squares;
    Row {
        mark: Mark::Changed,
        expected: format!("{played} is refused"),
        given: format!("leaves {}", text(next, names)),
        ..Row::default()
    }
}

/// Texts of moves that neither the subject lists nor the reference, spread over the listed moves.
fn near_misses(bench: &mut Bench<'_, '_>) -> Result<Vec<String>, Stop> {
    let moves = listed(bench, bench.position)?;
    let legal = legal_ends(bench, moves.iter().map(|(_, given)| given));
    let texts: Vec<String> = moves.iter().filter_map(|(_, given)| near_miss(bench, given, &legal)).collect();
    let stride = texts.len().div_ceil(TRIES).max(1);
    Ok(texts.into_iter().step_by(stride).collect())
}

/// Start and end of every move that anybody takes for legal. A text with other ends cannot be read as one
/// of them in any notation.
fn legal_ends<'a>(
    bench: &Bench<'_, '_>,
    moves: impl Iterator<Item = &'a Given>,
) -> BTreeSet<(Square, Square)> {
    let reference = Rulebook::new(bench.variant.rules).moves(bench.position, Counting::Unique);
    let known = reference.iter().map(|played| (played.from, played.to));
    known.chain(moves.filter_map(Given::ends)).collect()
}

/// The text with its end moved to a neighbouring square, if that is no legal move.
fn near_miss(bench: &Bench<'_, '_>, given: &Given, legal: &BTreeSet<(Square, Square)>) -> Option<String> {
    let board = bench.variant.board;
    let (from, to) = given.ends()?;
    let neighbours = Direction::ALL.iter().filter_map(|direction| board.step(to, *direction));
    let end = neighbours.into_iter().find(|end| *end != from && !legal.contains(&(from, *end)))?;
    let mut squares = notation::parse(&given.text, board).ok()?.squares;
    let place = if bench.asker.declared().notation == MoveForm::Hub { 1 } else { squares.len() - 1 };
    squares[place] = end;
    let separator = if given.text.contains(['x', ':']) { "x" } else { "-" };
    let names = bench.asker.declared().squares;
    Some(squares.iter().map(|square| names.write(board, *square)).collect::<Vec<_>>().join(separator))
}
