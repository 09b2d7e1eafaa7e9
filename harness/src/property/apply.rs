//! Every listed move can be played, and leads to the position of its row.

use super::law::Bench;
use super::told::text;
use crate::check::{Answered, FOLLOWED, Given, Judgement, Stop};
use crate::verdict::{Failure, Mark, Row};
use reference_engine::notation::MoveForm;
use reference_engine::position::Position;

pub fn judge(bench: &mut Bench<'_, '_>) -> Result<Judgement, Stop> {
    let answered = bench.asker.moves(bench.position)?;
    let moves = answered.map_err(|_| Stop::Skip("the engine refuses to list moves here".to_owned()))?;
    if moves.len() > FOLLOWED {
        return Err(Stop::Skip(format!("more than {FOLLOWED} moves are listed, too many to play each")));
    }
    let mut rows = Vec::new();
    let notation = bench.asker.declared().notation;
    for given in moves.iter().filter(|given| means_one_move(given, &moves, notation)) {
        let played = bench.asker.apply(bench.position, given.text.clone())?;
        rows.extend(row(bench, given, &played));
    }
    if rows.is_empty() {
        return Ok(Judgement::Right(Vec::new()));
    }
    let headline = format!("{} of {} listed moves cannot be played as listed", rows.len(), moves.len());
    Ok(Judgement::Wrong(Failure { headline, rows }))
}

/// Under a notation that says less than the whole move, one text may stand for several; which of them is
/// played is then nobody's fault.
fn means_one_move(given: &Given, moves: &[Given], notation: MoveForm) -> bool {
    let mut alike = moves.iter().filter(|other| other.text == given.text);
    match notation {
        MoveForm::Short => alike.count() == 1,
        MoveForm::Path | MoveForm::Hub => alike.all(|other| other.next == given.next),
    }
}

fn row(bench: &Bench<'_, '_>, given: &Given, played: &Answered<Position>) -> Option<Row> {
    let names = bench.asker.declared().squares;
    let what = given.describe(bench.variant.board, names);
    let (due, came) = match (given.next, played) {
        (_, Err(declined)) => (what, format!("err {} {}", declined.code, declined.detail)),
        (Some(due), Ok(next)) if due != *next => {
            (format!("{what}  leaves {}", text(&due, names)), format!("leaves {}", text(next, names)))
        }
        _ => return None,
    };
    Some(Row { mark: Mark::Changed, expected: due, given: came, ..Row::default() })
}
