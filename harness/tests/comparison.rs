//! Two engines compared: the rule on which they part is named, and engines that play alike do not part.

use assert_cmd::Command;
use harness::builtin::BuiltinName;
use harness::check::Limits;
use harness::compare::{Comparison, Plan, compare};
use harness::dcp::{Answer, Capability, Profile, Request};
use harness::fixture::Suite;
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use reference_engine::moves::Counting;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::variants::{self, Variant};
use std::collections::BTreeSet;
use std::time::Duration;

fn by(name: &str, rules: &[&str]) -> Variant {
    let variant = variants::find(name).unwrap();
    let mut changed = variant.rules;
    for rule in rules {
        let (field, value) = rule.split_once('=').unwrap();
        changed.set(field, value).unwrap();
    }
    variant.with_rules(changed)
}

fn engine(name: &str, rules: &[&str], manner: Manner) -> InProcess {
    InProcess::new(Server::new(vec![by(name, rules)], manner))
}

fn compared(name: &str, mut first: impl Subject, mut second: impl Subject) -> Comparison {
    let suite = Suite::embedded().unwrap();
    let variant = variants::find(name).unwrap();
    let plan = Plan { variant, games: 2, plies: 40, seed: 1, limits: Limits::default() };
    compare(&mut first, &mut second, &suite, &plan, |_| {})
}

#[track_caller]
fn part_on(name: &str, first: &[&str], second: &[&str], field: &str, answers: [&str; 2]) {
    let engines = (engine(name, first, Manner::default()), engine(name, second, Manner::default()));
    let comparison = compared(name, engines.0, engines.1);
    let said = format!("{name} {first:?} {second:?}: {:?}", comparison.partings);
    let named: BTreeSet<&str> =
        comparison.partings.iter().flat_map(|parting| &parting.decisions).map(|it| it.field).collect();
    assert_eq!(named, BTreeSet::from([field]), "{said}");
    let decision = &comparison.partings[0].decisions[0];
    for (found, due) in decision.answers.iter().zip(answers) {
        assert!(found.iter().any(|answer| answer.value == due), "{said}");
    }
    assert!(comparison.partings[0].position.pieces().count() <= 6, "{said}");
    let accounted: usize = comparison.partings.iter().map(|parting| parting.accounts_for).sum();
    assert_eq!(accounted, comparison.parted, "{said}");
}

#[test]
fn the_rule_on_which_two_engines_part_is_named() {
    part_on("arab", &[], &["removal=after-sequence"], "removal", ["after-each-jump", "after-sequence"]);
    part_on("diagonal", &["majority=free"], &[], "majority", ["free", "most-pieces"]);
    // At the smallest position `king-jump` would explain as much; the other answers speak against it.
    part_on("ghanaian", &[], &["start-square=blocks"], "start-square", ["vacant", "blocks"]);
    part_on("ghanaian", &[], &["lone-piece=plays-on"], "lone-piece", ["loses", "plays-on"]);
}

#[test]
fn two_engines_that_are_both_wrong_part_on_the_rule_they_read_differently() {
    let (first, second) = (["men-step=forward"], ["men-step=every-way"]);
    part_on("arab", &first, &second, "men-step", ["forward", "every-way"]);
    // Both take any capture; one of them removes late besides.
    let (first, second) = (["majority=free"], ["majority=free", "removal=after-sequence"]);
    part_on("arab", &first, &second, "removal", ["after-each-jump", "after-sequence"]);
}

#[test]
fn a_difference_that_no_rule_explains_does_not_become_another_that_one_does() {
    // Where a man may capture the two differ in two rules at once; without a capture in one of them.
    let second = ["capture-duty=optional", "men-step=every-way"];
    let engines = (engine("arab", &[], Manner::default()), engine("arab", &second, Manner::default()));
    let comparison = compared("arab", engines.0, engines.1);
    let explained: BTreeSet<&str> =
        comparison.partings.iter().flat_map(|parting| &parting.decisions).map(|it| it.field).collect();
    assert_eq!(explained, BTreeSet::from(["capture-duty", "men-step"]));
    let unexplained: Vec<_> = comparison.partings.iter().filter(|it| it.decisions.is_empty()).collect();
    assert!(!unexplained.is_empty());
    let accounted: usize = comparison.partings.iter().map(|parting| parting.accounts_for).sum();
    assert_eq!(accounted + unexplained.len() + comparison.not_looked_into, comparison.parted);
}

#[test]
fn engines_that_play_alike_do_not_part() {
    let fast = Manner { generator: BuiltinName::Fast, ..Manner::default() };
    for name in ["arab", "ghanaian", "diagonal"] {
        let comparison = compared(name, engine(name, &[], Manner::default()), engine(name, &[], fast));
        assert_eq!((comparison.parted, comparison.partings.len()), (0, 0), "{name}");
        assert!(comparison.compared > 100 && comparison.unanswered.is_empty(), "{name}");
    }
}

#[test]
fn a_manner_of_speaking_is_no_difference() {
    let names = Some(SquareNames::Algebraic);
    let hub = Manner { notation: Some(MoveForm::Hub), counts: Counting::Route, ..Manner::default() };
    let short = Manner { notation: Some(MoveForm::Short), squares: names, ..Manner::default() };
    let comparison = compared("diagonal", engine("diagonal", &[], hub), engine("diagonal", &[], short));
    assert_eq!(comparison.parted, 0, "{:?}", comparison.partings);
}

/// The reference for Arab draughts without positions behind its moves, with something done to its answers.
struct Altered(InProcess, fn(Answer) -> Answer);

impl Altered {
    fn new(alter: fn(Answer) -> Answer) -> Self {
        let server = Server::new(vec![variants::ARAB], Manner::default());
        Self(InProcess::new(server.only([Capability::Moves])), alter)
    }
}

impl Subject for Altered {
    fn profile(&self) -> &Profile {
        self.0.profile()
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        self.0.ask(request, limit).map(self.1)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

fn of_arab() -> InProcess {
    engine("arab", &[], Manner::default())
}

#[test]
fn a_refusal_that_is_about_no_position_is_no_answer() {
    let busy = || Altered::new(|_| Answer::refusal("busy", "at lunch"));
    for (comparison, at_fault) in [
        (compared("arab", busy(), busy()), 0),
        (compared("arab", busy(), of_arab()), 0),
        (compared("arab", of_arab(), busy()), 1),
    ] {
        assert_eq!((comparison.compared, comparison.parted), (0, 0));
        assert!(comparison.unanswered.len() > 100, "{}", comparison.unanswered.len());
        for (_, side, reason) in &comparison.unanswered {
            assert_eq!((*side, reason.as_str()), (at_fault, "it answers `err busy at lunch`"));
        }
    }
    let refuses = || Altered::new(|_| Answer::refusal("position", "it is none"));
    let comparison = compared("arab", refuses(), refuses());
    assert!(comparison.compared > 100 && comparison.parted == 0 && comparison.unanswered.is_empty());
    assert!(compared("arab", refuses(), of_arab()).parted > 100);
}

#[test]
fn rows_that_are_no_moves_are_alike_in_their_words_alone() {
    let numbered = || {
        Altered::new(|answer| Answer::rows((0..answer.rows.len()).map(|row| format!("mv{row}")).collect()))
    };
    let asking = || Altered::new(|_| Answer::rows(vec!["?!".to_owned()]));
    let comparison = compared("arab", numbered(), asking());
    assert_eq!(comparison.parted, comparison.compared, "{:?}", comparison.partings);
    assert_eq!(compared("arab", numbered(), numbered()).parted, 0);
}

#[test]
fn where_nothing_is_compared_nobody_agrees() {
    let engine = "huff serve --only perft";
    Command::cargo_bin("huff")
        .expect("huff is built")
        .args(["compare", "--variant", "arab", "--random", "0", "--engine", engine, "--engine", engine])
        .assert()
        .code(1)
        .stdout(contains("0 positions compared, so that nothing is known").and(contains("agree").not()));
}

#[test]
fn the_command_says_where_they_part_and_exits_with_1() {
    let huff = || Command::cargo_bin("huff").expect("huff is built");
    let compare = ["compare", "--variant", "arab", "--random", "2", "--engine", "huff serve", "--engine"];
    huff()
        .args(compare)
        .arg("huff serve --rule majority=free")
        .assert()
        .code(1)
        .stdout(contains(" rule       majority\n   first    most-pieces: "))
        .stdout(contains("by the reference's reading most-pieces (majority, must)"));
    huff().args(compare).arg("huff serve --generator fast").assert().code(0).stdout(contains("agree in all"));
    let output = huff().args(compare).args(["huff serve --rule majority=free", "--json"]).assert().code(1);
    let json: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(json["partings"][0]["rules"][0]["rule"], "majority");
    huff().args(&compare[..7]).assert().code(2).stderr(contains("give --engine twice"));
}
