//! The diagnosis on trial: engines with two misread rules are seen through. (`rule_changes.rs` tries every
//! single one; `just diagnosis` tries all pairs and writes reports/diagnosis.md.)

use harness::check::{self, Judgement, Limits, Observation};
use harness::dcp::{Answer, Profile, Request};
use harness::diagnose::{Group, Misreading, diagnose, is_explained_alone};
use harness::fixture::{Level, Loaded, Question, Suite};
use harness::probe::probe;
use harness::report::{Html, Report, Terminal};
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use harness::trial::{Course, Outcome, Trial};
use harness::verdict::Verdict;
use harness::verify::{CaseReport, Plan, Run, verify};
use reference_engine::variants::{self, Variant};
use std::time::Duration;

/// Every pair of so many is tried.
const STRIDE: usize = 89;
/// Fewer further questions than these must do.
const FURTHER: usize = 40;

fn trials(variant: Variant, first: usize) -> Vec<Trial> {
    let suite = Suite::embedded().unwrap();
    let course = Course::new(variant, &suite);
    let pairs = Misreading::pairs(&variant.rules).into_iter().skip(first).step_by(STRIDE);
    pairs.map(|pair| course.run(pair)).collect()
}

#[track_caller]
fn pairs_are_named(variant: Variant) {
    let trials = trials(variant, 17);
    assert!(trials.len() > 4);
    for trial in &trials {
        let Trial { misreading, further, named, outcome, .. } = trial;
        let names: Vec<String> = named.iter().map(ToString::to_string).collect();
        let is_seen_through = matches!(outcome, Outcome::Named | Outcome::Unobservable);
        assert!(is_seen_through, "{} {misreading}: {outcome:?}, named {names:?}", variant.name);
        assert!(*further < FURTHER, "{} {misreading}: {further} further questions", variant.name);
    }
    assert!(trials.iter().any(|trial| trial.named.iter().any(|named| named.changes.len() == 2)));
}

#[test]
fn two_misread_rules_of_ghanaian_are_named() {
    pairs_are_named(variants::GHANAIAN);
}

#[test]
fn two_misread_rules_of_arab_are_named() {
    pairs_are_named(variants::ARAB);
}

#[test]
fn two_misread_rules_of_diagonal_are_named() {
    pairs_are_named(variants::DIAGONAL);
}

/// The answers of an engine with a misreading to the cases that do not count leaves.
fn answers(variant: Variant, misreading: &Misreading, suite: &Suite) -> Run {
    let faulty = variant.with_rules(misreading.rules);
    let mut subject = InProcess::new(Server::new(vec![faulty], Manner::default()));
    let is_count =
        |loaded: &Loaded| matches!(loaded.case.question, Question::Perft { .. } | Question::Divide { .. });
    let of_variant = suite.cases.iter().filter(|loaded| loaded.variant.name == variant.name);
    let cases: Vec<&Loaded> = of_variant.filter(|loaded| !is_count(loaded)).collect();
    let plan = Plan { variants: vec![variant], case: None, limits: Limits::default() };
    verify(&mut subject, "", &cases, &plan, |_| {})
}

/// A run of which every ninth failure is known, so that there is much that would explain those.
fn with_few_failures(mut run: Run) -> Run {
    let mut failures = 0;
    run.reports.retain(|report| {
        failures += usize::from(report.verdict.is_bad());
        !report.verdict.is_bad() || failures % 9 == 0
    });
    run
}

/// Whether an answer is what an engine with this misreading would give.
fn is_explained(report: &CaseReport, misreading: &Misreading, run: &Run) -> bool {
    let Some(seen) = &report.observation else { return true };
    !matches!(check::judge(&report.loaded, &misreading.rules, &run.declared[0], seen), Judgement::Wrong(_))
}

/// The right answers are as good as the wrong ones: further questions make up for a diagnosis that forgets
/// them, so that it is put to the test here without any.
#[test]
fn what_is_named_contradicts_no_right_answer() {
    let suite = Suite::embedded().unwrap();
    let mut named = [0; 2];
    for variant in [variants::GHANAIAN, variants::ARAB, variants::DIAGONAL] {
        let singles = Misreading::singles(&variant.rules).into_iter().step_by(3);
        let pairs = Misreading::pairs(&variant.rules).into_iter().step_by(13);
        for truth in singles.chain(pairs) {
            let run = with_few_failures(answers(variant, &truth, &suite));
            let right = run
                .reports
                .iter()
                .filter(|report| report.verdict == Verdict::Pass && report.loaded.case.level != Level::May);
            let right: Vec<&CaseReport> = right.collect();
            let explanations = diagnose(&run).into_iter().filter_map(|group| group.explanation);
            for misreading in explanations.flat_map(|explanation| explanation.misreadings) {
                named[misreading.changes.len() - 1] += 1;
                for report in &right {
                    let case = &report.loaded.case.id;
                    assert!(
                        is_explained(report, &misreading, &run),
                        "{truth} is called {misreading}: {case}"
                    );
                }
            }
        }
    }
    assert!(named[0] > 20 && named[1] > 20, "{named:?} rules and pairs named");
}

/// An engine that misreads rules in some positions and not in others.
struct NowAndThen {
    right: InProcess,
    wrong: InProcess,
    is_wrong: fn(&str) -> bool,
}

impl NowAndThen {
    fn new(wrong: Variant, is_wrong: fn(&str) -> bool) -> Self {
        let engine = |variant| InProcess::new(Server::new(vec![variant], Manner::default()));
        Self { right: engine(variants::ARAB), wrong: engine(wrong), is_wrong }
    }
}

impl Subject for NowAndThen {
    fn profile(&self) -> &Profile {
        self.right.profile()
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        match request {
            Request::About { fen, .. } if (self.is_wrong)(fen) => self.wrong.ask(request, limit),
            _ => self.right.ask(request, limit),
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

fn few_pieces(fen: &str) -> bool {
    variants::ARAB.read(fen).is_ok_and(|position| position.pieces().count() < 6)
}

fn black_to_move(fen: &str) -> bool {
    fen.starts_with("B:")
}

/// Whatever explains a part of what fails must be seen where it should show before it is named.
#[test]
fn what_explains_a_part_by_chance_is_not_named() {
    let suite = Suite::embedded().unwrap();
    for (field, value) in [("men-capture", "forward"), ("completion", "stops-one-early")] {
        let mut misread = variants::ARAB;
        misread.rules.set(field, value).unwrap();
        let mut subject = NowAndThen::new(misread, few_pieces);
        let plan = Plan { variants: vec![variants::ARAB], case: None, limits: Limits::default() };
        let cases = plan.cases(&suite, &subject);
        let mut run = verify(&mut subject, "", &cases, &plan, |_| {});
        let named = |groups: &[Group]| groups.iter().any(|group| group.explanation.is_some());
        assert!(named(&diagnose(&run)), "{field}={value}: nothing explains a part");
        let groups = probe(&mut run, &mut subject, &suite, plan.limits, |_| {});
        assert!(!named(&groups), "{field}={value}: {groups:?}");
        assert!(run.probes.len() < FURTHER, "{} further questions", run.probes.len());
    }
}

/// The reports on the moves of Arab draughts, at a terminal and as a page.
fn reports(black: Variant) -> [String; 2] {
    let mut subject = NowAndThen::new(black, black_to_move);
    let plan = Plan { variants: vec![variants::ARAB], case: None, limits: Limits::default() };
    let suite = Suite::embedded().unwrap();
    let mut cases = plan.cases(&suite, &subject);
    cases.retain(|loaded| matches!(loaded.case.question, Question::Moves));
    let run = verify(&mut subject, "", &cases, &plan, |_| {});
    let groups = diagnose(&run);
    assert!(groups.iter().any(|group| group.explanation.is_none()));
    let reports: [&dyn Report; 2] = [&Terminal { all: true, ..Terminal::default() }, &Html];
    reports.map(|report| {
        let mut text = Vec::new();
        report.write(&run, &groups, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    })
}

#[test]
fn a_rule_that_explains_an_answer_and_contradicts_others_is_not_denied() {
    let mut black = variants::ARAB;
    black.rules.set("king-move", "one-step").unwrap();
    for text in reports(black) {
        assert!(text.contains("agrees with the other answers too"), "{text}");
        assert!(!text.contains("no single misread rule that we know explains this answer<"), "{text}");
        assert!(!text.contains("no single misread rule that we know explains this answer\n"), "{text}");
    }
    // Three at once are no single one.
    for (rule, answer) in [("capture-duty", "optional"), ("men-step", "every-way")] {
        black.rules.set(rule, answer).unwrap();
    }
    let [text, page] = reports(black);
    assert!(text.contains("no single misread rule that we know explains this answer\n"), "{text}");
    assert!(page.contains("no single misread rule that we know explains this answer<"), "{page}");
}

#[test]
fn where_only_counts_are_wrong_they_are_explained_together_and_not_alone() {
    let suite = Suite::embedded().unwrap();
    let mut misread = variants::ARAB;
    misread.rules.set("majority", "free").unwrap();
    let mut subject = InProcess::new(Server::new(vec![misread], Manner::default()));
    let is_perft = |loaded: &&Loaded| {
        loaded.variant.name == "arab" && matches!(loaded.case.question, Question::Perft { .. })
    };
    let cases: Vec<&Loaded> = suite.cases.iter().filter(is_perft).collect();
    let plan = Plan { variants: vec![variants::ARAB], case: None, limits: Limits::default() };
    let run = verify(&mut subject, "", &cases, &plan, |_| {});
    let failing = run.reports.iter().filter(|report| report.verdict.is_failure()).count();
    let [Group { explanation: Some(explanation), members, .. }] = &diagnose(&run)[..] else {
        panic!("{run:?}")
    };
    assert!(explanation.misreadings.iter().any(|named| named.rules == misread.rules), "{explanation:?}");
    assert_eq!((members.len(), explanation.failing), (failing, (failing, failing)));
    let alone = run.reports.iter().filter(|report| report.verdict.is_failure());
    assert!(alone.map(|report| is_explained_alone(&run, report)).all(|it| it.is_none()));
}

#[test]
fn a_rule_that_explains_too_little_of_what_it_foretells_is_not_named() {
    let suite = Suite::embedded().unwrap();
    let singles = Misreading::singles(&variants::ARAB.rules);
    let misreading = singles.iter().find(|it| it.to_string() == "men-capture=forward").unwrap();
    let is_foretold = |report: &CaseReport| misreading.is_foretold_by(&report.loaded.case.kills);
    let mut run = answers(variants::ARAB, misreading, &suite);
    run.reports.retain(|report| !report.verdict.is_failure() || is_foretold(report));
    let failing = run.reports.iter().filter(|report| report.verdict.is_failure()).count();
    assert!(failing > 4);
    for explained in 1..=failing {
        // Whatever these answered, it was not what the rule says.
        let mut run = run.clone();
        for report in run.reports.iter_mut().filter(|report| report.verdict.is_failure()).skip(explained) {
            report.observation = Some(Observation::Moves(Ok(Vec::new())));
        }
        let explanations = diagnose(&run).into_iter().filter_map(|group| group.explanation);
        let is_named = explanations.flat_map(|it| it.misreadings).any(|named| named == *misreading);
        assert_eq!(is_named, 2 * explained >= failing, "{explained} of {failing}");
    }
}

/// What is made of an engine with a misreading by some of the cases and further questions.
fn explained(misreading: &Misreading, suite: &Suite) -> (Run, Vec<Group>) {
    let mut subject = NowAndThen::new(variants::ARAB.with_rules(misreading.rules), |_| true);
    let plan = Plan { variants: vec![variants::ARAB], case: None, limits: Limits::default() };
    let cases: Vec<&Loaded> = plan.cases(suite, &subject).into_iter().step_by(20).collect();
    let mut run = verify(&mut subject, "", &cases, &plan, |_| {});
    let groups = probe(&mut run, &mut subject, suite, plan.limits, |_| {});
    (run, groups)
}

#[test]
fn all_answers_are_accounted_for_in_what_is_said_of_an_explanation() {
    let suite = Suite::embedded().unwrap();
    let is_right = |report: &&CaseReport| report.verdict == Verdict::Pass;
    let says_something =
        |report: &&CaseReport| report.observation.is_some() && report.loaded.case.level != Level::May;
    let mut further_right = 0;
    for misreading in Misreading::singles(&variants::ARAB.rules) {
        let (run, groups) = explained(&misreading, &suite);
        let [Group { explanation: Some(explanation), members, .. }] = &groups[..] else { continue };
        let right = run.reports.iter().filter(is_right).filter(says_something).count();
        let wrong = run.reports.iter().filter(|report| report.verdict.is_failure()).count();
        let further = run.probes.len();
        assert_eq!(explanation.passing, (right, right), "{misreading}");
        assert_eq!(explanation.failing, (wrong, wrong), "{misreading}");
        assert_eq!(explanation.further, (further, further), "{misreading}");
        assert_eq!(members.len(), wrong, "{misreading}");
        further_right += run.probes.iter().filter(is_right).count();
    }
    assert!(further_right > 0, "no further question was answered rightly");
}
