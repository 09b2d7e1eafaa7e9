//! Failures of a run are traced: counts to the wrong position, positions to small ones, and those to
//! fixtures that can be asked again.

use assert_cmd::Command;
use harness::check::Limits;
use harness::dcp::{Answer, Capability, Profile, Request};
use harness::diagnose::diagnose;
use harness::fixture::Suite;
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use harness::trace::{Shrunk, trace};
use harness::verdict::{Failure, Mark, Verdict};
use harness::verify::{Plan, Run, verify};
use predicates::prelude::*;
use predicates::str::contains;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::MoveForm;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::{self, Variant};
use std::time::Duration;

/// A traced run over the cases of a variant that match, of the reference with some rules changed.
fn traced(name: &str, changes: &str, cases: &str, can: &[Capability]) -> (Run, Rules) {
    let right = variants::find(name).unwrap();
    let mut rules = right.rules;
    for change in changes.split(' ') {
        let (field, value) = change.split_once('=').unwrap();
        rules.set(field, value).unwrap();
    }
    let server = Server::new(vec![right.with_rules(rules)], Manner::default());
    let server = if can.is_empty() { server } else { server.only(can.iter().copied()) };
    let mut subject = InProcess::new(server);
    let case = harness::cases::Cases::new(cases).unwrap();
    let plan = Plan { variants: vec![right], case: Some(case), limits: Limits::default() };
    let suite = Suite::embedded().unwrap();
    let cases = plan.cases(&suite, &subject);
    let mut run = verify(&mut subject, "", &cases, &plan, |_| {});
    let groups = diagnose(&run);
    trace(&mut run, &groups, &mut subject, plan.limits, |_| {});
    (run, rules)
}

fn shrunk(run: &Run) -> Vec<&Shrunk> {
    let traces = run.reports.iter().filter_map(|report| report.trace.as_ref());
    traces.filter_map(|trace| trace.shrunk.as_ref()).collect()
}

fn moves(variant: &Variant, rules: Rules, shrunk: &Shrunk) -> Vec<Move> {
    let mut moves = Rulebook::new(variant.with_rules(rules).rules).moves(&shrunk.position, Counting::Unique);
    moves.sort();
    moves
}

#[test]
fn failures_shrink_to_the_fewest_pieces_that_show_them() {
    // In Arab draughts one piece each is a draw, in Ghanaian one piece has lost: there 3 and 4 are the fewest
    // with which a game goes on.
    for (name, rule, pieces) in [
        ("arab", "removal=after-sequence", 5),
        ("arab", "majority=free", 3),
        ("arab", "men-step=forward", 3),
        ("arab", "about-turn=allowed", 3),
        ("arab", "king-move=one-step", 3),
        ("diagonal", "removal=after-each-jump", 3),
        ("diagonal", "crowning=in-passing", 3),
        ("diagonal", "men-capture=forward", 2),
        ("ghanaian", "lone-piece=plays-on", 3),
        ("ghanaian", "capture-duty=optional", 4),
    ] {
        let (run, rules) = traced(name, rule, &format!("{name}/*/*"), &[]);
        let shrunk = shrunk(&run);
        let [shrunk] = shrunk[..] else { panic!("{name} {rule}: {} traces", shrunk.len()) };
        let right = variants::find(name).unwrap();
        let text = fen::write(&shrunk.position);
        assert_ne!(moves(&right, right.rules, shrunk), moves(&right, rules, shrunk), "{name} {rule} {text}");
        assert_eq!(shrunk.ended, None, "{name} {rule} {text}");
        assert!(shrunk.explained_by.iter().any(|it| it.to_string() == rule), "{name} {rule} {text}");
        assert_eq!(shrunk.position.pieces().count(), pieces, "{name} {rule} {text}");
    }
}

#[test]
fn a_small_position_is_wrong_in_the_same_way() {
    let kinds = |failure: &Failure| {
        [Mark::Changed, Mark::Missing, Mark::Extra]
            .map(|mark| failure.rows.iter().any(|row| row.mark == mark))
    };
    // A king that goes less far and a man that goes further; neither alone is wrong in both ways.
    let changes = "king-move=one-step men-step=every-way";
    let (run, _) = traced("arab", changes, "arab/king-captures/never-two-at-once", &[]);
    let mut both = 0;
    for report in &run.reports {
        let (Verdict::Fail(failure), Some(trace)) = (&report.verdict, &report.trace) else { continue };
        let shrunk = trace.shrunk.as_ref().unwrap();
        assert_eq!(kinds(failure), kinds(&shrunk.failure), "{}", fen::write(&shrunk.position));
        both += usize::from(kinds(failure) == [false, true, true]);
    }
    assert!(both > 0, "no case shows both misreadings");
}

#[test]
fn a_small_position_is_explained_by_the_same_rule() {
    // With few enough pieces nothing is captured any more, and the men's steps would be wrong alone.
    let changes = "majority=free men-step=every-way";
    let (run, _) = traced("arab", changes, "arab/majority/*", &[]);
    let shrunk = shrunk(&run);
    assert!(!shrunk.is_empty());
    for shrunk in shrunk {
        let explained: Vec<String> = shrunk.explained_by.iter().map(ToString::to_string).collect();
        assert!(explained.contains(&"majority=free".to_owned()), "{}", fen::write(&shrunk.position));
    }
}

#[test]
fn a_failure_that_no_rule_explains_does_not_become_another_that_one_does() {
    // Where a man may capture, all three rules show; without a capture one of them alone, and no two of them
    // explain everything.
    let changes = "capture-duty=optional men-step=every-way king-move=one-step";
    let (run, rules) = traced("arab", changes, "arab/about-turn/straight-on", &[]);
    let right = variants::ARAB;
    let unexplained: Vec<&Shrunk> =
        shrunk(&run).into_iter().filter(|shrunk| shrunk.explained_by.is_empty()).collect();
    assert!(!unexplained.is_empty());
    for shrunk in unexplained {
        for (change, changed) in right.rules.one_field_changes() {
            let text = fen::write(&shrunk.position);
            assert_ne!(moves(&right, rules, shrunk), moves(&right, changed, shrunk), "{change} {text}");
        }
    }
}

#[test]
fn a_count_is_led_to_a_small_wrong_position_by_divide_alone() {
    let cases = "arab/counts-*/*";
    let (run, rules) = traced("arab", "men-capture=forward", cases, &[Capability::Divide]);
    let found: Vec<_> = run.reports.iter().filter_map(|report| report.trace.as_ref()).collect();
    let [trace] = found[..] else { panic!("{} traces", found.len()) };
    assert!(trace.descent.is_some());
    let shrunk = trace.shrunk.as_ref().unwrap();
    assert!(shrunk.position.pieces().count() <= 3, "{}", fen::write(&shrunk.position));
    assert_ne!(moves(&variants::ARAB, variants::ARAB.rules, shrunk), moves(&variants::ARAB, rules, shrunk));
}

#[test]
fn nothing_is_traced_where_nothing_fails() {
    let (run, _) = traced("arab", "removal=after-each-jump", "arab/*/*", &[]);
    assert!(run.reports.iter().all(|report| report.trace.is_none()));
}

/// The reference, naming start and end of a move and nothing else.
struct Terse(InProcess);

impl Subject for Terse {
    fn profile(&self) -> &Profile {
        self.0.profile()
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        let mut answer = self.0.ask(request, limit)?;
        for row in &mut answer.rows {
            row.truncate(row.find(' ').unwrap_or(row.len()));
        }
        Ok(answer)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.0.restart()
    }
}

#[test]
fn an_answer_that_does_not_say_enough_is_not_taken_for_a_right_one() {
    let case = "ghanaian/free-choice/three-ways";
    let (mut run, _) = traced("ghanaian", "capture-duty=optional", case, &[]);
    assert!(run.has_failures());
    run.reports[0].trace = None;
    // Here several captures share a start and an end.
    let manner = Manner { notation: Some(MoveForm::Short), ..Manner::default() };
    let server = Server::new(vec![variants::GHANAIAN], manner).only([Capability::Moves]);
    let groups = diagnose(&run);
    trace(&mut run, &groups, &mut Terse(InProcess::new(server)), Limits::default(), |_| {});
    assert_eq!(run.reports[0].trace, None);
}

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(arguments).timeout(Duration::from_secs(120));
    command
}

#[test]
fn a_found_position_is_a_fixture_that_lints_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let engine = "huff serve --rule men-capture=forward --only divide --only moves";
    let verify = ["verify", "--variant", "arab", "--case", "arab/counts-*/*", "--engine", engine];
    huff(&[&verify[..], &["--report", out]].concat())
        .assert()
        .code(1)
        .stdout(contains(" descent    "))
        .stdout(contains(" shrunk     "))
        .stdout(contains("found    arab/found/"));
    let found = folder.path().join("found");
    let text = std::fs::read_to_string(found.join("arab-1.json")).unwrap();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let case = &file["cases"][0];
    assert!(case["note"].as_str().unwrap().starts_with("Found in huff-rulebook"), "{case}");
    assert_eq!(case["rulings"][0], "men-capture-forward-or-sideways");
    let (found, id) = (found.to_str().unwrap(), case["id"].as_str().unwrap());
    huff(&["fixtures", "lint", "--fixtures", found]).assert().success().stdout(contains("nothing wrong"));
    huff(&["replay", id, "--fixtures", found, "--engine", engine]).assert().code(1).stdout(contains("FAIL"));
    huff(&["replay", id, "--fixtures", found]).assert().success();
    let lines = std::fs::read_to_string(folder.path().join("report.jsonl")).unwrap();
    assert!(
        lines.contains(r#""finding":"moves""#) && lines.contains(r#""explained_by":["men-capture=forward"]"#)
    );
    assert!(lines.contains(r#"{"type":"trace","case":"arab/counts-"#), "{lines}");
    // A run that finds nothing leaves nothing of an earlier one.
    huff(&["verify", "--variant", "arab", "--report", out]).assert().success();
    assert_eq!(std::fs::read_dir(found).unwrap().count(), 0);
}

#[test]
fn tracing_can_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    huff(&["verify", "--variant", "arab", "--case", "arab/majority/*", "--report", out, "--no-shrink"])
        .args(["--engine", "huff serve --rule majority=free"])
        .assert()
        .code(1)
        .stdout(contains(" shrunk ").not().and(contains("found ").not()));
    assert!(!folder.path().join("found").exists());
}
