//! A matrix at a terminal.

use crate::matrix::{Column, Engine, Matrix, Played, Standing};
use anstyle::{AnsiColor, Style};
use comfy_table::{ContentArrangement, Table};
use reference_engine::quote::{cut, plain};
use std::io::{self, Write};

const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
/// Letters of the widest table, whatever the terminal.
const WIDTH: u16 = 110;
/// Letters of a name before it is cut.
const LETTERS: usize = 60;

/// Writes a matrix for people.
///
/// # Errors
///
/// If it cannot be written.
pub fn matrix_terminal(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{BOLD}engines and variants{BOLD:#}\n{}\n", by_variant(matrix))?;
    for column in matrix.variants.iter().filter(|column| !column.rulings.is_empty()) {
        let name = plain(&column.variant);
        writeln!(out, "{BOLD}{name}: rulings and engines{BOLD:#}\n{}\n", by_ruling(matrix, column))?;
    }
    for (number, engine) in (1..).zip(&matrix.engines) {
        if let Some(warning) = engine.warning() {
            writeln!(out, "{RED}engine {number}: {}{RED:#}", plain(&warning))?;
        }
    }
    writeln!(
        out,
        "✓ all right, ✕ wrong of those judged, – not judged; a case counts for the ruling that decides it"
    )
}

fn by_variant(matrix: &Matrix) -> Table {
    let mut table = table();
    let variants = matrix.variants.iter().map(|column| cut(&column.variant, LETTERS));
    table.set_header(["engine".to_owned()].into_iter().chain(variants));
    for (number, engine) in (1..).zip(&matrix.engines) {
        let cells = engine.played.iter().map(cell);
        table.add_row(std::iter::once(title(number, engine)).chain(cells));
    }
    table
}

fn by_ruling(matrix: &Matrix, column: &Column) -> Table {
    let mut table = table();
    let engines = (1..=matrix.engines.len()).map(|number| number.to_string());
    table.set_header(["ruling".to_owned()].into_iter().chain(engines));
    for row in &column.rulings {
        let cells = row.judged.iter().map(|judged| judged.decisive.sign());
        table.add_row(std::iter::once(cut(&row.id, LETTERS)).chain(cells));
    }
    table
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::ASCII_MARKDOWN);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(WIDTH);
    table
}

fn title(number: usize, engine: &Engine) -> String {
    let mark = if engine.warning().is_some() { " (!)" } else { "" };
    let apart = engine.apart.as_ref().map(|apart| format!("\n{}", cut(apart, LETTERS))).unwrap_or_default();
    format!("{number} {}{mark}{apart}", cut(&engine.title, LETTERS))
}

fn cell(played: &Played) -> String {
    match played {
        Played::NotAsked => "– not asked".to_owned(),
        Played::No => "– not played".to_owned(),
        Played::Yes(standing) => standing_lines(standing).join("\n"),
    }
}

fn standing_lines(standing: &Standing) -> Vec<String> {
    let found = standing.found.iter().map(|found| cut(&found.name(), LETTERS));
    std::iter::once(standing.score.sign()).chain(found).chain(asides(standing)).collect()
}

/// What is to be said of a standing besides its score and what was found.
pub(super) fn asides(standing: &Standing) -> Vec<String> {
    let score = &standing.score;
    let numbers = [
        (standing.unexplained, "unexplained"),
        (score.expected, "of them expected"),
        (score.unanswered, "without one answer to judge"),
        (score.other_reading, "right by another reading"),
        (score.skipped, "skipped"),
    ];
    let numbers = numbers.iter().filter(|(number, _)| *number > 0);
    let numbers = numbers.map(|(number, what)| format!("{number} {what}"));
    let rules = standing.judged_by.iter().map(|rule| format!("judged by {}", cut(rule, LETTERS)));
    numbers.chain(rules).collect()
}
