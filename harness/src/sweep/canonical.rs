//! Answers in canonical form: what is hashed. SWEEP.md describes it for other implementations.

use crate::check::{Declined, Given, Spoken};
use crate::subject::Fault;
use reference_engine::geometry::Square;
use reference_engine::moves::Move;
use reference_engine::notation::SquareNames;
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::variants::Variant;

/// Writes positions and moves of a variant, without a detour over strings.
#[derive(Clone, Debug)]
pub struct Scribe {
    variant: Variant,
    names: Vec<String>,
}

/// A move as it is sorted and written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    from: Square,
    to: Square,
    captured: Vec<Square>,
    after: Vec<u8>,
}

impl Scribe {
    /// A scribe for a variant.
    pub fn new(variant: Variant) -> Self {
        let board = variant.board;
        let names = SquareNames::customary(board);
        Self { variant, names: board.squares().map(|square| names.write(board, square)).collect() }
    }

    fn name(&self, square: Square) -> &[u8] {
        self.names[square.index()].as_bytes()
    }

    /// The text of a position: its line, then a line for each of its legal moves.
    pub fn legal(&self, position: &Position, moves: &[Move], text: &mut Vec<u8>) {
        text.clear();
        let to_line = |played: &Move| {
            self.line(position, played.from, played.to, played.captured_set(), {
                Some(position.after(played))
            })
        };
        self.write(position, once(moves.iter().map(to_line).collect()), Vec::new(), text);
    }

    /// The text of a position with the moves that a subject gave.
    ///
    /// What a row leaves out is taken from what it says: without a position after the move, that which the
    /// move makes; without captured pieces, those that are missing afterwards. A row from which not even
    /// that can be had is written as it is, behind a question mark.
    pub fn given(&self, position: &Position, rows: &[Given], text: &mut Vec<u8>) {
        let (lines, odd) = self.read(position, rows);
        text.clear();
        self.write(position, once(lines), once(odd), text);
    }

    /// The same with each move as often as it was given, for an answer of which nothing else is wrong.
    pub fn repeated(&self, position: &Position, rows: &[Given], text: &mut Vec<u8>) {
        let (lines, odd) = self.read(position, rows);
        text.clear();
        self.write(position, lines, odd, text);
    }

    /// The moves that a subject gave, and the rows that are none.
    fn read(&self, position: &Position, rows: &[Given]) -> (Vec<Line>, Vec<Vec<u8>>) {
        let mut lines = Vec::new();
        let mut odd = Vec::new();
        for row in rows {
            match (&row.spoken, &row.next) {
                (Spoken::Full(from, to, captured), next) => {
                    lines.push(self.line(position, *from, *to, captured.clone(), *next));
                }
                (Spoken::Ends(from, to), Some(next)) => {
                    lines.push(self.line(position, *from, *to, missing(position, next), Some(*next)));
                }
                (Spoken::Ends(..) | Spoken::Unreadable, next) => odd.push(self.odd(&row.text, next.as_ref())),
            }
        }
        (lines, odd)
    }

    /// The text of a position to which no moves were answered.
    pub fn declined(&self, position: &Position, declined: &Declined, text: &mut Vec<u8>) {
        text.clear();
        self.write(position, Vec::new(), vec![format!("! {}", declined.code).into_bytes()], text);
    }

    /// The text of a position to which there was no answer.
    pub fn fault(&self, position: &Position, fault: &Fault, text: &mut Vec<u8>) {
        let word = match fault {
            Fault::Crash { .. } => "! crash",
            Fault::Timeout(_) => "! timeout",
            _ => "! protocol",
        };
        text.clear();
        self.write(position, Vec::new(), vec![word.as_bytes().to_vec()], text);
    }

    fn line(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        captured: Vec<Square>,
        next: Option<Position>,
    ) -> Line {
        let next = next.unwrap_or_else(|| self.implied(position, from, to, &captured));
        let mut after = Vec::with_capacity(32);
        self.position(&next, &mut after);
        Line { from, to, captured, after }
    }

    /// The position that a move makes which says no more than its ends and what it takes.
    fn implied(&self, position: &Position, from: Square, to: Square, captured: &[Square]) -> Position {
        let is_crowned = position.at(from).is_some_and(|piece| {
            piece.kind == Kind::Man
                && self.variant.rules.is_promotion_square(self.variant.board, piece.color, to)
        });
        position.after(&Move { captures: captured.to_vec(), ..Move::quiet(from, to, is_crowned) })
    }

    fn odd(&self, said: &str, next: Option<&Position>) -> Vec<u8> {
        let mut line = format!("? {} ", said.escape_default()).into_bytes();
        match next {
            Some(next) => self.position(next, &mut line),
            None => line.push(b'?'),
        }
        line
    }

    /// Moves by their squares; then what is no move, by its text.
    fn write(&self, position: &Position, mut lines: Vec<Line>, mut odd: Vec<Vec<u8>>, text: &mut Vec<u8>) {
        self.position(position, text);
        text.push(b'\n');
        lines.sort_unstable();
        for line in &lines {
            self.write_line(line, text);
        }
        odd.sort_unstable();
        for line in odd {
            text.extend(line);
            text.push(b'\n');
        }
    }

    fn write_line(&self, line: &Line, text: &mut Vec<u8>) {
        text.extend(self.name(line.from));
        text.push(b' ');
        text.extend(self.name(line.to));
        text.push(b' ');
        if line.captured.is_empty() {
            text.push(b'-');
        }
        for (index, square) in line.captured.iter().enumerate() {
            if index > 0 {
                text.push(b',');
            }
            text.extend(self.name(*square));
        }
        text.push(b' ');
        text.extend(&line.after);
        text.push(b'\n');
    }

    /// PDN FEN, as `fen::write` writes it.
    fn position(&self, position: &Position, text: &mut Vec<u8>) {
        text.extend([position.turn().letter() as u8, b':', b'W']);
        self.section(position, Color::White, text);
        text.extend(b":B");
        self.section(position, Color::Black, text);
    }

    fn section(&self, position: &Position, color: Color, text: &mut Vec<u8>) {
        let mut is_first = true;
        for (square, kind) in position.pieces_of(color) {
            if !std::mem::take(&mut is_first) {
                text.push(b',');
            }
            if kind == Kind::King {
                text.push(b'K');
            }
            text.extend(self.name(square));
        }
    }
}

/// Each once.
fn once<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

/// Enemy pieces that stand in one position and not in the next.
fn missing(position: &Position, next: &Position) -> Vec<Square> {
    let enemy = position.turn().opponent();
    let is_there = |piece: Option<Piece>| piece.is_some_and(|piece| piece.color == enemy);
    let gone = position.pieces_of(enemy).filter(|(square, _)| !is_there(next.at(*square)));
    gone.map(|(square, _)| square).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::fen;
    use reference_engine::generator::Generator;
    use reference_engine::moves::Counting;
    use reference_engine::notation::{self, MoveForm};
    use reference_engine::rulebook::Rulebook;
    use reference_engine::variants::{ALL, ARAB, INTERNATIONAL};

    fn legal(variant: Variant, position: &Position) -> String {
        let mut text = Vec::new();
        let moves = Rulebook::new(variant.rules).moves(position, Counting::Unique);
        Scribe::new(variant).legal(position, &moves, &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_position_and_its_moves_are_written_as_the_document_says() {
        let position = ARAB.read("W:Wa3,d4:Bd5,h8").unwrap();
        assert_eq!(legal(ARAB, &position), "W:Wd4,a3:Bh8,d5\nd4 d6 d5 B:Wd6,a3:Bh8\n");
        let position = INTERNATIONAL.read("W:WK12:B7,18").unwrap();
        let text = legal(INTERNATIONAL, &position);
        assert!(text.starts_with("W:WK12:B7,18\n12 1 7 B:WK1:B18\n12 23 18 B:WK23:B7\n"), "{text}");
        let decided = ARAB.read("B:Wd4:Bd5").unwrap();
        assert_eq!(legal(ARAB, &decided), "B:Wd4:Bd5\n");
    }

    #[test]
    fn positions_are_written_as_everywhere_else() {
        for variant in ALL {
            for text in [variant.setup, "start"] {
                let position = variant.read(text).unwrap();
                let mut written = Vec::new();
                Scribe::new(*variant).position(&position, &mut written);
                assert_eq!(String::from_utf8(written).unwrap(), fen::write(&position));
            }
        }
    }

    /// The rows of a subject that plays right, in some manner.
    fn rows(variant: Variant, position: &Position, form: MoveForm, with_next: bool) -> Vec<Given> {
        let names = SquareNames::customary(variant.board);
        let moves = Rulebook::new(variant.rules).moves(position, Counting::Route);
        let row = |played: &Move| {
            let text = notation::write(played, variant.board, names, form);
            let next = if with_next { fen::write(&position.after(played)) } else { String::new() };
            Given::of_move(&format!("{text} {next}"), position, form).unwrap()
        };
        moves.iter().rev().map(row).collect()
    }

    #[test]
    fn the_same_answer_in_another_manner_has_the_same_text() {
        let capture = "W:W27,K50:B22,12,44,33,KK".replace(",KK", "");
        let crowning = "W:W7,K50:B36";
        for text in ["W:WK12:B7,18", &capture, crowning] {
            let position = INTERNATIONAL.read(text).unwrap();
            let due = legal(INTERNATIONAL, &position);
            for (form, with_next) in [
                (MoveForm::Path, true),
                (MoveForm::Path, false),
                (MoveForm::Hub, true),
                (MoveForm::Hub, false),
                (MoveForm::Short, true),
            ] {
                let mut text = Vec::new();
                let rows = rows(INTERNATIONAL, &position, form, with_next);
                Scribe::new(INTERNATIONAL).given(&position, &rows, &mut text);
                assert_eq!(String::from_utf8(text).unwrap(), due, "{form} {with_next}");
            }
        }
    }

    #[test]
    fn what_is_no_move_is_written_as_it_is() {
        let position = ARAB.read("W:Wa3,d4:Bd5,h8").unwrap();
        let rows = ["a9 B:Wd6,a3:Bh8", "a9", "d4xd6"];
        let rows: Vec<Given> =
            rows.iter().map(|row| Given::of_move(row, &position, MoveForm::Path).unwrap()).collect();
        let mut text = Vec::new();
        Scribe::new(ARAB).given(&position, &rows, &mut text);
        let due = "W:Wd4,a3:Bh8,d5\nd4 d6 d5 B:Wd6,a3:Bh8\n? a9 ?\n? a9 B:Wd6,a3:Bh8\n";
        assert_eq!(String::from_utf8(text).unwrap(), due);
    }
}
