//! Whether two engines mean the same move, and where it leads.

use crate::check::{Given, Spoken};
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::piece::Kind;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::Variant;

/// Whether two rows mean the same move, as far as both say.
pub fn is_alike(one: &Given, other: &Given) -> bool {
    let words = match (&one.spoken, &other.spoken) {
        (Spoken::Full(..), Spoken::Full(..)) => one.spoken == other.spoken,
        (Spoken::Unreadable, Spoken::Unreadable) => {
            one.text == other.text || one.next.is_some() && one.next == other.next
        }
        _ => one.ends().is_some() && one.ends() == other.ends(),
    };
    let is_same_next = one.next.is_none() || other.next.is_none() || one.next == other.next;
    words && is_same_next
}

/// The position after a move that an engine gave: as it says, or as its words have it.
pub fn after(variant: &Variant, position: &Position, given: &Given) -> Option<Position> {
    if given.next.is_some() {
        return given.next;
    }
    let Spoken::Full(from, to, captures) = &given.spoken else {
        return only_move(variant, position, given.ends()?).map(|played| position.after(&played));
    };
    let piece = position.at(*from)?;
    let crowns =
        piece.kind == Kind::Man && variant.rules.is_promotion_square(variant.board, piece.color, *to);
    let played = Move { from: *from, to: *to, path: vec![*from, *to], captures: captures.clone(), crowns };
    Some(position.after(&played))
}

/// The one legal move with this start and end, if there is just one.
fn only_move(variant: &Variant, position: &Position, ends: (Square, Square)) -> Option<Move> {
    let moves = Rulebook::new(variant.rules).moves(position, Counting::Unique);
    let mut fitting = moves.into_iter().filter(|played| (played.from, played.to) == ends);
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::notation::MoveForm;
    use reference_engine::variants::DIAGONAL;

    #[test]
    fn moves_are_alike_as_far_as_both_say() {
        let position = DIAGONAL.read("W:W45:B7,8,18,19,29,40").unwrap();
        let row = |text: &str, form| Given::of_move(text, &position, form).unwrap();
        let hub = |text: &str| row(text, MoveForm::Hub);
        assert!(is_alike(&hub("45x1x40x29x18x7"), &hub("45x1x7x18x29x40")), "the order says nothing");
        assert!(!is_alike(&hub("45x1x40x29x18x7"), &hub("45x1x40x29x19x8")), "other pieces are taken");
        assert!(is_alike(&hub("45x1x40x29x18x7"), &row("45x1", MoveForm::Short)), "one says less");
        let leaving = |text: &str| hub(&format!("45x1x40 {text}"));
        assert!(!is_alike(&leaving("B:W1:B7"), &leaving("B:WK1:B7")), "another position is left");
        assert!(is_alike(&leaving("B:W1:B7"), &hub("45x1x40")));
        let odd = |text: &str| hub(text);
        assert!(is_alike(&odd("?!"), &odd("?!")) && !is_alike(&odd("?!"), &odd("!?")));
        assert!(is_alike(&odd("?! B:W1:B7"), &odd("!? B:W1:B7")), "the same position is left");
    }
}
