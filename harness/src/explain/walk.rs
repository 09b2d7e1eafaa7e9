//! A move followed square by square, up to the first thing that stands against it.
//!
//! The generators list moves and say nothing of the others. So the way is gone once more here, for one move
//! and not for all; the tests hold it against the rulebook in both directions.

use super::reason::Reason;
use reference_engine::geometry::{Board, Direction, Square};
use reference_engine::piece::{Kind, Piece};
use reference_engine::position::Position;
use reference_engine::rules::{
    AboutTurn, Crowning, Heading, JumpAgain, KingContinuation, KingJump, KingLanding, KingMove, KingPath,
    MenCapture, MenStep, Removal, Rules, StartSquare,
};

/// A piece on its way.
#[derive(Clone)]
pub struct Walk<'a> {
    rules: &'a Rules,
    /// What stands on the board at this moment, the moving piece apart.
    standing: Position,
    piece: Piece,
    start: Square,
    at: Square,
    taken: Vec<Square>,
    last: Option<Direction>,
    has_touched_promotion_row: bool,
    has_moved: bool,
}

/// What one hop of the way does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hop {
    /// It takes nothing.
    Quiet,
    /// It jumps an enemy.
    Jump { direction: Direction, over: Square },
}

impl<'a> Walk<'a> {
    /// A piece of the side to move that has not moved yet.
    pub fn begin(rules: &'a Rules, position: &Position, start: Square, piece: Piece) -> Self {
        let mut standing = *position;
        if rules.start_square == StartSquare::Vacant {
            standing.set(start, None);
        }
        Self {
            rules,
            standing,
            piece,
            start,
            at: start,
            taken: Vec::new(),
            last: None,
            has_touched_promotion_row: false,
            has_moved: false,
        }
    }

    /// Follows the squares after the start as far as the rules allow. Whether the move may end there, or
    /// must not be played for another's sake, is not asked.
    pub fn follow(mut self, squares: &[Square], says_capture: bool) -> Result<Self, Reason> {
        for to in squares {
            if self.has_moved && self.taken.is_empty() {
                return Err(Reason::SeveralMoves(self.at));
            }
            let may_be_quiet = squares.len() == 1 || !says_capture;
            match self.hop(*to, says_capture, may_be_quiet)? {
                Hop::Quiet => {
                    self.at = *to;
                    self.has_moved = true;
                }
                Hop::Jump { direction, over } => self = self.after(direction, over, *to),
            }
        }
        Ok(self)
    }

    /// Pieces jumped so far, in order.
    pub fn taken(&self) -> &[Square] {
        &self.taken
    }

    /// Where the piece stood at first.
    pub const fn start(&self) -> Square {
        self.start
    }

    /// Where the piece stands now.
    pub const fn at(&self) -> Square {
        self.at
    }

    /// A jump that may come next: over which square, and to which.
    pub fn next_jump(&self) -> Option<(Square, Square)> {
        let board = self.board();
        let landings = Direction::ALL.iter().flat_map(|direction| board.ray(self.at, *direction));
        landings
            .map(|to| (self.hop(to, true, false), to))
            .find_map(|(hop, to)| if let Ok(Hop::Jump { over, .. }) = hop { Some((over, to)) } else { None })
    }

    fn board(&self) -> Board {
        self.standing.board()
    }

    fn hop(&self, to: Square, says_capture: bool, may_be_quiet: bool) -> Result<Hop, Reason> {
        if self.rules.crowning == Crowning::EndsCapture && self.has_touched_promotion_row {
            return Err(Reason::CrownedAlready(self.at));
        }
        let tried = self.hop_as_it_is(to, says_capture, may_be_quiet);
        match tried {
            // That a man captures no such way is the nearer reason.
            Ok(_) | Err(Reason::ManCapture(_)) => tried,
            Err(_) if self.would_go_as_king(to) => Err(Reason::CrownedInPassing(self.at)),
            Err(_) => tried,
        }
    }

    /// Whether the hop would be right if the man had become a king on its way.
    fn would_go_as_king(&self, to: Square) -> bool {
        if self.piece.kind == Kind::King || !self.has_touched_promotion_row {
            return false;
        }
        let king = Self { piece: Piece::king(self.piece.color), ..self.clone() };
        king.hop_as_it_is(to, true, false).is_ok()
    }

    fn hop_as_it_is(&self, to: Square, says_capture: bool, may_be_quiet: bool) -> Result<Hop, Reason> {
        let board = self.board();
        if to == self.at {
            return Err(Reason::StaysPut(self.piece.kind));
        }
        let direction = board.direction_between(self.at, to).ok_or(Reason::NoLine(self.at, to))?;
        if !self.rules.uses(direction) {
            return Err(Reason::WrongLine(self.at, to));
        }
        let between: Vec<Square> = board.ray(self.at, direction).take_while(|square| *square != to).collect();
        if !board.ray(self.at, direction).any(|square| square == to) {
            // Where half of the cells are in play, not every line is one of neighbours.
            return Err(Reason::NoLine(self.at, to));
        }
        let found = self.hop_along(direction, &between, to, says_capture, may_be_quiet);
        match found {
            Err(_) if self.slides_over_pieces(to, may_be_quiet) => {
                self.quiet(direction, between.len(), to, says_capture)
            }
            _ => found,
        }
    }

    /// A hop over the squares between two that lie on a line.
    fn hop_along(
        &self,
        direction: Direction,
        between: &[Square],
        to: Square,
        says_capture: bool,
        may_be_quiet: bool,
    ) -> Result<Hop, Reason> {
        let pieces: Vec<(Square, Piece)> =
            between.iter().filter_map(|square| Some((*square, self.standing.at(*square)?))).collect();
        self.is_free(to)?;
        match pieces[..] {
            [] if self.taken.is_empty() && may_be_quiet => {
                self.quiet(direction, between.len(), to, says_capture)
            }
            [] => Err(self.nothing_there(between, to)),
            [first, ..] if !says_capture && self.taken.is_empty() && !self.is_one_enemy(&pieces) => {
                Err(self.blocked(first))
            }
            [first, ref others @ ..] => {
                self.can_be_jumped(first)?;
                if let Some(second) = others.first() {
                    return Err(self.second(first.0, *second));
                }
                self.jump(direction, first.0, to)
            }
        }
    }

    /// By some rules a king's quiet move passes over pieces; what can be a jump is one all the same.
    fn slides_over_pieces(&self, to: Square, may_be_quiet: bool) -> bool {
        let may_slide = self.rules.king_path == KingPath::OverPieces && self.piece.kind == Kind::King;
        let is_first = self.taken.is_empty() && may_be_quiet;
        may_slide && is_first && self.standing.at(to).is_none() && to != self.start
    }

    fn quiet(
        &self,
        direction: Direction,
        between: usize,
        to: Square,
        says_capture: bool,
    ) -> Result<Hop, Reason> {
        if self.piece.kind == Kind::King {
            let is_far = between > 0 && self.rules.king_move == KingMove::OneStep;
            return if is_far { Err(Reason::OneSquare(Kind::King)) } else { Ok(Hop::Quiet) };
        }
        if between > 0 {
            let reason = Reason::OneSquare(Kind::Man);
            return Err(if says_capture { Reason::JumpsNothing(self.at, to) } else { reason });
        }
        let heading = self.rules.heading(self.piece.color, direction);
        let may_step = match self.rules.men_step {
            MenStep::Forward => heading == Heading::Forward,
            MenStep::ForwardAndSideways => heading != Heading::Backward,
            MenStep::EveryWay => true,
        };
        if may_step { Ok(Hop::Quiet) } else { Err(Reason::ManStep(heading)) }
    }

    fn is_free(&self, to: Square) -> Result<(), Reason> {
        match self.standing.at(to) {
            None => Ok(()),
            Some(_) if to == self.start => Err(Reason::StartStands(to)),
            Some(_) if self.taken.contains(&to) => Err(Reason::JumpedBefore(to)),
            Some(piece) => Err(Reason::Occupied(to, piece)),
        }
    }

    /// Why there is nothing to jump on a way between two squares.
    fn nothing_there(&self, between: &[Square], to: Square) -> Reason {
        match between.iter().find(|square| self.taken.contains(square)) {
            Some(gone) => Reason::LeftAlready(*gone),
            None => Reason::JumpsNothing(self.at, to),
        }
    }

    fn is_one_enemy(&self, pieces: &[(Square, Piece)]) -> bool {
        matches!(pieces, [(_, piece)] if piece.color != self.piece.color)
    }

    /// Why a quiet move does not pass a piece.
    fn blocked(&self, (square, piece): (Square, Piece)) -> Reason {
        match self.piece.kind {
            Kind::King => Reason::PathBlocked(square, piece),
            Kind::Man => Reason::OneSquare(Kind::Man),
        }
    }

    fn can_be_jumped(&self, (square, piece): (Square, Piece)) -> Result<(), Reason> {
        if square == self.start {
            return Err(Reason::StartStands(square));
        }
        if piece.color == self.piece.color {
            return Err(Reason::OwnPiece(square));
        }
        let times = self.taken.iter().filter(|taken| **taken == square).count();
        let again =
            self.rules.jump_again == JumpAgain::Allowed && times < 2 && self.taken.last() != Some(&square);
        if times == 0 || again { Ok(()) } else { Err(Reason::JumpedBefore(square)) }
    }

    /// Why a jump does not pass a second piece.
    fn second(&self, first: Square, (square, piece): (Square, Piece)) -> Reason {
        if square == self.start {
            return Reason::StartStands(square);
        }
        if piece.color == self.piece.color {
            return Reason::OwnPiece(square);
        }
        if self.taken.contains(&square) {
            Reason::JumpedBefore(square)
        } else {
            Reason::TwoPieces(first, square)
        }
    }

    fn jump(&self, direction: Direction, over: Square, to: Square) -> Result<Hop, Reason> {
        let is_near = self.board().step(self.at, direction) == Some(over);
        let heading = self.rules.heading(self.piece.color, direction);
        match self.piece.kind {
            Kind::Man => {
                let lands_behind = self.board().step(over, direction) == Some(to);
                if !is_near || !lands_behind {
                    return Err(Reason::ManReach(over));
                }
                if !self.man_captures(heading) {
                    return Err(Reason::ManCapture(heading));
                }
            }
            Kind::King => {
                if !is_near && self.rules.king_jump == KingJump::Adjacent {
                    return Err(Reason::KingReach(over));
                }
                let is_forward = self.last.is_none() || heading == Heading::Forward;
                if !is_forward && self.rules.king_continuation == KingContinuation::ForwardOnly {
                    return Err(Reason::KingContinuation);
                }
            }
        }
        let turns_back = self.last == Some(direction.reversed());
        if turns_back && self.rules.about_turn == AboutTurn::Forbidden {
            return Err(Reason::AboutTurn(self.at));
        }
        if self.piece.kind == Kind::King && !self.king_lands(direction, over, to) {
            return Err(Reason::KingLanding(over, to));
        }
        Ok(Hop::Jump { direction, over })
    }

    fn man_captures(&self, heading: Heading) -> bool {
        match self.rules.men_capture {
            MenCapture::Forward => heading == Heading::Forward,
            MenCapture::ForwardAndSideways => heading != Heading::Backward,
            MenCapture::EveryWay => true,
        }
    }

    /// Whether a king may land on one of the empty squares behind the piece that it jumps.
    fn king_lands(&self, direction: Direction, over: Square, to: Square) -> bool {
        let board = self.board();
        let is_next = board.step(over, direction) == Some(to);
        match self.rules.king_landing {
            KingLanding::Free => true,
            KingLanding::NextSquare => is_next,
            KingLanding::ShortOfTheEdge => is_next || board.step(to, direction).is_some(),
            KingLanding::WhereCaptureContinues => {
                let goes_on = |landing: Square| self.after(direction, over, landing).next_jump().is_some();
                let mut landings =
                    board.ray(over, direction).take_while(|square| self.standing.at(*square).is_none());
                goes_on(to) || !landings.any(goes_on)
            }
        }
    }

    fn after(&self, direction: Direction, over: Square, to: Square) -> Self {
        let mut next = self.clone();
        if self.rules.removal == Removal::AfterEachJump {
            next.standing.set(over, None);
        }
        next.taken.push(over);
        next.last = Some(direction);
        next.at = to;
        next.has_moved = true;
        let is_man = self.piece.kind == Kind::Man;
        if is_man && self.rules.is_promotion_square(self.board(), self.piece.color, to) {
            next.has_touched_promotion_row = true;
            if self.rules.crowning == Crowning::InPassing {
                next.piece.kind = Kind::King;
            }
        }
        next
    }
}
