//! `huff profile`: how fast are generators and engines, side by side and against an earlier profile?

use super::arguments::find_variant;
use super::choice::one_of;
use super::claim::Claim;
use super::engine::command_of;
use super::limits::{LimitArguments, seconds};
use super::machine::machine;
use super::out::Out;
use super::{CliError, Exit, beside, input};
use crate::builtin::BuiltinName;
use crate::interrupt;
use crate::reading::reads_positions;
use crate::report::{SpeedReport, speed_chart, speed_page};
use crate::serve::{Manner, Server};
use crate::speed::{self, Comparison, Ended, Entrant, LastPly, Plan, Record, Results, SCHEMA};
use crate::subject::InProcess;
use crate::tables::{self, Named};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reference_engine::moves::Counting;
use reference_engine::variants::Variant;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Times how fast moves are generated: leaves a second, and answers to `moves`.
///
/// Generators of huff's own and engines are asked the same questions in turn, at named positions of every sort,
/// the same depth for all. What answers wrongly is not timed. harness/PROFILE.md says what each figure means.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff profile --variant arab --builtin fast --builtin rulebook
  huff profile --variant arab --builtin fast --engine ./my-engine --report out
  huff profile --variant arab --engine ./my-engine --save before.json
  huff profile --variant arab --engine ./my-engine --against before.json
                                          exit code 1 if it has become slower
  huff profile --variant diagonal --position start --budget 5 --json

Exit codes: 0 all was timed as far as it could be; 1 a subject answered wrongly, or with --against one is slower
than the spread explains; 2 usage, or with --against nothing could be compared; 3 an engine could not be started
or does not read positions as they are meant; 4 the generators of huff contradict each other; 130 interrupted.")]
pub struct Arguments {
    /// Times a built-in generator: fast or rulebook; may be given again. Without it and --engine: fast.
    #[arg(long = "builtin", value_name = "NAME")]
    #[arg(value_parser = one_of::<BuiltinName>(), hide_possible_values = true)]
    builtins: Vec<BuiltinName>,
    /// Times an engine, by the command that starts it, as for `huff verify`; may be given again.
    #[arg(long = "engine", value_name = "CMD")]
    engines: Vec<String>,
    /// The variant.
    #[arg(long, value_name = "NAME")]
    variant: String,
    /// Only this named position, as in reports/perft; may be given again.
    #[arg(long = "position", value_name = "NAME")]
    positions: Vec<String>,
    /// Which captures built-in generators count as one: unique, order or route. Engines count as they declare.
    #[arg(long, value_name = "COUNTING", default_value_t)]
    #[arg(value_parser = one_of::<Counting>(), hide_possible_values = true)]
    count: Counting,
    /// How many times everything is timed.
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// About how many seconds to time for; checking the counts comes on top.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    budget: f64,
    /// Writes the profile into a file.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Compares with a profile that was saved.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
    /// Writes `profile.html`, `profile.svg` and `profile.json` into a folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The part of the time that is spent on where the time goes.
const PARTS: f64 = 0.2;

/// A profile as JSON, with what it is compared with.
#[derive(Serialize)]
struct Compared<'a> {
    #[serde(flatten)]
    record: &'a Record,
    against: &'a Comparison,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let variant = find_variant(&arguments.variant)?;
    let positions = arguments.positions(&variant)?;
    let against = arguments.against.as_deref().map(read).transpose()?;
    let _claim = arguments.prepare()?;
    interrupt::listen();
    out.outlive();
    let builtins = arguments.builtins();
    let mut entrants: Vec<Entrant> = builtins.iter().map(|name| arguments.builtin(*name, variant)).collect();
    for command in &arguments.engines {
        entrants.push(arguments.start(command, &variant)?);
    }
    let plan = arguments.plan(variant, positions, &builtins, against.as_ref());
    let record = measure(&plan, &builtins, &mut entrants, arguments.budget).map_err(ended)?;
    let comparison = against.as_ref().map(|then| Comparison::new(then, &record));
    let report = SpeedReport { record: &record, comparison: comparison.as_ref() };
    arguments.write(&report)?;
    if arguments.json {
        writeln!(out, "{}", json(&report)?)?;
    } else {
        report.terminal(out)?;
    }
    exit(&report)
}

fn exit(report: &SpeedReport<'_>) -> Result<Exit, CliError> {
    let is_slower = report.comparison.is_some_and(Comparison::is_slower);
    if is_slower || report.record.is_wrong() {
        return Ok(Exit::Failures);
    }
    match report.comparison {
        Some(comparison) if !comparison.is_told() => {
            let notes = comparison.notes.join("; ");
            Err(CliError::Usage(format!("--against: nothing could be compared: {notes}")))
        }
        _ => Ok(Exit::AsExpected),
    }
}

fn ended(ended: Ended) -> CliError {
    match ended {
        Ended::Interrupted => CliError::Engine(crate::subject::Fault::Interrupted),
        Ended::Position(error) => CliError::Position(error),
        Ended::Contradiction(_) => CliError::Tables(ended.to_string()),
    }
}

fn measure(
    plan: &Plan,
    builtins: &[BuiltinName],
    entrants: &mut [Entrant],
    budget: f64,
) -> Result<Record, Ended> {
    let date = jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string();
    let bar = progress(plan);
    let results = speed::run(plan, entrants, &mut |name| {
        bar.set_message(name.to_owned());
        bar.inc(1);
    });
    let share = (plan.rounds, Duration::from_secs_f64(budget * PARTS));
    bar.set_message("where the time goes");
    let is_due = results.is_ok() && !builtins.is_empty();
    let parts = is_due
        .then(|| speed::measure(&plan.variant, builtins, &plan.positions, share, &mut || bar.tick()))
        .transpose();
    bar.finish_and_clear();
    let Results { subjects, positions, yardstick_ns } = results?;
    Ok(Record {
        schema: SCHEMA.to_owned(),
        huff: env!("CARGO_PKG_VERSION").to_owned(),
        date,
        machine: machine(),
        variant: plan.variant.name.to_owned(),
        rounds: plan.rounds,
        yardstick_ns,
        subjects,
        positions,
        parts: parts?.unwrap_or_default(),
    })
}

/// A bar on a terminal, and nothing elsewhere.
fn progress(plan: &Plan) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} rounds, {msg}, {elapsed}");
    let bar = ProgressBar::new(plan.positions.len() as u64 * u64::from(plan.rounds));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn json(report: &SpeedReport<'_>) -> io::Result<String> {
    let SpeedReport { record, comparison } = report;
    let text = match comparison {
        None => record.json(),
        Some(against) => serde_json::to_string_pretty(&Compared { record, against }),
    };
    Ok(text?.trim_end().to_owned())
}

fn read(path: &Path) -> Result<Record, CliError> {
    let fault = |reason: String| CliError::Usage(format!("--against {}: {reason}", path.display()));
    let text = input::text(path).map_err(|error| fault(error.to_string()))?;
    Record::parse(&text).map_err(fault)
}

impl Arguments {
    fn builtins(&self) -> Vec<BuiltinName> {
        if self.builtins.is_empty() && self.engines.is_empty() {
            return vec![BuiltinName::Fast];
        }
        self.builtins.clone()
    }

    /// The named positions of the variant that are to be timed.
    fn positions(&self, variant: &Variant) -> Result<Vec<Named>, CliError> {
        let mut all = tables::named();
        all.retain(|named| named.variant == variant.name);
        for wanted in &self.positions {
            if !all.iter().any(|named| named.name == *wanted) {
                let there: Vec<&str> = all.iter().map(|named| named.name.as_str()).collect();
                let (variant, there) = (variant.name, there.join(", "));
                let text = format!("no position of {variant} is called `{wanted}`; there are {there}");
                return Err(CliError::Usage(text));
            }
        }
        all.retain(|named| self.positions.is_empty() || self.positions.contains(&named.name));
        Ok(all)
    }

    /// Finds out before the work what cannot be written after it, and takes the folder of the report.
    fn prepare(&self) -> Result<Option<Claim>, CliError> {
        if let Some(path) = &self.save {
            beside::prepare(path).map_err(|error| unsaved(path, &error))?;
        }
        let claim = |folder: &PathBuf| {
            let claim = Claim::folder(folder)?;
            FILES.iter().try_for_each(|name| beside::prepare(&folder.join(name)))?;
            Ok(claim)
        };
        let claimed =
            self.report.as_ref().map(|folder| claim(folder).map_err(|error| unwritable(folder, &error)));
        claimed.transpose()
    }

    fn builtin(&self, name: BuiltinName, variant: Variant) -> Entrant {
        let manner = Manner { generator: name, counts: self.count, ..Manner::default() };
        let server = Server::new(vec![variant], manner);
        Entrant { subject: Box::new(InProcess::new(server)), command: String::new(), last_ply: LastPly::Bulk }
    }

    fn start(&self, command: &str, variant: &Variant) -> Result<Entrant, CliError> {
        let mut session = self.limits.session(command_of(command)?)?;
        reads_positions(&mut session, variant, self.limits.limits())?;
        Ok(Entrant { subject: Box::new(session), command: command.to_owned(), last_ply: LastPly::Unknown })
    }

    fn plan(
        &self,
        variant: Variant,
        positions: Vec<Named>,
        builtins: &[BuiltinName],
        against: Option<&Record>,
    ) -> Plan {
        let share = if builtins.is_empty() { 1.0 } else { 1.0 - PARTS };
        let earlier = against.filter(|then| then.variant == variant.name);
        let depths = earlier.iter().flat_map(|then| &then.positions).filter(|course| course.depth > 0);
        Plan {
            variant,
            positions,
            rounds: self.rounds,
            budget: Duration::from_secs_f64(self.budget * share),
            limits: self.limits.limits(),
            depths: depths.map(|course| (course.name.clone(), course.depth)).collect(),
        }
    }

    fn write(&self, report: &SpeedReport<'_>) -> Result<(), CliError> {
        if let Some(path) = &self.save {
            let json = report.record.json().map_err(io::Error::from)?;
            save(path, &json).map_err(|error| unsaved(path, &error))?;
        }
        if let Some(folder) = &self.report {
            let json = report.record.json().map_err(io::Error::from)?;
            let texts = [json, speed_chart(report.record)?, speed_page(report)?];
            for (name, text) in FILES.iter().zip(texts) {
                save(&folder.join(name), &text).map_err(|error| unwritable(folder, &error))?;
            }
        }
        Ok(())
    }
}

/// The files of a report: data, picture and page.
const FILES: [&str; 3] = ["profile.json", "profile.svg", "profile.html"];

fn unsaved(path: &Path, error: &io::Error) -> CliError {
    CliError::Usage(format!("--save: cannot write `{}`: {error}", path.display()))
}

fn save(path: &Path, text: &str) -> io::Result<()> {
    beside::write(path, |file| file.write_all(text.as_bytes()))
}

fn unwritable(folder: &Path, error: &io::Error) -> CliError {
    CliError::Report { folder: folder.display().to_string(), reason: error.to_string() }
}
