//! The report for a browser: all failures are on it, and nothing that an engine writes becomes markup.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use harness::check::{Limits, Observation};
use harness::descend::{Descent, Finding};
use harness::diagnose::diagnose;
use harness::fixture::Suite;
use harness::report::{Html, Report};
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess};
use harness::trace::{Shrunk, Trace, trace};
use harness::verdict::{Failure, Mark, Row, Verdict};
use harness::verify::{CaseReport, Plan, Run, verify};
use reference_engine::variants;
use scraper::{ElementRef, Selector};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Everything that might become markup, leave an attribute, colour a terminal or turn the text around it.
const HOSTILE: &str = "</style></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'`&lt;\
                       {{ title }}\u{202e}\u{2066}\u{200b}\u{1b}[31m\u{7}\0\r\n-->";
/// What sorts as the former does, so that lists stand in the same order.
const HARMLESS: &str = "= x";

/// A traced run over the Arab cases that match, of the reference with some rules changed.
fn run(changes: &[(&str, &str)], cases: &str) -> Run {
    let right = variants::ARAB;
    let mut rules = right.rules;
    for (field, value) in changes {
        rules.set(field, value).unwrap();
    }
    let mut subject = InProcess::new(Server::new(vec![right.with_rules(rules)], Manner::default()));
    let case = harness::cases::Cases::new(cases).unwrap();
    let plan = Plan { variants: vec![right], case: Some(case), limits: Limits::default() };
    let suite = Suite::embedded().unwrap();
    let cases = plan.cases(&suite, &subject);
    let mut run = verify(&mut subject, "./engine", &cases, &plan, |_| {});
    let groups = diagnose(&run);
    trace(&mut run, &groups, &mut subject, plan.limits, |_| {});
    run
}

/// One misread rule, asked about once for all tests.
fn faulty() -> Run {
    static RUN: LazyLock<Run> = LazyLock::new(|| run(&[("removal", "after-sequence")], "arab/*/*"));
    RUN.clone()
}

/// The page as text and as what a browser makes of it.
struct Page {
    text: String,
    html: scraper::Html,
}

impl Page {
    fn of(run: &Run) -> Self {
        let mut written = Vec::new();
        Html.write(run, &diagnose(run), &mut written).unwrap();
        let text = String::from_utf8(written).unwrap();
        let html = scraper::Html::parse_document(&text);
        Self { text, html }
    }

    fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        let selector = Selector::parse(selector).unwrap();
        self.html.select(&selector).collect()
    }

    fn only(&self, selector: &str) -> ElementRef<'_> {
        let found = self.all(selector);
        assert_eq!(found.len(), 1, "{selector}");
        found[0]
    }

    fn ids(&self) -> Vec<&str> {
        self.all("[id]").into_iter().map(|element| element.attr("id").unwrap()).collect()
    }

    /// Every element with the names of its attributes: what the page is but for its words.
    fn structure(&self) -> Vec<String> {
        let names = |element: ElementRef<'_>| {
            let attributes: BTreeSet<&str> = element.value().attrs().map(|(name, _)| name).collect();
            format!("{} {attributes:?}", element.value().name())
        };
        self.all("*").into_iter().map(names).collect()
    }
}

fn text(element: ElementRef<'_>) -> String {
    element.text().collect()
}

fn within<'a>(element: ElementRef<'a>, selector: &str) -> Vec<ElementRef<'a>> {
    let selector = Selector::parse(selector).unwrap();
    element.select(&selector).collect()
}

fn failing(run: &Run) -> BTreeSet<&str> {
    let bad = run.reports.iter().filter(|report| report.verdict.is_bad());
    bad.map(|report| report.loaded.case.id.as_str()).collect()
}

#[test]
fn every_failure_is_there_with_its_anchor_and_its_board() {
    let run = faulty();
    let page = Page::of(&run);
    let expected = failing(&run);
    assert!(expected.len() > 3, "{expected:?}");
    let failures = page.all("article.failure");
    let anchors: BTreeSet<&str> =
        failures.iter().map(|failure| within(*failure, ".body[id]")[0].attr("id").unwrap()).collect();
    assert_eq!(anchors, expected);
    assert_eq!(failures.len(), expected.len());
    for failure in failures {
        assert!(!within(failure, "svg.board use[href]").is_empty());
        let replay = within(failure, ".copyable code").last().map(|code| text(*code)).unwrap();
        let id = failure.attr("data-case").unwrap();
        assert_eq!(replay, format!("huff replay {id} --engine ./engine"));
    }
}

#[test]
fn every_case_has_one_anchor() {
    let run = faulty();
    let page = Page::of(&run);
    let ids = page.ids();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len());
    for report in &run.reports {
        assert!(distinct.contains(report.loaded.case.id.as_str()), "{}", report.loaded.case.id);
    }
    for link in page.all("[href]") {
        let target = link.attr("href").unwrap().strip_prefix('#').expect("every link stays on the page");
        assert!(distinct.contains(target), "{target}");
    }
}

#[test]
fn the_page_loads_nothing() {
    let page = Page::of(&faulty());
    for selector in ["[src]", "[srcset]", "link", "iframe", "object", "embed", "base", "[style]", "[action]"]
    {
        assert_eq!(page.all(selector).len(), 0, "{selector}");
    }
    for word in ["http:", "https:", "@import", "url(\"", "url('", "//cdn"] {
        assert!(!page.text.contains(word), "{word}");
    }
    let loads = page.text.matches("url(").count();
    assert_eq!(loads, page.text.matches("url(#").count());
}

#[test]
fn the_policy_allows_the_style_and_the_script_of_the_page_and_nothing_else() {
    let page = Page::of(&faulty());
    let policy = page.only("meta[http-equiv]").attr("content").unwrap();
    let hash =
        |selector: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text(page.only(selector)))));
    let (style, script) = (hash("style"), hash("script"));
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
        )
    );
}

#[test]
fn a_changed_row_draws_both_ways_with_what_they_take() {
    let run = faulty();
    let page = Page::of(&run);
    let mut drawn = 0;
    for report in &run.reports {
        let Verdict::Fail(failure) = &report.verdict else { continue };
        let id = &report.loaded.case.id;
        let article = page.only(&format!("article[data-case='{id}']"));
        let figure = within(article, "figure")[0];
        for (number, row) in failure.rows.iter().enumerate().take(14) {
            for (side, way) in [("expected", &row.expected_way), ("given", &row.given_way)] {
                let routes = within(figure, &format!(".route.{side}[data-row='{number}']"));
                let Some(way) = way else {
                    assert!(routes.is_empty());
                    continue;
                };
                let ways: Vec<ElementRef<'_>> =
                    routes.iter().flat_map(|route| within(*route, ".way")).collect();
                let points = ways[0].attr("points").unwrap();
                assert_eq!(points.split(' ').count(), way.path.len(), "{id}");
                let crosses: usize = routes.iter().map(|route| within(*route, "use").len()).sum();
                assert_eq!(crosses, way.captured.len(), "{id}");
                drawn += 1;
            }
        }
        let rows = within(figure, "tbody tr");
        assert_eq!(rows.len(), failure.rows.len().min(14), "{id}");
        for (shown, row) in rows.iter().zip(&failure.rows) {
            assert_eq!(text(within(*shown, ".expected")[0]), row.expected);
            assert_eq!(text(within(*shown, ".given")[0]), row.given);
        }
    }
    assert!(drawn > 4, "{drawn}");
}

#[test]
fn what_is_shrunk_stands_beside_the_original() {
    let run = faulty();
    let page = Page::of(&run);
    let is_smaller = |report: &&CaseReport| {
        let shrunk = report.trace.as_ref().and_then(|trace| trace.shrunk.as_ref());
        shrunk.is_some_and(Shrunk::is_smaller)
    };
    let report = run.reports.iter().find(is_smaller).expect("something is shrunk");
    let article = page.only(&format!("article[data-case='{}']", report.loaded.case.id));
    let boards = within(article, "svg.board");
    let pieces = |board: &ElementRef<'_>| within(*board, "use > title").len();
    let [before, after] = &boards[..] else { panic!("{} boards", boards.len()) };
    assert!(pieces(after) < pieces(before));
}

#[test]
fn the_diagnosis_stands_before_the_failures_with_its_figures() {
    let run = faulty();
    let page = Page::of(&run);
    let groups = diagnose(&run);
    let explanation = groups[0].explanation.as_ref().unwrap();
    let card = page.all(".card")[0];
    assert_eq!(text(within(card, "h3")[0]), "removal=after-sequence");
    assert_eq!(text(within(card, ".sentence")[0]), explanation.misreadings[0].sentence());
    let (explained, all) = explanation.failing;
    assert_eq!(text(within(card, ".figures b")[0]), format!("{explained} of {all}"));
    assert!(page.text.find("class=\"card\"") < page.text.find("class=\"case failure\""));
}

#[test]
fn a_clean_run_says_so() {
    let page = Page::of(&run(&[], "arab/immediate-removal/*"));
    assert!(page.all("article.failure").is_empty());
    assert!(text(page.only(".verdict")).contains("answered as expected"));
    assert!(!page.all("#passed li.case").is_empty());
}

#[test]
fn hundreds_of_failures_stay_light() {
    let mut run = faulty();
    let report =
        run.reports.iter().find(|report| matches!(report.verdict, Verdict::Fail(_))).unwrap().clone();
    let row = Row { mark: Mark::Extra, given: "a1-a2".to_owned(), ..Row::default() };
    let failure = Failure { headline: "1 expected".to_owned(), rows: vec![row; 500] };
    run.reports = (0..1500)
        .map(|number| {
            let mut report = CaseReport { trace: None, observation: None, ..report.clone() };
            report.loaded.case.id = format!("arab/random/7-{number}");
            report.verdict = Verdict::Fail(failure.clone());
            report
        })
        .collect();
    let page = Page::of(&run);
    assert_eq!(page.all("article.failure").len(), 100);
    assert_eq!(page.all(".named li").len(), 1000);
    assert!(text(page.only("#findings")).contains("and 400 more, which report.jsonl lists"));
    let figure = page.all("article.failure figure")[0];
    assert_eq!(within(figure, "tbody tr").len(), 14);
    assert!(text(figure).contains("and 486 more rows"));
    assert!(page.text.len() < 1 << 20, "{} bytes", page.text.len());
}

#[test]
fn the_style_sheet_knows_every_row_that_can_be_drawn() {
    let page = Page::of(&faulty());
    let style = text(page.only("style"));
    for row in 0..14 {
        assert!(style.contains(&format!(".pick[data-row=\"{row}\"]:checked) .route[data-row=\"{row}\"]")));
    }
}

/// A run in which an engine says the same thing in every place where it can say anything.
fn saying(words: &str) -> Run {
    let said = || words.to_owned();
    let mut run = faulty();
    let position = variants::ARAB.start();
    let row = |mark| Row { mark, expected: said(), given: said(), ..Row::default() };
    let failure = Failure {
        headline: said(),
        rows: [Mark::Same, Mark::Changed, Mark::Missing, Mark::Extra].map(row).to_vec(),
    };
    let descent = Descent {
        line: vec![said(), said()],
        position,
        finding: Finding::Moves(failure.clone()),
        questions: 7,
    };
    let shrunk = Shrunk {
        position,
        failure: failure.clone(),
        before: position,
        explained_by: Vec::new(),
        questions: 9,
        ended: Some(said()),
    };
    let refusal = harness::check::Declined { code: said(), detail: said() };
    let crash = Fault::Crash { status: said(), stderr: said() };
    let verdicts = [
        Verdict::Fail(failure),
        Verdict::Crash(crash.to_string()),
        Verdict::Crash(said()),
        Verdict::Timeout(said()),
        Verdict::Protocol(said()),
        Verdict::StateDependent(said()),
        Verdict::Skip(said()),
        Verdict::Pass,
    ];
    run.title = said();
    run.command = said();
    run.not_played = vec![said()];
    run.ended_early = Some(Fault::Protocol(said()));
    for (report, verdict) in run.reports.iter_mut().zip(verdicts) {
        report.verdict = verdict;
        report.notes = vec![said()];
        report.observation = Some(Observation::Moves(Err(refusal.clone())));
        report.trace =
            Some(Trace { descent: Some(descent.clone()), shrunk: Some(shrunk.clone()), is_gone: false });
    }
    // Fixtures may come from anywhere too.
    run.reports[0].loaded.case.note = said();
    run.reports[0].loaded.case.position = said();
    run.reports[1].observation = Some(Observation::Outcome(Ok(said())));
    run.reports[2].observation = None;
    run
}

#[test]
fn nothing_that_an_engine_says_becomes_markup() {
    let [hostile, harmless] = [HOSTILE, HARMLESS].map(|words| Page::of(&saying(words)));
    let [there, here] = [&hostile, &harmless].map(Page::structure);
    for (place, (there, here)) in there.iter().zip(&here).enumerate() {
        assert_eq!(there, here, "element {place}");
    }
    assert_eq!(there.len(), here.len());
    assert_eq!(hostile.all("script").len(), 1);
    assert_eq!(text(hostile.only("script")), text(harmless.only("script")));
    assert_eq!(text(hostile.only("style")), text(harmless.only("style")));
}

#[test]
fn nothing_that_an_engine_says_hides() {
    let page = Page::of(&saying(HOSTILE));
    let hidden = page.text.chars().find(|letter| {
        letter.is_control() && *letter != '\n' || ['\u{202e}', '\u{2066}', '\u{200b}'].contains(letter)
    });
    assert_eq!(hidden, None);
    let shown = r"\u{202e}\u{2066}\u{200b}\u{1b}[31m\u{7}\0\r\n--&#62;";
    // Engine, command, early end, headlines, rows, refusals, notes, results, the way of a descent.
    assert!(page.text.matches(shown).count() > 30, "{}", page.text.matches(shown).count());
    for place in [
        "h1",
        ".warning",
        ".headline",
        ".rows .expected",
        ".rows .given",
        ".marks .mark",
        ".finding",
        ".copyable code",
        ".position code",
        "#skipped p",
        "dd",
    ] {
        let says = |element: &ElementRef<'_>| text(*element).contains("<script>alert(1)</script>");
        assert!(page.all(place).iter().any(says), "{place}");
    }
}

#[test]
fn what_an_engine_repeats_for_pages_is_cut() {
    let mut run = saying(&"very long ".repeat(20_000));
    // Its own command an author knows, and needs it whole.
    run.command = String::new();
    let page = Page::of(&run);
    assert!(page.text.contains("more letters"));
    assert!(page.text.len() < 1 << 20, "{} bytes", page.text.len());
}
