//! The walk over the positions: class by class, several at once.

use super::canonical::Scribe;
use super::class::Class;
use super::digest::Pair;
use super::respondent::{Answerer, Respondent, Said, Started};
use super::{ClassResult, Plan};
use crate::builtin::Builtin;
use crate::check::{self, Judgement, Observation, Stop};
use crate::interrupt;
use crate::subject::Fault;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::Variant;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use thiserror::Error;

/// Differing positions that are kept of a class.
const KEPT: usize = 3;
/// Answers of one class that may fail to come before the sweep gives up.
const FAULTS: usize = 20;
/// Positions between two reports of progress.
const PACE: u64 = 256;

/// Why a sweep ended before its last class.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Ended {
    /// The user has stopped it.
    #[error("interrupted")]
    Interrupted,
    /// The engine does not start, or not any more.
    #[error("{0}")]
    Engine(Fault),
    /// The engine says that such questions are not for it.
    #[error("{0}")]
    Unsupported(String),
    /// Too many answers failed to come.
    #[error("the engine fails to answer again and again; last about {variant} `{position}`: {fault}")]
    Troubled {
        /// Name of the variant.
        variant: &'static str,
        /// The last position.
        position: String,
        /// What happened there.
        fault: Fault,
    },
    /// The two generators of huff's own disagree.
    #[error("the generators of huff itself contradict each other about {variant} `{position}`")]
    Contradiction {
        /// Name of the variant.
        variant: &'static str,
        /// The first position.
        position: String,
    },
    /// The text cannot be written.
    #[error("cannot write the text: {0}")]
    Output(io::ErrorKind),
}

/// Sweeps some classes of a plan. `progress` is told of every few hundred positions, `seen` of each class as
/// it is done, which is not always in order.
///
/// # Errors
///
/// If it ends before the last class. What `seen` was told stands.
pub fn sweep(
    plan: &Plan,
    tasks: &[(Variant, Class)],
    answerer: Answerer<'_>,
    progress: &(dyn Fn(u64) + Sync),
    mut seen: impl FnMut(ClassResult),
) -> Result<(), Ended> {
    let walk =
        Walk { plan, tasks, answerer, progress, next: AtomicUsize::new(0), stop: AtomicBool::new(false) };
    let (sender, receiver) = channel();
    let mut ended = Ok(());
    let mut refused = None;
    let mut done = 0;
    thread::scope(|scope| {
        for _ in 0..plan.jobs.get().min(tasks.len()) {
            let sender = sender.clone();
            let walk = &walk;
            // Those that there are sweep all of it.
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, move || walk.work(&sender)) {
                refused = Some(error);
                break;
            }
        }
        drop(sender);
        for outcome in receiver {
            match outcome {
                Ok(result) => {
                    done += 1;
                    seen(result);
                }
                // The others only follow the first.
                Err(reason) if ended.is_ok() => ended = Err(reason),
                Err(_) => {}
            }
        }
    });
    match refused {
        Some(error) if ended.is_ok() && done < tasks.len() => {
            Err(Ended::Engine(Fault::NotStarted(format!("the system has no thread to ask it: {error}"))))
        }
        _ => ended,
    }
}

/// Writes the text of a class as someone answers it: what is hashed.
///
/// # Errors
///
/// If it ends before the last position.
pub fn text(
    variant: &Variant,
    class: Class,
    stride: NonZeroU64,
    answerer: Answerer<'_>,
    out: &mut dyn Write,
) -> Result<(), Ended> {
    let mut started = answerer.start()?;
    let mut respondent = started.respondent(variant);
    let scribe = Scribe::new(*variant);
    let mut text = Vec::new();
    each(variant, class, stride, |position| {
        if interrupt::is_requested() {
            return Err(Ended::Interrupted);
        }
        respondent.answer(&scribe, position, &mut text).map_err(Ended::from)?;
        out.write_all(&text).map_err(|error| Ended::Output(error.kind()))
    })
}

/// Visits the positions of a class that a stride leaves.
fn each(
    variant: &Variant,
    class: Class,
    stride: NonZeroU64,
    mut visit: impl FnMut(&Position) -> Result<(), Ended>,
) -> Result<(), Ended> {
    let mut ended = Ok(());
    let _ = class.each(variant, |number, position| {
        if number % stride != 0 {
            return ControlFlow::Continue(());
        }
        match visit(position) {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                ended = Err(reason);
                ControlFlow::Break(())
            }
        }
    });
    ended
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Skip(reason) => Self::Unsupported(reason),
            Stop::Fault(Fault::Interrupted) => Self::Interrupted,
            Stop::Fault(fault) => Self::Engine(fault),
        }
    }
}

/// A sweep under way.
struct Walk<'a> {
    plan: &'a Plan,
    tasks: &'a [(Variant, Class)],
    answerer: Answerer<'a>,
    progress: &'a (dyn Fn(u64) + Sync),
    next: AtomicUsize,
    stop: AtomicBool,
}

impl Walk<'_> {
    /// Takes one class after the other until there is none left, or someone stops.
    fn work(&self, results: &Sender<Result<ClassResult, Ended>>) {
        let outcome = self.answerer.start().map_err(Ended::from).and_then(|mut started| {
            while let Some((variant, class)) = self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed)) {
                let result = self.class(variant, *class, &mut started)?;
                // Nobody listens any more only where the whole run is torn down.
                let _ = results.send(Ok(result));
            }
            Ok(())
        });
        if let Err(reason) = outcome {
            // Told first: who stops because of this must not be heard before.
            let _ = results.send(Err(reason));
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn class(&self, variant: &Variant, class: Class, started: &mut Started) -> Result<ClassResult, Ended> {
        let mut desk = Desk {
            variant,
            scribe: Scribe::new(*variant),
            reference: self.answerer.reference(variant),
            respondent: started.respondent(variant),
            pair: Pair::default(),
            tally: Tally::default(),
            due: Vec::new(),
            given: Vec::new(),
        };
        each(variant, class, self.plan.stride, |position| {
            if self.stop.load(Ordering::Relaxed) || interrupt::is_requested() {
                return Err(Ended::Interrupted);
            }
            desk.take(position)?;
            if desk.tally.positions.is_multiple_of(PACE) {
                (self.progress)(PACE);
            }
            Ok(())
        })?;
        (self.progress)(desk.tally.positions % PACE);
        Ok(desk.finish(class, self.plan.stride))
    }
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Self::from(Stop::Fault(fault))
    }
}

/// What has been counted of a class.
#[derive(Debug, Default)]
struct Tally {
    positions: u64,
    moves: u64,
    differing: u64,
    untold: u64,
    faults: usize,
    first: Vec<String>,
}

/// A class under examination.
struct Desk<'v, 's> {
    variant: &'v Variant,
    scribe: Scribe,
    reference: Builtin,
    respondent: Respondent<'s>,
    pair: Pair,
    tally: Tally,
    due: Vec<u8>,
    given: Vec<u8>,
}

impl Desk<'_, '_> {
    fn take(&mut self, position: &Position) -> Result<(), Ended> {
        let legal = self.reference.moves(position, Counting::Unique);
        self.scribe.legal(position, &legal, &mut self.due);
        let said = self.respondent.answer(&self.scribe, position, &mut self.given)?;
        self.tally.positions += 1;
        self.tally.moves += legal.len() as u64;
        // The text has each move once, however often it was listed.
        if self.given != self.due || said.rows().is_some_and(|rows| rows != legal.len()) {
            self.differs(position, said)?;
        }
        self.pair.add(&self.given, &self.due);
        Ok(())
    }

    /// Another text need not be another answer: what the words leave open may be settled by the rules.
    fn differs(&mut self, position: &Position, said: Said) -> Result<(), Ended> {
        self.doubt_ourselves(position)?;
        match said {
            Said::Certain => self.note(position),
            Said::Nothing(fault) => {
                self.note(position);
                self.tally.faults += 1;
                if self.tally.faults >= FAULTS {
                    let position = fen::write(position);
                    return Err(Ended::Troubled { variant: self.variant.name, position, fault });
                }
            }
            Said::Observed(_) if check::is_late(self.variant, position) => self.tally.untold += 1,
            Said::Observed(seen) => {
                let declared = self.respondent.declared();
                let judged = declared.map(|it| check::judge_moves(self.variant, position, it, &seen));
                match judged {
                    Some(Judgement::Right(_)) => self.given.clone_from(&self.due),
                    Some(Judgement::CannotTell(_)) => self.tally.untold += 1,
                    _ => {
                        if let (true, Observation::Moves(Ok(rows))) = (self.given == self.due, &seen) {
                            self.scribe.repeated(position, rows, &mut self.given);
                        }
                        self.note(position);
                    }
                }
            }
        }
        Ok(())
    }

    fn note(&mut self, position: &Position) {
        self.tally.differing += 1;
        if self.tally.first.len() < KEPT {
            self.tally.first.push(fen::write(position));
        }
    }

    /// Before anybody is said to differ from the fast generator, the rulebook must say the same as it.
    fn doubt_ourselves(&self, position: &Position) -> Result<(), Ended> {
        let mut literal = Vec::new();
        let moves = Rulebook::new(self.variant.rules).moves(position, Counting::Unique);
        self.scribe.legal(position, &moves, &mut literal);
        if literal == self.due {
            return Ok(());
        }
        Err(Ended::Contradiction { variant: self.variant.name, position: fen::write(position) })
    }

    fn finish(self, class: Class, stride: NonZeroU64) -> ClassResult {
        let (sha256, reference) = self.pair.finish();
        let Tally { positions, moves, differing, untold, first, .. } = self.tally;
        ClassResult {
            variant: self.variant.name.to_owned(),
            class: class.to_string(),
            stride: stride.get(),
            positions,
            moves,
            sha256,
            reference,
            differing,
            untold,
            first,
        }
    }
}
