//! What may import what in the harness, read off the source. ARCHITECTURE.md states these as invariants.

use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}

/// The code of a file, its tests left out.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

#[track_caller]
fn never(place: &str, words: &[&str]) {
    for file in files_below(&source().join(place)) {
        let code = code(&file);
        for word in words {
            assert!(!code.contains(word), "{} names {word}", file.display());
        }
    }
}

#[test]
fn fixtures_do_not_know_who_reads_them() {
    never("fixture", &["crate::subject", "crate::check", "crate::verify", "crate::cli"]);
}

#[test]
fn a_report_never_asks_again() {
    never("report", &["crate::subject", "crate::check", "crate::cli"]);
}

#[test]
fn checks_know_no_variant_and_no_process() {
    never(
        "check",
        &["variants::ARAB", "variants::GHANAIAN", "variants::DIAGONAL", "std::process", "crate::cli"],
    );
}

#[test]
fn laws_know_no_variant_and_no_process() {
    never(
        "property",
        &["variants::ARAB", "variants::GHANAIAN", "variants::DIAGONAL", "std::process", "crate::cli"],
    );
}

#[test]
fn explanations_ask_nobody_and_know_no_variant() {
    never(
        "explain",
        &[
            "crate::subject",
            "crate::cli",
            "crate::report",
            "std::process",
            "variants::ARAB",
            "variants::GHANAIAN",
            "variants::DIAGONAL",
        ],
    );
}

#[test]
fn only_one_file_starts_processes() {
    for file in files_below(&source()) {
        let starts = code(&file).contains("CommandWrap");
        let is_home = file.ends_with("subject/process.rs");
        assert_eq!(starts, is_home, "{}", file.display());
    }
}

#[test]
fn only_the_command_line_writes_files() {
    for file in files_below(&source()) {
        let writes = ["fs::write", "tempfile", "create_dir", "File::create"];
        let code = code(&file);
        let found = writes.iter().find(|word| code.contains(**word));
        let is_home = file.strip_prefix(source()).unwrap().starts_with("cli");
        assert!(found.is_none() || is_home, "{} writes files by {found:?}", file.display());
    }
}
