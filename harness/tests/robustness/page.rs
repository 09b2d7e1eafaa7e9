//! `reports/robustness.md`: what is due, and what is written there on request.

use super::trial::{Outcome, Trial};
use std::path::{Path, PathBuf};

const HEAD: &str = "\
# Robustness

What huff makes of engines that do what no engine should, and of systems that fail under it. Rewritten by
`just robustness`; a test (`harness/tests/robustness`) puts every behaviour to `huff verify` and compares: verdicts, exit
code and message as they stand here, time and memory below the bounds. The time is that of the whole run, the memory
the most that huff itself has had. After each run no process is left that the engine has started.

Most runs put two cases with a limit of 1 s for an answer and no search for causes. `ENGINE` is
`harness/examples/troubled_engine`.

| behaviour | verdicts | exit code | message | time below | memory below |
| --- | --- | ---: | --- | ---: | ---: |
";

const TAIL: &str = "
## What is not caught

- A process that leaves the engine's process group, clears its environment and outlives the process that started it
  cannot be told from any other, and stays. huff finds the others by their parents and by the variable `HUFF_ENGINE`,
  which every process of an engine inherits.
- If huff itself is killed by a signal that cannot be caught, its engines are not ended; those that read their standard
  input notice its end.
- An engine runs with the rights of its user. What it does to files, or to processes of the same user, huff included,
  huff cannot prevent.
- An engine that answers each question just within its limit takes as long as all limits together; `--budget` bounds the
  run.
- Where pipes cannot be asked whether they take anything (systems that are not Unix), a question longer than the pipe
  waits for an engine that does not read.
";

/// Compares outcomes with the page, or writes it. What differs is returned.
pub fn settle(rows: &[(&Trial, &Outcome)], impossible: &[Trial]) -> Vec<String> {
    let lines: Vec<String> = rows.iter().map(|(trial, outcome)| row(trial, outcome)).collect();
    if std::env::var("ROBUSTNESS").is_ok_and(|value| value == "write") {
        let page = format!("{HEAD}{}\n{TAIL}", lines.join("\n"));
        std::fs::write(path(), page).expect("the page can be written");
        return Vec::new();
    }
    let page = std::fs::read_to_string(path()).unwrap_or_default();
    let on_page: Vec<&str> = page.lines().collect();
    let mut differences: Vec<String> = lines
        .iter()
        .filter(|line| !on_page.contains(&line.as_str()))
        .map(|line| format!("new: {line}"))
        .collect();
    let is_tried =
        |line: &&str| !impossible.iter().any(|it| line.starts_with(&format!("| {} |", it.behaviour)));
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(2).filter(is_tried);
    differences
        .extend(rows.filter(|line| !lines.iter().any(|it| it == line)).map(|line| format!("due: {line}")));
    if !page.starts_with(HEAD) || !page.ends_with(TAIL) {
        differences.push("the words about the table differ".to_owned());
    }
    differences
}

fn row(trial: &Trial, outcome: &Outcome) -> String {
    let Outcome { verdicts, code, message, .. } = outcome;
    let message = message.replace('|', "\\|").replace('`', "'");
    let said = if message.is_empty() { String::new() } else { format!("`{message}`") };
    format!(
        "| {} | {verdicts} | {code} | {said} | {} s | {} MiB |",
        trial.behaviour,
        trial.most_time.as_secs(),
        trial.most_memory
    )
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/robustness.md")
}
