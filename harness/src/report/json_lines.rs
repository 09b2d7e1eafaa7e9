//! For machines: one JSON object a line, a header first and a footer last, each line written as soon as it
//! is known. A report without a footer is of a run that was cut off.

use super::record::{
    CaseRecord, DeclaredRecord, DiagnosisRecord, Footer, Header, Line, SCHEMA, SampleRecord, SinceRecord,
    TraceRecord,
};
use super::{Report, Tally, changed_rules};
use crate::diagnose::Group;
use crate::json;
use crate::verify::{CaseReport, Run};
use std::io::{self, Write};

/// The report as JSON lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLines {
    /// Leaves out the cases that passed or were skipped.
    pub failures_only: bool,
}

impl Report for JsonLines {
    fn write(&self, run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        self.begin(run, out)?;
        for report in &run.reports {
            self.case(report, out)?;
        }
        self.end(run, groups, out)
    }
}

impl JsonLines {
    /// The header.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn begin(self, run: &Run, out: &mut dyn Write) -> io::Result<()> {
        line(&Line::Header(header(run)), out)
    }

    /// One case.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn case(self, report: &CaseReport, out: &mut dyn Write) -> io::Result<()> {
        if self.failures_only && !report.verdict.is_bad() {
            return Ok(());
        }
        line(&Line::Case(CaseRecord::from(report)), out)
    }

    /// What is known at the end.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn end(self, run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        for report in &run.probes {
            line(&Line::Probe(CaseRecord::from(report)), out)?;
        }
        for report in &run.reports {
            if let Some(trace) = &report.trace {
                line(&Line::Trace(TraceRecord::new(&report.loaded.case.id, trace)), out)?;
            }
        }
        for group in groups {
            line(&Line::Diagnosis(DiagnosisRecord::new(run, group)), out)?;
        }
        if let Some(since) = &run.since {
            line(&Line::Since(SinceRecord::from(since)), out)?;
        }
        line(&Line::Footer(footer(run)), out)
    }
}

fn line(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    json::write(line, out)?;
    out.write_all(b"\n")?;
    out.flush()
}

fn header(run: &Run) -> Header {
    let declared = run.variants.iter().zip(&run.declared).map(|(variant, declared)| DeclaredRecord {
        id: declared.id.clone(),
        notation: declared.notation.to_string(),
        squares: declared.squares.to_string(),
        counts: declared.counts.to_string(),
        leaves: if declared.finished_leaves { "one" } else { "zero" }.to_owned(),
        rules: changed_rules(run, variant).map(|rule| rule.to_string()).collect(),
    });
    Header {
        schema: SCHEMA.to_owned(),
        huff: env!("CARGO_PKG_VERSION").to_owned(),
        engine: run.title.clone(),
        command: run.command.clone(),
        variants: declared.collect(),
        not_played: run.not_played.clone(),
        random: run.sample.map(|sample| SampleRecord { seed: sample.seed, positions: sample.number }),
    }
}

fn footer(run: &Run) -> Footer {
    let tally = Tally::of(run.reports.iter());
    Footer {
        passed: tally.passed,
        failed: tally.failed,
        expected: tally.expected,
        skipped: tally.skipped,
        ended_early: run.ended_early.as_ref().map(ToString::to_string),
        search_ended: run.search_ended.as_ref().map(ToString::to_string),
    }
}
