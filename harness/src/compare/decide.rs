//! The rules on which a difference turns.

use super::Decision;
use super::session::{Seen, Session};
use crate::check::{self, Judgement, Observation};
use crate::dcp::Declared;
use reference_engine::position::Position;
use reference_engine::rules::{Rules, Setting};
use std::collections::BTreeMap;

impl Session<'_> {
    /// The rules that alone tell two answers apart.
    pub fn fields(&self, position: &Position, answers: &[Observation; 2]) -> Vec<&'static str> {
        let decisions = self.decisions(&self.variant.rules, None, position, answers);
        decisions.iter().map(|decision| decision.field).collect()
    }

    /// The rules on which a difference turns: those that contradict the fewest answers, where several do.
    pub fn decide(&self, position: &Position, answers: &[Observation; 2]) -> Vec<Decision> {
        let own = self.variant.rules;
        let mut found = self.decisions(&own, None, position, answers);
        if found.is_empty() {
            let changes = own.one_field_changes().into_iter();
            found = changes
                .flat_map(|(change, rules)| self.decisions(&rules, Some(change), position, answers))
                .filter(|decision| decision.besides.is_some_and(|besides| besides.field != decision.field))
                .collect();
        }
        let mut by_agreement: BTreeMap<usize, Vec<Decision>> = BTreeMap::new();
        for decision in found {
            if self.is_besides_borne_out(&decision) {
                by_agreement.entry(self.agreeing(&decision)).or_default().push(decision);
            }
        }
        by_agreement.pop_last().map(|(_, best)| best).unwrap_or_default()
    }

    /// How many of the positions met a decision accounts for.
    fn agreeing(&self, decision: &Decision) -> usize {
        (0..self.seen.len()).filter(|index| self.accounts(decision, *index)).count()
    }

    /// The rules of which different answers explain the two, all else being as given.
    fn decisions(
        &self,
        base: &Rules,
        besides: Option<Setting>,
        position: &Position,
        answers: &[Observation; 2],
    ) -> Vec<Decision> {
        let by_reference = self.variant.rules.settings();
        let fields = base.settings().into_iter().zip(by_reference);
        let changes = base.one_field_changes();
        let decision = |(own, reference): (Setting, Setting)| {
            let others = changes.iter().filter(|(change, _)| change.field == own.field).copied();
            let readings: Vec<(Setting, Rules)> = std::iter::once((own, *base)).chain(others).collect();
            let explaining = [0, 1].map(|side| {
                let explains =
                    |(_, rules): &&(Setting, Rules)| self.explains(rules, side, position, &answers[side]);
                readings.iter().filter(explains).map(|(setting, _)| *setting).collect::<Vec<_>>()
            });
            let is_decisive = explaining.iter().all(|answers| !answers.is_empty())
                && !explaining[0].iter().any(|answer| explaining[1].contains(answer));
            let decision = Decision { field: own.field, answers: explaining, reference, besides };
            is_decisive.then_some(decision)
        };
        fields.filter_map(decision).collect()
    }

    fn explains(&self, rules: &Rules, side: usize, position: &Position, seen: &Observation) -> bool {
        let variant = self.variant.with_rules(*rules);
        let declared: &Declared = self.sides[side].declared();
        matches!(check::judge_moves(&variant, position, declared, seen), Judgement::Right(_))
    }

    /// Whether each engine's other answers speak for the rule in which both are said to differ.
    fn is_besides_borne_out(&self, decision: &Decision) -> bool {
        let plain = Decision { besides: None, ..decision.clone() };
        let number = |decision: &Decision, side: usize| {
            (0..self.seen.len()).filter(|index| self.gives(decision, side, *index)).count()
        };
        decision.besides.is_none()
            || [0, 1].iter().all(|side| number(decision, *side) > number(&plain, *side))
    }

    /// Whether a decision gives both answers to a position that was met.
    pub fn accounts(&self, decision: &Decision, index: usize) -> bool {
        [0, 1].into_iter().all(|side| self.gives(decision, side, index))
    }

    /// Whether a decision gives the answer of one engine to a position that was met.
    fn gives(&self, decision: &Decision, side: usize, index: usize) -> bool {
        let Seen { position, answers, .. } = &self.seen[index];
        decision.answers[side].iter().any(|answer| {
            let mut rules = self.variant.rules;
            let mut settings = decision.besides.iter().chain([answer]);
            let is_known = settings.all(|it| rules.set(it.field, it.value).is_ok());
            is_known && self.explains(&rules, side, position, &answers[side])
        })
    }
}

/// Whether a difference in other rules takes the place of this one: rules that tell the two apart must go on
/// doing so, and where none does, none must come to do so.
pub fn is_same_cause(before: &[&str], now: &[&str]) -> bool {
    if before.is_empty() { now.is_empty() } else { now.iter().any(|field| before.contains(field)) }
}
