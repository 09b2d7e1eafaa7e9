//! Limits on a run: of memory, of time, and how many processes are asked at once.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn verify(engine: &str, more: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    let built = assert_cmd::cargo::cargo_bin("huff").parent().unwrap().to_owned();
    command.env("PATH", built).args(["verify", "--variant", "arab", "--engine", engine]).args(more);
    command.timeout(Duration::from_secs(120));
    command
}

/// The example `troubled_engine`, which cargo builds beside the tests.
fn troubled(trouble: &str) -> String {
    let tests = std::env::current_exe().expect("a test has a path");
    let built: PathBuf = tests.ancestors().nth(2).expect("below the target folder").into();
    let engine = built.join("examples").join(format!("troubled_engine{}", std::env::consts::EXE_SUFFIX));
    format!("{} {trouble}", shell_words::quote(&engine.to_string_lossy()))
}

fn cases(command: &mut Command) -> Vec<Value> {
    let output = command.arg("--json").output().expect("huff runs").stdout;
    let lines = String::from_utf8(output).expect("the report is text");
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
    let mut cases: Vec<Value> = lines.filter(|line| line["type"] == "case").collect();
    for case in &mut cases {
        case["milliseconds"] = Value::Null;
    }
    cases
}

#[test]
fn several_processes_give_the_verdicts_of_one_in_the_same_order() {
    let misreads = "huff serve --rule removal=after-sequence";
    for engine in [misreads, &troubled("dies-on-kings"), &troubled("wrong-count")] {
        let more = ["--case", "arab/[imn]*/*", "--random", "30", "--seed", "5", "--no-shrink"];
        let one = cases(&mut verify(engine, &more));
        let four = cases(&mut verify(engine, &[&more[..], &["--jobs", "4"]].concat()));
        assert!(one.len() > 30 && one.iter().any(|case| case["verdict"] != "pass"), "{engine}");
        assert_eq!(one, four, "{engine}");
    }
    verify("huff serve", &["--jobs", "0"]).assert().code(2).stderr(contains("--jobs"));
}

#[test]
fn several_processes_are_one_run_when_they_do_not_start() {
    verify("./no-such-engine", &["--jobs", "3"]).assert().code(3).stderr(contains("no such program"));
}

/// Further processes would never be asked. The machine is shared: a thousand of them would be noticed.
#[test]
fn no_more_processes_are_started_than_there_are_cases() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("started");
    let huff = assert_cmd::cargo::cargo_bin("huff");
    let script = format!("echo >> {}; exec {} serve", log.display(), huff.display());
    let engine = shell_words::join(["/bin/sh", "-c", &script]);
    verify(&engine, &["--case", "arab/majority/two-before-one", "--jobs", "8"]).assert().success();
    assert_eq!(std::fs::read_to_string(log).unwrap().lines().count(), 1);
}

#[test]
fn an_engine_that_takes_too_much_memory_is_ended_and_told() {
    let one = ["--case", "arab/majority/two-before-one", "--memory", "200MiB", "--timeout", "20"];
    let began = Instant::now();
    verify(&troubled("takes-memory"), &one)
        .assert()
        .code(1)
        .stdout(contains("CRASH").and(contains("it used more than 200 MiB of memory, and was ended")));
    assert!(began.elapsed() < Duration::from_secs(60));
    // What it starts is counted too.
    verify(&troubled("takes-memory-in-a-child"), &one)
        .assert()
        .code(1)
        .stdout(contains("it used more than 200 MiB of memory, and was ended"));
    verify("huff serve", &one).assert().success();
    verify("huff serve", &["--memory", "lots"]).assert().code(2).stderr(contains("--memory"));
}

/// Memory that grows from question to question is given back by a fresh process.
#[test]
fn an_engine_that_leaks_is_state_dependent() {
    // No laws: they begin a fresh process.
    verify(&troubled("leaks"), &["--memory", "200MiB", "--random", "3000", "--no-shrink"])
        .args(["--seed", "1", "--case", "arab/random/1-{?,??,???,????}"])
        .assert()
        .code(1)
        .stdout(contains("STATE-DEPENDENT").and(contains("asked afresh, it answers")));
}

#[test]
fn a_run_ends_when_its_budget_is_spent() {
    let began = Instant::now();
    let more = ["--random", "100000", "--seed", "1", "--budget", "2"];
    verify("huff serve", &more)
        .assert()
        .code(124)
        .stdout(contains("the run ended early: the budget of 2 s is spent"));
    assert!(began.elapsed() < Duration::from_secs(30));
    // A failure says more than the time.
    verify("huff serve --rule removal=after-sequence", &more).assert().code(1).stdout(contains("is spent"));
    verify("huff serve", &["--case", "arab/majority/*", "--budget", "100"]).assert().success();
    verify(&troubled("says-nothing"), &["--budget", "1"]).assert().code(124);
}
