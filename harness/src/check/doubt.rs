//! Positions to which no game comes, and about which right engines differ. huff asks about some of them, since
//! they show much with few pieces, and blames nobody for what can be said either way.

use reference_engine::outcome::{self, Outcome};
use reference_engine::piece::{Color, Kind};
use reference_engine::position::Position;
use reference_engine::rules::{Forward, MenCapture, MenStep};
use reference_engine::variants::Variant;
use strum::VariantArray;

/// Whether the side that is not to move had lost before the other could have moved. An engine that looks at the
/// side to move only, as it may in a game, finds moves there.
pub fn is_late(variant: &Variant, position: &Position) -> bool {
    let outcome = outcome::by_material(&variant.rules, position);
    matches!(outcome, Some(Outcome::Win { winner, .. }) if winner == position.turn())
}

/// Why nothing is made of a refusal.
pub const BEHIND_ITS_START: &str =
    "the engine refuses a position with a man behind the rows where its side starts: no game comes to it";

/// Whether a man stands behind the rows on which its side starts, in a game in which men never go back. An
/// engine may refuse such a position.
pub fn has_man_behind_its_start(variant: &Variant, position: &Position) -> bool {
    let rules = &variant.rules;
    let goes_back = rules.men_step == MenStep::EveryWay || rules.men_capture == MenCapture::EveryWay;
    if goes_back || rules.forward != Forward::UpTheBoard {
        return false;
    }
    let start = variant.start();
    Color::VARIANTS.iter().any(|color| {
        let first = rearmost_man(&start, *color);
        rearmost_man(position, *color).is_some_and(|row| Some(row) < first)
    })
}

/// The row of the man of a side that stands furthest back, counted from its own edge of the board.
fn rearmost_man(position: &Position, color: Color) -> Option<u8> {
    let board = position.board();
    let men = position.pieces_of(color).filter(|(_, kind)| *kind == Kind::Man);
    let from_its_edge = |square| if color == Color::White { square } else { board.turned(square) };
    men.map(|(square, _)| board.coordinates(from_its_edge(square)).1).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::variants::{ARAB, GHANAIAN, INTERNATIONAL};

    #[track_caller]
    fn read(variant: &Variant, text: &str) -> Position {
        variant.read(text).unwrap()
    }

    #[test]
    fn a_lone_piece_that_has_moved_is_late_and_one_that_is_to_move_is_not() {
        assert!(is_late(&GHANAIAN, &read(&GHANAIAN, "W:Wa1,c1:Bb10")));
        assert!(!is_late(&GHANAIAN, &read(&GHANAIAN, "B:Wa1,c1:Bb10")));
        assert!(!is_late(&ARAB, &read(&ARAB, "W:Wa2,c2:Bb7")));
    }

    #[test]
    fn arab_men_start_in_front_of_their_first_row_and_never_come_to_it() {
        let is_behind =
            |variant: &Variant, text: &str| has_man_behind_its_start(variant, &read(variant, text));
        assert!(is_behind(&ARAB, "W:Wa1,c2:Bb7,d7"));
        assert!(is_behind(&ARAB, "W:Wa2,c2:Bb7,d8"));
        assert!(!is_behind(&ARAB, "W:Wa2,Kc1:Bb7,Kd8"));
        assert!(!is_behind(&GHANAIAN, "W:Wa1,c1:Bb10,d10"));
        assert!(!is_behind(&INTERNATIONAL, "W:W50,46:B1,5"));
    }

    #[test]
    fn where_men_go_back_they_may_come_behind_their_start() {
        for (field, value) in
            [("men-step", "every-way"), ("men-capture", "every-way"), ("forward", "across-the-board")]
        {
            let mut rules = ARAB.rules;
            rules.set(field, value).unwrap();
            let position = read(&ARAB, "W:Wa1,c2:Bb7,d7");
            assert!(!has_man_behind_its_start(&ARAB.with_rules(rules), &position), "{field}={value}");
        }
    }
}
