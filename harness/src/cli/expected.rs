//! Which failures are expected, and what an earlier run has found: files that a run is held against.

use super::{CliError, beside, input};
use crate::diagnose::Group;
use crate::expected_failures::ExpectedFailures;
use crate::report::record::Recorded;
use crate::verify::Run;
use clap::Args;
use reference_engine::quote::plain;
use std::io;
use std::path::{Path, PathBuf};

/// What a run is held against.
#[derive(Args, Debug)]
pub struct ExpectedArguments {
    /// Reads failures that are expected from a file: `[[expected]]` entries with `cases` (an id or a glob),
    /// `reason` and perhaps `link`. They do not fail the run; a case that passes though it is listed does.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Writes every failure of this run into such a file, each with its diagnosis for a reason. With --expect
    /// the entries that still hold are kept.
    #[arg(long, value_name = "FILE")]
    write_expectations: Option<PathBuf>,
    /// Tells what has changed since an earlier run, by its `report.jsonl`.
    #[arg(long, value_name = "JSONL")]
    since: Option<PathBuf>,
}

impl ExpectedArguments {
    /// The failures that are expected, each entry about some of the cases there are.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or an entry is about no case.
    pub fn failures<'a>(
        &self,
        ids: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<ExpectedFailures, CliError> {
        let Some(path) = &self.expect else { return Ok(ExpectedFailures::default()) };
        let told = |reason: String| CliError::Usage(format!("--expect {}: {reason}", path.display()));
        let expected = ExpectedFailures::parse(&read(path, "--expect")?);
        let expected = expected.map_err(|error| told(error.to_string()))?;
        let idle = expected.idle(ids);
        if let Some(first) = idle.first() {
            let others = match idle.len() {
                1 => String::new(),
                more => format!(", nor do {} others", more - 1),
            };
            let cases = plain(first.cases());
            return Err(told(format!(
                "cases = \"{cases}\" matches no case{others}; `huff fixtures list` lists them"
            )));
        }
        Ok(expected)
    }

    /// The earlier run to compare with.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn earlier(&self) -> Result<Option<Recorded>, CliError> {
        let Some(path) = &self.since else { return Ok(None) };
        let told = |reason: String| CliError::Usage(format!("--since {}: {reason}", path.display()));
        let recorded = Recorded::read(&read(path, "--since")?);
        recorded.map(Some).map_err(|error| told(error.to_string()))
    }

    /// Finds out before the run whether its failures can be written.
    ///
    /// # Errors
    ///
    /// If they cannot.
    pub fn prepare(&self) -> Result<(), CliError> {
        let Some(path) = &self.write_expectations else { return Ok(()) };
        beside::prepare(path).map_err(|error| unwritable(path, &error))
    }

    /// Whether the failures of the run are written.
    pub fn is_written(&self) -> bool {
        self.write_expectations.is_some()
    }

    /// Writes the failures of a run as expected ones, if that is asked for.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, run: &Run, groups: &[Group]) -> Result<(), CliError> {
        let Some(path) = &self.write_expectations else { return Ok(()) };
        let text = run.expected.renewed(run, groups);
        beside::write(path, |file| file.write_all(text.as_bytes())).map_err(|error| unwritable(path, &error))
    }
}

fn unwritable(path: &Path, error: &io::Error) -> CliError {
    CliError::Usage(format!("--write-expectations {}: {error}", path.display()))
}

fn read(path: &Path, option: &str) -> Result<String, CliError> {
    input::text(path).map_err(|error| CliError::Usage(format!("{option} {}: {error}", path.display())))
}
