//! `huff result`: who has won, or that nobody has.

use super::arguments::{GeneratorArguments, PositionArguments};
use super::out::Out;
use super::{CliError, Exit};
use clap::Args;
use reference_engine::generator::Generator;
use std::io::Write;

/// Tells the result of a position, with the reason.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  huff result arab 'W:8/8/8/3b4/3w4/8/8/8'")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    generator: GeneratorArguments,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let (variant, position) = arguments.position.read()?;
    writeln!(out, "{}", arguments.generator.of(&variant).outcome(&position))?;
    Ok(Exit::AsExpected)
}
