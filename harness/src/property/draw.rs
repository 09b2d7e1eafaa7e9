//! The n-th random position of a seed.

use super::positions::{placement, play_out};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use reference_engine::position::Position;
use reference_engine::variants::Variant;

/// The position of a number, by turns a placement and a position of a game. Each number has a random source
/// of its own, so that a position does not depend on how many are drawn.
///
/// # Panics
///
/// Never for the variants of [`reference_engine::variants::ALL`], in which possible positions are found.
pub fn draw(variant: &Variant, seed: u64, number: u64) -> Position {
    let strategy = if number.is_multiple_of(2) { placement(*variant) } else { play_out(*variant) };
    let mut runner = runner(variant.name, seed, number);
    strategy.new_tree(&mut runner).expect("possible positions are found").current()
}

fn runner(name: &str, seed: u64, number: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    for (place, byte) in bytes[16..].iter_mut().zip(name.bytes()) {
        *place = byte;
    }
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}
