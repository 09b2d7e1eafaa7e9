//! A move that is not legal, and must be refused.

use super::apply::{find, in_their_words, path};
use super::given::{Given, Spoken, trace};
use super::{Asker, Bench, Judgement, Observation, Stop, not_asked};
use crate::dcp::Capability;
use crate::verdict::Failure;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::MoveForm;
use reference_engine::position::Position;

pub fn ask(position: &Position, played: &str, asker: &mut Asker<'_>) -> Result<Observation, Stop> {
    if !asker.can(Capability::Apply) {
        return Ok(Observation::Moves(asker.moves(position)?));
    }
    let text = in_their_words(position, played, asker)?;
    Ok(Observation::Position(asker.apply(position, text)?))
}

pub fn judge(bench: &Bench<'_>, played: &str, seen: &Observation) -> Judgement {
    let Ok(path) = path(&bench.position, played) else { return not_asked() };
    if reads_as_legal(bench, played, &path) {
        return judge_as_legal(bench, played, seen);
    }
    match seen {
        Observation::Position(Err(declined)) if declined.code == "illegal" => Judgement::Right(Vec::new()),
        Observation::Position(Err(declined)) | Observation::Moves(Err(declined)) => bench.refused(declined),
        Observation::Position(Ok(next)) if is_slide(bench, &path, next) => Judgement::Right(Vec::new()),
        Observation::Position(Ok(next)) => {
            wrong(format!("{played} is illegal and was played, leaving {}", fen::write(next)))
        }
        Observation::Moves(Ok(given)) => {
            if is_listed(bench, &path, given) {
                return wrong(format!("{played} is illegal and is listed"));
            }
            Judgement::Right(Vec::new())
        }
        _ => not_asked(),
    }
}

/// Whether a row says an illegal path, or has its ends where it says no more.
fn is_listed(bench: &Bench<'_>, path: &[Square], given: &[Given]) -> bool {
    let legal = bench.generator().moves(&bench.position, Counting::Unique);
    let whole = trace(path, &bench.position);
    let ends = Spoken::Ends(path[0], path[path.len() - 1]);
    let says_it =
        |given: &Given| given.spoken == ends || given.spoken == whole && whole != Spoken::Unreadable;
    given.iter().any(|given| says_it(given) && !legal.iter().any(|legal| given.means(legal)))
}

fn wrong(headline: String) -> Judgement {
    Judgement::Wrong(Failure::plain(headline))
}

/// Whether the text means a legal move, for the rules or in a notation that says less than the path: a
/// start and end alone, or captured squares without the way.
fn reads_as_legal(bench: &Bench<'_>, played: &str, path: &[Square]) -> bool {
    let is_short = bench.declared.notation == MoveForm::Short;
    let moves = bench.generator().moves(&bench.position, Counting::Unique);
    let has_its_ends = |legal: &Move| (legal.from, legal.to) == (path[0], path[path.len() - 1]);
    find(bench, played).is_some() || is_short && moves.iter().any(has_its_ends)
}

/// Whether a text that reads as a capture was taken for a king's quiet move over pieces, where the rules have
/// such moves.
fn is_slide(bench: &Bench<'_>, path: &[Square], next: &Position) -> bool {
    let moves = bench.generator().moves(&bench.position, Counting::Unique);
    let slide = moves.iter().find(|legal| !legal.is_capture() && legal.path == path);
    slide.is_some_and(|slide| bench.generator().after(&bench.position, slide) == *next)
}

fn judge_as_legal(bench: &Bench<'_>, played: &str, seen: &Observation) -> Judgement {
    match find(bench, played) {
        Some(_) => super::apply::judge(bench, played, seen),
        None => Judgement::CannotTell("in the engine's notation a legal move reads the same".to_owned()),
    }
}
