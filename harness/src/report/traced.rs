//! A traced failure at the terminal: the way to the wrong position, and the smallest like it.

use super::Terminal;
use crate::descend::{Descent, Finding};
use crate::picture;
use crate::trace::{Shrunk, Trace};
use crate::verdict::Failure;
use reference_engine::fen;
use reference_engine::notation::SquareNames;
use reference_engine::piece::{Color, Kind};
use reference_engine::position::Position;
use reference_engine::quote::plain;
use std::io::{self, Write};

/// Why a failure is not followed.
pub(super) const GONE: &str =
    "asked in a fresh process the engine answers rightly: its answers depend on what was asked before";

impl Terminal {
    /// What tracing has found. A position that is not the case's own is drawn, with its comparison.
    pub(super) fn trace(self, trace: &Trace, names: SquareNames, out: &mut dyn Write) -> io::Result<()> {
        if trace.is_gone {
            return writeln!(out, " shrunk     not tried: {GONE}");
        }
        if let Some(descent) = &trace.descent {
            writeln!(out, " descent    {}", way(descent, names))?;
        }
        if let Some(shrunk) = &trace.shrunk {
            writeln!(out, " shrunk     {}", size(shrunk, names))?;
        }
        match (&trace.shrunk, &trace.descent) {
            (Some(shrunk), Some(_)) => self.position(&shrunk.position, &shrunk.failure, names, out),
            (Some(shrunk), None) if shrunk.is_smaller() => {
                self.position(&shrunk.position, &shrunk.failure, names, out)
            }
            (None, Some(Descent { position, finding: Finding::Moves(failure), .. })) => {
                self.position(position, failure, names, out)
            }
            _ => Ok(()),
        }
    }

    fn position(
        self,
        position: &Position,
        failure: &Failure,
        names: SquareNames,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out)?;
        for line in picture::draw(position, names).lines() {
            writeln!(out, "   {line}")?;
        }
        writeln!(out, "   {}\n", plain(&failure.headline))?;
        self.rows(&failure.rows, out)
    }
}

/// The moves of a descent and where they lead.
pub(super) fn way(descent: &Descent, names: SquareNames) -> String {
    let Descent { line, position, finding, questions } = descent;
    let moves: String = line.iter().map(|words| format!("{} ", plain(words))).collect();
    let arrow = if line.is_empty() { "" } else { "→ " };
    let position = fen::write_named(position, names);
    match finding {
        Finding::Nothing(_) => format!("{finding}  ({})", questions_in_words(*questions)),
        _ => format!(
            "{moves}{arrow}{finding} at ply {}, position {position}  ({})",
            line.len() + 1,
            questions_in_words(*questions)
        ),
    }
}

/// The small position with what it cost.
pub(super) fn size(shrunk: &Shrunk, names: SquareNames) -> String {
    let Shrunk { position, before, questions, ended, .. } = shrunk;
    let early = ended.as_ref().map(|reason| format!("; ended early: {reason}")).unwrap_or_default();
    let questions = questions_in_words(*questions);
    if !shrunk.is_smaller() {
        let word = if ended.is_some() { "no smaller found" } else { "already minimal" };
        return format!("{word}: {}  ({questions}{early})", pieces(position));
    }
    let text = fen::write_named(position, names);
    format!("{text}  (from {} to {}; {questions}{early})", pieces(before), material(before, position))
}

fn questions_in_words(number: u32) -> String {
    if number == 1 { "1 question".to_owned() } else { format!("{number} questions") }
}

fn pieces(position: &Position) -> String {
    match position.pieces().count() {
        1 => "1 piece".to_owned(),
        several => format!("{several} pieces"),
    }
}

/// The pieces left; where none were taken away, kings were made men.
fn material(before: &Position, after: &Position) -> String {
    let left = after.pieces().count();
    if left < before.pieces().count() {
        return left.to_string();
    }
    let kings = [Color::White, Color::Black]
        .map(|color| after.pieces_of(color).filter(|(_, kind)| *kind == Kind::King).count());
    format!("{left}, kings to {}", kings.iter().sum::<usize>())
}
