//! What goes wrong, when, and what huff has to make of it.

use fastrand::Rng;
use harness::verdict::VerdictKind;
use std::hash::{DefaultHasher, Hash, Hasher};
use strum::{Display, VariantArray};

/// One question of so many is answered badly.
const ONE_IN: u64 = 250;

/// What goes wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Trouble {
    Exits,
    Panics,
    ExitsHalfway,
    /// Only where it was asked before; in a fresh process the answer is right.
    ExitsOnce,
    ClosesOutput,
    Hangs,
    HangsHalfway,
    HangsBusily,
    /// A child has the pipes, and lives on when its parent has been ended.
    HangsInAChild,
    NotText,
    EmptyLine,
    /// Says one row more than it gives.
    CutOff,
    NoNumber,
    NumberTooBig,
    /// One line of more bytes than an answer may have.
    LineTooLong,
    RowsTooMany,
    /// A move less, or one where there is none.
    WrongMoves,
    WrongNumber,
    RowRepeated,
    /// Words that a terminal would obey in place of a move.
    TerminalCodes,
    Slow,
    FloodsErrors,
    /// Lines end as on another system.
    CarriageReturns,
    Notes,
    Refuses,
    Unsupported,
}

impl Trouble {
    /// What happens to a question, if anything does. It depends on nothing but the seed and the words of the
    /// question, so that both sides know it without telling each other.
    pub fn of(seed: u64, line: &str) -> Option<Self> {
        let mut hasher = DefaultHasher::new();
        (seed, line).hash(&mut hasher);
        let mut random = Rng::with_seed(hasher.finish());
        (random.u64(..ONE_IN) == 0).then(|| Self::VARIANTS[random.usize(..Self::VARIANTS.len())])
    }

    /// The verdict that is due; `is_first` where the engine has answered nothing since it started, `is_number`
    /// where a number and not moves is asked for.
    pub fn due(self, is_first: bool, is_number: bool) -> VerdictKind {
        match self {
            Self::ExitsOnce if is_first => VerdictKind::Pass,
            Self::ExitsOnce => VerdictKind::StateDependent,
            Self::Exits | Self::Panics | Self::ExitsHalfway | Self::ClosesOutput => VerdictKind::Crash,
            Self::Hangs | Self::HangsHalfway | Self::HangsBusily | Self::HangsInAChild => {
                VerdictKind::Timeout
            }
            Self::NotText | Self::EmptyLine | Self::CutOff | Self::NoNumber | Self::NumberTooBig => {
                VerdictKind::Protocol
            }
            Self::LineTooLong | Self::RowsTooMany => VerdictKind::Protocol,
            // A count is one row, and anything else breaks the protocol.
            Self::RowRepeated | Self::TerminalCodes if is_number => VerdictKind::Protocol,
            Self::WrongMoves if is_number => VerdictKind::Pass,
            Self::WrongNumber if !is_number => VerdictKind::Pass,
            Self::WrongMoves
            | Self::WrongNumber
            | Self::RowRepeated
            | Self::TerminalCodes
            | Self::Refuses => VerdictKind::Fail,
            Self::Slow | Self::FloodsErrors | Self::CarriageReturns | Self::Notes => VerdictKind::Pass,
            Self::Unsupported => VerdictKind::Skip,
        }
    }
}
