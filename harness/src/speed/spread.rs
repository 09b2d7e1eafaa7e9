//! The middle of some measurements, and how far they lie from it.

/// A median, and the median of the distances from it. Neither minds a few rounds in which the machine was busy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The middle one.
    pub median: f64,
    /// The median absolute deviation.
    pub deviation: f64,
}

impl Spread {
    /// The spread of some values; nothing of none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let middle = median(values)?;
        let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
        Some(Self { median: middle, deviation: median(&distances)? })
    }
}

/// The mean; nothing of none.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let number = f64::from(values.len() as u32);
    (number > 0.0).then(|| values.sum::<f64>() / number)
}

/// The middle value, or the mean of the two in the middle; nothing of none.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    let upper = *sorted.get(half)?;
    Some(if sorted.len() % 2 == 1 { upper } else { f64::midpoint(sorted[half - 1], upper) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one_or_between_two() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn one_round_on_a_busy_machine_moves_neither_median_nor_deviation() {
        let quiet = Spread::of(&[10.0, 11.0, 9.0, 10.0, 10.5]).unwrap();
        let disturbed = Spread::of(&[10.0, 11.0, 9.0, 10.0, 9000.0]).unwrap();
        assert!((quiet.median - disturbed.median).abs() < f64::EPSILON);
        assert!((quiet.deviation - 0.5).abs() < f64::EPSILON);
        assert!((disturbed.deviation - 1.0).abs() < f64::EPSILON);
    }
}
