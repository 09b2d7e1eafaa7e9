//! An engine whose every text is hostile: nothing of it reaches a terminal unescaped, forges a line, or breaks a
//! report's format. And an engine command is never run by a shell.

#[path = "../fuzz/src/message.rs"]
mod message;

use assert_cmd::Command;
use harness::check::Limits;
use harness::dcp::{Answer, Capability, Declared, End, Profile, ROWS_LIMIT, Request};
use harness::diagnose::diagnose;
use harness::doctor;
use harness::expected_failures::{Entry, ExpectedFailures};
use harness::fixture::{Loaded, Suite};
use harness::property::{self, Law};
use harness::reading::reads_positions;
use harness::report::record::Recorded;
use harness::report::{Html, JsonLines, Junit, Markdown, Report, SweepReport, Terminal, class_line};
use harness::serve::Server;
use harness::since::Since;
use harness::subject::{Fault, Subject};
use harness::sweep::{Comparison, Saved};
use harness::trace::trace;
use harness::verify::{Plan, Run, put, verify};
use predicates::prelude::*;
use predicates::str::contains;
use reference_engine::variants::ARAB;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use strum::VariantArray;

/// What would clear a screen, set a title, turn the direction of writing, forge a line, end a fence, a cell, a
/// section of CDATA or an attribute, and what XML cannot hold at all.
const HOSTILE: &str = "\x1b[2J\x1b]0;title\x07\u{202e}\u{2066}\r\nFORGED\u{2028}FORGED\u{85}\u{9b}2J\t\u{0}\u{8}\u{fffe}\u{feff}\
    ```~~~|`|]]>--></failure></details><script>alert(1)</script>&#27;&amp;\"'*_[x](y)# \\";

/// A subject that answers as the reference does, or with hostile texts, in turn.
struct Hostile {
    server: Server,
    profile: Profile,
    asked: usize,
    /// Whether it only spoils texts that a right answer holds, so that its moves are judged as wrong moves.
    is_subtle: bool,
}

impl Hostile {
    fn new(is_subtle: bool) -> Self {
        let server = Server::reference();
        let mut profile = server.profile().clone();
        HOSTILE.clone_into(&mut profile.name);
        HOSTILE.clone_into(&mut profile.version);
        profile.variants.push(Declared::customary(HOSTILE));
        profile.can = BTreeSet::from_iter([
            Capability::Moves,
            Capability::Divide,
            Capability::Perft,
            Capability::Apply,
            Capability::Result,
            Capability::Game,
            Capability::Echo,
            Capability::Refuse,
        ]);
        Self { server, profile, asked: 0, is_subtle }
    }
}

impl Subject for Hostile {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        self.asked += 1;
        let text = || HOSTILE.to_owned();
        let right = self.server.answer(request).expect("nobody says bye");
        let with_row = |row: &str| {
            let rows = right.rows.iter().skip(1).cloned().chain([row.to_owned()]).collect();
            Ok(Answer::rows(rows))
        };
        let kinds = if self.is_subtle { 2 } else { 9 };
        match self.asked % kinds {
            // A word of a row cannot hold white space; all else it can.
            0 => with_row(&HOSTILE.replace(char::is_whitespace, "")),
            1 => Ok(right.clone()),
            2 => with_row(HOSTILE),
            3 => Ok(Answer { rows: Vec::new(), end: End::Err { code: text(), detail: text() } }),
            4 => Ok(Answer::refusal("position", HOSTILE)),
            5 => Ok(Answer::refusal("unsupported", HOSTILE)),
            6 => Err(Fault::Protocol(text())),
            7 => Err(Fault::Crash { status: text(), stderr: text() }),
            _ => Err(Fault::Timeout(limit)),
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

/// The cases that a hostile engine is asked: some of each kind.
fn cases(suite: &Suite) -> Vec<&Loaded> {
    let mut cases: Vec<&Loaded> = suite.cases.iter().filter(|loaded| loaded.variant.name == "arab").collect();
    cases.sort_by_key(|loaded| (loaded.case.question.kind(), loaded.case.position.len()));
    cases.into_iter().step_by(3).collect()
}

/// A run in which every text that can come from elsewhere is hostile.
fn run(is_subtle: bool) -> Run {
    let suite = Suite::embedded().unwrap();
    let cases = cases(&suite);
    let mut subject = Hostile::new(is_subtle);
    let limits = Limits::default();
    let plan = Plan { variants: vec![ARAB], case: None, limits };
    let mut run = verify(&mut subject, HOSTILE, &cases[..cases.len() / 2], &plan, |_| {});
    let mut expected = ExpectedFailures::default();
    expected.push(Entry::new("**", HOSTILE, Some(HOSTILE.to_owned())).unwrap());
    run.expected = expected;
    put(&mut subject, &mut run, &cases[cases.len() / 2..], limits, |_| {});
    let position = ARAB.read("W:WKa3,d4:Bd6,h8,Kg2").unwrap();
    let loose = Loaded::loose(ARAB, "arab/random/1".to_owned(), &position);
    for _ in 0..4 {
        for law in Law::VARIANTS {
            run.reports.extend(property::examine(&mut subject, &loose, *law, limits));
        }
    }
    let groups = diagnose(&run);
    trace(&mut run, &groups, &mut subject, limits, |_| {});
    let ids = || vec![HOSTILE.to_owned()];
    run.since = Some(Since {
        engine: HOSTILE.to_owned(),
        is_cut_off: true,
        fixed: ids(),
        broken: ids(),
        unchanged: ids(),
        new: ids(),
        not_judged: ids(),
    });
    run.ended_early = Some(Fault::NotStarted(HOSTILE.to_owned()));
    run.search_ended = Some(Fault::Protocol(HOSTILE.to_owned()));
    let kinds: BTreeSet<String> =
        run.reports.iter().map(|report| report.verdict.kind().to_string()).collect();
    assert!(kinds.len() >= if is_subtle { 3 } else { 6 }, "too few kinds of verdicts: {kinds:?}");
    run
}

fn written(report: &impl Report, run: &Run) -> String {
    let mut bytes = Vec::new();
    report.write(run, &diagnose(run), &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Asserts that nothing but line ends does anything, and that no text has begun a line.
#[track_caller]
fn is_harmless(text: &str) {
    if let Some(at) = text.find(|letter: char| letter != '\n' && message::is_obeyed(letter)) {
        let from = text[..at].char_indices().rev().nth(80).map_or(0, |(index, _)| index);
        panic!("{:?} follows {:?}", text[at..].chars().next(), &text[from..at]);
    }
    assert!(text.lines().all(|line| !line.starts_with("FORGED")), "a line is forged");
    assert!(text.contains("FORGED"), "the engine's texts are not shown at all");
}

/// A terminal's text without the colours that huff itself uses.
fn without_colours(text: &str) -> String {
    ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m"]
        .iter()
        .fold(text.to_owned(), |text, colour| text.replace(colour, ""))
}

#[test]
fn no_hostile_text_reaches_a_terminal() {
    for is_subtle in [false, true] {
        let run = run(is_subtle);
        for all in [false, true] {
            let shown = written(&Terminal { all, failures_only: false }, &run);
            assert!(shown.contains("\x1b[1m"), "colours are left out");
            is_harmless(&without_colours(&shown));
        }
    }
}

#[test]
fn json_lines_hold_every_text_and_stay_json_lines() {
    for is_subtle in [false, true] {
        let run = run(is_subtle);
        let text = written(&JsonLines::default(), &run);
        is_harmless(&text.replace("\\n", ""));
        let recorded = Recorded::read(&text).unwrap();
        assert_eq!(recorded.cases.len(), run.reports.len());
        assert!(recorded.footer.is_some());
    }
}

#[test]
fn junit_stays_xml_and_gains_no_element() {
    for is_subtle in [false, true] {
        let run = run(is_subtle);
        let text = written(&Junit::default(), &run);
        is_harmless(&text);
        let page = roxmltree::Document::parse(&text).unwrap();
        let count = |name: &str| page.descendants().filter(|node| node.has_tag_name(name)).count();
        // One for the run that ended early.
        assert_eq!(count("testcase"), run.reports.len() + 1);
        assert_eq!(count("script"), 0);
    }
}

#[test]
fn html_gains_no_element_and_no_script() {
    for is_subtle in [false, true] {
        let run = run(is_subtle);
        let text = written(&Html, &run);
        is_harmless(&text);
        let page = scraper::Html::parse_document(&text);
        let script = scraper::Selector::parse("script").unwrap();
        let mut scripts = page.select(&script).map(|script| script.inner_html());
        assert!(scripts.all(|script| !script.trim_start().starts_with("alert(1)")));
        // A run of the built-in reference has as many; none of them comes from a text.
        let mut bare = run.clone();
        bare.reports.clear();
        bare.title = "engine".to_owned();
        let empty = scraper::Html::parse_document(&written(&Html, &bare));
        let number = |page: &scraper::Html| page.select(&script).count();
        assert_eq!(number(&page), number(&empty));
    }
}

#[test]
fn markdown_keeps_its_fences_tables_and_sections() {
    for is_subtle in [false, true] {
        let run = run(is_subtle);
        let text = written(&Markdown::default(), &run);
        is_harmless(&text);
        let bad = diagnose(&run).iter().map(|group| group.members.len()).sum::<usize>();
        assert!(bad > 0, "nothing has failed");
        assert_eq!(text.lines().filter(|line| *line == "```text").count(), bad);
        assert_eq!(text.matches("```").count(), 2 * bad, "a fence is forged");
        is_page(&text, 6);
        assert_eq!(text.lines().filter(|line| *line == "</details>").count(), bad);
    }
}

/// Asserts that outside of fences there is no mark of Markdown or HTML that huff has not made, and that rows of
/// tables have so many bars.
#[track_caller]
fn is_page(text: &str, bars: usize) {
    for (index, block) in text.split("```").enumerate() {
        if index % 2 == 1 {
            continue;
        }
        for line in block.lines() {
            let (words, is_closed) = outside_of_code(line);
            assert!(is_closed, "code has no end: {line}");
            assert!(!words.contains("<script"), "{line}");
            // A table is divided into cells before anything else is looked at.
            let unescaped = line.replace("\\|", "");
            assert!(!line.starts_with('|') || unescaped.matches('|').count() == bars, "{line}");
        }
    }
}

/// What stands in a line besides code and escaped characters, and whether all code has its end. In code nothing
/// is escaped.
fn outside_of_code(line: &str) -> (String, bool) {
    let (mut words, mut is_code) = (String::new(), false);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '`' => is_code = !is_code,
            '\\' if !is_code => drop(letters.next()),
            _ if !is_code => words.push(letter),
            _ => {}
        }
    }
    (words, !is_code)
}

#[test]
fn what_is_said_before_a_run_is_harmless_too() {
    for asked in 0..9 {
        let mut subject = Hostile { asked, ..Hostile::new(false) };
        for finding in doctor::examine(&mut subject, &ARAB, Limits::default()) {
            message::check(&finding.text);
        }
        let mut subject = Hostile { asked, ..Hostile::new(false) };
        if let Err(unreadable) = reads_positions(&mut subject, &ARAB, Limits::default()) {
            message::check(&unreadable.to_string());
        }
    }
    for fault in [
        Fault::NotStarted(HOSTILE.to_owned()),
        Fault::Protocol(HOSTILE.repeat(1000)),
        Fault::Crash { status: HOSTILE.to_owned(), stderr: HOSTILE.repeat(1000) },
    ] {
        message::check(&fault.to_string());
    }
}

#[test]
fn a_sweep_of_a_hostile_engine_is_harmless() {
    let hostile = serde_json::to_string(HOSTILE).unwrap();
    let digest = "ab".repeat(32);
    let text = format!(
        r#"{{"type":"header","schema":"huff-sweep/1","engine":{hostile},"pieces":2,"stride":1,"variants":[{{"name":{hostile},"rules":[]}}]}}
{{"type":"class","variant":{hostile},"class":{hostile},"stride":1,"positions":1,"moves":1,"sha256":"{digest}","reference":"{digest}","differing":1}}"#
    );
    let saved = Saved::parse(&text).unwrap();
    let other = Saved::parse(&text.replace(&digest, &"cd".repeat(32))).unwrap();
    let close = Run { command: HOSTILE.to_owned(), ..Run::default() };
    let comparison = Comparison::new(&saved, &other);
    let report =
        SweepReport { saved: &saved, close: &close, groups: &[], comparison: Some(&comparison), all: true };
    let mut shown = Vec::new();
    report.terminal(&mut shown).unwrap();
    class_line(&saved.classes[0], &mut shown).unwrap();
    is_harmless(&without_colours(&String::from_utf8(shown).unwrap()));
    let mut page = Vec::new();
    report.markdown(&mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    is_harmless(&page);
    is_page(&page, 7);
}

#[test]
fn a_list_of_what_failed_is_read_again_whatever_its_reasons() {
    let mut run = run(false);
    // A reason that the user has written is the user's.
    run.expected = ExpectedFailures::default();
    let text = run.expected.renewed(&run, &diagnose(&run));
    is_harmless(&text.replace("\\n", ""));
    let list = ExpectedFailures::parse(&text).unwrap();
    assert!(!list.entries().is_empty());
}

/// A subject that lists as many rows as an answer may have, whatever it is asked.
struct Flood(Profile);

impl Subject for Flood {
    fn profile(&self) -> &Profile {
        &self.0
    }

    fn ask(&mut self, _: &Request, _: Duration) -> Result<Answer, Fault> {
        let square =
            |number: usize| format!("{}{}", char::from(b'a' + (number % 8) as u8), number / 8 % 8 + 1);
        let row = |number: usize| format!("{}-{}", square(number), square(number / 64 * 7 + number % 5));
        Ok(Answer::rows((0..ROWS_LIMIT).map(row).collect()))
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

#[test]
fn a_flood_of_rows_is_judged_and_told_in_bounded_time_and_space() {
    let profile = Profile { variants: vec![Declared::customary("arab")], ..Profile::default() };
    let position = ARAB.start();
    let loaded = Loaded::loose(ARAB, "arab/random/1".to_owned(), &position);
    let began = Instant::now();
    let plan = Plan { variants: vec![ARAB], case: None, limits: Limits::default() };
    let run = verify(&mut Flood(profile), "", &[&loaded], &plan, |_| {});
    assert!(run.has_failures());
    let text = written(&JsonLines::default(), &run);
    assert!(text.len() < 1 << 20, "a report of {} bytes", text.len());
    assert!(began.elapsed() < Duration::from_secs(20), "it took {:?}", began.elapsed());
}

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(arguments).timeout(Duration::from_secs(60));
    command
}

#[test]
fn an_error_that_quotes_its_cause_is_harmless() {
    for arguments in [
        ["moves", "arab", HOSTILE].map(|word| word.replace('\0', "")),
        ["moves", HOSTILE, "start"].map(|word| word.replace('\0', "")),
    ] {
        let output =
            huff(&arguments.each_ref().map(String::as_str)).assert().code(2).get_output().stderr.clone();
        is_harmless(&String::from_utf8(output).unwrap());
    }
}

#[cfg(unix)]
#[test]
fn no_shell_runs_an_engine_command() {
    let folder = tempfile::tempdir().unwrap();
    let trap = folder.path().join("trap");
    let touch = format!("touch {}", trap.display());
    let echo = format!(
        "echo '; {touch};' '$({touch})' '`{touch}`' '| {touch}' '&& {touch}' '> {}' '*'",
        trap.display()
    );
    let declare = [
        "--one-shot",
        "--declare",
        "variant id=arab",
        "--variant",
        "arab",
        "--case",
        "arab/immediate-removal/*",
    ];
    // The words reach the program as they are, and it says them.
    let mut command = huff(&["verify", "--all", "--engine", &echo]);
    let said = contains("$(touch").and(contains("`touch").or(contains("touch")));
    command.args(declare).assert().code(1).stdout(said);
    assert!(!trap.exists(), "a shell has run an argument");
    for command in
        [format!("true; {touch}"), format!("true && {touch}"), format!("$({touch})"), format!("`{touch}`")]
    {
        huff(&["doctor", "--engine", &command]).assert().code(3);
        assert!(!trap.exists(), "a shell has run {command}");
    }
    // Who wants a shell says so.
    let asked = format!("sh -c '{touch}; exit 3'");
    huff(&["doctor", "--engine", &asked]).assert().code(3);
    assert!(trap.exists(), "what the user asked for was not run");
}
