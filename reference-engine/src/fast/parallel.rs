//! One count by many threads: the upper plies are split into tasks, which anybody may take.

use super::capture::collect;
use super::count::{self, Counter, Visit, each_slide, each_step, kings_capture, ways};
use super::memory::{MOST, Memory};
use super::placement::Placement;
use super::ruleset::{Ruleset, Side};
use super::steps::{Exposed, Steps};
use crate::bitboard::Bits;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use thiserror::Error;

/// Tasks to aim at: enough that no thread waits long for the last one, and for progress to be seen.
const TASKS: usize = 1500;
/// Plies that a task has at least.
const TASK_DEPTH: u32 = 3;

/// How a count is carried out.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// How many threads count.
    pub threads: NonZeroUsize,
    /// Told how many tasks of how many are done; the count ends early if it says `false`.
    pub progress: &'a (dyn Fn(usize, usize) -> bool + Sync),
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Uncounted {
    /// It was ended early.
    #[error("the count was ended early")]
    Ended,
    /// There are 2^128 or more.
    #[error("there are more leaves than can be counted")]
    TooMany,
}

/// Placements of one ply, each with the number of ways that lead to it. Ways that meet are counted once.
type Frontier = HashMap<Placement, u128>;

/// The number of leaves.
pub fn perft<R: Ruleset, S: Side, const C: u8, M: Memory>(
    placement: Placement,
    depth: u32,
    memory: &M,
    effort: Effort<'_>,
) -> Result<u128, Uncounted> {
    match split::<R, S, C, M>(Frontier::from([(placement, 1)]), depth, memory, effort) {
        None => Err(Uncounted::Ended),
        Some(MOST) => Err(Uncounted::TooMany),
        Some(leaves) => Ok(leaves),
    }
}

/// The number of leaves, [`MOST`] if there are more, or `None` if the count was ended early.
fn split<R: Ruleset, S: Side, const C: u8, M: Memory>(
    frontier: Frontier,
    depth: u32,
    memory: &M,
    effort: Effort<'_>,
) -> Option<u128> {
    if depth <= TASK_DEPTH || frontier.len() >= TASKS {
        return work::<R, S, C, M>(frontier, depth, memory, effort);
    }
    let mut next = Frontier::new();
    for (placement, number) in frontier {
        for (child, ways) in children::<R, S, C>(placement) {
            let there = next.entry(child).or_default();
            *there = there.saturating_add(number.saturating_mul(u128::from(ways)));
        }
    }
    split::<R, S::Other, C, M>(next, depth - 1, memory, effort)
}

/// Counts the tasks, each thread taking the next one that nobody has taken.
fn work<R: Ruleset, S: Side, const C: u8, M: Memory>(
    frontier: Frontier,
    depth: u32,
    memory: &M,
    effort: Effort<'_>,
) -> Option<u128> {
    let tasks: Vec<(Placement, u128)> = frontier.into_iter().collect();
    let (next, done, ended) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let total = Mutex::new(0_u128);
    let one_thread = || {
        let mut counter = Counter::new(memory);
        let mut leaves = 0_u128;
        while let Some((placement, number)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if ended.load(Ordering::Relaxed) {
                break;
            }
            let below = count::perft::<R, S, C, M>(*placement, depth, &mut counter);
            leaves = leaves.saturating_add(number.saturating_mul(below));
            let finished = done.fetch_add(1, Ordering::Relaxed) + 1;
            if !(effort.progress)(finished, tasks.len()) {
                ended.store(true, Ordering::Relaxed);
            }
        }
        if let Ok(mut total) = total.lock() {
            *total = total.saturating_add(leaves);
        }
    };
    thread::scope(|scope| {
        for _ in 1..effort.threads.get().min(tasks.len()) {
            // Where the system gives no more threads, those that there are count.
            if thread::Builder::new().spawn_scoped(scope, one_thread).is_err() {
                break;
            }
        }
        one_thread();
    });
    if ended.into_inner() { None } else { total.into_inner().ok() }
}

/// The placements after each move, with the number of ways to play it.
fn children<R: Ruleset, S: Side, const C: u8>(placement: Placement) -> Vec<(Placement, u64)> {
    if count::is_over::<R>(placement) {
        return Vec::new();
    }
    let men = placement.own & !placement.kings;
    let empty = placement.empty::<R::Layout>();
    let crowning = S::promotion_row::<R::Layout>();
    let hits = Steps::of::<R, S>(men).hits(&Exposed::of::<R, S>(placement.other, empty));
    if hits.any() || kings_capture::<R>(placement) {
        let mut list = Vec::new();
        collect::<R, S>(placement, hits.jumpers::<R>(), &mut list);
        let after = |found: &super::capture::Found| {
            let next = placement.after_capture(found.from, found.to, found.captured, crowning);
            (next, ways::<C>(found))
        };
        return list.iter().map(after).collect();
    }
    let mut quiet = Children::<R, S> { placement, list: Vec::new(), rules: PhantomData };
    each_step::<R, S>(men, empty, &mut quiet);
    each_slide::<R::Layout>(placement, &mut quiet);
    quiet.list
}

/// Writes down the placements after quiet moves.
struct Children<R, S> {
    placement: Placement,
    list: Vec<(Placement, u64)>,
    rules: PhantomData<(R, S)>,
}

impl<R: Ruleset, S: Side> Visit for Children<R, S> {
    fn step(&mut self, from: Bits, to: Bits) {
        self.list.push((self.placement.after_man(from, to, S::promotion_row::<R::Layout>()), 1));
    }

    fn slide(&mut self, from: Bits, to: Bits) {
        self.list.push((self.placement.after_king(from, to), 1));
    }
}
