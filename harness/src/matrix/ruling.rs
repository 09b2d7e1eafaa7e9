//! A ruling as a row: how the engines answer the cases that it decides.

use super::{Score, Source};
use crate::report::record::{CaseRecord, Recorded};
use reference_engine::rulings::{self, Ruling};
use std::collections::{BTreeSet, HashMap};

/// A ruling of a variant, with what came of its cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingRow {
    /// Its id.
    pub id: String,
    /// What it says; none if this huff knows no such ruling.
    pub ruling: Option<&'static Ruling>,
    /// What came of its cases, for each engine.
    pub judged: Vec<Judged>,
}

/// What came of the cases of one engine that name a ruling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Cases that it decides, since they name it first.
    pub decisive: Score,
    /// Cases that name it after another one, and may be wrong for that one's sake.
    pub besides: Score,
}

/// The rulings that cases of a variant name: in the order of the rules, and those that are not known last.
pub(super) fn rows(variant: &str, sources: &[Source]) -> Vec<RulingRow> {
    let mut runs: Vec<HashMap<&str, Judged>> =
        sources.iter().map(|source| of_run(&source.run, variant)).collect();
    let named: BTreeSet<String> = runs.iter().flat_map(HashMap::keys).map(|id| (*id).to_owned()).collect();
    let place = |id: &String| rulings::ALL.iter().position(|ruling| ruling.id == id);
    let mut ids: Vec<String> = named.into_iter().collect();
    ids.sort_by_key(|id| place(id).unwrap_or(usize::MAX));
    let mut row = |id: String| RulingRow {
        ruling: rulings::find(variant, &id),
        judged: runs.iter_mut().map(|run| run.remove(&*id).unwrap_or_default()).collect(),
        id,
    };
    ids.into_iter().map(&mut row).collect()
}

fn of_run<'a>(run: &'a Recorded, variant: &str) -> HashMap<&'a str, Judged> {
    let mut found: HashMap<&str, (Vec<&CaseRecord>, Vec<&CaseRecord>)> = HashMap::new();
    // A law holds whatever the rules are.
    for case in run.cases.iter().filter(|case| case.variant == variant && case.law.is_none()) {
        let mut seen = BTreeSet::new();
        for (place, id) in case.rulings.iter().enumerate().filter(|(_, id)| seen.insert(*id)) {
            let (decisive, besides) = found.entry(id).or_default();
            if place == 0 { decisive.push(case) } else { besides.push(case) }
        }
    }
    let score = |cases: Vec<&'a CaseRecord>| Score::of(cases.into_iter());
    let judged =
        |(id, (decisive, besides))| (id, Judged { decisive: score(decisive), besides: score(besides) });
    found.into_iter().map(judged).collect()
}

impl Judged {
    /// What came of the cases, in words.
    pub fn told(&self) -> String {
        let besides = &self.besides;
        match besides.judged() {
            0 => self.decisive.to_string(),
            others => {
                format!("{}; of {others} that name it besides, {} wrong", self.decisive, besides.wrong())
            }
        }
    }
}
