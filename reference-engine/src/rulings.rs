//! The rulings: what each rule means, in one sentence, and how firmly the rule text says so.
//!
//! The rule texts win. Where a text is silent or easy to misread a ruling fixes the reading that the
//! reference follows. Fixtures and reports name rulings by their ids.

use strum::{Display, EnumString};

/// How firmly a ruling stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Firmness {
    /// The rule text says so.
    Must,
    /// The text leans on International draughts, whose rule is taken.
    Parent,
    /// A real choice: the other reading can be selected by a changed rule.
    Open,
    /// Agreed for the sake of comparing answers; no rule of play.
    Convention,
}

/// One ruling for some variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Name, in lower case with hyphens.
    pub id: &'static str,
    /// Names of the variants it holds for.
    pub variants: &'static [&'static str],
    /// How firmly it stands there.
    pub firmness: Firmness,
    /// What it says, without full stop.
    pub sentence: &'static str,
}

const EVERY: &[&str] = &["ghanaian", "arab", "diagonal", "international", "turkish"];
const GHANAIAN: &[&str] = &["ghanaian"];
const ARAB: &[&str] = &["arab"];
const DIAGONAL: &[&str] = &["diagonal"];
const ON_RANKS: &[&str] = &["arab", "turkish"];
const ON_DIAGONALS: &[&str] = &["ghanaian", "diagonal", "international"];
const OF_INTERNATIONAL: &[&str] = &["diagonal", "international"];
const WITH_MAJORITY: &[&str] = &["arab", "turkish", "diagonal", "international"];

const fn ruling(
    id: &'static str,
    variants: &'static [&'static str],
    firmness: Firmness,
    sentence: &'static str,
) -> Ruling {
    Ruling { id, variants, firmness, sentence }
}

use Firmness::{Convention, Must, Open, Parent};

/// Every ruling. An id stands again where it is firmer in one variant than in another.
pub const ALL: &[Ruling] = &[
    ruling(
        "move-identity",
        EVERY,
        Open,
        "a move is its start square, end square and set of captured squares",
    ),
    ruling(
        "start-square-vacant",
        GHANAIAN,
        Open,
        "during a capture the moving piece's start square is empty: it may be crossed and landed on",
    ),
    ruling(
        "start-square-vacant",
        WITH_MAJORITY,
        Parent,
        "during a capture the moving piece's start square is empty: it may be crossed and landed on",
    ),
    ruling(
        "complete-sequence",
        WITH_MAJORITY,
        Must,
        "a capture is played until no further jump is available to the moving piece",
    ),
    ruling(
        "game-over-has-no-moves",
        EVERY,
        Convention,
        "a position in which the game is over has no legal moves",
    ),
    ruling("no-pieces", EVERY, Must, "a side without pieces has lost"),
    ruling("blocked", EVERY, Must, "a side to move that has pieces but no legal move has lost"),
    ruling(
        "man-on-promotion-row",
        EVERY,
        Convention,
        "a man cannot stand on its promotion row; such a position is refused",
    ),
    ruling(
        "piece-limit",
        EVERY,
        Convention,
        "a side cannot have more pieces than it starts with; such a position is refused",
    ),
    ruling(
        "well-formed-text",
        EVERY,
        Convention,
        "a text that says no position is refused, and the error says where and why",
    ),
    ruling("history", EVERY, Convention, "perft ignores everything that needs the history of a game"),
    ruling(
        "capture-compulsory",
        EVERY,
        Must,
        "a side that can capture, with any of its pieces, must capture",
    ),
    ruling(
        "flying-kings",
        EVERY,
        Must,
        "a king moves any number of empty squares and captures a single piece at any distance",
    ),
    ruling(
        "only-enemies-are-jumped",
        EVERY,
        Must,
        "a jump goes over exactly one enemy piece with an empty square behind it; own pieces block",
    ),
    ruling("bahraini-threatened-man", EVERY, Must, "a threatened man need not be moved"),
    ruling("no-duty-to-capture-with-king", EVERY, Must, "man and king may capture alike"),
    ruling("every-jumped-piece-is-taken", EVERY, Must, "every jumped piece is taken and leaves the board"),
    ruling("pieces-count-alike", EVERY, Must, "captured kings count no more than captured men"),
    ruling("diagonal-lines", ON_DIAGONALS, Must, "pieces move and capture along diagonals"),
    ruling("men-step-forward", ON_DIAGONALS, Must, "a man steps one square diagonally forward"),
    ruling(
        "forward-is-up-the-board",
        DIAGONAL,
        Open,
        "White's men go up the board and Black's down, and are crowned on the far edge row",
    ),
    ruling(
        "forward-is-up-the-board",
        &["ghanaian", "arab", "turkish", "international"],
        Must,
        "White's men go up the board and Black's down, and are crowned on the far edge row",
    ),
    ruling(
        "removal-after-sequence",
        GHANAIAN,
        Must,
        "a jumped piece stays on the board until the capture is complete: it blocks, and is not jumped twice",
    ),
    ruling(
        "removal-after-sequence",
        OF_INTERNATIONAL,
        Parent,
        "a jumped piece stays on the board until the capture is complete: it blocks, and is not jumped twice",
    ),
    // Ghanaian
    ruling(
        "men-capture-forward-only",
        GHANAIAN,
        Must,
        "a man captures forward only, also in the middle of a capture",
    ),
    ruling("free-choice", GHANAIAN, Must, "any complete capture may be chosen; the longest is not required"),
    ruling(
        "no-stopping-early",
        GHANAIAN,
        Open,
        "the choice is which capture to play, not how far: a capture under way is completed",
    ),
    ruling(
        "king-landing-free",
        GHANAIAN,
        Open,
        "a king may land on any empty square beyond the jumped piece, also where only another would let the capture go on",
    ),
    ruling(
        "king-landing-free",
        WITH_MAJORITY,
        Must,
        "a king may land on any empty square beyond the jumped piece",
    ),
    ruling(
        "king-continues-in-any-direction",
        GHANAIAN,
        Open,
        "a king goes on capturing in any direction; that a capture continues forward is said of men",
    ),
    ruling(
        "king-continues-in-any-direction",
        WITH_MAJORITY,
        Must,
        "a king goes on capturing in any direction",
    ),
    ruling(
        "singleton-loses",
        GHANAIAN,
        Must,
        "a side that is down to one piece, man or king, has lost, checked after the whole move",
    ),
    ruling(
        "crown-at-end-of-turn",
        GHANAIAN,
        Must,
        "a man that ends its move on the last row is a king from the next turn",
    ),
    ruling("draws", GHANAIAN, Must, "a draw is agreed or judged, never read off a position"),
    // Arab
    ruling(
        "orthogonal",
        ON_RANKS,
        Must,
        "nothing moves or captures diagonally: men step and jump forward or sideways, kings along ranks and files",
    ),
    ruling(
        "men-step-forward-or-sideways",
        ON_RANKS,
        Must,
        "a man steps one square straight forward or sideways, never backward",
    ),
    ruling(
        "men-capture-forward-or-sideways",
        ON_RANKS,
        Must,
        "a man captures forward or sideways, never backward",
    ),
    ruling(
        "majority",
        WITH_MAJORITY,
        Must,
        "the capture of the most pieces must be played; among equals the choice is free",
    ),
    ruling(
        "removal-at-once",
        ON_RANKS,
        Must,
        "a jumped piece leaves the board before the next jump, which may cross or land on its square",
    ),
    ruling("no-about-turn", ON_RANKS, Must, "between one jump and the next there is no turn of 180°"),
    ruling(
        "crown-at-end-of-turn",
        ON_RANKS,
        Must,
        "a man that reaches the last row in mid-capture goes on as a man and is crowned only if the capture ends there",
    ),
    ruling(
        "one-piece-each-draws",
        ARAB,
        Must,
        "one piece on each side is a draw at once, even with a capture pending",
    ),
    ruling(
        "repetition",
        ON_RANKS,
        Must,
        "in a game the third occurrence of a position with the same side to move is a draw",
    ),
    ruling(
        "no-progress",
        ARAB,
        Must,
        "in a game 40 moves by each side without a capture or a man's move are a draw",
    ),
    ruling(
        "no-draw-law",
        &["turkish"],
        Convention,
        "the draw law that the Arab text adds does not hold here",
    ),
    // Diagonal
    ruling("setup", EVERY, Must, "the start position is the one of the rule text, White to move"),
    ruling("men-capture-all-ways", OF_INTERNATIONAL, Must, "a man captures backward as well as forward"),
    ruling(
        "no-crowning-in-passing",
        OF_INTERNATIONAL,
        Must,
        "a man that passes the far row in mid-capture stays a man unless it stops there",
    ),
    ruling("draws", OF_INTERNATIONAL, Must, "the text knows no draw that could be read off a position"),
];

/// The ruling with this id that holds for a variant.
pub fn find(variant: &str, id: &str) -> Option<&'static Ruling> {
    ALL.iter().find(|ruling| ruling.id == id && ruling.variants.contains(&variant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::variants;

    #[test]
    fn no_variant_has_two_rulings_of_one_id() {
        for variant in variants::ALL {
            for ruling in ALL.iter().filter(|ruling| ruling.variants.contains(&variant.name)) {
                assert_eq!(find(variant.name, ruling.id), Some(ruling), "{} {}", variant.name, ruling.id);
            }
        }
    }

    #[test]
    fn every_field_of_every_variant_names_a_ruling_that_holds_for_it() {
        for variant in variants::ALL {
            for field in Rules::FIELDS {
                let id = variant.rulings.get(field).unwrap();
                assert!(find(variant.name, id).is_some(), "{}: {field} names {id}", variant.name);
            }
        }
    }
}
