//! A sweep shown: the digests, then what was answered wrongly.

use super::{Terminal, markdown};
use crate::diagnose::Group;
use crate::sweep::{ClassResult, Comparison, Saved};
use crate::verify::Run;
use anstyle::{AnsiColor, Style};
use reference_engine::quote::{Quoted, plain};
use std::io::{self, Write};

const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();

/// A sweep with what a closer look at it has found.
#[derive(Clone, Copy, Debug)]
pub struct SweepReport<'a> {
    /// The digests.
    pub saved: &'a Saved,
    /// The positions that were looked at closely.
    pub close: &'a Run,
    /// What explains those that were answered wrongly.
    pub groups: &'a [Group],
    /// Where the engine parts from another.
    pub comparison: Option<&'a Comparison>,
    /// Shows every failure in full.
    pub all: bool,
}

impl SweepReport<'_> {
    /// Writes the report for people at a terminal, without the classes.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn terminal(&self, out: &mut dyn Write) -> io::Result<()> {
        for group in self.groups {
            let shown = if self.all { group.members.len() } else { 1 };
            for index in group.members.iter().take(shown) {
                let report = &self.close.reports[*index];
                writeln!(out)?;
                Terminal { all: self.all, ..Terminal::default() }.failure(
                    self.close,
                    report,
                    group.explanation.as_ref(),
                    out,
                )?;
            }
        }
        if let Some(comparison) = self.comparison {
            compared(comparison, out)?;
        }
        let differing = self.saved.total(|result| result.differing);
        let style = if differing == 0 && !self.parts() { GREEN } else { RED };
        writeln!(out, "{style}{}: {}{style:#}", Quoted(&self.saved.header.engine), self.summary())
    }

    /// Whether the engine answers otherwise than another that it is compared with.
    pub fn parts(&self) -> bool {
        self.comparison.is_some_and(|comparison| !comparison.parting.is_empty())
    }

    fn summary(&self) -> String {
        let saved = self.saved;
        let text = format!(
            "{} classes, {} positions, {} moves, {} differ",
            saved.classes.len(),
            saved.total(|result| result.positions),
            saved.total(|result| result.moves),
            saved.total(|result| result.differing),
        );
        let untold = saved.total(|result| result.untold);
        if untold == 0 {
            return text;
        }
        format!(
            "{text}, {untold} cannot be judged (several captures read alike, or right engines differ there)"
        )
    }

    /// Writes the report as a page of Markdown.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = &self.saved.header;
        writeln!(out, "# Sweep: {}\n", markdown::text(&header.engine))?;
        if !self.close.command.is_empty() {
            writeln!(out, "Command: {}\n", markdown::code(&self.close.command))?;
        }
        writeln!(
            out,
            "Every position of up to {} pieces{}: {}.\n",
            header.pieces,
            thinned(header.stride),
            { self.summary() }
        )?;
        writeln!(out, "| variant | class | positions | moves | differing | SHA-256 of the answers |")?;
        writeln!(out, "| --- | --- | ---: | ---: | ---: | --- |")?;
        for result in &self.saved.classes {
            let ClassResult { variant, class, positions, moves, differing, sha256, .. } = result;
            writeln!(
                out,
                "| {} | {} | {positions} | {moves} | {differing} | `{sha256}`{} |",
                markdown::text(variant),
                markdown::text(class),
                thinned(result.stride)
            )?;
        }
        writeln!(out)?;
        for group in self.groups {
            markdown::section(self.close, group, out)?;
        }
        Ok(())
    }
}

/// One class as a line for people.
///
/// # Errors
///
/// If it cannot be written.
pub fn class_line(result: &ClassResult, out: &mut dyn Write) -> io::Result<()> {
    let ClassResult { positions, sha256, differing, untold, .. } = result;
    let (variant, class) = (plain(&result.variant), plain(&result.class));
    write!(out, "{variant:<13} {class:<14} {positions:>9}  {sha256}{}", thinned(result.stride))?;
    if *differing > 0 {
        write!(out, "  {RED}{differing} differ{RED:#}")?;
    }
    if *untold > 0 {
        write!(out, "  {untold} cannot be judged")?;
    }
    writeln!(out)
}

fn thinned(stride: u64) -> String {
    if stride == 1 { String::new() } else { format!(" (one in {stride})") }
}

fn compared(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let Comparison { engine, alike, parting, missing } = comparison;
    let engine = Quoted(engine);
    for (variant, class) in parting {
        writeln!(out, "{RED}parts from {engine}{RED:#}  {} {}", plain(variant), plain(class))?;
    }
    for (variant, class) in missing {
        writeln!(out, "not in the sweep of {engine}  {} {}", plain(variant), plain(class))?;
    }
    writeln!(out, "as {engine} in {} of {} classes", alike.len(), alike.len() + parting.len())
}
