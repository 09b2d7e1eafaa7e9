//! `huff sweep`: every position of a few pieces, and a digest of the answers for each class of material.

use super::arguments::{RuleArguments, at_once};
use super::choice::one_of;
use super::claim::Claim;
use super::engine::EngineArguments;
use super::out::Out;
use super::{CliError, Exit, beside, input};
use crate::builtin::BuiltinName;
use crate::diagnose::diagnose;
use crate::fixture::Loaded;
use crate::interrupt;
use crate::reading::reads_positions;
use crate::report::{SweepReport, Terminal, class_line};
use crate::subject::{Fault, Subject};
use crate::sweep::{self, Answerer, Class, Comparison, Ended, Header, Plan, Saved, look_closely};
use crate::verify::{self, afresh};
use clap::Args;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use reference_engine::variants::Variant;
use std::fmt;
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

/// Asks for the moves of every position of a few pieces and compares the answers with the reference.
///
/// The answers to each class of material, as in `WM+WK v BM`, give one SHA-256 digest, by which two engines can
/// be compared without sharing answers; harness/SWEEP.md says what is hashed. The built-in generators are
/// compared with each other.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huff sweep --builtin fast                                     huff's own generators against each other
  huff sweep --engine ./my-engine --variant arab --state target/sweep.jsonl
                                                                goes on there after an interruption
  huff sweep --engine ./my-engine --variant arab --against other.jsonl
                                                                where does it part from another engine?
  huff sweep --variant ghanaian --pieces 4 --stride 101         one position in 101
  huff sweep --variant arab --pieces 2 --text 'WM v BM'         the text that is hashed

In Ghanaian draughts a side with one piece has lost, so that positions of three pieces have no moves: take
--pieces 4 to see any, and --stride to thin out the hundred million positions there are. A digest of a part
of the positions is one of that part only, and says so.

Exit codes: 0 all as expected; 1 the engine differs from the reference, or from the sweep given with --against;
3 the engine could not be started or does not read positions as they are meant; 4 the two generators of
huff contradict each other; 130 interrupted.")]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArguments,
    /// Sweeps a built-in generator: rulebook or fast.
    #[arg(long, value_name = "NAME", conflicts_with = "engine", default_value_t = BuiltinName::Fast)]
    #[arg(value_parser = one_of::<BuiltinName>(), hide_possible_values = true)]
    builtin: BuiltinName,
    /// The most pieces on the board.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = pieces)]
    pieces: usize,
    /// Sweeps only this variant; may be given again. Without it: ghanaian, arab and diagonal.
    #[arg(long = "variant", value_name = "NAME")]
    variants: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Takes only every N-th position of a class.
    #[arg(long, value_name = "N", default_value = "1")]
    stride: NonZeroU64,
    /// How many classes are swept at once, each by a thread or an engine process of its own; as many as there
    /// are processors if not said.
    #[arg(long, visible_alias = "threads", value_name = "N", value_parser = at_once)]
    jobs: Option<NonZeroUsize>,
    /// Keeps finished classes in this file, and takes over those that are there. To sweep anew, for instance an
    /// engine that was mended, delete it. Only one sweep at a time has it.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Shows in which classes the digests are others than in this file, the --state or --json of another
    /// sweep.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Writes the text of one class, which is what is hashed, and no digest.
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["state", "against", "json", "report"])]
    text: Option<String>,
    /// Writes JSON lines to standard output.
    #[arg(long)]
    json: bool,
    /// Writes a page of Markdown.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Shows every failure that is kept in full.
    #[arg(long)]
    all: bool,
}

/// More pieces make more positions than anybody waits for.
fn pieces(text: &str) -> Result<usize, String> {
    let number = text.parse().map_err(|_| "a number of pieces".to_owned())?;
    if (2..=6).contains(&number) { Ok(number) } else { Err("between 2 and 6".to_owned()) }
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let mut plan = plan(arguments)?;
    let against = arguments.against.as_deref().map(read).transpose()?;
    if let Some(path) = &arguments.report {
        beside::prepare(path).map_err(|error| unwritable(path, &error))?;
    }
    let claim =
        arguments.state.as_deref().map(|path| Claim::file(path).map_err(|error| unwritable(path, &error)));
    let _claim = claim.transpose()?;
    interrupt::listen();
    let start = || start(arguments);
    // The first start tells what is wrong with the command, and who is asked.
    let mut subject = arguments.engine.start_or(arguments.builtin)?;
    keep_played(&mut plan, subject.as_mut(), arguments)?;
    if let (Some(path), Some(theirs)) = (&arguments.against, &against) {
        refuse_nothing_in_common(path, theirs, &plan)?;
    }
    let answerer = match arguments.engine.engine {
        Some(_) => Answerer::Engine { start: &start, limits: arguments.engine.limits() },
        None => Answerer::Builtin(arguments.builtin),
    };
    if let Some(class) = &arguments.text {
        return write_text(&plan, class, answerer, out);
    }
    out.outlive();
    let mut saved = resume(arguments, Header::new(subject.profile().title(), &plan))?;
    match walk(arguments, &plan, answerer, &mut saved, out)? {
        Ok(()) => settle(arguments, &plan, subject.as_mut(), &saved, against.as_ref(), out),
        // Nobody sees how far it has come.
        Err(Ended::Interrupted) if out.is_lost() && !arguments.writes_files() => Ok(unread(&saved)),
        Err(ended) => {
            if arguments.json {
                saved.write(false, None, out)?;
            }
            break_off(arguments, &plan, subject.as_mut(), ended, out)
        }
    }
}

impl Arguments {
    /// Whether the sweep is shown elsewhere than on standard output.
    fn writes_files(&self) -> bool {
        self.state.is_some() || self.report.is_some()
    }
}

/// How a sweep ends whose reader has gone.
fn unread(saved: &Saved) -> Exit {
    if saved.total(|result| result.differing) == 0 { Exit::Unread } else { Exit::Failures }
}

fn plan(arguments: &Arguments) -> Result<Plan, CliError> {
    let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(Plan {
        variants: arguments.rules.of_variants(&arguments.variants)?,
        pieces: arguments.pieces,
        stride: arguments.stride,
        jobs: arguments.jobs.unwrap_or(processors),
    })
}

/// Starts the engine once more.
fn start(arguments: &Arguments) -> Result<Box<dyn Subject>, Fault> {
    let started = arguments.engine.start_or(arguments.builtin).map(|subject| subject as _);
    started.map_err(|error| match error {
        CliError::Engine(fault) => fault,
        other => Fault::NotStarted(other.to_string()),
    })
}

/// Leaves the variants that the engine plays and whose positions it reads as they are meant.
fn keep_played(plan: &mut Plan, subject: &mut dyn Subject, arguments: &Arguments) -> Result<(), CliError> {
    let wanted: Vec<&str> = plan.variants.iter().map(|variant| variant.name).collect();
    plan.variants.retain(|variant| subject.profile().variant(variant.name).is_some());
    if plan.variants.is_empty() {
        let text = format!("the engine declares none of [{}]; choose with --variant", wanted.join(", "));
        return Err(CliError::Usage(text));
    }
    if plan.tasks().is_empty() {
        let text = format!("no position of {} pieces can arise here: more --pieces are needed", plan.pieces);
        return Err(CliError::Usage(text));
    }
    for variant in &plan.variants {
        reads_positions(subject, variant, arguments.engine.limits())?;
    }
    Ok(())
}

/// A comparison of nothing would find no difference.
fn refuse_nothing_in_common(path: &Path, theirs: &Saved, plan: &Plan) -> Result<(), CliError> {
    if theirs.shares_a_class_with(plan) {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "{} has no class in common with this sweep; choose its --variant, --pieces and --stride",
        path.display()
    )))
}

fn write_text(plan: &Plan, name: &str, answerer: Answerer<'_>, out: &mut Out) -> Result<Exit, CliError> {
    let [variant] = &plan.variants[..] else {
        return Err(CliError::Usage(
            "--text is about a class of one variant: choose with --variant".to_owned(),
        ));
    };
    let tasks = plan.tasks();
    let Some((_, class)) = tasks.iter().find(|(_, class)| class.to_string() == name) else {
        let names = tasks.iter().map(|(_, class)| class.to_string()).collect::<Vec<_>>().join(", ");
        return Err(CliError::Usage(format!("no class is called `{name}`; there are {names}")));
    };
    sweep::text(variant, *class, plan.stride, answerer, out).map_err(error)?;
    Ok(Exit::AsExpected)
}

fn read(path: &Path) -> Result<Saved, CliError> {
    let fault = |reason: String| CliError::Usage(format!("{}: {reason}", path.display()));
    let text = input::text(path).map_err(|error| fault(error.to_string()))?;
    Saved::parse(&text).map_err(fault)
}

/// What an earlier run has finished, if it was the same sweep.
fn resume(arguments: &Arguments, header: Header) -> Result<Saved, CliError> {
    let Some(path) = &arguments.state else { return Ok(Saved { header, classes: Vec::new() }) };
    // A device or a pipe takes what is kept and never gives it back.
    if !path.is_file() {
        let saved = Saved { header, classes: Vec::new() };
        // A place that cannot be written is found out before the work and not after.
        save(path, &saved, false)?;
        return Ok(saved);
    }
    let saved = read(path)?;
    match saved.header.difference(&header) {
        None => Ok(saved),
        Some(difference) => Err(CliError::Usage(format!(
            "{} is of another sweep: {difference}; take another --state",
            path.display()
        ))),
    }
}

fn save(path: &Path, saved: &Saved, is_finished: bool) -> Result<(), CliError> {
    beside::write_claimed(path, |file| saved.write(is_finished, None, file))
        .map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::Usage(format!("cannot write `{}`: {error}", path.display()))
}

/// Sweeps what is not finished, and keeps each class as it is done.
fn walk(
    arguments: &Arguments,
    plan: &Plan,
    answerer: Answerer<'_>,
    saved: &mut Saved,
    out: &mut Out,
) -> Result<Result<(), Ended>, CliError> {
    let tasks = plan.tasks();
    let is_left =
        |(variant, class): &(Variant, Class)| saved.find(variant.name, &class.to_string()).is_none();
    let left: Vec<(Variant, Class)> = tasks.iter().filter(|task| is_left(task)).copied().collect();
    let mut list = List { tasks: &tasks, shown: 0, is_silent: arguments.json };
    list.show(saved, false, out)?;
    let bar = progress(left.iter().map(|(variant, class)| plan.positions(variant, *class)).sum());
    let mut written = Ok(());
    let ended = sweep::sweep(plan, &left, answerer, &|positions| bar.inc(positions), |result| {
        if written.is_ok() {
            saved.add(result, &tasks);
            let kept = arguments.state.as_deref().map_or(Ok(()), |path| save(path, saved, false));
            written = kept.and_then(|()| bar.suspend(|| list.show(saved, false, out)));
            if out.is_lost() && !arguments.writes_files() {
                interrupt::request();
            }
        }
    });
    bar.finish_and_clear();
    written?;
    list.show(saved, true, out)?;
    if let Some(path) = arguments.state.as_deref().filter(|_| ended.is_ok()) {
        save(path, saved, true)?;
    }
    Ok(ended)
}

/// The classes as they are listed: in their own order, whichever is finished first.
struct List<'a> {
    tasks: &'a [(Variant, Class)],
    shown: usize,
    is_silent: bool,
}

impl List<'_> {
    /// Shows what is finished, up to the first class that is not; at last also what is finished beyond it.
    fn show(&mut self, saved: &Saved, is_last: bool, out: &mut Out) -> Result<(), CliError> {
        while let Some((variant, class)) = self.tasks.get(self.shown).filter(|_| !self.is_silent) {
            match saved.find(variant.name, &class.to_string()) {
                Some(result) => class_line(result, out)?,
                None if is_last => {}
                None => break,
            }
            self.shown += 1;
        }
        Ok(out.flush()?)
    }
}

/// A bar on a terminal, and nothing elsewhere.
fn progress(positions: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {percent}% of {len} positions, {rate}, {eta} left");
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{:.0} a second", state.per_sec());
    };
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate);
    ProgressBar::new(positions).with_style(style)
}

fn error(ended: Ended) -> CliError {
    match ended {
        Ended::Interrupted => CliError::Interrupted,
        Ended::Engine(fault) => CliError::Engine(fault),
        Ended::Contradiction { .. } => CliError::Tables(ended.to_string()),
        Ended::Output(kind) => CliError::Output(kind.into()),
        Ended::Unsupported(_) | Ended::Troubled { .. } => CliError::Usage(ended.to_string()),
    }
}

/// Says why the sweep has ended before its last class.
fn break_off(
    arguments: &Arguments,
    plan: &Plan,
    subject: &mut dyn Subject,
    ended: Ended,
    out: &mut Out,
) -> Result<Exit, CliError> {
    let Ended::Troubled { variant, position, fault } = &ended else { return Err(error(ended)) };
    let variant = plan.variants.iter().find(|it| it.name == *variant);
    let case = variant.and_then(|variant| Some(sweep::case(variant, &variant.read(position).ok()?)));
    let cases: Vec<&Loaded> = case.iter().collect();
    let plan =
        verify::Plan { variants: plan.variants.clone(), case: None, limits: arguments.engine.limits() };
    let mut run = verify::verify(subject, arguments.engine.command(), &cases, &plan, |_| {});
    for report in &mut run.reports {
        report.verdict = afresh(fault, report.verdict.clone());
    }
    for report in &run.reports {
        Terminal { all: true, ..Terminal::default() }.failure(&run, report, None, out)?;
    }
    writeln!(out, "{ended}")?;
    Ok(Exit::Failures)
}

/// Shows what came of it.
fn settle(
    arguments: &Arguments,
    plan: &Plan,
    subject: &mut dyn Subject,
    saved: &Saved,
    against: Option<&Saved>,
    out: &mut Out,
) -> Result<Exit, CliError> {
    let command = arguments.engine.command();
    let close = look_closely(subject, command, &plan.variants, saved, arguments.engine.limits());
    if let Some(fault) = &close.ended_early {
        return Err(CliError::Engine(fault.clone()));
    }
    let groups = diagnose(&close);
    let comparison = against.map(|theirs| Comparison::new(saved, theirs));
    let report = SweepReport {
        saved,
        close: &close,
        groups: &groups,
        comparison: comparison.as_ref(),
        all: arguments.all,
    };
    if arguments.json {
        saved.write(true, comparison.as_ref(), out)?;
    } else {
        report.terminal(out)?;
    }
    if let Some(path) = &arguments.report {
        beside::write(path, |file| report.markdown(file)).map_err(|error| unwritable(path, &error))?;
    }
    let is_right = saved.total(|result| result.differing) == 0 && !report.parts();
    Ok(if is_right { Exit::AsExpected } else { Exit::Failures })
}
