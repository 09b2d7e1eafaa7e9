//! `huff verify`: does an engine play by the rules?

use super::arguments::{RuleArguments, at_once};
use super::choice::one_of;
use super::engine::EngineArguments;
use super::exit::unless_unjudged;
use super::expected::ExpectedArguments;
use super::formats::FormatArguments;
use super::limits::seconds;
use super::out::Out;
use super::suite::SuiteArguments;
use super::{CliError, Exit, found};
use crate::builtin::BuiltinName;
use crate::cases::Cases;
use crate::check::Limits;
use crate::crew::Crew;
use crate::diagnose::{Group, diagnose};
use crate::fixture::Suite;
use crate::interrupt;
use crate::probe::probe;
use crate::property::{self, Put, Sample};
use crate::quote::quote;
use crate::reading::reads_positions;
use crate::since::Since;
use crate::subject::{Fault, Subject};
use crate::trace::trace;
use crate::verify::{CaseReport, Plan, Run, put_to_crew};
use clap::Args;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use reference_engine::variants::Variant;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
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
  huff verify --engine ./my-engine --random 1000               fixtures, then random positions
  huff verify --engine ./my-engine --random 1000 --seed 17 --case '*/random/*'
                                                               random positions alone, the same each time
  huff verify --engine ./my-engine --format jsonl > report.jsonl
  huff verify --engine ./my-engine --format junit > report.xml
  huff verify --engine ./my-engine --since report.jsonl        and what has changed since then
  huff verify --engine ./my-engine --write-expectations known.toml
  huff verify --engine ./my-engine --expect known.toml         fails if anything else fails, or passes
  huff verify --engine ./my-engine --report out                all reports, and fixtures in out/found:
  huff replay arab/found/ID --fixtures out/found --engine ./my-engine
  huff verify --engine ./moves.sh --one-shot --declare 'variant id=arab notation=short'

Exit codes: 0 all as expected; 1 failures; 3 the engine could not be started, does not read positions as they
are meant (see `huff doctor`), or answers no case of a variant that it declares; 4 the fixtures contradict
each other or the reference; 124 the budget was spent before the last case, and nothing had failed; 141 the
reader of the output went before the last case, no files were to be written, and nothing had failed.")]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArguments,
    /// Verifies a built-in generator: rulebook or fast.
    #[arg(long, value_name = "NAME", conflicts_with = "engine", default_value_t)]
    #[arg(value_parser = one_of::<BuiltinName>(), hide_possible_values = true)]
    builtin: BuiltinName,
    /// Verifies only this variant; may be given again. Without it: ghanaian, arab and diagonal.
    #[arg(long = "variant", value_name = "NAME")]
    variants: Vec<String>,
    /// Only cases whose id matches, as in `arab/*/*` or `**/b27*`; those of random positions are called
    /// `arab/random/SEED-NUMBER` and `arab/random/SEED-NUMBER/LAW`.
    #[arg(long, value_name = "GLOB")]
    case: Option<String>,
    /// Goes on with N random positions of each variant after the fixtures: placements and positions of
    /// games by turns. Each is asked for its moves, every seventh is tried under laws that hold in any
    /// position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    random: Option<u64>,
    /// Where the random numbers begin. The same seed puts the same questions; without it one is chosen, and
    /// told at the end.
    #[arg(long, value_name = "S", requires = "random")]
    seed: Option<u64>,
    #[command(flatten)]
    rules: RuleArguments,
    #[command(flatten)]
    suite: SuiteArguments,
    #[command(flatten)]
    formats: FormatArguments,
    #[command(flatten)]
    expected: ExpectedArguments,
    /// Processes of the engine that are asked at once. The verdicts are the same; time limits count for each, so
    /// that no more should be asked than there are processors free.
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_once)]
    jobs: NonZeroUsize,
    /// Seconds that the whole run may take. What is not asked by then is not judged.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    budget: Option<f64>,
    /// Leaves failures as they are found: does not ask on for the first wrong position and the smallest.
    #[arg(long)]
    no_shrink: bool,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let plan = plan(arguments)?;
    arguments.expected.prepare()?;
    let suite = arguments.suite.load()?;
    interrupt::listen();
    if let Some(budget) = arguments.budget {
        interrupt::end_after(Duration::from_secs_f64(budget));
    }
    let mut crew = Crew::of(arguments.engine.start_or(arguments.builtin)?);
    let subject = crew.first();
    let cases = plan.cases(&suite, subject);
    let sample = arguments.sample();
    let puts = sample.map(|sample| puts(&sample, &plan, subject)).unwrap_or_default();
    refuse_nothing_to_do(&plan, subject, cases.is_empty() && puts.is_empty())?;
    let of_random = puts.iter().map(Put::id).collect::<Vec<_>>();
    let ids = suite.cases.iter().map(|loaded| &*loaded.case.id).chain(of_random.iter().map(|id| &**id));
    let expected = arguments.expected.failures(ids)?;
    let earlier = arguments.expected.earlier()?;
    let crashes = first_crashes(subject, &plan)?;
    let jobs = arguments.jobs.get().min(cases.len().max(puts.len()));
    arguments.engine.enlarge(&mut crew, arguments.builtin, jobs)?;
    out.outlive();
    let mut run = Run::begin(crew.first(), arguments.engine.command(), &plan.variants);
    (run.expected, run.sample) = (expected, sample);
    let mut writer = arguments.formats.open(out)?;
    writer.begin(&run)?;
    let bar = progress((cases.len() + puts.len()) as u64);
    let (mut failed, mut is_unread) = (0, false);
    let mut seen = |report: &CaseReport| {
        if report.verdict.is_bad() {
            failed += 1;
            bar.set_message(format!(", {failed} failed"));
        }
        bar.inc(1);
        writer.case(report);
        // What nobody is there to see is not looked for.
        if writer.is_lost() && !arguments.writes_files() && !interrupt::is_requested() {
            is_unread = true;
            interrupt::request();
        }
    };
    run.take(crashes, Ok, &mut seen);
    put_to_crew(&mut crew, &mut run, &cases, plan.limits, &mut seen);
    if let (Some(sample), None) = (sample, &run.ended_early) {
        property::verify_by_crew(&mut crew, &mut run, &sample, &puts, plan.limits, &mut seen);
    }
    bar.finish_and_clear();
    let groups = if arguments.no_shrink || run.ended_early.is_some() {
        diagnose(&run)
    } else {
        follow(&mut run, crew.first(), &suite, plan.limits)
    };
    run.since = earlier.map(|earlier| Since::new(&earlier, &run));
    // What was found goes into the same folder.
    let _claim = writer.end(&run, &groups)?;
    arguments.expected.write(&run, &groups)?;
    if let (Some(folder), false) = (arguments.formats.folder(), arguments.no_shrink) {
        write_found(&run, &folder.join("found"), arguments, out)?;
    }
    exit(&run, is_unread)
}

/// Looks whether the engine reads positions of the variants it plays as they are meant, and gives its crashes at
/// that.
fn first_crashes(subject: &mut dyn Subject, plan: &Plan) -> Result<Vec<CaseReport>, CliError> {
    let played = |variant: &&Variant| subject.profile().variant(variant.name).is_some();
    let played: Vec<Variant> = plan.variants.iter().filter(played).copied().collect();
    let mut crashes = Vec::new();
    for variant in &played {
        crashes.extend(reads_positions(subject, variant, plan.limits)?);
    }
    Ok(crashes)
}

impl Arguments {
    /// Whether the run is shown elsewhere than on standard output.
    fn writes_files(&self) -> bool {
        self.formats.folder().is_some() || self.expected.is_written()
    }

    /// The random positions that are asked for.
    fn sample(&self) -> Option<Sample> {
        // Short enough to be typed again.
        let chosen = || RandomState::new().build_hasher().finish() % 1_000_000;
        let sample = |number| Sample {
            seed: self.seed.unwrap_or_else(chosen),
            number,
            laws_every: Sample::LAWS_EVERY,
        };
        self.random.map(sample)
    }
}

/// What is put at random, as far as `--case` lets it.
fn puts(sample: &Sample, plan: &Plan, subject: &dyn Subject) -> Vec<Put> {
    let mut puts = sample.puts(&plan.variants, subject.profile());
    if let Some(cases) = &plan.case {
        puts.retain(|put| cases.contain(&put.id()));
    }
    puts
}

fn plan(arguments: &Arguments) -> Result<Plan, CliError> {
    let case = arguments.case.as_deref().map(cases).transpose()?;
    Ok(Plan {
        variants: arguments.rules.of_variants(&arguments.variants)?,
        case,
        limits: arguments.engine.limits(),
    })
}

fn cases(text: &str) -> Result<Cases, CliError> {
    Cases::new(text).map_err(|reason| CliError::Usage(format!("--case: {reason}")))
}

/// A run over nothing would be a pass that says nothing.
fn refuse_nothing_to_do(plan: &Plan, subject: &dyn Subject, is_nothing: bool) -> Result<(), CliError> {
    let profile = subject.profile();
    if plan.variants.iter().all(|variant| profile.variant(variant.name).is_none()) {
        let declared: Vec<&str> = profile.variants.iter().map(|variant| variant.id.as_str()).collect();
        let wanted: Vec<&str> = plan.variants.iter().map(|variant| variant.name).collect();
        return Err(CliError::Usage(format!(
            "the engine declares the variants [{}] and none of [{}]; choose with --variant",
            quote(&declared.join(", ")),
            wanted.join(", ")
        )));
    }
    if is_nothing {
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

/// Asks on for the cause of the failures: first to tell apart what may explain them, then from one failure
/// of each kind to a small position.
fn follow(run: &mut Run, subject: &mut dyn Subject, suite: &Suite, limits: Limits) -> Vec<Group> {
    let style = ProgressStyle::with_template("{spinner} looking for the cause: {msg} ({elapsed})");
    let bar = ProgressBar::new_spinner();
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(120));
    let groups = probe(run, subject, suite, limits, |loaded| bar.set_message(loaded.case.id.clone()));
    if run.ended_early.is_none() && run.search_ended.is_none() {
        trace(run, &groups, subject, limits, |report| bar.set_message(report.loaded.case.id.clone()));
    }
    bar.finish_and_clear();
    groups
}

/// Writes the positions found as fixtures, and says how to ask them again.
fn write_found(run: &Run, folder: &Path, arguments: &Arguments, out: &mut Out) -> Result<(), CliError> {
    for file in found::write(run, folder).map_err(|error| unwritable(folder, &error))? {
        if arguments.formats.is_for_people() {
            writeln!(out, "found    {} in {}", file.id, file.path.display())?;
        }
    }
    Ok(())
}

fn unwritable(folder: &Path, error: &io::Error) -> CliError {
    CliError::Report { folder: folder.display().to_string(), reason: error.to_string() }
}

/// How a run ends; one that nobody read was not ended by the user.
fn exit(run: &Run, is_unread: bool) -> Result<Exit, CliError> {
    match &run.ended_early {
        Some(Fault::Interrupted) if is_unread && run.has_failures() => Ok(Exit::Failures),
        Some(Fault::Interrupted) if is_unread => Ok(Exit::Unread),
        // A failure says more than that the time was up.
        Some(Fault::Interrupted) if interrupt::is_budget_spent() && run.has_failures() => Ok(Exit::Failures),
        Some(Fault::Interrupted) => Ok(Exit::of_interruption()),
        Some(_) => Ok(Exit::NoEngine),
        None if run.has_failures() => Ok(Exit::Failures),
        None => unless_unjudged(run),
    }
}
