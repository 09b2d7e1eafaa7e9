//! Squares and moves as text.

use crate::geometry::{Board, Cells, Square};
use crate::moves::Move;
use crate::quote::Quoted;
use std::ops::Range;
use strum::{Display, EnumString, VariantNames};
use thiserror::Error;

/// How squares are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum SquareNames {
    /// Published numbers, 1 at the top left. Only boards of dark squares have them.
    Numeric,
    /// Column letter and row number, `a1` at White's lower left.
    Algebraic,
}

impl SquareNames {
    /// What is customary on a board.
    pub const fn customary(board: Board) -> Self {
        match board.cells {
            Cells::Dark => Self::Numeric,
            Cells::All => Self::Algebraic,
        }
    }

    /// What a square, or a list of them, is called by: numbers begin with a digit.
    pub fn of(text: &str) -> Self {
        if text.starts_with(|first: char| first.is_ascii_digit()) { Self::Numeric } else { Self::Algebraic }
    }

    /// The name of a square.
    pub fn write(self, board: Board, square: Square) -> String {
        match self {
            Self::Numeric => board.number(square).to_string(),
            Self::Algebraic => board.name(square),
        }
    }
}

/// Why a text is not a square of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SquareError {
    /// Neither a number nor a letter with a number, or off the board.
    #[error("`{}` is not a square of this board", Quoted(.0))]
    NotASquare(String),
    /// On the board but not in play.
    #[error("{0} is a light square, on which nothing stands")]
    Light(String),
    /// A number on a board whose squares have no published numbers.
    #[error("squares of this board have letters and not numbers: `{}`", Quoted(.0))]
    Unnumbered(String),
}

/// Reads a square by number or by algebraic name.
///
/// # Errors
///
/// If the text is no square in play on the board.
pub fn square(text: &str, board: Board) -> Result<Square, SquareError> {
    let no_square = || SquareError::NotASquare(text.to_owned());
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        let number = strict_number(text).ok_or_else(no_square)?;
        return match board.cells {
            Cells::All => Err(SquareError::Unnumbered(text.to_owned())),
            Cells::Dark => board.numbered(number).ok_or_else(no_square),
        };
    }
    let mut letters = text.chars();
    let column = letters.next().filter(char::is_ascii_lowercase).ok_or_else(no_square)?;
    let row = strict_number(letters.as_str()).ok_or_else(no_square)?;
    let column = column as usize - 'a' as usize;
    if column >= board.columns as usize || row == 0 || row > board.rows as usize {
        return Err(no_square());
    }
    board.square_at(column as i8, row as i8 - 1).ok_or_else(|| SquareError::Light(text.to_owned()))
}

/// A number without sign, leading zero or more than three digits.
pub(crate) fn strict_number(text: &str) -> Option<usize> {
    let plain = (1..=3).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

/// What the squares of a move text mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum MoveForm {
    /// Every square on which the piece lands.
    Path,
    /// Start, end, then the captured squares.
    Hub,
    /// Start and end only.
    Short,
}

/// Writes a move.
pub fn write(played: &Move, board: Board, names: SquareNames, form: MoveForm) -> String {
    let squares: Vec<Square> = match form {
        MoveForm::Path => played.path.clone(),
        MoveForm::Short => vec![played.from, played.to],
        MoveForm::Hub => [vec![played.from, played.to], played.captured_set()].concat(),
    };
    let separator = if played.is_capture() { "x" } else { "-" };
    let names: Vec<String> = squares.into_iter().map(|square| names.write(board, square)).collect();
    names.join(separator)
}

/// A move as it is written, before anybody asks what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The squares in order; at least two.
    pub squares: Vec<Square>,
    /// Whether `x` or `:` stands between them.
    pub says_capture: bool,
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// One of the squares is none.
    #[error("in move `{}`, byte {}: {source}", Quoted(.text), .at.start + 1)]
    Square {
        /// The whole text.
        text: String,
        /// Where the square stands in it.
        at: Range<usize>,
        /// What is wrong with it.
        source: SquareError,
    },
    /// Less than two squares.
    #[error("`{}` is not a move: it needs a start and an end square, as in `d4-d5` or `c1xe3xg5`", Quoted(.0))]
    TooShort(String),
    /// No legal move of the position reads so.
    #[error("`{}` is not a legal move here", Quoted(.0))]
    Illegal(String),
    /// Several legal moves read so.
    #[error("`{}` may mean {}: write every landing square", Quoted(.text), .candidates.join(" or "))]
    Ambiguous {
        /// What was given.
        text: String,
        /// What it may mean, as landing-square paths.
        candidates: Vec<String>,
    },
}

/// Reads the squares of a move; `-`, `x` and `:` may stand between them.
///
/// # Errors
///
/// If a square is none, or there are less than two.
pub fn parse(text: &str, board: Board) -> Result<MoveText, MoveError> {
    let mut squares = Vec::new();
    let mut start = 0;
    for part in text.split(['-', 'x', ':']) {
        let at = start..start + part.len();
        start = at.end + 1;
        let found =
            square(part, board).map_err(|source| MoveError::Square { text: text.to_owned(), at, source })?;
        squares.push(found);
    }
    if squares.len() < 2 {
        return Err(MoveError::TooShort(text.to_owned()));
    }
    Ok(MoveText { squares, says_capture: text.contains(['x', ':']) })
}

/// Finds the one move that a text means among the routes of a position's legal moves: by its landing squares
/// or, if that is enough, by start and end.
///
/// # Errors
///
/// If the text is no move, or none of the list, or may mean several.
pub fn find<'a>(text: &str, board: Board, routes: &'a [Move]) -> Result<&'a Move, MoveError> {
    let spoken = parse(text, board)?;
    if let Some(exact) = routes.iter().find(|route| route.path == spoken.squares) {
        return Ok(exact);
    }
    let ends = |route: &&Move| spoken.squares == [route.from, route.to];
    let mut candidates: Vec<&Move> = Vec::new();
    for route in routes.iter().filter(ends) {
        let is_same = |known: &&Move| known.captured_set() == route.captured_set();
        if !candidates.iter().any(is_same) {
            candidates.push(route);
        }
    }
    match candidates[..] {
        [] => Err(MoveError::Illegal(text.to_owned())),
        [only] => Ok(only),
        _ => Err(MoveError::Ambiguous {
            text: text.to_owned(),
            candidates: candidates
                .iter()
                .map(|route| write(route, board, SquareNames::customary(board), MoveForm::Path))
                .collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: Board = Board::DARK_10X10;

    #[test]
    fn squares_are_read_by_number_and_by_name() {
        assert_eq!(square("1", DARK), square("b10", DARK));
        assert_eq!(square("46", DARK), square("a1", DARK));
    }

    #[test]
    fn what_is_no_square_is_refused_by_its_own_error() {
        assert_eq!(square("a2", DARK), Err(SquareError::Light("a2".into())));
        assert_eq!(square("12", Board::ALL_8X8), Err(SquareError::Unnumbered("12".into())));
        for text in ["", "0", "51", "01", "+1", "a", "a0", "k1", "a11", "A1", "1a", "é1", "99999999999"] {
            assert_eq!(square(text, DARK), Err(SquareError::NotASquare(text.into())), "{text}");
        }
    }

    #[test]
    fn a_move_error_says_where_the_bad_square_stands() {
        let Err(MoveError::Square { at, .. }) = parse("c1xz3xg5", DARK) else { panic!("accepted") };
        assert_eq!(at, 3..5);
        assert_eq!(parse("c1", DARK), Err(MoveError::TooShort("c1".into())));
    }

    #[test]
    fn two_squares_are_a_move() {
        let read = parse("d4-d5", Board::ALL_8X8).unwrap();
        assert_eq!((read.squares.len(), read.says_capture), (2, false));
        assert!(parse("d4xd6", Board::ALL_8X8).unwrap().says_capture);
    }

    /// From one square to another over some, taking others.
    fn route(squares: &str, jumped: &str) -> Move {
        let path = parse(squares, DARK).unwrap().squares;
        let captures = jumped.split_whitespace().map(|name| square(name, DARK).unwrap()).collect();
        Move { from: path[0], to: path[path.len() - 1], path, captures, crowns: false }
    }

    #[test]
    fn a_move_is_found_by_its_squares_or_by_its_ends_where_one_goes_there() {
        let routes = [
            route("47x29x33", "38 28"),
            route("47x38x33", "42 37"),
            route("47x20x14", "33 19"),
            // The same pieces in another order: one move to whoever names its ends.
            route("47x25x14", "19 33"),
        ];
        let found = |text: &str| find(text, DARK, &routes);
        assert_eq!(found("47x38x33"), Ok(&routes[1]));
        assert_eq!(found("47x25x14"), Ok(&routes[3]));
        assert_eq!(found("47x14"), Ok(&routes[2]));
        assert_eq!(found("47x19"), Err(MoveError::Illegal("47x19".into())));
        assert_eq!(found("38x33"), Err(MoveError::Illegal("38x33".into())));
        assert_eq!(found("47x44x33"), Err(MoveError::Illegal("47x44x33".into())));
        let candidates = vec!["47x29x33".to_owned(), "47x38x33".to_owned()];
        assert_eq!(found("47x33"), Err(MoveError::Ambiguous { text: "47x33".into(), candidates }));
    }

    #[test]
    fn moves_are_written_in_each_form() {
        let at = |name| square(name, DARK).unwrap();
        let capture = Move {
            from: at("c1"),
            to: at("g5"),
            path: vec![at("c1"), at("e3"), at("g5")],
            captures: vec![at("d2"), at("f4")],
            crowns: false,
        };
        assert_eq!(write(&capture, DARK, SquareNames::Algebraic, MoveForm::Path), "c1xe3xg5");
        assert_eq!(write(&capture, DARK, SquareNames::Algebraic, MoveForm::Short), "c1xg5");
        assert_eq!(write(&capture, DARK, SquareNames::Numeric, MoveForm::Hub), "47x29x33x42");
    }
}
