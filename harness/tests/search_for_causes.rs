//! An engine that is gone while the cause of its failures is sought keeps its verdicts, and is told to be gone.

use harness::check::Limits;
use harness::dcp::{Answer, Profile, Request};
use harness::fixture::Suite;
use harness::probe::probe;
use harness::report::{JsonLines, Markdown, Report, Terminal};
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use harness::trace::trace;
use harness::verify::{Plan, Run, verify};
use reference_engine::variants;
use std::time::Duration;

/// Answers so many more questions, and does not start after that.
struct Mortal {
    engine: InProcess,
    left: u32,
}

impl Subject for Mortal {
    fn profile(&self) -> &Profile {
        self.engine.profile()
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        let gone = || Fault::NotStarted("the engine is gone".to_owned());
        self.left = self.left.checked_sub(1).ok_or_else(gone)?;
        self.engine.ask(request, limit)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

/// A run over an engine with a misread rule that answers so many questions after it.
fn sought(left: u32) -> (Run, Vec<harness::diagnose::Group>) {
    let mut rules = variants::ARAB.rules;
    rules.set("removal", "after-sequence").unwrap();
    let server = Server::new(vec![variants::ARAB.with_rules(rules)], Manner::default());
    let mut subject = Mortal { engine: InProcess::new(server), left: u32::MAX };
    let suite = Suite::embedded().unwrap();
    let case = harness::cases::Cases::new("arab/immediate-removal/*").unwrap();
    let plan = Plan { variants: vec![variants::ARAB], case: Some(case), limits: Limits::default() };
    let cases = plan.cases(&suite, &subject);
    let mut run = verify(&mut subject, "", &cases, &plan, |_| {});
    subject.left = left;
    let groups = probe(&mut run, &mut subject, &suite, plan.limits, |_| {});
    if run.search_ended.is_none() {
        trace(&mut run, &groups, &mut subject, plan.limits, |_| {});
    }
    (run, groups)
}

#[test]
fn an_engine_that_is_gone_is_told_and_its_verdicts_stand() {
    let (whole, _) = sought(u32::MAX);
    assert_eq!(whole.search_ended, None);
    assert!(whole.probes.len() > 1, "nothing further was asked");
    // Gone at once, after one further question, and while a small position is sought.
    for left in [0, 1, u32::try_from(whole.probes.len()).unwrap() + 2] {
        let (run, groups) = sought(left);
        assert_eq!(run.ended_early, None, "{left}");
        assert_eq!(run.search_ended, Some(Fault::NotStarted("the engine is gone".to_owned())), "{left}");
        let verdicts = |run: &Run| run.reports.iter().map(|it| it.verdict.clone()).collect::<Vec<_>>();
        assert_eq!(verdicts(&run), verdicts(&whole), "{left}");
        let reports: [&dyn Report; 3] = [&Terminal::default(), &Markdown::default(), &JsonLines::default()];
        for report in reports {
            let mut shown = Vec::new();
            report.write(&run, &groups, &mut shown).unwrap();
            let shown = String::from_utf8(shown).unwrap();
            assert!(shown.contains("the engine is gone"), "{left}: {shown}");
        }
    }
}
