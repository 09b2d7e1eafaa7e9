//! Subjects timed side by side: at each position, in each round, one after the other.

use super::depth::Bounds;
use super::record::{Contestant, Count, Course, Figure, Figures, LastPly, Timing};
use super::runner::{Item, Runner};
use super::vetting::{Place, Refused, Vetted, vet};
use super::yardstick;
use crate::check::{Convention, Limits, Stop};
use crate::dcp::{Capability, Declared};
use crate::interrupt;
use crate::subject::Subject;
use crate::tables::Named;
use reference_engine::fen::{self, FenError};
use reference_engine::moves::Counting;
use reference_engine::piece::Color;
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::collections::BTreeMap;
use std::time::Duration;
use thiserror::Error;

/// A subject that is to be timed.
pub struct Entrant {
    /// The subject.
    pub subject: Box<dyn Subject>,
    /// The command that starts it; empty for a generator of huff's own.
    pub command: String,
    /// How it counts the last ply, if it is known.
    pub last_ply: LastPly,
}

/// What is timed, and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The variant.
    pub variant: Variant,
    /// The positions.
    pub positions: Vec<Named>,
    /// How many times everything is timed.
    pub rounds: u32,
    /// About how long all of it may take, checking apart.
    pub budget: Duration,
    /// How long an answer may take.
    pub limits: Limits,
    /// Depths of an earlier profile, by the names of the positions.
    pub depths: BTreeMap<String, u32>,
}

/// Why there is no profile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Ended {
    /// The user has stopped.
    #[error("interrupted")]
    Interrupted,
    /// A named position is none of the variant.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The two generators of huff's own list other moves.
    #[error("the two generators of huff contradict each other at `{0}`")]
    Contradiction(String),
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// Who was timed.
    pub subjects: Vec<Contestant>,
    /// A position each.
    pub positions: Vec<Course>,
    /// Nanoseconds of the yardstick in every round.
    pub yardstick_ns: Vec<f64>,
}

/// Times every subject at every position; `tell` hears the name of a position as each of its rounds begins.
///
/// # Errors
///
/// If the user has stopped, or a position cannot be read.
pub fn run(plan: &Plan, entrants: &mut [Entrant], tell: &mut dyn FnMut(&str)) -> Result<Results, Ended> {
    let mut yardstick_ns = Vec::new();
    let mut positions = Vec::new();
    for named in &plan.positions {
        let position = plan.variant.read(&named.position)?;
        let mut heat = Heat { plan, named, position, yardstick_ns: &mut yardstick_ns, tell };
        positions.push(heat.run(entrants)?);
    }
    let subjects = entrants.iter().enumerate();
    let subjects = subjects.map(|(index, entrant)| contestant(plan, entrant, index, &positions)).collect();
    Ok(Results { subjects, positions, yardstick_ns })
}

fn contestant(plan: &Plan, entrant: &Entrant, index: usize, positions: &[Course]) -> Contestant {
    let profile = entrant.subject.profile();
    let counting =
        profile.variant(plan.variant.name).map(|declared| Convention::declared(declared).to_string());
    Contestant {
        name: profile.name.clone(),
        version: profile.version.clone(),
        command: entrant.command.clone(),
        counting: counting.unwrap_or_default(),
        last_ply: last_ply(entrant.last_ply, positions.iter().map(|course| &course.figures[index])),
    }
}

/// The leaves a second beyond which no leaf can have been played by itself: making a move takes more than a
/// nanosecond, some five cycles of a processor.
const SINGLE_VISITS: f64 = 1e9;

/// What the figures say about the last ply of a subject that does not say it itself.
fn last_ply<'a>(declared: LastPly, figures: impl Iterator<Item = &'a Figures>) -> LastPly {
    let speeds = figures.filter_map(Figures::leaves_a_second);
    let fastest = speeds.map(|speed| speed.per_second * (1.0 - speed.spread)).fold(0.0, f64::max);
    match declared {
        LastPly::Unknown if fastest > SINGLE_VISITS => LastPly::NotSingly,
        declared => declared,
    }
}

/// One position.
struct Heat<'a, 't> {
    plan: &'a Plan,
    named: &'a Named,
    position: Position,
    yardstick_ns: &'a mut Vec<f64>,
    tell: &'a mut (dyn FnMut(&str) + 't),
}

/// Parts of a subject's time in a round: the deepest count, all shallower ones, `moves`, and the trivial question.
const DEEPEST: f64 = 0.5;
const SHALLOWER: f64 = 0.2;
const MOVES: f64 = 0.2;
const BASE: f64 = 0.1;
/// How many times as long as is needed for the fastest subject the slowest may take.
const HANDICAP: u32 = 4;
/// How many times its share a question may take before it is not timed at all.
const TOO_LONG: u32 = 16;
/// The least that is long enough for any clock.
const LEAST: Duration = Duration::from_micros(20);

impl Heat<'_, '_> {
    fn run(&mut self, entrants: &mut [Entrant]) -> Result<Course, Ended> {
        let plan = self.plan;
        let variant = plan.variant;
        let declared: Vec<Option<Declared>> =
            entrants.iter().map(|entrant| entrant.subject.profile().variant(variant.name).cloned()).collect();
        let mut runners: Vec<Runner<'_>> = entrants
            .iter_mut()
            .zip(&declared)
            .filter_map(|(entrant, declared)| {
                let declared = declared.clone()?;
                Some(Runner::new(entrant.subject.as_mut(), declared, variant.board, plan.limits))
            })
            .collect();
        let slice = self.slice(runners.len());
        let vetted = vet(&self.place(slice, &runners), &mut runners)?;
        let depth = vetted.iter().filter_map(|it| Some(it.leaves.as_ref().ok()?.len())).max().unwrap_or(0);
        let mut stations = Vec::new();
        for (runner, vetted) in runners.into_iter().zip(vetted) {
            stations.push(Station::set_up(runner, vetted, &self.position, slice)?);
        }
        self.rounds(&mut stations)?;
        let mut timed = stations.into_iter().map(Station::figures);
        let figures = declared.iter().map(|declared| match declared {
            Some(_) => timed.next().unwrap_or_else(|| not_timed("it was not asked")),
            None => not_timed(&format!("it does not declare the variant {}", variant.name)),
        });
        Ok(Course {
            class: self.named.class.clone(),
            name: self.named.name.clone(),
            position: fen::write(&self.position),
            depth: depth as u32,
            figures: figures.collect(),
        })
    }

    /// The time of one subject in one round.
    fn slice(&self, runners: usize) -> Duration {
        let samples = self.plan.positions.len() * runners * self.plan.rounds as usize;
        self.plan.budget / u32::try_from(samples.max(1)).unwrap_or(u32::MAX)
    }

    fn place(&self, slice: Duration, runners: &[Runner<'_>]) -> Place<'_> {
        let most = slice.mul_f64(DEEPEST).max(LEAST);
        let is_unique = |runner: &Runner<'_>| runner.declared().counts == Counting::Unique;
        let all_unique = runners.iter().all(is_unique);
        Place {
            variant: &self.plan.variant,
            position: &self.position,
            wanted: self.plan.depths.get(&self.named.name).copied(),
            deepest: if all_unique { self.named.depth } else { self.named.ways_depth },
            bounds: Bounds {
                enough: most / HANDICAP,
                most,
                reference: self.plan.budget / (2 * self.plan.positions.len().max(1) as u32),
            },
        }
    }

    /// Times in turn, so that a machine that grows slower grows slower for all, and each goes first by turns.
    fn rounds(&mut self, stations: &mut [Station<'_>]) -> Result<(), Ended> {
        let items = stations.iter().map(|station| station.items.len()).max().unwrap_or(0);
        for round in 0..self.plan.rounds as usize {
            (self.tell)(&self.named.name);
            self.yardstick_ns.push(yardstick::pass().round());
            for item in 0..items {
                for turn in 0..stations.len() {
                    if interrupt::is_requested() {
                        return Err(Ended::Interrupted);
                    }
                    let next = (turn + round) % stations.len();
                    stations[next].sample(item)?;
                }
            }
        }
        Ok(())
    }
}

/// A subject that is timed at a position.
struct Station<'a> {
    runner: Runner<'a>,
    vetted: Vetted,
    /// The trivial question first, then `moves` and the counts as far as they are timed.
    items: Vec<Timed>,
    trouble: Option<Refused>,
}

/// A question under the clock.
struct Timed {
    item: Item,
    repeats: u32,
    raw_ns: Vec<f64>,
}

impl<'a> Station<'a> {
    fn set_up(
        runner: Runner<'a>,
        vetted: Vetted,
        position: &Position,
        slice: Duration,
    ) -> Result<Self, Ended> {
        let mut station = Self { runner, vetted, items: Vec::new(), trouble: None };
        if let Err(stop) = station.choose_items(position, slice) {
            station.trouble = Some(Refused::of(stop)?);
        }
        Ok(station)
    }

    fn choose_items(&mut self, position: &Position, slice: Duration) -> Result<(), Stop> {
        let moves = self.vetted.moves.as_ref().ok().copied();
        let leaves = self.vetted.leaves.clone().unwrap_or_default();
        if moves.is_none() && leaves.is_empty() {
            return Ok(());
        }
        let base = self.trivial(position)?;
        // However long it takes: everything else depends on it.
        let _ = self.add(base, slice.mul_f64(BASE))?;
        if let Some(rows) = moves
            && let Err(refused) = self.add(self.runner.moves(position, rows), slice.mul_f64(MOVES))?
        {
            self.items.pop();
            self.vetted.moves = Err(refused);
        }
        for (depth, count) in (1..).zip(&leaves) {
            let is_last = depth as usize == leaves.len();
            let share = if is_last { DEEPEST } else { SHALLOWER / f64::from(leaves.len() as u32 - 1) };
            let is_short = self.add(self.runner.count(position, depth, *count), slice.mul_f64(share))?;
            // A ply of a few leaves has a small share; what the deepest takes is bounded already.
            if let (Err(refused), true) = (is_short, is_last) {
                self.items.truncate(self.items.len() - leaves.len());
                self.vetted.leaves = Err(refused);
            }
        }
        Ok(())
    }

    /// Adds a question; whether it is short enough to be asked in every round.
    fn add(&mut self, item: Item, share: Duration) -> Result<Result<(), Refused>, Stop> {
        let (repeats, once) = self.runner.repeats(&item, share)?;
        self.items.push(Timed { item, repeats, raw_ns: Vec::new() });
        if once <= share * TOO_LONG {
            return Ok(Ok(()));
        }
        let (seconds, share) = (once.as_secs_f64(), share.as_secs_f64());
        Ok(Err(Refused::because(format!(
            "one answer takes {seconds:.2} s where a round has {share:.3} s for it: more --budget would do"
        ))))
    }

    /// A question that takes no work: the leaves at depth 0, or the moves of one man against one.
    fn trivial(&mut self, position: &Position) -> Result<Item, Stop> {
        let mut asker = self.runner.asker();
        if asker.can(Capability::Perft) && asker.perft(position, 0, 1)? == Ok(1) {
            return Ok(self.runner.count(position, 0, 1));
        }
        let tiny = one_each(position);
        let rows = self.runner.asker().moves(&tiny)?.map(|rows| rows.len());
        let rows = rows.map_err(|declined| {
            Stop::Skip(format!("it refuses a position of one man each: `err {}`", declined.code))
        })?;
        Ok(self.runner.moves(&tiny, rows))
    }

    fn sample(&mut self, index: usize) -> Result<(), Ended> {
        let Some(timed) = self.items.get_mut(index).filter(|_| self.trouble.is_none()) else { return Ok(()) };
        match self.runner.time(&timed.item, timed.repeats) {
            Ok(ns) => timed.raw_ns.push(ns),
            Err(stop) => self.trouble = Some(Refused::of(stop)?),
        }
        Ok(())
    }

    fn figures(self) -> Figures {
        let Self { vetted, items, trouble, .. } = self;
        if let Some(trouble) = trouble {
            return not_timed(&trouble.reason);
        }
        let mut items = items.into_iter();
        let base = items.next().map(|base| base.raw_ns).unwrap_or_default();
        let mut timing = || items.next().map(|it| Timing::new(it.repeats, &it.raw_ns, &base));
        let moves = match vetted.moves {
            Ok(_) => timing().map_or_else(|| Figure::skipped("it was not asked"), Figure::Timed),
            Err(refused) => refused.into(),
        };
        let perft = match vetted.leaves {
            Err(refused) => refused.into(),
            Ok(leaves) if leaves.is_empty() => Figure::skipped("the game is over"),
            Ok(leaves) => Figure::Timed(counts(&leaves, timing)),
        };
        let notes = remembers(&perft, vetted.first).into_iter().collect();
        Figures { moves, perft, notes }
    }
}

fn counts(leaves: &[u128], mut timing: impl FnMut() -> Option<Timing>) -> Vec<Count> {
    let count = |(depth, leaves): (u32, &u128)| {
        // What is counted within seconds is far below 2^64.
        Some(Count { depth, leaves: u64::try_from(*leaves).ok()?, timing: timing()? })
    };
    (1..).zip(leaves).map_while(count).collect()
}

/// How many times as fast as the first a repeated count is before it is remarked.
const SUSPICIOUS: f64 = 4.0;
/// First counts below this are slow for many reasons.
const FIRST_NS: f64 = 2e6;

/// A count that was slow once and quick ever after has perhaps been looked up.
fn remembers(perft: &Figure<Vec<Count>>, first: Duration) -> Option<String> {
    let last = perft.timed()?.last()?;
    let (first, later) = (first.as_secs_f64() * 1e9, last.timing.median_ns + last.timing.base_ns);
    (first > FIRST_NS && first > SUSPICIOUS * later).then(|| {
        format!(
            "the first count took {:.1} times as long as the repeated ones: it may remember its answers, which \
             are then no speed",
            first / later
        )
    })
}

impl<T> From<Refused> for Figure<T> {
    fn from(refused: Refused) -> Self {
        if refused.is_wrong { Self::wrong(refused.reason) } else { Self::skipped(refused.reason) }
    }
}

fn not_timed(reason: &str) -> Figures {
    Figures { moves: Figure::skipped(reason), perft: Figure::skipped(reason), notes: Vec::new() }
}

/// The first man or king of each side, and nothing else.
fn one_each(position: &Position) -> Position {
    let mut tiny = Position::empty(position.board(), position.turn());
    for color in [Color::White, Color::Black] {
        if let Some((square, piece)) = position.pieces().find(|(_, piece)| piece.color == color) {
            tiny.set(square, Some(piece));
        }
    }
    tiny
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(leaves: u64, ns: f64) -> Figures {
        let timing = Timing::new(1, &[ns, ns, ns], &[0.0; 3]);
        let perft = Figure::Timed(vec![Count { depth: 1, leaves, timing }]);
        Figures { moves: Figure::skipped(""), perft, notes: Vec::new() }
    }

    #[test]
    fn a_last_ply_that_is_too_fast_to_be_played_is_said_and_one_that_is_declared_stands() {
        let figures = [counted(1_000, 10_000.0), counted(100_000, 50_000.0)];
        assert_eq!(last_ply(LastPly::Unknown, figures[..1].iter()), LastPly::Unknown);
        assert_eq!(last_ply(LastPly::Unknown, figures.iter()), LastPly::NotSingly);
        assert_eq!(last_ply(LastPly::Bulk, figures.iter()), LastPly::Bulk);
    }

    #[test]
    fn a_count_that_was_slow_only_once_is_remarked() {
        let Figures { perft, .. } = counted(1_000_000, 1e6);
        assert_eq!(remembers(&perft, Duration::from_millis(3)), None);
        assert!(remembers(&perft, Duration::from_millis(9)).unwrap().contains("9.0 times"));
    }
}
