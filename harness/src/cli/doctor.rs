//! `huff doctor`: the first thing an author runs.

use super::engine::EngineArguments;
use super::out::Out;
use super::{CliError, Exit};
use crate::dcp::Capability;
use crate::doctor::{self, Finding, State};
use crate::interrupt;
use crate::quote::quote;
use clap::Args;
use reference_engine::variants;
use std::io::Write;

/// Starts an engine and looks whether it speaks dcp/1 as huff understands it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff doctor --engine ./my-engine
  huff doctor --engine 'python3 my_engine.py --dcp'

Run it before `huff verify`: most first failures are the adapter's and not the move generator's.")]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArguments,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    interrupt::listen();
    out.outlive();
    let mut subject = arguments.engine.start()?;
    let profile = subject.profile().clone();
    writeln!(out, "engine   {}", profile.title())?;
    let can: Vec<String> = profile.can.iter().map(Capability::to_string).collect();
    writeln!(out, "can      {}", can.join(" "))?;
    let mut well = true;
    let mut known = Vec::new();
    for declared in &profile.variants {
        writeln!(out, "\n{}", quote(&declared.id))?;
        let Some(variant) = variants::find(&declared.id) else {
            show(&Finding { state: State::Note, text: "huff does not know this variant".to_owned() }, out)?;
            continue;
        };
        known.push(variant.name);
        for finding in doctor::examine(subject.as_mut(), &variant, arguments.engine.limits()) {
            well &= finding.state != State::Bad;
            show(&finding, out)?;
        }
    }
    if known.is_empty() {
        let message = "the engine declares no variant that huff knows; `huff variants` lists them";
        return Err(CliError::Misreads(message.to_owned()));
    }
    if !well {
        writeln!(out, "\nMend what is marked ✗ first; PROTOCOL.md says what is due.")?;
        return Ok(Exit::NoEngine);
    }
    let engine = arguments.engine.engine.as_deref().map(shell_words::quote);
    let engine = engine.map(|command| format!(" --engine {command}")).unwrap_or_default();
    let chosen: String = known.iter().map(|name| format!(" --variant {name}")).collect();
    writeln!(out, "\nNext: huff verify{engine}{chosen}")?;
    Ok(Exit::AsExpected)
}

fn show(finding: &Finding, out: &mut Out) -> Result<(), CliError> {
    let mark = match finding.state {
        State::Good => "✓",
        State::Note => "·",
        State::Bad => "✗",
    };
    Ok(writeln!(out, "  {mark} {}", finding.text)?)
}
