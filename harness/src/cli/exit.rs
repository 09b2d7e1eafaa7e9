//! How a run ends: exit codes, and the errors that lead to them.

use crate::fixture::FixtureError;
use crate::interrupt;
use crate::reading::Unreadable;
use crate::subject::Fault;
use crate::verify::Run;
use reference_engine::fen::FenError;
use reference_engine::notation::MoveError;
use reference_engine::quote::Quoted;
use reference_engine::rules::RuleError;
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// The exit codes, which mean the same for every verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Everything is as expected.
    AsExpected = 0,
    /// The engine under test failed a case.
    Failures = 1,
    /// The arguments, a position or a move make no sense.
    Usage = 2,
    /// The engine could not be started, did not pass `doctor`, or answered nothing that could be judged.
    NoEngine = 3,
    /// Fixtures and reference contradict each other, or fixtures cannot be read.
    BadFixtures = 4,
    /// huff itself is at fault, or the system under it.
    Internal = 70,
    /// The time for the whole run was up before its end.
    Budget = 124,
    /// The user stopped the run.
    Interrupted = 130,
    /// The reader of the output went before everything was judged, and nothing else was to be written. A shell says
    /// the same of a program that SIGPIPE has ended.
    Unread = 141,
}

impl Exit {
    /// How a run ends that was stopped, by its user or by the time.
    pub fn of_interruption() -> Self {
        if interrupt::is_budget_spent() { Self::Budget } else { Self::Interrupted }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a verb could not do its work.
#[derive(Debug, Error)]
pub enum CliError {
    /// No variant has this name.
    #[error("no variant is called `{}`{}; `huff variants` lists them", Quoted(.name), suggestion(.nearest.as_deref()))]
    UnknownVariant {
        /// What was given.
        name: String,
        /// The nearest name, if one is near.
        nearest: Option<String>,
    },
    /// A position is refused.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A move is refused.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A rule cannot be changed so.
    #[error("--rule: {0}; `huff rules VARIANT` lists them")]
    Rule(#[from] RuleError),
    /// The arguments make no sense together.
    #[error("{0}")]
    Usage(String),
    /// No case has this id.
    #[error("no case is called `{}`{}; `huff fixtures list` lists them", Quoted(.id), suggestion(.nearest.as_deref()))]
    UnknownCase {
        /// What was given.
        id: String,
        /// The nearest id, if one is near.
        nearest: Option<String>,
    },
    /// No ruling has this id.
    #[error("no ruling{of} is called `{name}`{}; `huff explain VARIANT` lists them", suggestion(.nearest.as_deref()))]
    UnknownRuling {
        /// What was given.
        name: String,
        /// ` of ` and the variant, if one was named.
        of: String,
        /// The nearest id, if one is near.
        nearest: Option<String>,
    },
    /// The engine could not be started or does not answer.
    #[error("{0}")]
    Engine(Fault),
    /// The engine reads positions otherwise than they are meant.
    #[error(
        "the engine does not read positions as they are meant, so nothing can be judged: {0}; `huff doctor` says more"
    )]
    Misreads(String),
    /// The engine does not answer what must be known before anything is judged.
    #[error(
        "the engine does not say how it reads positions, so nothing can be judged: {0}; `huff doctor` says more"
    )]
    Unanswered(String),
    /// Every case of some variants was skipped.
    #[error(
        "no case of {0} was judged, so that nothing is known there: each was skipped, for the reason that is told"
    )]
    Unjudged(String),
    /// The user stopped the work.
    #[error("{}", interrupt::reason())]
    Interrupted,
    /// The user stopped the tables.
    #[error(
        "{}; what is counted is kept in {file}, and the same command goes on from there",
        interrupt::reason()
    )]
    InterruptedTables {
        /// Where it is kept.
        file: String,
    },
    /// Fixtures are at fault.
    #[error("{}", listed(.0))]
    Fixtures(Vec<FixtureError>),
    /// Ways of counting disagree, or a table cannot be read.
    #[error("{0}")]
    Tables(String),
    /// A report cannot be written.
    #[error("cannot write a report into `{folder}`: {reason}; choose another folder with --report")]
    Report {
        /// The folder.
        folder: String,
        /// Why.
        reason: String,
    },
    /// A file of an export cannot be written.
    #[error("cannot write {path}: {reason}; choose another folder with --to")]
    Export {
        /// The file, or its folder.
        path: String,
        /// Why.
        reason: String,
    },
    /// Standard output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl From<Unreadable> for CliError {
    fn from(unreadable: Unreadable) -> Self {
        match unreadable {
            Unreadable::Otherwise(text) => Self::Misreads(text),
            Unreadable::Unanswered(text) => Self::Unanswered(text),
            Unreadable::Interrupted => Self::Engine(Fault::Interrupted),
        }
    }
}

fn listed(errors: &[FixtureError]) -> String {
    const MOST: usize = 20;
    let mut lines: Vec<String> = errors.iter().take(MOST).map(ToString::to_string).collect();
    if errors.len() > MOST {
        lines.push(format!("… and {} more", errors.len() - MOST));
    }
    let faults = if errors.len() == 1 { "fault" } else { "faults" };
    format!("{} {faults} in fixtures:\n  {}", errors.len(), lines.join("\n  "))
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// How a run ends in which nothing has failed.
///
/// # Errors
///
/// If nothing has failed because nothing was judged.
pub fn unless_unjudged(run: &Run) -> Result<Exit, CliError> {
    match &run.unjudged()[..] {
        [] => Ok(Exit::AsExpected),
        variants => Err(CliError::Unjudged(variants.join(" and "))),
    }
}

impl CliError {
    /// The exit code for this error.
    pub fn exit(&self) -> Exit {
        match self {
            Self::UnknownVariant { .. }
            | Self::Position(_)
            | Self::Move(_)
            | Self::Rule(_)
            | Self::UnknownCase { .. }
            | Self::UnknownRuling { .. }
            | Self::Report { .. }
            | Self::Export { .. }
            | Self::Usage(_) => Exit::Usage,
            Self::Engine(Fault::Interrupted) | Self::Interrupted | Self::InterruptedTables { .. } => {
                Exit::of_interruption()
            }
            Self::Engine(_) | Self::Misreads(_) | Self::Unanswered(_) | Self::Unjudged(_) => Exit::NoEngine,
            Self::Fixtures(_) | Self::Tables(_) => Exit::BadFixtures,
            Self::Output(_) => Exit::Internal,
        }
    }

    /// Whether the reader of the output has gone, which is no error of a verb that judges nothing.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
