//! Shrinking: a position made smaller while something stays as it is.
//!
//! Pieces are taken away and kings made men as long as the position stays possible and the caller finds
//! the same there. Nothing is judged here.

use crate::check::is_late;
use crate::verdict::{Mark, Row};
use reference_engine::fen;
use reference_engine::geometry::Square;
use reference_engine::piece::{Kind, Piece};
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::collections::HashSet;

/// Up to how many pieces it is tried to take away two at once, where no single one can go.
const FEW: usize = 10;

/// How an answer is wrong, or two answers differ: the kinds of rows there are, and the word of a refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    changed: bool,
    missing: bool,
    extra: bool,
    refusals: Vec<String>,
}

impl Manner {
    /// The manner of a comparison, in which perhaps one side or both refuse to answer.
    pub fn new<'a>(rows: &[Row], refusals: impl IntoIterator<Item = &'a str>) -> Self {
        let has = |mark: Mark| rows.iter().any(|row| row.mark == mark);
        Self {
            changed: has(Mark::Changed),
            missing: has(Mark::Missing),
            extra: has(Mark::Extra),
            refusals: refusals.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The smallest position found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Smallest<E> {
    /// The position; the start if nothing could be taken from it.
    pub position: Position,
    /// How many positions were tried.
    pub tried: u32,
    /// Why the search ended though something might still be taken.
    pub ended: Option<Ended<E>>,
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended<E> {
    /// As many positions were tried as may be.
    Spent,
    /// The caller could not say.
    Halted(E),
}

/// Makes a position smaller while `is_same` says so of it, trying at most so many positions.
pub fn shrink<E>(
    variant: &Variant,
    start: &Position,
    most: u32,
    is_same: impl FnMut(&Position) -> Result<bool, E>,
) -> Smallest<E> {
    let mut search = Search {
        variant,
        may_be_late: is_late(variant, start),
        is_same,
        most,
        tried: 0,
        seen: HashSet::from([*start]),
        smallest: *start,
    };
    let ended = search.run().err();
    Smallest { position: search.smallest, tried: search.tried, ended }
}

struct Search<'a, F> {
    variant: &'a Variant,
    may_be_late: bool,
    is_same: F,
    most: u32,
    tried: u32,
    seen: HashSet<Position>,
    smallest: Position,
}

impl<E, F: FnMut(&Position) -> Result<bool, E>> Search<'_, F> {
    fn run(&mut self) -> Result<(), Ended<E>> {
        self.take_many()?;
        while self.take_one()? || self.uncrown_one()? || self.take_two()? {}
        Ok(())
    }

    /// Half of the pieces at once, then a quarter, and so on.
    fn take_many(&mut self) -> Result<(), Ended<E>> {
        let mut size = self.smallest.pieces().count() / 2;
        while size > 1 {
            let squares = self.squares();
            for some in squares.chunks(size) {
                self.attempt(without(&self.smallest, some))?;
            }
            size /= 2;
        }
        Ok(())
    }

    fn take_one(&mut self) -> Result<bool, Ended<E>> {
        let mut is_smaller = false;
        for square in self.squares() {
            is_smaller |= self.attempt(without(&self.smallest, &[square]))?;
        }
        Ok(is_smaller)
    }

    fn uncrown_one(&mut self) -> Result<bool, Ended<E>> {
        let mut is_smaller = false;
        let kings: Vec<(Square, Piece)> =
            self.smallest.pieces().filter(|(_, piece)| piece.kind == Kind::King).collect();
        for (square, king) in kings {
            let mut candidate = self.smallest;
            candidate.set(square, Some(Piece::man(king.color)));
            is_smaller |= self.attempt(candidate)?;
        }
        Ok(is_smaller)
    }

    /// Two pieces may hold each other: one more to capture on either side of a choice.
    fn take_two(&mut self) -> Result<bool, Ended<E>> {
        let squares = self.squares();
        if squares.len() > FEW {
            return Ok(false);
        }
        for (index, one) in squares.iter().enumerate() {
            for other in &squares[index + 1..] {
                if self.attempt(without(&self.smallest, &[*one, *other]))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn squares(&self) -> Vec<Square> {
        self.smallest.pieces().map(|(square, _)| square).collect()
    }

    /// Keeps a candidate if all is the same there.
    fn attempt(&mut self, candidate: Position) -> Result<bool, Ended<E>> {
        if !self.seen.insert(candidate) || !self.is_possible(&candidate) {
            return Ok(false);
        }
        if self.tried == self.most {
            return Err(Ended::Spent);
        }
        self.tried += 1;
        let is_same = (self.is_same)(&candidate).map_err(Ended::Halted)?;
        if is_same {
            self.smallest = candidate;
        }
        Ok(is_same)
    }

    fn is_possible(&self, candidate: &Position) -> bool {
        (self.may_be_late || !is_late(self.variant, candidate))
            && self.variant.read(&fen::write(candidate)).is_ok()
    }
}

fn without(position: &Position, squares: &[Square]) -> Position {
    let mut fewer = *position;
    for square in squares {
        fewer.set(*square, None);
    }
    fewer
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants::{ARAB, GHANAIAN};
    use std::convert::Infallible;

    fn shrunk(variant: &Variant, text: &str, is_same: impl Fn(&Position) -> bool) -> Smallest<Infallible> {
        let start = variant.read(text).unwrap();
        shrink(variant, &start, 200, |position| Ok(is_same(position)))
    }

    #[test]
    fn all_goes_that_may_go() {
        let holds_a3 = |position: &Position| fen::write(position).contains("a3");
        let smallest = shrunk(&ARAB, "start", holds_a3);
        assert_eq!(fen::write(&smallest.position).matches(char::is_numeric).count(), 2);
        assert!(smallest.ended.is_none() && smallest.tried < 60, "{smallest:?}");
    }

    #[test]
    fn kings_become_men_where_a_man_may_stand() {
        let smallest = shrunk(&ARAB, "W:WKd4,Kc8:BKd5", |position| position.pieces().count() == 3);
        assert_eq!(fen::write(&smallest.position), "W:WKc8,d4:Bd5");
    }

    #[test]
    fn two_pieces_that_hold_each_other_go_together() {
        let both_or_none = |position: &Position| {
            let text = fen::write(position);
            text.contains("a3") == text.contains("h3") && text.contains("d4") && text.contains("d6")
        };
        let smallest = shrunk(&ARAB, "W:Wa3,h3,d4:Bd6", both_or_none);
        assert_eq!(fen::write(&smallest.position), "W:Wd4:Bd6");
    }

    #[test]
    fn what_no_game_comes_to_is_not_tried() {
        let is_tried = |variant: &Variant, text: &str| {
            shrunk(variant, text, |position| {
                assert!(!is_late(variant, position), "{}", fen::write(position));
                assert!(variant.read(&fen::write(position)).is_ok());
                true
            })
        };
        // White has just been reduced to one piece, but Black cannot have been before.
        assert_eq!(
            is_tried(&GHANAIAN, "W:W31,32,33:B1,2,3").position.count(reference_engine::piece::Color::Black),
            2
        );
        assert_eq!(is_tried(&ARAB, "W:Wa3,b3:Ba6,b6").position.pieces().count(), 1);
    }

    #[test]
    fn the_bound_holds_and_what_was_found_is_kept() {
        let start = ARAB.start();
        let smallest = shrink(&ARAB, &start, 1, |_| Ok::<_, Infallible>(true));
        assert_eq!((smallest.tried, &smallest.ended), (1, &Some(Ended::Spent)));
        assert_eq!(smallest.position.pieces().count(), 16);
        let mut tried = 0;
        let halted = shrink(&ARAB, &start, 200, |_| {
            tried += 1;
            if tried == 2 { Err("broken") } else { Ok(true) }
        });
        assert_eq!(halted.ended, Some(Ended::Halted("broken")));
        assert_eq!(halted.position.pieces().count(), 16);
    }
}
