//! A position shown with what is wrong there: the board beside expected and given.

use super::board::Diagram;
use super::short;
use crate::verdict::{Mark, Row, Way};
use reference_engine::fen;
use reference_engine::geometry::Board;
use reference_engine::notation::SquareNames;
use reference_engine::position::Position;

/// Rows of a comparison before it is cut. The style sheet knows as many.
pub const ROWS: usize = 14;

/// A position with what is wrong there.
pub struct Exhibit {
    /// What position it is.
    pub caption: String,
    /// The position as text.
    pub position: String,
    /// Whose turn it is; empty if the position cannot be read.
    pub turn: String,
    pub diagram: Option<Diagram>,
    /// What is wrong, where the case's own headline does not say it.
    pub headline: String,
    pub rows: Vec<Line>,
    /// How many rows are left out.
    pub more: usize,
    /// Which kinds of ways are drawn.
    pub legend: Vec<&'static str>,
}

/// A row of expected and given.
pub struct Line {
    pub number: usize,
    /// The sign of the mark.
    pub sign: &'static str,
    /// The mark in a word.
    pub word: &'static str,
    pub expected: String,
    pub given: String,
    /// Whether there is a way to draw.
    pub is_drawn: bool,
    /// Whether it is drawn before anybody asks.
    pub is_picked: bool,
}

impl Exhibit {
    /// A position that was read.
    pub fn new(caption: &str, position: &Position, names: SquareNames, rows: &[Row]) -> Self {
        let mut diagram = Diagram::new(position);
        for (number, row) in rows.iter().take(ROWS).enumerate() {
            for (side, way) in [("expected", &row.expected_way), ("given", &row.given_way)] {
                if let Some(way) = way {
                    diagram.draw(position.board(), Some(number), side, way);
                }
            }
        }
        let mut exhibit = Self::of_text(caption, fen::write_named(position, names), rows);
        exhibit.turn = format!("{} to move", position.turn());
        exhibit.diagram = Some(diagram);
        exhibit.explain();
        exhibit
    }

    /// A position that cannot be read.
    pub fn of_text(caption: &str, position: String, rows: &[Row]) -> Self {
        let picked = picked(rows);
        let lines = rows.iter().take(ROWS).enumerate();
        Self {
            caption: caption.to_owned(),
            position: short(&position),
            turn: String::new(),
            diagram: None,
            headline: String::new(),
            rows: lines.map(|(number, row)| line(number, row, picked.contains(&Some(number)))).collect(),
            more: rows.len().saturating_sub(ROWS),
            legend: Vec::new(),
        }
    }

    /// Draws the move that the question was about.
    pub fn draw_asked(&mut self, board: Board, way: &Way) {
        if let Some(diagram) = &mut self.diagram {
            diagram.draw(board, None, "asked", way);
        }
        self.explain();
    }

    fn explain(&mut self) {
        let routes = || self.diagram.iter().flat_map(|diagram| &diagram.routes);
        let is_there = |side: &&str| routes().any(|route| route.side == *side);
        self.legend = ["expected", "given", "asked"].into_iter().filter(is_there).collect();
    }

    /// Whether any way of a side takes a piece.
    pub fn takes(&self, side: &str) -> bool {
        let mut routes = self.diagram.iter().flat_map(|diagram| &diagram.routes);
        routes.any(|route| route.side == side && !route.taken.is_empty())
    }
}

/// The rows that show the difference soonest: one that changed, or else one missing and one extra, of the same
/// piece if there is one.
fn picked(rows: &[Row]) -> [Option<usize>; 2] {
    let is_drawn = |row: &Row| row.expected_way.is_some() || row.given_way.is_some();
    let first = |mark: Mark| rows.iter().position(|row| row.mark == mark && is_drawn(row));
    if let changed @ Some(_) = first(Mark::Changed) {
        return [changed, None];
    }
    let missing = first(Mark::Missing);
    let start = |way: &Option<Way>| way.as_ref().and_then(|way| way.path.first()).copied();
    let moved = missing.and_then(|index| start(&rows[index].expected_way));
    let is_of_that = |row: &Row| row.mark == Mark::Extra && moved.is_some() && start(&row.given_way) == moved;
    [missing, rows.iter().position(is_of_that).or(first(Mark::Extra))]
}

fn line(number: usize, row: &Row, is_picked: bool) -> Line {
    let (sign, word) = match row.mark {
        Mark::Same => ("=", "same"),
        Mark::Changed => ("~", "changed"),
        Mark::Missing => ("−", "missing"),
        Mark::Extra => ("+", "extra"),
    };
    let is_drawn = row.expected_way.is_some() || row.given_way.is_some();
    let [expected, given] = [&row.expected, &row.given].map(|text| short(text));
    Line { number, sign, word, expected, given, is_drawn, is_picked }
}
