//! The asking side: question after question through the real process layer, and each verdict judged.

use crate::taken::{Taken, left_over};
use crate::trouble::Trouble;
use harness::check::Limits;
use harness::fixture::{Loaded, Question};
use harness::property;
use harness::subject::{Fault, Launch, Session};
use harness::verdict::VerdictKind;
use harness::verify;
use indicatif::{ProgressBar, ProgressStyle};
use reference_engine::fen;
use reference_engine::variants::{self, Variant};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long the engine may take.
const LIMIT: Duration = Duration::from_millis(1500);

/// What came of it.
#[derive(Debug, Default)]
pub struct Soaked {
    /// Questions that were asked.
    pub questions: u64,
    /// Each trouble with the verdict that was due, and how often it came.
    pub met: BTreeMap<(Trouble, VerdictKind), u64>,
    /// Verdicts that are other than what was due.
    pub wrong: Vec<String>,
    /// What was taken after the first tenth.
    pub warm: Taken,
    /// What was taken at the end.
    pub end: Taken,
    /// Processes that outlived the engine.
    pub left: Vec<String>,
}

/// Asks so many questions.
///
/// # Errors
///
/// If the engine cannot be started, or the user has stopped.
pub fn soak(questions: u64, seed: u64) -> Result<Soaked, Fault> {
    let mark = format!("soak-{}", std::process::id());
    let this = std::env::current_exe().expect("a program has a path").to_string_lossy().into_owned();
    let launch = Launch::new(vec![this, "engine".to_owned(), seed.to_string(), mark.clone()]);
    let mut session = Session::start(launch)?;
    let bar = bar(questions);
    let mut soaked = Soaked::default();
    let mut is_first = true;
    for number in 0..questions {
        is_first = ask(&mut session, seed, number, is_first, &mut soaked)?;
        soaked.questions += 1;
        bar.inc(1);
        if number == questions / 10 {
            soaked.warm = Taken::now();
        }
    }
    soaked.end = Taken::now();
    drop(session);
    soaked.left = left_over(&mark);
    Ok(soaked)
}

fn bar(questions: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} questions, {elapsed}, {eta} left");
    let bar = ProgressBar::new(questions);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Asks a question; whether the engine is a fresh process after it.
fn ask(
    session: &mut Session,
    seed: u64,
    number: u64,
    is_first: bool,
    soaked: &mut Soaked,
) -> Result<bool, Fault> {
    let variant = if number.is_multiple_of(2) { variants::ARAB } else { variants::DIAGONAL };
    let (loaded, line, is_number) = question(&variant, seed, number);
    let trouble = Trouble::of(seed, &line);
    let due = trouble.map_or(VerdictKind::Pass, |trouble| trouble.due(is_first, is_number));
    let limits = Limits { answer: LIMIT, count: LIMIT, ..Limits::default() };
    let verdict = verify::examine(session, &loaded, &variant.rules, limits)?.verdict;
    if verdict.kind() != due {
        let (came, said) = (verdict.kind(), verdict.headline());
        soaked.wrong.push(format!("question {number}, {trouble:?}: {came} and not {due}: {said}\n  {line}"));
    }
    if let Some(trouble) = trouble {
        *soaked.met.entry((trouble, due)).or_default() += 1;
    }
    Ok(matches!(due, VerdictKind::Crash | VerdictKind::Timeout | VerdictKind::Protocol))
}

/// A question that is one request, with the words of it, and whether a number answers it.
fn question(variant: &Variant, seed: u64, number: u64) -> (Loaded, String, bool) {
    let position = property::draw(variant, seed, number);
    let mut loaded = Loaded::loose(*variant, format!("{}/soak/{number}", variant.name), &position);
    let (name, text) = (variant.name, fen::write(&position));
    if number % 3 == 1 {
        loaded.case.question = Question::Perft { depths: 1 };
        return (loaded, format!("perft {name} {text} 1"), true);
    }
    (loaded, format!("moves {name} {text}"), false)
}
