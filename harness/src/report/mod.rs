//! Reports: a run shown to people and machines. A report never asks again.

mod html;
mod json_lines;
mod junit;
mod markdown;
mod matrix;
mod matrix_markdown;
pub mod record;
mod speed;
mod speed_chart;
mod speed_tables;
mod sweep;
mod tally;
mod terminal;
mod traced;

pub use html::{Html, matrix_page, speed_page};
pub use json_lines::JsonLines;
pub use junit::Junit;
pub use markdown::Markdown;
pub use matrix::matrix_terminal;
pub use matrix_markdown::matrix_markdown;
pub use speed::SpeedReport;
pub use speed_chart::svg as speed_chart;
pub use sweep::{SweepReport, class_line};
pub use tally::Tally;
pub use terminal::Terminal;

use crate::diagnose::Group;
use crate::verify::{CaseReport, Run};
use reference_engine::quote::plain;
use reference_engine::rules::Setting;
use reference_engine::variants::{self, Variant};
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

/// The line that repeats a case. A case that stands in no file is named by its position, and its law.
fn replay(run: &Run, report: &CaseReport) -> String {
    let case = &report.loaded.case;
    let variant = &report.loaded.variant;
    let mut line = if report.loaded.is_loose() {
        let position = shell_words::quote(&case.position);
        let law = report.law.map(|law| format!(" --law {law}")).unwrap_or_default();
        format!("huff replay --variant {} --position {position}{law}", variant.name)
    } else {
        format!("huff replay {}", plain(&case.id))
    };
    line.extend(changed_rules(run, variant).map(|rule| format!(" --rule {rule}")));
    if !run.command.is_empty() {
        line.extend([" --engine ", &plain(&shell_words::quote(&run.command))]);
    }
    line
}

/// The rules of a run that are not the variant's own.
fn changed_rules(run: &Run, variant: &Variant) -> impl Iterator<Item = Setting> {
    let own = variants::find(variant.name).map(|own| own.rules.settings()).unwrap_or_default();
    run.rules_of(variant).settings().into_iter().filter(move |setting| !own.contains(setting))
}
