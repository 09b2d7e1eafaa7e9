//! `huff tables`: perft tables, written anew or checked.

use super::arguments::{at_once, bytes, no_room, room_for};
use super::claim::Claim;
use super::out::Out;
use super::unfinished::Unfinished;
use super::{CliError, Exit, beside};
use crate::interrupt;
use crate::tables::{self, Means, Named, PerftTable, Position, Rows, Uncounted};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reference_engine::moves::Counting;
use reference_engine::quote::Quoted;
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use strum::VariantArray;

/// Counts every named position and writes the tables, or checks those that are there.
///
/// Each row is kept in the file `.unfinished.jsonl` of the folder as soon as it is counted. A run that was stopped
/// or killed goes on there when the same command is given again; the file goes once the tables are written. To
/// count everything anew, delete it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff tables --check                            counts what is cheap and compares it with reports/perft
  huff tables --variant arab --out target/perft  one variant, elsewhere
  huff tables --depth 3 --out target/perft       all variants, the first three plies
  huff tables --table 4GiB --confirm             everything, the deepest rows twice; this takes long,
                                                 and goes on where it was stopped if given again

Exit codes: 0 the tables are written, or as they were; 2 they cannot be written, or another run writes them;
4 counts contradict each other, a published one or, with --check, the table; 130 interrupted.")]
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
    /// Counts no deeper than so many plies, into a folder that --out names.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(requires = "out", conflicts_with_all = ["check", "render"])]
    depth: Option<u32>,
    /// How many threads count; as many as there are processors if not said.
    #[arg(long, value_name = "N", value_parser = at_once)]
    threads: Option<NonZeroUsize>,
    /// Size of the table of exact entries, one for each counting.
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = bytes)]
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
    out.outlive();
    let by_variant = arguments.named();
    if !arguments.render {
        room_for(Counting::VARIANTS.len(), arguments.table)?;
    }
    if arguments.check {
        return check_all(arguments, &by_variant, out);
    }
    let _claim = Claim::folder(&arguments.out).map_err(|error| unwritable(&arguments.out, &error))?;
    if arguments.render {
        for variant in by_variant.keys() {
            save(&arguments.out, &read(&json_path(&arguments.out, variant))?)?;
        }
    } else {
        write_all(arguments, &by_variant, out)?;
    }
    Ok(Exit::AsExpected)
}

impl Arguments {
    /// What is to be counted, by the name of its variant.
    fn named(&self) -> BTreeMap<String, Vec<Named>> {
        let mut by_variant: BTreeMap<String, Vec<Named>> = BTreeMap::new();
        for mut named in tables::named() {
            if self.variants.is_empty() || self.variants.contains(&named.variant) {
                named.depth = self.depth.map_or(named.depth, |depth| named.depth.min(depth));
                by_variant.entry(named.variant.clone()).or_default().push(named);
            }
        }
        by_variant
    }
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
    rows: &mut dyn Rows,
) -> Result<PerftTable, Uncounted> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions of {msg}, {elapsed}");
    let bar = ProgressBar::new(named.len() as u64).with_message(variant.to_owned());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut positions = Vec::new();
    for named in named {
        positions.push(tables::count(named, means(arguments), &known(&named.name), rows)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(PerftTable { schema: tables::SCHEMA.to_owned(), variant: variant.to_owned(), positions })
}

/// Writes every table, with the rows that an earlier run has left.
fn write_all(
    arguments: &Arguments,
    by_variant: &BTreeMap<String, Vec<Named>>,
    out: &mut Out,
) -> Result<(), CliError> {
    let asked: Vec<Named> = by_variant.values().flatten().cloned().collect();
    let mut unfinished = Unfinished::open(&arguments.out, arguments.confirm)?;
    unfinished.tell(&asked);
    for (variant, named) in by_variant {
        write(arguments, variant, named, &mut unfinished, out)?;
    }
    unfinished.finish(&asked)
}

fn write(
    arguments: &Arguments,
    variant: &str,
    named: &[Named],
    unfinished: &mut Unfinished,
    out: &mut Out,
) -> Result<(), CliError> {
    let table =
        count(arguments, variant, named, |_| Vec::new(), unfinished).map_err(|error| match error {
            Uncounted::Interrupted => {
                CliError::InterruptedTables { file: unfinished.path().display().to_string() }
            }
            Uncounted::Doubtful(reason) => CliError::Tables(reason),
            Uncounted::NoRoom => no_room(arguments.table),
            Uncounted::Unkept(error) => unwritable(unfinished.path(), &error),
        })?;
    save(&arguments.out, &table)?;
    let rows: usize = table.positions.iter().map(|position| position.rows.len()).sum();
    writeln!(out, "{variant}: {} positions, {rows} rows", table.positions.len())?;
    // What is said of a table is seen before the next is counted.
    Ok(out.flush()?)
}

fn unwritable(place: &Path, error: &std::io::Error) -> CliError {
    CliError::Usage(format!("cannot write `{}`: {error}; choose another folder with --out", place.display()))
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
        beside::write_claimed(&path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| unwritable(folder, &error))?;
    }
    Ok(())
}

/// Checks every table.
fn check_all(
    arguments: &Arguments,
    by_variant: &BTreeMap<String, Vec<Named>>,
    out: &mut Out,
) -> Result<Exit, CliError> {
    let mut differs = false;
    for (variant, named) in by_variant {
        if out.is_lost() {
            return Ok(if differs { Exit::BadFixtures } else { Exit::Unread });
        }
        differs |= check(arguments, variant, named, out)?;
    }
    Ok(if differs { Exit::BadFixtures } else { Exit::AsExpected })
}

/// Counts the affordable rows again; whether any differs.
fn check(arguments: &Arguments, variant: &str, named: &[Named], out: &mut Out) -> Result<bool, CliError> {
    let written = read(&json_path(&arguments.out, variant))?;
    let find = |name: &str| written.positions.iter().find(|position| position.name == name);
    let known = |name: &str| {
        let rows = find(name).map(|position| &position.rows[..]).unwrap_or_default();
        rows.iter().filter_map(|row| row.unique.parse().ok()).collect()
    };
    let counted = count(arguments, variant, named, known, &mut ()).map_err(|error| match error {
        Uncounted::Interrupted => CliError::Interrupted,
        Uncounted::NoRoom => no_room(arguments.table),
        Uncounted::Doubtful(_) | Uncounted::Unkept(_) => CliError::Tables(error.to_string()),
    })?;
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
    let text = std::fs::read_to_string(path).map_err(|error| {
        CliError::Usage(format!(
            "cannot read {}: {error}; --out names the folder of the tables",
            path.display()
        ))
    })?;
    let malformed = |error: serde_json::Error| fault(Quoted(&error.to_string()).to_string());
    let table: PerftTable = serde_json::from_str(&text).map_err(malformed)?;
    if table.schema != tables::SCHEMA {
        let found = Quoted(&table.schema);
        return Err(fault(format!("the schema is `{found}`; this huff reads `{}`", tables::SCHEMA)));
    }
    Ok(table)
}
