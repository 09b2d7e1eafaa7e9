//! Speed of both generators on the start positions and the named ones. Each count is asserted before it is
//! timed; throughput is leaves a second in `unique` counting, one thread, no table, and for the fast
//! generator with the last ply in bulk.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reference_engine::fast::{Effort, Fast};
use reference_engine::moves::Counting;
use reference_engine::perft::perft;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{self, Variant};
use std::hint::black_box;
use std::num::NonZeroUsize;

const INTERNATIONAL_POSITIONS: [(&str, &str, u32, u128); 4] = [
    ("Random178", "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46", 6, 629_010),
    ("Woldouby", "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38", 12, 1_910_989),
    ("AllKings", "W:WK31-50:BK1-20", 8, 1_333_217),
    ("AlmostPromotion", "W:W6,7,8,9,10:B41,42,43,44,45", 6, 936_311),
];

fn fast(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fast/unique");
    group.sample_size(20);
    let starts = [
        ("arab start", variants::ARAB, 7, 10_782_308),
        ("ghanaian start", variants::GHANAIAN, 8, 6_164_343),
        ("international start", variants::INTERNATIONAL, 8, 6_483_961),
        ("diagonal start", variants::DIAGONAL, 12, 5_073_256),
    ];
    let starts = starts.map(|(name, variant, depth, leaves)| (name, variant, "start", depth, leaves));
    let named = INTERNATIONAL_POSITIONS
        .map(|(name, fen, depth, leaves)| (name, variants::INTERNATIONAL, fen, depth, leaves));
    for (name, variant, fen, depth, leaves) in starts.into_iter().chain(named) {
        let position = variant.read(fen).unwrap();
        let generator = Fast::new(variant.rules, variant.board).unwrap();
        let count = || generator.perft(black_box(&position), depth, Counting::Unique);
        assert_eq!(count(), leaves, "{name} depth {depth}");
        group.throughput(Throughput::Elements(leaves as u64));
        group.bench_function(format!("{name} depth {depth}"), |bencher| bencher.iter(count));
    }
}

fn threads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fast/threads");
    group.sample_size(10);
    let generator = Fast::new(variants::ARAB.rules, variants::ARAB.board).unwrap();
    let start = variants::ARAB.start();
    group.throughput(Throughput::Elements(1_454_012_156));
    for threads in [1, 2] {
        let effort = Effort { threads: NonZeroUsize::new(threads).unwrap(), progress: &|_, _| true };
        let count = || generator.perft_by(black_box(&start), 9, Counting::Unique, None, effort);
        assert_eq!(count(), Ok(1_454_012_156));
        group.bench_function(format!("arab start depth 9, {threads} threads"), |bencher| bencher.iter(count));
    }
}

fn rulebook(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rulebook/unique");
    group.sample_size(10);
    let starts: [(Variant, u32, u128); 4] = [
        (variants::ARAB, 5, 85_090),
        (variants::GHANAIAN, 5, 26_875),
        (variants::INTERNATIONAL, 6, 167_140),
        (variants::DIAGONAL, 9, 36_960),
    ];
    for (variant, depth, leaves) in starts {
        let generator = Rulebook::new(variant.rules);
        let start = variant.start();
        let count = || perft(&generator, black_box(&start), depth, Counting::Unique);
        assert_eq!(count(), leaves, "{} depth {depth}", variant.name);
        group.throughput(Throughput::Elements(leaves as u64));
        group.bench_function(format!("{} start depth {depth}", variant.name), |bencher| bencher.iter(count));
    }
}

criterion_group!(benches, fast, threads, rulebook);
criterion_main!(benches);
