//! Positions that must be refused: malformed text, or what cannot arise.

use super::{Asker, Judgement, Observation, Stop, not_asked};
use crate::dcp::Capability;
use crate::fixture::Loaded;
use crate::verdict::Failure;
use reference_engine::fen;
use reference_engine::notation::SquareNames;
use reference_engine::variants::Variant;

pub fn ask(case: &Loaded, asker: &mut Asker<'_>) -> Result<Observation, Stop> {
    asker.needs(Capability::Refuse)?;
    let text = in_their_form(case, asker)?;
    Ok(Observation::Reading(asker.reading(&text)?))
}

/// A position that only cannot arise is written as the subject reads positions. A malformed text is sent
/// as it is, to subjects that would read it if it were well formed.
fn in_their_form(case: &Loaded, asker: &Asker<'_>) -> Result<String, Stop> {
    let text = &case.case.position;
    if let Ok(placed) = fen::read(text, case.variant.board) {
        return Ok(asker.fen(&placed.position));
    }
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err(Stop::Skip("a request cannot hold white space".to_owned()));
    }
    if text.contains('/') && !asker.can(Capability::Rows) {
        return Err(Stop::Skip("the engine does not declare `rows`".to_owned()));
    }
    if !text.contains('/') && squares_of(text).is_some_and(|names| names != asker.declared().squares) {
        return Err(Stop::Skip("the engine calls squares otherwise".to_owned()));
    }
    Ok(text.clone())
}

/// How a text calls squares, as far as that can be seen in one that is malformed.
fn squares_of(text: &str) -> Option<SquareNames> {
    let sections = text.split_once(':')?.1;
    let has_letter = sections.contains(|letter: char| letter.is_ascii_lowercase());
    let has_digit = sections.contains(|letter: char| letter.is_ascii_digit());
    match (has_letter, has_digit) {
        (true, _) => Some(SquareNames::Algebraic),
        (false, true) => Some(SquareNames::Numeric),
        (false, false) => None,
    }
}

pub fn judge(case: &Loaded, variant: &Variant, seen: &Observation) -> Judgement {
    let Observation::Reading(answered) = seen else { return not_asked() };
    match (variant.read(&case.case.position), answered) {
        (Err(_), Err(declined)) if declined.code == "position" => Judgement::Right(Vec::new()),
        (Ok(_), Ok(())) => Judgement::Right(Vec::new()),
        (Err(error), Ok(())) => {
            Judgement::Wrong(Failure::plain(format!("accepted, and should be refused: {}", error.problem)))
        }
        (_, Err(declined)) => super::refused(declined),
    }
}
