//! Every change of one rule, in each of the three variants: an engine that plays so must be found out, by
//! a case made for the ruling that it breaks, and told which rule it misreads. A change that cannot be
//! observed is listed with the reason.

use harness::builtin::BuiltinName;
use harness::check::{Limits, Observation};
use harness::coverage::reason;
use harness::dcp;
use harness::diagnose::diagnose;
use harness::fixture::{Question, Suite};
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use harness::verify::{CaseReport, Plan, Run, verify};
use reference_engine::rules::Setting;
use reference_engine::variants::{self, Variant};
use std::collections::BTreeSet;
use std::time::Duration;

fn run(suite: &Suite, faulty: Variant) -> Run {
    run_by(suite, faulty, BuiltinName::Rulebook)
}

fn run_by(suite: &Suite, faulty: Variant, generator: BuiltinName) -> Run {
    let right = variants::find(faulty.name).unwrap();
    let mut subject = InProcess::new(Server::new(vec![faulty], Manner { generator, ..Manner::default() }));
    let plan = Plan { variants: vec![right], case: None, limits: Limits::default() };
    let cases = plan.cases(suite, &subject);
    verify(&mut subject, "", &cases, &plan, |_| {})
}

/// Rulings that the failing cases turn on first.
fn decisive_rulings(run: &Run) -> BTreeSet<&str> {
    let failing = run.reports.iter().filter(|report| report.verdict.is_bad());
    failing.filter_map(|report| report.loaded.case.rulings.first()).map(String::as_str).collect()
}

#[track_caller]
fn is_found_out(suite: &Suite, variant: &Variant, change: &Setting, faulty: Variant) {
    let run = run(suite, faulty);
    let name = format!("{} {change}", variant.name);
    let listed = reason(variant.name, change).is_some();
    assert_eq!(run.has_failures(), !listed, "{name}: found out, or listed as unobservable, but not both");
    if listed {
        return;
    }
    let ruling = variant.rulings.get(change.field).unwrap();
    assert!(decisive_rulings(&run).contains(ruling), "{name}: no failing case was made for {ruling}");
    let groups = diagnose(&run);
    let named = groups.iter().filter_map(|group| group.explanation.as_ref()).any(|explanation| {
        explanation.misreadings.iter().any(|misreading| misreading.changes == [*change])
            && explanation.failing.0 == explanation.failing.1
    });
    assert!(named, "{name}: the diagnosis names another rule: {groups:?}");
}

fn all_are_found_out(variant: Variant) {
    let suite = Suite::embedded().unwrap();
    for (change, rules) in variant.rules.one_field_changes() {
        is_found_out(&suite, &variant, &change, variant.with_rules(rules));
    }
}

#[test]
fn every_misreading_of_ghanaian_is_found_out() {
    all_are_found_out(variants::GHANAIAN);
}

#[test]
fn every_misreading_of_arab_is_found_out() {
    all_are_found_out(variants::ARAB);
}

#[test]
fn every_misreading_of_diagonal_is_found_out() {
    all_are_found_out(variants::DIAGONAL);
}

/// The same for engines in processes of their own, as a user has it: every third misreading, or every one of
/// so many as `RULE_CHANGE_STRIDE` says.
fn all_fail_on_the_command_line(variant: Variant) {
    let huff = assert_cmd::cargo::cargo_bin("huff");
    let engine = shell_words::quote(&huff.to_string_lossy()).into_owned();
    let stride = std::env::var("RULE_CHANGE_STRIDE").ok();
    let stride = stride.map_or(3, |text| text.parse().expect("RULE_CHANGE_STRIDE is a number"));
    for (change, _) in variant.rules.one_field_changes().into_iter().step_by(stride) {
        let is_listed = reason(variant.name, &change).is_some();
        let command = format!("{engine} serve --variant {} --rule {change}", variant.name);
        assert_cmd::Command::new(&huff)
            .args(["verify", "--no-shrink", "--variant", variant.name, "--engine", &command])
            .assert()
            .code(i32::from(!is_listed))
            .stdout(predicates::str::contains(format!(" {change}: ")).count(usize::from(!is_listed)));
    }
}

#[test]
fn a_misreading_of_ghanaian_fails_on_the_command_line() {
    all_fail_on_the_command_line(variants::GHANAIAN);
}

#[test]
fn a_misreading_of_arab_fails_on_the_command_line() {
    all_fail_on_the_command_line(variants::ARAB);
}

#[test]
fn a_misreading_of_diagonal_fails_on_the_command_line() {
    all_fail_on_the_command_line(variants::DIAGONAL);
}

/// How many cases of counting were asked to their last depth, and how many before it ended.
fn counts_asked(suite: &Suite, subject: Variant, judged_by: Variant) -> (usize, usize) {
    let mut subject = InProcess::new(Server::new(vec![subject], Manner::default()));
    let plan = Plan { variants: vec![judged_by], case: None, limits: Limits::default() };
    let cases = plan.cases(suite, &subject);
    let run = verify(&mut subject, "", &cases, &plan, |_| {});
    let asked = |report: &CaseReport| match (&report.loaded.case.question, &report.observation) {
        (Question::Perft { depths }, Some(Observation::Counts(Ok(counts), _))) => {
            Some(counts.len() == *depths as usize)
        }
        _ => None,
    };
    let (whole, cut): (Vec<bool>, Vec<bool>) =
        run.reports.iter().filter_map(asked).partition(|is_whole| *is_whole);
    (whole.len(), cut.len())
}

#[test]
fn a_count_is_asked_until_it_is_wrong_by_the_rules_that_judge_it() {
    let suite = Suite::embedded().unwrap();
    let mut changed = variants::DIAGONAL;
    changed.rules.set("majority", "free").unwrap();
    let (_, cut) = counts_asked(&suite, changed, variants::DIAGONAL);
    assert!(cut > 0, "the change shows in no count");
    let (whole, cut) = counts_asked(&suite, changed, changed);
    assert!(whole > 0 && cut == 0, "{cut} counts were ended before their last depth");
}

#[test]
fn the_right_rules_pass_every_case() {
    let suite = Suite::embedded().unwrap();
    for variant in variants::ALL {
        for generator in [BuiltinName::Rulebook, BuiltinName::Fast] {
            let run = run_by(&suite, *variant, generator);
            assert!(!run.has_failures(), "{} {generator}", variant.name);
            assert!(diagnose(&run).is_empty());
        }
    }
}

/// An engine that makes every move rightly and calls a capture that ends where it began by no square of the
/// board, by which it cannot be asked for it either.
struct Misnaming(InProcess);

impl Misnaming {
    const NO_SQUARE: &str = "a9xa9";

    fn is_circle(text: &str) -> bool {
        let squares: Vec<&str> = text.split('x').collect();
        squares.len() > 2 && squares.first() == squares.last()
    }

    fn rename(row: &str) -> String {
        match row.split_once(' ') {
            Some((text, next)) if Self::is_circle(text) => format!("{} {next}", Self::NO_SQUARE),
            _ => row.to_owned(),
        }
    }
}

impl Subject for Misnaming {
    fn profile(&self) -> &dcp::Profile {
        self.0.profile()
    }

    fn ask(&mut self, request: &dcp::Request, limit: Duration) -> Result<dcp::Answer, Fault> {
        if let dcp::Request::About { question: dcp::Question::Apply(text), .. } = request
            && Self::is_circle(text)
        {
            return Ok(dcp::Answer::refusal("illegal", text));
        }
        let answer = self.0.ask(request, limit)?;
        Ok(dcp::Answer { rows: answer.rows.iter().map(|row| Self::rename(row)).collect(), ..answer })
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.0.restart()
    }
}

#[test]
fn an_engine_that_misnames_a_capture_is_not_said_to_miss_it() {
    let suite = Suite::embedded().unwrap();
    let arab = variants::ARAB;
    let mut subject = Misnaming(InProcess::new(Server::new(vec![arab], Manner::default())));
    let plan = Plan { variants: vec![arab], case: None, limits: Limits::default() };
    let cases = plan.cases(&suite, &subject);
    let run = verify(&mut subject, "", &cases, &plan, |_| {});
    assert!(run.has_failures());
    let groups = diagnose(&run);
    assert!(groups.iter().all(|group| group.explanation.is_none()), "{groups:?}");
}
