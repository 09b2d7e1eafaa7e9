//! Arab draughts (Dama): the rules of Turkish draughts with a draw law of its own.

use super::{Variant, answers};
use crate::geometry::Board;
use crate::rules::{
    AboutTurn, Blocked, CaptureDuty, CapturedKings, CircularCapture, Completion, Crowning, Forward,
    JumpAgain, KingContinuation, KingDuty, KingJump, KingLanding, KingMove, KingPath, Lines, LonePiece,
    Majority, MenCapture, MenStep, NoProgress, OnePieceEach, Removal, Repetition, Rules, RulingIds,
    StartSquare, TakenPieces, ThreatenedMen,
};

pub(super) const ANSWERS: (Rules, RulingIds) = answers! {
    lines: Lines::Orthogonal, "orthogonal";
    forward: Forward::UpTheBoard, "forward-is-up-the-board";
    men_step: MenStep::ForwardAndSideways, "men-step-forward-or-sideways";
    men_capture: MenCapture::ForwardAndSideways, "men-capture-forward-or-sideways";
    king_move: KingMove::AnyDistance, "flying-kings";
    king_path: KingPath::EmptySquares, "flying-kings";
    king_jump: KingJump::AnyDistance, "flying-kings";
    king_landing: KingLanding::Free, "king-landing-free";
    king_continuation: KingContinuation::EveryWay, "king-continues-in-any-direction";
    removal: Removal::AfterEachJump, "removal-at-once";
    jump_again: JumpAgain::Never, "removal-at-once";
    taken_pieces: TakenPieces::All, "every-jumped-piece-is-taken";
    about_turn: AboutTurn::Forbidden, "no-about-turn";
    start_square: StartSquare::Vacant, "start-square-vacant";
    circular_capture: CircularCapture::Allowed, "start-square-vacant";
    capture_duty: CaptureDuty::Compulsory, "capture-compulsory";
    majority: Majority::MostPieces, "majority";
    captured_kings: CapturedKings::NoMore, "pieces-count-alike";
    king_duty: KingDuty::None, "no-duty-to-capture-with-king";
    completion: Completion::Complete, "complete-sequence";
    crowning: Crowning::WhereMoveEnds, "crown-at-end-of-turn";
    lone_piece: LonePiece::PlaysOn, "no-pieces";
    one_piece_each: OnePieceEach::Draws, "one-piece-each-draws";
    blocked: Blocked::Loses, "blocked";
    threatened_men: ThreatenedMen::MayStay, "bahraini-threatened-man";
    repetition: Repetition::ThirdDraws, "repetition";
    no_progress: NoProgress::FortyEachDraws, "no-progress";
};

/// Arab draughts.
pub const ARAB: Variant = Variant {
    name: "arab",
    summary: "8x8 on every square, orthogonal, the most pieces must be taken, jumped pieces leave at once",
    board: Board::ALL_8X8,
    setup: "W:8/bbbbbbbb/bbbbbbbb/8/8/wwwwwwww/wwwwwwww/8",
    rules: ANSWERS.0,
    rulings: &ANSWERS.1,
};
