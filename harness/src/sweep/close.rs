//! What a sweep has found, looked at closely: a few positions put to the engine once more as cases, so that
//! they are shown and explained as any failure is.

use super::class::classes;
use super::saved::Saved;
use crate::check::Limits;
use crate::fixture::Loaded;
use crate::subject::Subject;
use crate::verify::{Plan, Run, verify};
use reference_engine::fen;
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Positions of each class that are looked at besides those answered wrongly: an explanation must not
/// contradict what is answered there.
const SAMPLE: u64 = 12;

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

/// A position as a case.
pub fn case(variant: &Variant, position: &Position) -> Loaded {
    Loaded::loose(*variant, format!("{}/sweep/{}", variant.name, fen::write(position)), position)
}
