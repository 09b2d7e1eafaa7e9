//! How many leaves are due: counted once, for asking and for judging, and not by the generator under test.

use super::convention::Convention;
use crate::builtin::{Builtin, BuiltinName};
use reference_engine::position::Position;
use reference_engine::rules::Rules;
use reference_engine::variants::Variant;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

type Key = (Rules, Position, u32, Convention);

/// The reference's numbers of leaves about one case, kept as they are counted. Copies share what is known.
#[derive(Clone, Debug)]
pub struct Reckoning {
    by: BuiltinName,
    known: Arc<Mutex<HashMap<Key, u128>>>,
}

impl Reckoning {
    /// A reckoning for an engine of this name. The fast generator counts, unless it is the one under test:
    /// then the rulebook does, which shares no code with it.
    pub fn about(engine: &str) -> Self {
        Self { by: BuiltinName::independent_of(engine), known: Arc::default() }
    }

    /// The leaves of a position by the variant's rules and a convention.
    pub fn leaves(&self, variant: &Variant, position: &Position, depth: u32, convention: Convention) -> u128 {
        let key = (variant.rules, *position, depth, convention);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(leaves) = known().get(&key).copied() {
            return leaves;
        }
        let generator = Builtin::new(self.by, variant);
        let leaves = generator.leaves(position, depth, convention.counting, convention.finished_leaves);
        known().insert(key, leaves);
        leaves
    }
}

/// What was counted before is no part of what was answered.
impl PartialEq for Reckoning {
    fn eq(&self, other: &Self) -> bool {
        self.by == other.by
    }
}

impl Eq for Reckoning {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::{Manner, Server};
    use reference_engine::moves::Counting;
    use reference_engine::variants::{self, ARAB};

    #[test]
    fn no_generator_judges_itself() {
        for generator in [BuiltinName::Rulebook, BuiltinName::Fast] {
            let server = Server::new(vec![ARAB], Manner { generator, ..Manner::default() });
            assert_ne!(Reckoning::about(&server.profile().name).by, generator);
        }
        assert_eq!(Reckoning::about("my-engine").by, BuiltinName::Fast);
    }

    #[test]
    fn both_generators_reckon_alike_by_every_convention() {
        let (fast, rulebook) = (Reckoning::about("my-engine"), Reckoning::about("huff-fast"));
        for variant in variants::ALL {
            for convention in Convention::all() {
                let start = variant.start();
                let leaves = |by: &Reckoning| by.leaves(variant, &start, 4, convention);
                assert_eq!(leaves(&fast), leaves(&rulebook), "{} {convention}", variant.name);
            }
        }
    }

    #[test]
    fn answers_are_alike_whatever_was_counted_to_judge_them() {
        let [one, other] = ["my-engine", "another"].map(Reckoning::about);
        one.leaves(&ARAB, &ARAB.start(), 1, Convention::ROUTES);
        assert_eq!(one, other);
        assert_ne!(one, Reckoning::about("huff-fast"));
    }

    #[test]
    fn changed_rules_are_another_count() {
        let reckoning = Reckoning::about("my-engine");
        let position = ARAB.read("W:8/8/8/5b2/6b1/1b1b4/7w/3W4").unwrap();
        let convention = Convention { counting: Counting::Unique, finished_leaves: false };
        let right = reckoning.leaves(&ARAB, &position, 1, convention);
        let mut changed = ARAB;
        changed.rules.set("removal", "after-sequence").unwrap();
        assert_ne!(reckoning.leaves(&changed, &position, 1, convention), right);
        assert_eq!(reckoning.leaves(&ARAB, &position, 1, convention), right);
    }
}
