//! `huff board`: a position drawn with characters.

use super::arguments::PositionArguments;
use super::out::Out;
use super::{CliError, Exit};
use crate::picture;
use clap::Args;
use reference_engine::fen;
use reference_engine::notation::SquareNames;
use std::io::Write;

/// Draws a position and writes it in every form.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  huff board diagonal\n  huff board arab W:Wa3,Kd4:Bd5,h8")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let (_, position) = arguments.position.read()?;
    writeln!(out, "{}", picture::draw(&position, SquareNames::customary(position.board())))?;
    writeln!(out, "fen   {}", fen::write(&position))?;
    writeln!(out, "rows  {}", fen::write_rows(&position))?;
    writeln!(out, "hub   {}", fen::write_hub(&position))?;
    Ok(Exit::AsExpected)
}
