//! Sweeps: the digests are what the document says, both generators have the same, a faulty engine is caught in
//! the right class, and a run that is ended goes on to the same result.

use assert_cmd::Command;
use harness::builtin::BuiltinName;
use harness::check::Limits;
use harness::dcp::{Answer, Capability, Profile, Request};
use harness::diagnose::diagnose;
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use harness::sweep::{Answerer, ClassResult, Ended, Header, Plan, Saved, look_closely, sweep};
use predicates::prelude::*;
use predicates::str::contains;
use reference_engine::moves::Counting;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::variants::{self, ARAB, DIAGONAL, GHANAIAN, Variant};
use sha2::{Digest, Sha256};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

fn plan(variants: &[Variant], pieces: usize, stride: u64) -> Plan {
    Plan {
        variants: variants.to_vec(),
        pieces,
        stride: NonZeroU64::new(stride).unwrap(),
        jobs: NonZeroUsize::new(2).unwrap(),
    }
}

/// The results in the order of the classes.
fn swept(plan: &Plan, answerer: Answerer<'_>) -> Vec<ClassResult> {
    let mut saved = Saved { header: Header::new(String::new(), plan), classes: Vec::new() };
    let tasks = plan.tasks();
    sweep(plan, &tasks, answerer, &|_| {}, |result| saved.add(result, &tasks)).unwrap();
    assert_eq!(saved.classes.len(), tasks.len());
    saved.classes
}

fn swept_engine(plan: &Plan, faulty: Variant, manner: Manner) -> Vec<ClassResult> {
    let start = || -> Result<Box<dyn Subject>, Fault> {
        Ok(Box::new(InProcess::new(Server::new(vec![faulty], manner))))
    };
    swept(plan, Answerer::Engine { start: &start, limits: Limits::default() })
}

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(arguments).timeout(Duration::from_secs(120));
    command
}

#[test]
fn both_generators_have_the_same_digests() {
    for (plan, moves) in [
        (plan(variants::ALL, 2, 1), 100_000),
        (plan(&[ARAB, DIAGONAL], 3, 401), 50_000),
        (plan(&[GHANAIAN], 4, 20_011), 10_000),
    ] {
        let literal = swept(&plan, Answerer::Builtin(BuiltinName::Rulebook));
        assert_eq!(literal, swept(&plan, Answerer::Builtin(BuiltinName::Fast)));
        assert!(literal.iter().all(|result| result.differing == 0 && result.sha256 == result.reference));
        let seen: u64 = literal.iter().map(|result| result.moves).sum();
        assert!(seen > moves, "only {seen} moves were compared");
    }
}

#[test]
fn an_engine_has_the_same_digests_in_whatever_manner_it_speaks() {
    let plan = plan(&[DIAGONAL], 3, 211);
    let due = swept(&plan, Answerer::Builtin(BuiltinName::Fast));
    for manner in [
        Manner::default(),
        Manner { notation: Some(MoveForm::Hub), counts: Counting::Route, ..Manner::default() },
        Manner { notation: Some(MoveForm::Short), ..Manner::default() },
        Manner { squares: Some(SquareNames::Algebraic), ..Manner::default() },
    ] {
        assert_eq!(swept_engine(&plan, DIAGONAL, manner), due, "{manner:?}");
    }
}

#[test]
fn a_misread_rule_is_caught_in_the_classes_where_it_shows_and_explained() {
    let mut faulty = DIAGONAL;
    faulty.rules.set("men-capture", "forward").unwrap();
    let plan = plan(&[DIAGONAL], 2, 1);
    let results = swept_engine(&plan, faulty, Manner::default());
    let differing: Vec<(&str, bool)> =
        results.iter().map(|result| (result.class.as_str(), result.differing > 0)).collect();
    assert_eq!(differing, [("WM v BM", true), ("WM v BK", true), ("WK v BM", true), ("WK v BK", false)]);
    let right = swept(&plan, Answerer::Builtin(BuiltinName::Fast));
    for (result, right) in results.iter().zip(&right) {
        assert_eq!(result.reference, right.sha256);
        assert_eq!(result.sha256 == right.sha256, result.differing == 0);
        assert!(result.first.len() as u64 <= result.differing);
    }
    let saved = Saved { header: Header::new("faulty".into(), &plan), classes: results };
    let mut subject = InProcess::new(Server::new(vec![faulty], Manner::default()));
    let close = look_closely(&mut subject, "", &[DIAGONAL], &saved, Limits::default());
    let groups = diagnose(&close);
    let [group] = &groups[..] else { panic!("one cause, and not {groups:?}") };
    let explanation = group.explanation.as_ref().unwrap();
    assert!(explanation.misreadings.iter().any(|it| it.to_string() == "men-capture=forward"));
    assert_eq!(explanation.failing.0, explanation.failing.1);
    assert!(explanation.passing.1 >= 30, "right answers are looked at too");
}

/// The reference in its shortest notation, with something done to its answers.
struct Altered {
    inner: InProcess,
    profile: Profile,
    alter: fn(Answer, Duration) -> Result<Answer, Fault>,
}

impl Altered {
    fn start(alter: fn(Answer, Duration) -> Result<Answer, Fault>) -> Box<dyn Subject> {
        let manner = Manner { notation: Some(MoveForm::Short), ..Manner::default() };
        let inner = InProcess::new(Server::new(vec![DIAGONAL], manner));
        let profile = Profile { can: [Capability::Moves].into(), ..inner.profile().clone() };
        Box::new(Self { inner, profile, alter })
    }
}

impl Subject for Altered {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        self.inner.ask(request, limit).and_then(|answer| (self.alter)(answer, limit))
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

#[test]
fn moves_that_are_told_by_their_ends_alone_are_right_where_only_one_fits() {
    let start = || -> Result<Box<dyn Subject>, Fault> {
        Ok(Altered::start(|answer, _| {
            let first = |row: &String| row.split(' ').next().unwrap_or_default().to_owned();
            Ok(Answer { rows: answer.rows.iter().map(first).collect(), ..answer })
        }))
    };
    let plan = plan(&[DIAGONAL], 2, 1);
    let results = swept(&plan, Answerer::Engine { start: &start, limits: Limits::default() });
    assert_eq!(results, swept(&plan, Answerer::Builtin(BuiltinName::Fast)));
}

#[test]
fn a_move_that_is_listed_twice_differs() {
    let start = || -> Result<Box<dyn Subject>, Fault> {
        Ok(Altered::start(|answer, _| {
            let again = answer.rows.first().cloned();
            Ok(Answer::rows(answer.rows.into_iter().chain(again).collect()))
        }))
    };
    let plan = plan(&[DIAGONAL], 2, 97);
    let results = swept(&plan, Answerer::Engine { start: &start, limits: Limits::default() });
    for result in results {
        assert!(result.differing > 0 && result.differing <= result.positions, "{result:?}");
        assert_ne!(result.sha256, result.reference, "{result:?}");
    }
}

#[test]
fn an_engine_that_answers_nothing_ends_the_sweep() {
    let start =
        || -> Result<Box<dyn Subject>, Fault> { Ok(Altered::start(|_, limit| Err(Fault::Timeout(limit)))) };
    let plan = plan(&[DIAGONAL], 2, 1);
    let answerer = Answerer::Engine { start: &start, limits: Limits::default() };
    let ended = sweep(&plan, &plan.tasks(), answerer, &|_| {}, |_| {});
    assert!(matches!(ended, Err(Ended::Troubled { .. })), "{ended:?}");
}

/// The output that SWEEP.md shows behind a command.
fn documented(command: &str) -> String {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("SWEEP.md")).unwrap();
    let (_, after) = page.split_once(&format!("$ {command}\n")).unwrap_or_else(|| panic!("no `{command}`"));
    after.split("\n\n").next().unwrap().to_owned() + "\n"
}

#[test]
fn the_documents_digest_is_that_of_its_text_written_by_hand() {
    let by_hand = documented("huff sweep --variant diagonal --pieces 2 --stride 1500 --text 'WM v BM'");
    let digest: String = Sha256::digest(BY_HAND).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(by_hand, BY_HAND);
    let shown = documented("huff sweep --variant diagonal --pieces 2 --stride 1500");
    let line = shown.lines().find(|line| line.contains("WM v BM")).unwrap();
    assert!(line.contains(&digest), "{digest} is not in {line}");
    let results = swept(&plan(&[DIAGONAL], 2, 1500), Answerer::Builtin(BuiltinName::Fast));
    assert_eq!((results[0].positions, results[0].sha256.to_string()), (3, digest));
}

/// 45 squares are left for a man of each side, 40 of them for both: 40 × 44 + 5 × 45 = 1985 positions with each
/// side to move. Number 1500 is White's 35th square and Black's fifth; number 3000 is Black to move, 1015 of
/// these, White's 24th square and Black's fourth.
const BY_HAND: &str = "\
W:W6:B1
W:W40:B5
40 34 - B:W34:B5
40 35 - B:W35:B5
B:W29:B4
4 9 - W:W29:B9
4 10 - W:W29:B10
";

#[test]
fn the_text_of_a_class_is_what_is_hashed() {
    let arguments = ["sweep", "--variant", "diagonal", "--pieces", "2", "--engine", "huff serve"];
    let text = huff(&[&arguments[..], &["--text", "WK v BM"]].concat()).assert().success();
    let digest: String =
        Sha256::digest(&text.get_output().stdout).iter().map(|byte| format!("{byte:02x}")).collect();
    let results = swept(&plan(&[DIAGONAL], 2, 1), Answerer::Builtin(BuiltinName::Fast));
    assert_eq!(results[2].class, "WK v BM");
    assert_eq!(results[2].sha256.to_string(), digest);
}

const SWEEP: [&str; 9] =
    ["sweep", "--engine", "huff serve", "--variant", "diagonal", "--pieces", "2", "--jobs", "1"];

fn finished_classes(state: &Path) -> usize {
    let text = std::fs::read_to_string(state).unwrap_or_default();
    text.lines().filter(|line| line.contains(r#""type":"class""#)).count()
}

/// Starts a sweep and waits until some of its classes are finished.
fn begun(state: &Path) -> Child {
    let already = finished_classes(state);
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin("huff"))
        .args(SWEEP)
        .arg("--state")
        .arg(state)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while finished_classes(state) == already {
        assert!(Instant::now() < until, "no class is finished");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
#[test]
fn a_sweep_that_is_ended_goes_on_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let state = |name: &str| folder.path().join(name);
    let (whole, broken) = (state("whole.jsonl"), state("broken.jsonl"));
    huff(&[&SWEEP[..], &["--state", whole.to_str().unwrap()]].concat()).assert().success();

    let mut killed = begun(&broken);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let kept = std::fs::read_to_string(&broken).unwrap();
    assert!((1..4).contains(&finished_classes(&broken)), "it was not killed in the middle:\n{kept}");

    let interrupted = begun(&broken);
    let id = interrupted.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = interrupted.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert!((2..4).contains(&finished_classes(&broken)));

    huff(&[&SWEEP[..], &["--state", broken.to_str().unwrap()]].concat())
        .assert()
        .success()
        .stdout(contains("4 classes, 17690 positions").and(contains("0 differ")));
    let resumed = std::fs::read_to_string(&broken).unwrap();
    assert_eq!(resumed, std::fs::read_to_string(&whole).unwrap());
    assert!(kept.lines().all(|line| resumed.contains(line)), "what was finished was kept");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing half-written is left");
}

#[test]
fn a_state_of_another_sweep_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.jsonl");
    let state = state.to_str().unwrap();
    let with = |more: &[&str]| {
        huff(&[&["sweep", "--variant", "diagonal", "--state", state, "--stride", "97"], more].concat())
    };
    with(&["--pieces", "2"]).assert().success();
    with(&["--pieces", "3"]).assert().code(2).stderr(contains("its pieces: `2`, and not `3`"));
    with(&["--pieces", "2", "--builtin", "rulebook"]).assert().code(2).stderr(contains("its engine"));
    with(&["--pieces", "2", "--stride", "98"]).assert().code(2);
    with(&["--pieces", "2", "--rule", "majority=free"]).assert().code(2).stderr(contains("the rules"));
    std::fs::write(state, "{\"type\":\"header\"}\n").unwrap();
    with(&["--pieces", "2"]).assert().code(2).stderr(contains("line 1"));
}

#[test]
fn two_engines_are_compared_by_their_digests() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.jsonl");
    let other = other.to_str().unwrap();
    let base = ["sweep", "--variant", "diagonal", "--pieces", "2"];
    let faulty = ["--engine", "huff serve --rule men-capture=forward"];
    huff(&[&base[..], &faulty[..], &["--state", other]].concat())
        .assert()
        .code(1)
        .stdout(contains("FAIL  diagonal/sweep/"))
        .stdout(contains("diagnosis  men-capture=forward"))
        .stdout(contains("huff replay --variant diagonal --position "));
    huff(&[&base[..], &["--against", other]].concat())
        .assert()
        .code(1)
        .stdout(contains("parts from huff-rulebook"))
        .stdout(contains("in 1 of 4 classes"))
        .stdout(contains("0 differ"));
    huff(&[&base[..], &faulty[..], &["--against", other]].concat())
        .assert()
        .code(1)
        .stdout(contains("in 4 of 4 classes"));
    let output = huff(&[&base[..], &["--against", other, "--json"]].concat()).assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let kinds: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["type"].to_string())
        .collect();
    assert_eq!(
        (kinds[0].as_str(), kinds[5].as_str(), kinds[6].as_str()),
        ("\"header\"", "\"comparison\"", "\"footer\"")
    );
}

#[test]
fn a_sweep_with_no_class_in_common_is_compared_with_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.jsonl");
    let other = other.to_str().unwrap();
    let turkish = ["sweep", "--variant", "turkish", "--pieces", "2", "--stride", "97"];
    huff(&[&turkish[..], &["--state", other]].concat()).assert().success();
    for (variant, stride) in [("arab", "97"), ("turkish", "96")] {
        huff(&["sweep", "--variant", variant, "--pieces", "2", "--stride", stride, "--against", other])
            .assert()
            .code(2)
            .stderr(contains(format!("{other} has no class in common with this sweep")))
            .stdout("");
    }
    huff(&[&turkish[..], &["--against", other]].concat()).assert().success();
}

/// The example `troubled_engine`, which cargo builds beside the tests.
fn troubled(trouble: &str) -> String {
    let tests = std::env::current_exe().expect("a test has a path");
    let built = tests.ancestors().nth(2).expect("below the target folder");
    let engine = built.join("examples").join(format!("troubled_engine{}", std::env::consts::EXE_SUFFIX));
    format!("{} {trouble}", shell_words::quote(&engine.to_string_lossy()))
}

#[test]
fn an_engine_that_answers_when_it_is_asked_again_has_not_passed() {
    let engine = troubled("dies-on-third-question");
    huff(&["sweep", "--variant", "arab", "--pieces", "2", "--jobs", "1", "--engine", &engine])
        .assert()
        .code(1)
        .stdout(contains("STATE-DEPENDENT  arab/sweep/").and(contains("PASS").not()))
        .stdout(
            contains("the engine ended before it had answered").and(contains("asked afresh, it answers")),
        );
}

#[test]
fn wrong_use_of_a_sweep_is_said_in_a_sentence() {
    for (arguments, text) in [
        (&["--pieces", "1"][..], "between 2 and 6"),
        (&["--pieces", "2", "--variant", "ghanaian"], "no position of 2 pieces can arise here"),
        (&["--stride", "0"], "invalid value '0'"),
        (&["--text", "WM v BM"], "--text is about a class of one variant"),
        (&["--text", "WM v WM", "--variant", "arab"], "no class is called `WM v WM`"),
        (&["--against", "/no/such/file"], "/no/such/file"),
        (&["--state", "/no/such/folder/file", "--variant", "arab"], "cannot write"),
        (&["--variant", "frisian"], "no variant is called `frisian`"),
    ] {
        huff(&[&["sweep"], arguments].concat()).assert().code(2).stderr(contains(text)).stdout("");
    }
}
