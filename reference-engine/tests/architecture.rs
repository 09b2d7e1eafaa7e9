//! What may import what, read off the `use` lines. ARCHITECTURE.md states these as invariants.

use std::path::{Path, PathBuf};

/// Modules of this crate that a file names after `crate::`, inside its own tests excepted.
fn imports(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect())
        .collect()
}

fn files(module: &str) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let single = source.join(format!("{module}.rs"));
    if single.exists() {
        return vec![single];
    }
    let folder = std::fs::read_dir(source.join(module)).unwrap_or_else(|_| panic!("no module {module}"));
    folder.map(|entry| entry.unwrap().path()).collect()
}

#[track_caller]
fn may_import(module: &str, allowed: &[&str]) {
    for file in files(module) {
        for import in imports(&file) {
            let ok = import == module || allowed.contains(&import.as_str());
            assert!(ok, "{} imports {import}, which {module} may not", file.display());
        }
    }
}

#[test]
fn geometry_and_pieces_import_nothing_of_ours() {
    may_import("geometry", &[]);
    may_import("piece", &[]);
}

#[test]
fn rules_name_no_variant_and_no_generator() {
    may_import("rules", &["geometry", "piece", "quote"]);
}

#[test]
fn a_position_does_not_know_what_is_legal() {
    may_import("position", &["geometry", "piece", "moves"]);
    may_import("moves", &["geometry"]);
}

#[test]
fn the_rulebook_knows_no_variant() {
    may_import("rulebook", &["geometry", "piece", "rules", "position", "moves", "generator", "outcome"]);
}

#[test]
fn the_fast_generator_shares_nouns_and_no_verbs() {
    may_import("bitboard", &["geometry"]);
    may_import("fast", &["bitboard", "geometry", "piece", "rules", "position", "moves", "generator"]);
}

#[test]
fn perft_names_no_generator() {
    may_import("perft", &["generator", "position", "moves"]);
    may_import("levels", &["generator", "position", "moves"]);
}

#[test]
fn texts_are_read_without_rules() {
    may_import("fen", &["geometry", "piece", "position", "notation", "quote"]);
    may_import("notation", &["geometry", "moves", "quote"]);
    may_import("quote", &[]);
}

#[test]
fn nothing_here_touches_files_clocks_or_processes() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for effect in ["std::fs", "std::io", "std::time", "std::process", "std::env", "static mut"] {
                assert!(!text.contains(effect), "{} uses {effect}", path.display());
            }
        }
    }
}
