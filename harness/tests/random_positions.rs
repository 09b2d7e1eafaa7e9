//! `huff verify --random` as a user meets it: right engines pass, wrong ones are told with the position and
//! a line that puts it again, and a seed puts the same questions.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::path::PathBuf;

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(arguments).timeout(std::time::Duration::from_secs(120));
    command
}

/// huff as an engine, with some arguments.
fn serve(arguments: &str) -> String {
    let huff = assert_cmd::cargo::cargo_bin("huff");
    format!("{} serve {arguments}", shell_words::quote(&huff.to_string_lossy()))
}

/// The example `troubled_engine`, which cargo builds beside the tests.
fn troubled(trouble: &str) -> String {
    let tests = std::env::current_exe().expect("a test has a path");
    let built: PathBuf = tests.ancestors().nth(2).expect("below the target folder").into();
    let engine = built.join("examples").join(format!("troubled_engine{}", std::env::consts::EXE_SUFFIX));
    format!("{} {trouble}", shell_words::quote(&engine.to_string_lossy()))
}

/// Random positions alone.
fn random(more: &[&str]) -> Command {
    let mut command = huff(&["verify", "--case", "*/random/*", "--seed", "17"]);
    command.args(more);
    command
}

fn lines(command: &mut Command) -> Vec<Value> {
    let output = command.output().expect("huff runs").stdout;
    let text = String::from_utf8(output).expect("the report is text");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

#[test]
fn the_built_in_generators_pass() {
    for generator in ["rulebook", "fast"] {
        random(&["--random", "300", "--builtin", generator])
            .assert()
            .success()
            .stdout(contains("random         900 positions: 900 passed, 0 failed; laws tried 903 times: 903 passed, 0 failed (--random 300 --seed 17)"));
    }
}

#[test]
fn an_engine_passes_in_every_manner_of_speaking() {
    for (variant, manner) in [
        ("ghanaian", "--generator fast"),
        ("arab", "--notation hub"),
        ("diagonal", "--notation short"),
        ("diagonal", "--squares algebraic --count route"),
        ("arab", "--count order --finished-leaves"),
    ] {
        random(&["--random", "300", "--variant", variant, "--engine", &serve(manner)])
            .assert()
            .success()
            .stdout(contains("random         300 positions: "))
            .stdout(contains("laws tried 301 times: "))
            .stdout(contains("0 failed"));
    }
}

#[test]
fn random_positions_come_after_the_fixtures() {
    let report = lines(&mut huff(&["verify", "--variant", "arab", "--random", "5", "--json"]));
    let ids: Vec<&str> =
        report.iter().filter(|line| line["type"] == "case").filter_map(|line| line["id"].as_str()).collect();
    let first = ids.iter().position(|id| id.contains("/random/")).unwrap();
    assert!(first > 100 && ids[first..].iter().all(|id| id.contains("/random/")), "{ids:?}");
    let seed = report[0]["random"]["seed"].as_u64().expect("the header says which seed was chosen");
    assert!(ids[first].ends_with(&format!("random/{seed}-0")), "{}", ids[first]);
}

#[test]
fn a_seed_puts_the_same_questions() {
    let questions = |seed: &str| -> Vec<String> {
        let report = lines(&mut huff(&[
            "verify",
            "--variant",
            "arab",
            "--case",
            "*/random/*",
            "--random",
            "20",
            "--seed",
            seed,
            "--json",
        ]));
        report.iter().filter_map(|line| line["position"].as_str()).map(str::to_owned).collect()
    };
    assert_eq!(questions("3"), questions("3"));
    assert_ne!(questions("3"), questions("4"));
}

#[test]
fn one_random_case_can_be_chosen_by_its_id() {
    let id = "arab/random/17-7/half-turn";
    let report = lines(&mut huff(&["verify", "--random", "10", "--seed", "17", "--case", id, "--json"]));
    let cases: Vec<&Value> = report.iter().filter(|line| line["type"] == "case").collect();
    assert_eq!(cases.len(), 1);
    assert_eq!((&cases[0]["id"], &cases[0]["law"]["name"]), (&id.into(), &"half-turn".into()));
}

/// The line of a report that puts the first failure again, run.
fn replay(report: &str) -> Command {
    let line = report.lines().find_map(|line| line.strip_prefix(" replay     ")).expect("a replay line");
    let words = shell_words::split(line).expect("the line is for a shell");
    huff(&words[1..].iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_misread_rule_is_found_named_and_put_again() {
    for (variant, rule) in [
        ("arab", "removal=after-sequence"),
        ("ghanaian", "majority=most-pieces"),
        ("diagonal", "start-square=blocks"),
    ] {
        let engine = serve(&format!("--rule {rule}"));
        let run = random(&["--random", "300", "--variant", variant, "--engine", &engine])
            .assert()
            .code(1)
            .stdout(contains(format!(" diagnosis  {rule}: ")));
        let report = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        let headline = report.lines().next().unwrap().split("must").nth(1).unwrap().trim().to_owned();
        replay(&report).assert().code(1).stdout(contains(headline)).stdout(contains("FAIL"));
    }
}

#[test]
fn a_broken_law_is_told_with_its_sentence_and_put_again() {
    let engine = troubled("adds-a-leaf");
    let run = random(&["--random", "3", "--variant", "arab", "--engine", &engine])
        .assert()
        .code(1)
        .stdout(contains("FAIL  arab/random/17-0/divide"))
        .stdout(contains(" law        divide lists the moves that are legal, and its leaves add up to perft"))
        .stdout(contains("perft 1: "))
        .stdout(contains(
            "random         3 positions: 3 passed, 0 failed; laws tried 7 times: 6 passed, 1 failed",
        ))
        .stdout(contains("diagnosis").not())
        // The moves are right, which says nothing about the law.
        .stdout(contains("shrunk").not());
    let report = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(report.contains("--law divide --engine"), "{report}");
    replay(&report).assert().code(1).stdout(contains("do not add up to perft 1"));
}

#[test]
fn a_replay_is_judged_by_the_rules_of_the_run() {
    let engine = serve("");
    let run =
        random(&["--random", "50", "--variant", "arab", "--rule", "majority=free", "--engine", &engine])
            .assert()
            .code(1);
    let report = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(report.contains(" --rule majority=free --engine"), "{report}");
    replay(&report).assert().code(1);
}

#[test]
fn an_engine_that_dies_now_and_then_is_found_at_random_too() {
    random(&["--random", "3", "--variant", "arab", "--engine", &troubled("dies-on-third-question")])
        .assert()
        .code(1)
        .stdout(contains("STATE-DEPENDENT"));
}

#[test]
fn a_position_is_put_without_a_fixture() {
    huff(&["replay", "--variant", "arab", "--position", "W:Wa3,d4:Bd5,h8"])
        .assert()
        .success()
        .stdout(contains("PASS"));
    huff(&["replay", "--variant", "arab", "--position", "W:Wa3,d4:Bd5,h8", "--law", "near-miss"])
        .assert()
        .success()
        .stdout(contains("law        a move that is not legal is refused"));
}

#[test]
fn wrong_use_is_said() {
    for (arguments, text) in [
        (&["verify", "--seed", "1"][..], "--random <N>"),
        (&["verify", "--random", "0"], "0 is not in 1..=100000"),
        (&["verify", "--random", "5", "--case", "arab/nothing/*"], "no case matches"),
        (&["replay"], "--position <FEN>"),
        (&["replay", "--position", "start"], "--variant <NAME>"),
        (&["replay", "x", "--position", "start", "--variant", "arab"], "cannot be used with"),
        (&["replay", "--position", "W:Wz9:B", "--variant", "arab"], "`z9` is not a square"),
        (&["replay", "--position", "start", "--variant", "arab", "--law", "murphy"], "half-turn"),
    ] {
        huff(arguments).assert().code(2).stderr(contains(text));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_finished() {
    use std::process::{Command as Process, Stdio};
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("report.jsonl");
    let huff = Process::new(assert_cmd::cargo::cargo_bin("huff"))
        .args([
            "verify",
            "--random",
            "100000",
            "--case",
            "*/random/*",
            "--variant",
            "arab",
            "--engine",
            &serve(""),
            "--report",
            folder.path().to_str().unwrap(),
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while std::fs::read_to_string(&lines).is_ok_and(|text| text.lines().count() < 20) || !lines.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    Process::new("kill").args(["-INT", &huff.id().to_string()]).status().unwrap();
    let output = huff.wait_with_output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{report}");
    assert!(report.contains("the run ended early: interrupted"), "{report}");
    assert!(report.contains("(--random 100000 --seed "), "{report}");
    let text = std::fs::read_to_string(&lines).unwrap();
    let last = text.lines().last().unwrap();
    assert!(last.contains("\"footer\"") && last.contains("interrupted"), "{last}");
}
