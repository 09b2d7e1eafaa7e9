//! Explanations: what a ruling decides, which rules matter in a position, and why a move is legal or not.
//! Everything is worked out from the rules; no engine is asked.

mod explainer;
mod in_play;
mod reason;
mod topic;
mod walk;

pub use explainer::{Answer, Explainer, Refusal};
pub use in_play::{InPlay, in_play};
pub use reason::{Decider, Reason};
pub use topic::Topic;
