//! Diagonal draughts: International rules from a start on both sides of the empty long diagonal.

use super::{Variant, international};
use crate::geometry::Board;

/// Diagonal draughts. Its rules are International's, ruling by ruling.
pub const DIAGONAL: Variant = Variant {
    name: "diagonal",
    summary: "10x10, International rules from a start on both sides of the empty long diagonal",
    board: Board::DARK_10X10,
    setup: "W:1b1b1b1b2/b1b1b1b3/1b1b1b3w/b1b1b3w1/1b1b3w1w/b1b3w1w1/1b3w1w1w/b3w1w1w1/3w1w1w1w/2w1w1w1w1",
    rules: international::ANSWERS.0,
    rulings: &international::ANSWERS.1,
};
