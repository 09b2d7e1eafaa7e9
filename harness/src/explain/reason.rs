//! Why a move is not legal: one reason each, with a sentence and what decides it.

use crate::check::describe;
use crate::diagnose::Misreading;
use reference_engine::geometry::{Board, Square};
use reference_engine::moves::Move;
use reference_engine::notation::SquareNames;
use reference_engine::outcome::{self, Outcome};
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::rules::{Heading, Rules};
use strum::{EnumDiscriminants, VariantArray};

/// The first thing that stands against a move.
#[derive(Clone, Debug, PartialEq, Eq, EnumDiscriminants)]
#[strum_discriminants(name(ReasonKind), derive(VariantArray, Hash), vis(pub(super)))]
pub enum Reason {
    /// The number of pieces has ended the game.
    GameOver(Outcome),
    /// Nothing stands on the start square.
    EmptyStart(Square),
    /// A piece of the side that is not to move stands there.
    EnemyStart(Square, Color),
    /// The piece does not leave its square, and captures nothing.
    StaysPut(Kind),
    /// No straight line leads from one square to the next.
    NoLine(Square, Square),
    /// Pieces do not go along this line.
    WrongLine(Square, Square),
    /// The square to land on is taken.
    Occupied(Square, Piece),
    /// A king's quiet move would pass over a piece.
    PathBlocked(Square, Piece),
    /// A piece of the mover's own side is in the way.
    OwnPiece(Square),
    /// Two pieces would be passed at once.
    TwoPieces(Square, Square),
    /// A piece that has been jumped still stands.
    JumpedBefore(Square),
    /// A piece that has been jumped has left the board.
    LeftAlready(Square),
    /// There is nothing to jump.
    JumpsNothing(Square, Square),
    /// The capturing piece counts as standing on its start square.
    StartStands(Square),
    /// The piece steps one square only.
    OneSquare(Kind),
    /// A man does not step this way.
    ManStep(Heading),
    /// A man jumps only what stands next to it, and lands directly behind.
    ManReach(Square),
    /// A man does not capture this way.
    ManCapture(Heading),
    /// A king jumps only what stands next to it.
    KingReach(Square),
    /// A king does not land there behind the piece it jumps.
    KingLanding(Square, Square),
    /// A king does not go on capturing this way.
    KingContinuation,
    /// The piece would turn by 180° between two jumps.
    AboutTurn(Square),
    /// A man would go on as a king.
    CrownedInPassing(Square),
    /// A man on its promotion row goes on in the same capture.
    CrownedAlready(Square),
    /// More squares follow a move that captures nothing.
    SeveralMoves(Square),
    /// Nothing is taken, though something must be.
    CaptureDue(Move),
    /// The capture can go on.
    StopsEarly {
        /// Where it stops.
        at: Square,
        /// What can be jumped from there.
        over: Square,
        /// Where that jump may land.
        landing: Square,
    },
    /// The capture is complete, and by these rules it should not be.
    PlayedOut,
    /// Another capture takes more.
    LongerCapture {
        /// Pieces that the move takes.
        takes: usize,
        /// A capture of the most pieces.
        longest: Move,
    },
    /// A king can capture instead of the man.
    KingFirst(Move),
    /// Another capture takes more kings.
    MoreKings(Move),
    /// The capture ends where it began.
    Circle(Square),
    /// Another man is threatened and must move.
    ThreatenedMan(Move),
    /// None of these, but under a changed rule it would be legal.
    ByRule(Misreading),
    /// No move of the position reads so, under any rules that are known.
    NoSuchMove,
}

/// What a reason rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The answer to a question of [`Rules`], by its name.
    Rule(&'static str),
    /// A ruling that no question of [`Rules`] is about, by its id.
    Ruling(&'static str),
    /// What a board and two sides are.
    Board,
}

impl Reason {
    /// What the reason rests on.
    pub fn decider(&self) -> Decider {
        match self {
            Self::GameOver(outcome) => ended_by(*outcome),
            Self::EmptyStart(_) | Self::EnemyStart(..) | Self::NoSuchMove => Decider::Board,
            Self::StaysPut(Kind::Man) | Self::OneSquare(Kind::Man) | Self::ManStep(_) => {
                Decider::Rule("men-step")
            }
            Self::StaysPut(Kind::King) | Self::OneSquare(Kind::King) => Decider::Rule("king-move"),
            Self::SeveralMoves(_) => Decider::Ruling("move-identity"),
            Self::NoLine(..) | Self::WrongLine(..) => Decider::Rule("lines"),
            Self::Occupied(..)
            | Self::OwnPiece(_)
            | Self::TwoPieces(..)
            | Self::JumpsNothing(..)
            | Self::ManReach(_) => Decider::Ruling("only-enemies-are-jumped"),
            Self::PathBlocked(..) => Decider::Rule("king-path"),
            Self::JumpedBefore(_) | Self::LeftAlready(_) => Decider::Rule("removal"),
            Self::StartStands(_) => Decider::Rule("start-square"),
            Self::ManCapture(_) => Decider::Rule("men-capture"),
            Self::KingReach(_) => Decider::Rule("king-jump"),
            Self::KingLanding(..) => Decider::Rule("king-landing"),
            Self::KingContinuation => Decider::Rule("king-continuation"),
            Self::AboutTurn(_) => Decider::Rule("about-turn"),
            Self::CrownedInPassing(_) | Self::CrownedAlready(_) => Decider::Rule("crowning"),
            Self::CaptureDue(_) => Decider::Rule("capture-duty"),
            Self::StopsEarly { .. } | Self::PlayedOut => Decider::Rule("completion"),
            Self::LongerCapture { .. } => Decider::Rule("majority"),
            Self::KingFirst(_) => Decider::Rule("king-duty"),
            Self::MoreKings(_) => Decider::Rule("captured-kings"),
            Self::Circle(_) => Decider::Rule("circular-capture"),
            Self::ThreatenedMan(_) => Decider::Rule("threatened-men"),
            Self::ByRule(misreading) => Decider::Rule(misreading.changes[0].field),
        }
    }

    /// The reason as a sentence without full stop, under the rules that refuse the move.
    pub fn sentence(&self, rules: &Rules, board: Board, names: SquareNames) -> String {
        let rule = match self.decider() {
            Decider::Rule(field) => rules.settings().into_iter().find(|setting| setting.field == field),
            Decider::Ruling(_) | Decider::Board => None,
        };
        let law = rule.map(|setting| setting.sentence.to_owned());
        let other = self.other().map(|it| describe(board, names, it.from, it.to, &it.captured_set()));
        let parts = [Some(self.finding(|square| names.write(board, *square))), law, other];
        let told = parts.into_iter().flatten().filter(|part| !part.is_empty());
        told.collect::<Vec<_>>().join(": ")
    }

    /// What is found on the board; empty where the rule says it all.
    fn finding(&self, at: impl Fn(&Square) -> String) -> String {
        match self {
            Self::GameOver(outcome) => format!("the game is over ({outcome})"),
            Self::EmptyStart(start) => format!("nothing stands on {}", at(start)),
            Self::EnemyStart(start, color) => {
                format!("the piece on {} is {color}'s, and {} is to move", at(start), color.opponent())
            }
            Self::StaysPut(kind) => format!("a {kind} that captures nothing must come to another square"),
            Self::NoLine(from, to) => format!("no straight line leads from {} to {}", at(from), at(to)),
            Self::WrongLine(from, to) => format!("{} to {} is the wrong line", at(from), at(to)),
            Self::Occupied(square, piece) => {
                format!("{} is occupied by a {} {}", at(square), adjective(piece.color), piece.kind)
            }
            Self::PathBlocked(square, piece) => {
                format!("a {} {} on {} is in the way", adjective(piece.color), piece.kind, at(square))
            }
            Self::OwnPiece(square) => {
                format!("the mover's own piece on {} is in the way: only enemies are jumped", at(square))
            }
            Self::TwoPieces(first, second) => format!(
                "{} and {} stand in the way: one jump goes over exactly one piece with an empty square behind it",
                at(first),
                at(second)
            ),
            Self::JumpedBefore(square) => {
                format!("{} has been jumped in this capture and is still in the way", at(square))
            }
            Self::LeftAlready(square) => {
                format!("{} has been jumped in this capture and is gone", at(square))
            }
            Self::JumpsNothing(from, to) => {
                format!("between {} and {} there is no piece to jump", at(from), at(to))
            }
            Self::StartStands(square) => format!("{} is in the way", at(square)),
            Self::OneSquare(kind) => format!("a {kind} goes no further than one square"),
            Self::ManStep(heading) => format!("this step is {}", way(*heading)),
            Self::ManReach(over) => format!(
                "a man jumps only a piece next to it and lands directly behind it, which is not so with {}",
                at(over)
            ),
            Self::ManCapture(heading) => format!("this jump is {}", way(*heading)),
            Self::KingReach(over) => format!("{} is not next to the king", at(over)),
            Self::KingLanding(over, to) => {
                format!("behind {} the king does not land on {}", at(over), at(to))
            }
            Self::AboutTurn(square) => format!("the piece would turn straight back on {}", at(square)),
            Self::CrownedInPassing(square) => {
                format!("after {} the man would have to go on as a king", at(square))
            }
            Self::CrownedAlready(square) => format!("the capture ends on {}", at(square)),
            Self::SeveralMoves(square) => {
                format!(
                    "the move ends on {}, for it captures nothing; what follows is another move",
                    at(square)
                )
            }
            Self::CaptureDue(_) => "it takes nothing".to_owned(),
            Self::StopsEarly { at: stop, over, landing } => {
                format!(
                    "it stops on {}, where {} can still be jumped (to {})",
                    at(stop),
                    at(over),
                    at(landing)
                )
            }
            Self::LongerCapture { takes, longest } => {
                format!("it takes {takes} and not {}", longest.captures.len())
            }
            Self::Circle(square) => format!("the capture ends on {}, where it began", at(square)),
            Self::NoSuchMove => "no move of this position reads so".to_owned(),
            Self::KingContinuation
            | Self::PlayedOut
            | Self::KingFirst(_)
            | Self::MoreKings(_)
            | Self::ThreatenedMan(_)
            | Self::ByRule(_) => String::new(),
        }
    }

    /// The move that must be played instead, or one of them.
    const fn other(&self) -> Option<&Move> {
        match self {
            Self::CaptureDue(other)
            | Self::LongerCapture { longest: other, .. }
            | Self::KingFirst(other)
            | Self::MoreKings(other)
            | Self::ThreatenedMan(other) => Some(other),
            _ => None,
        }
    }
}

const fn way(heading: Heading) -> &'static str {
    match heading {
        Heading::Forward => "forward",
        Heading::Sideways => "sideways",
        Heading::Backward => "backward",
    }
}

const fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn ended_by(outcome: Outcome) -> Decider {
    match outcome.reason() {
        Some(outcome::Reason::LonePiece) => Decider::Rule("lone-piece"),
        Some(outcome::Reason::OnePieceEach) => Decider::Rule("one-piece-each"),
        _ => Decider::Ruling("no-pieces"),
    }
}
