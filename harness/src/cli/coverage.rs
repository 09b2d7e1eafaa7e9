//! `huff coverage`: do the cases tell every changed rule from the right one?

use super::out::Out;
use super::suite::SuiteArguments;
use super::{CliError, Exit, beside};
use crate::coverage::{self, Coverage, Kills, Row};
use crate::fixture::Suite;
use crate::interrupt;
use clap::Args;
use comfy_table::{ContentArrangement, Table};
use indicatif::{ProgressBar, ProgressStyle};
use reference_engine::variants;
use similar::{ChangeTag, TextDiff};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Finds out which cases tell each changed rule from the right one, and writes it down or checks what is written.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff coverage           writes reports/rule-coverage.md and shows it
  huff coverage --check   makes it anew and compares
  huff coverage --check --fixtures fixtures
                          the same from a folder, which is linted first as by `huff fixtures lint`

Exit codes: 0 every change is told apart by a case, or listed as one that no position shows; 4 one is
neither, one is both, or the page is stale.")]
pub struct Arguments {
    #[command(flatten)]
    suite: SuiteArguments,
    /// The page.
    #[arg(long, value_name = "FILE", default_value = "reports/rule-coverage.md")]
    out: PathBuf,
    /// Writes nothing; shows where the page differs from what would be written.
    #[arg(long)]
    check: bool,
    /// Different positions that a level of the tree may have to be walked further, when perft is asked.
    #[arg(long, value_name = "POSITIONS", default_value_t = 5000)]
    budget: usize,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    interrupt::listen();
    out.outlive();
    let there = arguments.look()?;
    let linted = arguments.suite.lint()?;
    let suite = linted.as_ref().map_or_else(|| arguments.suite.load(), |suite| Ok(suite.clone()))?;
    let kills = match linted {
        // The lint has made them anew and found them as they are written.
        Some(_) => coverage::written_kills(&suite),
        None => made_kills(&suite).ok_or(CliError::Interrupted)?,
    };
    let coverages = measure(&kills, arguments.budget).ok_or(CliError::Interrupted)?;
    let page = coverage::markdown(&coverages);
    let differs = if let Some(there) = there {
        differs(&arguments.out, &there, &page, out)?
    } else {
        save(&arguments.out, &page)?;
        show(&coverages, out)?;
        false
    };
    let has_faults = summarise(&coverages, out)?;
    Ok(if differs || has_faults { Exit::BadFixtures } else { Exit::AsExpected })
}

impl Arguments {
    /// Looks before the work whether the page can be written; the page that is there if it is to be checked.
    fn look(&self) -> Result<Option<String>, CliError> {
        if !self.check {
            beside::prepare(&self.out).map_err(|error| unwritable(&self.out, &error))?;
            return Ok(None);
        }
        std::fs::read_to_string(&self.out).map(Some).map_err(|error| {
            let path = self.out.display();
            CliError::Usage(format!(
                "cannot read `{path}`: {error}; --out names the page, which need not be there without --check"
            ))
        })
    }
}

/// The changes that each case tells apart, or `None` if the user has stopped.
fn made_kills(suite: &Suite) -> Option<Vec<Kills<'_>>> {
    let bar = progress("cases", suite.cases.len());
    let kills = coverage::kills(suite, || step(&bar));
    bar.finish_and_clear();
    kills
}

/// What shows each change, or `None` if the user has stopped.
fn measure(kills: &[Kills<'_>], budget: usize) -> Option<Vec<Coverage>> {
    let changes = variants::ALL.iter().map(|variant| variant.rules.one_field_changes().len()).sum();
    let bar = progress("changed rules counted", changes);
    let of_variant = |variant| coverage::coverage(variant, kills, budget, || step(&bar));
    let coverages = variants::ALL.iter().map(of_variant).collect();
    bar.finish_and_clear();
    coverages
}

fn step(bar: &ProgressBar) -> bool {
    bar.inc(1);
    !interrupt::is_requested()
}

fn progress(what: &str, steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}");
    let bar = ProgressBar::new(steps as u64).with_message(what.to_owned());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn save(path: &Path, page: &str) -> Result<(), CliError> {
    beside::write(path, |file| file.write_all(page.as_bytes())).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::Usage(format!("cannot write `{}`: {error}; choose another page with --out", path.display()))
}

/// Whether the page that is there is another; shows the lines that differ.
fn differs(path: &Path, there: &str, page: &str, out: &mut Out) -> Result<bool, CliError> {
    for change in TextDiff::from_lines(there, page).iter_all_changes() {
        let mark = match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => "page",
            ChangeTag::Insert => "now ",
        };
        write!(out, "{mark} {change}")?;
    }
    if there != page {
        writeln!(out, "{} is stale: `huff coverage` rewrites it", path.display())?;
    }
    Ok(there != page)
}

fn show(coverages: &[Coverage], out: &mut Out) -> Result<(), CliError> {
    for coverage in coverages {
        let mut table = Table::new();
        table.load_style(comfy_table::presets::ASCII_MARKDOWN);
        table.set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(["change", "cases", "example", "perft"]);
        for row in &coverage.rows {
            table.add_row(cells(row));
        }
        writeln!(out, "{}\n{table}\n", coverage.variant.name)?;
    }
    Ok(())
}

fn cells(row: &Row) -> [String; 4] {
    let example = row.witnesses.first().map(|witness| witness.id.clone());
    let reason = || format!("none: {}", row.unobservable.unwrap_or("no case tells it apart"));
    [
        row.change.to_string(),
        row.witnesses.len().to_string(),
        example.unwrap_or_else(reason),
        row.notice.to_string(),
    ]
}

/// A line a variant, and each fault; whether there is any.
fn summarise(coverages: &[Coverage], out: &mut Out) -> Result<bool, CliError> {
    let mut has_faults = false;
    for coverage in coverages {
        let name = coverage.variant.name;
        let listed = coverage.rows.iter().filter(|row| row.unobservable.is_some()).count();
        let told = coverage.rows.iter().filter(|row| !row.witnesses.is_empty()).count();
        let all = coverage.rows.len();
        writeln!(out, "{name:<14} {all} changes, {told} told apart, {listed} that no position shows")?;
        for row in &coverage.rows {
            if let Some(fault) = row.fault() {
                has_faults = true;
                writeln!(out, "{name:<14} {}: {fault}", row.change)?;
            }
        }
    }
    Ok(has_faults)
}
