//! Positions in every form: PDN FEN, rows, Hub strings.

use super::message;
use reference_engine::fen::{self, FenError};
use reference_engine::geometry::{Board, Cells};
use reference_engine::notation::SquareNames;
use reference_engine::position::Position;
use reference_engine::variants;

/// The boards of the variants, and a narrow one.
const BOARDS: [Board; 3] =
    [Board::ALL_8X8, Board::DARK_10X10, Board { columns: 8, rows: 8, cells: Cells::Dark }];

/// Reads a text as a position of every board and variant.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for board in BOARDS {
        match fen::read(text, board) {
            Err(error) => refused(text, &error),
            Ok(placed) => {
                for (square, _) in placed.position.pieces() {
                    assert!(text.get(placed.place(square)).is_some_and(|place| !place.is_empty()));
                }
                written(&placed.position);
            }
        }
    }
    for variant in variants::ALL {
        match variant.read(text) {
            Err(error) => refused(text, &error),
            Ok(position) => assert_eq!(variant.read(&fen::write(&position)), Ok(position)),
        }
    }
}

/// A position in each form reads back as itself, and is written so again.
pub fn written(position: &Position) {
    let board = position.board();
    let mut forms = vec![
        fen::write(position),
        fen::write_named(position, SquareNames::Algebraic),
        fen::write_rows(position),
        fen::write_hub(position),
    ];
    if board.cells == Cells::Dark {
        forms.push(fen::write_named(position, SquareNames::Numeric));
    }
    for form in forms {
        assert_eq!(fen::read(&form, board).map(|placed| placed.position), Ok(*position), "{form}");
    }
}

fn refused(text: &str, error: &FenError) {
    assert_eq!(error.text, text);
    assert!(text.get(error.at.clone()).is_some(), "{:?} is no place in {text:?}", error.at);
    message::check(&error.to_string());
    message::check(&error.problem.to_string());
}
