//! `huff perft`: how many leaves a position has at each depth.

use super::arguments::{PositionArguments, at_once, bytes, no_room, room_for};
use super::choice::one_of;
use super::out::Out;
use super::{CliError, Exit};
use crate::builtin::{Builtin, BuiltinName};
use crate::interrupt;
use crate::serve::MOST_PLIES;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reference_engine::fast::{self, Effort, Uncounted};
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;

/// Counts the leaves of the tree of legal moves, for each depth from 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff perft international --depth 9
  huff perft arab 'W:Wa3,d4:Bd5,h8' --depth 4 --divide
  huff perft arab --depth 10 --threads 2 --table 4GiB
  huff perft international 'B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46' --depth 1 --count route

A position in which the game is over counts 1 at its own depth and 0 below it. `unique` takes captures
with the same start, end and captured pieces for one; under `order` the same pieces in another order
count again; under `route` every sequence of landing squares does.")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How many plies deep.
    #[arg(long, short, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PLIES)))]
    depth: u32,
    /// Which captures count as one move: unique, order or route.
    #[arg(long, value_name = "COUNTING", default_value_t)]
    #[arg(value_parser = one_of::<Counting>(), hide_possible_values = true)]
    count: Counting,
    /// How many threads count; as many as there are processors if not said.
    #[arg(long, value_name = "N", value_parser = at_once)]
    threads: Option<NonZeroUsize>,
    /// Remembers positions in a table of this size, as in `512MiB` or `4GiB`; entries are compared whole.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    table: Option<usize>,
    /// Which built-in generator counts: fast or rulebook.
    #[arg(long, value_name = "NAME", default_value_t = BuiltinName::Fast)]
    #[arg(value_parser = one_of::<BuiltinName>(), hide_possible_values = true)]
    generator: BuiltinName,
    /// Shows the leaves below each move of the first ply, at the full depth only.
    #[arg(long)]
    divide: bool,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Table {
    variant: &'static str,
    position: String,
    count: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    depth: u32,
    nodes: String,
}

#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    text: String,
    nodes: String,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let (variant, position) = arguments.position.read()?;
    let is_in_rows = !arguments.json && !arguments.divide;
    interrupt::end_at_once(if is_in_rows {
        "interrupted; the rows above are finished"
    } else {
        "interrupted"
    });
    let count = Count::new(arguments, &variant)?;
    match (arguments.json, arguments.divide) {
        (true, _) => print_json(&count, &variant, &position, arguments, out)?,
        (false, true) => print_divide(&count, &position, arguments.depth, out)?,
        (false, false) => print_rows(&count, &position, arguments.depth, out)?,
    }
    Ok(Exit::AsExpected)
}

fn print_json(
    count: &Count,
    variant: &Variant,
    position: &Position,
    arguments: &Arguments,
    out: &mut Out,
) -> Result<(), CliError> {
    let rows: Result<Vec<Row>, CliError> =
        (1..=arguments.depth).map(|depth| count.row(position, depth)).collect();
    let table = Table {
        variant: variant.name,
        position: fen::write(position),
        count: arguments.count.to_string(),
        divide: arguments.divide.then(|| count.branches(position, arguments.depth)).transpose()?,
        rows: rows?,
    };
    serde_json::to_writer_pretty(&mut *out, &table).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

fn print_divide(count: &Count, position: &Position, depth: u32, out: &mut Out) -> Result<(), CliError> {
    for branch in count.branches(position, depth)? {
        writeln!(out, "{:<12} {}", branch.text, branch.nodes)?;
    }
    Ok(writeln!(out, "\n{}", count.leaves(position, depth)?)?)
}

/// A row as soon as it is known: deep ones take long, and what is finished stands when the user ends it.
fn print_rows(count: &Count, position: &Position, depths: u32, out: &mut Out) -> Result<(), CliError> {
    for depth in 1..=depths {
        writeln!(out, "{depth:>3} {}", count.leaves(position, depth)?)?;
        out.flush()?;
    }
    Ok(())
}

/// A way of counting.
struct Count {
    generator: Builtin,
    counting: Counting,
    threads: NonZeroUsize,
    table: Option<fast::Table>,
}

impl Count {
    fn new(arguments: &Arguments, variant: &Variant) -> Result<Self, CliError> {
        let generator = Builtin::new(arguments.generator, variant);
        let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let table = match (&generator, arguments.table) {
            (_, None) => None,
            (Builtin::Fast(fast), Some(bytes)) => {
                room_for(1, bytes)?;
                Some(fast.table(arguments.count, bytes).ok_or_else(|| no_room(bytes))?)
            }
            (Builtin::Rulebook(_), Some(_)) => {
                let message = "--table is for the fast generator, and the rulebook counts here";
                return Err(CliError::Usage(message.to_owned()));
            }
        };
        if let (Builtin::Rulebook(_), Some(_)) = (&generator, arguments.threads) {
            let message = "--threads is for the fast generator, and the rulebook counts here";
            return Err(CliError::Usage(message.to_owned()));
        }
        let threads = arguments.threads.unwrap_or(processors);
        Ok(Self { generator, counting: arguments.count, threads, table })
    }

    fn leaves(&self, position: &Position, depth: u32) -> Result<u128, CliError> {
        let Builtin::Fast(fast) = &self.generator else {
            return Ok(self.generator.perft(position, depth, self.counting));
        };
        let bar = progress(depth);
        let tell = |done: usize, total: usize| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
            true
        };
        let effort = Effort { threads: self.threads, progress: &tell };
        let leaves = fast.perft_by(position, depth, self.counting, self.table.as_ref(), effort);
        bar.finish_and_clear();
        leaves.map_err(|uncounted| match uncounted {
            Uncounted::Ended => CliError::Interrupted,
            Uncounted::TooMany => {
                CliError::Usage(format!("depth {depth} has more leaves than can be counted"))
            }
        })
    }

    fn row(&self, position: &Position, depth: u32) -> Result<Row, CliError> {
        Ok(Row { depth, nodes: self.leaves(position, depth)?.to_string() })
    }

    fn branches(&self, position: &Position, depth: u32) -> Result<Vec<Branch>, CliError> {
        let names = SquareNames::customary(position.board());
        let mut moves = self.generator.moves(position, self.counting);
        moves.sort();
        let branch = |played: &Move| {
            let leaves = self.leaves(&self.generator.after(position, played), depth - 1)?;
            let text = notation::write(played, position.board(), names, MoveForm::Path);
            Ok(Branch { text, nodes: leaves.to_string() })
        };
        moves.iter().map(branch).collect()
    }
}

/// A bar for a depth that takes a while, on a terminal.
fn progress(depth: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("depth {msg} {bar:30} {percent}%, {eta} left");
    let bar = ProgressBar::no_length().with_message(depth.to_string());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
