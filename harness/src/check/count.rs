//! Leaves: perft and divide, under the counting that the subject declared.

use super::{Answered, Asker, Bench, Declined, Judgement, Observation, Stop, not_asked, refused};
use crate::check::given::{Given, describe};
use crate::dcp::{Capability, Declared};
use crate::verdict::{Failure, Mark, Row};
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::perft::{perft, perft_with_finished_leaves};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::Variant;
use strum::VariantArray;

pub fn ask_perft(
    variant: &Variant,
    position: &Position,
    depths: u32,
    asker: &mut Asker<'_>,
) -> Result<Observation, Stop> {
    if !asker.can(Capability::Perft) {
        asker.needs(Capability::Divide)?;
    }
    let mut counts = Vec::new();
    for depth in 1..=depths {
        let due: Vec<u128> = Convention::all().map(|it| it.leaves(variant, position, depth)).collect();
        // The time limit follows the counting that counts most.
        let most = due.iter().copied().max().unwrap_or_default();
        match leaves_at(position, depth, most, asker)? {
            Err(declined) => return Ok(Observation::Counts(Err(declined))),
            Ok(count) => counts.push(count),
        }
        // A wrong count is enough: deeper ones are wrong too, and may be of a tree many times the size.
        if counts.last().is_some_and(|count| !due.contains(count)) {
            break;
        }
    }
    Ok(Observation::Counts(Ok(counts)))
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
    Ok(branches.and_then(|branches| sum(&branches).ok_or_else(overflow)))
}

/// The sum of all branches, or `None` where it would not fit.
fn sum(branches: &[Given]) -> Option<u128> {
    branches.iter().filter_map(|branch| branch.leaves).try_fold(0_u128, u128::checked_add)
}

fn overflow() -> Declined {
    Declined {
        code: "overflow".to_owned(),
        detail: "the leaves add up to more than a count holds".to_owned(),
    }
}

pub fn judge_perft(bench: &Bench<'_>, seen: &Observation) -> Judgement {
    let counts = match seen {
        Observation::Counts(Err(declined)) => return refused(declined),
        Observation::Counts(Ok(counts)) => counts,
        _ => return not_asked(),
    };
    let declared = Convention::declared(bench.declared);
    if declared.first_difference(bench, counts).is_none() {
        return Judgement::Right(Vec::new());
    }
    // Doubt the convention before the engine.
    match Convention::all().find(|convention| convention.first_difference(bench, counts).is_none()) {
        Some(fitting) => Judgement::Right(vec![format!(
            "the engine counts by `{fitting}` and declares `{declared}`: `{fitting}` would say so"
        )]),
        None => wrong_counts(bench, declared, counts),
    }
}

/// The counts up to the first that is wrong.
fn wrong_counts(bench: &Bench<'_>, declared: Convention, counts: &[u128]) -> Judgement {
    let last = declared.first_difference(bench, counts).map_or(counts.len(), |index| index + 1);
    let rows = (1..).zip(&counts[..last]).map(|(depth, given)| {
        let due = declared.leaves(&bench.variant, &bench.position, depth);
        let mark = if due == *given { Mark::Same } else { Mark::Changed };
        Row { mark, expected: format!("depth {depth}: {due}"), given: format!("depth {depth}: {given}") }
    });
    let headline = format!("wrong number of leaves at depth {last}, counted as declared (`{declared}`)");
    Judgement::Wrong(Failure { headline, rows: rows.collect() })
}

/// What makes one number of leaves right and another wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Convention {
    counting: Counting,
    finished_leaves: bool,
}

impl Convention {
    const fn declared(declared: &Declared) -> Self {
        Self { counting: declared.counts, finished_leaves: declared.finished_leaves }
    }

    fn all() -> impl Iterator<Item = Self> {
        let countings = Counting::VARIANTS.iter().copied();
        countings.flat_map(|counting| [false, true].map(|finished_leaves| Self { counting, finished_leaves }))
    }

    fn leaves(self, variant: &Variant, position: &Position, depth: u32) -> u128 {
        let count = if self.finished_leaves { perft_with_finished_leaves } else { perft };
        count(&Rulebook::new(variant.rules), position, depth, self.counting)
    }

    /// The index of the first count, those of depths from 1, that is another by this convention.
    fn first_difference(self, bench: &Bench<'_>, counts: &[u128]) -> Option<usize> {
        (1..)
            .zip(counts)
            .position(|(depth, given)| self.leaves(&bench.variant, &bench.position, depth) != *given)
    }
}

impl std::fmt::Display for Convention {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "counts={} leaves={}",
            self.counting,
            if self.finished_leaves { "one" } else { "zero" }
        )
    }
}

pub fn ask_divide(
    variant: &Variant,
    position: &Position,
    depth: u32,
    asker: &mut Asker<'_>,
) -> Result<Observation, Stop> {
    asker.needs(Capability::Divide)?;
    let leaves = perft(&Rulebook::new(variant.rules), position, depth, Counting::Route);
    Ok(Observation::Moves(asker.divide(position, depth, leaves)?))
}

pub fn judge_divide(bench: &Bench<'_>, depth: u32, seen: &Observation) -> Judgement {
    let branches = match seen {
        Observation::Moves(Err(declined)) => return refused(declined),
        Observation::Moves(Ok(branches)) => branches,
        _ => return not_asked(),
    };
    // First the moves: where they differ, the numbers say nothing.
    match super::moves::compare(bench, branches) {
        Judgement::Right(_) => compare_branches(bench, depth, branches),
        other => other,
    }
}

fn compare_branches(bench: &Bench<'_>, depth: u32, branches: &[Given]) -> Judgement {
    let convention = Convention::declared(bench.declared);
    let mut moves = bench.generator().moves(&bench.position, Counting::Unique);
    moves.sort();
    let rows: Vec<Row> = moves.iter().map(|played| row(bench, convention, depth, played, branches)).collect();
    let wrong = rows.iter().filter(|row| row.mark != Mark::Same).count();
    if wrong == 0 {
        return Judgement::Right(Vec::new());
    }
    let headline = format!("wrong number of leaves below {wrong} of {} moves (`{convention}`)", rows.len());
    Judgement::Wrong(Failure { headline, rows })
}

fn row(bench: &Bench<'_>, convention: Convention, depth: u32, played: &Move, branches: &[Given]) -> Row {
    let due = convention.leaves(
        &bench.variant,
        &bench.generator().after(&bench.position, played),
        depth.saturating_sub(1),
    );
    let text = describe(
        bench.position.board(),
        bench.declared.squares,
        played.from,
        played.to,
        &played.captured_set(),
    );
    // A move listed several times (by another counting) has equal numbers each time.
    let given = branches.iter().find(|branch| branch.ends() == Some((played.from, played.to)));
    let leaves = given.and_then(|branch| branch.leaves).unwrap_or_default();
    Row {
        mark: if leaves == due { Mark::Same } else { Mark::Changed },
        expected: format!("{text}: {due}"),
        given: format!("{text}: {leaves}"),
    }
}
