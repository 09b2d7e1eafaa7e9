//! Two sweeps side by side, by their digests alone.

use super::Plan;
use super::saved::{ClassResult, Saved};
use serde::{Deserialize, Serialize};

impl Saved {
    /// Whether a sweep that is planned will have a class that this one has, with the same positions.
    pub fn shares_a_class_with(&self, plan: &Plan) -> bool {
        plan.tasks().iter().any(|(variant, class)| {
            let is_same = |other: &ClassResult| {
                (other.stride, other.positions) == (plan.stride.get(), plan.positions(variant, *class))
            };
            self.find(variant.name, &class.to_string()).is_some_and(is_same)
        })
    }
}

/// Where two sweeps agree and where they part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// The other engine.
    pub engine: String,
    /// Classes with the same digest, by variant and class.
    pub alike: Vec<(String, String)>,
    /// Classes with another digest.
    pub parting: Vec<(String, String)>,
    /// Classes that the other sweep does not have, or with another stride.
    pub missing: Vec<(String, String)>,
}

impl Comparison {
    /// Compares each class of a sweep with the same class of another.
    pub fn new(ours: &Saved, theirs: &Saved) -> Self {
        let mut comparison = Self { engine: theirs.header.engine.clone(), ..Self::default() };
        for result in &ours.classes {
            let other = theirs
                .find(&result.variant, &result.class)
                .filter(|other| (other.stride, other.positions) == (result.stride, result.positions));
            let list = match other {
                None => &mut comparison.missing,
                Some(other) if other.sha256 == result.sha256 => &mut comparison.alike,
                Some(_) => &mut comparison.parting,
            };
            list.push((result.variant.clone(), result.class.clone()));
        }
        comparison
    }
}
