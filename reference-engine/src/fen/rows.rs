//! The row form: every cell of the board, row by row from the top.

use super::{Fault, Placed, Problem};
use crate::geometry::Board;
use crate::notation::strict_number;
use crate::piece::{Color, Piece};
use crate::position::Position;
use std::ops::Range;

pub fn read(text: &str, board: Board, turn: Color) -> Result<Placed, Fault> {
    let mut placed = Placed::new(board, turn);
    let body = 2..text.len();
    let rows: Vec<&str> = text[body.clone()].split('/').collect();
    if rows.len() != board.rows as usize {
        return Err((Problem::RowCount { found: rows.len(), expected: board.rows as usize }, body));
    }
    let mut start = body.start;
    for (from_top, row) in rows.iter().enumerate() {
        read_row(&mut placed, row, start, board.rows - 1 - from_top as u8)?;
        start += row.len() + 1;
    }
    Ok(placed)
}

fn read_row(placed: &mut Placed, row: &str, offset: usize, number: u8) -> Result<(), Fault> {
    let board = placed.position.board();
    let mut column = 0;
    let mut pieces = Vec::new();
    for (part, at) in parts(row, offset) {
        if let Some(run) = strict_number(part) {
            column += run;
            continue;
        }
        let letter = part.chars().next().unwrap_or_default();
        let piece =
            Piece::from_letter(letter).ok_or_else(|| (Problem::UnknownCharacter(letter), at.clone()))?;
        pieces.push((piece, column, at));
        column += 1;
    }
    if column != board.columns as usize {
        let problem = Problem::RowWidth { found: column, expected: board.columns as usize };
        return Err((problem, offset..offset + row.len()));
    }
    pieces.into_iter().try_for_each(|(piece, column, at)| put(placed, piece, column, number, at))
}

fn put(placed: &mut Placed, piece: Piece, column: usize, row: u8, at: Range<usize>) -> Result<(), Fault> {
    let Some(square) = placed.position.board().square_at(column as i8, row as i8) else {
        let name = format!("{}{}", (b'a' + column as u8) as char, row + 1);
        return Err((Problem::LightSquare(name), at));
    };
    placed.put(square, piece, at);
    Ok(())
}

/// A row's numbers and single characters with their places.
fn parts(row: &str, offset: usize) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut rest = row;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        // A zero would not be a run; taking it alone names it as the character at fault.
        let length = if digits > 0 && first != '0' { digits } else { first.len_utf8() };
        let start = offset + row.len() - rest.len();
        let (part, after) = rest.split_at(length);
        rest = after;
        Some((part, start..start + length))
    })
}

pub fn write(position: &Position) -> String {
    let board = position.board();
    let rows: Vec<String> = (0..board.rows as i8).rev().map(|row| write_row(position, row)).collect();
    format!("{}:{}", position.turn().letter(), rows.join("/"))
}

fn write_row(position: &Position, row: i8) -> String {
    let board = position.board();
    let mut text = String::new();
    let mut run = 0;
    for column in 0..board.columns as i8 {
        match board.square_at(column, row).and_then(|square| position.at(square)) {
            None => run += 1,
            Some(piece) => {
                push_run(&mut text, &mut run);
                text.push(piece.letter());
            }
        }
    }
    push_run(&mut text, &mut run);
    text
}

fn push_run(text: &mut String, run: &mut usize) {
    if *run > 0 {
        text.push_str(&run.to_string());
    }
    *run = 0;
}

#[cfg(test)]
mod tests {
    use crate::fen;
    use crate::geometry::Board;

    #[test]
    fn rows_print_back_to_themselves() {
        for text in ["W:10/10/10/6b3/10/4W5/10/2b7/10/2w7", "B:1B8/10/10/10/10/10/10/10/10/8w1"] {
            let position = fen::read(text, Board::DARK_10X10).unwrap().position;
            assert_eq!(fen::write_rows(&position), text);
        }
    }
}
