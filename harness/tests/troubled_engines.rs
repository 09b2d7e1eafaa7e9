//! Engines that do not start, say nothing, die, hang or print rubbish: each has its verdict, its sentence
//! and its exit code, and none stops huff.

use assert_cmd::Command;
use harness::check::Limits;
use harness::dcp::{Answer, Profile, Request};
use harness::fixture::{Loaded, Suite};
use harness::property::{self, Law};
use harness::reading::reads_positions;
use harness::serve::Server;
use harness::subject::{Fault, InProcess, Subject};
use harness::verdict::{Verdict, VerdictKind};
use harness::verify;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use reference_engine::variants::ARAB;
use std::path::PathBuf;
use std::time::Duration;

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
    command.timeout(Duration::from_secs(60));
    command
}

/// The reference, until a question begins with a word: then it ends, and when it is asked afresh it answers in
/// some other way.
struct EndsAt {
    word: &'static str,
    afresh: fn(&Request, Answer) -> Result<Answer, Fault>,
    server: InProcess,
    is_fresh: bool,
}

impl EndsAt {
    fn new(word: &'static str, afresh: fn(&Request, Answer) -> Result<Answer, Fault>) -> Self {
        Self { word, afresh, server: InProcess::new(Server::reference()), is_fresh: false }
    }
}

impl Subject for EndsAt {
    fn profile(&self) -> &Profile {
        self.server.profile()
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        match request.to_string().starts_with(self.word) {
            true if !self.is_fresh => Err(ended()),
            true => (self.afresh)(request, self.server.ask(request, limit)?),
            false => self.server.ask(request, limit),
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.is_fresh = true;
        Ok(())
    }
}

fn ended() -> Fault {
    Fault::Crash { status: "exit status: 3".to_owned(), stderr: String::new() }
}

fn case(id: &str) -> Loaded {
    let suite = Suite::embedded().unwrap();
    suite.cases.iter().find(|loaded| loaded.case.id == id).unwrap().clone()
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
fn what_comes_after_a_crash_is_told_as_what_it_is() {
    let crash = "the engine ended before it had answered (exit status: 3)";
    let timeout = "no answer within 2 s";
    for (afresh, kind, headline) in [
        (
            (|_, answer| Ok(answer)) as fn(&Request, Answer) -> Result<Answer, Fault>,
            VerdictKind::StateDependent,
            format!("{crash}; asked afresh, it answers"),
        ),
        (
            |_, _| Ok(Answer::rows(Vec::new())),
            VerdictKind::StateDependent,
            format!("{crash}; asked afresh, it answers, and wrongly: 4 expected, 0 given, 0 agree"),
        ),
        (
            |_, _| Ok(Answer::refusal("unsupported", "moves")),
            VerdictKind::StateDependent,
            format!("{crash}; asked afresh, nothing can be judged: the engine does not support it: moves"),
        ),
        (
            |_, _| Err(Fault::Timeout(Duration::from_secs(2))),
            VerdictKind::Timeout,
            format!("{timeout}; first: {crash}"),
        ),
        (
            |_, _| Err(Fault::Protocol("no word".to_owned())),
            VerdictKind::Protocol,
            format!("no word; first: {crash}"),
        ),
        (|_, _| Err(ended()), VerdictKind::Crash, crash.to_owned()),
    ] {
        let loaded = case("arab/about-turn/three-by-turning-left");
        let mut subject = EndsAt::new("moves", afresh);
        let report = verify::examine(&mut subject, &loaded, &ARAB.rules, Limits::default()).unwrap();
        assert_eq!((report.verdict.kind(), report.verdict.headline()), (kind, &*headline));
    }
}

#[test]
fn a_law_that_is_broken_after_a_crash_is_told_too() {
    let loaded = case("arab/about-turn/three-by-turning-left");
    let mut subject = EndsAt::new("apply", |_, _| Ok(Answer::refusal("illegal", "")));
    let report = property::examine(&mut subject, &loaded, Law::Apply, Limits::default()).unwrap();
    let Verdict::StateDependent(text) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(
        text.ends_with(
            "asked afresh, it answers, and wrongly: 4 of 4 listed moves cannot be played as listed"
        ),
        "{text}"
    );
}

#[test]
fn a_crash_is_no_misreading_of_a_position() {
    let crash = "the engine ended before it had answered (exit status: 3)";
    let read = |afresh| {
        let mut subject = EndsAt::new("echo", afresh);
        reads_positions(&mut subject, &ARAB, Limits::default()).map_err(|error| error.to_string())
    };
    let crashes = read(|_, answer| Ok(answer)).unwrap();
    let headlines: Vec<&str> = crashes.iter().map(|report| report.verdict.headline()).collect();
    assert_eq!(headlines, [format!("{crash}; asked afresh, it answers")]);
    let text = read(|_, _| Err(ended())).unwrap_err();
    assert!(text.ends_with(crash), "{text}");
    verify(&troubled("dies-at-echo"))
        .assert()
        .code(3)
        .stderr(contains("ended before it had answered").and(contains("as they are meant").not()));
}

#[cfg(unix)]
#[test]
fn a_crash_at_a_first_position_is_told_with_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let huff = shell_words::quote(&assert_cmd::cargo::cargo_bin("huff").to_string_lossy()).into_owned();
    let script = format!(
        "test -e begun && exec {huff} serve --variant arab; : > begun; read hello; \
         printf 'engine name=x\\nvariant id=arab squares=algebraic\\ncan moves echo\\nok 1\\n'; read echo; exit 1"
    );
    verify(&format!("sh -c {}", shell_words::quote(&script)))
        .current_dir(folder.path())
        .assert()
        .code(1)
        .stdout(contains("STATE-DEPENDENT  arab/reading/").and(contains(", 1 failed")))
        .stdout(contains("--law echo --engine"));
}

#[test]
fn a_run_in_which_nothing_is_judged_says_so() {
    let skips_all = ["--variant", "arab", "--engine", "huff serve --only perft", "--case"];
    let huff = |verb| {
        let mut command = Command::cargo_bin("huff").expect("huff is built");
        command.arg(verb).timeout(Duration::from_secs(60));
        command
    };
    huff("verify")
        .args(skips_all)
        .arg("arab/majority/*")
        .assert()
        .code(3)
        .stdout(contains("0 passed, 0 failed"))
        .stderr(contains("no case of arab was judged"));
    huff("verify").args(skips_all).arg("arab/counts-*/*").assert().code(0);
    // One variant of two.
    huff("verify")
        .args(["--variant", "diagonal", "--case", "{arab/majority/*,diagonal/counts-*/*}"])
        .args(&skips_all[..4])
        .assert()
        .code(3)
        .stderr(contains("no case of arab was judged"));
    huff("replay")
        .args(["arab/majority/two-before-one", "--engine", "huff serve --only perft"])
        .assert()
        .code(3)
        .stdout(contains("SKIP"))
        .stderr(contains("no case of arab was judged"));
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
    verify(&troubled("wrong-count")).assert().code(1).stdout(contains("PROTOCOL"));
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
    for trouble in ["windows-line-ends", "chatty", "thinks-aloud", "floods-errors", "blank-lines", "none"] {
        verify(&troubled(trouble)).assert().code(0).stdout(contains("0 failed"));
    }
}

#[test]
fn an_answer_that_depends_on_earlier_questions_is_not_followed() {
    verify(&troubled("forgets")).assert().code(1).stdout(
        contains("asked in a fresh process the engine answers rightly").and(contains("shrunk     not tried")),
    );
}
