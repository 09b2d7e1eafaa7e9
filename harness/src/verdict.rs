//! Verdicts: what came of a case.

use reference_engine::geometry::Square;
use reference_engine::moves::Move;
use strum::{Display, EnumDiscriminants, EnumString};

/// What came of putting a case to a subject.
#[derive(Clone, Debug, PartialEq, Eq, EnumDiscriminants)]
#[strum_discriminants(name(VerdictKind), derive(Display, EnumString, Hash, PartialOrd, Ord))]
#[strum_discriminants(strum(serialize_all = "kebab-case"))]
#[strum_discriminants(doc = "The kind of a verdict, without what was found.")]
pub enum Verdict {
    /// The answer is right.
    Pass,
    /// The answer is wrong.
    Fail(Failure),
    /// The engine ended in the middle, twice.
    Crash(String),
    /// No answer in time.
    Timeout(String),
    /// What came is no answer.
    Protocol(String),
    /// The answer depends on what was asked before: a fresh process answers otherwise.
    StateDependent(String),
    /// The case was not asked, or cannot be judged.
    Skip(String),
    /// Whatever is wrong was expected to be, for this reason.
    ExpectedFailure(String),
    /// The answer is right, and was expected to be wrong for this reason.
    UnexpectedPass(String),
}

impl Verdict {
    /// Whether something is not as it should be: the engine is to blame, or the list of what is expected of it.
    pub const fn is_bad(&self) -> bool {
        !matches!(self, Self::Pass | Self::Skip(_) | Self::ExpectedFailure(_))
    }

    /// Whether the engine is to blame for something that was not expected.
    pub const fn is_failure(&self) -> bool {
        self.is_bad() && !matches!(self, Self::UnexpectedPass(_))
    }

    /// Whether the engine answered rightly; `None` if that is not known.
    pub const fn is_right(&self) -> Option<bool> {
        match self {
            Self::Skip(_) => None,
            Self::Pass | Self::UnexpectedPass(_) => Some(true),
            _ => Some(false),
        }
    }

    /// What is wrong with the answer, if it is a wrong answer.
    pub const fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Fail(failure) => Some(failure),
            _ => None,
        }
    }

    /// The kind.
    pub fn kind(&self) -> VerdictKind {
        self.into()
    }

    /// What there is to say, in a line.
    pub fn headline(&self) -> &str {
        match self {
            Self::Pass => "",
            Self::Fail(failure) => &failure.headline,
            Self::Crash(text)
            | Self::Timeout(text)
            | Self::Protocol(text)
            | Self::StateDependent(text)
            | Self::Skip(text)
            | Self::ExpectedFailure(text)
            | Self::UnexpectedPass(text) => text,
        }
    }
}

/// A wrong answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// What is wrong, in a line.
    pub headline: String,
    /// Expected and given side by side.
    pub rows: Vec<Row>,
}

impl Failure {
    /// A wrong answer about which there is only a line to say.
    pub fn plain(headline: impl Into<String>) -> Self {
        Self { headline: headline.into(), rows: Vec::new() }
    }
}

/// One row of expected and given side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// How the two sides compare.
    pub mark: Mark,
    /// What was expected.
    pub expected: String,
    /// What was given.
    pub given: String,
    /// How the expected move goes over the board, if the row is about a move.
    pub expected_way: Option<Way>,
    /// How the given move goes, as far as its text says so.
    pub given_way: Option<Way>,
}

/// How a move goes over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Squares on which the piece stands, start and end included; only these two where the others are not
    /// told.
    pub path: Vec<Square>,
    /// Squares of the pieces that it takes, sorted.
    pub captured: Vec<Square>,
}

impl From<&Move> for Way {
    fn from(played: &Move) -> Self {
        Self { path: played.path.clone(), captured: played.captured_set() }
    }
}

/// How expected and given compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display)]
pub enum Mark {
    /// They agree.
    #[default]
    #[strum(to_string = " ")]
    Same,
    /// They are about the same move and differ.
    #[strum(to_string = "~")]
    Changed,
    /// Expected and not given.
    #[strum(to_string = "-")]
    Missing,
    /// Given and not expected.
    #[strum(to_string = "+")]
    Extra,
}
