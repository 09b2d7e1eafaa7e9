//! The same questions in another order, and in a fresh process, have the same answers. Whether they are
//! right is not asked.

use super::law::Bench;
use super::told::text;
use crate::builtin::{Builtin, BuiltinName};
use crate::check::{Given, Judgement, Stop};
use crate::dcp::Capability;
use crate::verdict::Failure;
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::perft::perft_with_finished_leaves;
use reference_engine::position::Position;
use strum::VariantArray;

/// More moves than this are not followed a second ply deep.
const MOVES: usize = 40;

/// What is asked more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
enum Question {
    Moves,
    Leaves,
    MovesTurned,
}

impl Question {
    const fn word(self) -> &'static str {
        match self {
            Self::Moves => "the moves",
            Self::Leaves => "the leaves",
            Self::MovesTurned => "the moves of the turned position",
        }
    }
}

pub fn judge(bench: &mut Bench<'_, '_>) -> Result<Judgement, Stop> {
    let first = ask_all(bench, Question::VARIANTS.iter().copied())?;
    let again = ask_all(bench, Question::VARIANTS.iter().copied().rev())?;
    bench.asker.restart()?;
    let fresh = ask_all(bench, Question::VARIANTS.iter().copied().rev())?;
    let differs =
        difference(&first, &again, "asked again").or(difference(&first, &fresh, "in a fresh process"));
    Ok(differs.map_or(Judgement::Right(Vec::new()), |headline| Judgement::Wrong(Failure::plain(headline))))
}

/// Questions with the lines of their answers, sorted, in the order of [`Question::VARIANTS`].
type Answers = Vec<(Question, Vec<String>)>;

fn ask_all(bench: &mut Bench<'_, '_>, questions: impl Iterator<Item = Question>) -> Result<Answers, Stop> {
    let mut answers = Answers::new();
    for question in questions {
        let mut lines = ask(bench, question)?;
        lines.sort();
        answers.push((question, lines));
    }
    answers.sort_by_key(|(question, _)| *question as usize);
    Ok(answers)
}

fn ask(bench: &mut Bench<'_, '_>, question: Question) -> Result<Vec<String>, Stop> {
    match question {
        Question::Moves => moves(bench, bench.position),
        Question::MovesTurned => moves(bench, &bench.position.turned()),
        Question::Leaves if !bench.asker.can(Capability::Perft) => Ok(Vec::new()),
        Question::Leaves => leaves(bench),
    }
}

fn moves(bench: &mut Bench<'_, '_>, position: &Position) -> Result<Vec<String>, Stop> {
    Ok(match bench.asker.moves(position)? {
        Ok(moves) => moves.iter().map(|given| line(bench, given)).collect(),
        Err(declined) => vec![format!("err {}", declined.code)],
    })
}

/// Which of several ways to the same move is written does not count.
fn line(bench: &Bench<'_, '_>, given: &Given) -> String {
    let names = bench.asker.declared().squares;
    let played = given.describe(bench.variant.board, names);
    given.next.map_or(played.clone(), |next| format!("{played}  leaves {}", text(&next, names)))
}

fn leaves(bench: &mut Bench<'_, '_>) -> Result<Vec<String>, Stop> {
    let generator = Builtin::new(BuiltinName::Fast, bench.variant);
    let depth = if generator.count(bench.position, Counting::Route) > MOVES { 1 } else { 2 };
    let most = perft_with_finished_leaves(&generator, bench.position, depth, Counting::Route);
    Ok(match bench.asker.perft(bench.position, depth, most)? {
        Ok(count) => vec![format!("perft {depth}: {count}")],
        Err(declined) => vec![format!("err {}", declined.code)],
    })
}

/// What is first found to differ.
fn difference(first: &Answers, later: &Answers, when: &str) -> Option<String> {
    let mut pairs = first.iter().zip(later);
    let ((question, before), (_, after)) = pairs.find(|((_, before), (_, after))| before != after)?;
    let only = |lines: &[String], others: &[String]| {
        let found = lines.iter().find(|line| count(line, lines) > count(line, others));
        found.map_or("nothing more".to_owned(), |line| format!("`{line}`"))
    };
    Some(format!(
        "{} differ {when}: first {}, then {}",
        question.word(),
        only(before, after),
        only(after, before)
    ))
}

fn count(line: &str, lines: &[String]) -> usize {
    lines.iter().filter(|other| *other == line).count()
}
