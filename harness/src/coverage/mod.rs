//! Adequacy: which cases tell each changed rule from the right one, and when perft notices the change.

mod matrix;
mod notice;
mod page;
mod unobservable;

pub use matrix::{Coverage, KINDS, Kills, Row, Witness, coverage, kills, written_kills};
pub use notice::Notice;
pub use page::markdown;
pub use unobservable::{UNOBSERVABLE, Unobservable, reason};
