//! Asking a subject about positions of one variant, in the form that it declared.

use super::given::Given;
use super::reckoning::Reckoning;
use super::{Answered, Declined};
use crate::dcp::{self, Answer, Capability, Declared, End, Question, Request};
use crate::quote::{cut, printable, quote};
use crate::subject::{Fault, Subject};
use reference_engine::fen;
use reference_engine::geometry::Board;
use reference_engine::notation::MoveForm;
use reference_engine::position::Position;
use std::time::Duration;

/// A list that is longer is not asked about move by move: each may take as long as an answer may.
pub const FOLLOWED: usize = 1000;

/// How long a subject may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For a question about one position.
    pub answer: Duration,
    /// For a count, besides the time for its leaves.
    pub count: Duration,
    /// Leaves a second that the slowest engine counts. A fixed floor and not a speed measured in the run:
    /// the same engine gets the same verdict on a busy machine.
    pub leaves_a_second: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { answer: Duration::from_secs(2), count: Duration::from_secs(10), leaves_a_second: 1000 }
    }
}

impl Limits {
    /// For a count of so many leaves.
    pub fn for_leaves(&self, leaves: u128) -> Duration {
        let seconds = leaves / u128::from(self.leaves_a_second.max(1));
        self.count + Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX).min(3600))
    }
}

/// Why there is nothing to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The question is not for this subject.
    Skip(String),
    /// There is no answer.
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A subject asked about one variant.
pub struct Asker<'a> {
    subject: &'a mut dyn Subject,
    declared: Declared,
    board: Board,
    limits: Limits,
    asked: u32,
}

impl<'a> Asker<'a> {
    /// Asks about a variant on a board, as the subject declared it.
    pub fn new(subject: &'a mut dyn Subject, declared: Declared, board: Board, limits: Limits) -> Self {
        Self { subject, declared, board, limits, asked: 0 }
    }

    /// What the subject declared for the variant.
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// How many questions were asked so far.
    pub const fn asked(&self) -> u32 {
        self.asked
    }

    /// Whether the subject can be asked something.
    pub fn can(&self, capability: Capability) -> bool {
        self.subject.profile().can(capability)
    }

    /// Stops where the subject cannot be asked something.
    ///
    /// # Errors
    ///
    /// If the subject did not declare it.
    pub fn needs(&self, capability: Capability) -> Result<(), Stop> {
        if self.can(capability) {
            return Ok(());
        }
        Err(Stop::Skip(format!("the engine does not declare `{capability}`")))
    }

    /// Ends the subject and begins afresh.
    ///
    /// # Errors
    ///
    /// If it does not start again.
    pub fn restart(&mut self) -> Result<(), Stop> {
        Ok(self.subject.restart()?)
    }

    /// An empty reckoning of leaves, by a generator that is not the subject.
    pub fn reckoning(&self) -> Reckoning {
        Reckoning::about(&self.subject.profile().name)
    }

    /// A position in the subject's form.
    pub fn fen(&self, position: &Position) -> String {
        fen::write_named(position, self.declared.squares)
    }

    /// The legal moves.
    ///
    /// # Errors
    ///
    /// If the question is not for this subject, or there is no answer.
    pub fn moves(&mut self, position: &Position) -> Result<Answered<Vec<Given>>, Stop> {
        let text = self.fen(position);
        match self.rows(&text, Question::Moves, self.limits.answer)? {
            Err(declined) => Ok(Err(declined)),
            Ok(rows) => {
                let read = |row: &String| Given::of_move(row, position, self.declared.notation);
                rows.iter().map(read).collect::<Result<_, _>>().map(Ok).map_err(malformed)
            }
        }
    }

    /// The legal moves; where a row has no position, `apply` is asked for it, if the subject can be.
    ///
    /// # Errors
    ///
    /// If the question is not for this subject, or there is no answer.
    pub fn moves_with_positions(&mut self, position: &Position) -> Result<Answered<Vec<Given>>, Stop> {
        let mut answered = self.moves(position)?;
        if let Ok(moves) = &mut answered
            && moves.len() <= FOLLOWED
            && self.can(Capability::Apply)
        {
            // One text may stand for several captures; which of them is then played says nothing of the others.
            let is_short = self.declared.notation == MoveForm::Short;
            let texts: Vec<String> = moves.iter().map(|given| given.text.clone()).collect();
            let means_one =
                |text: &str| !is_short || texts.iter().filter(|other| *other == text).count() == 1;
            for given in moves.iter_mut().filter(|given| given.next.is_none() && means_one(&given.text)) {
                // A refusal here is not for this question to judge: the row then simply has no position.
                given.next = self.apply(position, given.text.clone())?.ok();
            }
        }
        Ok(answered)
    }

    /// The legal moves with the leaves below each, of which the reference counts `leaves`.
    ///
    /// # Errors
    ///
    /// If the question is not for this subject, or there is no answer.
    pub fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        leaves: u128,
    ) -> Result<Answered<Vec<Given>>, Stop> {
        let text = self.fen(position);
        match self.rows(&text, Question::Divide(depth), self.limits.for_leaves(leaves))? {
            Err(declined) => Ok(Err(declined)),
            Ok(rows) => {
                let read = |row: &String| Given::of_branch(row, position, self.declared.notation);
                rows.iter().map(read).collect::<Result<_, _>>().map(Ok).map_err(malformed)
            }
        }
    }

    /// The number of leaves, of which the reference counts `leaves`.
    ///
    /// # Errors
    ///
    /// If the question is not for this subject, or there is no answer.
    pub fn perft(&mut self, position: &Position, depth: u32, leaves: u128) -> Result<Answered<u128>, Stop> {
        let text = self.fen(position);
        let limit = self.limits.for_leaves(leaves);
        self.single(&text, Question::Perft(depth), limit, |row| {
            dcp::number(row).ok_or_else(|| format!("`{}` is not a number of leaves", cut(row)))
        })
    }

    /// The position after a move, written in the subject's notation.
    ///
    /// # Errors
    ///
    /// If the question is not for this subject, or there is no answer.
    pub fn apply(&mut self, position: &Position, played: String) -> Result<Answered<Position>, Stop> {
        let text = self.fen(position);
        let board = self.board;
        self.single(&text, Question::Apply(played), self.limits.answer, |row| read_position(row, board))
    }

    /// The result after some moves, in the first word of its row.
    ///
    /// # Errors
    ///
    /// If the question is not for this subject, or there is no answer.
    pub fn result(&mut self, position: &Position, moves: Vec<String>) -> Result<Answered<String>, Stop> {
        let text = self.fen(position);
        self.single(&text, Question::Result(moves), self.limits.answer, |row| match row {
            "ongoing" | "white-wins" | "black-wins" | "draw" => Ok(row.to_owned()),
            _ => Err(format!("`{}` is not a result", cut(row))),
        })
    }

    /// A position as the subject writes it. The text is sent as it is.
    ///
    /// # Errors
    ///
    /// If the question is not for this subject, or there is no answer.
    pub fn echo(&mut self, text: &str) -> Result<Answered<Position>, Stop> {
        let board = self.board;
        self.single(text, Question::Echo, self.limits.answer, |row| read_position(row, board))
    }

    /// Whether the subject reads a text as a position. The text is sent as it is.
    ///
    /// # Errors
    ///
    /// If the question is not for this subject, or there is no answer.
    pub fn reading(&mut self, text: &str) -> Result<Answered<()>, Stop> {
        Ok(self.rows(text, Question::Moves, self.limits.answer)?.map(|_| ()))
    }

    fn single<T>(
        &mut self,
        text: &str,
        question: Question,
        limit: Duration,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Answered<T>, Stop> {
        match self.rows(text, question, limit)? {
            Err(declined) => Ok(Err(declined)),
            Ok(rows) => match &rows[..] {
                // What an engine adds behind the word that is due is not for us.
                [row] => read(row.split_whitespace().next().unwrap_or_default()).map(Ok).map_err(malformed),
                _ => Err(malformed(format!("{} rows where one is due", rows.len()))),
            },
        }
    }

    fn rows(
        &mut self,
        text: &str,
        question: Question,
        limit: Duration,
    ) -> Result<Answered<Vec<String>>, Stop> {
        let variant = self.declared.id.clone();
        let request = Request::About { variant, fen: text.to_owned(), question };
        self.asked += 1;
        let Answer { rows, end } = self.subject.ask(&request, limit)?;
        match end {
            // What comes through a process is printable already; a subject of this program may say anything.
            End::Ok(_) => Ok(Ok(rows.into_iter().map(|row| printable(&row)).collect())),
            End::Err { code, detail } if code == "unsupported" => {
                Err(Stop::Skip(format!("the engine does not support it: {}", quote(&detail))))
            }
            End::Err { code, detail } => Ok(Err(Declined { code: quote(&code), detail: quote(&detail) })),
        }
    }
}

fn malformed(reason: String) -> Stop {
    Stop::Fault(Fault::Protocol(reason))
}

fn read_position(row: &str, board: Board) -> Result<Position, String> {
    fen::read(row, board).map(|placed| placed.position).map_err(|error| error.to_string())
}
