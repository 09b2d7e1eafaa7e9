//! An engine's conformance, asserted in its own `cargo test`.
#![doc = ""]
#![doc = include_str!("../README.md")]

pub use crate::dcp::{Capability, Declared};
pub use crate::subject::{Engine, Linked, Listed, Refusal, Standing, position};

use crate::cases::Cases;
use crate::check::Limits;
use crate::diagnose::diagnose;
use crate::expected_failures::{Entry, ExpectedFailures};
use crate::fixture::Suite;
use crate::reading::reads_positions;
use crate::report::{Report, Terminal};
use crate::subject::Subject;
use crate::verdict::VerdictKind;
use crate::verify::{CaseReport, Plan, Run, put};
use reference_engine::variants;
use std::fmt;

/// Asserts that an engine passes every case of every variant that it plays.
///
/// # Panics
///
/// If it does not; the message is the report.
#[track_caller]
pub fn assert_conforms(engine: impl Engine) {
    Conformance::of(engine).assert();
}

/// What is asked of an engine, and what is known to be otherwise.
#[derive(Debug)]
pub struct Conformance<E> {
    subject: Linked<E>,
    variants: Vec<String>,
    case: Option<Cases>,
    expected: ExpectedFailures,
}

impl<E: Engine> Conformance<E> {
    /// Every case of every variant that the engine plays.
    pub fn of(engine: E) -> Self {
        let subject = Linked::new(engine);
        let variants = subject.profile().variants.iter().map(|declared| declared.id.clone()).collect();
        Self { subject, variants, case: None, expected: ExpectedFailures::default() }
    }

    /// Only some variants, by name.
    #[must_use]
    pub fn variants(mut self, names: &[&str]) -> Self {
        self.variants = names.iter().map(ToString::to_string).collect();
        self
    }

    /// Only cases whose id matches, as in `arab/majority/*`.
    ///
    /// # Panics
    ///
    /// If the glob is none.
    #[must_use]
    #[track_caller]
    pub fn only(mut self, cases: &str) -> Self {
        match Cases::new(cases) {
            Ok(cases) => self.case = Some(cases),
            Err(error) => panic!("{error}"),
        }
        self
    }

    /// A known difference: every case whose id matches is expected to fail, for this reason.
    ///
    /// # Panics
    ///
    /// If the glob is none.
    #[must_use]
    #[track_caller]
    pub fn except(mut self, cases: &str, reason: &str) -> Self {
        match Entry::new(cases, reason, None) {
            Ok(entry) => self.expected.push(entry),
            Err(error) => panic!("{error}"),
        }
        self
    }

    /// Asks everything.
    ///
    /// # Panics
    ///
    /// If the fixtures contradict themselves or the reference, which the tests of this crate exclude.
    pub fn check(mut self) -> Findings {
        let suite = Suite::embedded().expect("the fixtures are tested");
        let known = self.variants.iter().filter_map(|name| variants::find(name)).collect();
        let plan = Plan { variants: known, case: self.case, limits: Limits::default() };
        let misread = plan
            .variants
            .iter()
            .find_map(|variant| reads_positions(&mut self.subject, variant, plan.limits).err())
            .map(|unreadable| unreadable.to_string());
        let cases = if misread.is_some() { Vec::new() } else { plan.cases(&suite, &self.subject) };
        let mut run = Run::begin(&self.subject, "", &plan.variants);
        run.expected = self.expected;
        put(&mut self.subject, &mut run, &cases, plan.limits, |_| {});
        Findings { run, misread }
    }

    /// Asks everything, and panics if the engine is found to play otherwise than expected.
    ///
    /// # Panics
    ///
    /// If a case fails that is no exception, if one passes that is, if an exception matches no case that was
    /// judged, or if no case was judged at all. The message is the report.
    #[track_caller]
    pub fn assert(self) {
        let findings = self.check();
        assert!(findings.conforms(), "{findings}");
    }
}

/// What came of asking; shown, it is the report.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The verdicts of all cases, exceptions included.
    pub run: Run,
    misread: Option<String>,
}

impl Findings {
    /// Whether the engine plays as it is expected to.
    pub fn conforms(&self) -> bool {
        let judged = self.run.reports.iter().any(is_judged);
        judged
            && self.misread.is_none()
            && self.run.ended_early.is_none()
            && !self.run.has_failures()
            && self.idle_exceptions().is_empty()
    }

    /// Exceptions that name no case that was judged: mistyped, or of cases that are not asked any more.
    fn idle_exceptions(&self) -> Vec<&Entry> {
        let judged = self.run.reports.iter().filter(|report| is_judged(report));
        self.run.expected.idle(judged.map(|report| report.loaded.case.id.as_str()))
    }

    fn surprises(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(misread) = &self.misread {
            writeln!(
                formatter,
                "the engine does not read positions as they are meant, so nothing can be judged: {misread}"
            )?;
        } else if !self.run.reports.iter().any(is_judged) {
            writeln!(
                formatter,
                "no case was judged: the variants and cases that are asked for do not exist, or the engine does not declare them"
            )?;
        }
        for exception in self.idle_exceptions() {
            let cases = exception.cases();
            writeln!(
                formatter,
                "IDLE EXCEPTION  `{cases}` names no case that was judged: {}",
                exception.reason
            )?;
        }
        Ok(())
    }
}

fn is_judged(report: &CaseReport) -> bool {
    report.verdict.kind() != VerdictKind::Skip
}

impl fmt::Display for Findings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let run = &self.run;
        let mut shown = anstream::StripStream::new(Vec::new());
        Terminal::default().write(run, &diagnose(run), &mut shown).map_err(|_| fmt::Error)?;
        let text = String::from_utf8_lossy(&shown.into_inner()).into_owned();
        writeln!(formatter)?;
        // `huff replay` would ask the reference: it cannot reach an engine inside this program.
        for line in text.lines().filter(|line| !line.starts_with(" replay ")) {
            writeln!(formatter, "{line}")?;
        }
        self.surprises(formatter)
    }
}
