//! Counting conventions: which captures count as one move, and whether a finished game is a leaf.

use crate::dcp::Declared;
use reference_engine::moves::Counting;
use std::cmp::Reverse;
use std::fmt;
use strum::VariantArray;

/// What makes one number of leaves right and another wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convention {
    /// Which captures count as one move.
    pub counting: Counting,
    /// Whether a finished game counts as one leaf at every depth below its own.
    pub finished_leaves: bool,
}

impl Convention {
    /// Every route counts; a finished game does not, below its own depth.
    pub const ROUTES: Self = Self { counting: Counting::Route, finished_leaves: false };

    /// The convention that a subject declared.
    pub const fn declared(declared: &Declared) -> Self {
        Self { counting: declared.counts, finished_leaves: declared.finished_leaves }
    }

    /// How much is as a subject declared: first whether a finished game counts, then which captures do.
    pub fn likeness(&self, declared: Self) -> (bool, bool) {
        (self.finished_leaves == declared.finished_leaves, self.counting == declared.counting)
    }

    /// Of the conventions with which something is so, the one that is most like what a subject declared.
    pub fn nearest(declared: Self, is_so: impl Fn(Self) -> bool) -> Option<Self> {
        Self::all().filter(|it| is_so(*it)).min_by_key(|it| Reverse(it.likeness(declared)))
    }

    /// Every convention in use.
    pub fn all() -> impl Iterator<Item = Self> {
        let countings = Counting::VARIANTS.iter().copied();
        countings.flat_map(|counting| [false, true].map(|finished_leaves| Self { counting, finished_leaves }))
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leaves = if self.finished_leaves { "one" } else { "zero" };
        write!(formatter, "counts={} leaves={leaves}", self.counting)
    }
}
