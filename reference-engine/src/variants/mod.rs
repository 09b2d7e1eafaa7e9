//! The variants: each a constant, each in a file of its own, one line each in [`ALL`].

mod arab;
mod diagonal;
mod ghanaian;
mod international;
mod turkish;

pub use arab::ARAB;
pub use diagonal::DIAGONAL;
pub use ghanaian::GHANAIAN;
pub use international::INTERNATIONAL;
pub use turkish::TURKISH;

use crate::fen::{self, FenError, Placed, Problem};
use crate::geometry::Board;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::rules::{LonePiece, OnePieceEach, Rules, RulingIds};
use strum::VariantArray;

/// Every variant, those that the project exists for first.
pub const ALL: &[Variant] = &[GHANAIAN, ARAB, DIAGONAL, INTERNATIONAL, TURKISH];

/// A game of the family: rules, board and start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name on command lines and in fixtures.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The board.
    pub board: Board,
    /// The start position in the row form.
    pub setup: &'static str,
    /// The rules.
    pub rules: Rules,
    /// For each rule the ruling that says so.
    pub rulings: &'static RulingIds,
}

/// States each rule of a variant with the id of the ruling that it rests on.
macro_rules! answers {
    ($($field:ident: $answer:expr, $ruling:literal;)+) => {
        (
            $crate::rules::Rules { $($field: $answer),+ },
            $crate::rules::RulingIds { $($field: $ruling),+ },
        )
    };
}
use answers;

/// Finds a variant by its name.
pub fn find(name: &str) -> Option<Variant> {
    ALL.iter().find(|variant| variant.name == name).copied()
}

impl Variant {
    /// The start position.
    ///
    /// # Panics
    ///
    /// Never for the variants of [`ALL`], whose setups are tested.
    pub fn start(&self) -> Position {
        fen::read(self.setup, self.board).expect("setups are tested").position
    }

    /// Reads a position in any form of [`fen`], or `start`, and refuses one that cannot arise.
    ///
    /// # Errors
    ///
    /// If the text is malformed or the position is impossible; the error says where and why.
    pub fn read(&self, text: &str) -> Result<Position, FenError> {
        if text.trim() == "start" {
            return Ok(self.start());
        }
        let placed = fen::read(text, self.board)?;
        self.refuse_impossible(text, &placed)?;
        Ok(placed.position)
    }

    /// The same variant played by other rules.
    #[must_use]
    pub const fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// How many pieces each side starts with.
    pub fn piece_limit(&self, color: Color) -> usize {
        self.start().count(color)
    }

    fn refuse_impossible(&self, text: &str, placed: &Placed) -> Result<(), FenError> {
        let position = &placed.position;
        let whole = 0..text.len();
        let counts = Color::VARIANTS.iter().map(|color| position.count(*color));
        if counts.clone().all(|count| count == 0) {
            return Err(FenError::new(text, whole, Problem::NoPieces));
        }
        for side in Color::VARIANTS {
            self.refuse_too_many(text, placed, *side)?;
        }
        self.refuse_uncrowned(text, placed)?;
        let both_reduced = counts.clone().all(|count| count <= 1);
        let is_draw =
            self.rules.one_piece_each == OnePieceEach::Draws && counts.clone().all(|count| count == 1);
        if self.rules.lone_piece == LonePiece::Loses && both_reduced && !is_draw {
            return Err(FenError::new(text, whole, Problem::BothSidesReduced));
        }
        Ok(())
    }

    fn refuse_too_many(&self, text: &str, placed: &Placed, side: Color) -> Result<(), FenError> {
        let limit = self.piece_limit(side);
        match placed.position.pieces_of(side).nth(limit) {
            None => Ok(()),
            Some((first_too_many, _)) => {
                let found = placed.position.count(side);
                let problem = Problem::TooManyPieces { side, found, limit };
                Err(FenError::new(text, placed.place(first_too_many), problem))
            }
        }
    }

    fn refuse_uncrowned(&self, text: &str, placed: &Placed) -> Result<(), FenError> {
        let uncrowned = placed.position.pieces().find(|(square, piece)| {
            piece.kind == Kind::Man && self.rules.is_promotion_square(self.board, piece.color, *square)
        });
        match uncrowned {
            None => Ok(()),
            Some((square, _)) => {
                let problem = Problem::ManOnPromotionRow(placed.name(square, text));
                Err(FenError::new(text, placed.place(square), problem))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_position_is_possible_and_white_is_to_move() {
        for variant in ALL {
            let start = variant.read(variant.setup).unwrap();
            assert_eq!(start.turn(), Color::White);
            assert_eq!(start, start.turned().with_turn_of(Color::White), "{} is not symmetric", variant.name);
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_the_place() {
        let code = |variant: Variant, text: &str| {
            let error = variant.read(text).expect_err("the position should be refused");
            (error.problem.code(), error.at)
        };
        assert_eq!(code(ARAB, "W:Wb8:Ba8"), ("man-on-promotion-row", 3..5));
        assert_eq!(code(ARAB, "W:W:B"), ("no-pieces", 0..5));
        assert_eq!(code(GHANAIAN, "W:W31:B20"), ("both-sides-reduced", 0..9));
        assert_eq!(code(GHANAIAN, "B:W30-50:B1"), ("too-many-pieces", 3..8));
        assert_eq!(code(DIAGONAL, "W:W50:B1,48"), ("man-on-promotion-row", 9..11));
        let said = |text: &str| DIAGONAL.read(text).unwrap_err().problem.to_string();
        assert!(said("W:W50:B1,48").contains("the man on 48 "));
        assert!(said("W:W50:Bc1,1").contains("the man on c1 "));
        assert!(said("W:W50:B48-49").contains("the man on 48 "));
        assert_eq!(said("W:W5,6:B6"), "two pieces stand on 6");
        assert!(DIAGONAL.read("W:W31:B20").is_ok());
        assert!(ARAB.read("W:Wa2:Bb2").is_ok());
    }

    impl Position {
        fn with_turn_of(mut self, color: Color) -> Self {
            self.set_turn(color);
            self
        }
    }
}
