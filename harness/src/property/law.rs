//! The laws, and how one is put to a subject in a position.

use super::{apply, divide, echo, half_turn, near_miss, pieces, state};
use crate::check::Limits;
use crate::check::{Asker, Judgement, Stop};
use crate::dcp::{Capability, Profile};
use crate::fixture::Loaded;
use crate::subject::{Fault, Subject};
use crate::verdict::Verdict;
use crate::verify::{Asked, CaseReport, afresh, ask_twice, declared_for};
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::time::Instant;
use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// A law that holds in any position, whatever the rules.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumMessage, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Law {
    /// Neither colour nor side of the board is favoured.
    #[strum(message = "the position turned by 180° with the colours exchanged has the turned moves")]
    HalfTurn,
    /// Three questions about one tree agree.
    #[strum(message = "divide lists the moves that are legal, and its leaves add up to perft")]
    Divide,
    /// Nothing appears or disappears but by capture and crowning.
    #[strum(message = "a move leaves the mover as many pieces and the other side those not captured; \
                       a king is made only of the man that moved")]
    Pieces,
    /// What is listed can be played.
    #[strum(message = "every listed move can be played and leads to the position of its row")]
    Apply,
    /// What is not legal cannot be played.
    #[strum(message = "a move that is not legal is refused")]
    NearMiss,
    /// Reading and writing are each other's reverse.
    #[strum(message = "a position comes back from echo as it was, again and again")]
    Echo,
    /// A question has one answer.
    #[strum(message = "an answer does not depend on what was asked before")]
    State,
}

impl Law {
    /// The law as a sentence without full stop.
    ///
    /// # Panics
    ///
    /// Never: each law has its sentence, which is tested.
    pub fn sentence(self) -> &'static str {
        self.get_message().expect("every law carries a message")
    }

    /// What a subject must be able to be asked.
    pub const fn needs(self) -> Option<Capability> {
        match self {
            Self::Divide => Some(Capability::Divide),
            Self::Apply | Self::NearMiss => Some(Capability::Apply),
            Self::Echo => Some(Capability::Echo),
            Self::HalfTurn | Self::Pieces | Self::State => None,
        }
    }

    /// Whether a subject can be asked what the law needs.
    pub fn is_for(self, profile: &Profile) -> bool {
        self.needs().is_none_or(|capability| profile.can(capability))
    }

    fn verdict(self, judgement: Judgement) -> Verdict {
        match judgement {
            Judgement::Right(_) => Verdict::Pass,
            Judgement::CannotTell(reason) => Verdict::Skip(reason),
            Judgement::Wrong(failure) if self == Self::State => Verdict::StateDependent(failure.headline),
            Judgement::Wrong(failure) => Verdict::Fail(failure),
        }
    }

    fn judge(self, bench: &mut Bench<'_, '_>) -> Result<Judgement, Stop> {
        if let Some(capability) = self.needs() {
            bench.asker.needs(capability)?;
        }
        match self {
            Self::HalfTurn => half_turn::judge(bench),
            Self::Divide => divide::judge(bench),
            Self::Pieces => pieces::judge(bench),
            Self::Apply => apply::judge(bench),
            Self::NearMiss => near_miss::judge(bench),
            Self::Echo => echo::judge(bench),
            Self::State => state::judge(bench),
        }
    }
}

/// Where a law is tried.
pub struct Bench<'a, 'b> {
    /// The variant, by the rules that are taken for right.
    pub variant: &'a Variant,
    /// The position.
    pub position: &'a Position,
    /// The subject.
    pub asker: &'a mut Asker<'b>,
}

/// Puts a law to a subject in the position of a case, and judges it.
///
/// # Errors
///
/// If the run cannot go on: the subject does not start any more, or the user has stopped.
pub fn examine(
    subject: &mut dyn Subject,
    loaded: &Loaded,
    law: Law,
    limits: Limits,
) -> Result<CaseReport, Fault> {
    let began = Instant::now();
    let mut report = CaseReport { law: Some(law), ..CaseReport::unasked(loaded.clone()) };
    law.sentence().clone_into(&mut report.loaded.case.note);
    let declared = declared_for(subject, &loaded.variant);
    let board = loaded.variant.board;
    let asked = match loaded.variant.read(&loaded.case.position) {
        Err(error) => Asked::Nothing(Verdict::Skip(error.to_string())),
        Ok(position) => ask_twice(subject, &declared, board, limits, |asker| {
            law.judge(&mut Bench { variant: &loaded.variant, position: &position, asker })
        })?,
    };
    report.verdict = match asked {
        Asked::Nothing(verdict) => verdict,
        Asked::Answered(Judgement::Right(notes)) => {
            report.notes = notes;
            Verdict::Pass
        }
        Asked::Answered(judgement) => law.verdict(judgement),
        Asked::Afresh(first, judgement) => afresh(&first, law.verdict(judgement)),
    };
    report.elapsed = began.elapsed();
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_law_has_a_sentence_and_a_name_that_reads_back() {
        for law in <Law as VariantArray>::VARIANTS {
            assert!(!law.sentence().is_empty());
            assert_eq!(law.to_string().parse(), Ok(*law));
        }
    }
}
