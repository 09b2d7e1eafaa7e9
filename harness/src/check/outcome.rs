//! The result of a position, or of a game.

use super::apply::in_their_words;
use super::doubt::is_late;
use super::given::Spoken;
use super::{Asker, Bench, Judgement, Observation, Stop, not_asked};
use crate::dcp::Capability;
use crate::verdict::{Failure, Mark, Row};
use reference_engine::game::Game;
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::outcome::Outcome;
use reference_engine::position::Position;

/// Why nothing is made of moves in a game that was over before.
const LATE: &str = "the engine declares no `result`, and lists moves where the other side has lost before: \
                    no game comes to this";

pub fn ask(position: &Position, moves: &[String], asker: &mut Asker<'_>) -> Result<Observation, Stop> {
    if !moves.is_empty() {
        asker.needs(Capability::Game)?;
        let mut words = Vec::new();
        let mut now = *position;
        for played in moves {
            words.push(in_their_words(&now, played, asker)?);
            now = after(&now, played).map_err(Stop::Skip)?;
        }
        return Ok(Observation::Outcome(asker.result(position, words)?));
    }
    if asker.can(Capability::Result) {
        return Ok(Observation::Outcome(asker.result(position, Vec::new())?));
    }
    // An engine that tells no results still tells whether there are moves.
    Ok(Observation::Moves(asker.moves(position)?))
}

/// The position after a move that a fixture names. Only where the pieces go matters here, so that the
/// words of a game can be written without asking whether its moves are legal.
fn after(position: &Position, played: &str) -> Result<Position, String> {
    let path = super::apply::path(position, played)?;
    match super::given::trace(&path, position) {
        Spoken::Full(from, to, captures) => {
            let step = reference_engine::moves::Move { from, to, path, captures, crowns: false };
            Ok(position.after(&step))
        }
        _ => Err(format!("`{played}` is not along a line")),
    }
}

pub fn judge(bench: &Bench<'_>, moves: &[String], seen: &Observation) -> Judgement {
    let due = match play(bench, moves) {
        Ok(outcome) => outcome,
        // Under these rules the game cannot be played so.
        Err(_) if seen.declined().is_some() => return Judgement::Right(Vec::new()),
        Err(reason) => return Judgement::Wrong(Failure::plain(reason)),
    };
    match seen {
        Observation::Outcome(Ok(word)) if word == due.word() => Judgement::Right(Vec::new()),
        Observation::Outcome(_) if is_ambiguous(bench, moves) => {
            Judgement::CannotTell(super::apply::SEVERAL.to_owned())
        }
        Observation::Outcome(Err(declined)) | Observation::Moves(Err(declined)) => bench.refused(declined),
        Observation::Outcome(Ok(word)) => {
            let (expected, given) = (due.to_string(), word.clone());
            let row = Row { mark: Mark::Changed, expected, given, ..Row::default() };
            Judgement::Wrong(Failure { headline: "another result".to_owned(), rows: vec![row] })
        }
        Observation::Moves(Ok(given)) if !given.is_empty() && is_late(&bench.variant, &bench.position) => {
            Judgement::CannotTell(LATE.to_owned())
        }
        Observation::Moves(Ok(given)) => judge_by_moves(due, given.len()),
        _ => not_asked(),
    }
}

fn play(bench: &Bench<'_>, moves: &[String]) -> Result<Outcome, String> {
    let mut game = Game::from(bench.generator(), bench.position);
    for text in moves {
        let path = super::apply::path(game.position(), text)?;
        let routes = game.moves(Counting::Route);
        let found = routes.iter().find(|route| route.path == path);
        let played = found.ok_or_else(|| format!("the game has the move {text}, which is not legal"))?;
        game.play(played);
    }
    Ok(game.outcome())
}

/// Whether some move of a game reads like another in the engine's notation.
fn is_ambiguous(bench: &Bench<'_>, moves: &[String]) -> bool {
    let mut position = bench.position;
    moves.iter().any(|played| {
        let here = Bench { position, ..*bench };
        let Some(legal) = super::apply::find(&here, played) else { return false };
        position = here.generator().after(&position, &legal);
        super::apply::is_ambiguous(&here, &legal)
    })
}

fn judge_by_moves(due: Outcome, given: usize) -> Judgement {
    match (due.is_over(), given) {
        (true, 0) | (false, 1..) => {
            Judgement::Right(vec!["the engine declares no `result`; its moves were asked for".to_owned()])
        }
        (true, _) => Judgement::Wrong(Failure::plain(format!(
            "the game is over ({due}), and {given} moves are listed"
        ))),
        (false, 0) => {
            Judgement::Wrong(Failure::plain("the game goes on, and no moves are listed".to_owned()))
        }
    }
}
