//! Captures, jump by jump.

use crate::geometry::{Board, Direction, Square};
use crate::moves::Move;
use crate::piece::{Kind, Piece};
use crate::position::Position;
use crate::rules::{
    AboutTurn, CircularCapture, Completion, Crowning, Heading, JumpAgain, KingContinuation, KingJump,
    KingLanding, MenCapture, Removal, Rules, StartSquare,
};

/// Hands every capture that may be played out to `visit`, each route once, whatever takes precedence.
pub fn each(rules: &Rules, position: &Position, visit: &mut impl FnMut(Move)) {
    for (from, kind) in position.pieces_of(position.turn()) {
        let piece = Piece { color: position.turn(), kind };
        Sequence::begin(rules, position, from, piece).play_on(visit);
    }
}

/// One leap over one piece.
#[derive(Clone, Copy)]
struct Jump {
    direction: Direction,
    over: Square,
    landing: Square,
}

/// A capture under way.
#[derive(Clone)]
struct Sequence<'a> {
    rules: &'a Rules,
    /// What stands on the board at this moment, the capturing piece apart.
    standing: Position,
    /// The capturing piece as it is at this moment.
    piece: Piece,
    began_as: Kind,
    has_touched_promotion_row: bool,
    path: Vec<Square>,
    captured: Vec<Square>,
    last: Option<Direction>,
}

impl<'a> Sequence<'a> {
    fn begin(rules: &'a Rules, position: &Position, from: Square, piece: Piece) -> Self {
        let mut standing = *position;
        if rules.start_square == StartSquare::Vacant {
            standing.set(from, None);
        }
        Self {
            rules,
            standing,
            piece,
            began_as: piece.kind,
            has_touched_promotion_row: false,
            path: vec![from],
            captured: Vec::new(),
            last: None,
        }
    }

    fn play_on(&self, visit: &mut impl FnMut(Move)) {
        let jumps = self.jumps();
        if self.may_end(&jumps) {
            visit(self.to_move());
        }
        for jump in jumps {
            self.after(jump).play_on(visit);
        }
    }

    /// Whether the jumps so far are a whole capture, where these may come next.
    fn may_end(&self, next: &[Jump]) -> bool {
        if self.captured.is_empty() || self.is_lost_circle() {
            return false;
        }
        match self.rules.completion {
            Completion::Complete => next.is_empty(),
            Completion::MayStop => true,
            Completion::StopsOneEarly if next.is_empty() => self.captured.len() == 1,
            Completion::StopsOneEarly => next.iter().any(|jump| self.after(*jump).jumps().is_empty()),
        }
    }

    fn is_lost_circle(&self) -> bool {
        self.rules.circular_capture == CircularCapture::Lost && self.at() == self.path[0]
    }

    fn board(&self) -> Board {
        self.standing.board()
    }

    fn at(&self) -> Square {
        self.path[self.path.len() - 1]
    }

    /// The jumps that may come next.
    fn jumps(&self) -> Vec<Jump> {
        if self.ends_here() {
            return Vec::new();
        }
        Direction::ALL
            .iter()
            .copied()
            .filter(|direction| self.rules.uses(*direction) && self.may_go(*direction))
            .flat_map(|direction| match self.piece.kind {
                Kind::Man => self.man_jump(direction).into_iter().collect(),
                Kind::King => self.king_jumps(direction),
            })
            .collect()
    }

    fn ends_here(&self) -> bool {
        self.rules.crowning == Crowning::EndsCapture && self.has_touched_promotion_row
    }

    fn may_go(&self, direction: Direction) -> bool {
        let turns_back = self.last == Some(direction.reversed());
        if turns_back && self.rules.about_turn == AboutTurn::Forbidden {
            return false;
        }
        let heading = self.rules.heading(self.piece.color, direction);
        match self.piece.kind {
            Kind::Man => match self.rules.men_capture {
                MenCapture::Forward => heading == Heading::Forward,
                MenCapture::ForwardAndSideways => heading != Heading::Backward,
                MenCapture::EveryWay => true,
            },
            Kind::King => match self.rules.king_continuation {
                KingContinuation::EveryWay => true,
                KingContinuation::ForwardOnly => self.last.is_none() || heading == Heading::Forward,
            },
        }
    }

    /// An enemy piece that has not been jumped before, or may be jumped again. (Where jumped pieces leave at
    /// once, they are no longer standing.)
    fn can_be_jumped(&self, square: Square) -> bool {
        let is_enemy = self.standing.at(square).is_some_and(|piece| piece.color != self.piece.color);
        is_enemy && (!self.captured.contains(&square) || self.may_be_jumped_again(square))
    }

    /// Once more, so that a capture comes to an end, and not straight back.
    fn may_be_jumped_again(&self, square: Square) -> bool {
        let times = self.captured.iter().filter(|jumped| **jumped == square).count();
        self.rules.jump_again == JumpAgain::Allowed && times < 2 && self.captured.last() != Some(&square)
    }

    fn is_empty(&self, square: Square) -> bool {
        self.standing.at(square).is_none()
    }

    fn man_jump(&self, direction: Direction) -> Option<Jump> {
        let over = self.board().step(self.at(), direction)?;
        let landing = self.board().step(over, direction)?;
        let possible = self.can_be_jumped(over) && self.is_empty(landing);
        possible.then_some(Jump { direction, over, landing })
    }

    fn king_jumps(&self, direction: Direction) -> Vec<Jump> {
        let Some(over) = self.first_on_ray(direction).filter(|over| self.can_be_jumped(*over)) else {
            return Vec::new();
        };
        let landings = self.board().ray(over, direction).take_while(|square| self.is_empty(*square));
        let jumps = landings.map(|landing| Jump { direction, over, landing });
        match self.rules.king_landing {
            KingLanding::Free => jumps.collect(),
            KingLanding::NextSquare => jumps.take(1).collect(),
            KingLanding::ShortOfTheEdge => self.short_of_the_edge(jumps.collect()),
            KingLanding::WhereCaptureContinues => self.those_that_continue(jumps.collect()),
        }
    }

    /// The first occupied square in a direction, as far as a king may reach for a jump.
    fn first_on_ray(&self, direction: Direction) -> Option<Square> {
        match self.rules.king_jump {
            KingJump::Adjacent => self.board().step(self.at(), direction),
            KingJump::AnyDistance => {
                self.board().ray(self.at(), direction).find(|square| !self.is_empty(*square))
            }
        }
    }

    fn short_of_the_edge(&self, mut jumps: Vec<Jump>) -> Vec<Jump> {
        let is_on_edge = |jump: &Jump| self.board().step(jump.landing, jump.direction).is_none();
        if jumps.len() > 1 && jumps.last().is_some_and(is_on_edge) {
            jumps.pop();
        }
        jumps
    }

    fn those_that_continue(&self, jumps: Vec<Jump>) -> Vec<Jump> {
        let continuing: Vec<Jump> =
            jumps.iter().copied().filter(|jump| !self.after(*jump).jumps().is_empty()).collect();
        if continuing.is_empty() { jumps } else { continuing }
    }

    fn after(&self, jump: Jump) -> Self {
        let mut next = self.clone();
        if self.rules.removal == Removal::AfterEachJump {
            next.standing.set(jump.over, None);
        }
        next.captured.push(jump.over);
        next.path.push(jump.landing);
        next.last = Some(jump.direction);
        next.touch(jump.landing);
        next
    }

    fn touch(&mut self, square: Square) {
        let is_man = self.piece.kind == Kind::Man;
        if is_man && self.rules.is_promotion_square(self.board(), self.piece.color, square) {
            self.has_touched_promotion_row = true;
            if self.rules.crowning == Crowning::InPassing {
                self.piece.kind = Kind::King;
            }
        }
    }

    fn crowns(&self) -> bool {
        let ends_there = self.rules.is_promotion_square(self.board(), self.piece.color, self.at());
        let keeps_crown = matches!(self.rules.crowning, Crowning::InPassing | Crowning::OnceTouched);
        self.began_as == Kind::Man && (ends_there || keeps_crown && self.has_touched_promotion_row)
    }

    fn to_move(&self) -> Move {
        Move {
            from: self.path[0],
            to: self.at(),
            path: self.path.clone(),
            captures: self.captured.clone(),
            crowns: self.crowns(),
        }
    }
}
