//! `huff tables`: perft tables, written anew or checked.

use super::out::Out;
use super::{CliError, Exit, beside};
use crate::interrupt;
use crate::tables::{self, Means, Named, PerftTable, Position};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Counts every named position and writes the tables, or checks those that are there.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff tables --check                            counts what is cheap and compares it with reports/perft
  huff tables --variant arab --out target/perft  one variant, elsewhere
  huff tables --table 4GiB --confirm             everything, the deepest rows twice; this takes long")]
pub struct Arguments {
    /// Only this variant; may be given again.
    #[arg(long = "variant", value_name = "NAME")]
    variants: Vec<String>,
    /// The folder of the tables.
    #[arg(long, value_name = "DIR", default_value = "reports/perft")]
    out: PathBuf,
    /// Writes nothing; counts rows of at most --budget leaves and shows where they differ from the tables.
    #[arg(long)]
    check: bool,
    /// Counts nothing; writes the pages anew from the JSON.
    #[arg(long, conflicts_with = "check")]
    render: bool,
    /// Leaves that a row may have to be checked.
    #[arg(long, value_name = "LEAVES", default_value_t = 30_000_000, requires = "check")]
    budget: u128,
    /// How many threads count; as many as there are processors if not said.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Size of the table of exact entries, one for each counting.
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = super::arguments::bytes)]
    table: usize,
    /// Counts every row again without the table.
    #[arg(long)]
    confirm: bool,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    for name in &arguments.variants {
        super::arguments::find_variant(name)?;
    }
    interrupt::listen();
    let mut by_variant: BTreeMap<String, Vec<Named>> = BTreeMap::new();
    for named in tables::named() {
        if arguments.variants.is_empty() || arguments.variants.contains(&named.variant) {
            by_variant.entry(named.variant.clone()).or_default().push(named);
        }
    }
    let mut differs = false;
    for (variant, named) in &by_variant {
        if arguments.check {
            differs |= check(arguments, variant, named, out)?;
        } else if arguments.render {
            save(&arguments.out, &read(&json_path(&arguments.out, variant))?)?;
        } else {
            write(arguments, variant, named, out)?;
        }
    }
    Ok(if differs { Exit::BadFixtures } else { Exit::AsExpected })
}

fn means(arguments: &Arguments) -> Means {
    let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Means {
        threads: arguments.threads.unwrap_or(processors),
        table: arguments.table,
        budget: arguments.check.then_some(arguments.budget),
        confirm: arguments.confirm,
    }
}

fn count(
    arguments: &Arguments,
    variant: &str,
    named: &[Named],
    known: impl Fn(&str) -> Vec<u128>,
) -> Result<PerftTable, CliError> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions of {msg}, {elapsed}");
    let bar = ProgressBar::new(named.len() as u64).with_message(variant.to_owned());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut positions = Vec::new();
    for named in named {
        positions.push(tables::count(named, means(arguments), &known(&named.name)).map_err(|reason| {
            if interrupt::is_requested() { CliError::Interrupted } else { CliError::Tables(reason) }
        })?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(PerftTable { schema: tables::SCHEMA.to_owned(), variant: variant.to_owned(), positions })
}

fn write(arguments: &Arguments, variant: &str, named: &[Named], out: &mut Out) -> Result<(), CliError> {
    // A folder that cannot be written is found out before the hours of counting, not after.
    std::fs::create_dir_all(&arguments.out).map_err(|error| unwritable(&arguments.out, &error))?;
    let table = count(arguments, variant, named, |_| Vec::new())?;
    save(&arguments.out, &table)?;
    let rows: usize = table.positions.iter().map(|position| position.rows.len()).sum();
    Ok(writeln!(out, "{variant}: {} positions, {rows} rows", table.positions.len())?)
}

fn unwritable(folder: &Path, error: &std::io::Error) -> CliError {
    CliError::Report { folder: folder.display().to_string(), reason: error.to_string() }
}

fn json_path(folder: &Path, variant: &str) -> PathBuf {
    folder.join(format!("{variant}.json"))
}

/// Writes a table in each form.
fn save(folder: &Path, table: &PerftTable) -> Result<(), CliError> {
    let json = tables::json(table).map_err(|error| unwritable(folder, &error.into()))?;
    for (ending, text) in
        [("json", json), ("md", tables::markdown(table)), ("perft", tables::perft_lines(table))]
    {
        let path = folder.join(format!("{}.{ending}", table.variant));
        beside::write(&path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| unwritable(folder, &error))?;
    }
    Ok(())
}

/// Counts the affordable rows again; whether any differs.
fn check(arguments: &Arguments, variant: &str, named: &[Named], out: &mut Out) -> Result<bool, CliError> {
    let written = read(&json_path(&arguments.out, variant))?;
    let find = |name: &str| written.positions.iter().find(|position| position.name == name);
    let known = |name: &str| {
        let rows = find(name).map(|position| &position.rows[..]).unwrap_or_default();
        rows.iter().filter_map(|row| row.unique.parse().ok()).collect()
    };
    let counted = count(arguments, variant, named, known)?;
    let mut rows = 0;
    let mut differs = pages_are_stale(&arguments.out, &written, out)?;
    for position in &counted.positions {
        let due = lines(position, position.rows.len());
        let there = find(&position.name).map(|there| lines(there, position.rows.len())).unwrap_or_default();
        rows += position.rows.len();
        for change in TextDiff::from_lines(&there, &due).iter_all_changes() {
            let mark = match change.tag() {
                ChangeTag::Equal => continue,
                ChangeTag::Delete => "table  ",
                ChangeTag::Insert => "counted",
            };
            differs = true;
            write!(out, "{variant} {mark} {change}")?;
        }
    }
    writeln!(
        out,
        "{variant}: {rows} rows counted, {}",
        if differs { "the table differs" } else { "as in the table" }
    )?;
    Ok(differs)
}

/// Whether the pages are other than the JSON says.
fn pages_are_stale(folder: &Path, table: &PerftTable, out: &mut Out) -> Result<bool, CliError> {
    let mut stale = false;
    for (ending, due) in [("md", tables::markdown(table)), ("perft", tables::perft_lines(table))] {
        let path = folder.join(format!("{}.{ending}", table.variant));
        if std::fs::read_to_string(&path).ok() != Some(due) {
            stale = true;
            writeln!(out, "{} is stale: `huff tables --render` rewrites it", path.display())?;
        }
    }
    Ok(stale)
}

fn lines(position: &Position, rows: usize) -> String {
    position.rows.iter().take(rows).map(|row| row.line(&position.name) + "\n").collect()
}

fn read(path: &Path) -> Result<PerftTable, CliError> {
    let fault = |reason: String| CliError::Tables(format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
    let table: PerftTable = serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
    if table.schema != tables::SCHEMA {
        return Err(fault(format!("the schema is `{}`; this huff reads `{}`", table.schema, tables::SCHEMA)));
    }
    Ok(table)
}
