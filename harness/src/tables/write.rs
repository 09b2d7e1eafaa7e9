//! A table as Markdown, as JSON, and in the three-keyword form that perft runners read.

use super::table::{PerftTable, Position, Row};
use json_pretty_compact::PrettyCompactFormatter;
use serde::Serialize;
use std::fmt::Write;

/// The table as JSON.
///
/// # Errors
///
/// Never in practice: what is written is text and numbers.
pub fn json(table: &PerftTable) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    let formatter = PrettyCompactFormatter::new().with_max_line_length(400);
    table.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, formatter))?;
    Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned() + "\n")
}

/// The `unique` counts as lines that begin with `id`, `epd` or `perft`.
pub fn perft_lines(table: &PerftTable) -> String {
    let block = |position: &Position| {
        let id = format!("{}/{}", table.variant, position.name);
        let rows = position.rows.iter().map(|row| (row.depth, row.unique.as_str()));
        perft_block(&id, &position.position, rows)
    };
    table.positions.iter().map(block).collect()
}

/// The lines of one position: its name, itself, a line a depth, and an empty one.
pub fn perft_block<'a>(id: &str, position: &str, counts: impl Iterator<Item = (u32, &'a str)>) -> String {
    let mut text = format!("id {id}\nepd {position}\n");
    for (depth, leaves) in counts {
        let _ = writeln!(text, "perft {depth} {leaves}");
    }
    text.push('\n');
    text
}

/// The table as a page.
pub fn markdown(table: &PerftTable) -> String {
    let mut text = format!(
        "# Perft of {} draughts\n\n\
         Leaves at each depth, from `huff tables`. `unique` takes captures with the same ends and the same \
         captured pieces for one move; under `order` the same pieces in another order count again; under `route` \
         every sequence of landing squares does. A game that is over counts no leaf below its own depth. The \
         last ply is counted in bulk. The certificate is made of the sorted divide: two tables that agree in it \
         agree below every first move. A row whose last column names no other source goes beyond what we know \
         to have been published; it was counted with and without a table of positions.\n",
        table.variant
    );
    for position in &table.positions {
        section(position, &mut text);
    }
    text
}

fn section(position: &Position, text: &mut String) {
    let _ = writeln!(text, "\n## {} ({})\n\n`{}`\n", position.name, position.class, position.position);
    text.push_str("| depth | unique | order | route | certificate | agree |\n");
    text.push_str("| ---: | ---: | ---: | ---: | --- | --- |\n");
    for row in &position.rows {
        line(row, text);
    }
}

fn line(row: &Row, text: &mut String) {
    let ways = |count: &Option<String>| count.clone().unwrap_or_default();
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | `{}` | {} |",
        row.depth,
        row.unique,
        ways(&row.order),
        ways(&row.route),
        row.certificate,
        row.agree.join("; ")
    );
}
