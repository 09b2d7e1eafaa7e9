//! For people at a terminal: what is wrong first, one failure of each kind in full, then the numbers.

use super::{Report, Tally, replay};
use crate::diagnose::{Explanation, Group, is_explained_alone};
use crate::picture;
use crate::property::Sample;
use crate::since::Since;
use crate::verdict::{Mark, Row, Verdict, VerdictKind};
use crate::verify::{CaseReport, Run};
use anstyle::{AnsiColor, Style};
use reference_engine::fen;
use reference_engine::notation::SquareNames;
use reference_engine::quote::{Quoted, plain};
use reference_engine::rulings;
use std::collections::BTreeMap;
use std::io::{self, Write};

const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();
const FAINT: Style = Style::new().dimmed();
/// Rows of a comparison, and ids of a group, before the list is cut.
const ROWS: usize = 14;
/// Misreadings that explain as much as each other, before the list is cut.
pub(super) const ALTERNATIVES: usize = 4;

/// The report at a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    /// Shows every failure in full, and long lists whole.
    pub all: bool,
    /// Leaves out what was noticed besides failures.
    pub failures_only: bool,
}

impl Report for Terminal {
    fn write(&self, run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        for group in groups {
            self.group(run, group, out)?;
        }
        unexpected_passes(run, out)?;
        if !self.failures_only {
            notes(run, out)?;
        }
        if let Some(since) = &run.since {
            self.since(since, out)?;
        }
        summary(run, groups, out)
    }
}

impl Terminal {
    fn group(self, run: &Run, group: &Group, out: &mut dyn Write) -> io::Result<()> {
        let mut members = group.members.clone();
        // The smallest position shows the cause soonest; a list of moves shows it better than a number.
        members.sort_by_key(|index| run.reports[*index].clarity());
        let first = members.first().copied();
        let is_shown =
            |index: &usize| self.all || Some(*index) == first || run.reports[*index].trace.is_some();
        let (shown, others): (Vec<usize>, Vec<usize>) = members.into_iter().partition(is_shown);
        for index in shown {
            self.failure(run, &run.reports[index], group.explanation.as_ref(), out)?;
        }
        let others: Vec<&str> =
            others.iter().map(|index| run.reports[*index].loaded.case.id.as_str()).collect();
        if !others.is_empty() {
            let kind = if group.explanation.is_some() { "explained alike" } else { "unexplained" };
            writeln!(out, " {FAINT}and {} more {kind} (--all shows them):{FAINT:#}", others.len())?;
            self.ids(others.into_iter(), out)?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// Ids of cases, one a line.
    fn ids<'a>(self, ids: impl ExactSizeIterator<Item = &'a str>, out: &mut dyn Write) -> io::Result<()> {
        let most = if self.all { usize::MAX } else { ROWS };
        let more = ids.len().saturating_sub(most);
        for id in ids.take(most) {
            writeln!(out, "   {}", plain(id))?;
        }
        if more > 0 {
            writeln!(out, "   … and {more} more")?;
        }
        Ok(())
    }

    /// What has changed since an earlier run.
    fn since(self, since: &Since, out: &mut dyn Write) -> io::Result<()> {
        let Since { engine, fixed, broken, unchanged, new, not_judged, .. } = since;
        write!(out, "since {}: {} fixed, {} broken", Quoted(engine), fixed.len(), broken.len())?;
        write!(out, ", {} still wrong", unchanged.len())?;
        let told = [(new, "wrong and not asked then"), (not_judged, "wrong then and not asked now")];
        for (ids, what) in told {
            if !ids.is_empty() {
                write!(out, ", {} {what}", ids.len())?;
            }
        }
        writeln!(out, "{}", if since.is_cut_off { " (that run was cut off)" } else { "" })?;
        for (word, style, ids) in [("fixed", GREEN, fixed), ("broken", RED, broken), ("new", RED, new)] {
            if !ids.is_empty() {
                writeln!(out, " {style}{word}{style:#}")?;
                self.ids(ids.iter().map(String::as_str), out)?;
            }
        }
        Ok(())
    }

    /// One failure in full.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn failure(
        self,
        run: &Run,
        report: &CaseReport,
        explanation: Option<&Explanation>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let case = &report.loaded.case;
        let word = label(report.verdict.kind());
        let (id, headline) = (plain(&case.id), plain(report.verdict.headline()));
        writeln!(out, "{RED}{word}{RED:#}  {id}   {}   {headline}\n", case.level)?;
        if let Ok(position) = report.loaded.variant.read(&case.position) {
            let names = names(run, report);
            writeln!(out, "   {}\n", fen::write_named(&position, names))?;
            for line in picture::draw(&position, names).lines() {
                writeln!(out, "   {line}")?;
            }
            writeln!(out)?;
        } else {
            writeln!(out, "   {}\n", Quoted(&case.position))?;
        }
        if let Verdict::Fail(failure) = &report.verdict {
            self.rows(&failure.rows, out)?;
        }
        facts(run, report, explanation, out)?;
        if let Some(trace) = &report.trace {
            self.trace(trace, names(run, report), out)?;
        }
        writeln!(out, " replay     {}\n", replay(run, report))
    }

    pub(super) fn rows(self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        self.side_by_side(rows, ["expected", "given"], out)
    }

    /// Rows under two titles.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn side_by_side(self, rows: &[Row], titles: [&str; 2], out: &mut dyn Write) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let most = if self.all { rows.len() } else { ROWS };
        let shown = rows.iter().take(most);
        let shown = shown.map(|row| (row.mark, plain(&row.expected), plain(&row.given))).collect::<Vec<_>>();
        let width = shown.iter().map(|(_, expected, _)| expected.chars().count()).max().unwrap_or(0).max(8);
        writeln!(out, "     {:<width$}   {}", titles[0], titles[1])?;
        for (mark, expected, given) in shown {
            let style = if mark == Mark::Same { FAINT } else { RED };
            let line = format!(" {mark}   {expected:<width$}   {given}");
            writeln!(out, "{style}{}{style:#}", line.trim_end())?;
        }
        if rows.len() > most {
            writeln!(out, "     … and {} more rows (--all shows them)", rows.len() - most)?;
        }
        writeln!(out)
    }
}

fn facts(
    run: &Run,
    report: &CaseReport,
    explanation: Option<&Explanation>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let case = &report.loaded.case;
    if let Some(ruling) = case.rulings.first().and_then(|id| rulings::find(report.loaded.variant.name, id)) {
        writeln!(out, " ruling     {} ({}, {})", ruling.sentence, ruling.id, ruling.firmness)?;
    }
    if !case.note.is_empty() {
        let word = if report.law.is_some() { "law " } else { "note" };
        writeln!(out, " {word}       {}", plain(&case.note))?;
    }
    if let Some(explanation) = explanation {
        diagnosis(explanation, out)?;
    } else if let Some(text) = no_diagnosis(run, report) {
        writeln!(out, " diagnosis  {text}")?;
    }
    if let Some(reading) = &report.other_reading {
        writeln!(
            out,
            " reading    the rule text leaves this open; with `--rule {reading}` the answer is right"
        )?;
    }
    Ok(())
}

/// What there is to say of a wrong answer that nothing explains; a broken law is none.
pub(super) fn no_diagnosis(run: &Run, report: &CaseReport) -> Option<&'static str> {
    if report.law.is_some() || !matches!(report.verdict, Verdict::Fail(_)) {
        return None;
    }
    Some(match is_explained_alone(run, report) {
        Some(false) => "no single misread rule that we know explains this answer",
        // What explains it contradicts an answer, or foretells failures that did not come.
        Some(true) | None => {
            "no single misread rule that we know explains this answer and agrees with the other answers too"
        }
    })
}

fn diagnosis(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    let (explained, failing) = explanation.failing;
    let (agreeing, passing) = explanation.passing;
    for (index, misreading) in explanation.misreadings.iter().take(ALTERNATIVES).enumerate() {
        let label = if index == 0 { " diagnosis  " } else { "            or " };
        writeln!(out, "{label}{misreading}: {}", misreading.sentence())?;
    }
    if let Some(more @ 1..) = explanation.misreadings.len().checked_sub(ALTERNATIVES) {
        writeln!(out, "            or {more} others")?;
    }
    write!(
        out,
        "            explains {explained} of {failing} failing and {agreeing} of {passing} passing answers"
    )?;
    if let (further, all @ 1..) = explanation.further {
        write!(out, ", {further} of {all} further ones")?;
    }
    match &explanation.next_best {
        Some((next, count)) => writeln!(out, "; next best {next}, {count} of {failing}"),
        None => writeln!(out),
    }
}

/// Cases that were to fail and did not, so that what is expected is out of date.
fn unexpected_passes(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    for report in &run.reports {
        if let Verdict::UnexpectedPass(reason) = &report.verdict {
            writeln!(
                out,
                "{RED}UNEXPECTED PASS{RED:#}  {}, which was to fail: {}",
                plain(&report.loaded.case.id),
                plain(reason)
            )?;
        }
    }
    Ok(())
}

fn notes(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let mut notes: BTreeMap<&str, usize> = BTreeMap::new();
    for note in run.reports.iter().flat_map(|report| &report.notes) {
        *notes.entry(note).or_default() += 1;
    }
    let mut skips: BTreeMap<&str, usize> = BTreeMap::new();
    for report in run.reports.iter().filter(|report| report.verdict.kind() == VerdictKind::Skip) {
        *skips.entry(report.verdict.headline()).or_default() += 1;
    }
    for (word, lines) in [("note", notes), ("skipped", skips)] {
        for (text, count) in lines {
            writeln!(
                out,
                "{word:<8} {} ({count} {})",
                plain(text),
                if count == 1 { "case" } else { "cases" }
            )?;
        }
    }
    for variant in &run.not_played {
        writeln!(out, "skipped  {variant}: the engine does not declare it")?;
    }
    Ok(())
}

fn summary(run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
    for variant in &run.variants {
        let tally = Tally::of(run.of_variant(variant.name));
        if tally != Tally::default() {
            writeln!(out, "{:<14} {tally}", variant.name)?;
        }
    }
    if let Some(sample) = &run.sample {
        random(run, sample, out)?;
    }
    if let Some(fault) = &run.ended_early {
        writeln!(out, "{RED}the run ended early{RED:#}: {fault}")?;
    }
    if let Some(fault) = &run.search_ended {
        writeln!(out, "{RED}the search for causes ended early{RED:#}: {fault}")?;
    }
    let tally = Tally::of(run.reports.iter());
    let style = if tally.failed == 0 && run.ended_early.is_none() { GREEN } else { RED };
    let explanations = groups.iter().filter_map(|group| group.explanation.as_ref());
    let changes = explanations.map(|it| it.misreadings.first().map_or(0, |first| first.changes.len()));
    let causes = match (tally.failed, changes.sum::<usize>()) {
        (0, _) | (_, 0) => String::new(),
        (_, 1) => "; one misread rule found".to_owned(),
        (_, several) => format!("; {several} misread rules found"),
    };
    writeln!(out, "{style}{}: {tally}{style:#}{causes}", plain(&run.title))
}

/// What was put at random, and how to put it again.
fn random(run: &Run, sample: &Sample, out: &mut dyn Write) -> io::Result<()> {
    let (laws, moves): (Vec<&CaseReport>, Vec<&CaseReport>) =
        run.reports.iter().filter(|report| report.loaded.is_loose()).partition(|report| report.law.is_some());
    writeln!(
        out,
        "{:<14} {} positions: {}; laws tried {} times: {} (--random {} --seed {})",
        "random",
        moves.len(),
        Tally::of(moves.iter().copied()),
        laws.len(),
        Tally::of(laws.iter().copied()),
        sample.number,
        sample.seed
    )
}

fn label(kind: VerdictKind) -> String {
    kind.to_string().to_uppercase()
}

pub(super) fn names(run: &Run, report: &CaseReport) -> SquareNames {
    let id = report.loaded.variant.name;
    let declared = run.declared_of(id);
    declared.map_or(report.loaded.names, |declared| declared.squares)
}
