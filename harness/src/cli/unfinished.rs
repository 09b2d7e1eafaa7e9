//! The rows of tables that are not written yet: each is kept beside them as soon as it is counted, and taken over by
//! the next run in the same folder.

use super::{CliError, beside, tell};
use crate::tables::{KeptRow, Left, Named, Row, Rows, write_header};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The file in the folder of the tables.
const NAME: &str = ".unfinished.jsonl";

/// Rows of a folder that this run has taken for itself.
pub struct Unfinished {
    path: PathBuf,
    file: File,
    rows: Vec<KeptRow>,
    /// Whether this run counts every row again without the table.
    confirmed: bool,
}

impl Unfinished {
    /// Opens what an earlier run has left in a folder, or begins anew.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, or is damaged.
    pub fn open(folder: &Path, confirmed: bool) -> Result<Self, CliError> {
        let path = folder.join(NAME);
        let unusable = |error: io::Error| CliError::Usage(format!("{}: {error}", path.display()));
        let (rows, bytes) = match left(&path)? {
            Some((rows, bytes)) => (rows, bytes),
            None => (Vec::new(), begin(&path).map_err(unusable)?),
        };
        let file = OpenOptions::new().append(true).open(&path).map_err(unusable)?;
        // Behind the rows there may be the beginning of another.
        file.set_len(bytes).map_err(unusable)?;
        Ok(Self { path, file, rows, confirmed })
    }

    /// Where the rows are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Says which rows of a run are there already, and which are there in vain.
    pub fn tell(&self, asked: &[Named]) {
        let of_run = self.rows.iter().filter(|kept| is_asked(kept, asked));
        let (taken, other): (Vec<&KeptRow>, Vec<&KeptRow>) =
            of_run.partition(|kept| kept.confirmed == self.confirmed);
        let path = self.path.display();
        if !taken.is_empty() {
            tell(&format!("rows taken over from {path}: {}", taken.len()));
        }
        if !other.is_empty() {
            let (how, number) = (if self.confirmed { "without" } else { "with" }, other.len());
            tell(&format!("rows of {path} counted {how} --confirm, which are not taken over: {number}"));
        }
    }

    /// Forgets the rows of a run whose tables are written. The file goes, unless it has rows of other tables.
    ///
    /// # Errors
    ///
    /// If the file cannot be removed or replaced.
    pub fn finish(mut self, asked: &[Named]) -> Result<(), CliError> {
        self.rows.retain(|kept| !is_asked(kept, asked));
        let done = if self.rows.is_empty() {
            std::fs::remove_file(&self.path)
        } else {
            beside::write_claimed(&self.path, |file| {
                write_header(file)?;
                self.rows.iter().try_for_each(|kept| kept.write(file))
            })
        };
        done.map_err(|error| CliError::Usage(format!("{}: {error}", self.path.display())))
    }

    fn question(&self, named: &Named, row: &Row) -> KeptRow {
        let (variant, name) = (named.variant.clone(), named.name.clone());
        KeptRow { variant, name, confirmed: self.confirmed, row: row.clone() }
    }
}

impl Rows for Unfinished {
    fn find(&self, named: &Named, depth: u32) -> Option<Row> {
        let is_it = |kept: &&KeptRow| {
            kept.row.depth == depth && kept.confirmed == self.confirmed && is_of(kept, named)
        };
        self.rows.iter().find(is_it).map(|kept| kept.row.clone())
    }

    fn keep(&mut self, named: &Named, row: &Row) -> io::Result<()> {
        let kept = self.question(named, row);
        kept.write(&mut self.file)?;
        self.file.sync_data()?;
        self.rows.push(kept);
        Ok(())
    }
}

fn is_of(kept: &KeptRow, named: &Named) -> bool {
    kept.variant == named.variant && kept.name == named.name
}

fn is_asked(kept: &KeptRow, asked: &[Named]) -> bool {
    asked.iter().any(|named| is_of(kept, named) && kept.row.depth <= named.depth)
}

/// The rows that stand there and the bytes that hold them, if this run can go on with them.
fn left(path: &Path) -> Result<Option<(Vec<KeptRow>, u64)>, CliError> {
    let fault = |reason: String| CliError::Usage(format!("{}: {reason}", path.display()));
    let bytes = match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| fault(error.to_string()))?,
    };
    let damaged = |reason: String| fault(format!("{reason}; delete the file to count everything anew"));
    match Left::read(&bytes).map_err(damaged)? {
        Left::Nothing => Ok(None),
        Left::OfAnother(difference) => {
            tell(&format!("{}: rows that were kept {difference} are not taken over", path.display()));
            Ok(None)
        }
        Left::Rows(rows, whole) => Ok(Some((rows, whole as u64))),
    }
}

/// Writes a file without rows; how many bytes it has.
fn begin(path: &Path) -> io::Result<u64> {
    beside::write_claimed(path, |file| write_header(file))?;
    Ok(std::fs::metadata(path)?.len())
}
