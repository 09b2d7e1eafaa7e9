//! `huff replay`: one case, shown in full whatever comes of it.

use super::arguments::{RuleArguments, find_variant};
use super::choice::one_of;
use super::engine::EngineArguments;
use super::exit::unless_unjudged;
use super::out::Out;
use super::suite::{SuiteArguments, find_case};
use super::{CliError, Exit};
use crate::builtin::BuiltinName;
use crate::diagnose::diagnose;
use crate::fixture::Loaded;
use crate::interrupt;
use crate::property::{self, Law};
use crate::report::Terminal;
use crate::subject::Subject;
use crate::verify::{Plan, Run, verify};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use std::io::Write;
use strum::VariantArray;

/// Puts one case, or the question for the moves of a position, to an engine and shows what comes of it.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("what").required(true))]
#[command(after_help = "\
Examples:
  huff replay arab/near-misses/about-turn --engine ./my-engine
  huff replay arab/near-misses/about-turn                   what the reference answers
  huff replay arab/near-misses/about-turn --builtin fast    what the other generator answers
  huff replay --variant arab --position W:Wa3,d4:Bd5,h8 --engine ./my-engine
  huff replay --variant arab --position W:Wa3,d4:Bd5,h8 --law half-turn --engine ./my-engine

What depends on earlier questions need not come again here, but with the whole run: the last lines of
`huff verify --random` say its seed.")]
pub struct Arguments {
    /// Id of the case.
    #[arg(group = "what")]
    case: Option<String>,
    /// A position that stands in no fixture: PDN FEN, rows, a Hub string, or `start`.
    #[arg(long, value_name = "FEN", group = "what", requires = "variant")]
    position: Option<String>,
    /// The variant of the position.
    #[arg(long, value_name = "NAME", requires = "position", conflicts_with = "case")]
    variant: Option<String>,
    /// Tries a law in the position instead of asking for its moves.
    #[arg(long, value_name = "LAW", requires = "position", value_parser = law())]
    law: Option<Law>,
    #[command(flatten)]
    rules: RuleArguments,
    #[command(flatten)]
    engine: EngineArguments,
    /// Asks a built-in generator: rulebook or fast.
    #[arg(long, value_name = "NAME", conflicts_with = "engine", default_value_t)]
    #[arg(value_parser = one_of::<BuiltinName>(), hide_possible_values = true)]
    builtin: BuiltinName,
    #[command(flatten)]
    suite: SuiteArguments,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let loaded = arguments.loaded()?;
    interrupt::listen();
    out.outlive();
    let mut subject = arguments.engine.start_or(arguments.builtin)?;
    if subject.profile().variant(loaded.variant.name).is_none() {
        let message = format!("the engine does not declare the variant {}", loaded.variant.name);
        return Err(CliError::Usage(message));
    }
    let run = arguments.put(&loaded, subject.as_mut())?;
    let groups = diagnose(&run);
    let explanation = groups.first().and_then(|group| group.explanation.as_ref());
    for report in &run.reports {
        Terminal { all: true, ..Terminal::default() }.failure(&run, report, explanation, out)?;
        for note in &report.notes {
            writeln!(out, "note     {note}")?;
        }
    }
    match &run.ended_early {
        Some(fault) => Err(CliError::Engine(fault.clone())),
        None if run.has_failures() => Ok(Exit::Failures),
        None => unless_unjudged(&run),
    }
}

fn law() -> impl TypedValueParser<Value = Law> {
    PossibleValuesParser::new(Law::VARIANTS.iter().map(<&'static str>::from))
        .try_map(|name| name.parse::<Law>())
}

impl Arguments {
    /// The case that is named, in whichever way.
    fn loaded(&self) -> Result<Loaded, CliError> {
        if let (Some(text), Some(name)) = (&self.position, &self.variant) {
            let variant = self.rules.apply(find_variant(name)?)?;
            let position = variant.read(text)?;
            return Ok(Loaded::loose(variant, format!("{name}/position"), &position));
        }
        let suite = self.suite.load()?;
        find_case(&suite, self.case.as_deref().unwrap_or_default()).cloned()
    }

    fn put(&self, loaded: &Loaded, subject: &mut dyn Subject) -> Result<Run, CliError> {
        let variant = self.rules.apply(loaded.variant)?;
        let limits = self.engine.limits();
        let Some(law) = self.law else {
            let plan = Plan { variants: vec![variant], case: None, limits };
            return Ok(verify(subject, self.engine.command(), &[loaded], &plan, |_| {}));
        };
        let mut run = Run::begin(subject, self.engine.command(), &[variant]);
        run.reports.push(property::examine(subject, loaded, law, limits).map_err(CliError::Engine)?);
        Ok(run)
    }
}
