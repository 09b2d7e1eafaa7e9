//! Where the time of a generator goes: its public operations timed apart, over positions of one kind each.

use super::contest::Ended;
use super::record::{Cost, GroupParts, Parts};
use super::sample::sample;
use super::spread::Spread;
use crate::builtin::{Builtin, BuiltinName};
use crate::interrupt;
use crate::tables::Named;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Times the operations of some generators, group by group; `tell` is called once for each group.
///
/// # Errors
///
/// If the two generators disagree about a position, a named position cannot be read, or the user has stopped.
pub fn measure(
    variant: &Variant,
    names: &[BuiltinName],
    positions: &[Named],
    (rounds, budget): (u32, Duration),
    tell: &mut dyn FnMut(),
) -> Result<Vec<Parts>, Ended> {
    let mut all: Vec<Parts> =
        names.iter().map(|name| Parts { generator: name.engine(), groups: Vec::new() }).collect();
    let groups = sample(variant, positions)?;
    let samples = groups.len() * names.len() * rounds as usize * OPERATIONS.len();
    let share = budget / u32::try_from(samples.max(1)).unwrap_or(u32::MAX);
    for (group, positions) in &groups {
        tell();
        let mut benches: Vec<Bench> =
            names.iter().map(|name| Bench::new(Builtin::new(*name, variant), positions, share)).collect();
        for round in 0..rounds as usize {
            for operation in 0..OPERATIONS.len() {
                for turn in 0..benches.len() {
                    if interrupt::is_requested() {
                        return Err(Ended::Interrupted);
                    }
                    let next = (turn + round) % names.len();
                    benches[next].sample(operation);
                }
            }
        }
        for (parts, bench) in all.iter_mut().zip(benches) {
            let [take_over, count, list, list_routes, make] = bench.costs();
            let moves = bench.moves.iter().map(Vec::len).sum();
            let routes = positions.iter().map(|it| bench.generator.count(it, Counting::Route)).sum();
            let (group, positions) = (*group, positions.len());
            parts.groups.push(GroupParts {
                group,
                positions,
                moves,
                routes,
                take_over,
                count,
                list,
                list_routes,
                make,
            });
        }
    }
    Ok(all)
}

/// An operation, done over every position once; what it returns is only to be kept by the compiler.
type Operation = for<'a, 'b> fn(&'a Bench<'b>) -> usize;

/// What is timed, in the order of the costs.
const OPERATIONS: [Operation; 5] = [
    |bench| bench.take_over(),
    |bench| bench.count(),
    |bench| bench.list(),
    |bench| bench.list_routes(),
    |bench| bench.make(),
];

/// A generator and positions of a group.
struct Bench<'a> {
    generator: Builtin,
    positions: &'a [Position],
    /// The legal moves of each position.
    moves: Vec<Vec<Move>>,
    /// How often each operation is done in a round.
    passes: [u32; OPERATIONS.len()],
    /// Nanoseconds a pass in each round.
    raw_ns: [Vec<f64>; OPERATIONS.len()],
}

impl<'a> Bench<'a> {
    fn new(generator: Builtin, positions: &'a [Position], share: Duration) -> Self {
        let list = |position| generator.moves(position, Counting::Unique);
        let moves = positions.iter().map(list).collect();
        let mut bench =
            Self { generator, positions, moves, passes: [1; OPERATIONS.len()], raw_ns: Default::default() };
        for operation in 0..OPERATIONS.len() {
            let once = bench.time(operation).max(1.0);
            bench.passes[operation] = (share.as_secs_f64() * 1e9 / once).clamp(1.0, 1e6) as u32;
        }
        bench
    }

    /// Nanoseconds a pass.
    fn time(&self, operation: usize) -> f64 {
        let begin = Instant::now();
        for _ in 0..self.passes[operation] {
            black_box(OPERATIONS[operation](black_box(self)));
        }
        begin.elapsed().as_secs_f64() * 1e9 / f64::from(self.passes[operation])
    }

    fn sample(&mut self, operation: usize) {
        let ns = self.time(operation);
        self.raw_ns[operation].push(ns);
    }

    fn take_over(&self) -> usize {
        let leaves = |position| black_box(self.generator.perft(position, black_box(0), Counting::Unique));
        self.positions.iter().map(leaves).sum::<u128>() as usize
    }

    fn count(&self) -> usize {
        self.positions.iter().map(|position| self.generator.count(position, Counting::Unique)).sum()
    }

    fn list(&self) -> usize {
        self.each_list(Counting::Unique)
    }

    fn list_routes(&self) -> usize {
        self.each_list(Counting::Route)
    }

    fn each_list(&self, counting: Counting) -> usize {
        self.positions.iter().map(|position| black_box(self.generator.moves(position, counting)).len()).sum()
    }

    fn make(&self) -> usize {
        let pairs = self.positions.iter().zip(&self.moves);
        let made = |(position, moves): (&Position, &Vec<Move>)| {
            for played in moves {
                black_box(self.generator.after(position, played));
            }
            moves.len()
        };
        pairs.map(made).sum()
    }

    /// Nanoseconds a position, of making moves a move.
    fn costs(&self) -> [Cost; OPERATIONS.len()] {
        let positions = self.positions.len();
        let moves = self.moves.iter().map(Vec::len).sum();
        std::array::from_fn(|operation| {
            let things = if operation == OPERATIONS.len() - 1 { moves } else { positions };
            let each = |ns: f64| (ns / f64::from(things.max(1) as u32) * 10.0).round() / 10.0;
            let spread = Spread::of(&self.raw_ns[operation]);
            let Spread { median, deviation } = spread.unwrap_or(Spread { median: 0.0, deviation: 0.0 });
            Cost { median_ns: each(median), spread_ns: each(deviation) }
        })
    }
}
