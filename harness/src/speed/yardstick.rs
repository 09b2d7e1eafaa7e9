//! A fixed piece of work, timed in every round: by it a faster or slower machine shows, apart from the subjects.

use std::hint::black_box;
use std::time::Instant;

const STEPS: u32 = 100_000;
const SLOTS: usize = 512;

/// How long the work takes now, in nanoseconds; about a quarter of a millisecond's worth.
pub fn pass() -> f64 {
    let begin = Instant::now();
    black_box(work(black_box(0x9E37_79B9_7F4A_7C15)));
    begin.elapsed().as_secs_f64() * 1e9
}

/// Shifts, population counts and look-ups in a small table, like a move generator.
fn work(seed: u64) -> u64 {
    let mut table = [0_u64; SLOTS];
    let mut state = seed;
    for _ in 0..STEPS {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let slot = &mut table[state as usize % SLOTS];
        *slot = slot.wrapping_add(u64::from(state.count_ones()));
        state = state.wrapping_add(*slot);
    }
    state
}
