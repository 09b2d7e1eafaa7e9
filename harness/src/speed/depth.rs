//! How deep to count: long enough for the fastest subject, not too long for the slowest.

use std::time::Duration;

/// How long one count took at the depth reached.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The depth in plies.
    pub depth: u32,
    /// The time of the fastest subject.
    pub fastest: Duration,
    /// The time of the slowest one.
    pub slowest: Duration,
    /// The time of the reference, which counts first.
    pub reference: Duration,
    /// How many times as many leaves the next depth is taken to have.
    pub growth: f64,
}

/// How long a count may take.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Long enough to be timed well.
    pub enough: Duration,
    /// The most that a subject may take.
    pub most: Duration,
    /// The most that the reference may take.
    pub reference: Duration,
}

/// How far the bounds give way to reach the depth of an earlier profile, since another depth cannot be compared.
const PATIENCE: f64 = 8.0;

impl Sight {
    /// Whether to count one ply deeper; `wanted` is the depth of the profile that this one is compared with.
    pub fn goes_deeper(&self, bounds: &Bounds, wanted: Option<u32>) -> bool {
        let is_affordable = |patience: f64| {
            let next = |time: Duration| time.as_secs_f64() * self.growth;
            next(self.slowest) <= bounds.most.as_secs_f64() * patience
                && next(self.reference) <= bounds.reference.as_secs_f64() * patience
        };
        match wanted {
            Some(wanted) => self.depth < wanted && is_affordable(PATIENCE),
            None => self.fastest < bounds.enough && is_affordable(1.0),
        }
    }
}

/// How many times as many leaves the next depth is taken to have, by those of the depths from 1: the larger of
/// the last two steps, since captures make thin plies between thick ones.
pub fn growth(leaves: &[u128]) -> f64 {
    #[allow(clippy::cast_precision_loss)]
    let step = |pair: &[u128]| pair[1] as f64 / pair[0].max(1) as f64;
    let with_root: Vec<u128> = std::iter::once(1).chain(leaves.iter().copied()).collect();
    with_root.windows(2).rev().take(2).map(step).fold(1.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds {
        enough: Duration::from_millis(20),
        most: Duration::from_millis(80),
        reference: Duration::from_secs(1),
    };

    fn sight(fastest: u64, slowest: u64) -> Sight {
        let [fastest, slowest] = [fastest, slowest].map(Duration::from_millis);
        Sight { depth: 4, fastest, slowest, reference: Duration::ZERO, growth: 8.0 }
    }

    #[test]
    fn a_count_goes_deeper_until_it_is_long_enough_for_the_fastest() {
        assert!(sight(3, 3).goes_deeper(&BOUNDS, None));
        assert!(!sight(20, 20).goes_deeper(&BOUNDS, None));
    }

    #[test]
    fn the_slowest_subject_and_the_reference_stay_in_bounds() {
        assert!(sight(1, 10).goes_deeper(&BOUNDS, None));
        assert!(!sight(1, 11).goes_deeper(&BOUNDS, None), "the next count would take 88 ms");
        let slow = Sight { reference: Duration::from_millis(130), ..sight(1, 1) };
        assert!(!slow.goes_deeper(&BOUNDS, None));
    }

    #[test]
    fn the_depth_of_an_earlier_profile_is_taken_again_even_if_it_is_longer_or_shorter() {
        assert!(sight(20, 70).goes_deeper(&BOUNDS, Some(5)));
        assert!(!sight(1, 1).goes_deeper(&BOUNDS, Some(4)));
        assert!(!sight(20, 90).goes_deeper(&BOUNDS, Some(5)), "720 ms is beyond any patience");
    }

    #[test]
    fn growth_is_the_larger_of_the_last_two_steps() {
        let grows = |leaves: &[u128], by: f64| assert!((growth(leaves) - by).abs() < 1e-9, "{leaves:?}");
        grows(&[9], 9.0);
        grows(&[14, 55, 1168], 1168.0 / 55.0);
        grows(&[14, 55, 1168, 5432], 1168.0 / 55.0);
        grows(&[4, 0], 4.0);
        grows(&[1, 1], 1.0);
    }
}
