//! How many leaves are due at a position, by a generator that is not the one under test.

use crate::builtin::{Builtin, BuiltinName};
use crate::check::{Convention, Reckoning};
use reference_engine::levels::{Leaves, Levels};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::Variant;

/// The leaves of one position, counted as they are needed.
#[derive(Debug)]
pub struct Reference {
    variant: Variant,
    position: Position,
    /// Counts what every engine but the fast generator is judged by.
    reckoning: Reckoning,
    /// The rulebook level by level, since it would take too long line by line as deep as the fast one counts.
    levels: Levels<Rulebook>,
    known: Vec<Leaves>,
}

impl Reference {
    /// What is due at a position.
    pub fn new(variant: Variant, position: Position) -> Self {
        Self {
            variant,
            position,
            reckoning: Reckoning::about(""),
            levels: Levels::below(Rulebook::new(variant.rules), &position),
            known: Vec::new(),
        }
    }

    /// The leaves that an engine of this name must count by a convention.
    pub fn leaves(&mut self, engine: &str, depth: u32, convention: Convention) -> u128 {
        if BuiltinName::independent_of(engine) == BuiltinName::Fast {
            return self.reckoning.leaves(&self.variant, &self.position, depth, convention);
        }
        if convention.finished_leaves {
            let rulebook = Builtin::new(BuiltinName::Rulebook, &self.variant);
            return rulebook.leaves(&self.position, depth, convention.counting, true);
        }
        let Some(above) = depth.checked_sub(1) else { return 1 };
        while self.known.len() <= above as usize {
            self.known.extend(self.levels.next());
        }
        self.known[above as usize][convention.counting as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants;

    #[test]
    fn the_fast_generator_and_every_other_engine_are_judged_by_the_same_numbers() {
        for variant in variants::ALL {
            let mut reference = Reference::new(*variant, variant.start());
            for convention in Convention::all() {
                for depth in [0, 3, 2, 4] {
                    let [ours, others] =
                        ["huff-fast", "foo"].map(|engine| reference.leaves(engine, depth, convention));
                    assert_eq!(ours, others, "{} {convention} depth {depth}", variant.name);
                }
            }
        }
    }
}
