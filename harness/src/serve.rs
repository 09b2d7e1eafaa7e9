//! The reference as an engine: it answers dcp/1 requests, by the right rules or by changed ones.

use crate::builtin::{Builtin, BuiltinName};
use crate::dcp::{Answer, Capability, Declared, Profile, Question, Request, VERSION};
use reference_engine::game::Game;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::{self, MoveError, MoveForm};
use reference_engine::position::Position;
use reference_engine::quote::Quoted;
use reference_engine::variants::Variant;
use reference_engine::{fen, variants};

/// The most plies that are counted.
pub const MOST_PLIES: u32 = 255;

/// How the server writes and counts, apart from the rules it plays by.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// What the squares of a move mean; paths if not said.
    pub notation: Option<MoveForm>,
    /// How squares are called; the board's custom if not said.
    pub squares: Option<notation::SquareNames>,
    /// Which captures are one move.
    pub counts: Counting,
    /// Whether a finished game counts as a leaf below its own depth.
    pub finished_leaves: bool,
    /// Which generator answers.
    pub generator: BuiltinName,
}

/// Answers requests.
#[derive(Clone, Debug)]
pub struct Server {
    variants: Vec<Variant>,
    generator: BuiltinName,
    profile: Profile,
}

impl Server {
    /// A server for some variants, each with the rules it is to play by.
    pub fn new(variants: Vec<Variant>, manner: Manner) -> Self {
        use Capability::{Apply, Divide, Echo, Game, Moves, Perft, Refuse, Result, Rows};
        let declare = |variant: &Variant| {
            let customary = Declared::customary(variant.name);
            Declared {
                notation: manner.notation.unwrap_or(customary.notation),
                squares: manner.squares.unwrap_or(customary.squares),
                counts: manner.counts,
                finished_leaves: manner.finished_leaves,
                ..customary
            }
        };
        let profile = Profile {
            name: manner.generator.engine(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            variants: variants.iter().map(declare).collect(),
            can: [Moves, Divide, Perft, Apply, Result, Game, Echo, Refuse, Rows].into(),
        };
        Self { variants, generator: manner.generator, profile }
    }

    /// A server for every variant by the right rules.
    pub fn reference() -> Self {
        Self::new(variants::ALL.to_vec(), Manner::default())
    }

    /// The same server, answering nothing but what is listed here.
    #[must_use]
    pub fn only(mut self, can: impl IntoIterator<Item = Capability>) -> Self {
        self.profile.can = can.into_iter().collect();
        self
    }

    /// What the server says of itself.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Answers a line. `None` is the answer to `bye`.
    pub fn answer_line(&self, line: &str) -> Option<Answer> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match Request::parse(&words) {
            Ok(request) => self.answer(&request),
            Err(error) => {
                let text = error.to_string();
                let (code, detail) = text.split_once(' ').unwrap_or((&text, ""));
                Some(Answer::refusal(code, detail))
            }
        }
    }

    /// Answers a request. `None` is the answer to `bye`.
    pub fn answer(&self, request: &Request) -> Option<Answer> {
        match request {
            Request::Bye => None,
            Request::Hello(_) => {
                let end = crate::dcp::End::Ok(Some(u64::from(VERSION)));
                Some(Answer { rows: self.profile.rows(), end })
            }
            Request::About { question, .. } if !self.profile.can(asked_by(question)) => {
                Some(Answer::refusal("unsupported", question.word()))
            }
            Request::About { question: Question::Divide(depth) | Question::Perft(depth), .. }
                if *depth > MOST_PLIES =>
            {
                Some(Answer::refusal("usage", format!("DEPTH is at most {MOST_PLIES} here")))
            }
            Request::About { variant, fen, question } => Some(self.about(variant, fen, question)),
        }
    }

    fn about(&self, id: &str, text: &str, question: &Question) -> Answer {
        let found = self.variants.iter().find(|variant| variant.name == id);
        let (Some(variant), Some(manner)) = (found, self.profile.variant(id)) else {
            return Answer::refusal("unsupported", Quoted(id));
        };
        match variant.read(text) {
            Err(error) => Answer::refusal("position", format!("{} {}", error.problem.code(), error.problem)),
            Ok(position) => {
                let generator = Builtin::new(self.generator, variant);
                Table { variant, manner, generator, position }.answer(question)
            }
        }
    }
}

/// What a server must offer to be asked a question.
fn asked_by(question: &Question) -> Capability {
    match question {
        Question::Moves => Capability::Moves,
        Question::Divide(_) => Capability::Divide,
        Question::Perft(_) => Capability::Perft,
        Question::Apply(_) => Capability::Apply,
        Question::Result(moves) if moves.is_empty() => Capability::Result,
        Question::Result(_) => Capability::Game,
        Question::Echo => Capability::Echo,
    }
}

/// A position on the table, about which something is asked.
struct Table<'a> {
    variant: &'a Variant,
    manner: &'a Declared,
    generator: Builtin,
    position: Position,
}

impl Table<'_> {
    fn answer(&self, question: &Question) -> Answer {
        match question {
            Question::Moves => Answer::rows(self.moves()),
            Question::Divide(depth) => Answer::rows(self.divide(*depth)),
            Question::Perft(depth) => Answer::rows(vec![self.perft(&self.position, *depth).to_string()]),
            Question::Echo => Answer::rows(vec![self.write(&self.position)]),
            Question::Apply(text) => match self.find(&self.position, text) {
                Ok(played) => Answer::rows(vec![self.write(&self.generator.after(&self.position, &played))]),
                Err(error) => Answer::refusal("illegal", error),
            },
            Question::Result(moves) => match self.play(moves) {
                Ok(outcome) => Answer::rows(vec![outcome]),
                Err(error) => Answer::refusal("illegal", error),
            },
        }
    }

    fn write(&self, position: &Position) -> String {
        fen::write_named(position, self.manner.squares)
    }

    fn write_move(&self, played: &Move) -> String {
        notation::write(played, self.variant.board, self.manner.squares, self.manner.notation)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = self.generator.moves(&self.position, self.manner.counts);
        moves.sort();
        moves
            .iter()
            .map(|played| {
                format!(
                    "{} {}",
                    self.write_move(played),
                    self.write(&self.generator.after(&self.position, played))
                )
            })
            .collect()
    }

    fn perft(&self, position: &Position, depth: u32) -> u128 {
        let Declared { counts, finished_leaves, .. } = *self.manner;
        self.generator.leaves(position, depth, counts, finished_leaves)
    }

    fn divide(&self, depth: u32) -> Vec<String> {
        if depth == 0 {
            return Vec::new();
        }
        let mut moves = self.generator.moves(&self.position, self.manner.counts);
        moves.sort();
        moves
            .iter()
            .map(|played| {
                let leaves = self.perft(&self.generator.after(&self.position, played), depth - 1);
                format!("{} {leaves}", self.write_move(played))
            })
            .collect()
    }

    /// The legal move that a text in the declared notation means.
    fn find(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let board = self.variant.board;
        let routes = self.generator.moves(position, Counting::Route);
        if self.manner.notation == MoveForm::Hub {
            let spoken = notation::parse(text, board)?;
            let mut captured = spoken.squares[2..].to_vec();
            captured.sort_unstable();
            captured.dedup();
            let ends = &spoken.squares[..2];
            return routes
                .into_iter()
                .find(|route| [route.from, route.to] == ends && route.captured_set() == captured)
                .ok_or_else(|| MoveError::Illegal(text.to_owned()));
        }
        notation::find(text, board, &routes).cloned()
    }

    fn play(&self, moves: &[String]) -> Result<String, MoveError> {
        let mut game = Game::from(self.generator, self.position);
        for text in moves {
            if game.outcome().is_over() {
                return Err(MoveError::Illegal(text.clone()));
            }
            let played = self.find(game.position(), text)?;
            game.play(&played);
        }
        Ok(game.outcome().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(server: &Server, line: &str) -> Vec<String> {
        server.answer_line(line).unwrap().lines()
    }

    #[test]
    fn requests_are_answered_in_rows() {
        let server = Server::reference();
        assert_eq!(ask(&server, "moves arab W:Wa3,d4:Bd5,h8"), ["d4xd6 B:Wd6,a3:Bh8", "ok 1"]);
        assert_eq!(ask(&server, "perft international start 3"), ["658", "ok 1"]);
        assert_eq!(ask(&server, "perft international start 0"), ["1", "ok 1"]);
        assert_eq!(ask(&server, "echo diagonal W:WKe5,c1:Bg7,c3"), ["W:WK28,47:B19,37", "ok 1"]);
        assert_eq!(ask(&server, "result arab W:Wa3:Bh6"), ["draw one-piece-each", "ok 1"]);
    }

    #[test]
    fn what_cannot_be_answered_is_refused_with_its_kind() {
        let server = Server::reference();
        let first = |line: &str| ask(&server, line)[0].clone();
        assert!(first("moves frisian start").starts_with("err unsupported frisian"));
        assert!(first("dance").starts_with("err unsupported dance"));
        assert!(first("moves arab W:Wz9:Ba8").starts_with("err position bad-square"));
        assert!(first("apply arab start a3-b4").starts_with("err illegal"));
        assert!(first("perft arab start -3").starts_with("err usage"));
        for depth in ["256", "4000000000"] {
            assert_eq!(first(&format!("perft arab start {depth}")), "err usage DEPTH is at most 255 here");
            assert_eq!(first(&format!("divide arab start {depth}")), "err usage DEPTH is at most 255 here");
        }
        assert_eq!(ask(&server, "perft arab W:Wa3:Bh6 255"), ["0", "ok 1"]);
        assert_eq!(server.answer_line("bye"), None);
    }

    #[test]
    fn a_server_answers_only_what_it_is_to_offer() {
        let server = Server::reference().only([Capability::Divide]);
        assert_eq!(ask(&server, "moves arab start"), ["err unsupported moves"]);
        assert_eq!(ask(&server, "divide arab W:Wa3:Bh5,h6 1"), ["a3-a4 1", "a3-b3 1", "ok 2"]);
        assert!(ask(&server, "hello 1").contains(&"can divide".to_owned()));
    }

    #[test]
    fn a_changed_rule_changes_the_answers() {
        let mut arab = variants::ARAB;
        arab.rules.set("removal", "after-sequence").unwrap();
        let server = Server::new(vec![arab], Manner::default());
        let right = Server::reference();
        let line = "moves arab W:8/8/8/5b2/6b1/1b1b4/7w/3W4";
        assert_ne!(ask(&server, line), ask(&right, line));
    }

    #[test]
    fn moves_are_understood_in_the_declared_notation() {
        let manner = Manner { notation: Some(MoveForm::Hub), ..Manner::default() };
        let server = Server::new(vec![variants::INTERNATIONAL], manner);
        let rows = ask(&server, "moves international W:WK12:B7,18");
        assert_eq!(rows.len(), 7);
        for row in &rows[..6] {
            let (played, after) = row.split_once(' ').unwrap();
            let line = format!("apply international W:WK12:B7,18 {played}");
            assert_eq!(ask(&server, &line)[0], after);
        }
    }
}
