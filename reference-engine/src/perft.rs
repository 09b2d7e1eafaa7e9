//! Perft: how many leaves a tree of legal moves has at a depth, by plain recursion.

use crate::generator::Generator;
use crate::moves::{Counting, Move};
use crate::position::Position;

/// The number of ways to play `depth` plies.
///
/// A position in which the game is over counts one leaf at its own depth and nothing below it. A `u128`
/// holds any count that a machine can reach.
pub fn perft<G: Generator>(generator: &G, position: &Position, depth: u32, counting: Counting) -> u128 {
    match depth {
        0 => 1,
        1 => generator.count(position, counting) as u128,
        _ => generator
            .moves(position, counting)
            .iter()
            .map(|played| perft(generator, &generator.after(position, played), depth - 1, counting))
            .sum(),
    }
}

/// The same where a position in which the game is over counts as one leaf at every depth below it. Some
/// engines publish this.
pub fn perft_with_finished_leaves<G: Generator>(
    generator: &G,
    position: &Position,
    depth: u32,
    counting: Counting,
) -> u128 {
    match depth {
        0 => return 1,
        1 => return generator.count(position, counting).max(1) as u128,
        _ => {}
    }
    let moves = generator.moves(position, counting);
    if moves.is_empty() {
        return 1;
    }
    moves
        .iter()
        .map(|played| {
            perft_with_finished_leaves(generator, &generator.after(position, played), depth - 1, counting)
        })
        .sum()
}

/// Each legal move with the leaves below it, in the order of the moves' squares. Empty at depth 0.
pub fn divide<G: Generator>(
    generator: &G,
    position: &Position,
    depth: u32,
    counting: Counting,
) -> Vec<(Move, u128)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = generator.moves(position, counting);
    moves.sort();
    moves
        .into_iter()
        .map(|played| {
            let leaves = perft(generator, &generator.after(position, &played), depth - 1, counting);
            (played, leaves)
        })
        .collect()
}
