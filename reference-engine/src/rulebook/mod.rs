//! The literal generator: it follows the rule text step by step, without tables and without bit tricks,
//! so that a reader can hold it beside the text.

mod capture;
mod precedence;
mod quiet;
mod threat;

use crate::generator::Generator;
use crate::geometry::Square;
use crate::moves::{Counting, Move};
use crate::outcome;
use crate::position::Position;
use crate::rules::{CaptureDuty, Rules, TakenPieces, ThreatenedMen};

/// Generates moves for any value of [`Rules`].
#[derive(Clone, Copy, Debug)]
pub struct Rulebook {
    rules: Rules,
}

impl Rulebook {
    /// A generator that follows these rules.
    pub const fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// Captures first; quiet moves where nothing can be captured or capturing is optional.
    fn moves_before_customs(&self, position: &Position, counting: Counting) -> Vec<Move> {
        let captures = self.captures(position, counting);
        let duty = self.rules.capture_duty;
        if duty == CaptureDuty::Compulsory && !captures.is_empty() {
            return captures;
        }
        let is_bound = |from: Square| {
            duty == CaptureDuty::PieceByPiece && captures.iter().any(|capture| capture.from == from)
        };
        let mut moves = captures.clone();
        quiet::each(&self.rules, position, |quiet| {
            if !is_bound(quiet.from) {
                moves.push(quiet);
            }
        });
        moves
    }

    fn captures(&self, position: &Position, counting: Counting) -> Vec<Move> {
        let mut choice = precedence::Choice::default();
        capture::each(&self.rules, position, &mut |capture: Move| {
            let rank = precedence::rank(&self.rules, position, &capture);
            choice.offer(rank, capture);
        });
        one_of_each(choice.into_moves(), position, counting)
    }
}

impl Generator for Rulebook {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn after(&self, position: &Position, played: &Move) -> Position {
        match self.rules.taken_pieces {
            TakenPieces::All => position.after(played),
            TakenPieces::LastOnly => {
                let last = played.captures.last().copied().into_iter().collect();
                position.after(&Move { captures: last, ..played.clone() })
            }
        }
    }

    fn moves(&self, position: &Position, counting: Counting) -> Vec<Move> {
        if outcome::by_material(&self.rules, position).is_some() {
            return Vec::new();
        }
        let moves = self.moves_before_customs(position, counting);
        match self.rules.threatened_men {
            ThreatenedMen::MayStay => moves,
            ThreatenedMen::MustMove => threat::restrict(&self.rules, position, moves),
        }
    }
}

/// Keeps one route of those that count as the same move: the one whose squares come first.
fn one_of_each(mut captures: Vec<Move>, position: &Position, counting: Counting) -> Vec<Move> {
    if captures.len() > 1 && counting != Counting::Route {
        let identity = |capture: &Move| capture.identity(position.board(), counting);
        captures.sort_by_cached_key(|capture| (identity(capture), capture.path.clone()));
        captures.dedup_by_key(|capture| identity(capture));
    }
    captures
}
