//! Perft in all countings at once, level by level, equal positions of a level together: a level costs its
//! different positions and not its lines. That is what a literal generator needs to look deep.

use crate::generator::Generator;
use crate::moves::{Counting, Move};
use crate::position::Position;
use std::collections::{HashMap, HashSet};
use strum::VariantArray;

/// Leaves in each counting, in the order of [`Counting`].
pub type Leaves = [u128; 3];

/// The leaves of a tree at depths from 1, without end; below the end of every game there are none.
#[derive(Clone, Debug)]
pub struct Levels<G> {
    generator: G,
    /// The different positions of a level, each with the number of lines that lead there.
    level: HashMap<Position, Leaves>,
    is_counted: bool,
}

impl<G: Generator> Levels<G> {
    /// The tree below a position.
    pub fn below(generator: G, position: &Position) -> Self {
        Self { generator, level: HashMap::from([(*position, [1; 3])]), is_counted: false }
    }

    /// How many different positions the level has whose moves were counted last.
    pub fn width(&self) -> usize {
        self.level.len()
    }

    fn descend(&mut self) {
        let mut next: HashMap<Position, Leaves> = HashMap::new();
        for (position, lines) in self.level.drain() {
            for (played, times) in moves(&self.generator, &position) {
                let lines = product(lines, times);
                let there = next.entry(self.generator.after(&position, &played)).or_default();
                *there = sum(*there, lines);
            }
        }
        self.level = next;
    }
}

impl<G: Generator> Iterator for Levels<G> {
    type Item = Leaves;

    fn next(&mut self) -> Option<Leaves> {
        // Leaves become positions only when there is a deeper question: most levels are the last.
        if self.is_counted {
            self.descend();
        }
        self.is_counted = true;
        let below = |(position, lines): (&Position, &Leaves)| {
            let times = moves(&self.generator, position).map(|(_, times)| times);
            product(*lines, times.fold([0; 3], sum))
        };
        Some(self.level.iter().map(below).fold([0; 3], sum))
    }
}

fn sum(one: Leaves, other: Leaves) -> Leaves {
    std::array::from_fn(|index| one[index] + other[index])
}

fn product(one: Leaves, other: Leaves) -> Leaves {
    std::array::from_fn(|index| one[index] * other[index])
}

/// Every route, and in which countings it counts: of those that are one move, the one whose squares come
/// first, as in a generator's own lists.
fn moves(generator: &impl Generator, position: &Position) -> impl Iterator<Item = (Move, Leaves)> {
    let board = position.board();
    let mut routes = generator.moves(position, Counting::Route);
    if routes.iter().any(Move::is_capture) {
        routes.sort();
    }
    let mut seen = HashSet::new();
    routes.into_iter().map(move |played| {
        let times = |index: usize| {
            let counting = Counting::VARIANTS[index];
            let is_first = !played.is_capture() || seen.insert((index, played.identity(board, counting)));
            u128::from(is_first)
        };
        let times = std::array::from_fn(times);
        (played, times)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::perft;
    use crate::rulebook::Rulebook;
    use crate::rules::Rules;
    use crate::variants;

    #[track_caller]
    fn agrees_with_perft(rules: Rules, position: &Position, depth: u32) {
        let rulebook = Rulebook::new(rules);
        let due = |depth| {
            let leaves = |counting: &Counting| perft(&rulebook, position, depth, *counting);
            Counting::VARIANTS.iter().map(leaves).collect::<Vec<_>>()
        };
        for (depth, leaves) in (1..=depth).zip(Levels::below(rulebook, position)) {
            assert_eq!(leaves.to_vec(), due(depth), "depth {depth}");
        }
    }

    #[test]
    fn levels_have_as_many_leaves_as_perft_counts() {
        for variant in variants::ALL {
            agrees_with_perft(variant.rules, &variant.start(), 5);
        }
    }

    #[test]
    fn the_countings_are_kept_apart_by_right_and_by_changed_rules() {
        let many_ways = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";
        let international = variants::INTERNATIONAL;
        let position = international.read(many_ways).unwrap();
        let mut levels = Levels::below(Rulebook::new(international.rules), &position);
        assert_eq!(levels.next(), Some([14, 178, 436]));
        agrees_with_perft(international.rules, &position, 2);
        for (rule, value) in [("taken-pieces", "last-only"), ("capture-duty", "optional")] {
            let mut changed = international.rules;
            changed.set(rule, value).unwrap();
            agrees_with_perft(changed, &position, 2);
        }
    }

    #[test]
    fn a_tree_that_has_ended_has_no_leaves() {
        let over = variants::ARAB.read("W:Wd4:Bd5").unwrap();
        let mut levels = Levels::below(Rulebook::new(variants::ARAB.rules), &over);
        assert_eq!((levels.next(), levels.next(), levels.width()), (Some([0; 3]), Some([0; 3]), 0));
    }
}
