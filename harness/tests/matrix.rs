//! Several runs side by side: the command from end to end, and pages that nothing an engine says can spoil.

use assert_cmd::Command;
use harness::matrix::{Matrix, Source};
use harness::report::record::Recorded;
use harness::report::{matrix_markdown, matrix_page, matrix_terminal};
use predicates::prelude::*;
use predicates::str::contains;
use scraper::{ElementRef, Selector};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;
use tempfile::TempDir;

/// Everything that might become markup, leave an attribute, colour a terminal or turn the text around it.
const HOSTILE: &str = "</style></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'`&lt;|\
                       {{ mark }}\u{202e}\u{2066}\u{200b}\u{1b}[31m\u{7}\0\r\n-->";
const HARMLESS: &str = "= x";

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    let built = assert_cmd::cargo::cargo_bin("huff").parent().unwrap().to_owned();
    command.env("PATH", built).args(arguments).timeout(std::time::Duration::from_secs(120));
    command
}

/// Runs of a right engine and of one with a misread rule, made once for all tests.
struct Runs(TempDir);

impl Runs {
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name).join("report.jsonl")
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}

static RUNS: LazyLock<Runs> = LazyLock::new(|| {
    let runs = Runs(tempfile::tempdir().unwrap());
    let misreads = "huff serve --rule removal=after-sequence";
    for (name, engine, cases, code) in [
        ("right", "huff serve", "arab/*/*", 0),
        ("wrong", misreads, "arab/*/*", 1),
        ("narrow", "huff serve --variant arab", "*/immediate-removal/*", 0),
    ] {
        let folder = runs.0.path().join(name);
        let folder = folder.to_str().unwrap();
        let cases = ["--case", cases, "--no-shrink"];
        huff(&["verify", "--engine", engine, "--report", folder]).args(cases).assert().code(code);
    }
    runs
});

fn source(name: &str) -> Source {
    Source { file: name.to_owned(), run: Recorded::read(&RUNS.text(name)).unwrap() }
}

fn page(matrix: &Matrix, pages: &[Option<String>]) -> (String, scraper::Html) {
    let mut written = Vec::new();
    matrix_page(matrix, pages, &mut written).unwrap();
    let text = String::from_utf8(written).unwrap();
    let html = scraper::Html::parse_document(&text);
    (text, html)
}

fn all<'a>(html: &'a scraper::Html, selector: &str) -> Vec<ElementRef<'a>> {
    let selector = Selector::parse(selector).unwrap();
    html.select(&selector).collect()
}

fn words(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The cells of a row of a table, by what its head says.
fn row(html: &scraper::Html, table: usize, head: &str) -> Vec<String> {
    let cells = Selector::parse("td").unwrap();
    let heads = Selector::parse("th").unwrap();
    let table = all(html, "table.matrix")[table];
    let rows = Selector::parse("tbody tr").unwrap();
    let row = table
        .select(&rows)
        .find(|row| row.select(&heads).any(|it| words(it).contains(head)))
        .unwrap_or_else(|| panic!("no row {head}"));
    row.select(&cells).map(words).collect()
}

#[test]
fn the_command_shows_engines_side_by_side() {
    let [right, wrong, narrow] = ["right", "wrong", "narrow"].map(|name| RUNS.path(name));
    let files = [&right, &wrong, &narrow].map(|path| path.to_str().unwrap());
    let failed = source("wrong").run.footer.unwrap().failed;
    assert!(failed > 3);
    let shown = huff(&["matrix", files[0], files[1], files[2]]).assert().code(0);
    let shown = String::from_utf8(shown.get_output().stdout.clone()).unwrap();
    assert!(shown.contains(&format!("✕ {failed} of ")), "{shown}");
    assert!(shown.contains("removal=after-sequence"), "{shown}");
    let line = shown.lines().find(|line| line.starts_with("| removal-at-once")).unwrap();
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    assert!(cells[2].starts_with('✓') && cells[3].starts_with('✕') && cells[4].starts_with('✓'), "{line}");
    assert!(shown.lines().all(|line| line.chars().count() <= 110), "{shown}");
    assert!(!shown.contains('\u{1b}'), "colour where no terminal is");
    huff(&["matrix", files[0], files[1], "--format", "markdown"])
        .assert()
        .code(0)
        .stdout(contains("| engine | ").and(contains(" arab |")).and(contains("| removal-at-once | ✓")));
}

#[test]
fn a_file_is_written_in_the_format_of_its_ending_and_leads_to_reports_beside() {
    let out = RUNS.0.path().join("matrix.html");
    let files = ["right", "wrong"].map(|name| RUNS.path(name));
    let files = [&files[0], &files[1]].map(|path| path.to_str().unwrap());
    huff(&["matrix", files[0], files[1], "--output", out.to_str().unwrap()])
        .assert()
        .code(0)
        .stdout(predicates::str::is_empty());
    let text = std::fs::read_to_string(&out).unwrap();
    let html = scraper::Html::parse_document(&text);
    let links: Vec<&str> =
        all(&html, "td a.sign.wrong").iter().map(|link| link.attr("href").unwrap()).collect();
    assert!(!links.is_empty());
    for link in links {
        let (file, anchor) = link.split_once('#').unwrap();
        assert_eq!(file, "wrong/report.html");
        let there = std::fs::read_to_string(out.parent().unwrap().join(file)).unwrap();
        assert!(there.contains(&format!("id=\"{anchor}\"")), "{anchor}");
    }
    // Where no report stands beside a run, nothing leads to it.
    let lonely = RUNS.0.path().join("lonely.jsonl");
    std::fs::copy(files[1], &lonely).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let lonely_alone = elsewhere.path().join("lonely.jsonl");
    std::fs::copy(&lonely, &lonely_alone).unwrap();
    huff(&["matrix", lonely_alone.to_str().unwrap(), "--format", "html"])
        .assert()
        .code(0)
        .stdout(contains("class=\"sign wrong\"").and(contains("report.html#").not()));
}

#[test]
fn what_is_no_whole_record_is_an_error_that_names_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.jsonl");
    let good = RUNS.text("wrong");
    let mut lines: Vec<&str> = good.lines().collect();
    let passes = lines.iter().filter(|line| !line.contains("\"verdict\":\"pass\"")).copied();
    let without_passes = passes.collect::<Vec<_>>().join("\n") + "\n";
    lines[3] = "{\"type\":\"case\"}";
    let spoilt = lines.join("\n") + "\n";
    for (text, reason) in [
        (spoilt.as_str(), "line 4: "),
        ("", "line 1: "),
        ("{\"type\":\"header\",\"schema\":\"huff-report/1\"}\n", "make the report again"),
        (&without_passes, "--failures-only"),
    ] {
        std::fs::write(&path, text).unwrap();
        huff(&["matrix", path.to_str().unwrap()])
            .assert()
            .code(2)
            .stdout(predicates::str::is_empty())
            .stderr(contains("some.jsonl").and(contains(reason)));
    }
    huff(&["matrix", "no-such.jsonl"]).assert().code(2).stderr(contains("no-such.jsonl"));
    huff(&["matrix"]).assert().code(2);
    let twice = RUNS.path("right");
    let twice = twice.to_str().unwrap();
    huff(&["matrix", twice, twice]).assert().code(2).stderr(contains("given twice"));
    let nowhere = folder.path().join("none").join("matrix.html");
    huff(&["matrix", twice, "--output", nowhere.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(contains("--output").and(contains("matrix.html")));
}

#[test]
fn a_run_that_was_cut_off_is_marked_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.jsonl");
    let text = RUNS.text("right");
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    let path = path.to_str().unwrap();
    for format in ["human", "html", "markdown"] {
        let whole = RUNS.path("wrong");
        let shown = huff(&["matrix", whole.to_str().unwrap(), path, "--format", format]).assert().code(0);
        let shown = String::from_utf8(shown.get_output().stdout.clone()).unwrap();
        assert_eq!(shown.matches("cut off: cases are missing").count(), 1, "{format}: {shown}");
    }
}

#[test]
fn the_page_has_every_cell_with_its_heads() {
    let matrix = Matrix::new(&["right", "wrong", "narrow"].map(source)).unwrap();
    let (text, html) = page(&matrix, &[None, None, None]);
    for table in all(&html, "table.matrix") {
        let count = |selector: &str| table.select(&Selector::parse(selector).unwrap()).count();
        let (columns, rows) = (count("thead th[scope=col]"), count("tbody th[scope=row]"));
        assert_eq!(count("tbody td"), (columns - 1) * rows);
        assert_eq!(count("th"), columns + rows);
    }
    let arab = row(&html, 1, "removal-at-once");
    assert!(arab[0].starts_with('✓') && arab[1].starts_with('✕') && arab[2].starts_with('✓'), "{arab:?}");
    // Each ruling has its sentence behind its link, and there in the list.
    let ids: BTreeSet<&str> = all(&html, "[id]").iter().map(|it| it.attr("id").unwrap()).collect();
    let links = all(&html, "tbody th a");
    assert!(links.len() > 10);
    for link in links {
        let target = link.attr("href").unwrap().strip_prefix('#').unwrap();
        assert!(ids.contains(target), "{target}");
        let said = words(all(&html, &format!("[id='{target}'] dd"))[0]);
        assert_eq!(link.attr("title").unwrap(), said);
    }
    for word in ["http:", "https:", "@import", " src=", "<link", "style=\""] {
        assert!(!text.contains(word), "{word}");
    }
}

/// A matrix in which engines say the same thing in every place where they can say anything.
fn saying(said: &str) -> Matrix {
    let words = || said.to_owned();
    let mut sources = ["right", "wrong", "narrow"].map(source);
    for (number, source) in sources.iter_mut().enumerate() {
        source.file = format!("{number}{said}");
        let run = &mut source.run;
        run.header.engine = words();
        run.header.command = words();
        run.header.huff = words();
        run.header.not_played.push(format!("z{said}"));
        run.header.variants[0].rules = vec![words()];
        let footer = run.footer.as_mut().unwrap();
        footer.ended_early = Some(words());
        footer.search_ended = Some(words());
        for case in &mut run.cases {
            case.id = words();
            case.rulings.insert(number.min(1), format!("z{said}"));
        }
        for rule in run.diagnoses.iter_mut().flat_map(|diagnosis| &mut diagnosis.misreadings) {
            rule.rule = words();
            rule.sentence = words();
        }
    }
    Matrix::new(&sources).unwrap()
}

fn structure(html: &scraper::Html) -> Vec<String> {
    let names = |element: ElementRef<'_>| {
        let attributes: BTreeSet<&str> = element.value().attrs().map(|(name, _)| name).collect();
        format!("{} {attributes:?}", element.value().name())
    };
    all(html, "*").into_iter().map(names).collect()
}

/// Markdown without the characters that a backslash makes plain.
fn without_escapes(markdown: &str) -> String {
    let mut marks = String::new();
    let mut letters = markdown.chars();
    while let Some(letter) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else {
            marks.push(letter);
        }
    }
    marks
}

#[test]
fn nothing_that_an_engine_says_becomes_markup_or_hides() {
    let pages = |words: &str| [Some(format!("../{words}/report.html")), None, Some(words.to_owned())];
    let hidden =
        |letter: char| letter.is_control() && letter != '\n' || "\u{202e}\u{2066}\u{200b}".contains(letter);
    let (text, hostile) = page(&saying(HOSTILE), &pages(HOSTILE));
    let (_, harmless) = page(&saying(HARMLESS), &pages(HARMLESS));
    assert_eq!(structure(&hostile), structure(&harmless));
    assert_eq!(all(&hostile, "script").len(), 1);
    assert_eq!(text.chars().find(|letter| hidden(*letter)), None);
    for place in [".matrix th bdi", ".matrix th code", ".warning", ".found code", ".runs code", "dt"] {
        let says = |element: &ElementRef<'_>| words(*element).contains("<script>alert(1)</script>");
        assert!(all(&hostile, place).iter().any(says), "{place}");
    }
    for link in all(&hostile, "td a") {
        let href = link.attr("href").unwrap();
        assert!(
            href.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%#".contains(&byte)),
            "{href}"
        );
    }
    let mut shown = Vec::new();
    matrix_terminal(&saying(HOSTILE), &mut shown).unwrap();
    let shown = anstream::adapter::strip_str(std::str::from_utf8(&shown).unwrap()).to_string();
    assert_eq!(shown.chars().find(|letter| hidden(*letter)), None);
    let mut shown = Vec::new();
    matrix_markdown(&saying(HOSTILE), &mut shown).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert_eq!(shown.chars().find(|letter| hidden(*letter)), None, "{shown}");
    let marks = without_escapes(&shown);
    assert_eq!(marks.chars().find(|letter| "<>`".contains(*letter)), None, "{shown}");
    // A row has as many cells as its table has heads.
    let bars = |line: &&str| line.starts_with('|');
    let rows: Vec<usize> = marks.lines().filter(bars).map(|line| line.matches('|').count()).collect();
    assert!(rows.iter().all(|bars| *bars == 5 || *bars == rows[0]), "{rows:?}");
}
