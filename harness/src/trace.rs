//! Tracing: a failure led to the first wrong position, and that made as small as it goes.

use crate::check::{self, Judgement, Limits, Observation};
use crate::descend::{Descent, Finding, descend};
use crate::diagnose::{Group, Misreading};
use crate::examiner::{Examiner, Halt};
use crate::fixture::Question;
use crate::shrink::{Ended, Manner, Smallest, shrink};
use crate::subject::{Fault, Subject};
use crate::verdict::{Failure, Verdict};
use crate::verify::{CaseReport, Run};
use reference_engine::position::Position;
use reference_engine::variants::Variant;

/// The most questions that a descent asks.
const DESCENT: u32 = 400;
/// The most positions that are tried to find a smaller one.
const SMALLER: u32 = 200;
/// The most questions about those positions; an engine that says no positions after its moves is asked for
/// each.
const SHRINKING: u32 = 4000;
/// How many positions may go without an answer before no more are tried.
const FAULTS: u32 = 3;

/// Where a failure comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The way from a wrong number to a wrong position.
    pub descent: Option<Descent>,
    /// That position, or the case's own, as small as it goes.
    pub shrunk: Option<Shrunk>,
    /// Asked again the subject answers rightly, so that there is nothing to follow.
    pub is_gone: bool,
}

/// A small position at which the moves are wrong in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The position.
    pub position: Position,
    /// What is wrong there.
    pub failure: Failure,
    /// The position it was made from.
    pub before: Position,
    /// What explains the failure and this answer too.
    pub explained_by: Vec<Misreading>,
    /// How many questions it took.
    pub questions: u32,
    /// Why the search ended though something might still be taken.
    pub ended: Option<String>,
}

impl Shrunk {
    /// Whether anything could be taken away.
    pub fn is_smaller(&self) -> bool {
        self.position != self.before
    }
}

/// Traces the clearest failure of each group, and writes what is found into its report; `seen` is told of
/// each before it begins. Where the user stops, the run has ended early.
pub fn trace(
    run: &mut Run,
    groups: &[Group],
    subject: &mut dyn Subject,
    limits: Limits,
    mut seen: impl FnMut(&CaseReport),
) {
    for group in groups {
        let Some(index) = clearest(run, group) else { continue };
        let Some(variant) = run.variants.iter().find(|variant| variant.name == group.variant).copied() else {
            continue;
        };
        seen(&run.reports[index]);
        // In a fresh process, so that an answer that depends on earlier questions is not followed.
        if let Err(fault) = subject.restart() {
            run.end_search(fault);
            return;
        }
        let explanations = group.explanation.iter().flat_map(|explanation| &explanation.misreadings);
        let explanations: Vec<Misreading> = explanations.cloned().collect();
        let mut tracer = Tracer { subject, variant, explanations, limits, halt: None };
        let found = tracer.trace(&run.reports[index]);
        let halt = tracer.halt;
        run.reports[index].trace = found;
        if let Some(Halt::Fault(fault @ (Fault::Interrupted | Fault::NotStarted(_)))) = halt {
            run.end_search(fault);
            return;
        }
    }
}

/// The failure of a group that shows the cause soonest. A broken law is none: what is asked here is not what
/// broke it, so the answers may well be right.
fn clearest(run: &Run, group: &Group) -> Option<usize> {
    let failures = group.members.iter().copied();
    failures
        .filter(|index| run.reports[*index].law.is_none())
        .filter(|index| matches!(run.reports[*index].verdict, Verdict::Fail(_)))
        .min_by_key(|index| run.reports[*index].clarity())
}

struct Tracer<'a> {
    subject: &'a mut dyn Subject,
    variant: Variant,
    /// What explains the failure.
    explanations: Vec<Misreading>,
    limits: Limits,
    halt: Option<Halt>,
}

impl Tracer<'_> {
    fn trace(&mut self, report: &CaseReport) -> Option<Trace> {
        let case = &report.loaded.case;
        let start = self.variant.read(&case.position).ok()?;
        match &case.question {
            Question::Refuse => None,
            Question::Outcome { moves } if !moves.is_empty() => None,
            Question::Perft { depths } => Some(self.down(&start, counted(report).unwrap_or(*depths))),
            Question::Divide { depth } => Some(self.down(&start, *depth)),
            question => {
                let is_list = matches!(question, Question::Moves);
                match self.smaller(&start) {
                    Ok(Some(shrunk)) => Some(Trace { shrunk: Some(shrunk), ..Trace::default() }),
                    // A wrong result, say, with right moves has nothing to follow.
                    Ok(None) => is_list.then_some(Trace { is_gone: true, ..Trace::default() }),
                    Err(halt) => {
                        self.halt = Some(halt);
                        None
                    }
                }
            }
        }
    }

    fn down(&mut self, start: &Position, depth: u32) -> Trace {
        let mut examiner = Examiner::new(self.subject, self.variant, self.limits, DESCENT);
        let (descent, halt) = descend(&mut examiner, start, depth);
        let mut trace = Trace::default();
        if matches!(descent.finding, Finding::Moves(_)) {
            match self.smaller(&descent.position) {
                Ok(shrunk) => trace.shrunk = shrunk,
                Err(halt) => self.halt = Some(halt),
            }
        }
        self.halt = halt.or(self.halt.take());
        trace.descent = Some(descent);
        trace
    }

    /// The smallest position at which the moves are wrong as they are here; `None` if they are right. An answer
    /// that does not say enough is a halt: it is not known to be right.
    fn smaller(&mut self, start: &Position) -> Result<Option<Shrunk>, Halt> {
        let mut examiner = Examiner::new(self.subject, self.variant, self.limits, SHRINKING);
        let (seen, judgement) = examiner.judge(start)?;
        let failure = match judgement {
            Judgement::Wrong(failure) => failure,
            Judgement::Right(_) => return Ok(None),
            Judgement::CannotTell(reason) => return Err(Halt::Unasked(reason)),
        };
        let manner = manner(&seen, &failure);
        let declared = examiner.declared().clone();
        let hypotheses = Misreading::singles(&self.variant.rules).into_iter();
        let pairs = self.explanations.iter().filter(|misreading| misreading.changes.len() > 1);
        let hypotheses: Vec<Misreading> = hypotheses.chain(pairs.cloned()).collect();
        let explaining = |position: &Position, seen: &Observation| -> Vec<Misreading> {
            let explains = |misreading: &&Misreading| {
                let by = self.variant.with_rules(misreading.rules);
                matches!(check::judge_moves(&by, position, &declared, seen), Judgement::Right(_))
            };
            hypotheses.iter().filter(explains).cloned().collect()
        };
        let named = |explaining: &[Misreading]| -> Vec<Misreading> {
            explaining.iter().filter(|misreading| self.explanations.contains(misreading)).cloned().collect()
        };
        let at_start = explaining(start, &seen);
        let mut explained_by = named(&at_start);
        // Another cause must not take the place of this one: the diagnosis goes on explaining the answer, or
        // where there is none, nothing else comes to explain it.
        let is_same_cause = |explaining: &[Misreading]| match named(&at_start)[..] {
            [] => explaining.iter().all(|misreading| at_start.contains(misreading)),
            _ => !named(explaining).is_empty(),
        };
        let mut best = failure;
        let mut faults = 0;
        let Smallest { position, ended, .. } = shrink(&self.variant, start, SMALLER, |candidate| {
            let (seen, failure) = match examiner.judge(candidate) {
                Ok((seen, Judgement::Wrong(failure))) => (seen, failure),
                Ok(_) | Err(Halt::Unasked(_)) => return Ok(false),
                Err(halt) => {
                    faults += 1;
                    let is_last = halt.ends_the_run() || matches!(halt, Halt::Spent(_)) || faults == FAULTS;
                    return if is_last { Err(halt) } else { Ok(false) };
                }
            };
            if self::manner(&seen, &failure) != manner {
                return Ok(false);
            }
            let explaining = explaining(candidate, &seen);
            let is_same = is_same_cause(&explaining);
            if is_same {
                (best, explained_by) = (failure, named(&explaining));
            }
            Ok(is_same)
        });
        let questions = examiner.asked();
        let ended = ended.map(|ended| match ended {
            Ended::Spent => format!("no more than {SMALLER} positions are tried"),
            Ended::Halted(halt) => {
                let reason = halt.to_string();
                self.halt = Some(halt);
                reason
            }
        });
        Ok(Some(Shrunk { position, failure: best, before: *start, explained_by, questions, ended }))
    }
}

/// How many depths the subject was asked for until its number was wrong.
fn counted(report: &CaseReport) -> Option<u32> {
    match report.observation.as_ref()? {
        Observation::Counts(Ok(counts), _) => u32::try_from(counts.len()).ok(),
        _ => None,
    }
}

fn manner(seen: &Observation, failure: &Failure) -> Manner {
    Manner::new(&failure.rows, seen.declined().map(|declined| declined.code.as_str()))
}
