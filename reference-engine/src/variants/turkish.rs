//! Turkish draughts: the rules of Arab draughts under the older name, without the Arab text's draw law.

use super::{Variant, arab};
use crate::rules::{NoProgress, OnePieceEach, Rules, RulingIds};

/// Turkish draughts.
pub const TURKISH: Variant = Variant {
    name: "turkish",
    summary: "the rules of Arab draughts without a draw at one piece each or for lack of progress",
    rules: Rules {
        one_piece_each: OnePieceEach::PlaysOn,
        no_progress: NoProgress::PlaysOn,
        ..arab::ANSWERS.0
    },
    rulings: &RulingIds { one_piece_each: "no-draw-law", no_progress: "no-draw-law", ..arab::ANSWERS.1 },
    ..arab::ARAB
};
