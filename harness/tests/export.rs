//! What `huff fixtures export` writes is whole, hashed, and the same each time.

use assert_cmd::Command;
use harness::fixture::Suite;
use predicates::str::contains;
use reference_engine::variants;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn export(arguments: &[&str], to: &Path) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(["fixtures", "export", "--to"]).arg(to).args(arguments);
    command.timeout(std::time::Duration::from_secs(60)).assert()
}

/// The files of a folder by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    std::fs::read_dir(folder).unwrap().map(read).collect()
}

fn exported() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    export(&[], folder.path()).success();
    files(folder.path())
}

fn lines(files: &BTreeMap<String, String>) -> Vec<Value> {
    files["cases.jsonl"].lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The cases with counts, as the fixture files have them, with the rows that are expected.
fn counted(lines: &[Value]) -> impl Iterator<Item = (&str, &[Value])> {
    let asked = lines.iter().filter(|line| line["kind"] == "perft" && line["withdrawn"].is_null());
    asked.map(|line| (line["id"].as_str().unwrap(), &line["expect"]["perft"].as_array().unwrap()[..]))
}

#[test]
fn every_hash_is_that_of_its_file_and_no_file_is_left_out() {
    let files = exported();
    let mut hashed = BTreeSet::new();
    for line in files["SHA256SUMS"].lines() {
        let (digits, name) = line.split_once("  ").unwrap();
        let hash: String = Sha256::digest(&files[name]).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digits, hash, "{name}");
        hashed.insert(name);
    }
    let others: BTreeSet<&str> =
        files.keys().map(String::as_str).filter(|name| *name != "SHA256SUMS").collect();
    assert_eq!(hashed, others);
}

#[test]
fn every_case_stands_on_one_line_with_what_it_needs_of_its_file() {
    let lines = lines(&exported());
    let ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    let suite = Suite::embedded().unwrap();
    let due: BTreeSet<&str> = suite.cases.iter().map(|loaded| loaded.case.id.as_str()).collect();
    assert_eq!(ids.len(), due.len());
    assert_eq!(ids.iter().copied().collect::<BTreeSet<&str>>(), due);
    for line in &lines {
        let id = &line["id"];
        assert_eq!(line["schema"], "draughts-case/1", "{id}");
        assert!(line["conventions"]["squares"].is_string(), "{id}");
        assert!(line["expect"].is_object(), "{id}");
        for entry in line["evidence"].as_array().unwrap() {
            assert!(line["sources"][entry["source"].as_str().unwrap()]["kind"].is_string(), "{id}");
        }
        for tag in line["tags"].as_array().unwrap() {
            assert!(line["tag_meanings"][tag.as_str().unwrap()].is_string(), "{id}");
        }
    }
}

#[test]
fn a_line_says_what_the_case_says_in_its_file() {
    for line in lines(&exported()) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
        let file = std::fs::read_to_string(folder.join(line["file"].as_str().unwrap())).unwrap();
        let file: Value = serde_json::from_str(&file).unwrap();
        let case = file["cases"].as_array().unwrap().iter().find(|case| case["id"] == line["id"]).unwrap();
        for (name, value) in case.as_object().unwrap() {
            assert_eq!(line[name], *value, "{} {name}", line["id"]);
        }
        assert_eq!(line["suite_version"], file["suite_version"]);
    }
}

#[test]
fn the_table_has_every_count_and_its_positions_are_read_back() {
    let files = exported();
    let mut table: BTreeMap<String, Vec<[String; 3]>> = BTreeMap::new();
    for row in csv::Reader::from_reader(files["perft.csv"].as_bytes()).deserialize() {
        let row: BTreeMap<String, String> = row.unwrap();
        let variant = variants::find(&row["variant"]).unwrap();
        assert!(variant.read(&row["position"]).is_ok(), "{row:?}");
        let rows = table.entry(row["id"].clone()).or_default();
        rows.push(["unique", "order", "route"].map(|counting| row[counting].clone()));
        assert_eq!(row["depth"], rows.len().to_string());
    }
    let lines = lines(&files);
    assert_eq!(table.len(), counted(&lines).count());
    for (id, due) in counted(&lines) {
        let count = |row: &Value| ["unique", "order", "route"].map(|it| row[it].as_str().unwrap().to_owned());
        assert_eq!(table[id], due.iter().map(count).collect::<Vec<_>>(), "{id}");
    }
}

#[test]
fn the_perft_files_have_every_unique_count_under_the_variant_of_its_case() {
    let files = exported();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, text) in &files {
        let Some(variant) = name.strip_suffix(".perft").and_then(variants::find) else { continue };
        let mut id = "";
        for line in text.lines().filter(|line| !line.is_empty()) {
            match line.split_once(' ').unwrap() {
                ("id", text) => id = text,
                ("epd", text) => {
                    assert!(id.starts_with(variant.name) && variant.read(text).is_ok(), "{id}: {text}");
                }
                ("perft", text) => found.entry(id.to_owned()).or_default().push(text.to_owned()),
                _ => panic!("{name}: {line}"),
            }
        }
    }
    let lines = lines(&files);
    assert_eq!(found.len(), counted(&lines).count());
    for (id, due) in counted(&lines) {
        let line = |row: &Value| format!("{} {}", row["depth"], row["unique"].as_str().unwrap());
        assert_eq!(found[id], due.iter().map(line).collect::<Vec<_>>(), "{id}");
    }
}

#[test]
fn the_suite_of_the_binary_and_that_of_the_folder_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("made/on/the/way");
    export(&["--fixtures", "../fixtures"], &place).success().stdout(contains("SHA256SUMS written"));
    assert_eq!(files(&place), exported());
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    export(&[], &file.join("below")).code(2).stderr(contains("--to")).stderr(contains("below"));
    export(&["--fixtures", "/no/such/folder"], folder.path()).code(4).stderr(contains("/no/such/folder"));
}
