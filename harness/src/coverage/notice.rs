//! When perft from the start position notices a changed rule.

use reference_engine::levels::Levels;
use reference_engine::moves::Counting;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::Variant;
use std::fmt;

/// Plies that are walked at most.
const DEEPEST: usize = 60;

/// At which depth the number of leaves from the start position is another, in `unique` counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The first depth at which it is.
    AtDepth(usize),
    /// It is the same at every depth up to this one; deeper ones were not counted.
    NotBy(usize),
}

impl fmt::Display for Notice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtDepth(depth) => write!(formatter, "depth {depth}"),
            Self::NotBy(depth) => write!(formatter, "not by depth {depth}"),
        }
    }
}

/// The leaves at depths from 1, as far as no level two plies above has more
/// different positions than `budget`.
pub fn leaves(variant: &Variant, rules: Rules, budget: usize) -> impl Iterator<Item = u128> {
    let mut levels = Levels::below(Rulebook::new(rules), &variant.start());
    let affordable = move || if levels.width() > budget { None } else { levels.next() };
    std::iter::from_fn(affordable).take(DEEPEST).map(|leaves| leaves[Counting::Unique as usize])
}

/// When perft notices changed rules, given the leaves by the right ones.
pub fn notice(variant: &Variant, changed: Rules, due: &[u128], budget: usize) -> Notice {
    let mut same = 0;
    for (due, count) in due.iter().zip(leaves(variant, changed, budget)) {
        if *due != count {
            return Notice::AtDepth(same + 1);
        }
        same += 1;
    }
    Notice::NotBy(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants;

    #[test]
    fn the_first_depth_that_differs_is_named_or_the_last_that_does_not() {
        let arab = variants::ARAB;
        let due: Vec<u128> = leaves(&arab, arab.rules, 500).collect();
        let when = |rule: &str, value: &str| {
            let mut changed = arab.rules;
            changed.set(rule, value).unwrap();
            notice(&arab, changed, &due, 500)
        };
        assert_eq!(when("men-step", "every-way"), Notice::AtDepth(1));
        assert_eq!(when("capture-duty", "optional"), Notice::AtDepth(3));
        assert_eq!(when("repetition", "plays-on"), Notice::NotBy(due.len()));
        assert!(due.len() >= 3);
    }
}
