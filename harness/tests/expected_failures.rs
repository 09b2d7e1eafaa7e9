//! Failures that are expected do not fail a run, and a list of them that is out of date does.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::path::Path;

const MISREADS: &str = "huff serve --rule removal=after-sequence";

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    let built = assert_cmd::cargo::cargo_bin("huff").parent().unwrap().to_owned();
    command.env("PATH", built).args(arguments).timeout(std::time::Duration::from_secs(120));
    command
}

fn verify(engine: &str, more: &[&str]) -> Command {
    let mut command = huff(&["verify", "--variant", "arab", "--engine", engine]);
    command.args(more);
    command
}

fn list(path: &Path) -> toml::Table {
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

#[test]
fn a_list_that_was_written_makes_the_same_run_pass() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("known.toml");
    let known = path.to_str().unwrap();
    verify(MISREADS, &["--write-expectations", known]).assert().code(1);
    let entries = list(&path);
    let entries = entries["expected"].as_array().unwrap();
    assert!(entries.len() > 5);
    for entry in entries {
        assert!(entry["reason"].as_str().unwrap().starts_with("removal=after-sequence: "), "{entry}");
    }
    let failed_as_expected = format!("0 failed, {} failed as expected", entries.len());
    verify(MISREADS, &["--expect", known]).assert().success().stdout(contains(failed_as_expected));
    // The engine is mended: every entry is out of date.
    verify("huff serve", &["--expect", known])
        .assert()
        .code(1)
        .stdout(contains("UNEXPECTED PASS  arab/").and(contains(format!("{} failed", entries.len()))));
    // Another rule is misread as well: what is new fails, and is named.
    verify("huff serve --rule removal=after-sequence --rule one-piece-each=plays-on", &["--expect", known])
        .assert()
        .code(1)
        .stdout(contains("one-piece-each=plays-on"));
}

#[test]
fn entries_that_hold_are_kept_and_others_give_way_to_what_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("known.toml");
    let known = path.to_str().unwrap();
    std::fs::write(
        &path,
        r#"
        [[expected]]
        cases = "arab/immediate-removal/black-*"
        reason = "black is being rewritten"
        link = "https://example.org/7"

        [[expected]]
        cases = "arab/majority/*"
        reason = "mended since"

        [[expected]]
        cases = "ghanaian/*/*"
        reason = "not asked in this run"
        "#,
    )
    .unwrap();
    verify(MISREADS, &["--expect", known, "--write-expectations", known]).assert().code(1);
    let table = list(&path);
    let entries = table["expected"].as_array().unwrap();
    let of = |reason: &str| -> Vec<&str> {
        let entries = entries.iter().filter(|entry| entry["reason"].as_str() == Some(reason));
        entries.map(|entry| entry["cases"].as_str().unwrap()).collect()
    };
    assert_eq!(of("not asked in this run"), ["ghanaian/*/*"]);
    assert_eq!(of("black is being rewritten"), ["arab/immediate-removal/black-*"]);
    assert!(of("mended since").iter().all(|cases| !cases.contains('*')), "{entries:?}");
    let link = entries.iter().filter(|entry| entry.get("link").is_some()).count();
    assert_eq!(link, 1);
    verify(MISREADS, &["--expect", known]).assert().success();
}

#[test]
fn an_entry_about_no_case_and_a_list_that_is_none_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("known.toml");
    for (text, reason) in [
        ("[[expected]]\ncases = \"arab/no-such/*\"\nreason = \"x\"\n", "matches no case"),
        ("[[expected]]\ncases = \"arab/{\"\nreason = \"x\"\n", "cases = `arab/{`"),
        ("[[expected]]\ncases = \"arab/majority/*\"\n", "missing field `reason`"),
        ("[[expected]]\ncases = \"arab/*\"\nreason = \"x\"\nwhy = 1\n", "unknown field `why`"),
        ("expected = 3\n", "line 1"),
        ("[[expected\n", "line 1"),
    ] {
        std::fs::write(&path, text).unwrap();
        verify(MISREADS, &["--expect", path.to_str().unwrap()])
            .assert()
            .code(2)
            .stderr(contains(reason).and(contains("--expect")));
    }
    verify(MISREADS, &["--expect", "no-such-file.toml"])
        .assert()
        .code(2)
        .stderr(contains("no-such-file.toml"));
}

#[test]
fn every_format_tells_expected_failures_from_unexpected_passes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("known.toml");
    let entry = "[[expected]]\ncases = \"arab/immediate-removal/*\"\nreason = \"the sky is blue\"\n";
    std::fs::write(&path, entry).unwrap();
    let known = path.to_str().unwrap();
    let shown = |engine: &str, format: &str| {
        let case = ["--case", "arab/immediate-removal/*", "--expect", known, "--format", format];
        String::from_utf8(verify(engine, &case).assert().get_output().stdout.clone()).unwrap()
    };
    for (format, expected, unexpected) in [
        ("jsonl", r#""verdict":"expected-failure""#, r#""verdict":"unexpected-pass""#),
        ("junit", "<skipped message=\"the sky is blue\"", "type=\"unexpected-pass\""),
        ("markdown", "## Failed as expected", "## Passed unexpectedly"),
        ("human", "failed as expected", "UNEXPECTED PASS"),
    ] {
        let (failing, passing) = (shown(MISREADS, format), shown("huff serve", format));
        assert!(failing.contains(expected), "{format}: {failing}");
        assert!(passing.contains(unexpected), "{format}: {passing}");
        assert!(passing.contains("the sky is blue"), "{format}: {passing}");
    }
}

#[test]
fn what_has_changed_since_an_earlier_run_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let report = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let two = "huff serve --rule removal=after-sequence --rule majority=free";
    let (first, second) = (report("first"), report("second"));
    verify(two, &["--report", &first, "--no-shrink"]).assert().code(1);
    let since = format!("{first}/report.jsonl");
    let other = "huff serve --rule removal=after-sequence --rule one-piece-each=plays-on";
    let more = ["--since", &since, "--report", &second, "--no-shrink"];
    let output = verify(other, &more).assert().code(1).get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    let lines = std::fs::read_to_string(format!("{second}/report.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = lines.iter().find(|line| line["type"] == "since").unwrap();
    let count = |field: &str| told[field].as_array().unwrap().len();
    let summary = format!(
        "since huff-rulebook {}: {} fixed, {} broken, {} still wrong",
        env!("CARGO_PKG_VERSION"),
        count("fixed"),
        count("broken"),
        count("unchanged")
    );
    assert!(text.contains(&summary), "{summary}\n{text}");
    assert!(count("fixed") > 0 && count("broken") > 0 && count("unchanged") > 0, "{told}");
    let ids = |field: &str| told[field].to_string();
    assert!(ids("fixed").contains("arab/majority/") && !ids("broken").contains("arab/majority/"));
    assert!(ids("unchanged").contains("arab/immediate-removal/"));
    // A case that was not asked is neither fixed nor broken.
    let more = ["--since", &since, "--case", "arab/majority/*", "--no-shrink"];
    verify("huff serve", &more)
        .assert()
        .success()
        .stdout(contains("0 broken, 0 still wrong").and(contains("wrong then and not asked now")));
}
