//! Classes of positions: those with the same pieces. A class knows its positions and their order.

use reference_engine::fen;
use reference_engine::geometry::Square;
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::fmt;
use std::ops::ControlFlow;
use strum::VariantArray;

/// The pieces that stand on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    white: Side,
    black: Side,
}

/// The pieces of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Side {
    men: usize,
    kings: usize,
}

impl Side {
    fn pieces(self, color: Color) -> impl Iterator<Item = Piece> {
        let men = std::iter::repeat_n(Piece::man(color), self.men);
        men.chain(std::iter::repeat_n(Piece::king(color), self.kings))
    }
}

/// Every class of two to so many pieces, at least one on each side, that can arise: by the number of pieces,
/// then of White's, then of White's kings, then of Black's kings.
pub fn classes(variant: &Variant, most: usize) -> Vec<Class> {
    let mut classes = Vec::new();
    for pieces in 2..=most {
        for white in 1..pieces {
            let black = pieces - white;
            for white_kings in 0..=white {
                for black_kings in 0..=black {
                    classes.push(Class {
                        white: Side { men: white - white_kings, kings: white_kings },
                        black: Side { men: black - black_kings, kings: black_kings },
                    });
                }
            }
        }
    }
    classes.retain(|class| class.can_arise(variant));
    classes
}

impl Class {
    /// White's men, White's kings, Black's men, Black's kings.
    fn pieces(self) -> Vec<Piece> {
        self.white.pieces(Color::White).chain(self.black.pieces(Color::Black)).collect()
    }

    /// Whether the variant refuses positions with these pieces. Where no man stands on its promotion row it
    /// looks at nothing but their number, so that one position speaks for all.
    fn can_arise(self, variant: &Variant) -> bool {
        let mut answer = false;
        let _ = self.each(variant, |_, position| {
            answer = variant.read(&fen::write(position)).is_ok();
            ControlFlow::Break(())
        });
        answer
    }

    /// How many positions the class has, both sides to move.
    pub fn count(self, variant: &Variant) -> u64 {
        let promotion = |color: Color| {
            let squares = variant.board.squares();
            squares.filter(|square| variant.rules.is_promotion_square(variant.board, color, *square)).count()
        };
        let (top, bottom) = (promotion(Color::White), promotion(Color::Black));
        let squares = variant.board.square_count();
        let middle = squares - top - bottom;
        let (white, black) = (self.white, self.black);
        // White's men may stand on Black's promotion row, where Black's may not, and the other way round.
        let mut men = 0;
        for on_bottom in 0..=white.men {
            for on_top in 0..=black.men {
                let in_middle = white.men - on_bottom;
                men += choose(bottom, on_bottom)
                    * choose(middle, in_middle)
                    * choose(top, on_top)
                    * choose(middle.saturating_sub(in_middle), black.men - on_top);
            }
        }
        let free = squares.saturating_sub(white.men + black.men);
        let kings = choose(free, white.kings) * choose(free.saturating_sub(white.kings), black.kings);
        2 * men * kings
    }

    /// Visits every position with its number, from 0: first White to move, then Black; within that by the
    /// squares of the pieces.
    pub fn each(
        self,
        variant: &Variant,
        mut visit: impl FnMut(u64, &Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pieces = self.pieces();
        let mut number = 0;
        for turn in Color::VARIANTS {
            let mut position = Position::empty(variant.board, *turn);
            place(variant, &mut position, &pieces, 0, &mut |position| {
                let this = number;
                number += 1;
                visit(this, position)
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Puts pieces on the squares in every way. Pieces that are alike stand in the order of their squares, from
/// `first` on.
fn place(
    variant: &Variant,
    position: &mut Position,
    pieces: &[Piece],
    first: usize,
    visit: &mut impl FnMut(&Position) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((piece, rest)) = pieces.split_first() else { return visit(position) };
    for index in first..variant.board.square_count() {
        let square = Square::new(index);
        let is_uncrowned =
            piece.kind == Kind::Man && variant.rules.is_promotion_square(variant.board, piece.color, square);
        if is_uncrowned || position.at(square).is_some() {
            continue;
        }
        position.set(square, Some(*piece));
        let next = if rest.first() == Some(piece) { index + 1 } else { 0 };
        place(variant, position, rest, next, visit)?;
        position.set(square, None);
    }
    ControlFlow::Continue(())
}

/// In how many ways some of so many things can be chosen.
fn choose(things: usize, chosen: usize) -> u64 {
    if chosen > things {
        return 0;
    }
    (0..chosen as u64).fold(1, |ways, step| ways * (things as u64 - step) / (step + 1))
}

impl fmt::Display for Class {
    /// `WM+WK v BM`: a word for each piece, men first.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |side: Side, color: Color| {
            let word = |piece: Piece| {
                format!("{}{}", color.letter(), if piece.kind == Kind::Man { 'M' } else { 'K' })
            };
            side.pieces(color).map(word).collect::<Vec<_>>().join("+")
        };
        write!(formatter, "{} v {}", words(self.white, Color::White), words(self.black, Color::Black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants::{ALL, ARAB, DIAGONAL, GHANAIAN};
    use std::collections::HashSet;

    #[test]
    fn classes_are_named_and_ordered_by_their_pieces() {
        let names =
            |variant, most| classes(variant, most).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(&ARAB, 2), ["WM v BM", "WM v BK", "WK v BM", "WK v BK"]);
        assert_eq!(names(&ARAB, 3).len(), 16);
        assert_eq!(names(&ARAB, 3)[4..7], ["WM v BM+BM", "WM v BM+BK", "WM v BK+BK"]);
        assert_eq!(names(&ARAB, 3)[10..13], ["WM+WM v BM", "WM+WM v BK", "WM+WK v BM"]);
        assert!(names(&GHANAIAN, 2).is_empty(), "one piece each cannot arise there");
    }

    #[test]
    fn a_class_has_as_many_positions_as_it_says_each_once_and_possible() {
        for variant in ALL {
            let mut seen = HashSet::new();
            for class in classes(variant, 3).iter().take(8) {
                let mut count = 0;
                let _ = class.each(variant, |number, position| {
                    assert_eq!(number, count);
                    count += 1;
                    if number % 97 == 0 {
                        assert_eq!(variant.read(&fen::write(position)).as_ref(), Ok(position));
                        assert!(seen.insert(*position));
                    }
                    ControlFlow::Continue(())
                });
                assert_eq!(class.count(variant), count, "{} {class}", variant.name);
            }
        }
    }

    /// Every set of pieces on every set of squares, put together without the order of classes.
    #[test]
    fn the_classes_of_two_pieces_hold_every_possible_position_of_two() {
        let letters = ['w', 'W', 'b', 'B'];
        let mut possible = HashSet::new();
        for turn in Color::VARIANTS {
            for (first, second) in (0..50).flat_map(|first| (0..first).map(move |second| (first, second))) {
                for (one, other) in
                    letters.iter().flat_map(|one| letters.iter().map(move |other| (one, other)))
                {
                    let mut position = Position::empty(DIAGONAL.board, *turn);
                    position.set(Square::new(first), Piece::from_letter(*one));
                    position.set(Square::new(second), Piece::from_letter(*other));
                    if position.count(Color::White) == 1 && DIAGONAL.read(&fen::write(&position)).is_ok() {
                        possible.insert(position);
                    }
                }
            }
        }
        let mut swept = HashSet::new();
        for class in classes(&DIAGONAL, 2) {
            let _ = class.each(&DIAGONAL, |_, position| {
                assert!(swept.insert(*position), "{} twice", fen::write(position));
                ControlFlow::Continue(())
            });
        }
        assert_eq!(swept, possible);
    }

    #[test]
    fn positions_come_in_the_order_of_their_squares() {
        let class = classes(&ARAB, 2)[0];
        let mut first = Vec::new();
        let _ = class.each(&ARAB, |_, position| {
            first.push(fen::write(position));
            if first.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(first, ["W:Wa7:Ba8", "W:Wa7:Bb8", "W:Wa7:Bc8"]);
    }
}
