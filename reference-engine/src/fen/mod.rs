//! Positions as text: PDN FEN, the row form and the Hub string.
//!
//! ```text
//! W:W31-50:B1-20                     PDN FEN; squares by number or by name, ranges of numbers
//! W:10/10/…/w1w1w1w1w1               rows from the top row, all cells, numbers for runs of empty ones
//! Wbbbbb…eeeee…wwwww                 Hub: the side to move, then a letter for each square in play
//! ```
//!
//! Everything is strict: what is not understood is refused with the place in the text. Only white space
//! around the whole text is forgiven.

mod error;
mod hub;
mod pdn;
mod rows;

pub use error::{FenError, Problem, Severity};

use crate::geometry::{Board, MAX_SQUARES, Square};
use crate::notation::SquareNames;
use crate::piece::{Color, Piece};
use crate::position::Position;
use std::ops::Range;

/// A position that was read, with the place of each piece in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What was read.
    pub position: Position,
    places: Vec<Option<Range<usize>>>,
}

impl Placed {
    fn new(board: Board, turn: Color) -> Self {
        Self { position: Position::empty(board, turn), places: vec![None; MAX_SQUARES] }
    }

    /// Bytes of the text in which the piece on a square stands.
    pub fn place(&self, square: Square) -> Range<usize> {
        self.places[square.index()].clone().unwrap_or_default()
    }

    /// What a square is called where its piece stands in the text.
    pub fn name(&self, square: Square, text: &str) -> String {
        let names = SquareNames::of(text.get(self.place(square)).unwrap_or_default());
        names.write(self.position.board(), square)
    }

    fn put(&mut self, square: Square, piece: Piece, at: Range<usize>) {
        self.position.set(square, Some(piece));
        self.places[square.index()] = Some(at);
    }
}

/// What is wrong, and where.
type Fault = (Problem, Range<usize>);

/// Reads a position in any of the forms.
///
/// # Errors
///
/// If the text is malformed. Whether the position can arise in a game is for the variant to say.
pub fn read(text: &str, board: Board) -> Result<Placed, FenError> {
    let trimmed = text.trim();
    let shift = text.len() - text.trim_start().len();
    read_trimmed(trimmed, board)
        .map_err(|(problem, at)| FenError::new(text, at.start + shift..at.end + shift, problem))
        .map(|mut placed| {
            for at in placed.places.iter_mut().flatten() {
                *at = at.start + shift..at.end + shift;
            }
            placed
        })
}

fn read_trimmed(text: &str, board: Board) -> Result<Placed, Fault> {
    if text.is_empty() {
        return Err((Problem::Empty, 0..0));
    }
    if hub::looks_so(text, board) {
        return hub::read(text, board);
    }
    let (turn, rest) = side_to_move(text)?;
    if rest.contains('/') { rows::read(text, board, turn) } else { pdn::read(text, board, turn) }
}

/// The side to move, which both other forms begin with, and what follows its colon.
fn side_to_move(text: &str) -> Result<(Color, &str), Fault> {
    let Some((side, rest)) = text.split_once(':') else {
        return Err((Problem::MissingSide, 0..text.len()));
    };
    let turn = color(side).ok_or_else(|| (Problem::BadSide(side.to_owned()), 0..side.len()))?;
    Ok((turn, rest))
}

fn color(text: &str) -> Option<Color> {
    match text {
        "W" => Some(Color::White),
        "B" => Some(Color::Black),
        _ => None,
    }
}

/// Writes PDN FEN with the squares sorted, numbers on boards that have them.
pub fn write(position: &Position) -> String {
    write_named(position, SquareNames::customary(position.board()))
}

/// Writes PDN FEN with the squares sorted, under the given names.
pub fn write_named(position: &Position, names: SquareNames) -> String {
    pdn::write(position, names)
}

/// Writes the row form.
pub fn write_rows(position: &Position) -> String {
    rows::write(position)
}

/// Writes the Hub string.
pub fn write_hub(position: &Position) -> String {
    hub::write(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: Board = Board::DARK_10X10;

    #[track_caller]
    fn problem(text: &str, board: Board) -> (&'static str, Range<usize>) {
        let error = read(text, board).expect_err("the text should be refused");
        (error.problem.code(), error.at)
    }

    #[test]
    fn all_forms_of_one_position_read_alike() {
        let expected = read("W:WKe5,c1:Bg7,c3", DARK).unwrap().position;
        for text in [
            "W:Bc3,g7:Wc1,Ke5",
            "W:WK28,47:B19,37",
            "W:WK28,47:B19,37.",
            "W:WK28,47:B19,37:H0:F1",
            "W:10/10/10/6b3/10/4W5/10/2b7/10/2w7",
            "  W:WKe5,c1:Bg7,c3\r\n",
            "Weeeeeeeeeeeeeeeeeebeeeeeeeeweeeeeeeebeeeeeeeeeweee",
        ] {
            let read = read(text, DARK).map(|placed| placed.position);
            if text.starts_with("We") {
                assert_ne!(read.unwrap(), expected, "a man is not a king");
            } else {
                assert_eq!(read.unwrap(), expected, "{text}");
            }
        }
    }

    #[test]
    fn ranges_stand_for_every_number_between() {
        let listed = read("B:W31,32,33:BK1,K2", DARK).unwrap().position;
        assert_eq!(read("B:W31-33:BK1-2", DARK).unwrap().position, listed);
    }

    #[test]
    fn an_empty_side_is_an_empty_section() {
        let position = read("W:W31:B", DARK).unwrap().position;
        assert_eq!((position.count(Color::White), position.count(Color::Black)), (1, 0));
        assert_eq!(write(&position), "W:W31:B");
    }

    #[test]
    fn what_is_written_is_sorted() {
        let position = read("B:Bb2,Ka3:Wa1", Board::ALL_8X8).unwrap().position;
        assert_eq!(write(&position), "B:Wa1:BKa3,b2");
    }

    #[test]
    fn malformed_pdn_is_refused_with_the_place() {
        for (text, code, at) in [
            ("", "empty", 0..0),
            ("start", "missing-side", 0..5),
            ("BAD FEN", "missing-side", 0..7),
            ("X:W1:B2", "bad-side", 0..1),
            ("w:W1:B2", "bad-side", 0..1),
            (":W1:B2", "bad-side", 0..0),
            ("W:W1", "missing-section", 0..4),
            ("W:", "missing-section", 2..2),
            ("W:W1:W2", "duplicate-section", 5..7),
            ("W:W1:B2:X3", "unknown-section", 8..10),
            ("W:W1:B2:H", "unknown-section", 8..9),
            ("W:W1:B2:Hx", "unknown-section", 8..10),
            ("W:W1:B2:H0:H1", "duplicate-section", 11..13),
            ("W:W1:H0:B2", "unknown-section", 5..7),
            ("W:W1:B2:F1234567", "unknown-section", 8..16),
            ("W:W51:B2", "bad-square", 3..5),
            ("W:W0:B2", "bad-square", 3..4),
            ("W:W1,:B2", "bad-square", 5..5),
            ("W:W1,,3:B2", "bad-square", 5..5),
            ("W:WK:B2", "bad-square", 4..4),
            ("W:WKK1:B2", "bad-square", 4..6),
            ("W:W1 ,3:B2", "bad-square", 3..5),
            ("W:Wa2:Bb2", "light-square", 3..5),
            ("W:W1,1:B2", "duplicate-square", 5..6),
            ("W:W1:B1", "duplicate-square", 6..7),
            ("W:W1-3:B2", "duplicate-square", 8..9),
            ("W:W3-1:B2", "bad-range", 3..6),
            ("W:Wa1-c1:B2", "bad-range", 3..8),
            ("W:W1-51:B2", "bad-square", 5..7),
        ] {
            assert_eq!(problem(text, DARK), (code, at), "{text}");
        }
        assert_eq!(problem("W:W12:Ba1", Board::ALL_8X8), ("unnumbered-board", 3..5));
    }

    #[test]
    fn malformed_rows_are_refused_with_the_place() {
        for (text, code, at) in [
            ("10/10/10/10/4b5/10/10/3w6/10/10", "missing-side", 0..31),
            ("W:10/10/10/10/4x5/10/10/3w6/10/10", "unknown-character", 15..16),
            ("W:10/10/10/10/4b6/10/10/3w6/10/10", "row-width", 14..17),
            ("W:10/10/10/10/4b4/10/10/3w6/10/10", "row-width", 14..17),
            ("W:10/10/10/10/10/10/10/3w6/10", "row-count", 2..29),
            ("W:10/10/10/10/10/10/10/10/3w6/10/10", "row-count", 2..35),
            ("W:10/10//10/10/5b4/10/10/3w6/10", "row-width", 8..8),
            ("W:1w8/w9/10/10/10/10/10/10/10/w8", "row-width", 30..32),
            ("W:w9/10/10/10/10/10/10/10/10/10", "light-square", 2..3),
            ("W:010/10/10/10/10/10/10/10/10/10", "unknown-character", 2..3),
            ("W:10/10/10/10/1 b7/10/10/3w6/10/10", "unknown-character", 15..16),
        ] {
            assert_eq!(problem(text, DARK), (code, at), "{text}");
        }
    }

    #[test]
    fn a_hub_string_is_as_long_as_the_board() {
        let good = format!("W{}{}", "b".repeat(20), "e".repeat(30));
        assert_eq!(read(&good, DARK).unwrap().position.count(Color::Black), 20);
        assert_eq!(problem(&good[..50], DARK).0, "missing-side");
    }
}
