//! For machines: one JSON object a line, a header first and a footer last. A report without a footer is of
//! a run that died.

use super::{Report, Tally};
use crate::diagnose::Group;
use crate::verdict::{Mark, Row, Verdict};
use crate::verify::{CaseReport, Run};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Name and number of the format.
pub const SCHEMA: &str = "huff-report/1";

/// The report as JSON lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLines;

impl Report for JsonLines {
    fn write(&self, run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", header(run))?;
        for report in &run.reports {
            writeln!(out, "{}", case(report))?;
        }
        for group in groups {
            writeln!(out, "{}", diagnosis(run, group))?;
        }
        writeln!(out, "{}", footer(run))
    }
}

fn header(run: &Run) -> Value {
    let declared = run.declared.iter().map(|declared| {
        json!({
            "id": declared.id,
            "notation": declared.notation.to_string(),
            "squares": declared.squares.to_string(),
            "counts": declared.counts.to_string(),
            "leaves": if declared.finished_leaves { "one" } else { "zero" },
        })
    });
    let sample = run.sample.map(|sample| json!({ "seed": sample.seed, "positions": sample.number }));
    json!({
        "type": "header",
        "schema": SCHEMA,
        "huff": env!("CARGO_PKG_VERSION"),
        "engine": run.title,
        "command": run.command,
        "variants": declared.collect::<Vec<_>>(),
        "not_played": run.not_played,
        "random": sample,
    })
}

fn case(report: &CaseReport) -> Value {
    let case = &report.loaded.case;
    let mut value = json!({
        "type": "case",
        "id": case.id,
        "variant": report.loaded.variant.name,
        "kind": case.question.kind(),
        "level": case.level.to_string(),
        "position": case.position,
        "rulings": case.rulings,
        "verdict": report.verdict.kind().to_string(),
        "milliseconds": report.elapsed.as_secs_f64() * 1000.0,
    });
    if let Some(law) = report.law {
        value["law"] = json!({ "name": law.to_string(), "sentence": law.sentence() });
    }
    if report.verdict != Verdict::Pass {
        value["message"] = json!(report.verdict.headline());
    }
    if let Verdict::Fail(failure) = &report.verdict {
        value["rows"] = failure.rows.iter().map(row).collect();
    }
    if let Some(reading) = &report.other_reading {
        value["other_reading"] = json!(reading.to_string());
    }
    if !report.notes.is_empty() {
        value["notes"] = json!(report.notes);
    }
    value
}

fn row(row: &Row) -> Value {
    let mark = match row.mark {
        Mark::Same => "same",
        Mark::Changed => "changed",
        Mark::Missing => "missing",
        Mark::Extra => "extra",
    };
    json!({ "mark": mark, "expected": row.expected, "given": row.given })
}

fn diagnosis(run: &Run, group: &Group) -> Value {
    let ids: Vec<&str> =
        group.members.iter().map(|index| run.reports[*index].loaded.case.id.as_str()).collect();
    let mut value = json!({ "type": "diagnosis", "variant": group.variant, "cases": ids });
    if let Some(explanation) = &group.explanation {
        let changes: Vec<String> = explanation.changes.iter().map(ToString::to_string).collect();
        value["rules"] = json!(changes);
        value["failing_explained"] = json!(explanation.failing.0);
        value["failing"] = json!(explanation.failing.1);
        value["passing_explained"] = json!(explanation.passing.0);
        value["passing"] = json!(explanation.passing.1);
    }
    value
}

fn footer(run: &Run) -> Value {
    let tally = Tally::of(run.reports.iter());
    json!({
        "type": "footer",
        "passed": tally.passed,
        "failed": tally.failed,
        "skipped": tally.skipped,
        "ended_early": run.ended_early.as_ref().map(ToString::to_string),
    })
}
