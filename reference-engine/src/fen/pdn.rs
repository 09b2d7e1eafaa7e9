//! PDN FEN: the side to move, then a section of squares for each side.

use super::{Fault, Placed, Problem};
use crate::geometry::{Board, Square};
use crate::notation::{self, SquareError, SquareNames};
use crate::piece::{Color, Kind, Piece};
use crate::position::Position;
use std::ops::Range;

/// The most digits of a number behind a position; no game is so long.
const DIGITS: usize = 6;

pub fn read(text: &str, board: Board, turn: Color) -> Result<Placed, Fault> {
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut placed = Placed::new(board, turn);
    let mut seen = [false; 2];
    let mut tails = Tails::default();
    for (section, at) in split(text, ':', 0).skip(1) {
        let Some(color) = owner(section) else {
            tails.take(section, at, seen)?;
            continue;
        };
        if std::mem::replace(&mut seen[color as usize], true) {
            return Err((Problem::DuplicateSection(color.letter()), at));
        }
        read_section(&mut placed, color, &section[1..], at.start + 1)?;
    }
    for color in [Color::White, Color::Black] {
        if !seen[color as usize] {
            return Err((Problem::MissingSection(color.letter()), 0..text.len()));
        }
    }
    Ok(placed)
}

/// Parts of a text between separators, with their places; `offset` is the place of the text itself.
fn split(text: &str, separator: char, offset: usize) -> impl Iterator<Item = (&str, Range<usize>)> {
    text.split(separator).map(move |part| {
        let start = offset + (part.as_ptr() as usize - text.as_ptr() as usize);
        (part, start..start + part.len())
    })
}

fn owner(section: &str) -> Option<Color> {
    match section.chars().next()? {
        'W' => Some(Color::White),
        'B' => Some(Color::Black),
        _ => None,
    }
}

/// Which tails a text has. lidraughts ends its positions with the count of half moves (`H`) and the move
/// number (`F`).
#[derive(Default)]
struct Tails(Vec<char>);

impl Tails {
    /// Takes a section that is no side's; `seen` says which sides' came before.
    fn take(&mut self, section: &str, at: Range<usize>, seen: [bool; 2]) -> Result<(), Fault> {
        let letter = section.chars().next().filter(|letter| matches!(letter, 'H' | 'F'));
        let is_number =
            |text: &str| (1..=DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        match letter {
            Some(letter) if seen == [true; 2] && is_number(&section[1..]) => {
                if self.0.contains(&letter) {
                    return Err((Problem::DuplicateSection(letter), at));
                }
                self.0.push(letter);
                Ok(())
            }
            // A colon too many, or a section not written.
            None if section.is_empty() && seen != [true; 2] => {
                let missing = if seen[Color::White as usize] { Color::Black } else { Color::White };
                Err((Problem::MissingSection(missing.letter()), at))
            }
            _ => Err((Problem::UnknownSection(section.to_owned()), at)),
        }
    }
}

fn read_section(placed: &mut Placed, color: Color, list: &str, offset: usize) -> Result<(), Fault> {
    if list.is_empty() {
        return Ok(());
    }
    for (item, at) in split(list, ',', offset) {
        let (kind, name, start) = match item.strip_prefix('K') {
            Some(name) => (Kind::King, name, at.start + 1),
            None => (Kind::Man, item, at.start),
        };
        let piece = Piece { color, kind };
        for square in squares(name, placed.position.board(), start)? {
            if placed.position.at(square).is_some() {
                let name = SquareNames::of(name).write(placed.position.board(), square);
                return Err((Problem::DuplicateSquare(name), at));
            }
            placed.put(square, piece, at.clone());
        }
    }
    Ok(())
}

/// A single square, or the squares of a range of numbers.
fn squares(name: &str, board: Board, offset: usize) -> Result<Vec<Square>, Fault> {
    let Some((first, last)) = name.split_once('-') else {
        return Ok(vec![square(name, board, offset)?]);
    };
    let bad_range = || (Problem::BadRange(name.to_owned()), offset..offset + name.len());
    if !name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return Err(bad_range());
    }
    let first_square = square(first, board, offset)?;
    let last_square = square(last, board, offset + first.len() + 1)?;
    if first_square >= last_square {
        return Err(bad_range());
    }
    Ok((first_square.index()..=last_square.index()).map(Square::new).collect())
}

fn square(name: &str, board: Board, offset: usize) -> Result<Square, Fault> {
    let at = offset..offset + name.len();
    notation::square(name, board).map_err(|error| match error {
        SquareError::NotASquare(name) => (Problem::BadSquare(name), at),
        SquareError::Light(name) => (Problem::LightSquare(name), at),
        SquareError::Unnumbered(name) => (Problem::UnnumberedBoard(name), at),
    })
}

pub fn write(position: &Position, names: SquareNames) -> String {
    let section = |color: Color| {
        let squares: Vec<String> = position
            .pieces_of(color)
            .map(|(square, kind)| {
                let prefix = if kind == Kind::King { "K" } else { "" };
                format!("{prefix}{}", names.write(position.board(), square))
            })
            .collect();
        format!("{}{}", color.letter(), squares.join(","))
    };
    format!("{}:{}:{}", position.turn().letter(), section(Color::White), section(Color::Black))
}
