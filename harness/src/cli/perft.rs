//! `huff perft`: how many leaves a position has at each depth.

use super::arguments::PositionArguments;
use super::out::Out;
use super::{CliError, Exit};
use clap::Args;
use reference_engine::fen;
use reference_engine::moves::Counting;
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::perft;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use serde::Serialize;
use std::io::Write;

/// Counts the leaves of the tree of legal moves, for each depth from 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff perft international --depth 9
  huff perft arab 'W:Wa3,d4:Bd5,h8' --depth 4 --divide
  huff perft international 'B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46' --depth 1 --count route

A position in which the game is over counts 1 at its own depth and 0 below it. `unique` takes captures
with the same start, end and captured pieces for one; under `order` the same pieces in another order
count again; under `route` every sequence of landing squares does.")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How many plies deep.
    #[arg(long, short, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: u32,
    /// Which captures count as one move: unique, order or route.
    #[arg(long, value_name = "COUNTING", default_value_t)]
    count: Counting,
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
    let generator = Rulebook::new(variant.rules);
    if arguments.json {
        let table = Table {
            variant: variant.name,
            position: fen::write(&position),
            count: arguments.count.to_string(),
            divide: arguments.divide.then(|| branches(&generator, &position, arguments)),
            rows: (1..=arguments.depth).map(|depth| row(&generator, &position, depth, arguments)).collect(),
        };
        serde_json::to_writer_pretty(&mut *out, &table).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else if arguments.divide {
        let branches = branches(&generator, &position, arguments);
        for branch in &branches {
            writeln!(out, "{:<12} {}", branch.text, branch.nodes)?;
        }
        writeln!(out, "\n{}", row(&generator, &position, arguments.depth, arguments).nodes)?;
    } else {
        for depth in 1..=arguments.depth {
            writeln!(out, "{depth:>3} {}", row(&generator, &position, depth, arguments).nodes)?;
            // Deep rows take long: what is known is shown.
            out.flush()?;
        }
    }
    Ok(Exit::AsExpected)
}

fn row(generator: &Rulebook, position: &Position, depth: u32, arguments: &Arguments) -> Row {
    Row { depth, nodes: perft::perft(generator, position, depth, arguments.count).to_string() }
}

fn branches(generator: &Rulebook, position: &Position, arguments: &Arguments) -> Vec<Branch> {
    let names = SquareNames::customary(position.board());
    perft::divide(generator, position, arguments.depth, arguments.count)
        .into_iter()
        .map(|(played, leaves)| Branch {
            text: notation::write(&played, position.board(), names, MoveForm::Path),
            nodes: leaves.to_string(),
        })
        .collect()
}
