//! Engines that are right and speak otherwise than the reference: whatever the protocol allows passes, what
//! was inferred is said, and a wrong engine is still found out and named.

mod speaker;

use assert_cmd::Command;
use harness::check::{Limits, Observation};
use harness::dcp::{Answer, Gathering, Profile, Request};
use harness::diagnose::diagnose;
use harness::doctor::{self, State};
use harness::fixture::{Loaded, Question, Suite};
use harness::property::{self, Sample};
use harness::reading::reads_positions;
use harness::subject::{Fault, Subject};
use harness::verdict::{Verdict, VerdictKind};
use harness::verify::{CaseReport, Plan, Run, verify};
use predicates::str::contains;
use proptest::prelude::*;
use proptest::sample::subsequence;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use reference_engine::moves::Counting;
use reference_engine::variants::{self, Variant};
use speaker::{Quirk, Quirks, Speaker};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use strum::VariantArray;

/// Of every kind of question, every so many cases are put to an engine with one quirk.
const STRIDE: usize = 5;
/// So many combinations of quirks are tried.
const COMBINATIONS: u32 = 60;

/// A speaker in this process, whose bytes are read like those of any process.
struct Quirky {
    speaker: Speaker,
    profile: Profile,
    /// Written into each answer in place of its first row, if there is one.
    spoil: fn(&mut Vec<String>),
}

impl Quirky {
    fn new(variant: Variant, quirks: &Quirks) -> Self {
        let speaker = Speaker::new(variant, quirks.clone());
        let mut subject = Self { speaker, profile: Profile::default(), spoil: |_| {} };
        let hello = subject.exchange(&Request::Hello(1)).expect("an engine says hello");
        subject.profile =
            Profile::parse(hello.rows.iter().map(String::as_str)).expect("what it says is read");
        subject
    }

    fn exchange(&mut self, request: &Request) -> Result<Answer, Fault> {
        let text = self.speaker.answer(&request.to_string()).expect("a question has an answer");
        let mut gathering = Gathering::default();
        let mut lines = text.strip_suffix('\n').expect("a line ends").split('\n');
        let answer = lines.find_map(|line| gathering.take(line.as_bytes()).transpose());
        assert_eq!(lines.next(), None, "nothing follows the last line");
        answer.expect("an answer ends").map_err(Fault::Protocol)
    }
}

impl Subject for Quirky {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, _limit: Duration) -> Result<Answer, Fault> {
        let mut answer = self.exchange(request)?.check_count().map_err(Fault::Protocol)?;
        (self.spoil)(&mut answer.rows);
        Ok(answer)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

/// Why malformed positions are not put to an engine, the reference included.
const UNWRITABLE: [&str; 2] = ["a request cannot hold white space", "the engine calls squares otherwise"];

/// What is asked, more finely than the fixtures name it.
fn kind(question: &Question) -> &'static str {
    match question {
        Question::Outcome { moves } if !moves.is_empty() => "game",
        other => other.kind(),
    }
}

/// Every so many cases of each kind of question, from some first one.
fn cases<'a>(suite: &'a Suite, variant: &Variant, first: usize, stride: usize) -> Vec<&'a Loaded> {
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    let of_variant = suite.cases.iter().filter(|loaded| loaded.variant.name == variant.name);
    let chosen = of_variant.filter(|loaded| loaded.case.withdrawn.is_none()).filter(|loaded| {
        let number = met.entry(kind(&loaded.case.question)).or_default();
        *number += 1;
        (*number - 1) % stride == first % stride || *number == 1
    });
    let chosen: Vec<&Loaded> = chosen.collect();
    assert_eq!(met.len(), 8, "a kind of question has no case: {met:?}");
    chosen
}

fn run(subject: &mut Quirky, variant: &Variant, cases: &[&Loaded]) -> Run {
    let plan = Plan { variants: vec![*variant], case: None, limits: Limits::default() };
    verify(subject, "", cases, &plan, |_| {})
}

/// The cases, some random positions under every law, and the doctor's look, put to a right engine.
fn examined(variant: Variant, quirks: &Quirks, cases: &[&Loaded]) -> Run {
    let mut subject = Quirky::new(variant, quirks);
    let crashes = reads_positions(&mut subject, &variant, Limits::default());
    assert!(crashes.is_ok_and(|crashes| crashes.is_empty()), "{quirks:?}");
    for finding in doctor::examine(&mut subject, &variant, Limits::default()) {
        assert_ne!(finding.state, State::Bad, "{} {quirks:?}: {}", variant.name, finding.text);
    }
    let mut run = run(&mut subject, &variant, cases);
    let sample = Sample { seed: quirks.seed, number: 4, laws_every: 2 };
    let puts = sample.puts(&[variant], subject.profile());
    property::verify(&mut subject, &mut run, &sample, &puts, Limits::default(), |_| {});
    assert_eq!(run.ended_early, None);
    run
}

#[track_caller]
fn nothing_fails(run: &Run, quirks: &Quirks) {
    for report in &run.reports {
        let (id, verdict) = (&report.loaded.case.id, &report.verdict);
        assert!(!verdict.is_bad(), "{id} {quirks:?}: {verdict:#?}");
    }
}

fn judged(run: &Run) -> impl Iterator<Item = &CaseReport> {
    run.reports.iter().filter(|report| report.verdict == Verdict::Pass)
}

/// Quirks that make no question unanswerable.
fn answers_all(quirk: Quirk) -> bool {
    use Quirk::{FinishedResults, OnlyApply, OnlyDivide, OnlyEcho, OnlyMoves, OnlyPerft, OnlyResult};
    let less = [OnlyMoves, OnlyPerft, OnlyDivide, OnlyApply, OnlyResult, OnlyEcho, FinishedResults];
    // Positions that are malformed in one way of naming squares are not put to engines with the other, and a
    // start and an end may stand for several captures.
    !less.contains(&quirk) && ![Quirk::Short, Quirk::OtherSquares].contains(&quirk)
}

#[test]
fn every_quirk_alone_passes_in_every_kind_of_question() {
    let suite = Suite::embedded().unwrap();
    for variant in [variants::ARAB, variants::DIAGONAL] {
        for (number, quirk) in Quirk::VARIANTS.iter().enumerate() {
            let quirks = Quirks::of([*quirk]);
            let cases = cases(&suite, &variant, number, STRIDE);
            let run = examined(variant, &quirks, &cases);
            nothing_fails(&run, &quirks);
            let passed = judged(&run).count();
            let skipped: Vec<(&str, &str)> = run.reports[..cases.len()]
                .iter()
                .filter(|report| report.verdict.kind() == VerdictKind::Skip)
                .map(|report| (report.loaded.case.id.as_str(), report.verdict.headline()))
                .filter(|(_, reason)| !UNWRITABLE.contains(reason))
                .collect();
            assert!(passed > cases.len() / 2, "{quirk}: only {passed} were judged");
            assert!(!answers_all(*quirk) || skipped.is_empty(), "{} {quirk}: {skipped:?}", variant.name);
        }
    }
}

/// Quirks that belong together, so that each way to say each way of counting is met, and one text for
/// several captures.
fn pairs() -> Vec<Quirks> {
    use Quirk::{
        CountsOrder, CountsRoute, FinishedLeaves, Hub, Misdeclared, MovesOnce, NoPositions, OnlyDivide,
        OtherSquares, PicksOne, ScatteredCaptures, Short, Undeclared,
    };
    let mut pairs = vec![
        vec![Hub, ScatteredCaptures],
        vec![Short, PicksOne],
        vec![Short, NoPositions],
        vec![Short, PicksOne, NoPositions],
        vec![Hub, OtherSquares, NoPositions],
        vec![FinishedLeaves, Undeclared],
        vec![FinishedLeaves, Misdeclared],
    ];
    for counts in [CountsOrder, CountsRoute] {
        pairs.extend([
            vec![counts, Undeclared],
            vec![counts, Misdeclared],
            vec![counts, Misdeclared, FinishedLeaves],
            vec![counts, Undeclared, MovesOnce],
            vec![counts, Undeclared, OnlyDivide],
            vec![counts, Undeclared, Hub],
            vec![counts, Undeclared, Short],
            vec![counts, MovesOnce],
        ]);
    }
    pairs.into_iter().map(Quirks::of).collect()
}

#[test]
fn quirks_that_belong_together_pass_in_the_whole_suite_and_what_is_inferred_is_said() {
    let suite = Suite::embedded().unwrap();
    for variant in [variants::ARAB, variants::DIAGONAL] {
        for quirks in pairs() {
            // Not every suite has a position that tells all countings apart.
            let telling = divided(&variant);
            let cases = [cases(&suite, &variant, 0, 1), vec![&telling]].concat();
            let run = examined(variant, &quirks, &cases);
            nothing_fails(&run, &quirks);
            let notes: BTreeSet<&str> =
                run.reports.iter().flat_map(|report| report.notes.iter().map(String::as_str)).collect();
            let says = |text: &str| notes.iter().any(|note| note.contains(text));
            let is_silent = !quirks.has(Quirk::Undeclared) && !quirks.has(Quirk::Misdeclared);
            assert_eq!(!is_silent, says("would say so"), "{} {quirks:?}: {notes:#?}", variant.name);
            let inferred = notes.iter().filter(|note| note.contains("would say so"));
            let by = |what: &str| inferred.clone().filter(|note| note.starts_with(what)).count();
            for kind in ["the engine counts by ", "the engine lists captures by "] {
                assert!(by(kind) <= 1, "{} {quirks:?}: {notes:#?}", variant.name);
            }
            if !is_silent && quirks.counts() != Counting::Unique {
                let counts = format!("`counts={}", quirks.counts());
                assert!(says(&counts), "{} {quirks:?}: {notes:#?}", variant.name);
            }
            if !is_silent && quirks.has(Quirk::FinishedLeaves) {
                assert!(says("leaves=one` would say so"), "{} {quirks:?}: {notes:#?}", variant.name);
            }
        }
    }
}

fn combinations() -> impl Strategy<Value = Quirks> {
    let only = Quirk::VARIANTS.iter().position(|quirk| *quirk == Quirk::OnlyMoves).unwrap();
    // Most engines can be asked more than one thing; otherwise little would be left to judge.
    let manners = subsequence(&Quirk::VARIANTS[..only], 2..=only);
    let abilities = prop_oneof![
        3 => Just(Vec::new()),
        1 => subsequence(&Quirk::VARIANTS[only..], 1..=3),
    ];
    (manners, abilities, any::<u64>()).prop_map(|(manners, abilities, seed)| Quirks {
        of: manners.into_iter().chain(abilities).collect(),
        seed,
    })
}

#[test]
fn quirks_in_any_combination_pass() {
    let suite = Suite::embedded().unwrap();
    let config = Config { cases: COMBINATIONS, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let variants = prop::sample::select(vec![variants::ARAB, variants::DIAGONAL, variants::GHANAIAN]);
    let tried = runner.run(&(variants, combinations()), |(variant, quirks)| {
        let cases = cases(&suite, &variant, quirks.seed as usize, 3 * STRIDE);
        let run = examined(variant, &quirks, &cases);
        for report in &run.reports {
            prop_assert!(!report.verdict.is_bad(), "{}: {:#?}", report.loaded.case.id, report.verdict);
        }
        prop_assert!(judged(&run).count() > 0);
        Ok(())
    });
    if let Err(error) = tried {
        panic!("{error}");
    }
}

/// Twice the first row of an answer about moves.
fn say_first_twice(rows: &mut Vec<String>) {
    if let Some(first) = rows.first().filter(|row| row.contains(['x', '-'])).cloned() {
        rows.push(first);
    }
}

#[test]
fn a_move_that_is_listed_twice_does_not_pass_in_silence() {
    let suite = Suite::embedded().unwrap();
    for variant in [variants::ARAB, variants::DIAGONAL] {
        let mut subject = Quirky::new(variant, &Quirks::default());
        subject.spoil = say_first_twice;
        let mut cases = cases(&suite, &variant, 0, 1);
        cases.retain(|loaded| matches!(loaded.case.question, Question::Moves | Question::Divide { .. }));
        let run = run(&mut subject, &variant, &cases);
        let mut failed = 0;
        for report in &run.reports {
            let id = &report.loaded.case.id;
            let listed = match &report.observation {
                Some(Observation::Moves(Ok(given)) | Observation::Branches(Ok(given), _)) => given.len(),
                other => panic!("{id}: {other:?}"),
            };
            match &report.verdict {
                Verdict::Fail(failure) => {
                    assert!(failure.headline.contains("is listed 2 times"), "{id}: {failure:?}");
                    failed += 1;
                }
                verdict => {
                    let is_said = report.notes.iter().any(|note| note.contains("would say so"));
                    assert!(listed == 0 || is_said, "{id} passes in silence: {verdict:?}");
                }
            }
        }
        assert!(failed > 50, "only {failed} failures");
    }
}

#[test]
fn of_a_move_that_is_listed_for_each_way_every_number_is_looked_at() {
    let mut arab = Quirky::new(variants::ARAB, &Quirks::of([Quirk::CountsRoute]));
    let loaded = divided(&variants::ARAB);
    let right = run(&mut arab, &variants::ARAB, &[&loaded]);
    assert_eq!(right.reports[0].verdict, Verdict::Pass);
    arab.spoil = |rows| {
        if let Some(row) = rows.last_mut() {
            row.push('7');
        }
    };
    let wrong = run(&mut arab, &variants::ARAB, &[&loaded]);
    assert!(matches!(wrong.reports[0].verdict, Verdict::Fail(_)), "{:?}", wrong.reports[0].verdict);
}

#[test]
fn a_misread_rule_behind_every_quirk_is_named() {
    let suite = Suite::embedded().unwrap();
    let mut faulty = variants::ARAB;
    faulty.rules.set("removal", "after-sequence").unwrap();
    let mut cases = cases(&suite, &variants::ARAB, 0, 1);
    cases.retain(|loaded| !matches!(loaded.case.question, Question::Perft { .. } | Question::Divide { .. }));
    for quirk in Quirk::VARIANTS {
        let mut subject = Quirky::new(faulty, &Quirks::of([*quirk]));
        let run = run(&mut subject, &variants::ARAB, &cases);
        let named: Vec<String> = diagnose(&run)
            .iter()
            .filter_map(|group| group.explanation.as_ref())
            .flat_map(|explanation| explanation.misreadings.iter().map(ToString::to_string))
            .collect();
        assert!(run.has_failures(), "{quirk}: nothing fails");
        assert!(named.iter().any(|name| name == "removal=after-sequence"), "{quirk}: named {named:?}");
    }
}

/// A position in which the countings differ, as a question for the leaves below each move.
fn divided(variant: &Variant) -> Loaded {
    let text = match variant.name {
        "arab" => "W:WKa3:Bd8,a2,h4,a7,f3",
        _ => "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
    };
    let position = variant.read(text).expect("a position");
    let mut loaded = Loaded::loose(*variant, format!("{}/loose/divide", variant.name), &position);
    loaded.case.question = Question::Divide { depth: 1 };
    loaded
}

#[test]
fn rows_that_fit_another_counting_are_said_to_though_every_number_is_one() {
    for variant in [variants::ARAB, variants::DIAGONAL] {
        let loaded = divided(&variant);
        for counts in [Quirk::CountsOrder, Quirk::CountsRoute] {
            let quirks = Quirks::of([counts, Quirk::Undeclared]);
            let run = run(&mut Quirky::new(variant, &quirks), &variant, &[&loaded]);
            let report = &run.reports[0];
            assert_eq!(report.verdict, Verdict::Pass);
            let counts = format!("`counts={}`", quirks.counts());
            assert!(report.notes.iter().any(|note| note.contains(&counts)), "{:?}", report.notes);
        }
    }
}

/// The example `quirky_engine`, which cargo builds beside the tests, with its arguments.
fn quirky(arguments: &str) -> String {
    let tests = std::env::current_exe().expect("a test has a path");
    let built = tests.ancestors().nth(2).expect("below the target folder");
    let engine = built.join("examples").join(format!("quirky_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(engine.exists(), "{} is not built", engine.display());
    format!("{} {arguments}", shell_words::quote(&engine.to_string_lossy()))
}

fn huff(engine: &str, more: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(["verify", "--variant", "arab", "--engine", engine]).args(more);
    command.timeout(Duration::from_secs(120));
    command
}

const FEW: [&str; 2] = ["--case", "arab/immediate-removal/*"];

#[test]
fn a_process_with_quirks_passes() {
    for quirks in [
        "notes,carriage-returns,byte-order-mark,loud",
        "turned-declaration,unknown-keys,no-count,wide-blanks,more-words,black-first",
        "short,picks-one,no-positions,undeclared,counts-route,blanks-around",
    ] {
        huff(&quirky(&format!("arab:{quirks}")), &FEW).assert().success().stdout(contains("0 failed"));
    }
}

#[test]
fn an_engine_that_takes_most_of_its_time_passes() {
    let limits = ["--timeout", "1.2", "--hello-timeout", "2", "--count-timeout", "1.2"];
    huff(&quirky("arab:slow,starts-slowly"), &[&limits[..], &FEW[..]].concat())
        .assert()
        .success()
        .stdout(contains("0 failed"));
}

#[test]
fn one_question_a_process_passes_with_quirks_and_without_a_last_line() {
    for quirks in ["leaves-out-ok,notes", "carriage-returns,wide-blanks,hub,byte-order-mark"] {
        let notation =
            if quirks.contains("hub") { "variant id=arab notation=hub" } else { "variant id=arab" };
        let one_shot = ["--one-shot", "--declare", notation, "--declare", "can moves perft apply"];
        huff(&quirky(&format!("arab:{quirks}")), &[&one_shot[..], &FEW[..]].concat())
            .assert()
            .success()
            .stdout(contains("0 failed"));
    }
}
