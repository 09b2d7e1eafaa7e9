//! Who answers in a sweep: a generator of huff's own, called directly, or a subject, asked.

use super::canonical::Scribe;
use crate::builtin::{Builtin, BuiltinName};
use crate::check::{self, Asker, Limits, Observation, Stop};
use crate::dcp::Declared;
use crate::subject::{Fault, Subject};
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::fmt;

/// Who is swept.
#[derive(Clone, Copy)]
pub enum Answerer<'a> {
    /// A generator of huff's own.
    Builtin(BuiltinName),
    /// An engine, started once for each class that is swept at the same time.
    Engine {
        /// Starts it.
        start: &'a (dyn Fn() -> Result<Box<dyn Subject>, Fault> + Sync),
        /// How long it may take.
        limits: Limits,
    },
}

impl fmt::Debug for Answerer<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(name) => write!(formatter, "Builtin({name})"),
            Self::Engine { limits, .. } => write!(formatter, "Engine({limits:?})"),
        }
    }
}

impl Answerer<'_> {
    /// The generator that the answers are compared with. An engine's are compared with the fast one's; those
    /// of one of huff's own with the other's.
    pub fn reference(&self, variant: &Variant) -> Builtin {
        let name = match self {
            Self::Builtin(BuiltinName::Fast) => BuiltinName::Rulebook,
            Self::Builtin(BuiltinName::Rulebook) | Self::Engine { .. } => BuiltinName::Fast,
        };
        Builtin::new(name, variant)
    }

    /// Starts the engine, if it is one.
    ///
    /// # Errors
    ///
    /// If it does not start.
    pub fn start(&self) -> Result<Started, Fault> {
        match self {
            Self::Builtin(name) => Ok(Started::Builtin(*name)),
            Self::Engine { start, limits } => Ok(Started::Engine(start()?, *limits)),
        }
    }
}

/// An answerer that is ready to be asked.
pub enum Started {
    /// A generator of huff's own.
    Builtin(BuiltinName),
    /// An engine that runs, and how long it may take.
    Engine(Box<dyn Subject>, Limits),
}

impl Started {
    /// Who answers about a variant.
    pub fn respondent(&mut self, variant: &Variant) -> Respondent<'_> {
        match self {
            Self::Builtin(name) => Respondent::Called(Builtin::new(*name, variant)),
            Self::Engine(subject, limits) => {
                let customary = || Declared::customary(variant.name);
                let declared = subject.profile().variant(variant.name).cloned().unwrap_or_else(customary);
                Respondent::Asked(Asker::new(subject.as_mut(), declared, variant.board, *limits))
            }
        }
    }
}

/// Someone who answers about the positions of one variant.
pub enum Respondent<'s> {
    /// Called directly.
    Called(Builtin),
    /// Asked through the protocol.
    Asked(Asker<'s>),
}

/// What came of asking about a position, apart from its text.
#[derive(Debug)]
pub enum Said {
    /// A generator of huff's own has spoken.
    Certain,
    /// A subject has answered.
    Observed(Observation),
    /// A subject has not answered.
    Nothing(Fault),
}

impl Said {
    /// How many rows a subject has listed, if it has.
    pub fn rows(&self) -> Option<usize> {
        match self {
            Self::Observed(Observation::Moves(Ok(rows))) => Some(rows.len()),
            _ => None,
        }
    }
}

impl Respondent<'_> {
    /// Writes the canonical text of the answer.
    ///
    /// # Errors
    ///
    /// If the sweep cannot go on: the question is not for the subject, or it does not start any more, or the
    /// user has stopped.
    pub fn answer(&mut self, scribe: &Scribe, position: &Position, text: &mut Vec<u8>) -> Result<Said, Stop> {
        let asker = match self {
            Self::Called(generator) => {
                scribe.legal(position, &generator.moves(position, Counting::Unique), text);
                return Ok(Said::Certain);
            }
            Self::Asked(asker) => asker,
        };
        match check::ask_moves(position, asker) {
            Ok(seen) => {
                match &seen {
                    Observation::Moves(Ok(rows)) => scribe.given(position, rows, text),
                    other => {
                        if let Some(declined) = other.declined() {
                            scribe.declined(position, declined, text);
                        }
                    }
                }
                Ok(Said::Observed(seen))
            }
            Err(Stop::Fault(fault @ (Fault::Crash { .. } | Fault::Timeout(_) | Fault::Protocol(_)))) => {
                scribe.fault(position, &fault, text);
                Ok(Said::Nothing(fault))
            }
            Err(stop) => Err(stop),
        }
    }

    /// What the subject declared for the variant, if it is one.
    pub fn declared(&self) -> Option<&Declared> {
        match self {
            Self::Called(_) => None,
            Self::Asked(asker) => Some(asker.declared()),
        }
    }
}
