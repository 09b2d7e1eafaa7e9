//! `huff game`: plays moves from a position and tells the result, history included.

use super::arguments::{GeneratorArguments, VariantArguments};
use super::out::Out;
use super::{CliError, Exit};
use crate::picture;
use clap::Args;
use reference_engine::fen;
use reference_engine::game::Game;
use reference_engine::moves::Counting;
use reference_engine::notation::{self, SquareNames};
use std::io::Write;

/// Plays a game move by move, and shows the position and the result at its end.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff game arab a3-a4 b6-b5
  huff game arab --from W:WKa1,Kb1:BKh8,Kg8 a1-a2 h8-h7 a2-a1 h7-h8 a1-a2 h8-h7 a2-a1 h7-h8")]
pub struct Arguments {
    #[command(flatten)]
    variant: VariantArguments,
    /// The position that the game begins with.
    #[arg(long, default_value = "start", value_name = "POSITION")]
    from: String,
    #[command(flatten)]
    generator: GeneratorArguments,
    /// The moves: landing squares, or start and end where that is clear.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let variant = arguments.variant.variant()?;
    let start = variant.read(&arguments.from)?;
    let mut game = Game::from(arguments.generator.of(&variant), start);
    for (ply, text) in arguments.moves.iter().enumerate() {
        let outcome = game.outcome();
        if outcome.is_over() {
            let message = format!("the game is over ({outcome}) before move {} `{text}`", ply + 1);
            return Err(CliError::Usage(message));
        }
        let routes = game.moves(Counting::Route);
        let played = notation::find(text, variant.board, &routes)
            .map_err(|error| CliError::Usage(format!("move {} of the game: {error}", ply + 1)))?;
        game.play(played);
    }
    writeln!(out, "{}", picture::draw(game.position(), SquareNames::customary(variant.board)))?;
    writeln!(out, "{}", fen::write(game.position()))?;
    writeln!(out, "{}", game.outcome())?;
    Ok(Exit::AsExpected)
}
