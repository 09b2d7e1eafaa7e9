//! A playout: a random game, the same each time for the same seed.

use fastrand::Rng;
use reference_engine::fen;
use reference_engine::position::Position;

/// Plays from a position, at most so many plies; `next` says which positions each leads to, and an empty
/// answer ends the game.
///
/// # Errors
///
/// If `next` cannot say.
pub fn play<E>(
    start: Position,
    plies: u32,
    seed: u64,
    mut next: impl FnMut(&Position) -> Result<Vec<Position>, E>,
) -> Result<(), E> {
    let mut random = Rng::with_seed(seed);
    let mut here = start;
    for _ in 0..plies {
        let mut reachable = next(&here)?;
        // Engines list moves in any order.
        reachable.sort_by_cached_key(fen::write);
        reachable.dedup();
        match random.choice(reachable) {
            Some(chosen) => here = chosen,
            None => break,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::generator::Generator;
    use reference_engine::moves::Counting;
    use reference_engine::rulebook::Rulebook;
    use reference_engine::variants::ARAB;
    use std::convert::Infallible;

    fn game(seed: u64, turned_round: bool) -> Vec<Position> {
        let rulebook = Rulebook::new(ARAB.rules);
        let mut positions = Vec::new();
        let next = |here: &Position| -> Result<Vec<Position>, Infallible> {
            positions.push(*here);
            let mut moves = rulebook.moves(here, Counting::Unique);
            if turned_round {
                moves.reverse();
            }
            Ok(moves.iter().map(|played| here.after(played)).collect())
        };
        let Ok(()) = play(ARAB.start(), 30, seed, next);
        positions
    }

    #[test]
    fn a_seed_gives_one_game_and_another_seed_another() {
        let one = game(1, false);
        assert_eq!(one.len(), 30);
        assert_eq!(one, game(1, true), "the order of the moves does not matter");
        assert_ne!(one, game(2, false));
    }
}
