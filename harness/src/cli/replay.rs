//! `huff replay`: one case, shown in full whatever comes of it.

use super::engine::EngineArguments;
use super::out::Out;
use super::suite::{SuiteArguments, find_case};
use super::{CliError, Exit};
use crate::diagnose::diagnose;
use crate::interrupt;
use crate::report::Terminal;
use crate::verify::{Plan, verify};
use clap::Args;
use std::io::Write;

/// Puts one case to an engine again and shows what comes of it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff replay arab/immediate-removal/crossing --engine ./my-engine
  huff replay arab/immediate-removal/crossing                       what the reference answers")]
pub struct Arguments {
    /// Id of the case, or of a position of a sweep as in `arab/sweep/W:Wa3:Bd5`.
    case: String,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    suite: SuiteArguments,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let suite = arguments.suite.load()?;
    let found = find_case(&suite, &arguments.case)?;
    let loaded = found.as_ref();
    interrupt::listen();
    let mut subject = arguments.engine.start()?;
    if subject.profile().variant(loaded.variant.name).is_none() {
        let message = format!("the engine does not declare the variant {}", loaded.variant.name);
        return Err(CliError::Usage(message));
    }
    let plan = Plan { variants: vec![loaded.variant], case: None, limits: arguments.engine.limits() };
    let run = verify(subject.as_mut(), arguments.engine.command(), &[loaded], &plan, |_| {});
    let groups = diagnose(&run);
    let explanation = groups.first().and_then(|group| group.explanation.as_ref());
    for report in &run.reports {
        Terminal { all: true }.failure(&run, report, explanation, out)?;
        for note in &report.notes {
            writeln!(out, "note     {note}")?;
        }
    }
    match &run.ended_early {
        Some(fault) => Err(CliError::Engine(fault.clone())),
        None if run.has_failures() => Ok(Exit::Failures),
        None => Ok(Exit::AsExpected),
    }
}
