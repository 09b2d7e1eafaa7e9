//! The examples that `--help` shows are run: each in a folder that has the engines and files it speaks of.

#![cfg(unix)]

use std::collections::HashSet;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Examples that are read and not run, each with the reason. What they do is tested elsewhere on less.
const NOT_RUN: &[(&str, &str)] = &[
    ("huff verify --engine ./my-engine --random 1000", "thousands of questions"),
    (
        "huff verify --engine ./my-engine --random 1000 --seed 17 --case '*/random/*'",
        "thousands of questions",
    ),
    (
        "huff replay arab/found/ID --fixtures out/found --engine ./my-engine",
        "ID stands for a case that a failing run has found",
    ),
    (
        "huff compare --engine ./old --engine ./new --variant diagonal --random 200 --seed 7",
        "hundreds of positions and games",
    ),
    ("huff fixtures lint --fixtures fixtures", "every `kills` is made anew; CI runs it as part of coverage"),
    ("huff perft arab --depth 10 --threads 2 --table 4GiB", "hundreds of millions of leaves"),
    ("huff tables --check", "every published count; CI runs it"),
    ("huff tables --variant arab --out target/perft", "a whole table"),
    ("huff tables --table 4GiB --confirm", "hours"),
    ("huff sweep --builtin fast", "every position of three pieces of three variants"),
    (
        "huff sweep --engine ./my-engine --variant arab --state target/sweep.jsonl",
        "every position of three pieces",
    ),
    (
        "huff sweep --engine ./my-engine --variant arab --against other.jsonl",
        "every position of three pieces, twice",
    ),
    ("huff sweep --variant ghanaian --pieces 4 --stride 101", "a million positions of four pieces"),
    ("huff profile --variant arab --builtin fast --builtin rulebook", MEASURED),
    ("huff profile --variant arab --builtin fast --engine ./my-engine --report out", MEASURED),
    ("huff profile --variant arab --engine ./my-engine --save before.json", MEASURED),
    ("huff profile --variant arab --engine ./my-engine --against before.json", MEASURED),
    ("huff profile --variant diagonal --position start --budget 5 --json", MEASURED),
    ("huff coverage", "every changed rule in every case"),
    ("huff coverage --check", "every changed rule in every case"),
    ("huff coverage --check --fixtures fixtures", "every changed rule in every case; CI runs it"),
];

/// Why a profile is not run.
const MEASURED: &str = "seconds to minutes of measuring; tests/speed.rs does it with less";

/// What a user would have at hand: engines, fixtures, huff itself.
struct Workplace(TempDir);

impl Workplace {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().expect("there is room for a folder"));
        let bin = place.path("bin");
        std::fs::create_dir(&bin).unwrap();
        symlink(assert_cmd::cargo::cargo_bin("huff"), bin.join("huff")).unwrap();
        for engine in ["my-engine", "other-engine", "old", "new"] {
            place.script(engine, "exec huff serve \"$@\"");
        }
        place.script("moves.sh", "exec huff serve --notation short \"$@\"");
        // Its first argument is the engine's file.
        place.script("bin/python3", "exec huff serve");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures"), &place.path("fixtures"));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn script(&self, name: &str, line: &str) {
        let path = self.path(name);
        std::fs::write(&path, format!("#!/bin/sh\n{line}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A line as a shell runs it: exit code and what was said of errors.
    fn run(&self, line: &str) -> (Option<i32>, String) {
        let path = format!("{}:{}", self.path("bin").display(), std::env::var("PATH").unwrap_or_default());
        // In the shell's place, so that the time limit ends the program and not only the shell.
        let line = if line.starts_with("huff ") { format!("exec {line}") } else { line.to_owned() };
        let mut shell = assert_cmd::Command::new("sh");
        shell.args(["-c", &line]).current_dir(self.0.path()).env("PATH", path);
        let output = shell.timeout(Duration::from_secs(120)).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn help(verb: &[&str]) -> String {
    // Wide enough that no line is wrapped.
    let mut huff = assert_cmd::Command::cargo_bin("huff").expect("huff is built");
    let output = huff.args(verb).arg("--help").env("COLUMNS", "1000").output().unwrap();
    assert!(output.status.success(), "{verb:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What huff says without arguments, as if it were examples.
fn welcome() -> String {
    let mut huff = assert_cmd::Command::cargo_bin("huff").expect("huff is built");
    let said = String::from_utf8(huff.output().unwrap().stderr).unwrap();
    let begin = said.find("\n  huff ").expect("it shows what to do");
    format!("Examples:{}", &said[begin..])
}

/// The verbs that a help lists.
fn verbs(help: &str) -> Vec<String> {
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// The commands that a help shows as examples, without the remarks behind them.
fn examples(help: &str) -> Vec<String> {
    let shown = help.lines().skip_while(|line| !line.starts_with("Example")).skip(1);
    let lines = shown.take_while(|line| line.starts_with("  ")).map(str::trim);
    let commands = lines.filter(|line| line.starts_with("huff ") || line.starts_with('('));
    commands.map(|line| line.split("  ").next().unwrap_or(line).to_owned()).collect()
}

#[test]
fn the_examples_of_every_help_can_be_run() {
    let place = Workplace::new();
    let top = help(&[]);
    let mut pages = vec![top.clone(), welcome()];
    for verb in verbs(&top) {
        let page = help(&[&verb]);
        assert!(!examples(&page).is_empty(), "huff {verb} --help has no example");
        pages.extend(verbs(&page).iter().map(|inner| help(&[&verb, inner])));
        pages.push(page);
    }
    let mut unused: HashSet<&str> = NOT_RUN.iter().map(|(line, _)| *line).collect();
    let mut seen = HashSet::new();
    for line in pages.iter().flat_map(|page| examples(page)) {
        if !seen.insert(line.clone()) {
            continue;
        }
        // What is not run is still read: help is shown only if all before it is understood.
        let line = if unused.remove(line.as_str()) { format!("{line} --help") } else { line };
        let (code, said) = place.run(&line);
        // 1 is what an example comes to that shows an engine with a misread rule.
        assert!(matches!(code, Some(0 | 1)), "`{line}` exits {code:?}: {said}");
    }
    assert!(unused.is_empty(), "no help shows {unused:?}");
    assert!(seen.len() > 40, "{} examples", seen.len());
}

#[cfg(target_os = "linux")]
#[test]
fn a_help_that_cannot_be_written_is_no_success() {
    for arguments in [&["--help"][..], &["--version"], &["verify", "--help"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut huff = std::process::Command::new(assert_cmd::cargo::cargo_bin("huff"));
        let output = huff.args(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(70), "{arguments:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("cannot write the output"));
    }
}
