//! What a count remembers of placements counted before: nothing, or a table of exact entries.

use super::placement::Placement;
use std::sync::Mutex;

/// A placement with the side to move and the plies still to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    placement: Placement,
    white: bool,
    depth: u32,
}

impl Key {
    /// The key of a placement.
    pub const fn new(placement: Placement, white: bool, depth: u32) -> Self {
        Self { placement, white, depth }
    }

    /// A number that spreads keys over a table. What is stored is always compared whole.
    fn spread(&self) -> u64 {
        let Placement { own, other, kings } = self.placement;
        let mixed = [own, other, kings, u64::from(self.depth) << 1 | u64::from(self.white)]
            .into_iter()
            .fold(0_u64, |sum, word| (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
        mixed ^ mixed >> 32
    }
}

/// As many leaves, or more than can be counted.
pub const MOST: u128 = u128::MAX;

/// Remembers leaves by placement.
pub trait Memory: Sync {
    /// From which number of plies on it is worth asking.
    const FROM_DEPTH: u32;

    /// Leaves and more leaves; [`MOST`] if there are more than can be counted. Where nothing is remembered every leaf
    /// takes its time, so that nobody comes there.
    fn sum(leaves: u128, more: u128) -> u128;

    /// Leaves that are come to in several ways; [`MOST`] if there are more than can be counted.
    fn times(ways: u64, leaves: u128) -> u128;

    /// The leaves of a key, if they are known.
    fn recall(&self, key: &Key) -> Option<u128>;

    /// Keeps the leaves of a key, perhaps.
    fn keep(&self, key: Key, leaves: u128);
}

/// Remembers nothing.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Memory for Nothing {
    const FROM_DEPTH: u32 = u32::MAX;

    #[inline(always)]
    fn sum(leaves: u128, more: u128) -> u128 {
        leaves + more
    }

    #[inline(always)]
    fn times(ways: u64, leaves: u128) -> u128 {
        u128::from(ways) * leaves
    }

    fn recall(&self, _: &Key) -> Option<u128> {
        None
    }

    fn keep(&self, _: Key, _: u128) {}
}

/// Two entries: the one of the greatest depth, and the latest.
#[derive(Debug, Default)]
struct Bucket([Option<(Key, u128)>; 2]);

/// A table of exact entries: each holds its whole key, so no count rests on a hash.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Mutex<Bucket>>,
}

impl Table {
    /// A table of about this many bytes; at least one bucket. `None` if there is no room for it.
    pub fn of_bytes(bytes: usize) -> Option<Self> {
        let number = (bytes / size_of::<Mutex<Bucket>>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(number).ok()?;
        buckets.resize_with(number, Mutex::default);
        Some(Self { buckets })
    }

    fn bucket(&self, key: &Key) -> &Mutex<Bucket> {
        let place = (u128::from(key.spread()) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }
}

impl Memory for Table {
    const FROM_DEPTH: u32 = 3;

    #[inline(always)]
    fn sum(leaves: u128, more: u128) -> u128 {
        leaves.saturating_add(more)
    }

    #[inline(always)]
    fn times(ways: u64, leaves: u128) -> u128 {
        u128::from(ways).saturating_mul(leaves)
    }

    fn recall(&self, key: &Key) -> Option<u128> {
        let bucket = self.bucket(key).lock().ok()?;
        bucket.0.iter().flatten().find(|(known, _)| known == key).map(|(_, leaves)| *leaves)
    }

    fn keep(&self, key: Key, leaves: u128) {
        let Ok(mut bucket) = self.bucket(&key).lock() else { return };
        let is_deepest = bucket.0[0].is_none_or(|(known, _)| known.depth <= key.depth);
        bucket.0[usize::from(!is_deepest)] = Some((key, leaves));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_tells_only_of_the_very_same_key() {
        let table = Table::of_bytes(0).unwrap();
        let placement = Placement { own: 1, other: 2, kings: 0 };
        table.keep(Key::new(placement, true, 5), 77);
        assert_eq!(table.recall(&Key::new(placement, true, 5)), Some(77));
        assert_eq!(table.recall(&Key::new(placement, true, 4)), None);
        assert_eq!(table.recall(&Key::new(placement, false, 5)), None);
        assert_eq!(table.recall(&Key::new(Placement { kings: 1, ..placement }, true, 5)), None);
    }

    #[test]
    fn the_deepest_entry_stays_and_the_latest_takes_the_other_place() {
        let table = Table::of_bytes(0).unwrap();
        let key = |own: u64, depth: u32| Key::new(Placement { own, other: 0, kings: 0 }, true, depth);
        table.keep(key(1, 9), 1);
        table.keep(key(2, 3), 2);
        table.keep(key(3, 3), 3);
        assert_eq!(table.recall(&key(1, 9)), Some(1));
        assert_eq!(table.recall(&key(2, 3)), None);
        assert_eq!(table.recall(&key(3, 3)), Some(3));
    }

    #[test]
    fn a_table_that_nothing_has_room_for_is_refused() {
        assert!(Table::of_bytes(usize::MAX).is_none());
        assert!(Table::of_bytes(usize::MAX >> 2).is_none());
    }
}
