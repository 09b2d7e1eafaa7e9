//! Explanations against the fixtures and the rulebook: the right rule is named for every illegal move, and a
//! move is called legal exactly if the rulebook lists it.

use assert_cmd::Command;
use harness::diagnose::Misreading;
use harness::explain::{Answer, Decider, Explainer, Reason, Refusal};
use harness::fixture::{Question, Suite};
use harness::property::positions::any_position;
use predicates::prelude::*;
use predicates::str::contains;
use proptest::prelude::*;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::{self, MoveText, SquareNames};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{self, Variant};
use std::collections::HashSet;

/// Illegal moves that are refused on more grounds than one, the one named here being another than the case is
/// about; each with what is named and why that is as right.
const EQUALS: &[(&str, &str, &str)] = &[
    (
        "arab/near-misses/jumped-twice",
        "only-enemies-are-jumped",
        "the hop before the one in question jumps nothing either",
    ),
    (
        "diagonal/near-misses/instead-of-a-backward-capture",
        "capture-compulsory",
        "it is refused because a man can capture, which it can because men capture backward",
    ),
    (
        "diagonal/near-misses/across-the-board",
        "men-step-forward",
        "the step is backward; it would be forward if the board were turned",
    ),
    (
        "ghanaian/near-misses/last-hop-goes-too-far",
        "only-enemies-are-jumped",
        "the hops behind the first jump nothing, or where a man cannot go",
    ),
];

fn text(variant: &Variant, played: &str) -> MoveText {
    notation::parse(played, variant.board).expect("the move can be read")
}

#[track_caller]
fn refusal(variant: &Variant, position: &str, played: &str) -> Refusal {
    let position = variant.read(position).expect("the position can be read");
    match Explainer::new(variant, &position).answer(&text(variant, played)) {
        Answer::Illegal(refusal) => refusal,
        Answer::Legal(_) => panic!("{played} is legal"),
    }
}

#[test]
fn the_right_ruling_is_named_for_every_illegal_move_of_the_fixtures() {
    let suite = Suite::embedded().unwrap();
    let mut unused: HashSet<&str> = EQUALS.iter().map(|(id, _, _)| *id).collect();
    let mut tried = 0;
    for loaded in &suite.cases {
        let Question::Illegal { played } = &loaded.case.question else { continue };
        let refusal = refusal(&loaded.variant, &loaded.case.position, played);
        let named = refusal.ruling.map(|ruling| ruling.id);
        let decisive = loaded.case.rulings[0].as_str();
        match EQUALS.iter().find(|(id, _, _)| *id == loaded.case.id) {
            None => assert_eq!(named, Some(decisive), "{}: {refusal:?}", loaded.case.id),
            Some((id, equal, _)) => {
                assert_eq!(named, Some(*equal), "{id}: {refusal:?}");
                assert_ne!(*equal, decisive, "{id} needs no exception");
                unused.remove(id);
            }
        }
        tried += 1;
    }
    assert!(tried >= 45, "{tried} cases");
    assert!(unused.is_empty(), "no case is called {unused:?}");
}

#[test]
fn the_misreadings_of_an_illegal_move_are_those_that_its_case_tells_apart_and_that_play_it() {
    let suite = Suite::embedded().unwrap();
    for loaded in &suite.cases {
        let Question::Illegal { played } = &loaded.case.question else { continue };
        let position = loaded.variant.read(&loaded.case.position).unwrap();
        let explainer = Explainer::new(&loaded.variant, &position);
        let found = explainer.misreadings(&text(&loaded.variant, played));
        for misreading in found.iter().filter(|found| found.changes.len() == 1) {
            let change = misreading.to_string();
            assert!(loaded.case.kills.contains(&change), "{}: {change}", loaded.case.id);
        }
    }
}

/// Every pair of squares, the first holding a piece, with either sign.
fn pairs(position: &Position) -> Vec<MoveText> {
    let board = position.board();
    let empty = board.squares().find(|square| position.at(*square).is_none());
    let starts: Vec<Square> = position.pieces().map(|(square, _)| square).chain(empty).collect();
    let mut texts = Vec::new();
    for from in starts {
        for to in board.squares() {
            for says_capture in [false, true] {
                texts.push(MoveText { squares: vec![from, to], says_capture });
            }
        }
    }
    texts
}

/// Ways that are legal under some change of one rule, or under none.
fn ways(variant: &Variant, position: &Position) -> Vec<MoveText> {
    let rules = Misreading::singles(&variant.rules).into_iter().map(|misreading| misreading.rules);
    let routes = rules.chain([variant.rules]).flat_map(|rules| {
        let moves = Rulebook::new(rules).moves(position, Counting::Route);
        moves.into_iter().map(|played| (played.is_capture(), played.path))
    });
    let distinct: HashSet<(bool, Vec<Square>)> = routes.collect();
    distinct.into_iter().map(|(says_capture, squares)| MoveText { squares, says_capture }).collect()
}

/// Whether a text names every landing square of a legal move, or its start and end.
fn is_listed(text: &MoveText, legal: &[Move]) -> bool {
    let ends = |played: &Move| text.squares == [played.from, played.to];
    legal.iter().any(|played| played.path == text.squares || ends(played))
}

/// Asks about each text.
fn explain_all(variant: &Variant, position: &Position, texts: &[MoveText]) -> Result<(), TestCaseError> {
    let legal = Rulebook::new(variant.rules).moves(position, Counting::Route);
    let explainer = Explainer::new(variant, position);
    for text in texts {
        let answer = explainer.answer(text);
        prop_assert_eq!(
            matches!(answer, Answer::Legal(_)),
            is_listed(text, &legal),
            "{:?}: {:?}",
            text,
            answer
        );
        let Answer::Illegal(refusal) = answer else { continue };
        let sentence = refusal.reason.sentence(&variant.rules, variant.board, SquareNames::Algebraic);
        prop_assert!(sentence.len() > 10 && !sentence.ends_with(' '), "{:?}: {}", refusal, sentence);
        prop_assert_ne!(&refusal.reason, &Reason::NoSuchMove, "{:?}", text);
        let has_ruling = refusal.ruling.is_some();
        prop_assert_eq!(has_ruling, refusal.reason.decider() != Decider::Board, "{:?}", refusal);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_move_is_called_legal_exactly_if_the_rulebook_lists_it_and_refused_with_a_reason(
        (index, position) in (0..variants::ALL.len())
            .prop_flat_map(|index| (Just(index), any_position(variants::ALL[index])))
    ) {
        let variant = &variants::ALL[index];
        explain_all(variant, &position, &pairs(&position))?;
        explain_all(variant, &position, &ways(variant, &position))?;
    }
}

#[test]
fn moves_are_read_in_every_notation() {
    let position = "W:Wc3,h2:Bd4,f6";
    let variant = variants::INTERNATIONAL;
    let parsed = variant.read(position).unwrap();
    let explainer = Explainer::new(&variant, &parsed);
    for played in ["c3xe5xg7", "c3xg7", "c3:e5:g7", "c3xg7xd4xf6", "c3-g7"] {
        let answer = explainer.answer(&text(&variant, played));
        assert!(matches!(&answer, Answer::Legal(meant) if meant.len() == 1), "{played}: {answer:?}");
    }
    let answer = explainer.answer(&text(&variant, "c3xe5xd4"));
    let Answer::Illegal(refusal) = answer else { panic!("legal") };
    assert!(matches!(refusal.reason, Reason::StopsEarly { .. }), "{refusal:?}");
}

#[test]
fn a_capture_written_by_its_ends_is_refused_for_its_way_and_not_for_its_ends() {
    // It takes two, and three can be taken.
    let refusal = refusal(&variants::INTERNATIONAL, "W:Wc3,h2:Bd4,d6,g3,g5,g7", "c3xc7");
    assert_eq!(refusal.path.len(), 3);
    assert!(matches!(refusal.reason, Reason::LongerCapture { takes: 2, .. }), "{refusal:?}");
}

fn huff(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("huff").expect("huff is built");
    command.args(arguments).timeout(std::time::Duration::from_secs(60));
    command
}

#[test]
fn a_move_is_explained_with_its_ruling_and_the_misreadings_that_play_it() {
    huff(&["explain", "arab", "W:Wd4,h2:Bb7,d3", "d4xd2"])
        .assert()
        .success()
        .stdout(contains("d4xd2 is not legal: this jump is backward: a man captures forward or sideways, never backward"))
        .stdout(contains("ruling     a man captures forward or sideways, never backward (men-capture-forward-or-sideways, must)"))
        .stdout(contains("played if  forward=across-the-board"))
        .stdout(contains("or         men-capture=every-way: a man captures backward as well as forward"));
    huff(&["explain", "arab", "W:Wd4,h2:Bb7,d5", "d4xd6"]).assert().success().stdout(
        contains("d4xd6 is legal").and(contains("takes d5")).and(contains("leads to   B:Wd6,h2:Bb7")),
    );
}

#[test]
fn rulings_cases_and_positions_are_explained() {
    huff(&["explain", "draws"])
        .assert()
        .success()
        .stdout(contains("draws   must   ghanaian").and(contains("draws   must   diagonal, international")));
    huff(&["explain", "arab", "removal"])
        .assert()
        .success()
        .stdout(contains("removal-at-once   must   arab\n"))
        .stdout(contains("misread    removal=after-sequence: a jumped piece stays on the board"))
        .stdout(contains("(no position shows it: a jumped piece leaves the board at once"))
        .stdout(contains("example: arab/immediate-removal/"));
    huff(&["explain", "arab/near-misses/about-turn"])
        .assert()
        .success()
        .stdout(contains("question   is d4xg4xa4 refused?"))
        .stdout(contains("answer     it is: the piece would turn straight back on g4"))
        .stdout(contains("tells      about-turn=allowed"));
    huff(&["explain", "arab", "W:8/8/8/5b2/6b1/1b1b4/7w/3W4"])
        .assert()
        .success()
        .stdout(contains("moves      d1xd5xg5xg3xa3  takes f5 g4 b3 d3"))
        .stdout(contains("misread    removal=after-sequence").and(contains("forbids d1xa3")));
    huff(&["explain", "ghanaian"]).assert().success().stdout(contains("singleton-loses, must"));
}

#[test]
fn cases_of_every_kind_and_rulings_of_any_sort_can_be_explained() {
    let suite = Suite::embedded().unwrap();
    let mut kinds = HashSet::new();
    let cases = suite.cases.iter().filter(|loaded| kinds.insert(loaded.case.question.kind()));
    let names: Vec<String> = cases.map(|loaded| loaded.case.id.clone()).collect();
    assert_eq!(names.len(), 7, "{kinds:?}");
    let rulings = reference_engine::rulings::ALL.iter().map(|ruling| ruling.id.to_owned());
    for name in names.into_iter().chain(rulings.step_by(15)) {
        huff(&["explain", &name]).assert().success().stdout(contains(name.as_str()));
    }
}

#[test]
fn what_is_unknown_is_said_with_what_is_near() {
    for (arguments, said) in [
        (&["explain", "arap"][..], "no ruling is called `arap` (did you mean `arab`?)"),
        (&["explain", "removal-at-onec"], "(did you mean `removal-at-once`?)"),
        (&["explain", "arab/near-misses/about-trun"], "(did you mean `arab/near-misses/about-turn`?)"),
        (&["explain", "arab", "majorty"], "no ruling of arab is called `majorty` (did you mean `majority`?)"),
        (
            &["explain", "arab", "free-choice"],
            "the ruling `free-choice` does not hold for arab; it holds for ghanaian",
        ),
        (&["explain", "arap", "start"], "no variant is called `arap` (did you mean `arab`?)"),
        (&["explain", "arab", "W:Wz9:B"], "`z9` is not a square"),
        (&["explain", "arab", "start", "a3-z9"], "in move `a3-z9`, byte 4: `z9` is not a square"),
        (&["explain", "arab", "start", "a3"], "is not a move"),
    ] {
        huff(arguments).assert().code(2).stderr(contains(said)).stdout("");
    }
}
