//! `huff fixtures export`: the suite as files that other projects take.

use super::claim::Claim;
use super::out::Out;
use super::{CliError, beside};
use crate::fixture;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes the suite as one case a line, as perft counts in two forms, and their hashes.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff fixtures export
  huff fixtures export --fixtures fixtures --to target/suite
  (cd huff-fixtures && sha256sum --check SHA256SUMS)

  cases.jsonl      every case with its question, answer, conventions and sources; withdrawn ones say why
  perft.csv        unique, order and route counts, a row a depth; decimal numbers beyond 2^53 may occur
  VARIANT.perft    the unique counts as lines that begin with id, epd or perft
  SHA256SUMS       the hashes of these files

Positions of the last two kinds of counts are PDN FEN: with numbers on 10×10 boards, with names on 8×8.")]
pub struct Arguments {
    /// The folder of the fixtures; the suite in the binary if not given.
    #[arg(long, value_name = "DIR")]
    fixtures: Option<PathBuf>,
    /// The folder to write into, which is made if need be.
    #[arg(long, value_name = "DIR", default_value = "huff-fixtures")]
    to: PathBuf,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<(), CliError> {
    let files = fixture::export(arguments.fixtures.as_deref()).map_err(CliError::Fixtures)?;
    let folder = &arguments.to;
    out.outlive();
    let _claim = Claim::folder(folder).map_err(|error| unwritable(folder, &error))?;
    for file in files {
        let path = folder.join(&file.name);
        beside::write_claimed(&path, |writer| writer.write_all(file.content.as_bytes()))
            .map_err(|error| unwritable(&path, &error))?;
        writeln!(out, "{} written", path.display())?;
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::Export { path: path.display().to_string(), reason: error.to_string() }
}
