//! A subject at one position: asked again and again by the clock.

use crate::check::{Asker, Limits, Stop};
use crate::dcp::{Answer, Declared, End, Question, Request};
use crate::subject::{Fault, Subject};
use reference_engine::fen;
use reference_engine::geometry::Board;
use reference_engine::position::Position;
use std::time::{Duration, Instant};

/// The most questions between two looks at the clock.
const MOST_REPEATS: u32 = 20_000;

/// A subject and a position, in its own words.
pub struct Runner<'a> {
    subject: &'a mut dyn Subject,
    declared: Declared,
    board: Board,
    limits: Limits,
}

/// A question that is timed, and what its answer must be.
#[derive(Clone, Debug)]
pub struct Item {
    request: Request,
    limit: Duration,
    due: Due,
}

/// What makes an answer the same as the one that was checked.
#[derive(Clone, Copy, Debug)]
enum Due {
    /// A number.
    Leaves(u128),
    /// So many rows.
    Rows(usize),
}

impl<'a> Runner<'a> {
    /// A subject that plays a variant as it declared.
    pub fn new(subject: &'a mut dyn Subject, declared: Declared, board: Board, limits: Limits) -> Self {
        Self { subject, declared, board, limits }
    }

    /// The subject's name.
    pub fn name(&self) -> String {
        self.subject.profile().name.clone()
    }

    /// What the subject declared.
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// The subject to be asked with care, answers read and judged.
    pub fn asker(&mut self) -> Asker<'_> {
        Asker::new(self.subject, self.declared.clone(), self.board, self.limits)
    }

    fn item(&self, position: &Position, question: Question, due: Due) -> Item {
        let fen = fen::write_named(position, self.declared.squares);
        let request = Request::About { variant: self.declared.id.clone(), fen, question };
        let limit = match due {
            Due::Leaves(leaves) => self.limits.for_leaves(leaves),
            Due::Rows(_) => self.limits.answer,
        };
        Item { request, limit, due }
    }

    /// A count with its leaves.
    pub fn count(&self, position: &Position, depth: u32, leaves: u128) -> Item {
        self.item(position, Question::Perft(depth), Due::Leaves(leaves))
    }

    /// The moves, with the number of rows.
    pub fn moves(&self, position: &Position, rows: usize) -> Item {
        self.item(position, Question::Moves, Due::Rows(rows))
    }

    /// Nanoseconds a question, asked so many times without a pause.
    ///
    /// # Errors
    ///
    /// If an answer is another than the one that was checked, or none comes.
    pub fn time(&mut self, item: &Item, repeats: u32) -> Result<f64, Stop> {
        let begin = Instant::now();
        for _ in 0..repeats {
            let answer = self.subject.ask(&item.request, item.limit)?;
            item.confirm(&answer)?;
        }
        Ok(begin.elapsed().as_secs_f64() * 1e9 / f64::from(repeats))
    }

    /// How often to ask to fill a share of the time, and how long one question takes.
    ///
    /// # Errors
    ///
    /// As for [`Self::time`].
    pub fn repeats(&mut self, item: &Item, share: Duration) -> Result<(u32, Duration), Stop> {
        let mut once = self.time(item, 1)?.max(1.0);
        let share = share.as_secs_f64() * 1e9;
        if once * 4.0 < share {
            // What is asked once is often slow: the second look is at a warm machine.
            once = self.time(item, 3)?.max(1.0);
        }
        let repeats = (share / once).clamp(1.0, f64::from(MOST_REPEATS)) as u32;
        Ok((repeats, Duration::from_secs_f64(once / 1e9)))
    }
}

impl Item {
    fn confirm(&self, answer: &Answer) -> Result<(), Fault> {
        let is_same = matches!(answer.end, End::Ok(_))
            && match self.due {
                Due::Rows(rows) => answer.rows.len() == rows,
                Due::Leaves(leaves) => {
                    matches!(&answer.rows[..], [row] if row.parse::<u128>().ok() == Some(leaves))
                }
            };
        if is_same {
            return Ok(());
        }
        let (request, told) = (&self.request, answer.lines().join(" / "));
        let text = format!("asked again `{request}` it answers otherwise: `{}`", told.escape_debug());
        Err(Fault::Protocol(text))
    }
}
