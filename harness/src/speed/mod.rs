//! How fast moves are generated: generators and engines timed side by side, in turn, and one profile compared
//! with another. harness/PROFILE.md says what each figure means.
//!
//! Nothing is timed before its answers are found right: a wrong generator has no speed.

mod contest;
mod depth;
mod parts;
mod record;
mod reference;
mod runner;
mod sample;
mod spread;
mod versus;
mod vetting;
mod yardstick;

pub use contest::{Ended, Entrant, Plan, Results, run};
pub use parts::measure;
pub use record::{
    Contestant, Cost, Count, Course, Figure, Figures, Group, GroupParts, LastPly, Machine, Parts, Record,
    SCHEMA, Speed, Timing,
};
pub use spread::{Spread, median};
pub use versus::{Change, ClassChange, Comparison, Judged, Question, SubjectChange};
