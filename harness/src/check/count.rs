//! Leaves: perft and divide, under the counting that the subject declared.

use super::convention::Convention;
use super::reckoning::Reckoning;
use super::{Answered, Asker, Bench, Declined, Judgement, Observation, Stop, not_asked};
use crate::check::given::{Given, describe};
use crate::dcp::Capability;
use crate::verdict::{Failure, Mark, Row};
use reference_engine::generator::Generator;
use reference_engine::moves::Move;
use reference_engine::position::Position;
use reference_engine::variants::Variant;

pub fn ask_perft(
    variant: &Variant,
    position: &Position,
    depths: u32,
    asker: &mut Asker<'_>,
) -> Result<Observation, Stop> {
    if !asker.can(Capability::Perft) {
        asker.needs(Capability::Divide)?;
    }
    let reckoning = asker.reckoning();
    let due = |depth, convention| reckoning.leaves(variant, position, depth, convention);
    let declared = Convention::declared(asker.declared());
    let mut counts = Vec::new();
    // The time limit follows the counting that counts most: every route, and of each shallower depth as many
    // finished games as there can be.
    let mut most = 1;
    for depth in 1..=depths {
        most += due(depth, Convention::ROUTES);
        let count = match leaves_at(position, depth, most, asker)? {
            Err(declined) => return Ok(Observation::Counts(Err(declined), reckoning)),
            Ok(count) => count,
        };
        counts.push(count);
        // A wrong count is enough: deeper ones are wrong too, and may be of a tree many times the size.
        if due(depth, declared) != count && Convention::all().all(|other| due(depth, other) != count) {
            break;
        }
    }
    Ok(Observation::Counts(Ok(counts), reckoning))
}

fn leaves_at(
    position: &Position,
    depth: u32,
    leaves: u128,
    asker: &mut Asker<'_>,
) -> Result<Answered<u128>, Stop> {
    if asker.can(Capability::Perft) {
        return asker.perft(position, depth, leaves);
    }
    let branches = asker.divide(position, depth, leaves)?;
    Ok(branches.and_then(|branches| total(&branches).ok_or_else(overflow)))
}

/// The sum of all branches, or `None` where it would not fit.
pub fn total(branches: &[Given]) -> Option<u128> {
    branches.iter().filter_map(|branch| branch.leaves).try_fold(0_u128, u128::checked_add)
}

/// What is made of branches whose sum does not fit.
pub fn overflow() -> Declined {
    Declined {
        code: "overflow".to_owned(),
        detail: "the leaves add up to more than a count holds".to_owned(),
    }
}

pub fn judge_perft(bench: &Bench<'_>, seen: &Observation) -> Judgement {
    let (counts, reckoning) = match seen {
        Observation::Counts(Err(declined), _) => return bench.refused(declined),
        Observation::Counts(Ok(counts), reckoning) => (counts, reckoning),
        _ => return not_asked(),
    };
    let tally = Tally { bench, counts, reckoning };
    let declared = Convention::declared(bench.declared);
    if tally.first_difference(declared).is_none() {
        return Judgement::Right(Vec::new());
    }
    // Doubt the convention before the engine.
    match Convention::nearest(declared, |convention| tally.first_difference(convention).is_none()) {
        Some(fitting) => Judgement::Right(vec![misdeclared(fitting, declared)]),
        None => tally.wrong_counts(),
    }
}

/// The convention that scores highest; of those that do alike, the one that is most like the declared one.
fn best<S: Ord>(declared: Convention, score: impl Fn(&Convention) -> S) -> Convention {
    Convention::all().max_by_key(|it| (score(it), it.likeness(declared))).unwrap_or(declared)
}

/// How a wrong answer is counted: as declared, or by what it comes nearer to.
fn manner(counted: Convention, declared: Convention) -> String {
    if counted == declared {
        return format!("as declared (`{declared}`)");
    }
    format!("by `{counted}`, which fits better than the declared `{declared}`")
}

/// What there is to say of counts that are right by another convention than is declared.
pub fn misdeclared(fitting: Convention, declared: Convention) -> String {
    format!("the engine counts by `{fitting}` and declares `{declared}`: `{fitting}` would say so")
}

/// Counts of depths from 1, and what was due.
struct Tally<'a> {
    bench: &'a Bench<'a>,
    counts: &'a [u128],
    reckoning: &'a Reckoning,
}

impl Tally<'_> {
    /// Depths with the count that is due and the count given.
    fn rows(&self, convention: Convention) -> impl Iterator<Item = (u32, u128, u128)> {
        let Bench { variant, position, .. } = self.bench;
        let due = move |depth| self.reckoning.leaves(variant, position, depth, convention);
        (1..).zip(self.counts).map(move |(depth, given)| (depth, due(depth), *given))
    }

    /// The first depth whose count is another by this convention.
    fn first_difference(&self, convention: Convention) -> Option<u32> {
        self.rows(convention).find(|(_, due, given)| due != given).map(|(depth, ..)| depth)
    }

    /// The counts up to the first that is wrong, by the convention that fits longest.
    fn wrong_counts(&self) -> Judgement {
        let declared = Convention::declared(self.bench.declared);
        let fits_to = |convention: &Convention| self.first_difference(*convention).unwrap_or(u32::MAX);
        let counted = best(declared, fits_to);
        let last = fits_to(&counted);
        let rows = self.rows(counted).take(last as usize).map(|(depth, due, given)| {
            let mark = if due == given { Mark::Same } else { Mark::Changed };
            let [expected, given] = [due, given].map(|leaves| format!("depth {depth}: {leaves}"));
            Row { mark, expected, given, ..Row::default() }
        });
        let headline =
            format!("wrong number of leaves at depth {last}, counted {}", manner(counted, declared));
        Judgement::Wrong(Failure { headline, rows: rows.collect() })
    }
}

pub fn ask_divide(
    variant: &Variant,
    position: &Position,
    depth: u32,
    asker: &mut Asker<'_>,
) -> Result<Observation, Stop> {
    asker.needs(Capability::Divide)?;
    let reckoning = asker.reckoning();
    let leaves = reckoning.leaves(variant, position, depth, Convention::ROUTES);
    Ok(Observation::Branches(asker.divide(position, depth, leaves)?, reckoning))
}

pub fn judge_divide(bench: &Bench<'_>, depth: u32, seen: &Observation) -> Judgement {
    let (branches, reckoning) = match seen {
        Observation::Branches(Err(declined), _) => return bench.refused(declined),
        Observation::Branches(Ok(branches), reckoning) => (branches, reckoning),
        _ => return not_asked(),
    };
    // First the moves: where they differ, the numbers say nothing.
    match super::moves::compare(bench, branches) {
        Judgement::Right(noticed) => Division { bench, depth, branches, reckoning }.judge(noticed),
        other => other,
    }
}

/// Branches below the right moves.
struct Division<'a> {
    bench: &'a Bench<'a>,
    depth: u32,
    branches: &'a [Given],
    reckoning: &'a Reckoning,
}

impl Division<'_> {
    /// What was noticed of the moves is said besides.
    fn judge(&self, mut noticed: Vec<String>) -> Judgement {
        let declared = Convention::declared(self.bench.declared);
        let pairs = super::moves::every_pair(self.bench, self.branches);
        let rows = |convention: Convention| -> Vec<Row> {
            pairs.iter().map(|(played, branch)| self.row(convention, played, branch)).collect()
        };
        let is_right = |rows: &[Row]| rows.iter().all(|row| row.mark == Mark::Same);
        if is_right(&rows(declared)) {
            return Judgement::Right(noticed);
        }
        // Doubt the convention before the engine.
        if let Some(fitting) = Convention::nearest(declared, |convention| is_right(&rows(convention))) {
            noticed.push(misdeclared(fitting, declared));
            return Judgement::Right(noticed);
        }
        let right =
            |convention: &Convention| rows(*convention).iter().filter(|row| row.mark == Mark::Same).count();
        let counted = best(declared, right);
        let rows = rows(counted);
        let (wrong, all) = (rows.len() - right(&counted), rows.len());
        let manner = manner(counted, declared);
        let headline = format!("wrong number of leaves below {wrong} of {all} moves, counted {manner}");
        Judgement::Wrong(Failure { headline, rows })
    }

    fn row(&self, convention: Convention, played: &Move, branch: &Given) -> Row {
        let Bench { variant, position, declared } = self.bench;
        let after = self.bench.generator().after(position, played);
        let due = self.reckoning.leaves(variant, &after, self.depth.saturating_sub(1), convention);
        let text =
            describe(position.board(), declared.squares, played.from, played.to, &played.captured_set());
        let leaves = branch.leaves.unwrap_or_default();
        Row {
            mark: if leaves == due { Mark::Same } else { Mark::Changed },
            expected: format!("{text}: {due}"),
            given: format!("{text}: {leaves}"),
            ..Row::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dcp::Declared;
    use reference_engine::moves::Counting;
    use reference_engine::notation;
    use reference_engine::variants::ARAB;

    const ROUTES: Convention = Convention::ROUTES;

    /// What is made of the counts and branches of an engine that counts routes and declares `unique`, where a
    /// number is off.
    fn judged(spoil: impl Fn(&mut Vec<u128>)) -> Judgement {
        let position = ARAB.read("W:WKa3:BKd8,a2,h4,a7,f3").unwrap();
        let declared = Declared::customary(ARAB.name);
        let bench = Bench { variant: ARAB, position, declared: &declared };
        let reckoning = Reckoning::about("none");
        let due = |depth| reckoning.leaves(&ARAB, &position, depth, ROUTES);
        let mut counts: Vec<u128> = (1..=5).map(due).collect();
        spoil(&mut counts);
        judge_perft(&bench, &Observation::Counts(Ok(counts), reckoning))
    }

    #[test]
    fn a_wrong_count_is_named_by_the_convention_that_fits_longest() {
        let Judgement::Right(notes) = judged(|_| {}) else { panic!("routes are a way of counting") };
        let note = "the engine counts by `counts=route leaves=zero` and declares `counts=unique leaves=zero`: \
                    `counts=route leaves=zero` would say so";
        assert_eq!(notes, [note]);
        let Judgement::Wrong(failure) = judged(|counts| counts[4] += 1) else { panic!("5 is wrong") };
        assert_eq!(
            failure.headline,
            "wrong number of leaves at depth 5, counted by `counts=route leaves=zero`, which fits better than \
             the declared `counts=unique leaves=zero`"
        );
        assert_eq!(failure.rows.iter().filter(|row| row.mark == Mark::Same).count(), 4);
        let first = &failure.rows[0];
        assert_eq!((&*first.expected, &*first.given), ("depth 1: 5", "depth 1: 5"));
    }

    #[test]
    fn of_ways_of_counting_that_fit_alike_the_declared_one_is_named() {
        let Judgement::Wrong(failure) = judged(|counts| counts[0] += 1) else { panic!("1 is wrong") };
        assert_eq!(
            failure.headline,
            "wrong number of leaves at depth 1, counted as declared (`counts=unique leaves=zero`)"
        );
    }

    /// What is made of a divide to depth 2 by routes, declared as `unique`, with the first numbers spoilt.
    fn divided(spoilt: usize) -> Judgement {
        let position = ARAB.read("B:WKa3:BKc8,a2,h4,a7,f3").unwrap();
        let declared = Declared::customary(ARAB.name);
        let bench = Bench { variant: ARAB, position, declared: &declared };
        let reckoning = Reckoning::about("none");
        let branch = |played: &Move| {
            let after = bench.generator().after(&position, played);
            let leaves = reckoning.leaves(&ARAB, &after, 1, ROUTES);
            let text = notation::write(played, ARAB.board, declared.squares, declared.notation);
            Given::of_branch(&format!("{text} {leaves}"), &position, declared.notation).unwrap()
        };
        let moves = bench.generator().moves(&position, Counting::Unique);
        let mut branches: Vec<Given> = moves.iter().map(branch).collect();
        for branch in &mut branches[..spoilt] {
            branch.leaves = branch.leaves.map(|leaves| leaves + 1);
        }
        judge_divide(&bench, 2, &Observation::Branches(Ok(branches), reckoning))
    }

    #[test]
    fn a_wrong_divide_is_named_by_the_convention_that_fits_most_moves() {
        assert!(matches!(divided(0), Judgement::Right(notes) if notes.len() == 1));
        let Judgement::Wrong(failure) = divided(1) else { panic!("the first number is wrong") };
        assert_eq!(
            failure.headline,
            "wrong number of leaves below 1 of 23 moves, counted by `counts=route leaves=zero`, which fits better \
             than the declared `counts=unique leaves=zero`"
        );
        let changed: Vec<&Row> = failure.rows.iter().filter(|row| row.mark == Mark::Changed).collect();
        let texts: Vec<[&str; 2]> = changed.iter().map(|row| [&*row.expected, &*row.given]).collect();
        assert_eq!(texts, [["c8-d8: 5", "c8-d8: 6"]]);
        let Judgement::Wrong(failure) = divided(2) else { panic!("two numbers are wrong") };
        assert!(failure.headline.starts_with("wrong number of leaves below 2 of 23 moves, "), "{failure:?}");
    }
}
