//! Every command that the documents show is run, and prints what they say; every test that a report names is there.

use std::path::Path;
use walkdir::WalkDir;

#[test]
fn documents_tell_the_truth() {
    let huff = trycmd::cargo::cargo_bin("huff");
    trycmd::TestCases::new()
        .register_bin("huff", huff)
        .case("../README.md")
        .case("SWEEP.md")
        .case("PROFILE.md");
}

/// The sources of both packages.
fn sources() -> Vec<String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let files = ["harness", "reference-engine"].map(|package| WalkDir::new(workspace.join(package)));
    let paths = files.into_iter().flatten().map(|file| file.unwrap().into_path());
    let sources = paths.filter(|path| path.extension().is_some_and(|it| it == "rs"));
    sources.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn tests_that_a_report_names_are_there() {
    let sources = sources();
    let report = include_str!("../../reports/mutants.md");
    let quoted = report.split('`').skip(1).step_by(2);
    // The names of tests are sentences; those of functions have few words.
    let tests = quoted.filter(|text| !text.contains(char::is_whitespace) && text.matches('_').count() > 3);
    let tests: Vec<String> = tests.map(|test| format!("fn {test}()")).collect();
    assert!(tests.len() > 20, "{tests:?}");
    for test in tests {
        assert!(sources.iter().any(|source| source.contains(&test)), "no source has {test}");
    }
}
