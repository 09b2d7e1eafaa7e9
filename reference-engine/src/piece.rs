//! The four pieces: a man and a king of each colour.

use strum::{Display, VariantArray};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, VariantArray)]
pub enum Color {
    /// The side at the bottom of the board; it moves first from every start.
    White,
    /// The side at the top of the board.
    Black,
}

impl Color {
    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `W` or `B`, as in PDN.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

/// What a piece is able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// An uncrowned piece.
    Man,
    /// A crowned piece.
    King,
}

/// A man or a king of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// Man or king.
    pub kind: Kind,
}

impl Piece {
    /// A man of a side.
    pub const fn man(color: Color) -> Self {
        Self { color, kind: Kind::Man }
    }

    /// A king of a side.
    pub const fn king(color: Color) -> Self {
        Self { color, kind: Kind::King }
    }

    /// The same kind of piece of the other side.
    #[must_use]
    pub const fn recolored(self) -> Self {
        Self { color: self.color.opponent(), kind: self.kind }
    }

    /// `w b` for men and `W B` for kings, as in the row form and the Hub string.
    pub const fn letter(self) -> char {
        match (self.color, self.kind) {
            (Color::White, Kind::Man) => 'w',
            (Color::White, Kind::King) => 'W',
            (Color::Black, Kind::Man) => 'b',
            (Color::Black, Kind::King) => 'B',
        }
    }

    /// The piece that a letter stands for in the row form.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'w' => Some(Self::man(Color::White)),
            'W' => Some(Self::king(Color::White)),
            'b' => Some(Self::man(Color::Black)),
            'B' => Some(Self::king(Color::Black)),
            _ => None,
        }
    }
}
