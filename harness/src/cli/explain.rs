//! `huff explain`: a ruling, a case, a position or a move in words.

use super::arguments::{find_variant, nearest};
use super::explained::{self, Asked};
use super::out::Out;
use super::suite::{SuiteArguments, find_case};
use super::{CliError, Exit};
use crate::explain::Topic;
use clap::Args;
use reference_engine::notation::{self, SquareNames};
use reference_engine::rules::Rules;
use reference_engine::rulings;
use reference_engine::variants::{self, Variant};

/// Explains a ruling, a case, a position, or why a move is legal or not.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff explain removal-at-once                     a ruling, with what a misreading of it would be
  huff explain arab                                every ruling of a variant
  huff explain arab crowning                       the ruling behind a rule, as in `huff rules arab`
  huff explain arab/near-misses/about-turn         a case: what it asks, and which misreadings it tells apart
  huff explain arab W:Wa3,d4:Bd5,h8                a position: its moves, and the rules that matter there
  huff explain arab W:Wa3,d4:Bd5,h8 a3-a4          a move: which rule refuses it

A move is written as landing squares, as start and end, or as these and the captured squares. The exit code
is 0 whether the move is legal or not.")]
pub struct Arguments {
    /// A ruling, a case, or a variant.
    #[arg(value_name = "RULING|CASE|VARIANT")]
    what: String,
    /// A ruling, a rule or a position of the variant: PDN FEN, rows, a Hub string, or `start`.
    #[arg(value_name = "RULING|POSITION")]
    of_it: Option<String>,
    /// A move of the position.
    #[arg(value_name = "MOVE")]
    played: Option<String>,
    #[command(flatten)]
    suite: SuiteArguments,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    match (&arguments.of_it, &arguments.played) {
        (None, _) => one(arguments, out)?,
        (Some(of_it), None) => two(arguments, &find_variant(&arguments.what)?, of_it, out)?,
        (Some(text), Some(played)) => {
            let variant = find_variant(&arguments.what)?;
            let position = variant.read(text)?;
            let text = notation::parse(played, variant.board)?;
            // As the user calls the squares, so does the answer.
            let names = names_in(played).unwrap_or(SquareNames::customary(variant.board));
            explained::played(&variant, &position, &text, (played, names), out)?;
        }
    }
    Ok(Exit::AsExpected)
}

/// A case, a variant, or a ruling wherever it holds.
fn one(arguments: &Arguments, out: &mut Out) -> Result<(), CliError> {
    let what = arguments.what.as_str();
    if what.contains('/') {
        let suite = arguments.suite.load()?;
        return Ok(explained::case(find_case(&suite, what)?, out)?);
    }
    if let Some(variant) = variants::find(what) {
        return Ok(explained::rulings(&variant, out)?);
    }
    let topics = Topic::everywhere(what);
    if topics.is_empty() {
        let names = known_rulings(|_| true).chain(variants::ALL.iter().map(|variant| variant.name));
        return Err(unknown(what, names, String::new()));
    }
    topics_of(arguments, &topics, Asked::Everywhere, out)
}

/// A ruling, a rule or a position of a variant.
fn two(arguments: &Arguments, variant: &Variant, of_it: &str, out: &mut Out) -> Result<(), CliError> {
    let field = of_it.split_once('=').map_or(of_it, |(field, _)| field);
    let id = variant.rulings.get(field).unwrap_or(of_it);
    if let Some(topic) = Topic::of_variant(variant, id) {
        return topics_of(arguments, &[topic], Asked::OfVariant, out);
    }
    let elsewhere = Topic::everywhere(id);
    if !elsewhere.is_empty() {
        let names = elsewhere.iter().flat_map(|topic| topic.ruling.variants).copied();
        let names = names.collect::<Vec<_>>().join(", ");
        let message = format!("the ruling `{id}` does not hold for {}; it holds for {names}", variant.name);
        return Err(CliError::Usage(message));
    }
    if is_name(of_it) {
        let names = known_rulings(|ruling| ruling.variants.contains(&variant.name));
        return Err(unknown(
            of_it,
            names.chain(Rules::FIELDS.iter().copied()),
            format!(" of {}", variant.name),
        ));
    }
    let position = variant.read(of_it)?;
    // Rows have no squares to be called, but letters before numbers.
    let is_fen = of_it.matches(':').count() == 2;
    let names = if is_fen { of_it.split([':', ',']).find_map(names_in) } else { None };
    Ok(explained::position(variant, &position, names.unwrap_or(SquareNames::customary(variant.board)), out)?)
}

fn topics_of(arguments: &Arguments, topics: &[Topic], asked: Asked, out: &mut Out) -> Result<(), CliError> {
    let suite = arguments.suite.load()?;
    for topic in topics {
        explained::ruling(topic, asked, &suite, out)?;
    }
    Ok(())
}

/// How squares are called in a text that begins with one, perhaps behind the letters of a side and a king.
fn names_in(text: &str) -> Option<SquareNames> {
    match text.trim_start_matches(['W', 'B', 'K']).chars().next()? {
        'a'..='z' => Some(SquareNames::Algebraic),
        '0'..='9' => Some(SquareNames::Numeric),
        _ => None,
    }
}

/// Whether a word looks like the name of a ruling and not like a position.
fn is_name(word: &str) -> bool {
    word != "start"
        && word.len() < 45
        && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
}

fn known_rulings(holds: impl Fn(&rulings::Ruling) -> bool) -> impl Iterator<Item = &'static str> {
    rulings::ALL.iter().filter(move |ruling| holds(ruling)).map(|ruling| ruling.id)
}

fn unknown<'a>(name: &str, names: impl Iterator<Item = &'a str>, of: String) -> CliError {
    CliError::UnknownRuling { name: name.to_owned(), of, nearest: nearest(name, names) }
}
