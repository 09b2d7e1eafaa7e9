//! Positions that a run has found, each written as a fixture file of its own.

use super::beside;
use crate::descend::Finding;
use crate::fixture::Found;
use crate::trace::Shrunk;
use crate::verify::{CaseReport, Run};
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::position::Position;
use reference_engine::quote::plain;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{self, Variant};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// A file that was written.
pub struct Written {
    /// The file.
    pub path: PathBuf,
    /// The id of its case.
    pub id: String,
}

/// Writes what a run has found into a folder, which is made if need be. Files of these variants that an
/// earlier run left there are replaced or removed.
///
/// # Errors
///
/// If a file cannot be written or removed.
pub fn write(run: &Run, folder: &Path) -> io::Result<Vec<Written>> {
    let mut written = Vec::new();
    for variant in &run.variants {
        let found = found(run, variant);
        if !found.is_empty() {
            std::fs::create_dir_all(folder)?;
        }
        for (number, found) in (1..).zip(&found) {
            let path = folder.join(file_name(variant, number));
            let text = found.file().map_err(io::Error::other)?;
            beside::write_claimed(&path, |file| file.write_all(text.as_bytes()))?;
            written.push(Written { path, id: found.id() });
        }
        remove_from(folder, variant, found.len() + 1)?;
    }
    Ok(written)
}

fn file_name(variant: &Variant, number: usize) -> String {
    format!("{}-{number}.json", variant.name)
}

/// Removes the files of an earlier run from a number on.
fn remove_from(folder: &Path, variant: &Variant, first: usize) -> io::Result<()> {
    for number in first.. {
        match std::fs::remove_file(folder.join(file_name(variant, number))) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => break,
            result => result?,
        }
    }
    Ok(())
}

/// What was found of a variant, each position once. A position at which the rules judged by and the
/// variant's own differ is none: a fixture says what the variant's own rules say.
fn found(run: &Run, variant: &Variant) -> Vec<Found> {
    let Some(own) = variants::find(variant.name) else { return Vec::new() };
    let mut seen = HashSet::new();
    run.of_variant(variant.name)
        .filter_map(|report| Some((report, wrong_position(report)?)))
        .filter(|(_, position)| seen.insert(**position) && moves(&own, position) == moves(variant, position))
        .map(|(report, position)| Found {
            variant: own,
            position: *position,
            level: report.loaded.case.level,
            rulings: rulings(report, &own),
            note: note(run, report),
            suite_version: report.loaded.file.suite_version.clone(),
        })
        .collect()
}

/// The smallest position known at which the moves are wrong.
fn wrong_position(report: &CaseReport) -> Option<&Position> {
    let trace = report.trace.as_ref()?;
    let wrong = match &trace.descent {
        Some(descent) if matches!(descent.finding, Finding::Moves(_)) => Some(&descent.position),
        _ => None,
    };
    trace.shrunk.as_ref().map(|shrunk| &shrunk.position).or(wrong)
}

fn moves(variant: &Variant, position: &Position) -> Vec<Move> {
    let mut moves = Rulebook::new(variant.rules).moves(position, Counting::Unique);
    moves.sort();
    moves
}

/// The rulings behind the rules that explain the answer; the case's own where none does.
fn rulings(report: &CaseReport, variant: &Variant) -> Vec<String> {
    let shrunk = report.trace.as_ref().and_then(|trace| trace.shrunk.as_ref());
    let explained = shrunk.iter().flat_map(|shrunk| &shrunk.explained_by);
    let mut ids: Vec<String> = Vec::new();
    for id in explained.flat_map(|it| &it.changes).filter_map(|change| variant.rulings.get(change.field)) {
        if !ids.iter().any(|known| known == id) {
            ids.push(id.to_owned());
        }
    }
    if ids.is_empty() { report.loaded.case.rulings.clone() } else { ids }
}

fn note(run: &Run, report: &CaseReport) -> String {
    let trace = report.trace.clone().unwrap_or_default();
    let way = trace.descent.map(|descent| descent.line).filter(|line| !line.is_empty());
    let way = way.map(|line| format!(", after {}", plain(&line.join(" ")))).unwrap_or_default();
    let pieces = |position: &Position| position.pieces().count();
    let sizes = trace.shrunk.filter(Shrunk::is_smaller).map(|it| (pieces(&it.before), pieces(&it.position)));
    let size = sizes.map(|(before, after)| format!(", and made smaller from {before} pieces to {after}"));
    let (title, id) = (plain(&run.title), &report.loaded.case.id);
    format!("Found in {title} by {id}{way}{}.", size.unwrap_or_default())
}
