//! Legal ways to speak dcp/1, and the reference speaking in some of them. The test and the example
//! `quirky_engine` share this file.

use fastrand::Rng;
use harness::check::{Given, Spoken};
use harness::dcp::{Answer, Capability, Declared, End, Question, Request};
use harness::serve::{Manner, Server};
use reference_engine::fen;
use reference_engine::moves::Counting;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::piece::{Color, Kind};
use reference_engine::position::Position;
use reference_engine::variants::Variant;
use std::collections::BTreeSet;
use strum::{Display, EnumString, VariantArray};

/// One way in which an engine may differ from the reference without being wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Quirk {
    // The lines of an answer.
    ShuffledRows,
    Notes,
    CarriageReturns,
    BlanksAround,
    WideBlanks,
    ByteOrderMark,
    NoCount,
    MoreWords,
    BareRefusals,
    // The declaration.
    UnknownKeys,
    TurnedDeclaration,
    WordByWord,
    NoName,
    Undeclared,
    Misdeclared,
    // Positions.
    BlackFirst,
    ScatteredPieces,
    KingsFirst,
    Ranges,
    LastPoint,
    OtherNames,
    NoPositions,
    // Moves.
    Hub,
    Short,
    PicksOne,
    OtherSquares,
    ScatteredCaptures,
    HyphenCaptures,
    OtherWays,
    // Counts.
    CountsOrder,
    CountsRoute,
    FinishedLeaves,
    MovesOnce,
    // What can be asked.
    OnlyMoves,
    OnlyPerft,
    OnlyDivide,
    OnlyApply,
    OnlyResult,
    OnlyEcho,
    FinishedResults,
}

/// Some quirks at once, and the seed of whatever is left to chance in them.
#[derive(Clone, Debug, Default)]
pub struct Quirks {
    pub of: BTreeSet<Quirk>,
    pub seed: u64,
}

impl Quirks {
    pub fn of(quirks: impl IntoIterator<Item = Quirk>) -> Self {
        Self { of: quirks.into_iter().collect(), seed: 1 }
    }

    pub fn has(&self, quirk: Quirk) -> bool {
        self.of.contains(&quirk)
    }

    fn notation(&self) -> MoveForm {
        match (self.has(Quirk::Hub), self.has(Quirk::Short)) {
            (true, _) => MoveForm::Hub,
            (_, true) => MoveForm::Short,
            _ => MoveForm::Path,
        }
    }

    /// How the engine really counts, whatever it declares.
    pub fn counts(&self) -> Counting {
        match (self.has(Quirk::CountsRoute), self.has(Quirk::CountsOrder)) {
            (true, _) => Counting::Route,
            (_, true) => Counting::Order,
            _ => Counting::Unique,
        }
    }

    fn can(&self) -> Vec<Capability> {
        use Capability::{Apply, Divide, Echo, Game, Moves, Perft, Refuse, Result, Rows};
        let only = [
            (Quirk::OnlyMoves, Moves),
            (Quirk::OnlyPerft, Perft),
            (Quirk::OnlyDivide, Divide),
            (Quirk::OnlyApply, Apply),
            (Quirk::OnlyResult, Result),
            (Quirk::OnlyEcho, Echo),
        ];
        let some: Vec<Capability> =
            only.iter().filter(|(quirk, _)| self.has(*quirk)).map(|(_, can)| *can).collect();
        if some.is_empty() {
            vec![Moves, Divide, Perft, Apply, Result, Game, Echo, Refuse, Rows]
        } else {
            [vec![Moves], some].concat()
        }
    }
}

/// The reference with quirks.
pub struct Speaker {
    variant: Variant,
    quirks: Quirks,
    declared: Declared,
    server: Server,
    /// The same engine with every route, by its landing squares.
    routes: Server,
    /// The same engine with each move once.
    once: Server,
    random: Rng,
    has_spoken: bool,
}

impl Speaker {
    /// An engine that plays by the rules of this variant.
    pub fn new(variant: Variant, quirks: Quirks) -> Self {
        let customary = SquareNames::customary(variant.board);
        let squares = if quirks.has(Quirk::OtherSquares) { other(customary, &variant) } else { customary };
        let manner = Manner {
            notation: Some(quirks.notation()),
            squares: Some(squares),
            counts: quirks.counts(),
            finished_leaves: quirks.has(Quirk::FinishedLeaves),
            ..Manner::default()
        };
        let serve = |manner: Manner| Server::new(vec![variant], manner);
        let server = serve(manner);
        Self {
            variant,
            declared: server.profile().variants[0].clone(),
            server: server.only(quirks.can()),
            routes: serve(Manner { notation: Some(MoveForm::Path), counts: Counting::Route, ..manner }),
            once: serve(Manner { counts: Counting::Unique, ..manner }),
            random: Rng::with_seed(quirks.seed),
            quirks,
            has_spoken: false,
        }
    }

    /// What is written to a request, to the last byte; nothing to `bye`.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut answer = self.server.answer_line(line)?;
        match Request::parse(&words) {
            Ok(Request::Hello(_)) => answer.rows = self.declaration(&answer.rows),
            Ok(Request::About { fen, question, .. }) => {
                answer = self.about(line, &fen, &question, answer);
            }
            _ => {}
        }
        if self.quirks.has(Quirk::ShuffledRows) {
            self.random.shuffle(&mut answer.rows);
        }
        Some(self.written(&answer))
    }

    // The declaration.

    fn declaration(&mut self, rows: &[String]) -> Vec<String> {
        let mut declared: Vec<String> = Vec::new();
        for row in rows {
            let words: Vec<String> = row.split(' ').map(ToOwned::to_owned).collect();
            match words[0].as_str() {
                "engine" if self.quirks.has(Quirk::NoName) => {}
                "variant" => declared.push(self.variant_row(words)),
                "can" if self.quirks.has(Quirk::WordByWord) => {
                    declared.extend(words[1..].iter().map(|word| format!("can {word}")));
                }
                _ => declared.push(row.clone()),
            }
        }
        if self.quirks.has(Quirk::UnknownKeys) {
            declared = declared.into_iter().map(|row| format!("{row} colour=blue plays-chess")).collect();
            declared.push("tablebase pieces=5".to_owned());
            declared.push("variant id=lasca notation=towers squares=lasca counts=all".to_owned());
            declared.push("can".to_owned());
        }
        if self.quirks.has(Quirk::TurnedDeclaration) {
            declared.reverse();
        }
        declared
    }

    fn variant_row(&self, mut words: Vec<String>) -> String {
        if self.quirks.has(Quirk::Undeclared) {
            words.retain(|word| !word.starts_with("counts=") && !word.starts_with("leaves="));
        } else if self.quirks.has(Quirk::Misdeclared) {
            let counts = match self.quirks.counts() {
                Counting::Unique => Counting::Order,
                Counting::Order => Counting::Route,
                Counting::Route => Counting::Unique,
            };
            let leaves = if self.quirks.has(Quirk::FinishedLeaves) { "zero" } else { "one" };
            for word in &mut words {
                if word.starts_with("counts=") {
                    *word = format!("counts={counts}");
                } else if word.starts_with("leaves=") {
                    *word = format!("leaves={leaves}");
                }
            }
        }
        if self.quirks.has(Quirk::TurnedDeclaration) {
            words[1..].reverse();
        }
        words.join(" ")
    }

    // What is answered.

    fn about(&mut self, line: &str, text: &str, question: &Question, answer: Answer) -> Answer {
        let Ok(position) = self.variant.read(text) else { return answer };
        let picks = self.quirks.has(Quirk::PicksOne) && self.declared.notation == MoveForm::Short;
        let answer = match (&answer.end, question) {
            (End::Err { code, .. }, Question::Apply(played)) if picks && code == "illegal" => {
                self.picked("apply", &position, std::slice::from_ref(played)).unwrap_or(answer)
            }
            (End::Err { code, .. }, Question::Result(moves)) if picks && code == "illegal" => {
                self.picked("result", &position, moves).unwrap_or(answer)
            }
            _ => answer,
        };
        if answer.lines()[0].starts_with("err") {
            return answer;
        }
        let rows = match question {
            Question::Moves => {
                let rows = self.moves(line, &position, answer.rows);
                rows.iter().map(|row| self.move_row(row)).collect()
            }
            Question::Divide(_) => answer.rows.iter().map(|row| self.branch_row(row)).collect(),
            Question::Apply(_) | Question::Echo => answer.rows.iter().map(|row| self.position(row)).collect(),
            Question::Result(_)
                if self.quirks.has(Quirk::FinishedResults) && answer.rows[0].starts_with("ongoing") =>
            {
                return Answer::refusal("unsupported", "result");
            }
            _ => answer.rows,
        };
        Answer::rows(rows)
    }

    /// The rows of moves, of which some engines keep another way, or list each once though they count more.
    fn moves(&mut self, line: &str, position: &Position, rows: Vec<String>) -> Vec<String> {
        if self.quirks.has(Quirk::MovesOnce) {
            return self.once.answer_line(line).map(|answer| answer.rows).unwrap_or_default();
        }
        let by_path = self.declared.notation == MoveForm::Path && self.quirks.counts() == Counting::Unique;
        if !by_path || !self.quirks.has(Quirk::OtherWays) {
            return rows;
        }
        let mut ways = self.routes.answer_line(line).map(|answer| answer.rows).unwrap_or_default();
        self.random.shuffle(&mut ways);
        let mut kept: Vec<(Spoken, String)> = Vec::new();
        for way in ways {
            let spoken = Given::of_move(&way, position, MoveForm::Path).expect("a row is a move").spoken;
            if kept.iter().all(|(known, _)| *known != spoken) {
                kept.push((spoken, way));
            }
        }
        kept.into_iter().map(|(_, way)| way).collect()
    }

    /// An answer about moves of which one may mean several: one of them is taken.
    fn picked(&mut self, word: &str, position: &Position, moves: &[String]) -> Option<Answer> {
        let id = self.variant.name;
        let mut now = fen::write(position);
        let mut words = Vec::new();
        for played in moves {
            let mut ways = self.routes.answer_line(&format!("moves {id} {now}"))?.rows;
            self.random.shuffle(&mut ways);
            let squares: Vec<&str> = played.split(['x', '-']).collect();
            let way = ways.iter().find(|way| {
                let path = way.split(' ').next().unwrap_or_default();
                let path: Vec<&str> = path.split(['x', '-']).collect();
                [path[0], path[path.len() - 1]] == squares[..]
            })?;
            let (path, next) = way.split_once(' ')?;
            words.push(path.to_owned());
            next.clone_into(&mut now);
        }
        self.routes.answer_line(&format!("{word} {id} {} {}", fen::write(position), words.join(" ")))
    }

    fn move_row(&mut self, row: &str) -> String {
        let (played, next) = row.split_once(' ').expect("a move and the position after it");
        let played = self.move_text(played);
        if self.quirks.has(Quirk::NoPositions) { played } else { format!("{played} {}", self.position(next)) }
    }

    fn branch_row(&mut self, row: &str) -> String {
        let (played, leaves) = row.split_once(' ').expect("a move and a number");
        format!("{} {leaves}", self.move_text(played))
    }

    fn move_text(&mut self, text: &str) -> String {
        let mut squares: Vec<&str> = text.split(['x', '-']).collect();
        if self.quirks.has(Quirk::ScatteredCaptures) && self.declared.notation == MoveForm::Hub {
            self.random.shuffle(&mut squares[2..]);
        }
        let is_capture = text.contains('x') && !self.quirks.has(Quirk::HyphenCaptures);
        squares.join(if is_capture { "x" } else { "-" })
    }

    // Positions.

    fn position(&mut self, text: &str) -> String {
        let position = fen::read(text, self.variant.board).expect("the reference writes positions").position;
        let names = if self.quirks.has(Quirk::OtherNames) {
            other(self.declared.squares, &self.variant)
        } else {
            self.declared.squares
        };
        let [white, black] = [Color::White, Color::Black].map(|color| self.section(&position, color, names));
        let sections = if self.quirks.has(Quirk::BlackFirst) {
            format!("{black}:{white}")
        } else {
            format!("{white}:{black}")
        };
        let point = if self.quirks.has(Quirk::LastPoint) { "." } else { "" };
        format!("{}:{sections}{point}", position.turn().letter())
    }

    fn section(&mut self, position: &Position, color: Color, names: SquareNames) -> String {
        let board = position.board();
        let mut pieces: Vec<(usize, Kind, String)> = position
            .pieces_of(color)
            .map(|(square, kind)| (square.index(), kind, names.write(board, square)))
            .collect();
        let mut items: Vec<(Kind, String)> = Vec::new();
        while !pieces.is_empty() {
            let (index, kind, name) = pieces.remove(0);
            let follows = |place: usize| {
                let next = pieces.get(place)?;
                (next.0 == index + place + 1 && next.1 == kind).then(|| next.2.clone())
            };
            let run: Vec<String> = (0..pieces.len()).map_while(follows).collect();
            let prefix = if kind == Kind::King { "K" } else { "" };
            match run.last() {
                Some(last) if names == SquareNames::Numeric && self.quirks.has(Quirk::Ranges) => {
                    items.push((kind, format!("{prefix}{name}-{last}")));
                    pieces.drain(..run.len());
                }
                _ => items.push((kind, format!("{prefix}{name}"))),
            }
        }
        if self.quirks.has(Quirk::ScatteredPieces) {
            self.random.shuffle(&mut items);
        }
        if self.quirks.has(Quirk::KingsFirst) {
            items.sort_by_key(|(kind, _)| *kind != Kind::King);
        }
        let items: Vec<String> = items.into_iter().map(|(_, text)| text).collect();
        format!("{}{}", color.letter(), items.join(","))
    }

    // Lines.

    fn written(&mut self, answer: &Answer) -> String {
        let mut rows = answer.rows.clone();
        if self.quirks.has(Quirk::MoreWords) {
            // The second word of a row is known; more than that is not.
            rows = rows.into_iter().map(|row| self.with_more_words(row)).collect();
        }
        let last = Answer { rows: Vec::new(), end: answer.end.clone() }.lines().remove(0);
        rows.push(self.last_line(&last));
        if self.quirks.has(Quirk::Notes) {
            for _ in 0..3 {
                let place = self.random.usize(..rows.len());
                let note = ["# thinking", "#", "#ok 7", "# err position bad"][self.random.usize(..4)];
                rows.insert(place, note.to_owned());
            }
        }
        let mut text = String::new();
        if self.quirks.has(Quirk::ByteOrderMark) && !std::mem::replace(&mut self.has_spoken, true) {
            text.push('\u{feff}');
        }
        for row in rows {
            text.push_str(&self.line(row));
        }
        text
    }

    fn with_more_words(&self, row: String) -> String {
        // Behind a move without a position, a word would be taken for one.
        let is_bare = self.quirks.has(Quirk::NoPositions) && !row.contains(' ') && row.contains(['x', '-']);
        if is_bare && !row.contains(':') { row } else { format!("{row} ms=3 best") }
    }

    fn last_line(&self, line: &str) -> String {
        let mut words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "ok" if self.quirks.has(Quirk::NoCount) => words.truncate(1),
            "ok" if self.quirks.has(Quirk::MoreWords) => words.extend(["in", "3", "ms"]),
            "err" if self.quirks.has(Quirk::BareRefusals) && words[1] != "unsupported" => words.truncate(2),
            _ => {}
        }
        words.join(" ")
    }

    fn line(&mut self, mut line: String) -> String {
        if self.quirks.has(Quirk::WideBlanks) {
            line = line.replace(' ', ["  ", "\t", " \t  "][self.random.usize(..3)]);
        }
        if self.quirks.has(Quirk::BlanksAround) {
            line = format!(
                "{}{line}{}",
                ["", " ", "\t"][self.random.usize(..3)],
                [" ", "  \t"][self.random.usize(..2)]
            );
        }
        let end = if self.quirks.has(Quirk::CarriageReturns) { "\r\n" } else { "\n" };
        line + end
    }
}

/// The other way to call squares, where the board has both.
fn other(names: SquareNames, variant: &Variant) -> SquareNames {
    match (names, SquareNames::customary(variant.board)) {
        (SquareNames::Algebraic, SquareNames::Numeric) => SquareNames::Numeric,
        _ => SquareNames::Algebraic,
    }
}
