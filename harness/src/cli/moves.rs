//! `huff moves`: the legal moves of a position.

use super::arguments::{GeneratorArguments, PositionArguments};
use super::choice::one_of;
use super::out::Out;
use super::{CliError, Exit};
use crate::builtin::Builtin;
use clap::Args;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use serde::Serialize;
use std::io::Write;

/// Lists the legal moves of a position, each with the position after it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff moves arab 'W:Wa3,d4:Bd5,h8'
  huff moves diagonal start --json
  huff moves arab 'W:8/8/8/5b2/6b1/1b1b4/7w/3W4' --rule removal=after-sequence")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Which captures count as one move: unique, order or route.
    #[arg(long, value_name = "COUNTING", default_value_t)]
    #[arg(value_parser = one_of::<Counting>(), hide_possible_values = true)]
    count: Counting,
    #[command(flatten)]
    generator: GeneratorArguments,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing {
    variant: &'static str,
    position: String,
    result: &'static str,
    reason: Option<String>,
    moves: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    #[serde(rename = "move")]
    text: String,
    from: String,
    to: String,
    path: Vec<String>,
    captures: Vec<String>,
    crowns: bool,
    next: String,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let (variant, position) = arguments.position.read()?;
    let listing = list(&variant, arguments.generator.of(&variant), &position, arguments.count);
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &listing).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(Exit::AsExpected);
    }
    for played in &listing.moves {
        writeln!(out, "{:<12} {}", played.text, played.next)?;
    }
    if listing.moves.is_empty() {
        writeln!(out, "no moves: {} ({})", listing.result, listing.reason.unwrap_or_default())?;
    }
    Ok(Exit::AsExpected)
}

fn list(variant: &Variant, generator: Builtin, position: &Position, counting: Counting) -> Listing {
    let outcome = generator.outcome(position);
    let mut moves = generator.moves(position, counting);
    moves.sort();
    Listing {
        variant: variant.name,
        position: fen::write(position),
        result: outcome.word(),
        reason: outcome.reason().map(|reason| reason.to_string()),
        moves: moves.iter().map(|played| listed(&generator, position, played)).collect(),
    }
}

fn listed(generator: &Builtin, position: &Position, played: &Move) -> Listed {
    let board = position.board();
    let names = SquareNames::customary(board);
    let name = |square: &Square| names.write(board, *square);
    Listed {
        text: notation::write(played, board, names, MoveForm::Path),
        from: name(&played.from),
        to: name(&played.to),
        path: played.path.iter().map(name).collect(),
        captures: played.captured_set().iter().map(name).collect(),
        crowns: played.crowns,
        next: fen::write(&generator.after(position, played)),
    }
}
