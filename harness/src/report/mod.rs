//! Reports: a run shown to people and machines. A report never asks again.

mod json_lines;
mod markdown;
mod sweep;
mod tally;
mod terminal;

pub use json_lines::JsonLines;
pub use markdown::Markdown;
pub use sweep::{SweepReport, class_line};
pub use tally::Tally;
pub use terminal::Terminal;

use crate::diagnose::Group;
use crate::verify::Run;
use std::io::{self, Write};

/// A format in which a run can be shown.
pub trait Report {
    /// Writes the whole report.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn write(&self, run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()>;
}

/// The line that repeats a case.
fn replay(run: &Run, id: &str) -> String {
    if run.command.is_empty() {
        return format!("huff replay {id}");
    }
    format!("huff replay {id} --engine {}", shell_words::quote(&run.command))
}
