//! `huff completions`: a script that lets a shell complete verbs and options.

use super::out::Out;
use super::{Cli, CliError, Exit};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// Writes a script by which a shell completes verbs and options.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff completions bash > huff.bash      then `source huff.bash`, or into ~/.local/share/bash-completion/completions/huff
  huff completions zsh > _huff           into a folder of $fpath
  huff completions fish > huff.fish      into ~/.config/fish/completions")]
pub struct Arguments {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    // The generator takes a writer that fails for a fault of its own.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "huff", &mut script);
    out.write_all(&script)?;
    Ok(Exit::AsExpected)
}
