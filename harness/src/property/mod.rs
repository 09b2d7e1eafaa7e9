//! Properties: laws that hold for any subject in any position, and positions to try them in.
//!
//! Agreement with the reference is the question for the moves, put to random positions; every other
//! [`Law`] compares a subject's answers with each other. What a law cannot say without doubt it does not
//! say: it is then skipped, with the reason.

mod apply;
mod divide;
mod draw;
mod echo;
mod half_turn;
mod law;
mod near_miss;
mod pieces;
pub mod positions;
mod sample;
mod state;
mod told;

pub use draw::draw;
pub use law::{Law, examine};
pub use sample::{Put, Sample, verify, verify_by_crew};

use crate::check::Limits;
use crate::subject::{Fault, Subject};
use crate::verify::{CaseReport, Run};
use reference_engine::variants::Variant;

/// Puts a number of random positions of a variant to a subject: each as a question for its moves, and under
/// every law that the subject can be asked about. The same seed puts the same questions.
///
/// A report whose [`verdict`](CaseReport::verdict) is bad is a law broken; its case says which, and where.
///
/// # Errors
///
/// If the subject does not start any more.
pub fn suite(
    subject: &mut dyn Subject,
    variant: &Variant,
    number: u64,
    seed: u64,
) -> Result<Vec<CaseReport>, Fault> {
    let sample = Sample { seed, number, laws_every: 1 };
    let puts = sample.puts(&[*variant], subject.profile());
    let mut run = Run::begin(subject, "", &[*variant]);
    verify(subject, &mut run, &sample, &puts, Limits::default(), |_| {});
    match run.ended_early {
        Some(fault) => Err(fault),
        None => Ok(run.reports),
    }
}
