//! Checks: how a case is put to a subject, and how its answer is judged.
//!
//! Asking and judging are apart. [`ask`] writes down what the subject answers; [`judge`] says whether that
//! is right under some rules, and can say so again under other rules without asking again.

mod apply;
mod asker;
mod convention;
mod count;
mod doubt;
mod given;
mod illegal;
mod moves;
mod outcome;
mod reckoning;
mod refuse;

pub use asker::{Asker, FOLLOWED, Limits, Stop};
pub use convention::Convention;
pub use count::{misdeclared, overflow, total};
pub use doubt::is_late;
pub use given::{Given, Spoken, describe};
pub use moves::listed_by;
pub use reckoning::Reckoning;

use crate::dcp::Declared;
use crate::fixture::{Loaded, Question};
use crate::verdict::Failure;
use reference_engine::moves::Move;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::Variant;

/// A refusal: `err` with a word for its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// The word.
    pub code: String,
    /// The rest of the line.
    pub detail: String,
}

/// An answer, or a refusal to answer.
pub type Answered<T> = Result<T, Declined>;

/// What a subject answered to a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// Moves, each perhaps with the position after it.
    Moves(Answered<Vec<Given>>),
    /// A position.
    Position(Answered<Position>),
    /// Moves with the leaves below each, and the leaves that are due as far as they were counted.
    Branches(Answered<Vec<Given>>, Reckoning),
    /// Leaves at depths from 1, and the leaves that are due as far as they were counted.
    Counts(Answered<Vec<u128>>, Reckoning),
    /// A result.
    Outcome(Answered<String>),
    /// The position was read.
    Reading(Answered<()>),
}

/// Whether an observation is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is right; the notes say what was noticed besides.
    Right(Vec<String>),
    /// It is wrong.
    Wrong(Failure),
    /// It does not say enough.
    CannotTell(String),
}

/// Puts a case to a subject. By the rules that will judge it, a count that is wrong already ends the question.
///
/// # Errors
///
/// If the case cannot be asked, or there is no answer.
pub fn ask(case: &Loaded, rules: &Rules, asker: &mut Asker<'_>) -> Result<Observation, Stop> {
    if let Question::Refuse = case.case.question {
        return refuse::ask(case, asker);
    }
    let position = case.variant.read(&case.case.position).map_err(|error| Stop::Skip(error.to_string()))?;
    let variant = case.variant.with_rules(*rules);
    match &case.case.question {
        Question::Moves => moves::ask(&position, asker),
        Question::Apply { played } => apply::ask(&position, played, asker),
        Question::Illegal { played } => illegal::ask(&position, played, asker),
        Question::Perft { depths } => count::ask_perft(&variant, &position, *depths, asker),
        Question::Divide { depth } => count::ask_divide(&variant, &position, *depth, asker),
        Question::Outcome { moves } => outcome::ask(&position, moves, asker),
        Question::Refuse => unreachable!("refusals are asked above"),
    }
}

/// Judges what a subject answered to a case, under some rules.
pub fn judge(case: &Loaded, rules: &Rules, declared: &Declared, seen: &Observation) -> Judgement {
    let variant = case.variant.with_rules(*rules);
    if let Question::Refuse = case.case.question {
        return refuse::judge(case, &variant, seen);
    }
    let read = |variant: &Variant| variant.read(&case.case.position);
    let position = match (read(&variant), read(&case.variant)) {
        (Err(_), Ok(_)) if is_refusal(seen) => return Judgement::Right(Vec::new()),
        // An engine that plays by these rules need not look whether a position can arise.
        (Ok(position), _) | (Err(_), Ok(position)) => position,
        (Err(_), Err(_)) => return judge_impossible(seen),
    };
    let bench = Bench { variant, position, declared };
    match &case.case.question {
        Question::Moves => moves::judge(&bench, seen),
        Question::Apply { played } => apply::judge(&bench, played, seen),
        Question::Illegal { played } => illegal::judge(&bench, played, seen),
        Question::Perft { .. } => count::judge_perft(&bench, seen),
        Question::Divide { depth } => count::judge_divide(&bench, *depth, seen),
        Question::Outcome { moves } => outcome::judge(&bench, moves, seen),
        Question::Refuse => unreachable!("refusals are judged above"),
    }
}

/// Asks for the legal moves of a position, and for the position after each if the subject tells it apart.
///
/// # Errors
///
/// If the question is not for this subject, or there is no answer.
pub fn ask_moves(position: &Position, asker: &mut Asker<'_>) -> Result<Observation, Stop> {
    moves::ask(position, asker)
}

/// Judges an answer to [`ask_moves`], or the moves of a divide, under the rules of a variant.
pub fn judge_moves(
    variant: &Variant,
    position: &Position,
    declared: &Declared,
    seen: &Observation,
) -> Judgement {
    moves::judge(&Bench { variant: *variant, position: *position, declared }, seen)
}

/// The legal moves, each with the row that means it if there is one, sorted.
pub fn paired<'a>(
    variant: &Variant,
    position: &Position,
    declared: &Declared,
    given: &'a [Given],
) -> Vec<(Move, Option<&'a Given>)> {
    moves::paired(&Bench { variant: *variant, position: *position, declared }, given)
}

/// What an answer is judged against.
struct Bench<'a> {
    variant: Variant,
    position: Position,
    declared: &'a Declared,
}

impl Bench<'_> {
    fn generator(&self) -> Rulebook {
        Rulebook::new(self.variant.rules)
    }

    /// A refusal where an answer was due, as far as one was.
    fn refused(&self, declined: &Declined) -> Judgement {
        let is_doubtful = doubt::has_man_behind_its_start(&self.variant, &self.position);
        if declined.code == "position" && is_doubtful {
            return Judgement::CannotTell(doubt::BEHIND_ITS_START.to_owned());
        }
        refused(declined)
    }
}

/// A refusal where an answer was due.
fn refused(declined: &Declined) -> Judgement {
    let Declined { code, detail } = declined;
    let what = match code.as_str() {
        "position" => "a possible position was refused",
        "illegal" => "a legal move was refused",
        _ => "the question was not answered",
    };
    let said = format!("err {code} {detail}");
    Judgement::Wrong(Failure::plain(format!("{what}: `{}`", said.trim_end())))
}

/// Under rules by which the position cannot arise, a refusal is the right answer.
fn judge_impossible(seen: &Observation) -> Judgement {
    if is_refusal(seen) {
        return Judgement::Right(Vec::new());
    }
    Judgement::Wrong(Failure::plain("a position that cannot arise was accepted"))
}

fn is_refusal(seen: &Observation) -> bool {
    seen.declined().is_some_and(|declined| declined.code == "position")
}

impl Observation {
    /// Whether it is so long that keeping it for every case, or judging it again and again, would be too much.
    pub fn is_bulky(&self) -> bool {
        match self {
            Self::Moves(Ok(given)) | Self::Branches(Ok(given), _) => given.len() > FOLLOWED,
            _ => false,
        }
    }

    /// The refusal, if it is one.
    pub fn declined(&self) -> Option<&Declined> {
        match self {
            Self::Moves(answered) | Self::Branches(answered, _) => answered.as_ref().err(),
            Self::Position(answered) => answered.as_ref().err(),
            Self::Counts(answered, _) => answered.as_ref().err(),
            Self::Outcome(answered) => answered.as_ref().err(),
            Self::Reading(answered) => answered.as_ref().err(),
        }
    }

    /// What was answered, in words that do not say whether it is right.
    pub fn told(&self) -> String {
        if let Some(Declined { code, detail }) = self.declined() {
            return format!("refused: {}", format!("err {code} {detail}").trim_end());
        }
        let listed = |given: &[Given]| match given.len() {
            1 => "listed 1 move".to_owned(),
            several => format!("listed {several} moves"),
        };
        match self {
            Self::Moves(Ok(given)) => listed(given),
            Self::Branches(Ok(given), _) => format!("{} with their leaves", listed(given)),
            Self::Counts(Ok(counts), _) => {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                format!("counted {}", counts.join(", "))
            }
            Self::Outcome(Ok(word)) => format!("said {word}"),
            Self::Position(_) => "played the move".to_owned(),
            _ => "accepted the position".to_owned(),
        }
    }
}

/// An observation that does not belong to the question; only a fault of huff leads here.
fn not_asked() -> Judgement {
    Judgement::CannotTell("the answer is to another question".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference_engine::notation::MoveForm;
    use reference_engine::variants::ARAB;

    #[test]
    fn an_observation_says_in_words_what_was_answered() {
        let position = ARAB.read("W:Wd4,a3:Bd5,h8").unwrap();
        let given = |text: &str| Given::of_move(text, &position, MoveForm::Path).unwrap();
        let one = vec![given("d4xd6")];
        let two = vec![given("d4xd6"), given("a3-b3")];
        let declined = Declined { code: "position".to_owned(), detail: "too many men".to_owned() };
        for (observation, words) in [
            (Observation::Moves(Ok(one.clone())), "listed 1 move"),
            (Observation::Moves(Ok(two)), "listed 2 moves"),
            (Observation::Branches(Ok(one), Reckoning::about("none")), "listed 1 move with their leaves"),
            (Observation::Counts(Ok(vec![8, 64]), Reckoning::about("none")), "counted 8, 64"),
            (Observation::Outcome(Ok("draw".to_owned())), "said draw"),
            (Observation::Position(Ok(position)), "played the move"),
            (Observation::Reading(Ok(())), "accepted the position"),
            (Observation::Reading(Err(declined.clone())), "refused: err position too many men"),
            (Observation::Moves(Err(declined)), "refused: err position too many men"),
        ] {
            assert_eq!(observation.told(), words);
        }
    }

    #[test]
    fn a_long_list_is_bulky_and_nothing_else() {
        let position = ARAB.read("W:Wd4,a3:Bd5,h8").unwrap();
        let row = Given::of_move("d4xd6", &position, MoveForm::Path).unwrap();
        let list = |length: usize| vec![row.clone(); length];
        assert!(Observation::Moves(Ok(list(FOLLOWED + 1))).is_bulky());
        assert!(Observation::Branches(Ok(list(FOLLOWED + 1)), Reckoning::about("none")).is_bulky());
        assert!(!Observation::Moves(Ok(list(FOLLOWED))).is_bulky());
        assert!(!Observation::Counts(Ok(vec![1; FOLLOWED + 1]), Reckoning::about("none")).is_bulky());
    }
}
