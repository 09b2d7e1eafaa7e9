//! A profile of speed at a terminal.

use super::speed_tables::{self as tables, Table};
use crate::speed::{Comparison, Judged, Record};
use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ContentArrangement};
use reference_engine::quote::plain;
use std::io::{self, Write};

const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();

/// A profile, perhaps beside an earlier one.
#[derive(Clone, Copy, Debug)]
pub struct SpeedReport<'a> {
    /// What was measured.
    pub record: &'a Record,
    /// How it compares with an earlier one.
    pub comparison: Option<&'a Comparison>,
}

impl SpeedReport<'_> {
    /// Writes the profile for people.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn terminal(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", plain(&self.headline()))?;
        for table in self.tables() {
            show(&table, out)?;
        }
        for remark in self.remarks() {
            writeln!(out, "{}", plain(&remark))?;
        }
        match self.comparison {
            None => Ok(()),
            Some(comparison) => verdict(comparison, out),
        }
    }

    /// What was measured where, in a sentence.
    pub fn headline(&self) -> String {
        let Record { variant, positions, rounds, machine, date, huff, .. } = self.record;
        let (positions, rounds) = (of(positions.len(), "position"), of(*rounds as usize, "round"));
        format!("{variant}: {positions}, {rounds} in turn; {machine}; huff {huff}, {date}")
    }

    /// Every table in its order.
    pub fn tables(&self) -> Vec<Table> {
        let mut all =
            vec![tables::subjects(self.record), tables::perft(self.record), tables::moves(self.record)];
        all.extend(self.record.parts.iter().map(tables::parts));
        all.extend(self.comparison.map(tables::changes).unwrap_or_default());
        all
    }

    /// What is to be said besides.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = tables::remarks(self.record);
        remarks.extend(self.comparison.iter().flat_map(|comparison| comparison.notes.clone()));
        remarks
    }
}

fn of(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

fn show(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let mut drawn = comfy_table::Table::new();
    drawn.load_style(comfy_table::presets::ASCII_MARKDOWN);
    drawn.set_content_arrangement(ContentArrangement::Disabled);
    drawn.set_header(table.header.iter().map(|name| plain(name)));
    for row in &table.rows {
        drawn.add_row(row.iter().map(|cell| plain(cell)));
    }
    for (index, column) in drawn.column_iter_mut().enumerate() {
        let mut cells = table.rows.iter().map(|row| row[index].as_str());
        if cells.any(|cell| cell.starts_with(|it: char| it == '-' || it.is_ascii_digit())) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    writeln!(out, "{BOLD}{}{BOLD:#}\n{drawn}\n", plain(&table.title))
}

fn verdict(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    for subject in &comparison.subjects {
        for row in &subject.overall {
            let style = match row.change.verdict {
                Judged::Slower => RED,
                Judged::Faster => GREEN,
                Judged::NoDifference | Judged::NotCompared => Style::new(),
            };
            let (name, verdict) = (plain(&subject.name), row.change.verdict);
            let ratio =
                row.change.ratio.map(|ratio| format!(", {ratio:.3} times as fast")).unwrap_or_default();
            writeln!(out, "{style}{name} {}: {verdict}{ratio}{style:#}", row.question)?;
        }
    }
    Ok(())
}
