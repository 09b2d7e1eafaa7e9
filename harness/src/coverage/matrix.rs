//! Each changed rule of a variant with the cases that tell it apart.

use super::notice::{Notice, leaves, notice};
use super::unobservable;
use crate::fixture::{self, Level, Loaded, Suite};
use rayon::prelude::*;
use reference_engine::fen;
use reference_engine::rules::{Rules, Setting};
use reference_engine::variants::Variant;

/// The kinds of questions, in the order of the columns.
pub const KINDS: &[&str] = &["moves", "apply", "illegal", "outcome", "perft", "divide", "refuse"];

/// A case with the changed rules that it tells from the right ones.
#[derive(Clone, Debug)]
pub struct Kills<'a> {
    /// The case.
    pub loaded: &'a Loaded,
    /// The changes, as `field=value`.
    pub changes: Vec<String>,
}

/// A case that tells a changed rule apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Witness {
    /// Whether another ruling than that of the changed rule is the decisive one.
    pub is_by_the_way: bool,
    /// How many pieces stand there; the most there can be where the text is no position.
    pub pieces: usize,
    /// The kind of question, by its place in [`KINDS`].
    pub kind: usize,
    /// Its id.
    pub id: String,
}

/// A changed rule and what shows it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The change.
    pub change: Setting,
    /// The cases that tell it apart: those made for its ruling first, and of these the smallest.
    pub witnesses: Vec<Witness>,
    /// Why no position shows it, where it is listed.
    pub unobservable: Option<&'static str>,
    /// When perft from the start notices it.
    pub notice: Notice,
}

/// Every change of one rule of a variant.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The variant.
    pub variant: Variant,
    /// The changes, in the order of the rules.
    pub rows: Vec<Row>,
}

impl Row {
    /// How many cases of a kind tell the change apart.
    pub fn count(&self, kind: &str) -> usize {
        self.witnesses.iter().filter(|witness| KINDS[witness.kind] == kind).count()
    }

    /// What is wrong: the change is told apart by no case and not listed, or listed and yet told apart.
    pub fn fault(&self) -> Option<String> {
        match (self.witnesses.first(), self.unobservable) {
            (None, None) => Some("no case tells it apart, and it is not listed as unobservable".to_owned()),
            (Some(witness), Some(_)) => {
                Some(format!("it is listed as unobservable, and {} tells it apart", witness.id))
            }
            _ => None,
        }
    }
}

/// The changes that each case tells apart by its file, for a suite that was linted just before.
pub fn written_kills(suite: &Suite) -> Vec<Kills<'_>> {
    suite.cases.iter().map(|loaded| Kills { loaded, changes: loaded.case.kills.clone() }).collect()
}

/// The changes that each case tells apart, made anew. `go_on` is asked after each case; the answer is `None` once it
/// says no.
pub fn kills<'a>(suite: &'a Suite, go_on: impl Fn() -> bool + Sync) -> Option<Vec<Kills<'a>>> {
    let of_case = |loaded: &'a Loaded| {
        let changes = fixture::kills(&loaded.case, &loaded.variant, loaded.names);
        go_on().then_some(Kills { loaded, changes })
    };
    suite.cases.par_iter().map(of_case).collect()
}

/// What shows each change of one rule of a variant. Levels of the tree from the start are walked as long as
/// they have at most `budget` different positions. `go_on` is asked after each change.
pub fn coverage(
    variant: &Variant,
    kills: &[Kills<'_>],
    budget: usize,
    go_on: impl Fn() -> bool + Sync,
) -> Option<Coverage> {
    let due: Vec<u128> = leaves(variant, variant.rules, budget).collect();
    let changes = variant.rules.one_field_changes();
    let row = |(change, rules): &(Setting, Rules)| {
        let row = Row {
            change: *change,
            witnesses: witnesses(variant, change, kills),
            unobservable: unobservable::reason(variant.name, change),
            notice: notice(variant, *rules, &due, budget),
        };
        go_on().then_some(row)
    };
    let rows: Option<Vec<Row>> = changes.par_iter().map(row).collect();
    Some(Coverage { variant: *variant, rows: rows? })
}

fn witnesses(variant: &Variant, change: &Setting, kills: &[Kills<'_>]) -> Vec<Witness> {
    let ruling = variant.rulings.get(change.field);
    let change = change.to_string();
    let tells = |kills: &&Kills<'_>| {
        kills.loaded.variant.name == variant.name
            && is_judged(kills.loaded)
            && kills.changes.contains(&change)
    };
    let mut witnesses: Vec<Witness> =
        kills.iter().filter(tells).map(|kills| witness(kills.loaded, ruling)).collect();
    witnesses.sort();
    witnesses
}

/// A `may` case passes whatever is answered, and a withdrawn one is not asked: neither finds anything out.
fn is_judged(loaded: &Loaded) -> bool {
    loaded.case.level != Level::May && loaded.case.withdrawn.is_none()
}

fn witness(loaded: &Loaded, ruling: Option<&str>) -> Witness {
    let variant = &loaded.variant;
    let placed = fen::read(&loaded.case.position, variant.board).map(|placed| placed.position);
    let position = variant.read(&loaded.case.position).or(placed);
    let kind = loaded.case.question.kind();
    Witness {
        is_by_the_way: loaded.case.rulings.first().map(String::as_str) != ruling,
        pieces: position.map_or(variant.board.square_count(), |position| position.pieces().count()),
        kind: KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len()),
        id: loaded.case.id.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants;

    fn row(told_apart: bool, unobservable: Option<&'static str>) -> Row {
        let witness = Witness { is_by_the_way: false, pieces: 3, kind: 0, id: "arab/a/b".to_owned() };
        let (change, _) = variants::ARAB.rules.one_field_changes()[0];
        let witnesses = if told_apart { vec![witness] } else { Vec::new() };
        Row { change, witnesses, unobservable, notice: Notice::NotBy(1) }
    }

    #[test]
    fn a_change_is_told_apart_or_listed_and_not_both() {
        assert_eq!(row(true, None).fault(), None);
        assert_eq!(row(false, Some("why")).fault(), None);
        assert!(row(false, None).fault().unwrap().contains("no case"));
        assert!(row(true, Some("why")).fault().unwrap().contains("arab/a/b tells it apart"));
    }

    #[test]
    fn kills_are_made_anew_and_not_believed() {
        let mut suite = Suite::embedded().unwrap();
        suite.cases.retain(|loaded| loaded.case.id.starts_with("arab/about-turn/"));
        let written = written_kills(&suite).into_iter().map(|kills| kills.changes).collect::<Vec<_>>();
        assert!(written.iter().flatten().any(|change| change == "about-turn=allowed"));
        let mut robbed = suite.clone();
        robbed.cases.iter_mut().for_each(|loaded| loaded.case.kills.clear());
        let made = kills(&robbed, || true).unwrap().into_iter().map(|kills| kills.changes);
        assert_eq!(made.collect::<Vec<_>>(), written);
        assert!(kills(&suite, || false).is_none(), "the user has stopped");
    }

    #[test]
    fn the_example_is_the_smallest_case_made_for_the_ruling_and_may_cases_find_nothing_out() {
        let mut suite = Suite::embedded().unwrap();
        suite.cases.retain(|loaded| loaded.variant.name == "arab");
        let all = written_kills(&suite);
        let of = |kills: &[Kills<'_>]| {
            let (change, _) = variants::ARAB
                .rules
                .one_field_changes()
                .into_iter()
                .find(|(change, _)| change.to_string() == "removal=after-sequence")
                .unwrap();
            witnesses(&variants::ARAB, &change, kills)
        };
        let found = of(&all);
        assert!(!found[0].is_by_the_way && found.iter().all(|other| found[0] <= *other), "{found:?}");
        suite.cases.iter_mut().for_each(|loaded| loaded.case.level = Level::May);
        assert!(of(&written_kills(&suite)).is_empty());
    }
}
