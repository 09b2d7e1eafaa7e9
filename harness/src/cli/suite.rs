//! The fixtures, from the command line.

use super::CliError;
use crate::fixture::{Loaded, Suite};
use crate::sweep;
use clap::Args;
use std::borrow::Cow;
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
}

/// The case with an id, be it of the fixtures or of a sweep, or an error that names the nearest.
pub fn find_case<'a>(suite: &'a Suite, id: &str) -> Result<Cow<'a, Loaded>, CliError> {
    let found = suite.cases.iter().find(|loaded| loaded.case.id == id).map(Cow::Borrowed);
    found.or_else(|| sweep::case_by_id(id).map(Cow::Owned)).ok_or_else(|| {
        let ids = suite.cases.iter().map(|loaded| loaded.case.id.as_str());
        CliError::UnknownCase { id: id.to_owned(), nearest: super::arguments::nearest(id, ids) }
    })
}
