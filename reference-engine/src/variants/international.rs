//! International draughts: the parent of the 10 × 10 variants, whose published counts check shared code.

use super::{Variant, answers};
use crate::geometry::Board;
use crate::rules::{
    AboutTurn, Blocked, CaptureDuty, CapturedKings, CircularCapture, Completion, Crowning, Forward,
    JumpAgain, KingContinuation, KingDuty, KingJump, KingLanding, KingMove, KingPath, Lines, LonePiece,
    Majority, MenCapture, MenStep, NoProgress, OnePieceEach, Removal, Repetition, Rules, RulingIds,
    StartSquare, TakenPieces, ThreatenedMen,
};

pub(super) const ANSWERS: (Rules, RulingIds) = answers! {
    lines: Lines::Diagonal, "diagonal-lines";
    forward: Forward::UpTheBoard, "forward-is-up-the-board";
    men_step: MenStep::Forward, "men-step-forward";
    men_capture: MenCapture::EveryWay, "men-capture-all-ways";
    king_move: KingMove::AnyDistance, "flying-kings";
    king_path: KingPath::EmptySquares, "flying-kings";
    king_jump: KingJump::AnyDistance, "flying-kings";
    king_landing: KingLanding::Free, "king-landing-free";
    king_continuation: KingContinuation::EveryWay, "king-continues-in-any-direction";
    removal: Removal::AfterSequence, "removal-after-sequence";
    jump_again: JumpAgain::Never, "removal-after-sequence";
    taken_pieces: TakenPieces::All, "every-jumped-piece-is-taken";
    // A turn of 180° would have to cross the piece just jumped, which still stands.
    about_turn: AboutTurn::Allowed, "removal-after-sequence";
    start_square: StartSquare::Vacant, "start-square-vacant";
    circular_capture: CircularCapture::Allowed, "start-square-vacant";
    capture_duty: CaptureDuty::Compulsory, "capture-compulsory";
    majority: Majority::MostPieces, "majority";
    captured_kings: CapturedKings::NoMore, "pieces-count-alike";
    king_duty: KingDuty::None, "no-duty-to-capture-with-king";
    completion: Completion::Complete, "complete-sequence";
    crowning: Crowning::WhereMoveEnds, "no-crowning-in-passing";
    lone_piece: LonePiece::PlaysOn, "no-pieces";
    one_piece_each: OnePieceEach::PlaysOn, "draws";
    blocked: Blocked::Loses, "blocked";
    threatened_men: ThreatenedMen::MayStay, "bahraini-threatened-man";
    repetition: Repetition::PlaysOn, "draws";
    no_progress: NoProgress::PlaysOn, "draws";
};

/// International draughts.
pub const INTERNATIONAL: Variant = Variant {
    name: "international",
    summary: "10x10, men capture all ways, the most pieces must be taken",
    board: Board::DARK_10X10,
    setup: "W:1b1b1b1b1b/b1b1b1b1b1/1b1b1b1b1b/b1b1b1b1b1/10/10/1w1w1w1w1w/w1w1w1w1w1/1w1w1w1w1w/w1w1w1w1w1",
    rules: ANSWERS.0,
    rulings: &ANSWERS.1,
};
