//! Several recorded runs side by side: engines against variants, and against the rulings of each variant.
//!
//! A matrix is about engines and not about lists of failures that are expected: a case that passes though it was to
//! fail is a right answer here.

mod engine;
mod ruling;
mod score;

pub use engine::{End, Engine, Found, Played, Standing};
pub use ruling::{Judged, RulingRow};
pub use score::Score;

use crate::report::record::Recorded;
use reference_engine::variants;
use thiserror::Error;

/// Several runs side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// One for each run, in the order given.
    pub engines: Vec<Engine>,
    /// Every variant that one of the runs was to verify.
    pub variants: Vec<Column>,
}

/// A variant with its rulings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name of the variant.
    pub variant: String,
    /// The rulings that cases of the runs name.
    pub rulings: Vec<RulingRow>,
}

/// A run with the file that it was read from, which tells it from others.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The file as it was named.
    pub file: String,
    /// What stands there.
    pub run: Recorded,
}

/// Why runs make no matrix.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatrixError {
    /// Without its passes, nothing that an engine does rightly would show.
    #[error(
        "{file}: it has {listed} of the {counted} cases that its last line counts, as reports with --failures-only do; \
         make it again without"
    )]
    LeftOut {
        /// The file.
        file: String,
        /// Cases that are there.
        listed: usize,
        /// Cases that there were.
        counted: usize,
    },
    /// An engine beside itself.
    #[error("{file}: it is given twice")]
    Twice {
        /// The file.
        file: String,
    },
}

impl Matrix {
    /// Puts runs side by side.
    ///
    /// # Errors
    ///
    /// If one lists only some of its cases, or stands there twice.
    pub fn new(sources: &[Source]) -> Result<Self, MatrixError> {
        for (index, source) in sources.iter().enumerate() {
            source.whole()?;
            if sources[..index].iter().any(|other| other.file == source.file) {
                return Err(MatrixError::Twice { file: source.file.clone() });
            }
        }
        let names = names(sources);
        let column = |name: &String| Column { variant: name.clone(), rulings: ruling::rows(name, sources) };
        Ok(Self {
            engines: sources.iter().map(|source| Engine::new(source, sources, &names)).collect(),
            variants: names.iter().map(column).collect(),
        })
    }
}

impl Source {
    fn whole(&self) -> Result<(), MatrixError> {
        let Some(footer) = &self.run.footer else { return Ok(()) };
        let counted = footer.passed + footer.failed + footer.expected + footer.skipped;
        let listed = self.run.cases.len();
        if counted == listed {
            return Ok(());
        }
        Err(MatrixError::LeftOut { file: self.file.clone(), listed, counted })
    }
}

/// Names of all variants: those that huff knows in its own order, and then others.
fn names(sources: &[Source]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for run in sources.iter().map(|source| &source.run) {
        let verified = run.header.variants.iter().map(|declared| &declared.id);
        let tried = run.cases.iter().map(|case| &case.variant);
        for name in verified.chain(&run.header.not_played).chain(tried) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    let known = |name: &String| variants::ALL.iter().position(|variant| variant.name == *name);
    names.sort_by_key(|name| known(name).unwrap_or(usize::MAX));
    names
}
