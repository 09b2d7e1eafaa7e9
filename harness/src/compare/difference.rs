//! How two answers to one question differ.

use super::alike::is_alike;
use crate::check::{Given, Observation};
use crate::shrink::Manner;
use crate::verdict::{Mark, Row};
use reference_engine::fen;
use reference_engine::notation::SquareNames;
use reference_engine::position::Position;

/// How two answers differ.
pub struct Difference {
    pub rows: Vec<Row>,
    pub headline: String,
    pub manner: Manner,
}

/// Two answers side by side.
pub struct Table<'a> {
    pub position: &'a Position,
    pub names: SquareNames,
    pub answers: &'a [Observation; 2],
}

impl Table<'_> {
    pub fn difference(&self) -> Option<Difference> {
        match self.answers {
            [Observation::Moves(Ok(first)), Observation::Moves(Ok(second))] => self.of_moves(first, second),
            // Each refuses the position in its own words.
            [first, second] if first.declined().is_some() && second.declined().is_some() => None,
            [first, second] => {
                let words = [first, second].map(|seen| {
                    seen.declined().map_or("moves".to_owned(), |declined| format!("err {}", declined.code))
                });
                (words[0] != words[1]).then(|| Difference {
                    rows: Vec::new(),
                    headline: format!("the first answers `{}`, the second `{}`", words[0], words[1]),
                    manner: Manner::new(&[], words.iter().map(String::as_str)),
                })
            }
        }
    }

    fn of_moves(&self, first: &[Given], second: &[Given]) -> Option<Difference> {
        let lacks = |given: &Given, others: &[Given]| !others.iter().any(|other| is_alike(given, other));
        let only_first: Vec<&Given> = distinct(first.iter().filter(|given| lacks(given, second)));
        let mut only_second: Vec<&Given> = distinct(second.iter().filter(|given| lacks(given, first)));
        if only_first.is_empty() && only_second.is_empty() {
            return None;
        }
        let mut rows = Vec::new();
        for one in &only_first {
            let same_ends = |other: &&Given| one.ends().is_some() && one.ends() == other.ends();
            let partner = only_second.iter().position(same_ends).map(|index| only_second.remove(index));
            rows.push(self.row(Some(one), partner));
        }
        rows.extend(only_second.iter().map(|other| self.row(None, Some(other))));
        let shared = distinct(first.iter().filter(|given| !lacks(given, second)));
        let headline = format!(
            "{} and {} moves, {} in common",
            distinct(first.iter()).len(),
            distinct(second.iter()).len(),
            shared.len()
        );
        let manner = Manner::new(&rows, []);
        rows.extend(shared.iter().map(|given| {
            let text = self.describe(given);
            Row { expected: text.clone(), given: text, ..Row::default() }
        }));
        Some(Difference { rows, headline, manner })
    }

    fn row(&self, first: Option<&Given>, second: Option<&Given>) -> Row {
        let mark = match (first, second) {
            (Some(_), Some(_)) => Mark::Changed,
            (Some(_), None) => Mark::Missing,
            _ => Mark::Extra,
        };
        let mut texts = [first, second].map(|given| given.map(|it| self.describe(it)).unwrap_or_default());
        if texts[0] == texts[1] {
            // Where the words agree, the positions after the move do not.
            for (text, given) in texts.iter_mut().zip([first, second]) {
                if let Some(next) = given.and_then(|given| given.next) {
                    *text = format!("{text}  leaves {}", fen::write_named(&next, self.names));
                }
            }
        }
        let [expected, given] = texts;
        Row { mark, expected, given, ..Row::default() }
    }

    fn describe(&self, given: &Given) -> String {
        given.describe(self.position.board(), self.names)
    }
}

/// Rows that mean different moves: a move that is listed for each way to play it counts once.
fn distinct<'a>(rows: impl Iterator<Item = &'a Given>) -> Vec<&'a Given> {
    let mut distinct: Vec<&Given> = Vec::new();
    for row in rows {
        if !distinct.iter().any(|known| is_alike(known, row)) {
            distinct.push(row);
        }
    }
    distinct
}
