//! `huff fixtures`: checking, completing, listing and exporting fixture files.

use super::out::Out;
use super::{CliError, Exit, beside, export};
use crate::fixture::{self, FixtureError, Suite};
use clap::{Args, Subcommand};
use reference_engine::variants;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Checks, completes, lists and exports fixtures.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff fixtures list
  huff fixtures lint --fixtures fixtures
  huff fixtures complete fixtures/arab/moves/majority.json
  huff fixtures export --to target/suite")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Checks schema, ids, names, positions, expectations and generated parts of every file.
    Lint {
        /// The folder; the suite in the binary if not given.
        #[arg(long, value_name = "DIR")]
        fixtures: Option<PathBuf>,
    },
    /// Writes expectations, `kills` and layout of draft files by the reference.
    Complete {
        /// The files.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Lists the cases.
    List {
        /// The folder; the suite in the binary if not given.
        #[arg(long, value_name = "DIR")]
        fixtures: Option<PathBuf>,
    },
    Export(export::Arguments),
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    match &arguments.verb {
        Verb::Lint { fixtures } => {
            let suite = match fixtures {
                Some(folder) => fixture::lint(folder),
                None => Suite::embedded(),
            };
            let suite = suite.map_err(CliError::Fixtures)?;
            for variant in variants::ALL {
                let count = suite.cases.iter().filter(|loaded| loaded.variant.name == variant.name).count();
                writeln!(out, "{:<14} {count} cases", variant.name)?;
            }
            writeln!(out, "{} cases, nothing wrong", suite.cases.len())?;
        }
        Verb::Complete { files } => {
            out.outlive();
            files.iter().try_for_each(|file| complete(file, out))?;
        }
        Verb::Export(arguments) => export::run(arguments, out)?,
        Verb::List { fixtures } => {
            let suite = match fixtures {
                Some(folder) => Suite::from_folder(folder),
                None => Suite::embedded(),
            };
            for loaded in suite.map_err(CliError::Fixtures)?.cases {
                let case = &loaded.case;
                let ruling = case.rulings.first().map_or("", String::as_str);
                writeln!(out, "{:<60} {:<8} {ruling}", case.id, case.question.kind())?;
            }
        }
    }
    Ok(Exit::AsExpected)
}

fn complete(path: &Path, out: &mut Out) -> Result<(), CliError> {
    let name = path.display().to_string();
    let fault = |reason: String| CliError::Fixtures(vec![FixtureError::of_file(&name, reason)]);
    let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
    let completed = fixture::complete(&text).map_err(fault)?;
    // What loading refuses is no fixture, however complete.
    Suite::of_text(&name, &completed).map_err(CliError::Fixtures)?;
    if completed != text {
        beside::write(path, |file| file.write_all(completed.as_bytes()))
            .map_err(|error| fault(error.to_string()))?;
        writeln!(out, "{name} written")?;
    }
    Ok(())
}
