//! Further questions, asked to tell apart the misreadings that explain a run, and to confirm the last one.

use crate::check::{Limits, is_late};
use crate::diagnose::{Group, Misreading, diagnose_variant};
use crate::fixture::{Loaded, Question, Suite};
use crate::property::draw;
use crate::subject::Subject;
use crate::verdict::Verdict;
use crate::verify::{Run, examine};
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::Variant;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most further questions about one variant.
const MOST: usize = 36;
/// Further answers that must confirm a misreading that no other explains as much as.
const CONFIRMATIONS: usize = 3;
/// How many questions may go without an answer before no more are asked.
const UNANSWERED: usize = 3;
/// Misreadings that are told apart at a time.
const CANDIDATES: usize = 64;
/// Random positions besides those of the fixtures.
const DRAWN: u64 = 600;

/// Asks on until no position tells apart the misreadings that explain the same failures, and the one that is left
/// was seen where it should show, and gives the diagnoses. What is answered is kept in [`Run::probes`]; `told` hears of each question.
pub fn probe(
    run: &mut Run,
    subject: &mut dyn Subject,
    suite: &Suite,
    limits: Limits,
    mut told: impl FnMut(&Loaded),
) -> Vec<Group> {
    let mut groups = Vec::new();
    for variant in run.variants.clone() {
        groups.extend(probe_variant(run, &variant, subject, suite, limits, &mut told));
    }
    groups
}

fn probe_variant(
    run: &mut Run,
    variant: &Variant,
    subject: &mut dyn Subject,
    suite: &Suite,
    limits: Limits,
    told: &mut impl FnMut(&Loaded),
) -> Vec<Group> {
    let mut groups = diagnose_variant(run, variant);
    let has_ended = run.ended_early.is_some() || run.search_ended.is_some();
    if has_ended || groups.iter().all(|group| group.explanation.is_none()) {
        return groups;
    }
    let mut pool = Pool::new(variant, suite, run);
    let mut unanswered = 0;
    for number in 1..=MOST {
        let Some((position, purpose)) = pool.next(&groups) else { break };
        let loaded = Loaded::loose(*variant, format!("{}/further/{number}", variant.name), &position);
        told(&loaded);
        match examine(subject, &loaded, &variant.rules, limits) {
            Err(fault) => {
                run.end_search(fault);
                break;
            }
            Ok(report) if matches!(report.verdict, Verdict::Pass | Verdict::Fail(_)) => {
                pool.confirms(purpose);
                run.probes.push(report);
                groups = diagnose_variant(run, variant);
            }
            Ok(_) => unanswered += 1,
        }
        if unanswered == UNANSWERED {
            break;
        }
    }
    groups
}

/// What a further question is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To tell misreadings apart.
    Split,
    /// To see a misreading, by which the rules are these, where it should show.
    Confirm(Rules),
}

/// Positions that may be asked about, those with few pieces first.
struct Pool {
    right: Rules,
    positions: Vec<Position>,
    asked: HashSet<Position>,
    /// For each set of rules, what moves each position has.
    known: HashMap<Rules, Vec<u64>>,
    /// How often a misreading was asked for where it should show.
    confirmed: HashMap<Rules, usize>,
}

impl Pool {
    fn new(variant: &Variant, suite: &Suite, run: &Run) -> Self {
        let read = |loaded: &Loaded| variant.read(&loaded.case.position).ok();
        let asked = run.of_variant(variant.name).map(|report| &report.loaded);
        let asked: HashSet<Position> =
            asked.filter(|loaded| matches!(loaded.case.question, Question::Moves)).filter_map(read).collect();
        let of_suite = suite.cases.iter().filter(|loaded| loaded.variant.name == variant.name);
        let mut positions: Vec<Position> = of_suite
            .filter(|loaded| !matches!(loaded.case.question, Question::Refuse))
            .filter_map(read)
            .filter(|position| !is_late(variant, position))
            .chain((0..DRAWN).map(|number| draw(variant, 0, number)))
            .collect();
        positions.sort_by_key(|position| position.pieces().count());
        Self { right: variant.rules, positions, asked, known: HashMap::new(), confirmed: HashMap::new() }
    }

    /// The next position that one of some explanations asks for, the greatest first.
    fn next(&mut self, groups: &[Group]) -> Option<(Position, Purpose)> {
        let explanations = groups.iter().filter_map(|group| group.explanation.as_ref());
        explanations.into_iter().find_map(|explanation| self.next_about(&explanation.misreadings))
    }

    /// The position that tells some misreadings best apart; where none does, one that confirms the first, if
    /// that was not done often enough.
    fn next_about(&mut self, misreadings: &[Misreading]) -> Option<(Position, Purpose)> {
        let candidates: Vec<Rules> = misreadings.iter().take(CANDIDATES).map(|it| it.rules).collect();
        let first = candidates[0];
        let is_confirmed = self.confirmed.get(&first).is_some_and(|times| *times >= CONFIRMATIONS);
        let (place, purpose) = match self.splitting(&candidates) {
            Some(place) => (place, Purpose::Split),
            None if is_confirmed => return None,
            None => (self.splitting(&[first, self.right])?, Purpose::Confirm(first)),
        };
        let position = self.positions[place];
        self.asked.insert(position);
        Some((position, purpose))
    }

    /// Notes that a question was answered.
    fn confirms(&mut self, purpose: Purpose) {
        if let Purpose::Confirm(rules) = purpose {
            *self.confirmed.entry(rules).or_default() += 1;
        }
    }

    /// The place of a position not yet asked that leaves the fewest of some rules alike.
    fn splitting(&mut self, candidates: &[Rules]) -> Option<usize> {
        for rules in candidates {
            let positions = &self.positions;
            self.known
                .entry(*rules)
                .or_insert_with(|| positions.iter().map(|position| fingerprint(rules, position)).collect());
        }
        let left = |place: usize| {
            let mut classes: HashMap<u64, usize> = HashMap::new();
            for rules in candidates {
                *classes.entry(self.known[rules][place]).or_default() += 1;
            }
            classes.into_values().max().unwrap_or_default()
        };
        let places = (0..self.positions.len()).filter(|place| !self.asked.contains(&self.positions[*place]));
        places
            .map(|place| (left(place), place))
            .filter(|(left, _)| *left < candidates.len())
            .min()
            .map(|it| it.1)
    }
}

/// The moves of a position with what they lead to, as a number.
fn fingerprint(rules: &Rules, position: &Position) -> u64 {
    let rulebook = Rulebook::new(*rules);
    let moves = rulebook.moves(position, Counting::Unique);
    let mut told: Vec<_> = moves
        .iter()
        .map(|played| (played.from, played.to, played.captured_set(), rulebook.after(position, played)))
        .map(|told| {
            let mut hasher = DefaultHasher::new();
            told.hash(&mut hasher);
            hasher.finish()
        })
        .collect();
    told.sort_unstable();
    let mut hasher = DefaultHasher::new();
    told.hash(&mut hasher);
    hasher.finish()
}
