//! The fixtures, from the command line.

use super::CliError;
use crate::fixture::{self, Loaded, Suite};
use clap::Args;
use std::path::PathBuf;

/// Which fixtures are used.
#[derive(Args, Debug)]
pub struct SuiteArguments {
    /// Reads fixtures from a folder instead of those in the binary.
    #[arg(long, value_name = "DIR")]
    fixtures: Option<PathBuf>,
}

impl SuiteArguments {
    /// Loads and checks them.
    pub fn load(&self) -> Result<Suite, CliError> {
        let loaded = match &self.fixtures {
            Some(folder) => Suite::from_folder(folder),
            None => Suite::embedded(),
        };
        loaded.map_err(CliError::Fixtures)
    }

    /// Loads and lints them, which makes every `kills` anew; nothing if they are those in the binary.
    pub fn lint(&self) -> Result<Option<Suite>, CliError> {
        self.fixtures.as_deref().map(fixture::lint).transpose().map_err(CliError::Fixtures)
    }
}

/// The case with an id, or an error that names the nearest.
pub fn find_case<'a>(suite: &'a Suite, id: &str) -> Result<&'a Loaded, CliError> {
    suite.cases.iter().find(|loaded| loaded.case.id == id).ok_or_else(|| {
        let ids = suite.cases.iter().map(|loaded| loaded.case.id.as_str());
        CliError::UnknownCase { id: id.to_owned(), nearest: super::arguments::nearest(id, ids) }
    })
}
