//! A matrix as a page of Markdown.

use super::markdown::text;
use super::matrix::asides;
use crate::matrix::{Column, Engine, Matrix, Played, RulingRow};
use std::io::{self, Write};

/// Writes a matrix for a repository.
///
/// # Errors
///
/// If it cannot be written.
pub fn matrix_markdown(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Engines side by side\n")?;
    let variants = matrix.variants.iter().map(|column| text(&column.variant));
    header("engine", variants, out)?;
    for (number, engine) in (1..).zip(&matrix.engines) {
        row(title(number, engine), engine.played.iter().map(cell), out)?;
    }
    writeln!(out)?;
    for (number, engine) in (1..).zip(&matrix.engines) {
        if let Some(warning) = engine.warning() {
            writeln!(out, "Engine {number}: {}.\n", text(&warning))?;
        }
    }
    let rulings = matrix.variants.iter().filter(|column| !column.rulings.is_empty());
    rulings.into_iter().try_for_each(|column| section(matrix, column, out))?;
    writeln!(
        out,
        "✓ all right, ✕ wrong of those judged, – not judged. A case counts for the ruling that decides it."
    )
}

fn section(matrix: &Matrix, column: &Column, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## {}\n", text(&column.variant))?;
    header("ruling", (1..=matrix.engines.len()).map(|number| number.to_string()), out)?;
    for ruling in &column.rulings {
        let cells = ruling.judged.iter().map(|judged| judged.decisive.sign());
        row(text(&ruling.id), cells, out)?;
    }
    writeln!(out)?;
    for ruling in &column.rulings {
        writeln!(out, "- {}: {}", text(&ruling.id), sentence(ruling))?;
    }
    writeln!(out)
}

/// What a ruling says.
pub(super) fn sentence(row: &RulingRow) -> String {
    row.ruling.map_or_else(
        || "this huff knows no such ruling".to_owned(),
        |ruling| format!("{} ({})", ruling.sentence, ruling.firmness),
    )
}

fn header(first: &str, columns: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let columns: Vec<String> = columns.collect();
    writeln!(out, "| {first} | {} |", columns.join(" | "))?;
    writeln!(out, "| --- |{}", " --- |".repeat(columns.len()))
}

fn row(first: String, cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let cells: Vec<String> = cells.collect();
    writeln!(out, "| {first} | {} |", cells.join(" | "))
}

fn title(number: usize, engine: &Engine) -> String {
    let mark = if engine.warning().is_some() { " (!)" } else { "" };
    let apart = engine.apart.as_ref().map(|apart| format!("; {}", text(apart))).unwrap_or_default();
    format!("{number}: {}{apart}{mark}", text(&engine.title))
}

fn cell(played: &Played) -> String {
    match played {
        Played::NotAsked => "– not asked".to_owned(),
        Played::No => "– not played".to_owned(),
        Played::Yes(standing) => {
            let found = standing.found.iter().map(|found| text(&found.name()));
            let asides = asides(standing).into_iter().map(|aside| text(&aside));
            std::iter::once(standing.score.sign()).chain(found).chain(asides).collect::<Vec<_>>().join("; ")
        }
    }
}
