//! Two engines compared: the rule on which they part is named, and engines that play alike do not part.

use assert_cmd::Command;
use harness::builtin::BuiltinName;
use harness::check::Limits;
use harness::compare::{Comparison, Plan, compare};
use harness::fixture::Suite;
use harness::serve::{Manner, Server};
use harness::subject::InProcess;
use predicates::str::contains;
use reference_engine::moves::Counting;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::variants::{self, Variant};
use std::collections::BTreeSet;

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

fn compared(name: &str, mut first: InProcess, mut second: InProcess) -> Comparison {
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
