//! The positions that are counted, with what others have published of them.

use reference_engine::moves::Counting;
use serde::Deserialize;

/// A position with a name.
#[derive(Clone, Debug, Deserialize)]
pub struct Named {
    /// Name of the variant.
    pub variant: String,
    /// Name of the position.
    pub name: String,
    /// What sort of position it is.
    pub class: String,
    /// The position.
    pub position: String,
    /// The greatest depth in `unique` counting.
    pub depth: u32,
    /// The greatest depth in the other countings.
    pub ways_depth: u32,
    /// What others have counted.
    #[serde(default)]
    pub published: Vec<Published>,
}

/// Counts that others have published, for depths from 1.
#[derive(Clone, Debug, Deserialize)]
pub struct Published {
    /// Under which counting.
    pub counting: String,
    /// By whom.
    pub source: String,
    /// The counts, as decimal numbers.
    pub counts: Vec<String>,
}

/// All named positions.
///
/// # Panics
///
/// Never: the list is part of the source, and tested.
pub fn named() -> Vec<Named> {
    serde_json::from_str(list()).expect("the list of positions is tested")
}

/// The list as it is written.
pub(super) const fn list() -> &'static str {
    include_str!("../../positions.json")
}

impl Published {
    /// The count at a depth, if this is of the counting.
    pub fn at(&self, counting: Counting, depth: u32) -> Option<&str> {
        let index = usize::try_from(depth).ok()?.checked_sub(1)?;
        let text = self.counts.get(index)?;
        (self.counting == counting.to_string()).then_some(text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants;

    #[test]
    fn every_named_position_can_arise_and_no_name_stands_twice() {
        let mut seen = std::collections::HashSet::new();
        for named in named() {
            let variant = variants::find(&named.variant).unwrap();
            assert!(variant.read(&named.position).is_ok(), "{}", named.name);
            assert!(seen.insert((named.variant, named.name)));
            for published in named.published {
                assert!(published.counting.parse::<Counting>().is_ok());
            }
        }
    }
}
