//! `huff compare`: where two engines part, and on which rule.

use super::arguments::find_variant;
use super::engine::command_of;
use super::limits::LimitArguments;
use super::out::Out;
use super::suite::SuiteArguments;
use super::{CliError, Exit};
use crate::check::Limits;
use crate::compare::{Comparison, Decision, Parting, Plan, compare};
use crate::interrupt;
use crate::json;
use crate::picture;
use crate::reading::reads_positions;
use crate::report::Terminal;
use crate::subject::{Fault, Session, Subject};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reference_engine::fen;
use reference_engine::notation::SquareNames;
use reference_engine::position::Position;
use reference_engine::quote::plain;
use reference_engine::rules::Setting;
use reference_engine::rulings;
use reference_engine::variants::Variant;
use serde_json::{Value, json};
use std::io::Write;

/// Finds where two engines part, and names the rule that they read differently.
///
/// Both are asked for their moves in the positions of the fixtures and then in random games. Neither is
/// taken to be right.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff compare --engine ./my-engine --engine ./other-engine --variant arab
  huff compare --engine ./old --engine ./new --variant diagonal --random 200 --seed 7
  huff compare --engine ./my-engine --engine 'huff serve --rule majority=free' --variant arab

Exit codes: 0 they agree everywhere; 1 they part, one gave no answer, or nothing was asked; 2 usage; 3 an engine could not be
started or does not read positions as they are meant.")]
pub struct Arguments {
    /// A command that starts an engine, as for `huff verify`; given twice.
    #[arg(long = "engine", value_name = "CMD", required = true)]
    engines: Vec<String>,
    /// The variant.
    #[arg(long, value_name = "NAME")]
    variant: String,
    /// How many random games are played after the fixtures' positions.
    #[arg(long, value_name = "N", default_value_t = 20)]
    random: u32,
    /// Makes other games.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many plies a random game has at most.
    #[arg(long, value_name = "D", default_value_t = 60)]
    depth: u32,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    suite: SuiteArguments,
    /// Writes one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let [first, second] = &arguments.engines[..] else {
        return Err(CliError::Usage("two engines are compared: give --engine twice".to_owned()));
    };
    let variant = find_variant(&arguments.variant)?;
    let suite = arguments.suite.load()?;
    let limits = arguments.limits.limits();
    interrupt::listen();
    out.outlive();
    let mut first = start(first, &variant, limits, arguments)?;
    let mut second = start(second, &variant, limits, arguments)?;
    let (games, plies, seed) = (arguments.random, arguments.depth, arguments.seed);
    let plan = Plan { variant, games, plies, seed, limits };
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {pos} positions compared{msg}, {per_sec}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    let mut parted = 0;
    let comparison = compare(&mut first, &mut second, &suite, &plan, |parts| {
        if parts {
            parted += 1;
            bar.set_message(format!(", {parted} of them answered differently"));
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    let shown = Shown {
        variant,
        commands: &arguments.engines,
        titles: [first.profile().title(), second.profile().title()],
        comparison: &comparison,
    };
    if arguments.json {
        json::write(&shown.json(), out)?;
        writeln!(out)?;
    } else {
        shown.text(out)?;
    }
    Ok(exit(&comparison))
}

fn start(text: &str, variant: &Variant, limits: Limits, arguments: &Arguments) -> Result<Session, CliError> {
    let mut engine = arguments.limits.session(command_of(text)?)?;
    if engine.profile().variant(variant.name).is_none() {
        let message = format!("the engine `{text}` does not declare the variant {}", variant.name);
        return Err(CliError::Usage(message));
    }
    reads_positions(&mut engine, variant, limits)?;
    Ok(engine)
}

fn exit(comparison: &Comparison) -> Exit {
    match &comparison.ended_early {
        Some(Fault::Interrupted) => Exit::Interrupted,
        Some(_) => Exit::NoEngine,
        None if comparison.agrees() => Exit::AsExpected,
        None => Exit::Failures,
    }
}

/// A comparison as it is shown.
struct Shown<'a> {
    variant: Variant,
    commands: &'a [String],
    titles: [String; 2],
    comparison: &'a Comparison,
}

/// What the two engines are called here.
const SIDES: [&str; 2] = ["first", "second"];
/// Positions without an answer before the list is cut.
const MOST: usize = 5;

impl Shown<'_> {
    fn text(&self, out: &mut Out) -> Result<(), CliError> {
        for parting in &self.comparison.partings {
            self.parting(parting, out)?;
        }
        if self.comparison.not_looked_into > 0 {
            writeln!(out, "and {} positions more at which they part\n", self.comparison.not_looked_into)?;
        }
        for ((side, title), command) in SIDES.iter().zip(&self.titles).zip(self.commands) {
            writeln!(out, "{side:<8} {}: {}", plain(title), plain(command))?;
        }
        for (position, side, reason) in self.comparison.unanswered.iter().take(MOST) {
            let text = self.write(position);
            writeln!(out, "no answer of the {} engine at {text}: {reason}", SIDES[*side])?;
        }
        if self.comparison.unanswered.len() > MOST {
            writeln!(out, "… and {} more without an answer", self.comparison.unanswered.len() - MOST)?;
        }
        if let Some(fault) = &self.comparison.ended_early {
            writeln!(out, "ended early: {fault}")?;
        }
        let Comparison { compared, parted, .. } = self.comparison;
        let verdict = match (compared, parted) {
            (0, _) => "so that nothing is known".to_owned(),
            (_, 0) => "they agree in all".to_owned(),
            (_, parted) => format!("they part in {parted}"),
        };
        Ok(writeln!(out, "{}: {compared} positions compared, {verdict}", self.variant.name)?)
    }

    fn parting(&self, parting: &Parting, out: &mut Out) -> Result<(), CliError> {
        writeln!(out, "PART  {}   {}\n", parting.origin, parting.headline)?;
        writeln!(out, "   {}\n", self.write(&parting.position))?;
        for line in picture::draw(&parting.position, self.names()).lines() {
            writeln!(out, "   {line}")?;
        }
        writeln!(out)?;
        Terminal { all: false, ..Terminal::default() }.side_by_side(&parting.rows, SIDES, out)?;
        if parting.position != parting.met {
            let pieces = |position: &Position| position.pieces().count();
            let (before, after) = (pieces(&parting.met), pieces(&parting.position));
            writeln!(out, " shrunk     from {before} pieces to {after}")?;
        }
        for decision in &parting.decisions {
            self.decision(decision, out)?;
        }
        if parting.decisions.is_empty() {
            writeln!(out, " rule       no rule that we know tells the two apart")?;
        }
        let (explained, parted) = (parting.accounts_for, self.comparison.parted);
        if !parting.decisions.is_empty() {
            writeln!(out, "            accounts for {explained} of {parted} positions at which they part")?;
        }
        Ok(writeln!(out)?)
    }

    fn decision(&self, decision: &Decision, out: &mut Out) -> Result<(), CliError> {
        writeln!(out, " rule       {}", decision.field)?;
        for (side, answers) in SIDES.iter().zip(&decision.answers) {
            writeln!(out, "   {side:<8} {}", listed(answers))?;
        }
        let reference = &decision.reference;
        let id = self.variant.rulings.get(decision.field).unwrap_or_default();
        let firmness = rulings::find(self.variant.name, id).map(|ruling| ruling.firmness.to_string());
        writeln!(
            out,
            "            by the reference's reading {} ({id}, {})",
            reference.value,
            firmness.unwrap_or_default()
        )?;
        if let Some(besides) = &decision.besides {
            writeln!(out, "            if both read {besides}: {}", besides.sentence)?;
        }
        Ok(())
    }

    fn names(&self) -> SquareNames {
        SquareNames::customary(self.variant.board)
    }

    fn write(&self, position: &Position) -> String {
        fen::write_named(position, self.names())
    }

    fn json(&self) -> Value {
        let engines = self.titles.iter().zip(self.commands);
        json!({
            "variant": self.variant.name,
            "engines": engines
                .map(|(title, command)| json!({ "engine": title, "command": command }))
                .collect::<Vec<_>>(),
            "compared": self.comparison.compared,
            "parted": self.comparison.parted,
            "partings": self.comparison.partings.iter().map(|it| self.parting_json(it)).collect::<Vec<_>>(),
            "not_looked_into": self.comparison.not_looked_into,
            "unanswered": self
                .comparison
                .unanswered
                .iter()
                .map(|(position, side, reason)| {
                    json!({ "position": self.write(position), "engine": side + 1, "reason": reason })
                })
                .collect::<Vec<_>>(),
            "ended_early": self.comparison.ended_early.as_ref().map(ToString::to_string),
        })
    }

    fn parting_json(&self, parting: &Parting) -> Value {
        let decisions = parting.decisions.iter().map(|decision| {
            json!({
                "rule": decision.field,
                "first": values(&decision.answers[0]),
                "second": values(&decision.answers[1]),
                "reference": decision.reference.value,
                "ruling": self.variant.rulings.get(decision.field),
                "besides": decision.besides.map(|besides| besides.to_string()),
            })
        });
        json!({
            "origin": parting.origin,
            "met": self.write(&parting.met),
            "position": self.write(&parting.position),
            "message": parting.headline,
            "rows": parting.rows.iter().map(|row| json!({ "first": row.expected, "second": row.given })).collect::<Vec<_>>(),
            "rules": decisions.collect::<Vec<_>>(),
            "accounts_for": parting.accounts_for,
        })
    }
}

fn values(answers: &[Setting]) -> Vec<&'static str> {
    answers.iter().map(|answer| answer.value).collect()
}

fn listed(answers: &[Setting]) -> String {
    let texts = answers.iter().map(|answer| format!("{}: {}", answer.value, answer.sentence));
    texts.collect::<Vec<_>>().join("; or ")
}
