//! For machines: one JSON object a line, a header first and a footer last. A report without a footer is of
//! a run that died.

use super::{Report, Tally};
use crate::descend::{Descent, Finding};
use crate::diagnose::Group;
use crate::trace::Trace;
use crate::verdict::{Mark, Row, Verdict};
use crate::verify::{CaseReport, Run};
use reference_engine::fen;
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
        for report in &run.probes {
            let mut probe = case(report);
            probe["type"] = json!("probe");
            writeln!(out, "{probe}")?;
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
    if let Some(found) = &report.trace {
        value["trace"] = trace(found);
    }
    if !report.notes.is_empty() {
        value["notes"] = json!(report.notes);
    }
    value
}

fn trace(trace: &Trace) -> Value {
    let mut value = json!({ "is_gone": trace.is_gone });
    if let Some(Descent { line, position, finding, questions }) = &trace.descent {
        value["descent"] = json!({
            "line": line,
            "position": fen::write(position),
            "finding": finding.word(),
            "message": finding.to_string(),
            "questions": questions,
        });
        if let Finding::Moves(failure) = finding {
            value["descent"]["rows"] = failure.rows.iter().map(row).collect();
        }
    }
    if let Some(shrunk) = &trace.shrunk {
        value["shrunk"] = json!({
            "position": fen::write(&shrunk.position),
            "pieces_before": shrunk.before.pieces().count(),
            "pieces": shrunk.position.pieces().count(),
            "message": shrunk.failure.headline,
            "rows": shrunk.failure.rows.iter().map(row).collect::<Vec<_>>(),
            "explained_by": shrunk.explained_by.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "questions": shrunk.questions,
            "ended_early": shrunk.ended,
        });
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
        let misreadings = explanation.misreadings.iter();
        value["rules"] = misreadings.map(ToString::to_string).collect();
        value["failing_explained"] = json!(explanation.failing.0);
        value["failing"] = json!(explanation.failing.1);
        value["passing_explained"] = json!(explanation.passing.0);
        value["passing"] = json!(explanation.passing.1);
        value["further_explained"] = json!(explanation.further.0);
        value["further"] = json!(explanation.further.1);
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
        "search_ended": run.search_ended.as_ref().map(ToString::to_string),
    })
}
