//! Every parser keeps its word whatever it is given: nothing panics or grows without bound, what is written is
//! read as it was, and an error says where, what was found and what was due. `fuzz/src` says what that means for
//! each; here it is asked with the corpus of the fuzz targets, and with what proptest makes of it.

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

use fuzz::TARGETS;
use harness::dcp::{Answer, End, Gathering, Profile, Question, Request};
use harness::expected_failures::{Entry, ExpectedFailures};
use harness::fixture::Suite;
use harness::report::record::{CaseRecord, DiffRow, Line, Recorded};
use harness::speed::Record;
use harness::sweep::{ClassResult, Digest, Header, SCHEMA, Saved, SweptVariant};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reference_engine::fen;
use reference_engine::geometry::{Board, Cells, Square};
use reference_engine::notation;
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::quote::plain;
use std::path::{Path, PathBuf};

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The corpus of a target, sorted by name.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = std::fs::read_dir(fuzz_folder().join("corpus").join(target)).expect("a corpus is kept");
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

#[test]
fn the_corpus_breaks_no_parser() {
    for (target, check) in TARGETS {
        let corpus = corpus(target);
        assert!(corpus.len() >= 5, "the corpus of {target} is no corpus");
        for (path, data) in corpus {
            let outcome = std::panic::catch_unwind(|| check(&data));
            assert!(outcome.is_ok(), "{} broke the parser", path.display());
        }
    }
}

#[test]
fn every_target_is_fuzzed() {
    let mut targets: Vec<String> = std::fs::read_dir(fuzz_folder().join("fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    targets.sort();
    assert_eq!(targets, TARGETS.map(|(target, _)| target));
}

/// A change of some bytes, as a careless or a hostile hand would make it.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index, Index),
    Repeat(Index, Index, usize),
    Put(Index, &'static str),
    Set(Index, u8),
}

const WORDS: &[&str] = &[
    "",
    "\n",
    "\r",
    "\t",
    " ",
    ":",
    "-",
    "x",
    ",",
    "/",
    "K",
    "W",
    "B",
    "=",
    "\"",
    "\\",
    "[",
    "]",
    "{",
    "}",
    "null",
    "0",
    "-1",
    "+1",
    "00",
    "1e999",
    "18446744073709551615",
    "340282366920938463463374607431768211456",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{fffe}",
    "é",
    "ok",
    "err",
    "#",
    "*",
    "?",
    "{a,b}",
    "[!a]",
    "true",
    "[[expected]]",
];

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<Index>;
    prop_oneof![
        (place(), place()).prop_map(|(from, to)| Damage::Cut(from, to)),
        (place(), place(), 1..40_usize).prop_map(|(from, to, times)| Damage::Repeat(from, to, times)),
        (place(), select(WORDS)).prop_map(|(at, word)| Damage::Put(at, word)),
        (place(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
    ]
}

fn damaged(data: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut data = data.to_vec();
    for damage in damages {
        let span = |from: &Index, to: &Index| {
            let (one, other) = (from.index(data.len() + 1), to.index(data.len() + 1));
            one.min(other)..one.max(other)
        };
        match damage {
            Damage::Cut(from, to) => drop(data.drain(span(from, to))),
            Damage::Repeat(from, to, times) => {
                let span = span(from, to);
                let more = data[span.clone()].repeat(*times);
                data.splice(span.end..span.end, more.into_iter().take(2000));
            }
            Damage::Put(at, word) => {
                let at = at.index(data.len() + 1);
                data.splice(at..at, word.bytes());
            }
            Damage::Set(at, byte) if !data.is_empty() => {
                let at = at.index(data.len());
                data[at] = *byte;
            }
            Damage::Set(..) => {}
        }
    }
    data
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn a_damaged_text_breaks_no_parser() {
    for (target, check) in TARGETS {
        let seeds: Vec<Vec<u8>> = corpus(target).into_iter().map(|(_, data)| data).collect();
        // A fixture is judged by the reference, which takes its time.
        let cases = if target == "fixture" { 300 } else { 2000 };
        proptest!(config(cases), |(seed in any::<Index>(), damages in vec(damage(), 1..5))| {
            check(&damaged(&seeds[seed.index(seeds.len())], &damages));
        });
    }
}

#[test]
fn an_arbitrary_text_breaks_no_parser() {
    for (target, check) in TARGETS {
        let cases = if target == "fixture" { 100 } else { 500 };
        proptest!(config(cases), |(text in any::<String>(), bytes in vec(any::<u8>(), 0..64))| {
            check(text.as_bytes());
            check(&bytes);
        });
    }
}

fn boards() -> impl Strategy<Value = Board> {
    let narrow = Board { columns: 8, rows: 8, cells: Cells::Dark };
    select(vec![Board::ALL_8X8, Board::DARK_10X10, narrow])
}

fn positions() -> impl Strategy<Value = Position> {
    let color = || prop_oneof![Just(Color::White), Just(Color::Black)];
    let kind = prop_oneof![Just(Kind::Man), Just(Kind::King)];
    (boards(), color(), vec((any::<Index>(), color(), kind), 0..40)).prop_map(|(board, turn, pieces)| {
        let mut position = Position::empty(board, turn);
        for (at, color, kind) in pieces {
            position.set(Square::new(at.index(board.square_count())), Some(Piece { color, kind }));
        }
        position
    })
}

/// A word of a request or a row.
fn word() -> impl Strategy<Value = String> {
    let is_word = |word: &String| {
        // What is not plain is read as its escaped form, and white space of Unicode is white space here.
        !matches!(&**word, "ok" | "err") && !word.contains(char::is_whitespace) && plain(word) == *word
    };
    "[^\\s#\\p{C}][^\\s\\p{C}]{0,12}".prop_filter("a word", is_word)
}

fn requests() -> impl Strategy<Value = Request> {
    let question = prop_oneof![
        Just(Question::Moves),
        Just(Question::Echo),
        any::<u32>().prop_map(Question::Divide),
        any::<u32>().prop_map(Question::Perft),
        word().prop_map(Question::Apply),
        vec(word(), 0..4).prop_map(Question::Result),
    ];
    let about = (word(), word(), question).prop_map(|(variant, fen, question)| Request::About {
        variant,
        fen,
        question,
    });
    prop_oneof![any::<u32>().prop_map(Request::Hello), Just(Request::Bye), about]
}

fn answers() -> impl Strategy<Value = Answer> {
    let refusal =
        (word(), vec(word(), 0..4)).prop_map(|(code, detail)| End::Err { code, detail: detail.join(" ") });
    let end = prop_oneof![any::<Option<u64>>().prop_map(End::Ok), refusal];
    (vec(vec(word(), 1..3), 0..5), end)
        .prop_map(|(rows, end)| Answer { rows: rows.into_iter().map(|words| words.join(" ")).collect(), end })
}

fn lists() -> impl Strategy<Value = ExpectedFailures> {
    let cases = prop_oneof!["[a-z]{1,5}/[a-z*?-]{1,9}", "[a-z]{1,3}/\\{[a-z]{1,3},[a-z]\\}/\\*\\*"];
    let entry = (cases, any::<String>(), any::<Option<String>>());
    vec(entry, 0..5).prop_map(|entries| {
        let mut list = ExpectedFailures::default();
        for (cases, reason, link) in entries {
            list.push(Entry::new(&cases, &reason, link).unwrap());
        }
        list
    })
}

fn cases() -> impl Strategy<Value = Line> {
    let text = any::<String>;
    let rows = vec((text(), text(), text()), 0..3);
    (text(), text(), any::<f64>(), any::<Option<String>>(), rows, vec(text(), 0..3)).prop_map(
        |(id, position, milliseconds, message, rows, notes)| {
            let row = |(mark, expected, given)| DiffRow { mark, expected, given };
            Line::Case(CaseRecord {
                id,
                variant: "arab".to_owned(),
                kind: "moves".to_owned(),
                level: "must".to_owned(),
                position,
                rulings: Vec::new(),
                verdict: "fail".to_owned(),
                milliseconds,
                law: None,
                message,
                rows: rows.into_iter().map(row).collect(),
                other_reading: None,
                notes,
            })
        },
    )
}

fn sweeps() -> impl Strategy<Value = Saved> {
    let class =
        (any::<String>(), [0..u64::MAX / 8, 0..u64::MAX / 8, 0..9, 0..9], "[0-9a-f]{64}", 1..u64::MAX);
    (any::<String>(), any::<usize>(), any::<u64>(), vec(class, 0..4)).prop_map(
        |(engine, pieces, stride, classes)| {
            let variants = vec![SweptVariant { name: "arab".to_owned(), rules: vec!["a=b".to_owned()] }];
            let header = Header { schema: SCHEMA.to_owned(), engine, pieces, stride, variants };
            let classes = classes.into_iter().enumerate().map(|(index, (name, numbers, sha256, stride))| {
                let [positions, moves, differing, untold] = numbers;
                let sha256 = Digest::try_from(sha256).unwrap();
                ClassResult {
                    variant: "arab".to_owned(),
                    class: format!("{index} {name}"),
                    stride,
                    positions,
                    moves,
                    reference: sha256.clone(),
                    sha256,
                    differing,
                    untold,
                    first: vec![name],
                }
            });
            Saved { header, classes: classes.collect() }
        },
    )
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn a_position_reads_back_in_every_form(position in positions()) {
        fuzz::position::written(&position);
    }

    #[test]
    fn a_request_reads_back(request in requests()) {
        fuzz::request::written(&request);
    }

    #[test]
    fn an_answer_reads_back(answer in answers()) {
        fuzz::answer::written(&answer);
    }

    #[test]
    fn a_list_of_expected_failures_reads_back(list in lists()) {
        fuzz::expectations::written(&list);
    }

    #[test]
    fn a_record_reads_back(line in cases()) {
        fuzz::report::written(&line);
    }

    #[test]
    fn a_saved_sweep_reads_back(saved in sweeps()) {
        fuzz::sweep::written(&saved);
    }
}

/// Asserts that an error is told, with each of some words.
#[track_caller]
fn tells(error: Result<impl Sized, impl ToString>, words: &[&str]) {
    let Err(error) = error else { panic!("accepted, though {words:?} is wrong") };
    let message = error.to_string();
    for word in words {
        assert!(message.contains(word), "no {word:?} in: {message}");
    }
}

fn seed(target: &str, name: &str) -> String {
    std::fs::read_to_string(fuzz_folder().join("corpus").join(target).join(name)).unwrap()
}

#[test]
fn an_error_of_a_position_or_a_move_names_byte_found_and_due() {
    let board = Board::DARK_10X10;
    tells(fen::read("W:Wz9:B2", board), &["`W:Wz9:B2`", "byte 4", "`z9`", "not a square"]);
    tells(fen::read("start", board), &["byte 1", "begins with `W:` or `B:`"]);
    tells(fen::read("W:W1:B2:", board), &["byte 9", "sections begin with W or B"]);
    tells(fen::read("W:10/10", board), &["byte 3", "2 rows", "has 10"]);
    tells(notation::parse("c1xz3", board), &["`c1xz3`", "byte 4", "`z3`"]);
    tells(notation::parse("c1", board), &["`c1`", "start and an end square"]);
}

#[test]
fn an_error_of_the_protocol_names_found_and_due() {
    let take = |line: &str| Gathering::default().take(line.as_bytes());
    tells(take("ok seven"), &["`ok seven`", "number"]);
    tells(take("ok 3").and_then(|answer| answer.unwrap().check_count()), &["`ok 3`", "0 rows"]);
    tells(Gathering::default().take(b"abc\xff"), &["UTF-8", "`abc\\xff`"]);
    tells(
        Profile::parse(["variant id=arab notation=morse"]),
        &["`notation=morse`", "arab", "path, hub, short"],
    );
    tells(Profile::parse(["variant notation=path"]), &["no `id=`"]);
    tells(Request::parse(&["perft", "arab", "start", "-1"]), &["DEPTH is a whole number"]);
}

#[test]
fn an_error_of_an_expectation_names_line_found_and_due() {
    let entry = "[[expected]]\ncases = \"a\"\nreason = \"r\"\n";
    tells(
        ExpectedFailures::parse(&format!("{entry}{}", entry.replace("\"a\"", "\"a[\""))),
        &["line 5", "`a[`"],
    );
    tells(ExpectedFailures::parse(&entry.replace("reason", "raisin")), &["line 3", "`raisin`", "`reason`"]);
    tells(ExpectedFailures::parse(&entry.replace("\"r\"", "7")), &["line 3", "`7`", "a string"]);
    tells(ExpectedFailures::parse(&entry.replace("\"r\"", "\"r")), &["line 3"]);
    let endless = format!("[[expected]]\ncases = \"{}\"\nreason = \"\"", "{a,b}".repeat(1000));
    tells(ExpectedFailures::parse(&endless), &["line 2", "(5000 bytes)", "at most 500 bytes"]);
}

/// The faults of a fixture, with a part of a sound one replaced.
fn faults(name: &str, part: &str, by: &str) -> Result<Suite, String> {
    let text = seed("fixture", name);
    assert!(text.contains(part), "{text}");
    Suite::of_text("folder/cases.json", &text.replacen(part, by, 1))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

#[test]
fn an_error_of_a_fixture_names_file_place_found_and_due() {
    tells(faults("moves", "\"cases\":", "\"cases\""), &["folder/cases.json", "line 1 column"]);
    tells(
        faults("moves", "\"level\":\"must\"", "\"level\":\"dust\""),
        &["at /cases/0/level", "dust", "must"],
    );
    tells(faults("moves", "\"crowns\":false", "\"crowns\":true"), &["crowns", "expects false", "says true"]);
    tells(faults("moves", "\"rulings\":[", "\"rulings\":[\"no-such\","), &["folder/cases.json", "`no-such`"]);
    tells(faults("moves", "\"since\"", "\"sinse\":\"1.0.0\",\"since\""), &["sinse"]);
    tells(faults("two", "", ""), &["folder/cases.json", "stands twice, first in folder/cases.json"]);
}

#[test]
fn a_fixture_that_counts_without_end_is_refused_at_once() {
    let deep = Suite::of_text("cases.json", &seed("fixture", "deep-count"));
    tells(deep.map_err(|faults| faults[0].to_string()), &["depth is 4294967295", "1 to 16"]);
    // Deep and yet too wide: the start position of a variant at a depth that is allowed.
    let text = seed("fixture", "perft");
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let variant = reference_engine::variants::find(file["variant"].as_str().unwrap()).unwrap();
    file["cases"][0]["position"] = fen::write(&variant.start()).into();
    file["cases"][0]["depths"] = 16.into();
    let wide = Suite::of_text("cases.json", &file.to_string());
    tells(wide.map_err(|faults| faults[0].to_string()), &["leaves at depth", "at most 1000000"]);
}

#[test]
fn an_error_of_a_report_names_line_found_and_due() {
    let whole = seed("report", "whole");
    assert_eq!(Recorded::read(&whole).unwrap().cases.len(), 1);
    tells(Recorded::read(""), &["line 1", "huff-report/2"]);
    tells(Recorded::read("\n\n{}"), &["line 3", "huff-report/2", "`{}`"]);
    tells(
        Recorded::read(&whole.replace("report/2", "report/9")),
        &["line 1", "`huff-report/9`", "`huff-report/2`"],
    );
    tells(Recorded::read(&whole.replace("\"fail\"", "\"fall\"")), &["line 2", "`fall` is not a verdict"]);
    tells(Recorded::read(&whole.replace("0.25", "\"x\"")), &["line 2", "\"x\"", "f64"]);
    tells(Recorded::read(&format!("{whole}{whole}")), &["line 5", "behind the footer"]);
    let header = whole.lines().next().unwrap();
    tells(Recorded::read(&format!("{header}\n{header}\n")), &["line 2", "second header"]);
}

#[test]
fn an_error_of_a_saved_sweep_names_line_found_and_due() {
    let whole = seed("sweep", "whole");
    assert_eq!(Saved::parse(&whole).unwrap().classes.len(), 1);
    tells(Saved::parse(""), &["line 1", "huff-sweep/1"]);
    tells(
        Saved::parse(&whole.replace("sweep/1", "sweep/9")),
        &["line 1", "`huff-sweep/9`", "`huff-sweep/1`"],
    );
    tells(Saved::parse(&seed("sweep", "digest")), &["line 2", "`zz`", "64 hexadecimal digits"]);
    tells(Saved::parse(&seed("sweep", "twice")), &["line 3", "stands twice"]);
    tells(Saved::parse(&seed("sweep", "sum")), &["line 3", "64 bits"]);
    tells(Saved::parse(&whole.replace("\"classes\":1", "\"classes\":2")), &["line 4", "2 classes"]);
    tells(Saved::parse(&whole.replacen("\"variant\":\"arab\"", "\"variant\":\"x\"", 1)), &["line 2", "`x`"]);
}

#[test]
fn an_error_of_a_saved_profile_names_place_found_and_due() {
    let whole = seed("profile", "whole");
    assert_eq!(Record::parse(&whole).unwrap().subjects.len(), 2);
    tells(Record::parse(""), &["line 1", "column 0"]);
    tells(Record::parse(&seed("profile", "schema")), &["`huff-profile/9`", "`huff-profile/1`"]);
    tells(Record::parse(&seed("profile", "figures")), &["very-many-ways", "no figures"]);
    tells(
        Record::parse(&seed("profile", "huge")),
        &["at /positions/0/figures/0/moves/base_ns", "1e+308 nanoseconds"],
    );
    tells(
        Record::parse(&whole.replacen("\"depth\":6", "\"depth\":4000000000", 1)),
        &["depth 4000000000", "100"],
    );
    // A number of leaves is no time, however great.
    assert!(Record::parse(&whole.replacen("\"leaves\":", "\"leaves\":1000000000000", 1)).is_ok());
}
