//! The position after a legal move.

use super::given::{trace, translate};
use super::{Asker, Bench, Judgement, Observation, Stop, not_asked};
use crate::dcp::Capability;
use crate::verdict::{Failure, Mark, Row};
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::{self, MoveForm, MoveText};
use reference_engine::position::Position;

/// Why nothing can be said of a move that is written like another.
pub const SEVERAL: &str =
    "in the engine's notation several captures read so, and it was not told which is meant";

pub fn ask(position: &Position, played: &str, asker: &mut Asker<'_>) -> Result<Observation, Stop> {
    if !asker.can(Capability::Apply) {
        // Rows of `moves` may tell the same.
        return super::moves::ask(position, asker);
    }
    let text = in_their_words(position, played, asker)?;
    Ok(Observation::Position(asker.apply(position, text)?))
}

/// A move of a fixture in the subject's squares and notation.
pub fn in_their_words(position: &Position, played: &str, asker: &Asker<'_>) -> Result<String, Stop> {
    let text = parse(position, played).map_err(Stop::Skip)?;
    let declared = asker.declared();
    Ok(translate(&text, position, declared.squares, declared.notation))
}

fn parse(position: &Position, played: &str) -> Result<MoveText, String> {
    notation::parse(played, position.board()).map_err(|error| error.to_string())
}

pub fn path(position: &Position, played: &str) -> Result<Vec<Square>, String> {
    parse(position, played).map(|text| text.squares)
}

pub fn judge(bench: &Bench<'_>, played: &str, seen: &Observation) -> Judgement {
    let Some(legal) = find(bench, played) else {
        return judge_as_illegal(seen);
    };
    let due = bench.generator().after(&bench.position, &legal);
    match seen {
        Observation::Position(Ok(next)) if *next != due && may_mean(bench, &legal, next) => {
            Judgement::CannotTell(SEVERAL.to_owned())
        }
        Observation::Position(Err(_)) if is_ambiguous(bench, &legal) => {
            Judgement::CannotTell(SEVERAL.to_owned())
        }
        // The pieces may be taken, though not in this way: then the way may be refused.
        Observation::Position(Err(_)) if !is_route(bench, played) => Judgement::Right(Vec::new()),
        Observation::Position(Err(declined)) | Observation::Moves(Err(declined)) => bench.refused(declined),
        Observation::Position(Ok(next)) => compare(&due, next),
        Observation::Moves(Ok(given)) => {
            let found: Vec<_> = given.iter().filter(|given| given.means(&legal)).collect();
            match &found[..] {
                [] => Judgement::Wrong(Failure::plain(format!("{played} is not among the moves"))),
                [only] => match &only.next {
                    Some(next) => compare(&due, next),
                    None => {
                        Judgement::CannotTell("the engine does not say what its moves lead to".to_owned())
                    }
                },
                several if several.iter().any(|given| given.next == Some(due)) => {
                    Judgement::Right(Vec::new())
                }
                _ => Judgement::CannotTell("several moves have this start and end".to_owned()),
            }
        }
        _ => not_asked(),
    }
}

/// Other moves that the engine's notation writes like this one: under `short`, those with its start and end.
fn alike(bench: &Bench<'_>, legal: &Move) -> Vec<Move> {
    if bench.declared.notation != MoveForm::Short {
        return Vec::new();
    }
    let mut moves = bench.generator().moves(&bench.position, Counting::Unique);
    moves.retain(|other| {
        (other.from, other.to) == (legal.from, legal.to) && other.captured_set() != legal.captured_set()
    });
    moves
}

/// Whether the engine's notation writes another move like this one, so that it cannot know which is meant.
pub fn is_ambiguous(bench: &Bench<'_>, legal: &Move) -> bool {
    !alike(bench, legal).is_empty()
}

/// Whether a position comes of another move that is written like this one.
fn may_mean(bench: &Bench<'_>, legal: &Move, next: &Position) -> bool {
    alike(bench, legal).iter().any(|other| bench.generator().after(&bench.position, other) == *next)
}

/// Under rules by which the move is not legal, a refusal is the right answer.
fn judge_as_illegal(seen: &Observation) -> Judgement {
    match seen.declined() {
        Some(_) => Judgement::Right(Vec::new()),
        None => Judgement::Wrong(Failure::plain("an illegal move was played")),
    }
}

/// The legal move whose path a fixture names, by that path if there is one.
pub fn find(bench: &Bench<'_>, played: &str) -> Option<Move> {
    let text = parse(&bench.position, played).ok()?;
    let spoken = trace(&text.squares, &bench.position);
    let mut routes = bench.generator().moves(&bench.position, Counting::Route);
    routes.retain(|legal| spoken.means(legal, text.says_capture));
    let exact = routes.iter().position(|route| route.path == text.squares);
    (!routes.is_empty()).then(|| routes.swap_remove(exact.unwrap_or(0)))
}

/// Whether the landing squares that a fixture names are a legal way to play the move.
fn is_route(bench: &Bench<'_>, played: &str) -> bool {
    let routes = bench.generator().moves(&bench.position, Counting::Route);
    path(&bench.position, played).is_ok_and(|path| routes.iter().any(|route| route.path == path))
}

fn compare(due: &Position, next: &Position) -> Judgement {
    if due == next {
        return Judgement::Right(Vec::new());
    }
    let (expected, given) = (fen::write(due), fen::write(next));
    let row = Row { mark: Mark::Changed, expected, given, ..Row::default() };
    let headline = "the position after the move is another".to_owned();
    Judgement::Wrong(Failure { headline, rows: vec![row] })
}
