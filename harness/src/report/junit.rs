//! For build servers: `JUnit` XML as GitHub, GitLab and Jenkins read it. A suite is a theme of a variant, a
//! case is a test, and what there is to say in a line is its message.

use super::{Report, Terminal};
use crate::diagnose::{Explanation, Group};
use crate::verdict::Verdict;
use crate::verify::{CaseReport, Run};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use reference_engine::quote::plain;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// The report as `JUnit` XML.
#[derive(Clone, Copy, Debug, Default)]
pub struct Junit {
    /// Leaves out the cases that passed or were skipped.
    pub failures_only: bool,
}

impl Report for Junit {
    fn write(&self, run: &Run, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        let explanations = explanations(groups);
        let mut suites: BTreeMap<String, TestSuite> = BTreeMap::new();
        for (index, report) in run.reports.iter().enumerate() {
            if self.failures_only && !report.verdict.is_bad() {
                continue;
            }
            let (theme, name) = theme_and_name(&report.loaded.case.id);
            let suite = suites.entry(theme.clone()).or_insert_with(|| TestSuite::new(theme.as_str()));
            suite.add_test_case(test_case(run, report, &theme, name, explanations.get(&index).copied())?);
        }
        if let Some(fault) = &run.ended_early {
            suites.insert("huff".to_owned(), cut_short(&fault.to_string()));
        }
        let mut page = quick_junit::Report::new(&*plain(&run.title));
        page.add_test_suites(suites.into_values());
        let xml = page.to_string().map_err(io::Error::other)?;
        out.write_all(without_skipped_total(&xml).as_bytes())
    }
}

/// The page without the number of skipped tests of all suites, which Jenkins' schema does not know. Each suite
/// has its own. No name can be taken for the attribute: in a name a quotation mark is escaped.
fn without_skipped_total(xml: &str) -> String {
    let Some(start) = xml.find(" skipped=\"") else { return xml.to_owned() };
    let digits = start + " skipped=\"".len();
    let end = xml[digits..].find('"').map_or(xml.len(), |length| digits + length + 1);
    format!("{}{}", &xml[..start], &xml[end..])
}

/// What explains each failure that is explained.
fn explanations(groups: &[Group]) -> HashMap<usize, &Explanation> {
    let explained = groups.iter().filter_map(|group| Some((group, group.explanation.as_ref()?)));
    explained.flat_map(|(group, it)| group.members.iter().map(move |index| (*index, it))).collect()
}

/// `arab/immediate-removal` and `crossing` of `arab/immediate-removal/crossing`.
fn theme_and_name(id: &str) -> (String, &str) {
    match id.match_indices('/').nth(1) {
        Some((end, _)) => (id[..end].replace('/', "."), &id[end + 1..]),
        None => ("cases".to_owned(), id),
    }
}

fn test_case(
    run: &Run,
    report: &CaseReport,
    theme: &str,
    name: &str,
    explanation: Option<&Explanation>,
) -> io::Result<TestCase> {
    let mut case = TestCase::new(name, status(report));
    case.set_classname(theme).set_time(report.elapsed);
    let kind = report.verdict.kind().to_string();
    if report.verdict.is_bad() {
        let mut shown = anstream::StripStream::new(Vec::new());
        Terminal::default().failure(run, report, explanation, &mut shown)?;
        case.status.set_type(kind).set_message(report.verdict.headline());
        case.status.set_description(String::from_utf8_lossy(&shown.into_inner()).trim_end());
    } else if !report.verdict.headline().is_empty() {
        case.status.set_message(report.verdict.headline());
    }
    Ok(case)
}

fn status(report: &CaseReport) -> TestCaseStatus {
    match report.verdict {
        Verdict::Pass => TestCaseStatus::success(),
        Verdict::Skip(_) | Verdict::ExpectedFailure(_) => TestCaseStatus::skipped(),
        Verdict::Fail(_) | Verdict::UnexpectedPass(_) | Verdict::StateDependent(_) => {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        Verdict::Crash(_) | Verdict::Timeout(_) | Verdict::Protocol(_) => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
    }
}

/// A run that ended early is no green one, whatever the cases say that were put.
fn cut_short(reason: &str) -> TestSuite {
    let mut case = TestCase::new("the run ended early", TestCaseStatus::non_success(NonSuccessKind::Error));
    case.status.set_message(reason);
    let mut suite = TestSuite::new("huff");
    suite.add_test_case(case);
    suite
}
