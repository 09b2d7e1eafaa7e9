//! The rules that the fast generator plays by, resolved at compile time: one type for each set of answers.

use crate::bitboard::{Bits, Dark10, Full8, Layout};
use crate::geometry::Board;
use crate::rules::{
    AboutTurn, CaptureDuty, CapturedKings, CircularCapture, Completion, Crowning, Forward, JumpAgain,
    KingContinuation, KingDuty, KingJump, KingLanding, KingMove, KingPath, Lines, LonePiece, Majority,
    MenCapture, MenStep, OnePieceEach, Removal, Rules, StartSquare, TakenPieces, ThreatenedMen,
};

/// Answers to the questions on which the sets of rules differ. All other questions have the answer that
/// every one of them gives; see [`which`].
pub trait Ruleset: Copy + 'static {
    /// The board.
    type Layout: Layout;
    /// Pieces go along ranks and files, men also sideways; otherwise along diagonals.
    const ORTHOGONAL: bool;
    /// Men capture backward.
    const MEN_CAPTURE_BACK: bool;
    /// Jumped pieces leave before the next jump; otherwise after the sequence.
    const REMOVES_AT_ONCE: bool;
    /// The most pieces must be taken.
    const MAJORITY: bool;
    /// A side with one piece has lost.
    const LONE_LOSES: bool;
    /// One piece on each side is a draw.
    const ONE_EACH_DRAWS: bool;
}

macro_rules! rulesets {
    ($($(#[$meta:meta])* $name:ident: $layout:ty, $($flag:ident = $value:literal),+;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Ruleset for $name {
            type Layout = $layout;
            $(const $flag: bool = $value;)+
        }
    )+};
}

rulesets! {
    /// Forward captures, free choice, a lone piece loses.
    FreeForward: Dark10, ORTHOGONAL = false, MEN_CAPTURE_BACK = false, REMOVES_AT_ONCE = false,
        MAJORITY = false, LONE_LOSES = true, ONE_EACH_DRAWS = false;
    /// Captures all ways, the most pieces.
    MostAllWays: Dark10, ORTHOGONAL = false, MEN_CAPTURE_BACK = true, REMOVES_AT_ONCE = false,
        MAJORITY = true, LONE_LOSES = false, ONE_EACH_DRAWS = false;
    /// Orthogonal, the most pieces, removal at once.
    Orthogonal: Full8, ORTHOGONAL = true, MEN_CAPTURE_BACK = false, REMOVES_AT_ONCE = true,
        MAJORITY = true, LONE_LOSES = false, ONE_EACH_DRAWS = false;
    /// The same, with one piece each a draw.
    OrthogonalDraw: Full8, ORTHOGONAL = true, MEN_CAPTURE_BACK = false, REMOVES_AT_ONCE = true,
        MAJORITY = true, LONE_LOSES = false, ONE_EACH_DRAWS = true;
}

/// The sets of rules by name, for those who choose one at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// [`FreeForward`].
    FreeForward,
    /// [`MostAllWays`].
    MostAllWays,
    /// [`Orthogonal`].
    Orthogonal,
    /// [`OrthogonalDraw`].
    OrthogonalDraw,
}

/// The set of rules that plays as a value of [`Rules`] says, or `None` where only the rulebook does.
///
/// Questions about games with history do not matter here.
pub fn which(rules: &Rules, board: Board) -> Option<Which> {
    if !answers_alike(rules) {
        return None;
    }
    let diagonal = rules.lines == Lines::Diagonal
        && board == Board::DARK_10X10
        && rules.removal == Removal::AfterSequence
        && rules.one_piece_each == OnePieceEach::PlaysOn;
    let orthogonal = rules.lines == Lines::Orthogonal
        && board == Board::ALL_8X8
        && rules.removal == Removal::AfterEachJump
        && rules.about_turn == AboutTurn::Forbidden
        && rules.men_step == MenStep::ForwardAndSideways
        && rules.men_capture == MenCapture::ForwardAndSideways
        && rules.majority == Majority::MostPieces
        && rules.lone_piece == LonePiece::PlaysOn;
    // No diagonal goes sideways, and a turn of 180° never arises where jumped pieces stand.
    let steps_forward = rules.men_step != MenStep::EveryWay;
    match (rules.men_capture, rules.majority, rules.lone_piece, rules.one_piece_each) {
        (MenCapture::EveryWay, Majority::MostPieces, LonePiece::PlaysOn, _) if diagonal && steps_forward => {
            Some(Which::MostAllWays)
        }
        (capture, Majority::Free, LonePiece::Loses, _)
            if diagonal && steps_forward && capture != MenCapture::EveryWay =>
        {
            Some(Which::FreeForward)
        }
        (_, _, _, OnePieceEach::PlaysOn) if orthogonal => Some(Which::Orthogonal),
        (_, _, _, OnePieceEach::Draws) if orthogonal => Some(Which::OrthogonalDraw),
        _ => None,
    }
}

/// Whether the questions that all sets answer alike are answered so.
fn answers_alike(rules: &Rules) -> bool {
    rules.forward == Forward::UpTheBoard
        && rules.king_move == KingMove::AnyDistance
        && rules.king_path == KingPath::EmptySquares
        && rules.king_jump == KingJump::AnyDistance
        && rules.king_landing == KingLanding::Free
        && rules.king_continuation == KingContinuation::EveryWay
        && rules.jump_again == JumpAgain::Never
        && rules.taken_pieces == TakenPieces::All
        && rules.start_square == StartSquare::Vacant
        && rules.circular_capture == CircularCapture::Allowed
        && rules.capture_duty == CaptureDuty::Compulsory
        && rules.captured_kings == CapturedKings::NoMore
        && rules.king_duty == KingDuty::None
        && rules.completion == Completion::Complete
        && rules.crowning == Crowning::WhereMoveEnds
        && rules.threatened_men == ThreatenedMen::MayStay
}

/// The side to move, at compile time.
pub trait Side: Copy + 'static {
    /// The other side.
    type Other: Side<Other = Self>;
    /// Whether it is White, whose men go up.
    const WHITE: bool;

    /// Where its men are crowned.
    fn promotion_row<L: Layout>() -> Bits {
        if Self::WHITE { L::TOP } else { L::BOTTOM }
    }
}

/// White to move.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black to move.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    type Other = Black;
    const WHITE: bool = true;
}

impl Side for Black {
    type Other = White;
    const WHITE: bool = false;
}

/// Whether men of a side step in a direction.
pub const fn men_step<R: Ruleset, S: Side>(direction: usize) -> bool {
    if R::ORTHOGONAL {
        return direction != if S::WHITE { 2 } else { 0 };
    }
    let up = direction == 0 || direction == 3;
    up == S::WHITE
}

/// Whether men of a side capture in a direction.
pub const fn men_capture<R: Ruleset, S: Side>(direction: usize) -> bool {
    R::MEN_CAPTURE_BACK || men_step::<R, S>(direction)
}
