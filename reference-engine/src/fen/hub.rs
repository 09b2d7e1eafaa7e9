//! The string of the Hub protocol: the side to move, then one letter for each square in play.

use super::{Fault, Placed, Problem, color};
use crate::geometry::Board;
use crate::piece::Piece;
use crate::position::Position;

/// A letter for every square behind the side to move, and no punctuation.
pub fn looks_so(text: &str, board: Board) -> bool {
    text.len() == board.square_count() + 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

pub fn read(text: &str, board: Board) -> Result<Placed, Fault> {
    let (side, letters) = text.split_at(1);
    let turn = color(side).ok_or_else(|| (Problem::BadSide(side.to_owned()), 0..1))?;
    let mut placed = Placed::new(board, turn);
    for (square, (index, letter)) in board.squares().zip(letters.char_indices()) {
        let at = index + 1..index + 2;
        match Piece::from_letter(letter) {
            Some(piece) => placed.put(square, piece, at),
            None if letter == 'e' => {}
            None => return Err((Problem::UnknownCharacter(letter), at)),
        }
    }
    Ok(placed)
}

pub fn write(position: &Position) -> String {
    let board = position.board();
    let letters = board.squares().map(|square| position.at(square).map_or('e', Piece::letter));
    std::iter::once(position.turn().letter()).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use crate::fen;
    use crate::geometry::Board;

    #[test]
    fn a_hub_string_prints_back_to_itself() {
        let text = format!("B{}", "wWbBe".repeat(10));
        let position = fen::read(&text, Board::DARK_10X10).unwrap().position;
        assert_eq!(fen::write_hub(&position), text);
    }
}
