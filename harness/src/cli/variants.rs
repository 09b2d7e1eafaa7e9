//! `huff variants`: what can be verified.

use super::out::Out;
use super::{CliError, Exit};
use clap::Args;
use reference_engine::variants;
use std::io::Write;

/// Lists the variants.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  huff variants")]
pub struct Arguments {}

pub fn run(_: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    for variant in variants::ALL {
        writeln!(out, "{:<14} {}", variant.name, variant.summary)?;
    }
    Ok(Exit::AsExpected)
}
