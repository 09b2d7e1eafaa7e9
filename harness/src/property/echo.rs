//! A position comes back from `echo` as it was, and what came back comes back again.

use super::law::Bench;
use super::told::text;
use crate::check::{Judgement, Stop};
use crate::verdict::{Failure, Mark, Row};
use reference_engine::position::Position;

/// Positions and not texts are compared: a subject may write otherwise than it likes to read.
pub fn judge(bench: &mut Bench<'_, '_>) -> Result<Judgement, Stop> {
    let first = match echo(bench, bench.position)? {
        Ok(back) => back,
        Err(failure) => return Ok(Judgement::Wrong(failure)),
    };
    match echo(bench, &first)? {
        Ok(_) => Ok(Judgement::Right(Vec::new())),
        Err(failure) => Ok(Judgement::Wrong(failure)),
    }
}

/// The echo of a position, if it is that position.
fn echo(bench: &mut Bench<'_, '_>, position: &Position) -> Result<Result<Position, Failure>, Stop> {
    let sent = bench.asker.fen(position);
    Ok(match bench.asker.echo(&sent)? {
        Ok(back) if back == *position => Ok(back),
        Ok(back) => {
            let given = text(&back, bench.asker.declared().squares);
            let row = Row { mark: Mark::Changed, expected: sent, given, ..Row::default() };
            Err(Failure { headline: "the position comes back as another".to_owned(), rows: vec![row] })
        }
        Err(declined) => {
            let said = format!("err {} {}", declined.code, declined.detail);
            Err(Failure::plain(format!("a possible position was refused: `{}`", said.trim_end())))
        }
    })
}
