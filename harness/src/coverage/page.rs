//! Coverage as a page of Markdown.

use super::matrix::{Coverage, KINDS, Row};
use std::fmt::Write as _;

/// The page, the same for the same cases and rules.
pub fn markdown(coverages: &[Coverage]) -> String {
    let mut text = String::from(
        "# Rule coverage\n\n\
         From `huff coverage`. A row is a change of one rule, which is how an engine might misread it; a † marks a \
         change that is no reading of any text but a common fault of move generators. The columns count the cases, by \
         their kind, that an engine which plays so answers wrongly, found by deriving every expectation again under \
         the change; cases of level `may` are left out, since they pass whatever is answered. The example \
         is the case with the fewest pieces of those made for the ruling, or of all where none is. The last column is the first depth at which perft from the start position, \
         in `unique` counting, differs; a perft that does not differ says nothing of the rule.\n",
    );
    for coverage in coverages {
        section(coverage, &mut text);
    }
    text
}

fn section(coverage: &Coverage, text: &mut String) {
    let (listed, shown): (Vec<&Row>, Vec<&Row>) =
        coverage.rows.iter().partition(|row| row.unobservable.is_some());
    let _ = writeln!(
        text,
        "\n## {}\n\n{} changes: {} told apart, {} that no position shows.\n",
        coverage.variant.name,
        coverage.rows.len(),
        shown.iter().filter(|row| !row.witnesses.is_empty()).count(),
        listed.len()
    );
    let _ = writeln!(text, "| change | {} | example | pieces | perft |", KINDS.join(" | "));
    let _ = writeln!(text, "| --- |{} --- | ---: | --- |", " ---: |".repeat(KINDS.len()));
    for row in shown {
        line(row, text);
    }
    let _ = writeln!(text, "\n| change that no position shows | why |\n| --- | --- |");
    for row in listed {
        let _ = writeln!(text, "| {} | {} |", name(row), row.unobservable.unwrap_or_default());
    }
}

fn line(row: &Row, text: &mut String) {
    let counts: String = KINDS.iter().map(|kind| format!(" {} |", number(row.count(kind)))).collect();
    let (id, pieces) = match row.witnesses.first() {
        Some(example) => (format!("`{}`", example.id), example.pieces.to_string()),
        None => ("**none**".to_owned(), String::new()),
    };
    let _ = writeln!(text, "| {} |{counts} {id} | {pieces} | {} |", name(row), row.notice);
}

fn name(row: &Row) -> String {
    let mark = if row.change.is_fault { " †" } else { "" };
    format!("`{}`{mark}", row.change)
}

/// Nothing for 0, so that the eye finds what there is.
fn number(count: usize) -> String {
    if count == 0 { String::new() } else { count.to_string() }
}
