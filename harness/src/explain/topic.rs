//! A ruling and all that hangs on it: rules, misreadings, cases.

use crate::coverage;
use crate::fixture::{Level, Loaded, Question, Suite};
use reference_engine::rules::{Rules, Setting};
use reference_engine::rulings::{self, Ruling};
use reference_engine::variants::{self, Variant};

/// A ruling for the variants that it is asked about.
#[derive(Clone, Debug)]
pub struct Topic {
    /// The ruling.
    pub ruling: &'static Ruling,
    /// The variants.
    pub variants: Vec<Variant>,
}

/// A rule, or a misreading of one, and the variants in which it is that.
pub type Held = (Setting, Vec<&'static str>);

impl Topic {
    /// The ruling with an id for one variant.
    pub fn of_variant(variant: &Variant, id: &str) -> Option<Self> {
        let ruling = rulings::find(variant.name, id)?;
        Some(Self { ruling, variants: vec![*variant] })
    }

    /// Every ruling with an id, each for the variants it holds for. There are several where it is firmer, or says
    /// something else, in one variant than in another.
    pub fn everywhere(id: &str) -> Vec<Self> {
        let of = |ruling: &'static Ruling| {
            let holds = variants::ALL.iter().filter(|variant| ruling.variants.contains(&variant.name));
            Self { ruling, variants: holds.copied().collect() }
        };
        rulings::ALL.iter().filter(|ruling| ruling.id == id).map(of).collect()
    }

    /// The answers to questions of [`Rules`] that the ruling gives.
    pub fn rules(&self) -> Vec<Held> {
        gathered(&self.variants, |variant| {
            let settings = variant.rules.settings().into_iter();
            settings.filter(|setting| self.decides(variant, setting.field)).collect()
        })
    }

    /// The other answers to those questions.
    pub fn misreadings(&self) -> Vec<Held> {
        gathered(&self.variants, |variant| {
            let changes = variant.rules.one_field_changes().into_iter().map(|(change, _)| change);
            changes.filter(|change| self.decides(variant, change.field)).collect()
        })
    }

    /// Why a misreading shows in no position of the variants, if that is so.
    pub fn unobservable(&self, misreading: &Held) -> Option<&'static str> {
        let (change, names) = misreading;
        let reasons: Option<Vec<_>> = names.iter().map(|name| coverage::reason(name, change)).collect();
        reasons?.first().copied()
    }

    /// The cases that turn on the ruling, those first for which it is decisive.
    pub fn cases<'a>(&self, suite: &'a Suite) -> Vec<&'a Loaded> {
        let is_of =
            |loaded: &&Loaded| self.variants.iter().any(|variant| variant.name == loaded.variant.name);
        let names = |loaded: &&Loaded| loaded.case.rulings.iter().any(|id| id == self.ruling.id);
        let live = |loaded: &&Loaded| loaded.case.withdrawn.is_none();
        let found = suite.cases.iter().filter(is_of).filter(names).filter(live);
        let mut cases: Vec<&Loaded> = found.collect();
        cases.sort_by_key(|loaded| !self.is_decisive(loaded));
        cases
    }

    /// The case that shows the ruling with the fewest pieces, one about moves if there is any.
    pub fn example<'a>(&self, suite: &'a Suite) -> Option<&'a Loaded> {
        self.cases(suite).into_iter().min_by_key(|loaded| {
            let is_moves = matches!(loaded.case.question, Question::Moves);
            let is_doubted = loaded.case.level == Level::May;
            let position = loaded.variant.read(&loaded.case.position).ok();
            let pieces = position.map_or(usize::MAX, |position| position.pieces().count());
            (!self.is_decisive(loaded), !is_moves, is_doubted, pieces)
        })
    }

    fn is_decisive(&self, loaded: &Loaded) -> bool {
        loaded.case.rulings.first().is_some_and(|id| id == self.ruling.id)
    }

    fn decides(&self, variant: &Variant, field: &str) -> bool {
        variant.rulings.get(field) == Some(self.ruling.id)
    }
}

/// Settings of several variants, each once with the variants that it is of, in the order of the rules.
fn gathered(variants: &[Variant], settings: impl Fn(&Variant) -> Vec<Setting>) -> Vec<Held> {
    let mut held: Vec<Held> = Vec::new();
    for variant in variants {
        for setting in settings(variant) {
            match held.iter_mut().find(|(known, _)| *known == setting) {
                Some((_, names)) => names.push(variant.name),
                None => held.push((setting, vec![variant.name])),
            }
        }
    }
    held.sort_by_key(|(setting, _)| Rules::FIELDS.iter().position(|field| *field == setting.field));
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruling_is_told_once_for_all_variants_in_which_it_says_the_same() {
        assert_eq!(Topic::everywhere("removal-at-once").len(), 1);
        let draws = Topic::everywhere("draws");
        assert_eq!(draws.len(), 2, "it says something else in Ghanaian draughts");
        assert!(Topic::everywhere("no-such-ruling").is_empty());
    }

    #[test]
    fn every_ruling_has_a_case_that_shows_it_or_answers_no_rule() {
        let suite = Suite::embedded().unwrap();
        for ruling in rulings::ALL {
            for topic in Topic::everywhere(ruling.id) {
                let misreadings = topic.misreadings();
                let is_shown = topic.example(&suite).is_some();
                let shows_nowhere = misreadings.iter().all(|held| topic.unobservable(held).is_some());
                assert!(is_shown || shows_nowhere, "{} has no case", ruling.id);
            }
        }
    }
}
