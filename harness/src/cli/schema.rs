//! `huff schema`: the JSON Schema of what huff reads and writes.

use super::out::Out;
use super::{CliError, Exit};
use crate::fixture::json_schema;
use crate::report::record::Line;
use clap::{Args, ValueEnum};
use std::io::{self, Write};

/// Prints the JSON Schema of a format.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff schema report     of each line of `huff verify --format jsonl`
  huff schema fixture    of a fixture file")]
pub struct Arguments {
    /// Which format.
    format: Described,
}

/// A format that has a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Described {
    /// One line of a report in JSON lines.
    Report,
    /// A fixture file.
    Fixture,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    match arguments.format {
        Described::Report => {
            let schema = schemars::schema_for!(Line);
            serde_json::to_writer_pretty(&mut *out, &schema).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Described::Fixture => out.write_all(json_schema().as_bytes())?,
    }
    Ok(Exit::AsExpected)
}
