//! Which rules matter in a position: those of which another answer would change its moves or its result.

use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::outcome::Outcome;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::{Rules, Setting};
use reference_engine::variants::Variant;

/// A changed rule by which a position is played otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlay {
    /// The changed answer.
    pub change: Setting,
    /// Moves that it adds.
    pub added: Vec<Move>,
    /// Moves that it forbids.
    pub lost: Vec<Move>,
    /// Moves that lead to another position.
    pub altered: Vec<Move>,
    /// The result, where that is another.
    pub outcome: Option<Outcome>,
}

/// Every change of one rule that alters the moves of a position, where they lead, or the result, in the order
/// of the rules.
pub fn in_play(variant: &Variant, position: &Position) -> Vec<InPlay> {
    let right = Played::by(variant.rules, position);
    let changes = variant.rules.one_field_changes().into_iter();
    changes.filter_map(|(change, rules)| right.against(&Played::by(rules, position), change)).collect()
}

/// What some rules say of a position.
struct Played {
    moves: Vec<(Move, Position)>,
    outcome: Outcome,
}

type Identity = (Square, Square, Vec<Square>);

/// The move as an engine's author sees it; that a man is crowned shows in the position after it.
fn identity(played: &Move) -> Identity {
    (played.from, played.to, played.captured_set())
}

impl Played {
    fn by(rules: Rules, position: &Position) -> Self {
        let rulebook = Rulebook::new(rules);
        let mut moves = rulebook.moves(position, Counting::Unique);
        moves.sort();
        let moves = moves.into_iter().map(|played| (played.clone(), rulebook.after(position, &played)));
        Self { moves: moves.collect(), outcome: rulebook.outcome(position) }
    }

    fn find(&self, identity: &Identity) -> Option<&Position> {
        self.moves.iter().find(|(played, _)| self::identity(played) == *identity).map(|(_, next)| next)
    }

    fn against(&self, changed: &Self, change: Setting) -> Option<InPlay> {
        let missing_in = |one: &Self, other: &Self| -> Vec<Move> {
            let moves = one.moves.iter().map(|(played, _)| played);
            moves.filter(|played| other.find(&identity(played)).is_none()).cloned().collect()
        };
        let is_altered = |(played, next): &&(Move, Position)| {
            changed.find(&identity(played)).is_some_and(|other| other != next)
        };
        let found = InPlay {
            change,
            added: missing_in(changed, self),
            lost: missing_in(self, changed),
            altered: self.moves.iter().filter(is_altered).map(|(played, _)| played.clone()).collect(),
            outcome: (self.outcome != changed.outcome).then_some(changed.outcome),
        };
        let is_any = !(found.added.is_empty() && found.lost.is_empty() && found.altered.is_empty());
        (is_any || found.outcome.is_some()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants::{ARAB, INTERNATIONAL};
    use std::collections::BTreeSet;

    fn changes(variant: &Variant, text: &str) -> BTreeSet<String> {
        let position = variant.read(text).unwrap();
        in_play(variant, &position).iter().map(|it| it.change.to_string()).collect()
    }

    #[test]
    fn a_way_that_crosses_a_jumped_piece_turns_on_its_removal() {
        let found = changes(&ARAB, "W:8/8/8/5b2/6b1/1b1b4/7w/3W4");
        assert!(found.contains("removal=after-sequence"), "{found:?}");
        assert!(!found.contains("crowning=in-passing"), "{found:?}");
    }

    #[test]
    fn what_a_rule_alters_is_told_as_moves_and_results() {
        let position = ARAB.read("W:Wd4:Bd5").unwrap();
        let found = in_play(&ARAB, &position);
        let ends = found.iter().find(|it| it.change.field == "one-piece-each").unwrap();
        assert_eq!((ends.added.len(), ends.outcome), (1, Some(Outcome::Ongoing)));
        let position = INTERNATIONAL.read("W:10/6b1b1/5w4/10/10/10/10/10/10/w9").unwrap();
        let found = in_play(&INTERNATIONAL, &position);
        let touched = found.iter().find(|it| it.change.value == "once-touched").unwrap();
        assert_eq!((touched.added.len(), touched.lost.len(), touched.altered.len()), (0, 0, 1));
        assert_eq!(touched.outcome, None);
    }
}
