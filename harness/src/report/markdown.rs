//! For a repository: the run as a page of Markdown.

use super::{Report, Tally, Terminal};
use crate::diagnose::Group;
use crate::property::Sample;
use crate::since::Since;
use crate::verdict::VerdictKind;
use crate::verify::Run;
use reference_engine::quote::plain;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The report as Markdown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Markdown {
    /// Leaves out what was skipped or failed as expected.
    pub failures_only: bool,
}

impl Report for Markdown {
    fn write(&self, run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# {}\n", text(&run.title))?;
        if !run.command.is_empty() {
            writeln!(out, "Command: {}\n", code(&run.command))?;
        }
        table(run, out)?;
        if let Some(sample) = &run.sample {
            let Sample { seed, number, .. } = sample;
            writeln!(out, "Random positions: {number} of each variant, seed {seed}.\n")?;
        }
        if let Some(fault) = &run.ended_early {
            writeln!(out, "The run ended early: {}.\n", text(&fault.to_string()))?;
        }
        if let Some(fault) = &run.search_ended {
            writeln!(out, "The search for causes ended early: {}.\n", text(&fault.to_string()))?;
        }
        for group in groups {
            section(run, group, out)?;
        }
        listed(run, "Passed unexpectedly", VerdictKind::UnexpectedPass, out)?;
        if !self.failures_only {
            listed(run, "Failed as expected", VerdictKind::ExpectedFailure, out)?;
            listed(run, "Skipped", VerdictKind::Skip, out)?;
        }
        match &run.since {
            Some(since) => changes(since, out),
            None => Ok(()),
        }
    }
}

fn table(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| variant | declared | passed | failed | skipped |")?;
    writeln!(out, "| --- | --- | ---: | ---: | ---: |")?;
    for (variant, declared) in run.variants.iter().zip(&run.declared) {
        let tally = Tally::of(run.of_variant(variant.name));
        let leaves = if declared.finished_leaves { "one" } else { "zero" };
        writeln!(
            out,
            "| {} | notation={} squares={} counts={} leaves={leaves} | {} | {} | {} |",
            variant.name,
            declared.notation,
            declared.squares,
            declared.counts,
            tally.passed,
            tally.failed,
            tally.skipped
        )?;
    }
    writeln!(out)
}

pub(super) fn section(run: &Run, group: &Group, out: &mut dyn Write) -> io::Result<()> {
    let cases = group.members.len();
    match &group.explanation {
        None => writeln!(out, "## {}: {cases} without a diagnosis\n", group.variant)?,
        Some(explanation) => {
            let misreadings = explanation.misreadings.iter();
            let misreadings: Vec<String> =
                misreadings.map(|misreading| format!("`{misreading}` ({})", misreading.sentence())).collect();
            writeln!(out, "## {}: {cases} explained by {}\n", group.variant, misreadings.join(" or "))?;
        }
    }
    for index in &group.members {
        let report = &run.reports[*index];
        let mut shown = anstream::StripStream::new(Vec::new());
        let explanation = group.explanation.as_ref();
        Terminal::default().failure(run, report, explanation, &mut shown)?;
        let shown = String::from_utf8_lossy(&shown.into_inner()).replace("```", "'''");
        writeln!(
            out,
            "<details><summary>{}</summary>\n\n```text\n{}\n```\n\n</details>\n",
            text(&report.loaded.case.id),
            shown.trim_end()
        )?;
    }
    Ok(())
}

/// What has changed since an earlier run.
fn changes(since: &Since, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## Since {}\n", text(&since.engine))?;
    if since.is_cut_off {
        writeln!(out, "That run was cut off.\n")?;
    }
    for (word, ids) in [
        ("Fixed", &since.fixed),
        ("Broken", &since.broken),
        ("Wrong and not asked then", &since.new),
        ("Still wrong", &since.unchanged),
        ("Wrong then and not asked now", &since.not_judged),
    ] {
        if !ids.is_empty() {
            writeln!(out, "- {word} ({}): {}", ids.len(), text(&ids.join(", ")))?;
        }
    }
    writeln!(out)
}

/// Cases with one kind of verdict, by what there is to say.
fn listed(run: &Run, title: &str, kind: VerdictKind, out: &mut dyn Write) -> io::Result<()> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for report in run.reports.iter().filter(|report| report.verdict.kind() == kind) {
        reasons.entry(report.verdict.headline()).or_default().push(&report.loaded.case.id);
    }
    if reasons.is_empty() {
        return Ok(());
    }
    writeln!(out, "## {title}\n")?;
    for (reason, ids) in reasons {
        writeln!(out, "- {} ({}): {}", text(reason), ids.len(), text(&ids.join(", ")))?;
    }
    writeln!(out)
}

/// Text of others as text of a page: nothing in it is a mark of Markdown.
pub(super) fn text(raw: &str) -> String {
    let mut text = String::new();
    for letter in plain(raw).chars() {
        if matches!(letter, '\\' | '`' | '<' | '>' | '|' | '*' | '_' | '[' | ']' | '~' | '&' | '#') {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

/// Text of others as code within a line.
pub(super) fn code(raw: &str) -> String {
    format!("`{}`", plain(raw).replace('`', "'"))
}
