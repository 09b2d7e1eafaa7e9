//! Whether a subject reads positions as they are meant, before anything is made of its answers: the adapter is
//! doubted before the engine.

use crate::check::{Answered, Asker, Declined, Limits, Stop};
use crate::dcp::Capability;
use crate::fixture::Loaded;
use crate::property::Law;
use crate::subject::{Fault, Subject};
use crate::verdict::Verdict;
use crate::verify::{CaseReport, afresh};
use reference_engine::fen;
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use thiserror::Error;

/// Why nothing can be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// The subject reads positions otherwise than they are meant. The text shows both.
    #[error("{0}")]
    Otherwise(String),
    /// The subject gives no answer. The text shows the question and the fault.
    #[error("{0}")]
    Unanswered(String),
    /// The user has stopped before that was known.
    #[error("{}", Fault::Interrupted)]
    Interrupted,
}

/// Whether a subject reads positions as they are meant: the adapter is doubted before the engine. After a crash
/// it is asked once more in a fresh process; crashes that do not come again say nothing of how it reads, and are
/// what is returned.
///
/// # Errors
///
/// If it writes back another position than it was given, gives no answer, or is not asked to the end.
pub fn reads_positions(
    subject: &mut dyn Subject,
    variant: &Variant,
    limits: Limits,
) -> Result<Vec<CaseReport>, Unreadable> {
    let mut crashes = Vec::new();
    let otherwise = |text: String| Err(Unreadable::Otherwise(format!("{}: {text}", variant.name)));
    if !subject.profile().can(Capability::Echo) {
        return Ok(crashes);
    }
    let Some(declared) = subject.profile().variant(variant.name).cloned() else { return Ok(crashes) };
    let mut asker = Asker::new(subject, declared, variant.board, limits);
    for position in crate::doctor::telling_positions(variant) {
        let text = asker.fen(&position);
        let (crash, answer) = echo_twice(&mut asker, &text);
        match answer {
            Ok(Ok(back)) if back == position => {
                crashes.extend(crash.map(|crash| crashed(variant, &position, &crash)));
            }
            Ok(Ok(back)) => {
                let back = asker.fen(&back);
                return otherwise(format!("given `{text}`, it writes `{back}`"));
            }
            Ok(Err(declined)) => {
                let Declined { code, detail } = declined;
                return otherwise(format!("it refuses `{text}`: err {code} {detail}"));
            }
            Err(Stop::Skip(_)) => return Ok(crashes),
            Err(Stop::Fault(Fault::Interrupted)) => return Err(Unreadable::Interrupted),
            Err(Stop::Fault(fault)) => {
                let text = format!("{}: asked to echo `{text}`: {fault}", variant.name);
                return Err(Unreadable::Unanswered(text));
            }
        }
    }
    Ok(crashes)
}

/// Asks for a position; after a crash, which is told, once more in a fresh process.
fn echo_twice(asker: &mut Asker<'_>, text: &str) -> (Option<Fault>, Result<Answered<Position>, Stop>) {
    match asker.echo(text) {
        Err(Stop::Fault(fault)) if fault.is_crash() => {
            let again = asker.restart().and_then(|()| asker.echo(text));
            (Some(fault), again)
        }
        answer => (None, answer),
    }
}

/// What came of a position that the subject echoed only when it was asked afresh.
fn crashed(variant: &Variant, position: &Position, crash: &Fault) -> CaseReport {
    let id = format!("{}/reading/{}", variant.name, fen::write(position));
    let mut loaded = Loaded::loose(*variant, id, position);
    Law::Echo.sentence().clone_into(&mut loaded.case.note);
    let verdict = afresh(crash, Verdict::Pass);
    CaseReport { law: Some(Law::Echo), verdict, ..CaseReport::unasked(loaded) }
}
