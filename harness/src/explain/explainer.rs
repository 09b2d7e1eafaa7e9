//! Why moves of one position are legal or not.

use super::reason::{Decider, Reason};
use super::walk::Walk;
use crate::diagnose::Misreading;
use reference_engine::generator::Generator;
use reference_engine::geometry::{Board, Square};
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::MoveText;
use reference_engine::outcome;
use reference_engine::piece::Kind;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::{
    CaptureDuty, CapturedKings, CircularCapture, Completion, KingDuty, Majority, Rules, ThreatenedMen,
};
use reference_engine::rulings::{self, Ruling};
use reference_engine::variants::Variant;
use std::cell::OnceCell;

/// A position whose moves are explained, under the rules of a variant.
pub struct Explainer {
    variant: Variant,
    position: Position,
    /// Every way to play a legal move.
    routes: Vec<Move>,
    /// Every way to play a capture as far as one likes, whatever takes precedence.
    captures: OnceCell<Vec<Move>>,
    /// The routes under every change of one rule.
    changed: OnceCell<Vec<(Misreading, Vec<Move>)>>,
}

/// Whether a move is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is: the moves that the text may mean, one way to play each.
    Legal(Vec<Move>),
    /// It is not.
    Illegal(Refusal),
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The first thing that stands against it.
    pub reason: Reason,
    /// The landing squares that the reason is about: those of the text, or a way with the same ends.
    pub path: Vec<Square>,
    /// The ruling that the reason rests on, if it is more than what a board and two sides are.
    pub ruling: Option<&'static Ruling>,
}

impl Explainer {
    /// For a position of a variant.
    pub fn new(variant: &Variant, position: &Position) -> Self {
        let routes = Rulebook::new(variant.rules).moves(position, Counting::Route);
        Self {
            variant: *variant,
            position: *position,
            routes,
            captures: OnceCell::new(),
            changed: OnceCell::new(),
        }
    }

    /// Whether a move is legal, and if not, why.
    pub fn answer(&self, text: &MoveText) -> Answer {
        let meant = meant(text, self.board(), &self.routes);
        if !meant.is_empty() {
            return Answer::Legal(meant.into_iter().cloned().collect());
        }
        let (path, reason) = self.refuse(text);
        let ruling = self.ruling(&reason);
        Answer::Illegal(Refusal { reason, path, ruling })
    }

    /// The misreadings of one rule that change the answer: those that play an illegal move, or refuse a legal
    /// one. If no single one plays an illegal move, the misreadings of two rules that do.
    pub fn misreadings(&self, text: &MoveText) -> Vec<Misreading> {
        let is_legal = |routes: &[Move]| !meant(text, self.board(), routes).is_empty();
        let right = is_legal(&self.routes);
        let differing = self.changed().iter().filter(|(_, routes)| is_legal(routes) != right);
        let singles: Vec<Misreading> = differing.map(|(misreading, _)| misreading.clone()).collect();
        if right || !singles.is_empty() {
            return singles;
        }
        let start = self.position.at(text.squares[0]);
        if start.is_none_or(|piece| piece.color != self.position.turn()) {
            return Vec::new();
        }
        let pairs = Misreading::pairs(&self.variant.rules).into_iter();
        pairs.filter(|pair| is_legal(&self.routes_by(pair.rules))).collect()
    }

    /// The ruling that a reason rests on in this variant.
    fn ruling(&self, reason: &Reason) -> Option<&'static Ruling> {
        let id = match reason.decider() {
            Decider::Rule(field) => self.variant.rulings.get(field)?,
            Decider::Ruling(id) => id,
            Decider::Board => return None,
        };
        rulings::find(self.variant.name, id)
    }

    fn board(&self) -> Board {
        self.position.board()
    }

    fn routes_by(&self, rules: Rules) -> Vec<Move> {
        Rulebook::new(rules).moves(&self.position, Counting::Route)
    }

    fn captures(&self) -> &[Move] {
        self.captures.get_or_init(|| {
            self.routes_by(Rules {
                majority: Majority::Free,
                captured_kings: CapturedKings::NoMore,
                king_duty: KingDuty::None,
                completion: Completion::MayStop,
                ..self.variant.rules
            })
        })
    }

    fn changed(&self) -> &[(Misreading, Vec<Move>)] {
        self.changed.get_or_init(|| {
            let singles = Misreading::singles(&self.variant.rules).into_iter();
            singles.map(|single| (single.clone(), self.routes_by(single.rules))).collect()
        })
    }

    /// What stands against a move that is not legal, with the landing squares that this is said of.
    fn refuse(&self, text: &MoveText) -> (Vec<Square>, Reason) {
        let path = &text.squares;
        let start = path[0];
        if let Some(over) = outcome::by_material(&self.variant.rules, &self.position) {
            return (path.clone(), Reason::GameOver(over));
        }
        match self.position.at(start) {
            None => return (path.clone(), Reason::EmptyStart(start)),
            Some(piece) if piece.color != self.position.turn() => {
                return (path.clone(), Reason::EnemyStart(start, piece.color));
            }
            Some(_) => {}
        }
        let reason = match self.walk(path, text.says_capture) {
            Ok(walk) => return (path.clone(), self.refuse_end(&walk)),
            Err(reason) => reason,
        };
        // The text may leave out the way, so that its ends make no single hop.
        match self.way_between(text) {
            Some(way) => {
                let reason =
                    self.walk(&way, true).map_or_else(|reason| reason, |walk| self.refuse_end(&walk));
                (way, reason)
            }
            None => (path.clone(), reason),
        }
    }

    fn walk(&self, path: &[Square], says_capture: bool) -> Result<Walk<'_>, Reason> {
        let piece = self.position.at(path[0]).ok_or(Reason::EmptyStart(path[0]))?;
        Walk::begin(&self.variant.rules, &self.position, path[0], piece).follow(&path[1..], says_capture)
    }

    /// What stands against a move that may be played as far as its way goes.
    fn refuse_end(&self, walk: &Walk<'_>) -> Reason {
        let quiet = walk.taken().is_empty();
        let reason = if quiet { self.refuse_quiet(walk) } else { self.refuse_capture(walk) };
        reason.or_else(|| self.refuse_for_threat(walk)).unwrap_or_else(|| self.refuse_by_change(walk))
    }

    fn refuse_quiet(&self, walk: &Walk<'_>) -> Option<Reason> {
        let captures = || self.routes.iter().filter(|route| route.is_capture());
        let due = match self.variant.rules.capture_duty {
            CaptureDuty::Compulsory => captures().next(),
            CaptureDuty::PieceByPiece => captures().find(|capture| capture.from == walk.start()),
            CaptureDuty::Optional => None,
        };
        due.cloned().map(Reason::CaptureDue)
    }

    fn refuse_capture(&self, walk: &Walk<'_>) -> Option<Reason> {
        let rules = &self.variant.rules;
        match (rules.completion, walk.next_jump()) {
            (Completion::Complete, Some((over, landing))) => {
                return Some(Reason::StopsEarly { at: walk.at(), over, landing });
            }
            (Completion::StopsOneEarly, None) if walk.taken().len() > 1 => return Some(Reason::PlayedOut),
            _ => {}
        }
        if rules.circular_capture == CircularCapture::Lost && walk.at() == walk.start() {
            return Some(Reason::Circle(walk.at()));
        }
        self.refuse_for_rank(walk)
    }

    /// Where another capture takes precedence: in the order in which the rules compare captures.
    fn refuse_for_rank(&self, walk: &Walk<'_>) -> Option<Reason> {
        let rules = &self.variant.rules;
        // Those that remain are all of the greatest rank.
        let due = self.routes.iter().find(|route| route.is_capture())?;
        let takes = walk.taken().len();
        if rules.majority == Majority::MostPieces && takes < due.captures.len() {
            return Some(Reason::LongerCapture { takes, longest: due.clone() });
        }
        let is_king = |square: Square| self.position.at(square).is_some_and(|piece| piece.kind == Kind::King);
        if rules.king_duty == KingDuty::KingFirst && is_king(due.from) && !is_king(walk.start()) {
            return Some(Reason::KingFirst(due.clone()));
        }
        let kings = |taken: &[Square]| taken.iter().filter(|square| is_king(**square)).count();
        let has_fewer = kings(walk.taken()) < kings(&due.captures);
        (rules.captured_kings == CapturedKings::MostKings && has_fewer)
            .then(|| Reason::MoreKings(due.clone()))
    }

    fn refuse_for_threat(&self, walk: &Walk<'_>) -> Option<Reason> {
        let must_move = self.variant.rules.threatened_men == ThreatenedMen::MustMove;
        let other = self.routes.iter().find(|route| route.from != walk.start())?;
        must_move.then(|| Reason::ThreatenedMan(other.clone()))
    }

    /// Where nothing that is known by name stands against a move: the rule without which it would be legal.
    fn refuse_by_change(&self, walk: &Walk<'_>) -> Reason {
        let ends = |route: &Move| (route.from, route.to) == (walk.start(), walk.at());
        let mut taken = walk.taken().to_vec();
        taken.sort_unstable();
        taken.dedup();
        let plays = |routes: &[Move]| routes.iter().any(|it| ends(it) && it.captured_set() == taken);
        let change = self.changed().iter().find(|(_, routes)| plays(routes));
        change.map_or(Reason::NoSuchMove, |(misreading, _)| Reason::ByRule(misreading.clone()))
    }

    /// Landing squares of a capture that a text may mean which says only the ends, or the ends and what is
    /// taken: a capture that other captures forbid, or one that some changed rule allows.
    fn way_between(&self, text: &MoveText) -> Option<Vec<Square>> {
        let says_enough = text.squares.len() == 2 || self.says_taken(text);
        if !says_enough {
            return None;
        }
        let changed = || self.changed().iter().flat_map(|(_, routes)| routes);
        let is_meant = |route: &&Move| {
            let is_whole = route.is_capture() && (route.path.len() > 2 || text.squares.len() > 2);
            is_whole && !meant(text, self.board(), std::slice::from_ref(*route)).is_empty()
        };
        let nearest = self.captures().iter().filter(is_meant).max_by_key(|route| route.captures.len());
        nearest.or_else(|| changed().find(is_meant)).map(|route| route.path.clone())
    }

    /// Whether the squares after the second can be those of captured pieces.
    fn says_taken(&self, text: &MoveText) -> bool {
        let is_enemy = |square: &Square| {
            self.position.at(*square).is_some_and(|piece| piece.color != self.position.turn())
        };
        text.squares.len() > 2 && text.squares[2..].iter().all(is_enemy)
    }
}

/// The moves among some routes that a text may mean, one way to play each: by every landing square, without
/// those on a straight line to the next, by start and end, or by these and the captured squares.
fn meant<'a>(text: &MoveText, board: Board, routes: &'a [Move]) -> Vec<&'a Move> {
    let squares = &text.squares;
    if let Some(exact) = routes.iter().find(|route| route.path == *squares) {
        return vec![exact];
    }
    let ends = (squares[0], squares[squares.len() - 1]);
    let is_straightened = |route: &&Move| {
        (route.from, route.to) == ends
            && leaves_out(squares, &route.path)
            && turns(squares, board) == turns(&route.path, board)
    };
    let mut taken = squares[2..].to_vec();
    taken.sort_unstable();
    taken.dedup();
    let is_hub = |route: &&Move| {
        !taken.is_empty()
            && (route.from, route.to) == (squares[0], squares[1])
            && route.captured_set() == taken
    };
    let is_short = |route: &&Move| squares.len() == 2 && (route.from, route.to) == ends;
    let mut found: Vec<&Move> = Vec::new();
    for route in routes.iter().filter(|route| is_short(route) || is_straightened(route) || is_hub(route)) {
        if !found.iter().any(|known| known.captured_set() == route.captured_set()) {
            found.push(route);
        }
    }
    found
}

/// Whether a path has squares of another and no others, in the same order.
fn leaves_out(shorter: &[Square], longer: &[Square]) -> bool {
    let mut rest = longer.iter();
    shorter.iter().all(|square| rest.any(|other| other == square))
}

/// The squares of a path on which it starts, turns or ends.
fn turns(path: &[Square], board: Board) -> Vec<Square> {
    let goes_on = |three: &[Square]| {
        let before = board.direction_between(three[0], three[1]);
        before.is_some() && before == board.direction_between(three[1], three[2])
    };
    let inner = path.windows(3).filter(|three| !goes_on(three)).map(|three| three[1]);
    let ends = [path[0], path[path.len() - 1]];
    std::iter::once(ends[0]).chain(inner).chain(std::iter::once(ends[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::reason::ReasonKind;
    use crate::property::draw;
    use reference_engine::notation;
    use reference_engine::variants;
    use strum::VariantArray;

    /// A position for each reason: variant, changed rule if the variant's own do not lead there, position, move.
    const SHOWN: &[(ReasonKind, &str, &str, &str, &str)] = &[
        (ReasonKind::GameOver, "arab", "", "W:Wd4:Bd5", "d4xd6"),
        (ReasonKind::EmptyStart, "arab", "", "start", "a4-a5"),
        (ReasonKind::EnemyStart, "arab", "", "start", "a6-a5"),
        (ReasonKind::StaysPut, "arab", "", "start", "a3-a3"),
        (ReasonKind::NoLine, "arab", "", "start", "a3-b5"),
        (ReasonKind::WrongLine, "arab", "", "start", "a3-b4"),
        (ReasonKind::Occupied, "arab", "", "start", "a2-a3"),
        (ReasonKind::PathBlocked, "arab", "", "W:WKa1,a4:Bb7,g7", "a1-a6"),
        (ReasonKind::OwnPiece, "arab", "", "W:WKa1,a4:Bb7,g7", "a1xa6"),
        (ReasonKind::TwoPieces, "arab", "", "W:WKa1,h1:Ba4,a5", "a1xa7"),
        (ReasonKind::JumpedBefore, "international", "", "W:WKe5,c1:Bg7,c3", "e5xh8xb2"),
        (ReasonKind::LeftAlready, "arab", "", "W:WKa4,h2:Bb7,e6,c4", "a4xe4xa4"),
        (ReasonKind::JumpsNothing, "arab", "", "W:WKa4,h2:Bb7,e6,c4", "a4xe4xe1"),
        (
            ReasonKind::StartStands,
            "arab",
            "start-square=blocks",
            "W:8/5b2/3b4/6b1/1b1W4/8/8/7w",
            "d4xd7xg7xg4xa4",
        ),
        (ReasonKind::OneSquare, "arab", "", "start", "a3-a5"),
        (ReasonKind::ManStep, "arab", "", "W:Wa4,b4:Bh7,g7", "a4-a3"),
        (ReasonKind::ManReach, "international", "", "W:Wc3,a1:Bj10,e5", "c3xf6"),
        (ReasonKind::ManCapture, "ghanaian", "", "W:We5,a1:Bh10,d4", "e5xc3"),
        (ReasonKind::KingReach, "arab", "king-jump=adjacent", "W:WKa1,h1:Ba4,h7", "a1xa5"),
        (ReasonKind::KingLanding, "arab", "king-landing=next-square", "W:WKa1,h1:Ba4,h7", "a1xa6"),
        (
            ReasonKind::KingContinuation,
            "arab",
            "king-continuation=forward-only",
            "W:WKa4,h2:Bc4,f2,h7",
            "a4xf4xf1",
        ),
        (ReasonKind::AboutTurn, "arab", "", "W:WKd4:Bb4,f4", "d4xg4xa4"),
        (ReasonKind::CrownedInPassing, "arab", "", "W:Wd6,h1:Bg8,d7", "d6xd8xh8"),
        (ReasonKind::CrownedAlready, "arab", "crowning=ends-capture", "W:Wd6,h1:Ba7,d7,e8", "d6xd8xf8"),
        (ReasonKind::SeveralMoves, "arab", "", "start", "a3-a4-a5"),
        (ReasonKind::CaptureDue, "arab", "", "W:Wd4,b2:Bh7,d5", "b2-b3"),
        (ReasonKind::StopsEarly, "ghanaian", "", "W:Wa1,c1:Bj10,f4,d2", "c1xe3"),
        (ReasonKind::PlayedOut, "ghanaian", "completion=stops-one-early", "W:Wa1,c1:Bj10,f4,d2", "c1xe3xg5"),
        (ReasonKind::LongerCapture, "arab", "", "W:Wb3,f3:Bg5,b4,f4", "b3xb5"),
        (ReasonKind::KingFirst, "international", "king-duty=king-first", "W:Wc3,Kh2:Bd4,g3", "c3xe5"),
        (ReasonKind::MoreKings, "international", "captured-kings=most-kings", "W:Wc3,g3:BKd4,f4", "g3xe5"),
        (
            ReasonKind::Circle,
            "international",
            "circular-capture=lost",
            "W:10/10/10/10/3b1b4/10/3b1b4/4w5/10/w9",
            "e3xe3",
        ),
        (ReasonKind::ThreatenedMan, "arab", "threatened-men=must-move", "W:Wd4,h2:BKd8,b7", "h2-h3"),
    ];

    #[test]
    fn every_reason_is_met() {
        for (kind, name, change, position, played) in SHOWN {
            let mut variant = variants::find(name).unwrap();
            if let Some((field, value)) = change.split_once('=') {
                variant.rules.set(field, value).unwrap();
            }
            let position = variant.read(position).unwrap();
            let text = notation::parse(played, variant.board).unwrap();
            match Explainer::new(&variant, &position).answer(&text) {
                Answer::Illegal(refusal) => {
                    assert_eq!(ReasonKind::from(&refusal.reason), *kind, "{played}: {refusal:?}");
                }
                Answer::Legal(_) => panic!("{kind:?}: {played} is legal"),
            }
        }
        let is_shown = |kind: &&ReasonKind| SHOWN.iter().any(|(shown, ..)| shown == *kind);
        let not_shown: Vec<_> = ReasonKind::VARIANTS.iter().filter(|kind| !is_shown(kind)).collect();
        // What is left over where no reason is known by name; the tests below look for a position.
        assert_eq!(not_shown, [&ReasonKind::ByRule, &ReasonKind::NoSuchMove]);
    }

    /// Random positions of every variant, by the right rules and by every change of one.
    fn each(number: u64, mut visit: impl FnMut(&Variant, &Position)) {
        for variant in variants::ALL {
            for position in (0..number).map(|number| draw(variant, 5, number)) {
                visit(variant, &position);
                for misreading in Misreading::singles(&variant.rules) {
                    visit(&variant.with_rules(misreading.rules), &position);
                }
            }
        }
    }

    #[test]
    fn the_way_of_every_legal_move_can_be_gone_and_ends_where_it_may() {
        let mut captures = 0;
        each(40, |variant, position| {
            let explainer = Explainer::new(variant, position);
            for route in &explainer.routes {
                let walk = explainer.walk(&route.path, route.is_capture());
                let walk = walk.unwrap_or_else(|reason| panic!("{reason:?} {route:?} {position:?}"));
                assert_eq!((walk.taken(), walk.at()), (&route.captures[..], route.to), "{position:?}");
                let is_whole = variant.rules.completion == Completion::Complete && route.is_capture();
                assert!(!is_whole || walk.next_jump().is_none(), "{route:?} {position:?}");
                captures += usize::from(route.is_capture());
            }
        });
        assert!(captures > 10_000, "{captures} captures");
    }

    /// Texts with the ends of every move of a piece, and ways that some changed rule allows.
    fn texts(explainer: &Explainer) -> Vec<MoveText> {
        let position = &explainer.position;
        let mut texts = Vec::new();
        for (from, _) in position.pieces_of(position.turn()) {
            for to in position.board().squares() {
                texts.extend(
                    [false, true].map(|says_capture| MoveText { squares: vec![from, to], says_capture }),
                );
            }
        }
        let routes = explainer.changed().iter().flat_map(|(_, routes)| routes);
        texts.extend(
            routes.map(|route| MoveText { squares: route.path.clone(), says_capture: route.is_capture() }),
        );
        texts
    }

    #[test]
    fn under_changed_rules_too_a_refusal_has_a_reason_known_by_name() {
        each(4, |variant, position| {
            let explainer = Explainer::new(variant, position);
            for text in texts(&explainer) {
                let Answer::Illegal(refusal) = explainer.answer(&text) else { continue };
                let is_known = !matches!(refusal.reason, Reason::NoSuchMove | Reason::ByRule(_));
                assert!(is_known, "{text:?} {refusal:?} {position:?} {:?}", variant.rules);
            }
        });
    }

    #[test]
    fn where_one_misread_rule_would_play_a_refused_move_the_ruling_named_is_that_rules() {
        let mut tried = 0;
        for variant in variants::ALL {
            for position in (0..12).map(|number| draw(variant, 5, number)) {
                let explainer = Explainer::new(variant, &position);
                for text in texts(&explainer) {
                    let Answer::Illegal(refusal) = explainer.answer(&text) else { continue };
                    // A step backward is forward if the board is turned, and a capture that stops early is whole if
                    // what could come next is forbidden.
                    let has_others = matches!(refusal.reason, Reason::ManStep(_) | Reason::StopsEarly { .. });
                    let plays = |(_, routes): &&(Misreading, Vec<Move>)| {
                        !meant(&text, variant.board, routes).is_empty()
                    };
                    let playing: Vec<&str> =
                        explainer.changed().iter().filter(plays).map(|(it, _)| it.changes[0].field).collect();
                    let Decider::Rule(_) = refusal.reason.decider() else { continue };
                    if has_others || playing.is_empty() {
                        continue;
                    }
                    let ids = playing.iter().map(|field| variant.rulings.get(field));
                    let named = refusal.ruling.map(|ruling| ruling.id);
                    assert!(
                        ids.clone().any(|id| id == named),
                        "{text:?} {refusal:?} {playing:?} {position:?}"
                    );
                    tried += 1;
                }
            }
        }
        assert!(tried > 2000, "{tried}");
    }
}
