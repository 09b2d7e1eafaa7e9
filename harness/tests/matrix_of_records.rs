//! Runs made by hand, side by side: what counts where.

use harness::matrix::{End, Matrix, MatrixError, Played, Score, Source, Standing};
use harness::report::record::{
    CaseRecord, DeclaredRecord, DiagnosisRecord, Footer, Header, LawRecord, Recorded, RuleRecord, SCHEMA,
};
use reference_engine::variants;

fn declared(id: &str) -> DeclaredRecord {
    let word = || "any".to_owned();
    DeclaredRecord {
        id: id.to_owned(),
        notation: word(),
        squares: word(),
        counts: word(),
        leaves: word(),
        rules: Vec::new(),
    }
}

fn case(id: &str, rulings: &[&str], verdict: &str) -> CaseRecord {
    CaseRecord {
        id: id.to_owned(),
        variant: id.split('/').next().unwrap().to_owned(),
        kind: "moves".to_owned(),
        level: "must".to_owned(),
        position: String::new(),
        rulings: rulings.iter().map(|id| (*id).to_owned()).collect(),
        verdict: verdict.to_owned(),
        milliseconds: 1.0,
        law: None,
        message: None,
        rows: Vec::new(),
        other_reading: None,
        notes: Vec::new(),
    }
}

fn diagnosis(rules: &[&str], cases: &[&str]) -> DiagnosisRecord {
    let rule = |rule: &&str| RuleRecord { rule: (*rule).to_owned(), sentence: format!("{rule} in words") };
    DiagnosisRecord {
        variant: "arab".to_owned(),
        cases: cases.iter().map(|id| (*id).to_owned()).collect(),
        misreadings: rules.iter().map(rule).collect(),
        failing_explained: cases.len(),
        failing: cases.len(),
        passing_explained: 0,
        passing: 0,
        further_explained: 0,
        further: 0,
        next_best: None,
    }
}

fn source(file: &str, engine: &str, command: &str, variants: &[&str], cases: Vec<CaseRecord>) -> Source {
    let header = Header {
        schema: SCHEMA.to_owned(),
        huff: "0".to_owned(),
        engine: engine.to_owned(),
        command: command.to_owned(),
        variants: variants.iter().map(|id| declared(id)).collect(),
        not_played: Vec::new(),
        random: None,
    };
    let score = Score::of(cases.iter());
    let Score { passed, failed, expected, skipped, .. } = score;
    let footer = Footer { passed, failed, expected, skipped, ended_early: None, search_ended: None };
    let run = Recorded { header, cases, diagnoses: Vec::new(), footer: Some(footer) };
    Source { file: file.to_owned(), run }
}

fn standing(played: &Played) -> &Standing {
    match played {
        Played::Yes(standing) => standing,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_kind_of_verdict_counts_where_it_belongs() {
    let verdicts = [
        "pass",
        "unexpected-pass",
        "fail",
        "crash",
        "timeout",
        "protocol",
        "state-dependent",
        "expected-failure",
        "skip",
    ];
    let mut cases: Vec<CaseRecord> =
        verdicts.iter().map(|verdict| case(&format!("arab/x/{verdict}"), &["majority"], verdict)).collect();
    cases[2].other_reading = Some("majority=free".to_owned());
    let score = Score::of(cases.iter());
    let due = Score {
        passed: 2,
        failed: 5,
        expected: 1,
        skipped: 1,
        unanswered: 4,
        other_reading: 1,
        first_wrong: Some("arab/x/fail".to_owned()),
    };
    assert_eq!(score, due);
    assert_eq!(score.sign(), "✕ 6 of 8");
    assert_eq!(
        score.to_string(),
        "2 passed, 5 failed (4 without one answer to judge), 1 failed as expected, 1 skipped, \
         1 right by another reading of an open ruling"
    );
}

#[test]
fn what_was_not_judged_is_neither_right_nor_wrong() {
    assert_eq!(Score::default().sign(), "–");
    assert_eq!(Score::default().to_string(), "not judged");
    let skipped = [case("arab/x/1", &[], "skip")];
    assert_eq!(Score::of(skipped.iter()).sign(), "–");
    let passed = [case("arab/x/1", &[], "pass")];
    assert_eq!(Score::of(passed.iter()).sign(), "✓ 1");
}

#[test]
fn a_case_counts_for_the_ruling_that_it_names_first() {
    let mut law = case("arab/random/1-1", &["majority"], "fail");
    law.law = Some(LawRecord { name: "mirror".to_owned(), sentence: String::new() });
    let cases = vec![
        case("arab/x/1", &["majority", "pieces-count-alike"], "fail"),
        case("arab/x/2", &["pieces-count-alike", "majority", "majority"], "pass"),
        case("arab/x/3", &["majority"], "pass"),
        // What stands twice is one case still, and another variant is another matter.
        case("arab/x/4", &["majority", "majority"], "pass"),
        case("diagonal/x/1", &["majority"], "fail"),
        case("arab/x/5", &["of-another-time"], "pass"),
        law,
    ];
    let other = source("b", "other", "", &["arab"], vec![case("arab/x/2", &["pieces-count-alike"], "fail")]);
    let matrix = Matrix::new(&[source("a", "engine", "", &["diagonal", "arab"], cases), other]).unwrap();
    let arab = &matrix.variants[0];
    let told: Vec<(&str, Vec<String>)> = arab
        .rulings
        .iter()
        .map(|row| (&*row.id, row.judged.iter().map(|judged| judged.decisive.sign()).collect()))
        .collect();
    assert_eq!(arab.variant, "arab");
    let row = |id: &str| told.iter().find(|(other, _)| *other == id).unwrap().1.clone();
    assert_eq!(row("majority"), ["✕ 1 of 3", "–"]);
    assert_eq!(row("pieces-count-alike"), ["✓ 1", "✕ 1 of 1"]);
    assert_eq!(told.last().unwrap().0, "of-another-time");
    assert_eq!(arab.rulings.last().unwrap().ruling, None);
    let piece = arab.rulings.iter().find(|row| row.id == "pieces-count-alike").unwrap();
    assert_eq!(piece.judged[0].told(), "1 passed, 0 failed; of 1 that name it besides, 1 wrong");
    assert!(piece.ruling.is_some_and(|ruling| ruling.variants.contains(&"arab")));
}

#[test]
fn variants_stand_in_the_order_of_huff_and_unknown_ones_last() {
    let mut one = source("a", "engine", "", &["atlantic", "diagonal"], vec![case("arab/x/1", &[], "pass")]);
    one.run.header.not_played = vec!["turkish".to_owned()];
    let two = source("b", "other", "", &["turkish"], Vec::new());
    let matrix = Matrix::new(&[one, two]).unwrap();
    let names: Vec<&str> = matrix.variants.iter().map(|column| &*column.variant).collect();
    let mut known = vec!["arab", "diagonal", "turkish"];
    known.sort_by_key(|name| variants::ALL.iter().position(|variant| variant.name == *name));
    assert_eq!(names, [known, vec!["atlantic"]].concat());
    let of = |engine: usize, name: &str| {
        let place = names.iter().position(|other| *other == name).unwrap();
        &matrix.engines[engine].played[place]
    };
    assert_eq!(of(0, "turkish"), &Played::No);
    assert_eq!(of(1, "diagonal"), &Played::NotAsked);
    assert_eq!(standing(of(1, "turkish")).score, Score::default());
    // A case tells that its variant was played, whatever the header says.
    assert_eq!(standing(of(0, "arab")).score.passed, 1);
}

#[test]
fn what_a_run_has_found_stands_with_its_variant() {
    let ids = ["arab/x/1", "arab/x/2", "arab/x/3"];
    let cases = ids.map(|id| case(id, &[], "fail")).to_vec();
    let mut one = source("a", "engine", "", &["arab", "diagonal"], cases);
    one.run.header.variants[0].rules = vec!["majority=free".to_owned()];
    one.run.diagnoses = vec![diagnosis(&["removal=after-sequence", "jump-again=never"], &ids[..2])];
    one.run.diagnoses.push(diagnosis(&[], &ids[2..]));
    let matrix = Matrix::new(&[one]).unwrap();
    let arab = standing(&matrix.engines[0].played[0]);
    assert_eq!(arab.found.len(), 1);
    assert_eq!((&*arab.found[0].name(), arab.found[0].failures), ("removal=after-sequence or 1 other", 2));
    assert_eq!(arab.unexplained, 1);
    assert_eq!(arab.judged_by, ["majority=free"]);
    let diagonal = standing(&matrix.engines[0].played[1]);
    assert!(diagonal.found.is_empty() && diagonal.unexplained == 0 && diagonal.judged_by.is_empty());
}

#[test]
fn engines_of_one_title_are_told_apart() {
    let of = |file: &str, engine: &str, command: &str| source(file, engine, command, &["arab"], Vec::new());
    let apart = |sources: &[Source]| -> Vec<Option<String>> {
        Matrix::new(sources).unwrap().engines.into_iter().map(|engine| engine.apart).collect()
    };
    let told = |texts: &[&str]| -> Vec<Option<String>> {
        texts.iter().map(|text| Some((*text).to_owned()).filter(|text| !text.is_empty())).collect()
    };
    assert_eq!(apart(&[of("a", "one", "x"), of("b", "two", "x")]), told(&["", ""]));
    assert_eq!(
        apart(&[of("a", "one", "x"), of("b", "one", "y"), of("c", "one", "")]),
        told(&["x", "y", "built in"])
    );
    let twins = [of("a", "one", "x"), of("b", "one", "x"), of("c", "one", "y"), of("d", "two", "y")];
    assert_eq!(apart(&twins), told(&["a", "b", "y", ""]));
}

#[test]
fn a_run_that_is_not_whole_says_so() {
    let of = |file: &str| source(file, file, "", &["arab"], vec![case("arab/x/1", &[], "pass")]);
    let [whole, mut cut, mut early, mut tired] = ["whole", "cut", "early", "tired"].map(of);
    cut.run.footer = None;
    early.run.footer.as_mut().unwrap().ended_early = Some("the engine is gone".to_owned());
    tired.run.footer.as_mut().unwrap().search_ended = Some("the time is up".to_owned());
    let matrix = Matrix::new(&[whole, cut, early, tired]).unwrap();
    let ends: Vec<&End> = matrix.engines.iter().map(|engine| &engine.end).collect();
    assert_eq!(ends, [&End::Whole, &End::CutOff, &End::Early("the engine is gone".to_owned()), &End::Whole]);
    let warnings: Vec<String> =
        matrix.engines.iter().map(|engine| engine.warning().unwrap_or_default()).collect();
    assert_eq!(warnings[0], "");
    assert!(warnings[1].starts_with("cut off"), "{warnings:?}");
    assert!(warnings[2].contains("the engine is gone"), "{warnings:?}");
    assert!(warnings[3].contains("the time is up"), "{warnings:?}");
}

#[test]
fn a_report_without_its_passes_is_refused_and_so_is_a_file_twice() {
    let mut partial = source("a", "engine", "", &["arab"], vec![case("arab/x/1", &[], "fail")]);
    partial.run.footer.as_mut().unwrap().passed = 7;
    let error = Matrix::new(&[partial]).unwrap_err();
    assert_eq!(error, MatrixError::LeftOut { file: "a".to_owned(), listed: 1, counted: 8 });
    let one = || source("a", "engine", "", &["arab"], Vec::new());
    assert_eq!(Matrix::new(&[one(), one()]).unwrap_err(), MatrixError::Twice { file: "a".to_owned() });
}
