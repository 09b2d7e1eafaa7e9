//! `huff verify`: does an engine play by the rules?

use super::arguments::{RuleArguments, find_variant};
use super::engine::EngineArguments;
use super::out::Out;
use super::suite::SuiteArguments;
use super::{CliError, Exit, beside, found};
use crate::builtin::BuiltinName;
use crate::check::Limits;
use crate::diagnose::{Group, diagnose};
use crate::fixture::Loaded;
use crate::interrupt;
use crate::report::{JsonLines, Markdown, Report, Terminal};
use crate::subject::{Fault, Subject};
use crate::trace::trace;
use crate::verify::{Plan, Run, reads_positions, verify};
use clap::Args;
use globset::{Glob, GlobMatcher};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use reference_engine::variants::{self, Variant};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Puts every case of the fixtures to an engine and judges its answers.
///
/// With no engine the built-in reference is verified, through the same questions as any engine.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff verify                                                  the built-in reference
  huff verify --engine ./my-engine --variant arab              one variant of an engine
  huff verify --engine 'python3 engine.py' --case 'arab/delayed-crowning/*'
  huff verify --engine 'huff serve --rule removal=after-sequence' --variant arab
                                                               an engine with one rule misread
  huff verify --builtin fast                                   the other generator of huff's own
  huff verify --engine ./my-engine --json > report.jsonl
  huff verify --engine ./my-engine --report out                a report, and fixtures in out/found:
  huff replay arab/found/ID --fixtures out/found --engine ./my-engine
  huff verify --engine ./moves.sh --one-shot --declare 'variant id=arab notation=short'

Exit codes: 0 all as expected; 1 failures; 3 the engine could not be started or does not read positions as
they are meant (see `huff doctor`); 4 the fixtures contradict each other or the reference.")]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArguments,
    /// Verifies a built-in generator: rulebook or fast.
    #[arg(long, value_name = "NAME", conflicts_with = "engine", default_value_t)]
    builtin: BuiltinName,
    /// Verifies only this variant; may be given again. Without it: ghanaian, arab and diagonal.
    #[arg(long = "variant", value_name = "NAME")]
    variants: Vec<String>,
    /// Only cases whose id matches, as in `arab/*/*` or `**/b27*`.
    #[arg(long, value_name = "GLOB")]
    case: Option<String>,
    #[command(flatten)]
    rules: RuleArguments,
    #[command(flatten)]
    suite: SuiteArguments,
    /// Writes JSON lines to standard output.
    #[arg(long)]
    json: bool,
    /// Writes `report.md` and `report.jsonl` into a folder, which is made if need be, and each wrong position
    /// that was traced as a fixture file into its folder `found`.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Shows every failure in full.
    #[arg(long)]
    all: bool,
    /// Leaves failures as they are found: does not ask on for the first wrong position and the smallest.
    #[arg(long)]
    no_shrink: bool,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let plan = plan(arguments)?;
    let suite = arguments.suite.load()?;
    interrupt::listen();
    let mut subject = arguments.engine.start_or(arguments.builtin)?;
    let cases = plan.cases(&suite, subject.as_ref());
    refuse_nothing_to_do(&plan, subject.as_ref(), &cases)?;
    if let Some(folder) = &arguments.report {
        std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    let played = plan.variants.iter().filter(|variant| subject.profile().variant(variant.name).is_some());
    let played: Vec<Variant> = played.copied().collect();
    for variant in &played {
        reads_positions(subject.as_mut(), variant, plan.limits).map_err(CliError::Misreads)?;
    }
    let bar = progress(cases.len() as u64);
    let mut failed = 0;
    let mut run = verify(subject.as_mut(), arguments.engine.command(), &cases, &plan, |report| {
        if report.verdict.is_bad() {
            failed += 1;
            bar.set_message(format!(", {failed} failed"));
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    let groups = diagnose(&run);
    if !arguments.no_shrink && run.ended_early.is_none() {
        follow(&mut run, &groups, subject.as_mut(), plan.limits);
    }
    show(&run, &groups, arguments, out)?;
    Ok(exit(&run))
}

fn plan(arguments: &Arguments) -> Result<Plan, CliError> {
    let chosen: Vec<Variant> = if arguments.variants.is_empty() {
        vec![variants::GHANAIAN, variants::ARAB, variants::DIAGONAL]
    } else {
        arguments.variants.iter().map(|name| find_variant(name)).collect::<Result<_, _>>()?
    };
    let variants: Result<Vec<Variant>, CliError> =
        chosen.into_iter().map(|variant| arguments.rules.apply(variant)).collect();
    let case = arguments.case.as_deref().map(matcher).transpose()?;
    Ok(Plan { variants: variants?, case, limits: arguments.engine.limits() })
}

fn matcher(glob: &str) -> Result<GlobMatcher, CliError> {
    Glob::new(glob)
        .map(|glob| glob.compile_matcher())
        .map_err(|error| CliError::Usage(format!("--case: {error}")))
}

/// A run over nothing would be a pass that says nothing.
fn refuse_nothing_to_do(plan: &Plan, subject: &dyn Subject, cases: &[&Loaded]) -> Result<(), CliError> {
    let profile = subject.profile();
    if plan.variants.iter().all(|variant| profile.variant(variant.name).is_none()) {
        let declared: Vec<&str> = profile.variants.iter().map(|variant| variant.id.as_str()).collect();
        let wanted: Vec<&str> = plan.variants.iter().map(|variant| variant.name).collect();
        return Err(CliError::Usage(format!(
            "the engine declares the variants [{}] and none of [{}]; choose with --variant",
            declared.join(", ").escape_debug(),
            wanted.join(", ")
        )));
    }
    if cases.is_empty() {
        return Err(CliError::Usage("no case matches; ids look like `arab/delayed-crowning/…`".to_owned()));
    }
    Ok(())
}

/// A bar on a terminal, and nothing elsewhere.
fn progress(cases: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} cases{msg}, {rate}, {eta} left");
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{:.0} a second", state.per_sec());
    };
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate);
    ProgressBar::new(cases).with_style(style)
}

/// Traces a failure of each group to a small position.
fn follow(run: &mut Run, groups: &[Group], subject: &mut dyn Subject, limits: Limits) {
    let bar = ProgressBar::new(groups.len() as u64);
    let style = ProgressStyle::with_template("{spinner} {pos}/{len} failures traced, now {msg} ({elapsed})");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(120));
    let mut begun = 0;
    trace(run, groups, subject, limits, |report| {
        bar.set_position(begun);
        bar.set_message(report.loaded.case.id.clone());
        begun += 1;
    });
    bar.finish_and_clear();
}

fn show(run: &Run, groups: &[Group], arguments: &Arguments, out: &mut Out) -> Result<(), CliError> {
    if arguments.json {
        JsonLines.write(run, groups, out)?;
    } else {
        Terminal { all: arguments.all }.write(run, groups, out)?;
    }
    if let Some(folder) = &arguments.report {
        let files: [(&str, &dyn Report); 2] = [("report.md", &Markdown), ("report.jsonl", &JsonLines)];
        for (name, report) in files {
            beside::write(&folder.join(name), |file| report.write(run, groups, file))
                .map_err(|error| unwritable(folder, &error))?;
        }
        if !arguments.no_shrink {
            write_found(run, &folder.join("found"), arguments, out)?;
        }
    }
    Ok(())
}

/// Writes the positions found as fixtures, and says how to ask them again.
fn write_found(run: &Run, folder: &Path, arguments: &Arguments, out: &mut Out) -> Result<(), CliError> {
    for file in found::write(run, folder).map_err(|error| unwritable(folder, &error))? {
        if !arguments.json {
            writeln!(out, "found    {} in {}", file.id, file.path.display())?;
        }
    }
    Ok(())
}

fn unwritable(folder: &Path, error: &io::Error) -> CliError {
    CliError::Report { folder: folder.display().to_string(), reason: error.to_string() }
}

fn exit(run: &Run) -> Exit {
    match &run.ended_early {
        Some(Fault::Interrupted) => Exit::Interrupted,
        Some(_) => Exit::NoEngine,
        None if run.has_failures() => Exit::Failures,
        None => Exit::AsExpected,
    }
}
