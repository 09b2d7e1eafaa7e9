//! A failure in full.

use super::super::terminal::{names, no_diagnosis};
use super::super::{replay, traced};
use super::exhibit::Exhibit;
use super::marks::Marks;
use super::short;
use crate::descend::{Descent, Finding};
use crate::diagnose::Explanation;
use crate::fixture::Question;
use crate::trace::Trace;
use crate::verdict::{Failure, Row, Verdict, VerdictKind, Way};
use crate::verify::{CaseReport, Run};
use reference_engine::fen;
use reference_engine::geometry::Board;
use reference_engine::notation::{self, SquareNames};
use reference_engine::rulings::{self, Firmness};

/// A failure as its page shows it.
pub struct Entry {
    pub id: String,
    /// Ids of all its rulings, with a space between.
    pub rulings: String,
    /// The verdict in a word.
    pub verdict: String,
    pub kind: &'static str,
    pub level: String,
    pub headline: String,
    pub marks: Marks,
    /// Whether it is shown open.
    pub is_open: bool,
    pub exhibits: Vec<Exhibit>,
    /// The rulings it turns on, the decisive one first.
    pub turns_on: Vec<RulingLine>,
    /// The law that was tried, as a sentence.
    pub law: Option<&'static str>,
    pub note: String,
    /// What there is to say where nothing explains it.
    pub no_diagnosis: Option<&'static str>,
    pub other_reading: Option<String>,
    /// How the wrong position was come to.
    pub descent: Option<String>,
    /// What became of the search for a smaller position.
    pub shrunk: Option<String>,
    pub replay: String,
}

/// A ruling in words.
pub struct RulingLine {
    pub id: &'static str,
    pub sentence: &'static str,
    pub firmness: String,
    /// What that means.
    pub because: &'static str,
}

impl Entry {
    pub fn new(run: &Run, report: &CaseReport, explanation: Option<&Explanation>, is_open: bool) -> Self {
        let case = &report.loaded.case;
        let variant = report.loaded.variant.name;
        let find = |id: &String| rulings::find(variant, id);
        let ruling = |it: &rulings::Ruling| RulingLine {
            id: it.id,
            sentence: it.sentence,
            firmness: it.firmness.to_string(),
            because: because(it.firmness),
        };
        let names = names(run, report);
        let trace = report.trace.as_ref();
        Self {
            id: case.id.clone(),
            rulings: case.rulings.join(" "),
            verdict: report.verdict.kind().to_string(),
            kind: case.question.kind(),
            level: case.level.to_string(),
            headline: short(report.verdict.headline()),
            marks: Marks::of(report),
            is_open,
            exhibits: exhibits(report, names),
            turns_on: case.rulings.iter().filter_map(find).map(ruling).collect(),
            law: report.law.map(crate::property::Law::sentence),
            note: if report.law.is_some() { String::new() } else { short(&case.note) },
            no_diagnosis: if explanation.is_some() { None } else { no_diagnosis(run, report) },
            other_reading: report.other_reading.as_ref().map(ToString::to_string),
            descent: trace.and_then(|it| it.descent.as_ref()).map(|it| short(&traced::way(it, names))),
            shrunk: trace.and_then(|trace| outcome(trace, names)).map(|text| short(&text)),
            replay: replay(run, report),
        }
    }

    /// Whether the engine is to blame for no answer rather than for a wrong one.
    pub fn is_unanswered(&self) -> bool {
        self.verdict != VerdictKind::Fail.to_string()
    }
}

const fn because(firmness: Firmness) -> &'static str {
    match firmness {
        Firmness::Must => "the rule text says so",
        Firmness::Parent => "taken from International draughts, on which the text leans",
        Firmness::Open => "the text leaves it open, and this reading is chosen",
        Firmness::Convention => "agreed for comparing answers, no rule of play",
    }
}

fn outcome(trace: &Trace, names: SquareNames) -> Option<String> {
    if trace.is_gone {
        return Some(format!("not tried: {}", traced::GONE));
    }
    trace.shrunk.as_ref().map(|shrunk| traced::size(shrunk, names))
}

/// The case's own position, and beside it the one that tracing has led to.
fn exhibits(report: &CaseReport, names: SquareNames) -> Vec<Exhibit> {
    let rows: &[Row] = match &report.verdict {
        Verdict::Fail(failure) => &failure.rows,
        _ => &[],
    };
    let own = own(report, names, rows);
    std::iter::once(own).chain(report.trace.as_ref().and_then(|trace| traced_to(trace, names))).collect()
}

fn own(report: &CaseReport, names: SquareNames, rows: &[Row]) -> Exhibit {
    let case = &report.loaded.case;
    let board = report.loaded.variant.board;
    let caption = "The position of the case";
    // A position that the variant refuses can often be drawn all the same.
    let Ok(placed) = fen::read(&case.position, board) else {
        return Exhibit::of_text(caption, case.position.clone(), rows);
    };
    let mut exhibit = Exhibit::new(caption, &placed.position, names, rows);
    if case.verbatim {
        exhibit.position = short(&case.position);
    }
    if let Some(way) = asked(&case.question, board) {
        exhibit.draw_asked(board, &way);
    }
    exhibit
}

/// The move that a question is about.
fn asked(question: &Question, board: Board) -> Option<Way> {
    let (Question::Apply { played } | Question::Illegal { played }) = question else { return None };
    let path = notation::parse(played, board).ok()?.squares;
    Some(Way { path, captured: Vec::new() })
}

fn traced_to(trace: &Trace, names: SquareNames) -> Option<Exhibit> {
    let exhibit = |caption, position, failure: &Failure| {
        let mut exhibit = Exhibit::new(caption, position, names, &failure.rows);
        exhibit.headline = short(&failure.headline);
        exhibit
    };
    match (&trace.shrunk, &trace.descent) {
        (Some(shrunk), _) if shrunk.is_smaller() => {
            Some(exhibit("As small as it goes", &shrunk.position, &shrunk.failure))
        }
        (Some(shrunk), Some(_)) => {
            Some(exhibit("Where the numbers go wrong", &shrunk.position, &shrunk.failure))
        }
        (None, Some(Descent { position, finding: Finding::Moves(failure), .. })) => {
            Some(exhibit("Where the numbers go wrong", position, failure))
        }
        _ => None,
    }
}
