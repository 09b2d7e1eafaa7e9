//! Speed of the rulebook generator: perft from the start of each variant, its count asserted first.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reference_engine::{moves::Counting, perft::perft, rulebook::Rulebook, variants};
use std::hint::black_box;

fn start_positions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rulebook/start/unique");
    for (variant, depth, leaves) in
        [(variants::ARAB, 4, 7538), (variants::INTERNATIONAL, 5, 27117), (variants::DIAGONAL, 6, 536)]
    {
        let generator = Rulebook::new(variant.rules);
        let start = variant.start();
        let count = || perft(&generator, black_box(&start), depth, Counting::Unique);
        assert_eq!(count(), leaves, "{} depth {depth}", variant.name);
        group.throughput(Throughput::Elements(leaves as u64));
        group.bench_function(format!("{} depth {depth}", variant.name), |bencher| bencher.iter(count));
    }
}

criterion_group!(benches, start_positions);
criterion_main!(benches);
