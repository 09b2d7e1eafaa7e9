//! What a sweep has found, looked at closely: a few positions put to the engine once more as cases, so that
//! they are shown and explained as any failure is.

use super::class::classes;
use super::saved::Saved;
use crate::check::Limits;
use crate::fixture::{Case, Conventions, Evidence, File, Level, Loaded, Question, SCHEMA, Source};
use crate::subject::Subject;
use crate::verify::{Plan, Run, verify};
use reference_engine::fen;
use reference_engine::notation::SquareNames;
use reference_engine::position::Position;
use reference_engine::variants::{self, Variant};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Positions of each class that are looked at besides those answered wrongly: an explanation must not
/// contradict what is answered there.
const SAMPLE: u64 = 12;

/// The case of an id that `huff replay` is given for a position of a sweep, as in `arab/sweep/W:Wa3:Bd5,d6`.
pub fn case_by_id(id: &str) -> Option<Loaded> {
    let (variant, rest) = id.split_once('/')?;
    let variant = variants::find(variant)?;
    let position = variant.read(rest.strip_prefix("sweep/")?).ok()?;
    Some(case(&variant, &position))
}

/// Puts to an engine what it answered wrongly in a sweep, and of the same variants a sample of the rest.
pub fn look_closely(
    subject: &mut dyn Subject,
    command: &str,
    variants: &[Variant],
    saved: &Saved,
    limits: Limits,
) -> Run {
    let cases: Vec<Loaded> = variants.iter().flat_map(|variant| of_variant(variant, saved)).collect();
    let plan = Plan { variants: variants.to_vec(), case: None, limits };
    verify(subject, command, &cases.iter().collect::<Vec<_>>(), &plan, |_| {})
}

/// Cases of a variant: what was answered wrongly first, fewest pieces first, as the classes come.
fn of_variant(variant: &Variant, saved: &Saved) -> Vec<Loaded> {
    let of_this = saved.classes.iter().filter(|result| result.variant == variant.name);
    let wrong: Vec<Position> =
        of_this.flat_map(|result| &result.first).filter_map(|text| variant.read(text).ok()).collect();
    if wrong.is_empty() {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let all = wrong.into_iter().chain(sample(variant, saved.header.pieces));
    all.filter(|position: &Position| seen.insert(*position))
        .map(|position| case(variant, &position))
        .collect()
}

fn sample(variant: &Variant, most: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for class in classes(variant, most) {
        let step = class.count(variant).div_ceil(SAMPLE).max(1);
        let _ = class.each(variant, |number, position| {
            if number % step == step / 2 {
                positions.push(*position);
            }
            ControlFlow::Continue(())
        });
    }
    positions
}

/// A position as a case without a ruling of its own.
fn case(variant: &Variant, position: &Position) -> Loaded {
    let names = SquareNames::customary(variant.board);
    let text = fen::write(position);
    let case = Case {
        id: format!("{}/sweep/{text}", variant.name),
        level: Level::Must,
        position: text,
        verbatim: false,
        question: Question::Moves,
        tags: Vec::new(),
        rulings: Vec::new(),
        note: String::new(),
        evidence: vec![Evidence { source: "reference".to_owned(), status: "computed".to_owned() }],
        kills: Vec::new(),
        since: String::new(),
        withdrawn: None,
    };
    let computed = Source { kind: "computed".to_owned(), title: String::new() };
    let file = File {
        schema: SCHEMA.to_owned(),
        suite_version: String::new(),
        variant: variant.name.to_owned(),
        title: "Sweep".to_owned(),
        conventions: Conventions {
            squares: names.to_string(),
            identity: "unique".to_owned(),
            draw_rules: "ignored".to_owned(),
        },
        sources: BTreeMap::from([("reference".to_owned(), computed)]),
        tags: BTreeMap::new(),
        cases: Vec::new(),
    };
    Loaded { case, variant: *variant, file: Arc::new(file), names }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_leads_back_to_its_position() {
        let loaded = case_by_id("arab/sweep/W:Wa3,d4:Bd5").unwrap();
        assert_eq!(case_by_id(&loaded.case.id).unwrap().case.position, loaded.case.position);
        for id in ["arab/majority/x", "arab/sweep/W:Wz9:B", "frisian/sweep/W:W31:B1", "arab"] {
            assert!(case_by_id(id).is_none(), "{id}");
        }
    }
}
