//! Results: who has won, or why it is a draw.

use crate::piece::Color;
use crate::position::Position;
use crate::rules::{Blocked, LonePiece, OnePieceEach, Rules};
use strum::{Display, EnumString};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// A side has no pieces.
    NoPieces,
    /// The side to move has no legal move.
    Blocked,
    /// A side has one piece where that loses.
    LonePiece,
    /// Each side has one piece where that draws.
    OnePieceEach,
    /// A position occurred for the third time.
    Repetition,
    /// Too many moves without a capture or a man's move.
    NoProgress,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move has a legal move and nothing has ended the game.
    Ongoing,
    /// A side has won.
    Win {
        /// The side that has won.
        winner: Color,
        /// Why the other has lost.
        reason: Reason,
    },
    /// Nobody has won and the game is over.
    Draw {
        /// Why.
        reason: Reason,
    },
}

impl Outcome {
    /// `ongoing`, `white-wins`, `black-wins` or `draw`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ongoing => "ongoing",
            Self::Win { winner: Color::White, .. } => "white-wins",
            Self::Win { winner: Color::Black, .. } => "black-wins",
            Self::Draw { .. } => "draw",
        }
    }

    /// Why the game is over, if it is.
    pub const fn reason(self) -> Option<Reason> {
        match self {
            Self::Ongoing => None,
            Self::Win { reason, .. } | Self::Draw { reason } => Some(reason),
        }
    }

    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Ongoing)
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.reason() {
            None => write!(formatter, "{}", self.word()),
            Some(reason) => write!(formatter, "{} {reason}", self.word()),
        }
    }
}

/// The result that the number of pieces alone decides, if it does.
///
/// Where both sides would have lost at once the side to move is asked first; no such position arises in
/// play, and [`crate::variants::Variant::read`] refuses it.
pub fn by_material(rules: &Rules, position: &Position) -> Option<Outcome> {
    let counts = (position.count(position.turn()), position.count(position.turn().opponent()));
    if counts == (1, 1) && rules.one_piece_each == OnePieceEach::Draws {
        return Some(Outcome::Draw { reason: Reason::OnePieceEach });
    }
    let loses = |color: Color, count| {
        loss(rules, count).map(|reason| Outcome::Win { winner: color.opponent(), reason })
    };
    loses(position.turn(), counts.0).or_else(|| loses(position.turn().opponent(), counts.1))
}

/// The result of a position that the material does not decide.
pub fn by_mobility(rules: &Rules, position: &Position, has_move: bool) -> Outcome {
    match (has_move, rules.blocked) {
        (true, _) => Outcome::Ongoing,
        (false, Blocked::Loses) => {
            Outcome::Win { winner: position.turn().opponent(), reason: Reason::Blocked }
        }
        (false, Blocked::Draws) => Outcome::Draw { reason: Reason::Blocked },
    }
}

fn loss(rules: &Rules, pieces: usize) -> Option<Reason> {
    match (pieces, rules.lone_piece) {
        (0, _) => Some(Reason::NoPieces),
        (1, LonePiece::Loses) => Some(Reason::LonePiece),
        _ => None,
    }
}
