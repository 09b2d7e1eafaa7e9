//! What a row of moves tells, in a form that can be compared, turned and shown.

use super::law::Bench;
use crate::check::{Given, Spoken, Stop, describe};
use crate::verdict::{Mark, Row};
use reference_engine::fen;
use reference_engine::geometry::{Board, Square};
use reference_engine::notation::SquareNames;
use reference_engine::position::Position;
use std::collections::BTreeSet;

/// A move as far as its text tells it: start, end and, if the notation says so, what is captured.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Told {
    from: Square,
    to: Square,
    captured: Option<Vec<Square>>,
}

impl Told {
    /// What the text of a row tells, or `None` where it is no move of the board.
    pub fn of(given: &Given) -> Option<Self> {
        match &given.spoken {
            Spoken::Full(from, to, captured) => {
                Some(Self { from: *from, to: *to, captured: Some(captured.clone()) })
            }
            Spoken::Ends(from, to) => Some(Self { from: *from, to: *to, captured: None }),
            Spoken::Unreadable => None,
        }
    }

    /// The same move on the board turned by 180°.
    #[must_use]
    pub fn turned(&self, board: Board) -> Self {
        let captured = self.captured.as_ref().map(|captured| {
            let mut turned: Vec<Square> = captured.iter().map(|square| board.turned(*square)).collect();
            turned.sort_unstable();
            turned
        });
        Self { from: board.turned(self.from), to: board.turned(self.to), captured }
    }

    /// The move for people.
    pub fn describe(&self, board: Board, names: SquareNames) -> String {
        describe(board, names, self.from, self.to, self.captured.as_deref().unwrap_or_default())
    }
}

/// The moves that a subject lists, with the positions after them if it says those.
///
/// # Errors
///
/// If there is no list of moves to compare: the question for the moves has its own verdict on that.
pub fn listed(bench: &mut Bench<'_, '_>, position: &Position) -> Result<Vec<(Told, Given)>, Stop> {
    let answered = bench.asker.moves(position)?;
    let moves = answered.map_err(|_| Stop::Skip("the engine refuses to list moves here".to_owned()))?;
    readable(moves)
}

/// Each row with what it tells.
///
/// # Errors
///
/// If a row tells nothing: the question for the moves has its own verdict on that.
pub fn readable(moves: Vec<Given>) -> Result<Vec<(Told, Given)>, Stop> {
    let tell = |given: Given| Told::of(&given).map(|told| (told, given));
    let told: Option<Vec<_>> = moves.into_iter().map(tell).collect();
    told.ok_or_else(|| Stop::Skip("a listed move is none of this board".to_owned()))
}

/// The moves of one set that are not in another, as rows; empty where the sets are the same.
pub fn difference<T: Ord>(
    due: &BTreeSet<T>,
    given: &BTreeSet<T>,
    describe: impl Fn(&T) -> String,
) -> Vec<Row> {
    let missing = due.difference(given).map(|told| Row {
        mark: Mark::Missing,
        expected: describe(told),
        ..Row::default()
    });
    let extra =
        given.difference(due).map(|told| Row { mark: Mark::Extra, given: describe(told), ..Row::default() });
    missing.chain(extra).collect()
}

/// A move with the position that it leads to, for people.
pub fn describe_with_next(told: &Told, next: &str, board: Board, names: SquareNames) -> String {
    format!("{}  leaves {next}", told.describe(board, names))
}

/// A position in the order of texts.
pub fn text(position: &Position, names: SquareNames) -> String {
    fen::write_named(position, names)
}
