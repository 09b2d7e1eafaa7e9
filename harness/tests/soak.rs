//! A short soak; `just soak` is the long one.

use assert_cmd::Command;
use predicates::str::contains;

/// The example `soak`, which cargo builds beside the tests.
fn soak() -> Command {
    let tests = std::env::current_exe().expect("a test has a path");
    let built = tests.ancestors().nth(2).expect("below the target folder");
    Command::new(built.join("examples").join(format!("soak{}", std::env::consts::EXE_SUFFIX)))
}

#[test]
fn every_verdict_is_right_and_nothing_is_left_over() {
    soak()
        .args(["2500", "3"])
        .assert()
        .success()
        .stdout(contains("0 verdicts other than due; processes left at the end: 0."));
}

#[test]
fn other_words_are_answered_by_its_usage() {
    soak().arg("many").assert().code(2).stderr(contains("soak QUESTIONS [SEED]"));
}
