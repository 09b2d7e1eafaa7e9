//! A move that a subject gave, as far as its text says what it does. Nothing is judged here: an illegal
//! move is read as well as a legal one.

use crate::dcp;
use crate::quote::quote;
use reference_engine::fen;
use reference_engine::geometry::{Board, Square};
use reference_engine::moves::Move;
use reference_engine::notation::{self, MoveForm, MoveText, SquareNames};
use reference_engine::position::Position;

/// A row of an answer to `moves` or `divide`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The move as it was written.
    pub text: String,
    /// What the text says.
    pub spoken: Spoken,
    /// The position after it, if the row has one.
    pub next: Option<Position>,
    /// The leaves below it, if they were asked for.
    pub leaves: Option<u128>,
}

/// What the text of a move says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// Start, end and captured squares, sorted, each once.
    Full(Square, Square, Vec<Square>),
    /// Start and end.
    Ends(Square, Square),
    /// Nothing that makes a move of this board.
    Unreadable,
}

impl Given {
    /// Reads a row of `moves`: a move, and perhaps the position after it.
    ///
    /// # Errors
    ///
    /// If the position behind the move is none.
    pub fn of_move(row: &str, position: &Position, form: MoveForm) -> Result<Self, String> {
        let mut words = row.split_whitespace();
        let text = words.next().unwrap_or_default();
        let next = words
            .next()
            .map(|word| fen::read(word, position.board()).map(|placed| placed.position))
            .transpose()
            .map_err(|error| format!("behind move {}: {error}", quote(text)))?;
        Ok(Self { text: text.to_owned(), spoken: spoken(text, position, form), next, leaves: None })
    }

    /// Reads a row of `divide`: a move and a number.
    ///
    /// # Errors
    ///
    /// If there is no number behind the move.
    pub fn of_branch(row: &str, position: &Position, form: MoveForm) -> Result<Self, String> {
        let mut words = row.split_whitespace();
        let text = words.next().unwrap_or_default();
        let number = words.next().unwrap_or_default();
        let leaves = dcp::number(number)
            .ok_or_else(|| format!("`{}` is not a move and a number of leaves", quote(row)))?;
        let spoken = spoken(text, position, form);
        Ok(Self { text: text.to_owned(), spoken, next: None, leaves: Some(leaves) })
    }

    /// Start and end, if the text says them.
    pub const fn ends(&self) -> Option<(Square, Square)> {
        match self.spoken {
            Spoken::Full(from, to, _) | Spoken::Ends(from, to) => Some((from, to)),
            Spoken::Unreadable => None,
        }
    }

    /// Whether the text means a move of the position.
    pub fn means(&self, played: &Move) -> bool {
        self.spoken.means(played, self.says_capture())
    }

    /// Whether the text says a capture: by its sign, or by more squares than the two of a move without one.
    fn says_capture(&self) -> bool {
        self.text.contains(['x', ':']) || self.text.matches('-').count() > 1
    }

    /// The move for people.
    pub fn describe(&self, board: Board, names: SquareNames) -> String {
        let text = quote(&self.text);
        match &self.spoken {
            Spoken::Full(from, to, captured) => describe(board, names, *from, *to, captured),
            Spoken::Ends(..) => text,
            Spoken::Unreadable => format!("{text} (not a move of this board)"),
        }
    }
}

impl Spoken {
    /// Whether a move has these ends and takes these pieces. By some rules a king's quiet move passes over
    /// pieces; such a way looks like a capture, and only the sign between the squares tells.
    pub fn means(&self, played: &Move, says_capture: bool) -> bool {
        let ends = |from: &Square, to: &Square| (played.from, played.to) == (*from, *to);
        match self {
            Self::Full(from, to, captured) => {
                let is_slide = !played.is_capture() && !says_capture;
                ends(from, to) && (is_slide || *captured == played.captured_set())
            }
            Self::Ends(from, to) => ends(from, to),
            Self::Unreadable => false,
        }
    }
}

/// A move for people: its ends and what it takes.
pub fn describe(board: Board, names: SquareNames, from: Square, to: Square, captured: &[Square]) -> String {
    let name = |square: Square| names.write(board, square);
    if captured.is_empty() {
        return format!("{}-{}", name(from), name(to));
    }
    let taken: Vec<String> = captured.iter().copied().map(name).collect();
    format!("{}x{}  takes {}", name(from), name(to), taken.join(" "))
}

fn spoken(text: &str, position: &Position, form: MoveForm) -> Spoken {
    let Ok(parsed) = notation::parse(text, position.board()) else {
        return Spoken::Unreadable;
    };
    let squares = &parsed.squares;
    match form {
        MoveForm::Short => Spoken::Ends(squares[0], squares[squares.len() - 1]),
        MoveForm::Hub => {
            let mut captured = squares[2..].to_vec();
            captured.sort_unstable();
            captured.dedup();
            Spoken::Full(squares[0], squares[1], captured)
        }
        MoveForm::Path => trace(squares, position),
    }
}

/// What a path captures: every enemy piece on the way from one landing square to the next. A path that
/// leaves out a landing square before a jump straight on says the same.
pub fn trace(path: &[Square], position: &Position) -> Spoken {
    let board = position.board();
    let mut captured = Vec::new();
    for hop in path.windows(2) {
        let Some(direction) = board.direction_between(hop[0], hop[1]) else {
            return Spoken::Unreadable;
        };
        let between = board.ray(hop[0], direction).take_while(|square| *square != hop[1]);
        captured.extend(between.filter(|square| is_enemy(position, *square)));
    }
    captured.sort_unstable();
    captured.dedup();
    Spoken::Full(path[0], path[path.len() - 1], captured)
}

fn is_enemy(position: &Position, square: Square) -> bool {
    position.at(square).is_some_and(|piece| piece.color != position.turn())
}

/// A path written in a subject's notation.
pub fn translate(text: &MoveText, position: &Position, names: SquareNames, form: MoveForm) -> String {
    let board = position.board();
    let path = &text.squares;
    let captured = match trace(path, position) {
        Spoken::Full(_, _, captured) if text.says_capture => captured,
        _ => Vec::new(),
    };
    let ends = [path[0], path[path.len() - 1]];
    let squares = match form {
        MoveForm::Path => path.clone(),
        MoveForm::Short => ends.to_vec(),
        MoveForm::Hub => [ends.to_vec(), captured.clone()].concat(),
    };
    let separator = if captured.is_empty() { "-" } else { "x" };
    squares.iter().map(|square| names.write(board, *square)).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants::{ARAB, INTERNATIONAL};

    #[test]
    fn a_path_takes_every_enemy_on_its_way() {
        let position = ARAB.read("W:8/8/8/5b2/6b1/1b1b4/7w/3W4").unwrap();
        let given = Given::of_move("d1xd5xg5xg3xa3", &position, MoveForm::Path).unwrap();
        let Spoken::Full(_, _, captured) = &given.spoken else { panic!("unreadable") };
        assert_eq!(captured.len(), 4);
        let shorter = Given::of_move("d1xd5xg5xg3xc3xa3", &position, MoveForm::Path).unwrap();
        assert_eq!(shorter.spoken, given.spoken, "a landing square more says the same");
    }

    #[test]
    fn hub_and_path_of_one_move_say_the_same() {
        let position = INTERNATIONAL.read("W:WK12:B7,18").unwrap();
        let hub = Given::of_move("12x1x7", &position, MoveForm::Hub).unwrap();
        let path = Given::of_move("12x1", &position, MoveForm::Path).unwrap();
        assert_eq!(hub.spoken, path.spoken);
        let text = translate(
            &notation::parse("12x1", position.board()).unwrap(),
            &position,
            SquareNames::Numeric,
            MoveForm::Hub,
        );
        assert_eq!(text, "12x1x7");
    }

    #[test]
    fn a_slide_over_pieces_is_told_from_a_capture_by_its_sign() {
        let position = ARAB.read("W:Wa2,Kb3:Bc3,h8").unwrap();
        let given = |text: &str| Given::of_move(text, &position, MoveForm::Path).unwrap();
        let [from, to] = ["b3", "d3"].map(|name| notation::square(name, position.board()).unwrap());
        let slide = Move::quiet(from, to, false);
        assert!(given("b3-d3").means(&slide) && !given("b3xd3").means(&slide));
        let jump = Move { captures: vec![notation::square("c3", position.board()).unwrap()], ..slide };
        assert!(given("b3-d3").means(&jump) && given("b3xd3").means(&jump));
    }

    #[test]
    fn a_slide_over_pieces_is_told_without_them_and_a_capture_with_them() {
        let position = ARAB.read("W:Wa2,Kb3:Bc3,h8").unwrap();
        let told = |text: &str, form| {
            let text = notation::parse(text, position.board()).unwrap();
            translate(&text, &position, SquareNames::Algebraic, form)
        };
        for (text, [path, hub, short]) in
            [("b3-d3", ["b3-d3"; 3]), ("b3xd3xd7", ["b3xd3xd7", "b3xd7xc3", "b3xd7"])]
        {
            assert_eq!(told(text, MoveForm::Path), path);
            assert_eq!(told(text, MoveForm::Hub), hub);
            assert_eq!(told(text, MoveForm::Short), short);
        }
    }

    #[test]
    fn what_is_no_move_is_unreadable_and_not_an_error() {
        let position = ARAB.start();
        for text in ["a9", "hello", "a1-", "a1-b3", "1-2"] {
            assert_eq!(Given::of_move(text, &position, MoveForm::Path).unwrap().spoken, Spoken::Unreadable);
        }
        assert!(Given::of_move("a3-a4 W:Wz9", &position, MoveForm::Path).is_err());
    }
}
