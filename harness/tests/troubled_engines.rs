//! Engines that do not start, say nothing, die, hang or print rubbish: each has its verdict, its sentence
//! and its exit code, and none stops huff.

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::path::PathBuf;

/// The example `troubled_engine`, which cargo builds beside the tests.
fn troubled(trouble: &str) -> String {
    let tests = std::env::current_exe().expect("a test has a path");
    let built: PathBuf = tests.ancestors().nth(2).expect("below the target folder").into();
    let engine = built.join("examples").join(format!("troubled_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(engine.exists(), "{} is not built", engine.display());
    format!("{} {trouble}", shell_words::quote(&engine.to_string_lossy()))
}

fn verify(engine: &str) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(["verify", "--variant", "arab", "--case", "arab/immediate-removal/*"]);
    command.args(["--timeout", "0.3", "--hello-timeout", "0.3", "--engine", engine]);
    command.timeout(std::time::Duration::from_secs(60));
    command
}

#[test]
fn an_engine_that_does_not_exist_is_named() {
    verify("./no-such-engine")
        .assert()
        .code(3)
        .stderr(contains("cannot start `./no-such-engine`: no such program"));
    verify("").assert().code(2).stderr(contains("--engine names no command"));
    verify("'unclosed").assert().code(2).stderr(contains("--engine"));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_executed_is_named() {
    verify("./Cargo.toml").assert().code(3).stderr(contains("may not be executed"));
}

#[cfg(unix)]
#[test]
fn a_script_is_not_told_to_be_missing_when_what_runs_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let of_path = |line: &str| {
        let path = folder.path().join("engine");
        std::fs::write(&path, format!("{line}\nexit\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let blames_line = || contains("its first line (`#!`)").and(contains("no such program").not());
    for line in ["#!/no/such/interpreter", "#!/bin/sh\r"] {
        verify(&of_path(line)).assert().code(3).stderr(blames_line());
        // It is looked for where the system looks.
        verify("engine").env("PATH", folder.path()).assert().code(3).stderr(blames_line());
    }
    verify("engin").env("PATH", folder.path()).assert().code(3).stderr(contains("no such program"));
}

#[test]
fn an_engine_that_does_not_say_hello_ends_the_run() {
    for (trouble, reason) in [
        ("exits-at-once", "ended before it had answered"),
        ("exits-with-3", "exit status: 3"),
        ("says-nothing", "no answer within 0.3 s"),
        ("prints-rubbish", r"the answer is not text in UTF-8: `\xff\xfe"),
    ] {
        verify(&troubled(trouble))
            .assert()
            .code(3)
            .stderr(contains("does not answer `hello 1`"))
            .stderr(contains(reason));
    }
}

#[test]
fn an_engine_that_dies_has_crashed_and_is_quoted() {
    verify(&troubled("dies-always"))
        .assert()
        .code(1)
        .stdout(contains("CRASH"))
        .stdout(contains("more or less"));
    verify(&troubled("dies-on-kings")).assert().code(1).stdout(contains("CRASH"));
}

#[test]
fn a_report_tells_once_how_to_repeat_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    verify(&troubled("dies-always")).args(["--report", path]).assert().code(1);
    let page = std::fs::read_to_string(folder.path().join("report.md")).unwrap();
    let crashes = page.matches("\nCRASH").count();
    assert!(crashes > 0, "nothing crashed:\n{page}");
    assert_eq!(page.matches("huff replay").count(), crashes, "{page}");
}

#[test]
fn an_engine_that_dies_once_is_state_dependent() {
    verify(&troubled("dies-on-third-question")).assert().code(1).stdout(contains("STATE-DEPENDENT"));
}

#[test]
fn an_engine_that_hangs_is_timed_out() {
    verify(&troubled("hangs"))
        .assert()
        .code(1)
        .stdout(contains("TIMEOUT"))
        .stdout(contains("no answer within 0.3 s"));
}

#[test]
fn an_answer_out_of_grammar_is_a_protocol_fault() {
    for trouble in ["wrong-count", "empty-lines"] {
        verify(&troubled(trouble)).assert().code(1).stdout(contains("PROTOCOL"));
    }
}

#[test]
fn an_engine_that_reads_positions_otherwise_is_not_judged() {
    let engine = troubled("mirrors-echo");
    verify(&engine).assert().code(3).stderr(contains("does not read positions as they are meant"));
    let mut doctor = Command::cargo_bin("huff").expect("huff is built");
    doctor.args(["doctor", "--engine", &engine]).assert().code(3).stdout(contains("✗ echo"));
}

#[test]
fn what_is_only_unusual_is_no_fault() {
    for trouble in ["windows-line-ends", "chatty", "floods-errors", "none"] {
        verify(&troubled(trouble)).assert().code(0).stdout(contains("0 failed"));
    }
}

#[test]
fn an_answer_that_depends_on_earlier_questions_is_not_followed() {
    verify(&troubled("forgets")).assert().code(1).stdout(
        contains("asked in a fresh process the engine answers rightly").and(contains("shrunk     not tried")),
    );
}
