//! An [`Engine`] as a subject: asked by calls, with what it says turned into the answers of dcp/1.

use super::{Engine, Fault, Listed, Refusal, Subject};
use crate::check::Given;
use crate::dcp::{Answer, Capability, End, Profile, Question, Request, RequestError, VERSION};
use reference_engine::position::Position;
use reference_engine::quote::Quoted;
use std::any::Any;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// An engine that is part of this program. A panic of it is a crash and ends nothing else; an endless loop
/// cannot be ended, so time limits do not hold.
#[derive(Clone, Debug)]
pub struct Linked<E> {
    engine: E,
    profile: Profile,
}

impl<E: Engine> Linked<E> {
    /// Asks this engine.
    pub fn new(engine: E) -> Self {
        let profile = Profile {
            name: engine.name(),
            version: engine.version(),
            variants: engine.variants(),
            can: engine.can().into_iter().chain([Capability::Moves]).collect(),
        };
        Self { engine, profile }
    }

    /// Answers requests line by line until `bye` or the end of the input, so that the engine can also be asked
    /// as a process of its own. A panic of the engine ends it, as it would end any process.
    ///
    /// # Errors
    ///
    /// If a line cannot be read or an answer not written.
    pub fn serve(&self, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        for line in input.lines() {
            let line = line?;
            let words: Vec<&str> = line.split_whitespace().collect();
            let answer = match Request::parse(&words) {
                Ok(Request::Bye) => return Ok(()),
                Ok(request) => self.answer(&request).map_err(io::Error::other)?,
                Err(RequestError::Unknown(word)) => Answer::refusal("unsupported", word),
                Err(RequestError::Usage(usage)) => Answer::refusal("usage", usage),
            };
            for line in answer.lines() {
                writeln!(output, "{line}")?;
            }
            output.flush()?;
        }
        Ok(())
    }

    fn answer(&self, request: &Request) -> Result<Answer, Fault> {
        match request {
            Request::Hello(_) => {
                Ok(Answer { rows: self.profile.rows(), end: End::Ok(Some(u64::from(VERSION))) })
            }
            Request::Bye => Err(Fault::Crash { status: "said bye".to_owned(), stderr: String::new() }),
            Request::About { variant, fen, question } => {
                let answer = self.about(variant, fen, question).unwrap_or_else(Answer::from);
                checked(answer)
            }
        }
    }

    fn about(&self, variant: &str, fen: &str, question: &Question) -> Result<Answer, Refusal> {
        if self.profile.variant(variant).is_none() {
            return Err(Refusal::Unsupported(variant.to_owned()));
        }
        let board = self.engine.read(variant, fen)?;
        let rows = match question {
            Question::Moves => self.moves(variant, &board),
            Question::Divide(depth) => self.divide(variant, &board, *depth),
            Question::Perft(depth) => vec![self.engine.perft(variant, &board, *depth).to_string()],
            Question::Echo => vec![self.write(variant, &board)?],
            Question::Apply(text) => {
                let found = self.find(variant, fen, &board, text)?;
                vec![self.write(variant, &found.next)?]
            }
            Question::Result(moves) => vec![self.engine.result(variant, &board, moves)?.to_string()],
        };
        Ok(Answer::rows(rows))
    }

    fn write(&self, variant: &str, board: &E::Board) -> Result<String, Refusal> {
        self.engine.write(variant, board).ok_or_else(|| Refusal::Unsupported("writing positions".to_owned()))
    }

    fn moves(&self, variant: &str, board: &E::Board) -> Vec<String> {
        let row = |listed: Listed<E::Board>| match self.engine.write(variant, &listed.next) {
            Some(next) => format!("{} {next}", listed.text),
            None => listed.text,
        };
        self.engine.moves(variant, board).into_iter().map(row).collect()
    }

    fn divide(&self, variant: &str, board: &E::Board, depth: u32) -> Vec<String> {
        let Some(below) = depth.checked_sub(1) else { return Vec::new() };
        let leaves = |listed: &Listed<E::Board>| self.engine.perft(variant, &listed.next, below);
        let moves = self.engine.moves(variant, board);
        moves.iter().map(|listed| format!("{} {}", listed.text, leaves(listed))).collect()
    }

    /// The engine's move that a text names: the same squares, or else another way to take the same pieces, so
    /// that an engine which keeps one of several ways is not said to refuse the others.
    fn find(
        &self,
        variant: &str,
        fen: &str,
        board: &E::Board,
        text: &str,
    ) -> Result<Listed<E::Board>, Refusal> {
        let illegal = || Refusal::Illegal(text.to_owned());
        let position = super::position(variant, fen)?;
        let wanted = self.spoken(variant, &position, text).ok_or_else(illegal)?;
        let squares = |text: &str| text.replace(['x', ':'], "-");
        let mut moves = self.engine.moves(variant, board);
        let exact = moves.iter().position(|listed| squares(&listed.text) == squares(text));
        let alike = || {
            moves.iter().position(|listed| {
                self.spoken(variant, &position, &listed.text).is_some_and(|spoken| spoken == wanted)
            })
        };
        exact.or_else(alike).map(|index| moves.swap_remove(index)).ok_or_else(illegal)
    }

    /// What a text says, if it is a move at all.
    fn spoken(&self, variant: &str, position: &Position, text: &str) -> Option<crate::check::Spoken> {
        let form = self.profile.variant(variant)?.notation;
        let given = Given::of_move(text, position, form).ok()?;
        given.ends().map(|_| given.spoken)
    }
}

/// A row that would be no row if it were written is a fault here too.
fn checked(answer: Answer) -> Result<Answer, Fault> {
    let is_row = |row: &String| {
        let words = row.split(' ').count();
        (1..=2).contains(&words)
            && row.split(' ').all(|word| !word.is_empty() && !word.contains(char::is_whitespace))
    };
    match answer.rows.iter().find(|row| !is_row(row)) {
        None => Ok(answer),
        Some(row) => Err(Fault::Protocol(format!("`{}` is not a row of an answer", Quoted(row)))),
    }
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

impl<E: Engine> Subject for Linked<E> {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, _limit: Duration) -> Result<Answer, Fault> {
        // What a panic leaves half-done is the engine's; the answers that follow show it.
        catch_unwind(AssertUnwindSafe(|| self.answer(request))).unwrap_or_else(|panic| {
            Err(Fault::Crash { status: "it panicked".to_owned(), stderr: message(panic.as_ref()) })
        })
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}
