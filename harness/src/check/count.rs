//! Leaves: perft and divide, under the counting that the subject declared.

use super::{Answered, Asker, Bench, Declined, Judgement, Observation, Stop, not_asked, refused};
use crate::check::given::{Given, describe};
use crate::dcp::{Capability, Declared};
use crate::verdict::{Failure, Mark, Row};
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
        Some(fitting) => Judgement::Right(vec![misdeclared(fitting, declared)]),
        None => wrong_counts(bench, declared, counts),
    }
}

fn misdeclared(fitting: Convention, declared: Convention) -> String {
    format!("the engine counts by `{fitting}` and declares `{declared}`: `{fitting}` would say so")
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
pub struct Convention {
    counting: Counting,
    finished_leaves: bool,
}

impl Convention {
    /// The one that a subject declared.
    pub const fn declared(declared: &Declared) -> Self {
        Self { counting: declared.counts, finished_leaves: declared.finished_leaves }
    }

    /// Every way of counting in use.
    pub fn all() -> impl Iterator<Item = Self> {
        let countings = Counting::VARIANTS.iter().copied();
        countings.flat_map(|counting| [false, true].map(|finished_leaves| Self { counting, finished_leaves }))
    }

    /// The leaves of a position at a depth, by the reference.
    pub fn leaves(self, variant: &Variant, position: &Position, depth: u32) -> u128 {
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
    let declared = Convention::declared(bench.declared);
    let pairs = super::moves::paired(bench, branches);
    let rows = |convention: Convention| -> Vec<Row> {
        pairs.iter().map(|(played, branch)| row(bench, convention, depth, played, *branch)).collect()
    };
    let is_right = |rows: &[Row]| rows.iter().all(|row| row.mark == Mark::Same);
    let due = rows(declared);
    if is_right(&due) {
        return Judgement::Right(Vec::new());
    }
    // Doubt the convention before the engine.
    if let Some(fitting) = Convention::all().find(|convention| is_right(&rows(*convention))) {
        return Judgement::Right(vec![misdeclared(fitting, declared)]);
    }
    let wrong = due.iter().filter(|row| row.mark != Mark::Same).count();
    let headline = format!("wrong number of leaves below {wrong} of {} moves (`{declared}`)", due.len());
    Judgement::Wrong(Failure { headline, rows: due })
}

fn row(bench: &Bench<'_>, convention: Convention, depth: u32, played: &Move, branch: Option<&Given>) -> Row {
    let due = convention.leaves(&bench.variant, &bench.position.after(played), depth.saturating_sub(1));
    let text = describe(
        bench.position.board(),
        bench.declared.squares,
        played.from,
        played.to,
        &played.captured_set(),
    );
    // A move listed several times (by another counting) has equal numbers each time.
    let leaves = branch.and_then(|branch| branch.leaves).unwrap_or_default();
    Row {
        mark: if leaves == due { Mark::Same } else { Mark::Changed },
        expected: format!("{text}: {due}"),
        given: format!("{text}: {leaves}"),
    }
}
