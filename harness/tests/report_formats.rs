//! The formats of a report: each can be read by what reads such files, says the same, and is whole or says
//! that it is not.

use assert_cmd::Command;
use harness::report::record::{Line, Recorded};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// An engine with a misread rule.
const MISREADS: &str = "huff serve --rule removal=after-sequence";

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    let built = assert_cmd::cargo::cargo_bin("huff").parent().unwrap().to_owned();
    command.env("PATH", built).args(arguments).timeout(std::time::Duration::from_secs(120));
    command
}

fn verify(more: &[&str]) -> Command {
    let mut command = huff(&["verify", "--variant", "arab"]);
    command.args(more);
    command
}

/// What a run over an engine with a misread rule prints in a format.
fn printed(format: &str, more: &[&str]) -> String {
    let mut command = huff(&["verify", "--variant", "arab", "--engine", MISREADS, "--format", format]);
    let output = command.args(more).assert().code(1).get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_type<'a>(lines: &'a [Value], name: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["type"] == name).collect()
}

#[test]
fn json_lines_follow_their_schema() {
    let output = huff(&["schema", "report"]).assert().success().get_output().stdout.clone();
    let schema: Value = serde_json::from_slice(&output).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let text = printed("jsonl", &["--random", "20", "--seed", "3"]);
    let lines = lines(&text);
    for line in &lines {
        if let Err(error) = validator.validate(line) {
            panic!("{error}: {line}");
        }
    }
    let types: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!((types[0], types[types.len() - 1]), ("header", "footer"));
    for name in ["case", "probe", "trace", "diagnosis"] {
        assert!(types.contains(&name), "no {name}");
    }
    // The schema refuses what is no line.
    for (field, value) in [("type", Value::from("verdict")), ("milliseconds", Value::from("soon"))] {
        let mut wrong = (*of_type(&lines, "case")[0]).clone();
        wrong[field] = value;
        assert!(!validator.is_valid(&wrong), "{field}");
    }
    let mut wrong = (*of_type(&lines, "footer")[0]).clone();
    wrong.as_object_mut().unwrap().remove("failed");
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn json_lines_are_read_as_they_were_written() {
    let text = printed("jsonl", &[]);
    let recorded = Recorded::read(&text).unwrap();
    let cases: Vec<Value> =
        recorded.cases.iter().map(|case| serde_json::to_value(Line::Case(case.clone())).unwrap()).collect();
    let lines = lines(&text);
    assert_eq!(cases, of_type(&lines, "case").into_iter().cloned().collect::<Vec<_>>());
    assert_eq!(
        recorded.footer.unwrap().failed,
        recorded.cases.iter().filter(|it| it.is_right() == Some(false)).count()
    );
}

#[test]
fn what_is_no_report_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.jsonl");
    let whole = printed("jsonl", &["--case", "arab/immediate-removal/*"]);
    let first = whole.lines().next().unwrap();
    for (text, reason) in [
        (String::new(), "begins with a header"),
        ("{}\n".to_owned(), "begins with a header"),
        (whole.replace("huff-report/2", "huff-report/1"), "the format is `huff-report/1`"),
        (format!("{first}\n{{\"type\":\"case\"}}\n"), "line 2: missing field"),
        (format!("{first}\nnonsense\n"), "line 2: "),
        (whole.lines().skip(1).map(|line| format!("{line}\n")).collect(), "begins with a header"),
    ] {
        std::fs::write(&path, text).unwrap();
        huff(&["verify", "--variant", "arab", "--since", path.to_str().unwrap()])
            .assert()
            .code(2)
            .stderr(contains(reason).and(contains("--since")));
    }
}

/// The tests of a `JUnit` file: by class and name, what came of them and how it is described.
fn tests_of(xml: &str) -> BTreeMap<String, (String, String)> {
    let page = roxmltree::Document::parse(xml).unwrap();
    let cases = page.descendants().filter(|node| node.has_tag_name("testcase"));
    cases
        .map(|case| {
            let name =
                format!("{}/{}", case.attribute("classname").unwrap(), case.attribute("name").unwrap());
            let status = case.children().find(roxmltree::Node::is_element);
            let kind = status.map_or("success", |status| status.tag_name().name()).to_owned();
            let message =
                status.and_then(|status| status.attribute("message")).unwrap_or_default().to_owned();
            (name, (kind, message))
        })
        .collect()
}

#[test]
fn junit_and_json_lines_say_the_same() {
    let tests = tests_of(&printed("junit", &[]));
    let text = printed("jsonl", &[]);
    let lines = lines(&text);
    let cases = of_type(&lines, "case");
    assert_eq!(tests.len(), cases.len());
    for case in cases {
        let id = case["id"].as_str().unwrap();
        let (kind, message) = &tests[&id.replacen('/', ".", 1)];
        let expected = match case["verdict"].as_str().unwrap() {
            "pass" => "success",
            "fail" => "failure",
            "skip" => "skipped",
            other => panic!("{id}: {other}"),
        };
        assert_eq!(kind, expected, "{id}");
        assert_eq!(message, case["message"].as_str().unwrap_or_default(), "{id}");
    }
}

#[test]
fn only_failures_are_shown_where_that_is_asked_for() {
    let whole = lines(&printed("jsonl", &[]));
    let some = lines(&printed("jsonl", &["--failures-only"]));
    let failed = of_type(&whole, "case").into_iter().filter(|case| case["verdict"] == "fail");
    let ids = |case: &Value| case["id"].as_str().unwrap().to_owned();
    let failed: BTreeSet<String> = failed.map(ids).collect();
    let shown: BTreeSet<String> = of_type(&some, "case").into_iter().map(ids).collect();
    assert_eq!(shown, failed);
    assert!(of_type(&whole, "case").len() > failed.len());
    assert_eq!(of_type(&some, "footer")[0]["passed"], of_type(&whole, "footer")[0]["passed"]);
    let tests = tests_of(&printed("junit", &["--failures-only"]));
    assert!(tests.values().all(|(kind, _)| kind == "failure"));
    assert_eq!(tests.len(), failed.len());
}

#[test]
fn a_folder_gets_the_formats_that_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let names = |path: &Path| -> BTreeSet<String> {
        let entries = std::fs::read_dir(path).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let path = folder.path().to_str().unwrap();
    let run = ["verify", "--variant", "arab", "--case", "arab/majority/*", "--report", path];
    huff(&run).assert().success();
    let all = ["report.jsonl", "report.md", "report.xml"];
    assert!(names(folder.path()).is_superset(&all.iter().map(ToString::to_string).collect()));
    // What an earlier run left is gone: it is not this run's.
    huff(&run)
        .args(["--format", "human", "--format", "junit"])
        .assert()
        .success()
        .stdout(contains("0 failed"));
    assert_eq!(names(folder.path()), ["report.txt", "report.xml"].iter().map(ToString::to_string).collect());
    let text = std::fs::read_to_string(folder.path().join("report.txt")).unwrap();
    assert!(text.contains("0 failed") && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn standard_output_shows_one_format() {
    verify(&["--format", "human", "--format", "junit"]).assert().code(2).stderr(contains("--report DIR"));
    verify(&["--json", "--format", "junit"]).assert().code(2).stderr(contains("--report DIR"));
    verify(&["--format", "pdf"]).assert().code(2).stderr(contains("markdown"));
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_write_into_one_folder_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let lock = std::fs::File::open(folder.path()).unwrap();
    lock.lock().unwrap();
    let path = folder.path().to_str().unwrap();
    let run = ["verify", "--variant", "arab", "--case", "arab/majority/*", "--report", path];
    huff(&run).assert().code(2).stderr(contains("another run writes into it"));
    lock.unlock().unwrap();
    huff(&run).assert().success();
}

/// A run that is killed leaves the cases that were done, and nothing that looks whole.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_readable_json_lines_and_nothing_half_written() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let earlier = ["verify", "--variant", "arab", "--case", "arab/majority/*", "--report", path];
    huff(&earlier).assert().success();
    let mut run = Command::new(assert_cmd::cargo::cargo_bin("huff"))
        .args(["verify", "--variant", "diagonal", "--random", "100000", "--report", path])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = folder.path().join("report.jsonl");
    let is_under_way = || std::fs::read_to_string(&lines).is_ok_and(|text| text.lines().count() > 20);
    for _ in 0..600 {
        if is_under_way() && std::fs::read_to_string(&lines).unwrap().contains("diagonal/") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let text = std::fs::read_to_string(&lines).unwrap();
    let recorded = Recorded::read(&text).unwrap();
    assert!(recorded.cases.len() > 10 && recorded.footer.is_none());
    assert!(recorded.cases.iter().all(|case| case.variant == "diagonal"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left, ["report.jsonl"]);
    // It can be compared with, and is said to be cut off.
    huff(&["verify", "--variant", "diagonal", "--case", "diagonal/majority/*"])
        .args(["--since", lines.to_str().unwrap()])
        .assert()
        .success()
        .stdout(contains("that run was cut off"));
}

/// The exit code of huff where its reader has gone before the first line.
#[cfg(unix)]
fn unread(arguments: &[&str]) -> i32 {
    use std::process::{Command, Stdio};
    let built = assert_cmd::cargo::cargo_bin("huff").parent().unwrap().to_owned();
    let mut huff = Command::new(built.join("huff"));
    let (reader, output) = std::io::pipe().unwrap();
    drop(reader);
    huff.env("PATH", built).args(arguments).stdout(output).stderr(Stdio::null());
    huff.status().unwrap().code().unwrap()
}

#[cfg(unix)]
#[test]
fn a_judgement_stands_when_nobody_reads_it() {
    let verify = ["verify", "--variant", "arab"];
    let case = ["--case", "arab/immediate-removal/*", "--no-shrink"];
    let misreads = ["--engine", MISREADS];
    assert_eq!(unread(&[&verify[..], &case, &misreads].concat()), 1);
    assert_eq!(unread(&[&verify[..], &case, &misreads, &["--json"]].concat()), 1);
    assert_eq!(unread(&[&verify[..], &case].concat()), 0);
    // What nobody reads is not asked to the end, and is no pass then.
    assert_eq!(unread(&[&verify[..], &["--random", "100000", "--json"]].concat()), 141);
    let compare = ["compare", "--variant", "arab", "--random", "0", "--engine", "huff serve"];
    assert_eq!(unread(&[&compare[..], &misreads].concat()), 1);
    let sweep = ["sweep", "--variant", "diagonal", "--pieces", "2", "--engine"];
    assert_eq!(unread(&[&sweep[..], &["huff serve --rule men-step=every-way"]].concat()), 1);
    assert_eq!(
        unread(&["replay", "arab/immediate-removal/crosses-a-cleared-square", "--engine", MISREADS]),
        1
    );
}

#[cfg(unix)]
#[test]
fn a_folder_gets_whole_reports_whatever_becomes_of_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let verify = ["verify", "--variant", "arab", "--json", "--report", path];
    let is_whole = || {
        let text = std::fs::read_to_string(folder.path().join("report.jsonl")).unwrap();
        let recorded = Recorded::read(&text).unwrap();
        assert!(recorded.footer.is_some() && recorded.cases.len() > 100);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
    };
    assert_eq!(unread(&verify), 0);
    is_whole();
    if cfg!(target_os = "linux") {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut huff = std::process::Command::new(assert_cmd::cargo::cargo_bin("huff"));
        let output = huff.args(verify).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(70));
        assert!(String::from_utf8(output.stderr).unwrap().contains("cannot write the output"));
        is_whole();
    }
}
