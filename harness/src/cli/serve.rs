//! `huff serve`: the reference as an engine that speaks dcp/1, by the right rules or by changed ones.

use super::arguments::{RuleArguments, find_variant};
use super::out::Out;
use super::{CliError, Exit};
use crate::builtin::BuiltinName;
use crate::dcp::Capability;
use crate::serve::{Manner, Server};
use clap::Args;
use reference_engine::moves::Counting;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::variants;
use std::io::{BufRead, Write};

/// Answers dcp/1 requests, as an engine under test would.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff verify --engine 'huff serve'                                 the reference through the protocol
  huff verify --engine 'huff serve --rule men-capture=every-way'    an engine with one rule misread
  huff verify --engine 'huff serve --only divide'                   an engine that only divides
  huff serve moves arab start                                       one question, then the end

PROTOCOL.md describes the requests.")]
pub struct Arguments {
    /// Plays only this variant; may be given again.
    #[arg(long = "variant", value_name = "NAME")]
    variants: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// How moves are written: path, hub or short.
    #[arg(long, value_name = "NOTATION")]
    notation: Option<MoveForm>,
    /// How squares are called: numeric or algebraic.
    #[arg(long, value_name = "NAMES")]
    squares: Option<SquareNames>,
    /// Which captures count as one move: unique, order or route.
    #[arg(long, value_name = "COUNTING", default_value_t)]
    count: Counting,
    /// Which built-in generator answers: rulebook or fast.
    #[arg(long, value_name = "NAME", default_value_t)]
    generator: BuiltinName,
    /// Counts a finished game as one leaf at every depth below it.
    #[arg(long)]
    finished_leaves: bool,
    /// Answers only questions of this kind, as in `--only divide`; may be given again.
    #[arg(long, value_name = "KIND")]
    only: Vec<Capability>,
    /// A single request, as words; without it requests are read from standard input.
    #[arg(value_name = "REQUEST", trailing_var_arg = true)]
    request: Vec<String>,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let server = server(arguments)?;
    if !arguments.request.is_empty() {
        answer(&server, &arguments.request.join(" "), out)?;
        return Ok(Exit::AsExpected);
    }
    for line in std::io::stdin().lock().lines() {
        if !answer(&server, &line?, out)? {
            break;
        }
    }
    Ok(Exit::AsExpected)
}

fn server(arguments: &Arguments) -> Result<Server, CliError> {
    let chosen = if arguments.variants.is_empty() {
        variants::ALL.to_vec()
    } else {
        arguments.variants.iter().map(|name| find_variant(name)).collect::<Result<_, _>>()?
    };
    let changed: Result<Vec<_>, _> =
        chosen.into_iter().map(|variant| arguments.rules.apply(variant)).collect();
    let manner = Manner {
        notation: arguments.notation,
        squares: arguments.squares,
        counts: arguments.count,
        finished_leaves: arguments.finished_leaves,
        generator: arguments.generator,
    };
    let server = Server::new(changed?, manner);
    Ok(if arguments.only.is_empty() { server } else { server.only(arguments.only.iter().copied()) })
}

/// Writes the answer to a line; `false` if the line says good-bye.
fn answer(server: &Server, line: &str, out: &mut Out) -> Result<bool, CliError> {
    let Some(answer) = server.answer_line(line) else {
        return Ok(false);
    };
    for line in answer.lines() {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(true)
}
