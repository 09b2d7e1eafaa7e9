//! What `huff explain` writes.

use crate::builtin::{Builtin, BuiltinName};
use crate::check::describe;
use crate::diagnose::Misreading;
use crate::explain::{Answer, Explainer, InPlay, Refusal, Topic, in_play};
use crate::fixture::{Loaded, Question, Suite};
use crate::picture;
use reference_engine::fen;
use reference_engine::game::Game;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::{self, MoveForm, MoveText, SquareNames};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Setting;
use reference_engine::rulings::{self, Ruling};
use reference_engine::variants::Variant;
use std::io::{self, Write};

/// Rows of a list before it is cut.
const ROWS: usize = 14;
/// Moves that are named of those that a changed rule adds or forbids.
const NAMED: usize = 3;
/// Pairs of misreadings before the list is cut.
const PAIRS: usize = 4;

/// How a ruling was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// By its id alone.
    Everywhere,
    /// For one variant.
    OfVariant,
}

/// Every ruling of a variant, in a line each.
pub fn rulings(variant: &Variant, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}\n", variant.name, variant.summary)?;
    for ruling in rulings::ALL.iter().filter(|ruling| ruling.variants.contains(&variant.name)) {
        writeln!(out, "{}", stated(ruling))?;
    }
    Ok(())
}

/// A ruling: what it says, what decides it, and a case that shows it.
pub fn ruling(topic: &Topic, asked: Asked, suite: &Suite, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<&str> = topic.variants.iter().map(|variant| variant.name).collect();
    writeln!(out, "{}   {}   {}\n", topic.ruling.id, topic.ruling.firmness, names.join(", "))?;
    writeln!(out, "   {}\n", topic.ruling.sentence)?;
    let only = |held: &[&str]| match asked {
        Asked::Everywhere if held.len() < names.len() => format!("  [{}]", held.join(", ")),
        _ => String::new(),
    };
    let rules = topic.rules();
    for (index, (setting, held)) in rules.iter().enumerate() {
        line(out, first(index, "rule"), &format!("{}{}", answered(setting), only(held)))?;
    }
    if rules.is_empty() {
        line(out, "rule", "none of `huff rules` turns on it")?;
    }
    for (index, misreading) in topic.misreadings().iter().enumerate() {
        let (setting, held) = misreading;
        line(out, first(index, "misread"), &format!("{}{}", answered(setting), only(held)))?;
        if let Some(reason) = topic.unobservable(misreading) {
            line(out, "", &format!("  (no position shows it: {reason})"))?;
        }
    }
    let cases = topic.cases(suite);
    for (index, loaded) in cases.iter().take(ROWS).enumerate() {
        line(out, first(index, "cases"), &loaded.case.id)?;
    }
    if cases.len() > ROWS {
        line(out, "", &format!("… and {} more", cases.len() - ROWS))?;
    }
    if let Some(example) = topic.example(suite) {
        writeln!(out, "\nexample: {}\n", example.case.id)?;
        question(example, out)?;
    }
    writeln!(out)
}

/// A case: what it asks, the answer, and what it is for.
pub fn case(loaded: &Loaded, out: &mut dyn Write) -> io::Result<()> {
    let case = &loaded.case;
    writeln!(out, "{}   {}   {}\n", case.id, case.level, case.question.kind())?;
    question(loaded, out)?;
    if let Some(reason) = &case.withdrawn {
        line(out, "withdrawn", reason)?;
    }
    let named = case.rulings.iter().filter_map(|id| rulings::find(loaded.variant.name, id));
    for (index, ruling) in named.enumerate() {
        line(out, first(index, "rulings"), &stated(ruling))?;
    }
    if !case.note.is_empty() {
        line(out, "note", &case.note)?;
    }
    let changes = loaded.variant.rules.one_field_changes().into_iter().map(|(change, _)| change);
    let told_apart = changes.filter(|change| case.kills.contains(&change.to_string()));
    for (index, change) in told_apart.enumerate() {
        line(out, first(index, "tells"), &answered(&change))?;
    }
    if case.kills.is_empty() {
        line(out, "tells", "no misreading of one rule from the right rules")?;
    }
    Ok(())
}

/// A position: its moves, and which rules matter there.
pub fn position(
    variant: &Variant,
    position: &Position,
    names: SquareNames,
    out: &mut dyn Write,
) -> io::Result<()> {
    board(position, names, out)?;
    moves(variant, position, names, out)?;
    let found = in_play(variant, position);
    let mut told = Vec::new();
    for id in found.iter().filter_map(|it| variant.rulings.get(it.change.field)) {
        if told.contains(&id) {
            continue;
        }
        told.push(id);
        if let Some(ruling) = rulings::find(variant.name, id) {
            writeln!(out)?;
            line(out, "ruling", &stated(ruling))?;
        }
        for it in found.iter().filter(|it| variant.rulings.get(it.change.field) == Some(id)) {
            line(out, "misread", &answered(&it.change))?;
            line(out, "", &format!("  {}", consequence(it, variant, names)))?;
        }
    }
    if found.is_empty() {
        line(out, "rulings", "no misreading of one rule would change anything here")?;
    }
    Ok(())
}

/// Whether a move is legal, and why; given as it was read and as it was written, with what its squares are called.
pub fn played(
    variant: &Variant,
    position: &Position,
    text: &MoveText,
    (given, names): (&str, SquareNames),
    out: &mut dyn Write,
) -> io::Result<()> {
    board(position, names, out)?;
    let explainer = Explainer::new(variant, position);
    match explainer.answer(text) {
        Answer::Legal(meant) => {
            writeln!(out, "{given} is legal\n")?;
            legal(variant, position, &meant, names, out)?;
            misread("refused if", &explainer.misreadings(text), out)
        }
        Answer::Illegal(refusal) => {
            let sentence = refusal.reason.sentence(&variant.rules, variant.board, names);
            writeln!(out, "{given} is not legal: {sentence}\n")?;
            illegal(variant, text, &refusal, names, out)?;
            misread("played if", &explainer.misreadings(text), out)?;
            writeln!(out)?;
            moves(variant, position, names, out)
        }
    }
}

fn legal(
    variant: &Variant,
    position: &Position,
    meant: &[Move],
    names: SquareNames,
    out: &mut dyn Write,
) -> io::Result<()> {
    let rulebook = Rulebook::new(variant.rules);
    if meant.len() > 1 {
        line(out, "note", "it may mean any of these moves: write every landing square")?;
    }
    for played in meant {
        let next = fen::write_named(&rulebook.after(position, played), names);
        line(out, "move", &spelled(played, variant, names))?;
        line(out, "leads to", &next)?;
    }
    Ok(())
}

fn illegal(
    variant: &Variant,
    text: &MoveText,
    refusal: &Refusal,
    names: SquareNames,
    out: &mut dyn Write,
) -> io::Result<()> {
    if refusal.path != text.squares {
        let path: Vec<String> = refusal.path.iter().map(|at| names.write(variant.board, *at)).collect();
        line(out, "read as", &path.join("x"))?;
    }
    if let Some(ruling) = refusal.ruling {
        line(out, "ruling", &stated(ruling))?;
    }
    Ok(())
}

/// Misreadings with a word that says what they would do.
fn misread(word: &str, misreadings: &[Misreading], out: &mut dyn Write) -> io::Result<()> {
    let is_pair = misreadings.first().is_some_and(|first| first.changes.len() > 1);
    let most = if is_pair { PAIRS } else { misreadings.len() };
    for (index, misreading) in misreadings.iter().take(most).enumerate() {
        let label = if index == 0 { word } else { "or" };
        let fault = if misreading.changes.iter().any(|change| change.is_fault) { "  (a fault)" } else { "" };
        line(out, label, &format!("{misreading}: {}{fault}", misreading.sentence()))?;
    }
    if misreadings.len() > most {
        line(out, "", &format!("… and {} other pairs", misreadings.len() - most))?;
    }
    Ok(())
}

/// What a case asks, on its board, with the answer.
fn question(loaded: &Loaded, out: &mut dyn Write) -> io::Result<()> {
    let (case, variant, names) = (&loaded.case, &loaded.variant, loaded.names);
    let position = match variant.read(&case.position) {
        Ok(position) => position,
        Err(error) => {
            writeln!(out, "   {}\n", case.position.escape_debug())?;
            line(out, "question", "is this refused?")?;
            return line(out, "answer", &format!("it is: {error}"));
        }
    };
    board(&position, names, out)?;
    match &case.question {
        Question::Moves => line(out, "question", "which moves are legal?")?,
        Question::Apply { played } => {
            line(out, "question", &format!("which position comes of {played}?"))?;
            return applied(variant, &position, played, names, out);
        }
        Question::Illegal { played } => {
            line(out, "question", &format!("is {played} refused?"))?;
            return refused(variant, &position, played, names, out);
        }
        Question::Perft { depths } => {
            line(out, "question", &format!("how many leaves are there to depth {depths}?"))?;
            return counted(variant, &position, *depths, out);
        }
        Question::Divide { depth } => {
            line(out, "question", &format!("how many leaves are there below each move, to depth {depth}?"))?;
        }
        Question::Outcome { moves } => {
            let after = if moves.is_empty() { String::new() } else { format!(" after {}", moves.join(" ")) };
            line(out, "question", &format!("what is the result{after}?"))?;
            return ended(variant, &position, moves, out);
        }
        Question::Refuse => line(out, "question", "is this refused?")?,
    }
    moves(variant, &position, names, out)
}

fn applied(
    variant: &Variant,
    position: &Position,
    played: &str,
    names: SquareNames,
    out: &mut dyn Write,
) -> io::Result<()> {
    let rulebook = Rulebook::new(variant.rules);
    let routes = rulebook.moves(position, Counting::Route);
    // Fixtures are loaded only where their moves are legal.
    let Ok(found) = notation::find(played, variant.board, &routes) else { return Ok(()) };
    line(out, "answer", &fen::write_named(&rulebook.after(position, found), names))?;
    line(out, "move", &spelled(found, variant, names))
}

fn refused(
    variant: &Variant,
    position: &Position,
    played: &str,
    names: SquareNames,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Ok(text) = notation::parse(played, variant.board) else { return Ok(()) };
    if let Answer::Illegal(refusal) = Explainer::new(variant, position).answer(&text) {
        let sentence = refusal.reason.sentence(&variant.rules, variant.board, names);
        line(out, "answer", &format!("it is: {sentence}"))?;
    }
    moves(variant, position, names, out)
}

fn counted(variant: &Variant, position: &Position, depths: u32, out: &mut dyn Write) -> io::Result<()> {
    let generator = Builtin::new(BuiltinName::Fast, variant);
    for depth in 1..=depths {
        let leaves = generator.perft(position, depth, Counting::Unique);
        line(out, first(depth as usize - 1, "answer"), &format!("{depth} {leaves}"))?;
    }
    Ok(())
}

fn ended(variant: &Variant, position: &Position, moves: &[String], out: &mut dyn Write) -> io::Result<()> {
    let mut game = Game::from(Rulebook::new(variant.rules), *position);
    for played in moves {
        let routes = game.moves(Counting::Route);
        let Ok(found) = notation::find(played, variant.board, &routes) else { return Ok(()) };
        game.play(found);
    }
    line(out, "answer", &game.outcome().to_string())
}

fn board(position: &Position, names: SquareNames, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "   {}\n", fen::write_named(position, names))?;
    for line in picture::draw(position, names).lines() {
        writeln!(out, "   {line}")?;
    }
    writeln!(out)
}

fn moves(variant: &Variant, position: &Position, names: SquareNames, out: &mut dyn Write) -> io::Result<()> {
    let rulebook = Rulebook::new(variant.rules);
    let mut moves = rulebook.moves(position, Counting::Unique);
    moves.sort();
    for (index, played) in moves.iter().take(ROWS).enumerate() {
        line(out, first(index, "moves"), &spelled(played, variant, names))?;
    }
    if moves.len() > ROWS {
        line(out, "", &format!("… and {} more (`huff moves` lists them)", moves.len() - ROWS))?;
    }
    if moves.is_empty() {
        line(out, "moves", &format!("none: {}", rulebook.outcome(position)))?;
    }
    Ok(())
}

/// A move by its landing squares, with what it does.
fn spelled(played: &Move, variant: &Variant, names: SquareNames) -> String {
    let text = notation::write(played, variant.board, names, MoveForm::Path);
    let captured: Vec<String> =
        played.captured_set().iter().map(|square| names.write(variant.board, *square)).collect();
    let takes = if captured.is_empty() { String::new() } else { format!("  takes {}", captured.join(" ")) };
    let crowned = if played.crowns { "  and is crowned" } else { "" };
    format!("{text}{takes}{crowned}")
}

fn consequence(it: &InPlay, variant: &Variant, names: SquareNames) -> String {
    let some = |moves: &[Move]| {
        let say = |it: &Move| describe(variant.board, names, it.from, it.to, &it.captured_set());
        let spoken: Vec<String> = moves.iter().take(NAMED).map(say).collect();
        let more = moves.len().saturating_sub(NAMED);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{rest}", spoken.join(", "))
    };
    let mut parts = Vec::new();
    for (word, moves) in [("adds", &it.added), ("forbids", &it.lost), ("leads elsewhere by", &it.altered)] {
        if !moves.is_empty() {
            parts.push(format!("{word} {}", some(moves)));
        }
    }
    parts.extend(it.outcome.map(|outcome| format!("the result is {outcome}")));
    parts.join("; ")
}

fn stated(ruling: &Ruling) -> String {
    format!("{} ({}, {})", ruling.sentence, ruling.id, ruling.firmness)
}

fn answered(setting: &Setting) -> String {
    let fault = if setting.is_fault { "  (a fault)" } else { "" };
    format!("{setting}: {}{fault}", setting.sentence)
}

/// The label of the first line of a list, and none for the others.
const fn first(index: usize, label: &'static str) -> &'static str {
    if index == 0 { label } else { "" }
}

fn line(out: &mut dyn Write, label: &str, text: &str) -> io::Result<()> {
    let line = format!(" {label:<10} {text}");
    writeln!(out, "{}", line.trim_end())
}
