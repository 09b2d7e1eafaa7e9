//! What can be wrong with the text of a position, and where.

use crate::quote::Quoted;
use std::ops::Range;
use thiserror::Error;

/// Whether the text or the position is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// The text says no position.
    Malformed,
    /// The text says a position that cannot arise in a game of the variant.
    Impossible,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Nothing but white space.
    #[error("there is no text")]
    Empty,
    /// No colon that would end the side to move.
    #[error("the side to move is missing: a position begins with `W:` or `B:`")]
    MissingSide,
    /// The side to move is neither `W` nor `B`.
    #[error("`{}` is not a side: a position begins with `W:` or `B:`", Quoted(.0))]
    BadSide(String),
    /// The section of a side is missing.
    #[error("the section of {0} is missing: it begins with `:{0}`, even if it is empty")]
    MissingSection(char),
    /// A side has two sections.
    #[error("{0} has two sections")]
    DuplicateSection(char),
    /// A section that is neither a side's nor a known tail.
    #[error("`{}` is not a section: sections begin with W or B; behind both may stand H and F, each with a number", Quoted(.0))]
    UnknownSection(String),
    /// Not a square of the board.
    #[error("`{}` is not a square of this board", Quoted(.0))]
    BadSquare(String),
    /// A cell that is not in play.
    #[error("{0} is a light square, on which nothing stands")]
    LightSquare(String),
    /// A number on a board without numbers.
    #[error("squares of this board have letters and not numbers: `{}`", Quoted(.0))]
    UnnumberedBoard(String),
    /// A range that is not an ascending range of numbers.
    #[error("`{}` is not an ascending range of square numbers", Quoted(.0))]
    BadRange(String),
    /// Two pieces on one square.
    #[error("two pieces stand on {0}")]
    DuplicateSquare(String),
    /// A row that does not add up.
    #[error("this row has {found} squares and the board has {expected} columns")]
    RowWidth {
        /// Squares in the row.
        found: usize,
        /// Columns of the board.
        expected: usize,
    },
    /// Too few or too many rows.
    #[error("there are {found} rows and the board has {expected}")]
    RowCount {
        /// Rows in the text.
        found: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// A character that means nothing here.
    #[error("`{}` means nothing here", .0.escape_debug())]
    UnknownCharacter(char),
    /// More pieces than a side starts with.
    #[error("{side} has {found} pieces; a side starts with {limit}")]
    TooManyPieces {
        /// The side.
        side: crate::piece::Color,
        /// Its pieces.
        found: usize,
        /// The most it can have.
        limit: usize,
    },
    /// A man where it would have been crowned.
    #[error("the man on {0} stands on its promotion row, where it would be a king")]
    ManOnPromotionRow(String),
    /// No piece of either side.
    #[error("there are no pieces")]
    NoPieces,
    /// Both sides would have lost.
    #[error("both sides are down to one piece or none, which cannot arise: the game ends when the first is")]
    BothSidesReduced,
}

impl Problem {
    /// The problem's name, in lower case with hyphens; the same for every text with this problem.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::MissingSide => "missing-side",
            Self::BadSide(_) => "bad-side",
            Self::MissingSection(_) => "missing-section",
            Self::DuplicateSection(_) => "duplicate-section",
            Self::UnknownSection(_) => "unknown-section",
            Self::BadSquare(_) => "bad-square",
            Self::LightSquare(_) => "light-square",
            Self::UnnumberedBoard(_) => "unnumbered-board",
            Self::BadRange(_) => "bad-range",
            Self::DuplicateSquare(_) => "duplicate-square",
            Self::RowWidth { .. } => "row-width",
            Self::RowCount { .. } => "row-count",
            Self::UnknownCharacter(_) => "unknown-character",
            Self::TooManyPieces { .. } => "too-many-pieces",
            Self::ManOnPromotionRow(_) => "man-on-promotion-row",
            Self::NoPieces => "no-pieces",
            Self::BothSidesReduced => "both-sides-reduced",
        }
    }

    /// Whether the text or the position is at fault.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::TooManyPieces { .. }
            | Self::ManOnPromotionRow(_)
            | Self::NoPieces
            | Self::BothSidesReduced => Severity::Impossible,
            _ => Severity::Malformed,
        }
    }
}

/// A text that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("position `{}`, byte {}: {problem}", Quoted(.text), .at.start + 1)]
pub struct FenError {
    /// The whole text.
    pub text: String,
    /// Bytes of the text that are at fault.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub problem: Problem,
}

impl FenError {
    pub(crate) fn new(text: &str, at: Range<usize>, problem: Problem) -> Self {
        Self { text: text.to_owned(), at, problem }
    }
}
