//! A move that is not legal, and must be refused.

use super::apply::{in_their_words, path};
use super::given::{Spoken, trace};
use super::{Asker, Bench, Judgement, Observation, Stop, not_asked};
use crate::dcp::Capability;
use crate::verdict::Failure;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
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
    if reads_as_legal(bench, &path) {
        return judge_as_legal(bench, played, seen);
    }
    match seen {
        Observation::Position(Err(declined)) if declined.code == "illegal" => Judgement::Right(Vec::new()),
        Observation::Position(Err(declined)) | Observation::Moves(Err(declined)) => super::refused(declined),
        Observation::Position(Ok(next)) => {
            wrong(format!("{played} is illegal and was played, leaving {}", fen::write(next)))
        }
        Observation::Moves(Ok(given)) => {
            let spoken = trace(&path, &bench.position);
            let is_listed = given.iter().any(|given| given.spoken == spoken);
            if is_listed && spoken != Spoken::Unreadable {
                return wrong(format!("{played} is illegal and is listed"));
            }
            Judgement::Right(Vec::new())
        }
        _ => not_asked(),
    }
}

fn wrong(headline: String) -> Judgement {
    Judgement::Wrong(Failure::plain(headline))
}

/// Whether the text means a legal move, for the rules or in a notation that says less than the path: a
/// start and end alone, or captured squares without the way.
fn reads_as_legal(bench: &Bench<'_>, path: &[reference_engine::geometry::Square]) -> bool {
    let spoken = trace(path, &bench.position);
    let moves = bench.generator().moves(&bench.position, Counting::Unique);
    let short = bench.declared.notation == MoveForm::Short;
    moves.iter().any(|legal| {
        let ends = (legal.from, legal.to) == (path[0], path[path.len() - 1]);
        let captured = match &spoken {
            Spoken::Full(_, _, captured) => *captured == legal.captured_set(),
            _ => false,
        };
        ends && (captured || short)
    })
}

fn judge_as_legal(bench: &Bench<'_>, played: &str, seen: &Observation) -> Judgement {
    match super::apply::find(bench, played) {
        Some(_) => super::apply::judge(bench, played, seen),
        None => Judgement::CannotTell("in the engine's notation a legal move reads the same".to_owned()),
    }
}
