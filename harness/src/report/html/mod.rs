//! For a browser: the run as one page that loads nothing.
//!
//! The views say what stands on the page, the templates where. Whatever a template prints goes through
//! [`Visible`], so that nothing an engine writes becomes markup or hides.

mod board;
mod cause;
mod entry;
mod exhibit;
mod frame;
mod listed;
mod marks;
mod matrix;
mod overview;
mod speed;
mod visible;

pub use matrix::matrix_page;
pub use speed::speed_page;
pub use visible::Visible;

use super::Report;
use crate::diagnose::Group;
use crate::verdict::VerdictKind;
use crate::verify::Run;
use askama::Template;
use board::Grid;
use cause::Cause;
use frame::Frame;
use listed::Listed;
use overview::Overview;
use reference_engine::geometry::Board;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Ids in a list before it is cut.
const LISTED: usize = 1000;
/// Letters of a text before it is cut.
const LETTERS: usize = 600;

/// The report as a page of HTML.
#[derive(Clone, Copy, Debug, Default)]
pub struct Html;

impl Report for Html {
    fn write(&self, run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        RunPage::new(run, groups).write_into(out)
    }
}

/// The page of a run.
#[derive(Template)]
#[template(path = "run.html")]
struct RunPage {
    frame: Frame,
    overview: Overview,
    grids: Vec<Grid>,
    causes: Vec<Cause>,
    unexpected: Vec<Listed>,
    expected: Vec<Listed>,
    skipped: Vec<Listed>,
    notes: Vec<(String, usize)>,
    passed: Vec<Listed>,
    /// Rulings that the cases of the page turn on.
    rulings: BTreeSet<String>,
}

impl RunPage {
    fn new(run: &Run, groups: &[Group]) -> Self {
        let groups_with_cases = groups.iter().filter(|group| !group.members.is_empty());
        let causes = groups_with_cases.zip(1..).map(|(group, number)| Cause::new(run, group, number));
        let rulings = run.reports.iter().flat_map(|report| &report.loaded.case.rulings);
        Self {
            frame: Frame::new(),
            overview: Overview::new(run, groups),
            grids: grids(run),
            causes: causes.collect(),
            unexpected: listed::of_kind(run, VerdictKind::UnexpectedPass),
            expected: listed::of_kind(run, VerdictKind::ExpectedFailure),
            skipped: listed::of_kind(run, VerdictKind::Skip),
            notes: listed::notes(run),
            passed: listed::of_kind(run, VerdictKind::Pass),
            rulings: rulings.cloned().collect(),
        }
    }
}

/// The boards of the run's variants, each once.
fn grids(run: &Run) -> Vec<Grid> {
    let mut boards: Vec<Board> = Vec::new();
    for variant in &run.variants {
        if !boards.contains(&variant.board) {
            boards.push(variant.board);
        }
    }
    boards.into_iter().map(Grid::new).collect()
}

/// A text that may be as long as an engine likes, cut where nobody reads on.
fn short(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LETTERS) else { return text.to_owned() };
    let more = text[end..].chars().count();
    format!("{} … and {more} more letters", &text[..end])
}
