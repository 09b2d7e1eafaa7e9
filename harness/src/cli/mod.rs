//! The command line: one file a verb.

mod arguments;
mod beside;
mod board;
mod choice;
mod claim;
mod compare;
mod completions;
mod coverage;
mod doctor;
mod engine;
mod exit;
mod expected;
mod explain;
mod explained;
mod export;
mod fixtures;
mod formats;
mod found;
mod game;
mod input;
mod limits;
mod machine;
mod man;
mod matrix;
mod moves;
mod out;
mod perft;
mod profile;
mod replay;
mod result;
mod rules;
mod schema;
mod serve;
mod suite;
mod sweep;
mod tables;
mod unfinished;
mod variants;
mod verify;
mod welcome;

pub use exit::Exit;

use clap::{Parser, Subcommand};
use exit::CliError;
use out::Out;
use reference_engine::quote::plain;
use std::io::Write;
use std::process::ExitCode;

/// Checks draughts engines against the rules.
#[derive(Parser, Debug)]
#[command(name = "huff", version, about, long_about = None)]
#[command(after_help = "\
Examples:
  huff verify                                      verify the built-in reference, all variants
  huff doctor --engine ./my-engine                 does the engine speak dcp/1 as huff understands it?
  huff verify --engine ./my-engine --variant arab  verify an engine
  huff moves arab 'W:Wa3,d4:Bd5,h8'                the legal moves of a position
  huff explain arab 'W:Wa3,d4:Bd5,h8' a3-a4        why a move is legal or not

Exit codes: 0 all as expected; 1 failures; 2 usage, or no arguments at all; 3 the engine could not be started,
did not pass doctor, or answers no case of a variant that it declares; 4 fixtures or reference contradict each
other; 70 a fault of huff itself, or the output cannot be written; 124 the budget was spent; 130 interrupted;
141 the reader of the output went before everything was judged.")]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Verify(verify::Arguments),
    Doctor(doctor::Arguments),
    Replay(replay::Arguments),
    Compare(compare::Arguments),
    Matrix(matrix::Arguments),
    Fixtures(fixtures::Arguments),
    Variants(variants::Arguments),
    Rules(rules::Arguments),
    Explain(explain::Arguments),
    Moves(moves::Arguments),
    Result(result::Arguments),
    Game(game::Arguments),
    Board(board::Arguments),
    Perft(perft::Arguments),
    Profile(profile::Arguments),
    Serve(serve::Arguments),
    Tables(tables::Arguments),
    Sweep(sweep::Arguments),
    Coverage(coverage::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Verb {
    fn run(self, out: &mut Out) -> Result<Exit, CliError> {
        match self {
            Self::Verify(arguments) => verify::run(&arguments, out),
            Self::Doctor(arguments) => doctor::run(&arguments, out),
            Self::Replay(arguments) => replay::run(&arguments, out),
            Self::Compare(arguments) => compare::run(&arguments, out),
            Self::Matrix(arguments) => matrix::run(&arguments, out),
            Self::Fixtures(arguments) => fixtures::run(&arguments, out),
            Self::Variants(arguments) => variants::run(&arguments, out),
            Self::Rules(arguments) => rules::run(&arguments, out),
            Self::Explain(arguments) => explain::run(&arguments, out),
            Self::Moves(arguments) => moves::run(&arguments, out),
            Self::Result(arguments) => result::run(&arguments, out),
            Self::Game(arguments) => game::run(&arguments, out),
            Self::Board(arguments) => board::run(&arguments, out),
            Self::Perft(arguments) => perft::run(&arguments, out),
            Self::Profile(arguments) => profile::run(&arguments, out),
            Self::Serve(arguments) => serve::run(&arguments, out),
            Self::Tables(arguments) => tables::run(&arguments, out),
            Self::Sweep(arguments) => sweep::run(&arguments, out),
            Self::Coverage(arguments) => coverage::run(&arguments, out),
            Self::Schema(arguments) => schema::run(&arguments, out),
            Self::Completions(arguments) => completions::run(&arguments, out),
            Self::Man(arguments) => man::run(&arguments, out),
        }
    }
}

/// Reads the arguments, does what they say, and returns the exit code.
pub fn main() -> ExitCode {
    let verb = match Cli::try_parse() {
        Ok(Cli { verb: Some(verb) }) => verb,
        Ok(Cli { verb: None }) => return welcome::say().into(),
        Err(shown) => return show(&shown),
    };
    // A panic has told its place already; what is left is the exit code that says whose fault it is.
    std::panic::catch_unwind(|| execute(verb)).unwrap_or_else(|_| {
        tell("this is a fault of huff itself; please report it with the lines above");
        Exit::Internal.into()
    })
}

/// Shows help, the version, or what is wrong with the arguments.
fn show(shown: &clap::Error) -> ExitCode {
    match shown.print().and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            tell(&format!("cannot write the output: {error}"));
            Exit::Internal.into()
        }
        _ if shown.use_stderr() => Exit::Usage.into(),
        _ => Exit::AsExpected.into(),
    }
}

/// An error may quote a file or an engine, and be of several lines.
fn harmless(message: &str) -> String {
    message.lines().map(plain).collect::<Vec<_>>().join("\n")
}

fn execute(verb: Verb) -> ExitCode {
    let mut out = Out::standard();
    match verb.run(&mut out).and_then(|exit| out.finish().map(|()| exit)) {
        Ok(exit) => exit.into(),
        Err(error) if error.is_closed_pipe() => Exit::AsExpected.into(),
        Err(error) => {
            tell(&harmless(&error.to_string()));
            error.exit().into()
        }
    }
}

/// Tells what went wrong. Where nothing can be told, the exit code still can.
fn tell(text: &str) {
    let _ = writeln!(anstream::stderr(), "huff: {text}");
}
