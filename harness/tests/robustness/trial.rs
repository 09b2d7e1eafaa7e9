//! One behaviour put to huff, and what came of it.

use super::leftovers;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The most that a run may print, and its reports may fill.
const PRINTED: u64 = 64 << 10;
const REPORTED: u64 = 2 << 20;

/// The engine of a trial.
#[derive(Clone, Copy)]
pub enum Engine {
    /// The example `troubled_engine` with this trouble.
    Troubled(&'static str),
    /// A script for `sh`, whose first argument is the path of the example.
    Script(&'static str),
    /// A command.
    Command(&'static str),
}

/// A behaviour, and how it is put to huff.
pub struct Trial {
    /// What the engine or the system does.
    pub behaviour: &'static str,
    /// The engine.
    pub engine: Engine,
    /// Arguments of huff besides.
    pub more: Vec<&'static str>,
    /// What a shell does before it becomes huff; `$REPORT` is the folder of the reports.
    pub before: &'static str,
    /// What a shell must be able to do for the trial to mean something.
    pub needs: &'static str,
    /// How often huff is interrupted once it asks.
    pub interrupts: usize,
    /// How long it may take at most. Enough for a machine that has much else to do, and too little for a limit that
    /// does not hold.
    pub most_time: Duration,
    /// How much memory huff may use at most, in MiB.
    pub most_memory: u64,
}

/// What came of a trial.
pub struct Outcome {
    /// The kinds of verdicts, or why there are none.
    pub verdicts: String,
    /// The exit code of huff, or how else it ended.
    pub code: String,
    /// What there was to say of the first failure, or of the run.
    pub message: String,
    time: Duration,
    /// In KiB; none where it cannot be known.
    memory: Option<u64>,
    leftovers: Vec<String>,
    unclean: Vec<String>,
}

impl Trial {
    /// An engine asked about two cases, without a search for causes.
    pub fn of(behaviour: &'static str, engine: Engine) -> Self {
        Self {
            behaviour,
            engine,
            more: vec!["--no-shrink"],
            before: "",
            needs: "true",
            interrupts: 0,
            most_time: Duration::from_secs(40),
            most_memory: 64,
        }
    }

    /// Whether the trial means something here.
    pub fn is_possible(&self) -> bool {
        let shell = Command::new("sh").args(["-c", self.needs]).stderr(Stdio::null()).status();
        shell.is_ok_and(|status| status.success())
    }

    /// Puts the behaviour to huff.
    pub fn run(&self) -> Outcome {
        let folder = tempfile::tempdir().expect("a folder for a trial");
        let mark = folder.path().display().to_string();
        let began = Instant::now();
        let mut huff = self.start(&folder, &mark);
        let (status, memory) = self.watch(&mut huff, &folder.path().join("report/report.jsonl"));
        let time = began.elapsed();
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap_or_default();
        let (output, errors) = (read("output"), read("errors"));
        let cases = cases(&folder.path().join("report/report.jsonl"));
        let said = message(&cases, &String::from_utf8_lossy(&errors));
        let tidy = said.replace(&troubled(), "ENGINE").replace(&mark, "FOLDER").replace(" (core dumped)", "");
        Outcome {
            verdicts: verdicts(&cases),
            code: status.and_then(|status| status.code()).map_or("none".to_owned(), |code| code.to_string()),
            message: tidy,
            time,
            memory,
            leftovers: leftovers::of(&mark),
            unclean: [unclean("output", &output), unclean("errors", &errors), folder_is_unclean(&folder)]
                .concat(),
        }
    }

    fn start(&self, folder: &TempDir, mark: &str) -> Child {
        let report = folder.path().join("report");
        let engine = self.engine.command(folder.path());
        let huff = assert_cmd::cargo::cargo_bin("huff");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{}\nexec \"$0\" \"$@\"", self.before)]).arg(huff);
        command.args(["verify", "--engine", &engine]).args(&self.more);
        if !self.more.contains(&"--variant") {
            command.args(["--variant", "arab"]);
        }
        if !self.more.contains(&"--case") {
            command.args(["--case", "arab/immediate-removal/{crosses,lands}*"]);
        }
        command.arg("--report").arg(&report);
        command.env(leftovers::VARIABLE, mark).env("REPORT", &report).env("CLICOLOR_FORCE", "1");
        command.env_remove("NO_COLOR").current_dir(folder);
        let file = |name: &str| File::create(folder.path().join(name)).expect("a file for what is printed");
        command.stdin(Stdio::null()).stdout(file("output")).stderr(file("errors"));
        command.spawn().expect("a shell starts")
    }

    /// Waits for huff, looks at its memory and interrupts it if that is the trial. Ends it when its time is up.
    fn watch(&self, huff: &mut Child, lines: &Path) -> (Option<ExitStatus>, Option<u64>) {
        let began = Instant::now();
        let (mut memory, mut interrupts) = (None, 0);
        loop {
            memory = peak(huff.id()).max(memory);
            if let Some(status) = huff.try_wait().expect("huff can be waited for") {
                return (Some(status), memory);
            }
            if began.elapsed() > self.most_time {
                let _ = huff.kill();
                let _ = huff.wait();
                return (None, memory);
            }
            if interrupts < self.interrupts && lines.exists() && began.elapsed() > Duration::from_secs(1) {
                let _ = Command::new("kill").args(["-INT", &huff.id().to_string()]).status();
                interrupts += 1;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// What a trial took, for those who choose bounds.
    pub fn measured(&self, outcome: &Outcome) -> String {
        let memory = outcome.memory.unwrap_or_default() >> 10;
        format!("{:>6.2} s {memory:>4} MiB  {}", outcome.time.as_secs_f64(), self.behaviour)
    }

    /// What must hold of any trial.
    pub fn complaints(&self, outcome: &Outcome) -> Vec<String> {
        let mut complaints = outcome.unclean.clone();
        if outcome.time >= self.most_time {
            complaints.push(format!("took {:?}", outcome.time));
        }
        if let Some(used) = outcome.memory.filter(|used| *used > self.most_memory << 10) {
            complaints.push(format!("huff used {used} KiB"));
        }
        complaints.extend(outcome.leftovers.iter().map(|line| format!("left `{line}` behind")));
        complaints.iter().map(|text| format!("{}: {text}", self.behaviour)).collect()
    }
}

impl Engine {
    fn command(self, folder: &Path) -> String {
        match self {
            Self::Troubled(trouble) => format!("{} {trouble}", shell_words::quote(&troubled())),
            Self::Command(command) => command.to_owned(),
            Self::Script(text) => {
                let path = folder.join("engine.sh");
                std::fs::write(&path, text).expect("a script can be written");
                shell_words::join(["sh", &path.display().to_string(), &troubled()])
            }
        }
    }
}

/// The example `troubled_engine`, which cargo builds beside the tests.
fn troubled() -> String {
    let tests = std::env::current_exe().expect("a test has a path");
    let built: PathBuf = tests.ancestors().nth(2).expect("below the target folder").into();
    let engine = built.join("examples").join("troubled_engine");
    assert!(engine.exists(), "{} is not built", engine.display());
    engine.display().to_string()
}

/// The most memory that a process has had, in KiB.
fn peak(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn cases(lines: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(lines).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["type"] == "case").collect()
}

fn verdicts(cases: &[Value]) -> String {
    let kinds: BTreeSet<&str> = cases.iter().filter_map(|case| case["verdict"].as_str()).collect();
    if kinds.is_empty() { "none".to_owned() } else { kinds.into_iter().collect::<Vec<_>>().join(", ") }
}

/// What there is to say of the first case that is not right; otherwise the first line of the errors.
fn message(cases: &[Value], errors: &str) -> String {
    let wrong = cases.iter().find(|case| case["verdict"] != "pass");
    let said = wrong.and_then(|case| case["message"].as_str());
    said.or_else(|| errors.lines().next()).unwrap_or_default().to_owned()
}

/// What a terminal would obey, huff's own colours apart; and too much of anything.
fn unclean(name: &str, bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let own = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m"];
    let plain = own.iter().fold(text.into_owned(), |text, code| text.replace(code, ""));
    let mut found = Vec::new();
    if let Some(character) =
        plain.chars().find(|it| it.is_control() && !matches!(it, '\n' | '\t') || *it == '\u{202e}')
    {
        found.push(format!("{name} holds {character:?}"));
    }
    if bytes.len() as u64 > PRINTED {
        found.push(format!("{name} is {} bytes long", bytes.len()));
    }
    found
}

/// The same of the reports. JSON says control characters by their numbers, and everything else may as well.
fn folder_is_unclean(folder: &TempDir) -> Vec<String> {
    let Ok(files) = std::fs::read_dir(folder.path().join("report")) else { return Vec::new() };
    let mut found = Vec::new();
    for path in files.flatten().map(|entry| entry.path()).filter(|path| path.is_file()) {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&bytes);
        let is_escaped = ["\\u001b", "&#x1b", "&#27;"].iter().any(|code| text.contains(code));
        if is_escaped || text.chars().any(|it| it.is_control() && it != '\n' || it == '\u{202e}') {
            found.push(format!("{name} holds what a terminal obeys"));
        }
        if bytes.len() as u64 > REPORTED {
            found.push(format!("{name} is {} bytes long", bytes.len()));
        }
    }
    found
}
