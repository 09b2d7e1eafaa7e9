//! A board drawn with characters.

use reference_engine::geometry::Board;
use reference_engine::notation::SquareNames;
use reference_engine::piece::Piece;
use reference_engine::position::Position;

/// Draws a position, White at the bottom: `w b` men, `W B` kings, `.` an empty square; cells that are not
/// in play are blank. Columns and rows are named at the edge, or each square shows its number.
pub fn draw(position: &Position, names: SquareNames) -> String {
    let board = position.board();
    let rows = (0..board.rows as i8).rev().map(|row| match names {
        SquareNames::Algebraic => format!("{:>3} {}", row + 1, draw_row(position, row, names)),
        SquareNames::Numeric => format!("  {}", draw_row(position, row, names)),
    });
    let turn = format!("{} to move", position.turn());
    rows.chain(letters(board, names)).chain([turn]).collect::<Vec<_>>().join("\n")
}

fn letters(board: Board, names: SquareNames) -> Option<String> {
    let letters: String = (0..board.columns).map(|column| format!(" {} ", (b'a' + column) as char)).collect();
    (names == SquareNames::Algebraic).then(|| format!("    {}", letters.trim_end()))
}

fn draw_row(position: &Position, row: i8, names: SquareNames) -> String {
    let board = position.board();
    let cells = (0..board.columns as i8).map(|column| {
        let Some(square) = board.square_at(column, row) else { return "   ".to_owned() };
        let letter = position.at(square).map_or('.', Piece::letter);
        match names {
            SquareNames::Algebraic => format!(" {letter} "),
            SquareNames::Numeric => format!("{letter}{:<2}", board.number(square)),
        }
    });
    cells.collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants::{ARAB, DIAGONAL};

    #[test]
    fn pieces_stand_where_they_stand() {
        let position = ARAB.read("B:WKa1,h2:Bd5,Kh8").unwrap();
        let drawn = draw(&position, SquareNames::Algebraic);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "  8  .  .  .  .  .  .  .  B");
        assert_eq!(lines[7], "  1  W  .  .  .  .  .  .  .");
        assert_eq!(lines[8], "     a  b  c  d  e  f  g  h");
        assert_eq!(lines[9], "Black to move");
    }

    #[test]
    fn numbered_squares_show_their_numbers() {
        let position = DIAGONAL.read("W:W46:BK5").unwrap();
        let drawn = draw(&position, SquareNames::Numeric);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "     .1    .2    .3    .4    B5");
        assert_eq!(lines[9], "  w46   .47   .48   .49   .50");
    }
}
