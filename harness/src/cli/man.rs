//! `huff man`: manual pages.

use super::claim::Claim;
use super::out::Out;
use super::{Cli, CliError, Exit, beside};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes the manual page of huff, or the pages of all verbs into a folder.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff man > huff.1                      then `man ./huff.1`
  huff man --dir man/man1                then `man -M man huff-verify`")]
pub struct Arguments {
    /// Writes a page for huff and one for every verb into a folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let mut huff = Cli::command().disable_help_subcommand(true);
    // Verbs learn their full names by this.
    huff.build();
    match &arguments.dir {
        None => Man::new(huff).render(out)?,
        Some(folder) => {
            let unwritable = |error: io::Error| {
                let folder = folder.display();
                CliError::Usage(format!(
                    "cannot write into {folder}: {error}; choose another folder with --dir"
                ))
            };
            out.outlive();
            let _claim = Claim::folder(folder).map_err(unwritable)?;
            write_pages(&huff, folder, out).map_err(unwritable)?;
        }
    }
    Ok(Exit::AsExpected)
}

/// The page of a command and those of its verbs.
fn write_pages(command: &Command, folder: &Path, out: &mut Out) -> io::Result<()> {
    let page = Man::new(command.clone());
    let path = folder.join(page.get_filename());
    beside::write_claimed(&path, |file| page.render(file))?;
    writeln!(out, "{} written", path.display())?;
    command.get_subcommands().try_for_each(|verb| write_pages(verb, folder, out))
}
