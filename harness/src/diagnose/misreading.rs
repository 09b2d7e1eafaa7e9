//! A supposed misreading: one rule answered otherwise, or two.

use reference_engine::rules::{Rules, Setting};
use std::fmt;

/// Rules that differ from the right ones in one answer or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misreading {
    /// The changed answers.
    pub changes: Vec<Setting>,
    /// The rules with those answers.
    pub rules: Rules,
}

impl Misreading {
    /// Every misreading of one rule.
    pub fn singles(right: &Rules) -> Vec<Self> {
        let changes = right.one_field_changes().into_iter();
        changes.map(|(change, rules)| Self { changes: vec![change], rules }).collect()
    }

    /// Every misreading of two rules.
    pub fn pairs(right: &Rules) -> Vec<Self> {
        let singles = Self::singles(right);
        let mut pairs = Vec::new();
        for (index, first) in singles.iter().enumerate() {
            // Changes stand in the order of the questions, so that each pair comes once. What changes the same
            // question, as a change itself does, makes no pair with it.
            for second in singles[index..].iter().filter(|it| it.field() != first.field()) {
                pairs.push(first.with(second));
            }
        }
        pairs
    }

    /// The misreading of both, which must be about different questions.
    fn with(&self, other: &Self) -> Self {
        let mut rules = self.rules;
        for change in &other.changes {
            rules.set(change.field, change.value).expect("a change names a question and one of its answers");
        }
        Self { changes: [self.changes.clone(), other.changes.clone()].concat(), rules }
    }

    fn field(&self) -> &'static str {
        self.changes[0].field
    }

    /// Whether a case with these `kills` would be failed by an engine that reads a rule so.
    pub fn is_foretold_by(&self, kills: &[String]) -> bool {
        self.changes.iter().any(|change| kills.contains(&change.to_string()))
    }

    /// What the engine seems to play by, in words.
    pub fn sentence(&self) -> String {
        let sentences: Vec<&str> = self.changes.iter().map(|change| change.sentence).collect();
        sentences.join("; and ")
    }
}

impl fmt::Display for Misreading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes: Vec<String> = self.changes.iter().map(ToString::to_string).collect();
        formatter.write_str(&changes.join(" with "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants::ARAB;
    use std::collections::HashSet;

    #[test]
    fn a_pair_is_foretold_by_what_kills_either_and_says_both() {
        let kills = |changes: &[&str]| changes.iter().map(|change| (*change).to_owned()).collect::<Vec<_>>();
        let pairs = Misreading::pairs(&ARAB.rules);
        let pair =
            pairs.iter().find(|pair| pair.to_string() == "king-move=one-step with majority=free").unwrap();
        assert!(pair.is_foretold_by(&kills(&["majority=free"])));
        assert!(pair.is_foretold_by(&kills(&["men-step=forward", "king-move=one-step"])));
        assert!(!pair.is_foretold_by(&kills(&["men-step=forward"])) && !pair.is_foretold_by(&[]));
        let sentence = "a king moves one square; and any complete capture may be chosen, whatever it takes";
        assert_eq!(pair.sentence(), sentence);
    }

    #[test]
    fn pairs_are_about_two_questions_and_come_once() {
        let right = ARAB.rules;
        let singles = Misreading::singles(&right);
        let pairs = Misreading::pairs(&right);
        let values: HashSet<Rules> = pairs.iter().map(|pair| pair.rules).collect();
        assert_eq!(values.len(), pairs.len());
        for pair in &pairs {
            let differing = right.settings().into_iter().zip(pair.rules.settings()).filter(|(a, b)| a != b);
            assert_eq!(differing.map(|(_, changed)| changed).collect::<Vec<_>>(), pair.changes, "{pair}");
        }
        let of_one_question = |field| singles.iter().filter(|single| single.field() == field).count();
        let within: usize = Rules::FIELDS
            .iter()
            .map(|field| of_one_question(*field))
            .map(|n| n * n.saturating_sub(1) / 2)
            .sum();
        assert_eq!(pairs.len(), singles.len() * (singles.len() - 1) / 2 - within);
    }
}
