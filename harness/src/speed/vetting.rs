//! Answers checked before any clock runs, and with them the depth to count to.

use super::contest::Ended;
use super::depth::{Bounds, Sight, growth};
use super::reference::Reference;
use super::runner::Runner;
use crate::check::{self, Convention, Judgement, Observation, Stop};
use crate::dcp::Capability;
use crate::interrupt;
use crate::subject::Fault;
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::time::{Duration, Instant};

/// A subject whose answers at a position were looked at.
#[derive(Debug)]
pub struct Vetted {
    /// The number of rows of a right answer to `moves`.
    pub moves: Result<usize, Refused>,
    /// Right numbers of leaves at depths from 1.
    pub leaves: Result<Vec<u128>, Refused>,
    /// How long the deepest count took when it was asked first.
    pub first: Duration,
}

/// Why something is not timed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reason.
    pub reason: String,
    /// Whether the subject answered wrongly.
    pub is_wrong: bool,
}

impl Refused {
    /// Not for this subject, or no answer.
    pub fn because(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), is_wrong: false }
    }

    fn wrong(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), is_wrong: true }
    }

    /// What a question that was not answered comes to.
    ///
    /// # Errors
    ///
    /// If the user has stopped.
    pub fn of(stop: Stop) -> Result<Self, Ended> {
        match stop {
            Stop::Fault(Fault::Interrupted) => Err(Ended::Interrupted),
            Stop::Fault(fault) => Ok(Self::because(fault.to_string())),
            Stop::Skip(reason) => Ok(Self::because(reason)),
        }
    }
}

/// Where subjects are looked at.
#[derive(Debug)]
pub struct Place<'a> {
    /// The variant.
    pub variant: &'a Variant,
    /// The position.
    pub position: &'a Position,
    /// The depth of an earlier profile.
    pub wanted: Option<u32>,
    /// The greatest depth.
    pub deepest: u32,
    /// How long a count may take.
    pub bounds: Bounds,
}

/// Looks at what every subject answers, and how deep they count together.
///
/// # Errors
///
/// If the user has stopped.
pub fn vet(place: &Place<'_>, runners: &mut [Runner<'_>]) -> Result<Vec<Vetted>, Ended> {
    let mut vetted = Vec::new();
    for runner in runners.iter_mut() {
        let leaves = match runner.asker().needs(Capability::Perft) {
            Ok(()) => Ok(Vec::new()),
            Err(stop) => Err(Refused::of(stop)?),
        };
        vetted.push(Vetted { moves: moves(place, runner)?, leaves, first: Duration::ZERO });
    }
    let mut reference = Reference::new(*place.variant, *place.position);
    for depth in 1..=place.deepest {
        let Some(sight) = count(place, depth, &mut reference, runners, &mut vetted)? else { break };
        if !sight.goes_deeper(&place.bounds, place.wanted) {
            break;
        }
    }
    Ok(vetted)
}

fn moves(place: &Place<'_>, runner: &mut Runner<'_>) -> Result<Result<usize, Refused>, Ended> {
    let declared = runner.declared().clone();
    let seen = match check::ask_moves(place.position, &mut runner.asker()) {
        Ok(seen) => seen,
        Err(stop) => return Refused::of(stop).map(Err),
    };
    let rows = match &seen {
        Observation::Moves(Ok(rows)) => rows.len(),
        _ => 0,
    };
    Ok(match check::judge_moves(place.variant, place.position, &declared, &seen) {
        Judgement::Right(_) => Ok(rows),
        Judgement::Wrong(failure) => Err(Refused::wrong(failure.headline)),
        Judgement::CannotTell(reason) => {
            Err(Refused::because(format!("whether its moves are right cannot be told: {reason}")))
        }
    })
}

/// Has every subject count that was right so far. Nothing if nobody is left, or there is nothing to count.
fn count(
    place: &Place<'_>,
    depth: u32,
    reference: &mut Reference,
    runners: &mut [Runner<'_>],
    vetted: &mut [Vetted],
) -> Result<Option<Sight>, Ended> {
    let begin = Instant::now();
    let mut dues = Vec::new();
    for (runner, vetted) in runners.iter().zip(vetted.iter()) {
        let mut due = || reference.leaves(&runner.name(), depth, Convention::declared(runner.declared()));
        dues.push(if vetted.leaves.is_ok() { due() } else { 1 });
    }
    let counted = begin.elapsed();
    if dues.contains(&0) {
        // Below the end of every game there is nothing to be fast at.
        return Ok(None);
    }
    let mut times = Vec::new();
    let mut growing = 1.0_f64;
    for ((runner, vetted), due) in runners.iter_mut().zip(vetted).zip(dues) {
        let Ok(leaves) = &mut vetted.leaves else { continue };
        if interrupt::is_requested() {
            return Err(Ended::Interrupted);
        }
        let name = runner.name();
        let begin = Instant::now();
        let answered = runner.asker().perft(place.position, depth, due);
        let taken = begin.elapsed();
        if let Err(refused) =
            right_count(answered, depth, due, |other| reference.leaves(&name, depth, other))?
        {
            vetted.leaves = Err(refused);
            continue;
        }
        leaves.push(due);
        growing = growing.max(growth(leaves));
        times.push(taken.min(again(place, depth, due, taken, runner)?));
        vetted.first = taken;
    }
    let (Some(fastest), Some(slowest)) = (times.iter().min(), times.iter().max()) else { return Ok(None) };
    Ok(Some(Sight { depth, fastest: *fastest, slowest: *slowest, reference: counted, growth: growing }))
}

/// How long the same count takes a second time, if it is short: one that was held up would end the deepening.
fn again(
    place: &Place<'_>,
    depth: u32,
    due: u128,
    taken: Duration,
    runner: &mut Runner<'_>,
) -> Result<Duration, Ended> {
    if taken > place.bounds.most {
        return Ok(taken);
    }
    let item = runner.count(place.position, depth, due);
    match runner.time(&item, 1) {
        Ok(ns) => Ok(Duration::from_secs_f64(ns / 1e9)),
        // It is asked again under the clock, and what is amiss is said then.
        Err(stop) => Refused::of(stop).map(|_| taken),
    }
}

fn right_count(
    answered: Result<check::Answered<u128>, Stop>,
    depth: u32,
    due: u128,
    by: impl FnMut(Convention) -> u128,
) -> Result<Result<(), Refused>, Ended> {
    Ok(match answered {
        Ok(Ok(count)) if count == due => Ok(()),
        Ok(Ok(count)) => Err(Refused::wrong(wrong_count(count, depth, due, by))),
        Ok(Err(declined)) => Err(Refused::because(format!(
            "at depth {depth} it answers `err {} {}`",
            declined.code, declined.detail
        ))),
        Err(stop) => Err(Refused::of(stop)?),
    })
}

/// What is wrong with a count. Doubts the declaration before the engine.
fn wrong_count(count: u128, depth: u32, due: u128, mut by: impl FnMut(Convention) -> u128) -> String {
    let told = format!("it counts {count} leaves at depth {depth}, and {due} are due as it declares");
    match Convention::all().find(|convention| by(*convention) == count) {
        Some(fitting) => format!("{told}; `{fitting}` would fit"),
        None => told,
    }
}
