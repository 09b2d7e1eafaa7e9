//! The fast generator beside kish from the Rust registry, in turn, on the same work: Turkish draughts from
//! the start. Each counts under its own counting, which for kish is every route, and for ours both that and
//! `unique`; the number of leaves is asserted first.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reference_engine::fast::Fast;
use reference_engine::moves::Counting;
use reference_engine::variants::TURKISH;
use std::hint::black_box;

const DEPTH: u32 = 7;
const ROUTES: u64 = 10_782_382;
const UNIQUE: u64 = 10_782_308;

fn turkish(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("peers/turkish start depth 7");
    group.sample_size(20);
    let ours = Fast::new(TURKISH.rules, TURKISH.board).unwrap();
    let start = TURKISH.start();
    let theirs = kish::Board::new_default();
    assert_eq!(theirs.perft(u64::from(DEPTH)), ROUTES);
    assert_eq!(ours.perft(&start, DEPTH, Counting::Route), u128::from(ROUTES));
    assert_eq!(ours.perft(&start, DEPTH, Counting::Unique), u128::from(UNIQUE));
    group.throughput(Throughput::Elements(ROUTES));
    group.bench_function("kish 1.1.7, routes", |bencher| {
        bencher.iter(|| black_box(&theirs).perft(u64::from(DEPTH)));
    });
    group.bench_function("huff fast, routes", |bencher| {
        bencher.iter(|| ours.perft(black_box(&start), DEPTH, Counting::Route));
    });
    group.throughput(Throughput::Elements(UNIQUE));
    group.bench_function("huff fast, unique", |bencher| {
        bencher.iter(|| ours.perft(black_box(&start), DEPTH, Counting::Unique));
    });
}

criterion_group!(benches, turkish);
criterion_main!(benches);
