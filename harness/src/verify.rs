//! A run: every chosen case put to a subject, one at a time.

use crate::cases::Cases;
use crate::check::{self, Asker, Judgement, Limits, Observation, Stop};
use crate::counting;
use crate::crew::Crew;
use crate::dcp::Declared;
use crate::expected_failures::ExpectedFailures;
use crate::fixture::{Level, Loaded, Suite};
use crate::property::{Law, Sample};
use crate::since::Since;
use crate::subject::{Fault, Subject};
use crate::trace::Trace;
use crate::verdict::{Verdict, VerdictKind};
use reference_engine::geometry::Board;
use reference_engine::rules::{Rules, Setting};
use reference_engine::rulings::{self, Firmness};
use reference_engine::variants::Variant;
use std::time::{Duration, Instant};

/// What is verified.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The variants, by the rules they are judged by.
    pub variants: Vec<Variant>,
    /// Which cases, by id; all if not said.
    pub case: Option<Cases>,
    /// How long the subject may take.
    pub limits: Limits,
}

/// What came of one case.
#[derive(Clone, Debug)]
pub struct CaseReport {
    /// The case.
    pub loaded: Loaded,
    /// The law that was tried in the case's position; without one, the case's own question was put.
    pub law: Option<Law>,
    /// The verdict.
    pub verdict: Verdict,
    /// What was noticed besides.
    pub notes: Vec<String>,
    /// What the subject answered, if it did, and not at a length that no misread rule explains.
    pub observation: Option<Observation>,
    /// The other reading of an open ruling by which the answer would be right.
    pub other_reading: Option<Setting>,
    /// How long it took.
    pub elapsed: Duration,
    /// Where the failure comes from, if it was traced.
    pub trace: Option<Trace>,
}

impl CaseReport {
    /// Orders failures by how soon they show their cause: moves before numbers, few pieces before many.
    pub fn clarity(&self) -> (bool, usize, String) {
        let case = &self.loaded.case;
        let pieces = self.loaded.variant.read(&case.position).map_or(usize::MAX, |it| it.pieces().count());
        (case.question.kind() != "moves", pieces, case.id.clone())
    }

    /// A report of which nothing is known yet.
    pub const fn unasked(loaded: Loaded) -> Self {
        Self {
            loaded,
            law: None,
            verdict: Verdict::Pass,
            notes: Vec::new(),
            observation: None,
            other_reading: None,
            elapsed: Duration::ZERO,
            trace: None,
        }
    }
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Name and version of the subject.
    pub title: String,
    /// The command by which it was started, or the name of a built-in one.
    pub command: String,
    /// What it declared for each variant that was verified.
    pub declared: Vec<Declared>,
    /// The rules that each variant was judged by.
    pub variants: Vec<Variant>,
    /// Variants that were to be verified and that the subject does not play.
    pub not_played: Vec<String>,
    /// What is expected to fail.
    pub expected: ExpectedFailures,
    /// What came of each case.
    pub reports: Vec<CaseReport>,
    /// What was answered to further questions, asked to find the cause of failures.
    pub probes: Vec<CaseReport>,
    /// The random positions that the run went on with, if it did.
    pub sample: Option<Sample>,
    /// What has changed since an earlier run, if there is one to compare with.
    pub since: Option<Since>,
    /// Why the run ended before its last case.
    pub ended_early: Option<Fault>,
    /// Why no more was asked to find the cause of failures, though more would have been. The verdicts stand.
    pub search_ended: Option<Fault>,
}

impl Run {
    /// A run over a subject of which nothing is asked yet.
    pub fn begin(subject: &dyn Subject, command: &str, variants: &[Variant]) -> Self {
        let profile = subject.profile();
        let (played, not_played): (Vec<Variant>, Vec<Variant>) =
            variants.iter().partition(|variant| profile.variant(variant.name).is_some());
        Self {
            title: profile.title(),
            command: command.to_owned(),
            declared: played.iter().filter_map(|variant| profile.variant(variant.name)).cloned().collect(),
            variants: played,
            not_played: not_played.iter().map(|variant| variant.name.to_owned()).collect(),
            ..Self::default()
        }
    }

    /// Keeps what came of a question.
    fn keep(&mut self, mut report: CaseReport, mut seen: impl FnMut(&CaseReport)) {
        report.verdict = self.expected.settle(&report).unwrap_or(report.verdict);
        seen(&report);
        self.reports.push(report);
    }

    /// Keeps what comes of many questions, put to a crew of processes of one subject at once.
    pub fn take_from<T: Sync>(
        &mut self,
        crew: &mut Crew,
        questions: &[T],
        examine: impl Fn(&mut dyn Subject, &T) -> Result<CaseReport, Fault> + Sync,
        mut seen: impl FnMut(&CaseReport),
    ) {
        crew.ask(questions, examine, |came| match came {
            Ok(report) => self.keep(report, &mut seen),
            Err(fault) => self.ended_early = Some(fault),
        });
        counting::settle(self);
    }

    /// Keeps what comes of one question after another, and tells `seen` of each; the run ends where one cannot
    /// be put.
    pub fn take<T>(
        &mut self,
        questions: impl IntoIterator<Item = T>,
        mut examine: impl FnMut(T) -> Result<CaseReport, Fault>,
        mut seen: impl FnMut(&CaseReport),
    ) {
        for question in questions {
            match examine(question) {
                Ok(report) => self.keep(report, &mut seen),
                Err(fault) => {
                    self.ended_early = Some(fault);
                    break;
                }
            }
        }
        counting::settle(self);
    }

    /// The search for causes has ended: for good, if the user has stopped everything.
    pub fn end_search(&mut self, fault: Fault) {
        match fault {
            Fault::Interrupted => self.ended_early = Some(fault),
            fault => self.search_ended = Some(fault),
        }
    }

    /// The rules that a variant is judged by; its own if the run does not say.
    pub fn rules_of(&self, variant: &Variant) -> Rules {
        let judged_by = self.variants.iter().find(|judged_by| judged_by.name == variant.name);
        judged_by.unwrap_or(variant).rules
    }

    /// What the subject declared for a variant of this name, if it was verified.
    pub fn declared_of(&self, name: &str) -> Option<&Declared> {
        self.declared.iter().find(|declared| declared.id == name)
    }

    /// Whether any verdict is bad.
    pub fn has_failures(&self) -> bool {
        self.reports.iter().any(|report| report.verdict.is_bad())
    }

    /// The variants of which every case that was put was skipped, so that nothing is known of them.
    pub fn unjudged(&self) -> Vec<&'static str> {
        let is_skipped = |report: &CaseReport| report.verdict.kind() == VerdictKind::Skip;
        let is_unjudged = |name: &&str| {
            let mut reports = self.of_variant(name).peekable();
            reports.peek().is_some() && reports.all(is_skipped)
        };
        self.variants.iter().map(|variant| variant.name).filter(is_unjudged).collect()
    }

    /// The reports of one variant.
    pub fn of_variant(&self, name: &str) -> impl Iterator<Item = &CaseReport> {
        self.reports.iter().filter(move |report| report.loaded.variant.name == name)
    }
}

impl Plan {
    /// The cases that the plan puts to a subject, variant by variant.
    pub fn cases<'a>(&self, suite: &'a Suite, subject: &dyn Subject) -> Vec<&'a Loaded> {
        let is_asked = |loaded: &&Loaded| {
            loaded.case.withdrawn.is_none()
                && self.case.as_ref().is_none_or(|cases| cases.contain(&loaded.case.id))
        };
        self.variants
            .iter()
            .filter(|variant| subject.profile().variant(variant.name).is_some())
            .flat_map(|variant| suite.cases.iter().filter(|loaded| loaded.variant.name == variant.name))
            .filter(is_asked)
            .collect()
    }
}

/// Puts the cases to the subject; `seen` is told of each as it is done.
pub fn verify(
    subject: &mut dyn Subject,
    command: &str,
    cases: &[&Loaded],
    plan: &Plan,
    seen: impl FnMut(&CaseReport),
) -> Run {
    let mut run = Run::begin(subject, command, &plan.variants);
    put(subject, &mut run, cases, plan.limits, seen);
    run
}

/// Goes on with a run over some cases; `seen` is told of each as it is done.
pub fn put(
    subject: &mut dyn Subject,
    run: &mut Run,
    cases: &[&Loaded],
    limits: Limits,
    seen: impl FnMut(&CaseReport),
) {
    let cases = cases.iter().map(|loaded| (*loaded, run.rules_of(&loaded.variant)));
    let cases: Vec<(&Loaded, Rules)> = cases.collect();
    run.take(cases, |(loaded, rules)| examine(subject, loaded, &rules, limits), seen);
}

/// Goes on with a run over some cases with several processes of the subject at once. The verdicts stand in the
/// order of the cases, and are those of one process.
pub fn put_to_crew(
    crew: &mut Crew,
    run: &mut Run,
    cases: &[&Loaded],
    limits: Limits,
    seen: impl FnMut(&CaseReport),
) {
    let cases = cases.iter().map(|loaded| (*loaded, run.rules_of(&loaded.variant)));
    let cases: Vec<(&Loaded, Rules)> = cases.collect();
    run.take_from(crew, &cases, |subject, (loaded, rules)| examine(subject, loaded, rules, limits), seen);
}

/// Puts one case to the subject and judges the answer.
///
/// # Errors
///
/// If the run cannot go on: the subject does not start any more, or the user has stopped.
pub fn examine(
    subject: &mut dyn Subject,
    loaded: &Loaded,
    rules: &Rules,
    limits: Limits,
) -> Result<CaseReport, Fault> {
    let began = Instant::now();
    let declared = declared_for(subject, &loaded.variant);
    let board = loaded.variant.board;
    let with = |verdict| CaseReport { verdict, ..CaseReport::unasked(loaded.clone()) };
    let asked = ask_twice(subject, &declared, board, limits, |asker| check::ask(loaded, rules, asker))?;
    let report = match asked {
        Asked::Nothing(verdict) => with(verdict),
        Asked::Answered(observation) => judged(loaded, rules, &declared, observation),
        // What such an engine answers says little of the rules it plays by, and is not kept.
        Asked::Afresh(first, observation) => {
            with(afresh(&first, judged(loaded, rules, &declared, observation).verdict))
        }
    };
    Ok(CaseReport { elapsed: began.elapsed(), ..report })
}

/// What there is to say of an answer.
fn judged(loaded: &Loaded, rules: &Rules, declared: &Declared, observation: Observation) -> CaseReport {
    let mut report = CaseReport::unasked(loaded.clone());
    match check::judge(loaded, rules, declared, &observation) {
        Judgement::Right(notes) => report.notes = notes,
        Judgement::CannotTell(reason) => report.verdict = Verdict::Skip(reason),
        Judgement::Wrong(failure) if loaded.case.level == Level::May => {
            let id = &loaded.case.id;
            report.notes.push(format!("{id} answered otherwise, as engines may: {}", failure.headline));
        }
        Judgement::Wrong(failure) => {
            report.verdict = Verdict::Fail(failure);
            if !observation.is_bulky() {
                report.other_reading = other_reading(loaded, rules, declared, &observation);
            }
        }
    }
    report.observation = Some(observation).filter(|it| !it.is_bulky());
    report
}

/// What a subject declares for a variant, or what is taken for it.
pub fn declared_for(subject: &dyn Subject, variant: &Variant) -> Declared {
    let declared = subject.profile().variant(variant.name).cloned();
    declared.unwrap_or_else(|| Declared::customary(variant.name))
}

/// What came of asking something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked<T> {
    /// An answer.
    Answered(T),
    /// A crash, and then, in a fresh process, an answer.
    Afresh(Fault, T),
    /// Nothing that could be judged.
    Nothing(Verdict),
}

/// Asks something; after a crash once more in a fresh process.
///
/// # Errors
///
/// If the run cannot go on: the subject does not start any more, or the user has stopped.
pub fn ask_twice<T>(
    subject: &mut dyn Subject,
    declared: &Declared,
    board: Board,
    limits: Limits,
    ask_once: impl Fn(&mut Asker<'_>) -> Result<T, Stop>,
) -> Result<Asked<T>, Fault> {
    let ask = |subject: &mut dyn Subject| ask_once(&mut Asker::new(subject, declared.clone(), board, limits));
    let first = match ask(subject) {
        Ok(answer) => return Ok(Asked::Answered(answer)),
        Err(Stop::Skip(reason)) => return Ok(Asked::Nothing(Verdict::Skip(reason))),
        Err(Stop::Fault(fault)) if fault.is_crash() => fault,
        Err(Stop::Fault(fault)) => {
            let text = fault.to_string();
            return blame(fault, text).map(Asked::Nothing);
        }
    };
    subject.restart()?;
    match ask(subject) {
        Ok(answer) => Ok(Asked::Afresh(first, answer)),
        Err(Stop::Skip(reason)) => Ok(Asked::Nothing(afresh(&first, Verdict::Skip(reason)))),
        Err(Stop::Fault(again)) => {
            let text = if again.is_crash() { again.to_string() } else { format!("{again}; first: {first}") };
            blame(again, text).map(Asked::Nothing)
        }
    }
}

/// The verdict about a fault, in these words; a fault that ends the run has none.
fn blame(fault: Fault, text: String) -> Result<Verdict, Fault> {
    match fault {
        Fault::NotStarted(_) | Fault::Interrupted => Err(fault),
        Fault::Timeout(_) => Ok(Verdict::Timeout(text)),
        Fault::Protocol(_) => Ok(Verdict::Protocol(text)),
        Fault::Crash { .. } | Fault::Memory(_) => Ok(Verdict::Crash(text)),
    }
}

/// The verdict about a fault after which the engine was asked once more in a fresh process, with what came of
/// that.
pub fn afresh(first: &Fault, again: Verdict) -> Verdict {
    let said = match again {
        Verdict::Pass => "it answers".to_owned(),
        Verdict::Fail(failure) => format!("it answers, and wrongly: {}", failure.headline),
        Verdict::Skip(reason) => format!("nothing can be judged: {reason}"),
        Verdict::StateDependent(text) => text,
        again => return again,
    };
    let text = format!("{first}; asked afresh, {said}");
    match first {
        // A slow or garbled answer need not come of what was asked before.
        Fault::Timeout(_) => Verdict::Timeout(text),
        Fault::Protocol(_) => Verdict::Protocol(text),
        _ => Verdict::StateDependent(text),
    }
}

/// The other answer to a question that the rule text leaves open, if the case turns on such a question
/// and the subject's answer is right by it.
fn other_reading(
    loaded: &Loaded,
    rules: &Rules,
    declared: &Declared,
    observation: &Observation,
) -> Option<Setting> {
    let variant = &loaded.variant;
    let is_open = |id: &str| {
        // A position met by chance was made for no ruling, and may turn on any.
        (loaded.is_loose() || loaded.case.rulings.iter().any(|ruling| ruling == id))
            && rulings::find(variant.name, id).is_some_and(|ruling| ruling.firmness == Firmness::Open)
    };
    rules
        .one_field_changes()
        .into_iter()
        .filter(|(change, _)| !change.is_fault && variant.rulings.get(change.field).is_some_and(is_open))
        .find(|(_, changed)| {
            matches!(check::judge(loaded, changed, declared, observation), Judgement::Right(_))
        })
        .map(|(change, _)| change)
}
