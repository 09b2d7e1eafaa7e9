//! Moves in every form. The first line is a position, the second a move, or a row of an answer.

use super::message;
use harness::check::Given;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{ARAB, INTERNATIONAL, Variant};

/// Positions with more pieces than this are not asked for their moves: some have millions of ways to move.
const PIECES: usize = 8;

/// Reads a row in a position of each board.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (position, row) = text.split_once('\n').unwrap_or(("start", text));
    for variant in [ARAB, INTERNATIONAL] {
        let position = variant.read(position).unwrap_or_else(|_| variant.start());
        spelled(row, &variant, &position);
        for form in [MoveForm::Path, MoveForm::Hub, MoveForm::Short] {
            for given in [Given::of_move(row, &position, form), Given::of_branch(row, &position, form)] {
                match given {
                    Err(reason) => message::check(&reason),
                    Ok(given) => of_an_engine(&given, &position, row),
                }
            }
        }
    }
}

/// A move as huff's own users write it.
fn spelled(text: &str, variant: &Variant, position: &Position) {
    let board = variant.board;
    match notation::parse(text, board) {
        Err(error) => message::check(&error.to_string()),
        Ok(parsed) => {
            let separator = if parsed.says_capture { "x" } else { "-" };
            let names = SquareNames::customary(board);
            let squares = parsed.squares.iter().map(|square| names.write(board, *square));
            let written = squares.collect::<Vec<_>>().join(separator);
            assert_eq!(notation::parse(&written, board), Ok(parsed), "{written}");
        }
    }
    if position.pieces().count() > PIECES {
        return;
    }
    let routes = Rulebook::new(variant.rules).moves(position, Counting::Route);
    match notation::find(text, board, &routes) {
        Err(error) => message::check(&error.to_string()),
        Ok(found) => {
            for names in [SquareNames::customary(board), SquareNames::Algebraic] {
                let written = notation::write(found, board, names, MoveForm::Path);
                assert_eq!(notation::find(&written, board, &routes), Ok(found), "{written}");
            }
        }
    }
}

/// A row that was understood says nothing of its own making.
fn of_an_engine(given: &Given, position: &Position, row: &str) {
    let board = position.board();
    assert!(row.contains(&given.text));
    message::check(&given.describe(board, SquareNames::customary(board)));
    if let Some(next) = &given.next {
        assert_eq!(fen::read(&fen::write(next), board).map(|placed| placed.position), Ok(*next));
    }
}
