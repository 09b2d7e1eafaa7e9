//! `divide` at depth 1 lists what `moves` lists, and at every depth its leaves add up to `perft`. All of it
//! is the subject's own: how it counts captures and finished games makes no difference.

use super::law::Bench;
use super::told::{Told, difference, listed, readable};
use crate::builtin::{Builtin, BuiltinName};
use crate::check::{Given, Judgement, Stop};
use crate::dcp::Capability;
use crate::verdict::{Failure, Mark, Row};
use reference_engine::moves::Counting;
use reference_engine::perft::perft_with_finished_leaves;
use std::collections::BTreeSet;

/// The greatest depth that is counted.
const DEPTHS: u32 = 3;
/// The most leaves that are counted.
const LEAVES: u128 = 3000;

pub fn judge(bench: &mut Bench<'_, '_>) -> Result<Judgement, Stop> {
    let moves = listed(bench, bench.position)?;
    // A finished game has no branches, and counts as a leaf for some.
    if moves.is_empty() {
        return Ok(Judgement::Right(Vec::new()));
    }
    for depth in 1..=DEPTHS {
        let leaves = leaves(bench, depth);
        if depth > 1 && leaves > LEAVES {
            break;
        }
        let branches = branches(bench, depth, leaves)?;
        let failure = other_moves(bench, &moves, &branches).or(other_sum(bench, depth, leaves, &branches)?);
        if let Some(failure) = failure {
            return Ok(Judgement::Wrong(failure));
        }
    }
    Ok(Judgement::Right(Vec::new()))
}

/// As many leaves as any way of counting gives, for the time limit.
fn leaves(bench: &Bench<'_, '_>, depth: u32) -> u128 {
    let generator = Builtin::new(BuiltinName::Fast, bench.variant);
    perft_with_finished_leaves(&generator, bench.position, depth, Counting::Route)
}

fn branches(bench: &mut Bench<'_, '_>, depth: u32, leaves: u128) -> Result<Vec<(Told, Given)>, Stop> {
    let answered = bench.asker.divide(bench.position, depth, leaves)?;
    let refused = |_| Stop::Skip("the engine refuses to divide here".to_owned());
    readable(answered.map_err(refused)?)
}

/// How often a move is listed is a matter of counting, which `moves` need not share.
fn other_moves(
    bench: &Bench<'_, '_>,
    moves: &[(Told, Given)],
    branches: &[(Told, Given)],
) -> Option<Failure> {
    let (board, names) = (bench.variant.board, bench.asker.declared().squares);
    let set = |rows: &[(Told, Given)]| rows.iter().map(|(told, _)| told.clone()).collect::<BTreeSet<_>>();
    let rows = difference(&set(moves), &set(branches), |told| told.describe(board, names));
    let headline = "divide lists other moves than `moves`, which are on the left".to_owned();
    (!rows.is_empty()).then_some(Failure { headline, rows })
}

fn other_sum(
    bench: &mut Bench<'_, '_>,
    depth: u32,
    leaves: u128,
    branches: &[(Told, Given)],
) -> Result<Option<Failure>, Stop> {
    let below = branches.iter().filter_map(|(_, given)| given.leaves);
    let Some(sum) = below.clone().try_fold(0_u128, u128::checked_add) else { return Ok(None) };
    if !bench.asker.can(Capability::Perft) {
        return Ok(None);
    }
    let refused = |_| Stop::Skip("the engine refuses to count here".to_owned());
    let counted = bench.asker.perft(bench.position, depth, leaves)?.map_err(refused)?;
    if counted == sum {
        return Ok(None);
    }
    let row = Row {
        mark: Mark::Changed,
        expected: format!("divide {depth}: {sum} in {} rows", below.count()),
        given: format!("perft {depth}: {counted}"),
        ..Row::default()
    };
    let headline = format!("the leaves of divide {depth} do not add up to perft {depth}");
    Ok(Some(Failure { headline, rows: vec![row] }))
}
