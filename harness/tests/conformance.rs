//! Engines written in Rust, asserted from a test as their authors would: what conforms passes, and each way
//! not to conform is said.

use harness::check::Limits;
use harness::conformance::{
    Capability, Conformance, Declared, Engine, Linked, Listed, Refusal, Standing, position,
};
use harness::sweep::{self, Plan, sweep_engine};
use harness::verify;
use reference_engine::fen;
use reference_engine::game::Game;
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::outcome::Outcome;
use reference_engine::piece::Color;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{ARAB, Variant};

#[path = "../examples/kish/engine.rs"]
mod kish_engine;

/// The rulebook as an author's engine, with its faults.
#[derive(Clone, Copy)]
struct Mine {
    variant: Variant,
    panics_on_kings: bool,
    mirrors: bool,
}

const SOUND: Mine = Mine { variant: ARAB, panics_on_kings: false, mirrors: false };

impl Engine for Mine {
    type Board = Position;

    fn name(&self) -> String {
        "mine".to_owned()
    }

    fn variants(&self) -> Vec<Declared> {
        vec![Declared::customary("arab")]
    }

    fn can(&self) -> Vec<Capability> {
        use Capability::{Apply, Divide, Echo, Perft, Refuse, Result};
        vec![Apply, Divide, Echo, Perft, Refuse, Result]
    }

    fn read(&self, variant: &str, text: &str) -> Result<Position, Refusal> {
        let position = if text.contains('/') { position(variant, text)? } else { self.variant.read(text)? };
        Ok(if self.mirrors { position.turned() } else { position })
    }

    fn moves(&self, _variant: &str, board: &Position) -> Vec<Listed<Position>> {
        assert!(!self.panics_on_kings || !fen::write(board).contains('K'), "a king, of all things");
        let text =
            |played| notation::write(played, self.variant.board, SquareNames::Algebraic, MoveForm::Path);
        let moves = Rulebook::new(self.variant.rules).moves(board, Counting::Unique);
        moves.iter().map(|played| Listed { text: text(played), next: board.after(played) }).collect()
    }

    fn write(&self, _variant: &str, board: &Position) -> Option<String> {
        Some(fen::write(board))
    }

    fn result(&self, _variant: &str, board: &Position, _moves: &[String]) -> Result<Standing, Refusal> {
        Ok(match Game::from(Rulebook::new(self.variant.rules), *board).outcome() {
            Outcome::Ongoing => Standing::Ongoing,
            Outcome::Draw { .. } => Standing::Draw,
            Outcome::Win { winner: Color::White, .. } => Standing::WhiteWins,
            Outcome::Win { winner: Color::Black, .. } => Standing::BlackWins,
        })
    }
}

/// The message of the assertion, which must fail.
#[track_caller]
fn complaint(conformance: Conformance<Mine>) -> String {
    let findings = conformance.check();
    assert!(!findings.conforms(), "{findings}");
    findings.to_string()
}

#[track_caller]
fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn an_engine_that_plays_by_the_rules_conforms() {
    harness::conformance::assert_conforms(SOUND);
    let findings = Conformance::of(SOUND).check();
    let asked: Vec<&str> =
        findings.run.reports.iter().map(|report| report.loaded.case.question.kind()).collect();
    for kind in ["moves", "apply", "illegal", "perft", "outcome", "refuse"] {
        assert!(asked.contains(&kind), "no case of kind {kind} was asked");
    }
}

#[test]
fn a_misread_rule_is_shown_with_its_board_and_its_name() {
    let mut faulty = SOUND;
    faulty.variant.rules.set("removal", "after-sequence").unwrap();
    let text = complaint(Conformance::of(faulty));
    says(&text, &["FAIL  arab/", "to move", "diagnosis  removal=after-sequence", "one misread rule found"]);
    assert!(!text.contains("huff replay") && !text.contains('\u{1b}'), "{text}");
}

#[test]
#[should_panic(expected = "diagnosis  majority=free")]
fn an_assertion_fails_with_the_report_as_its_message() {
    let mut faulty = SOUND;
    faulty.variant.rules.set("majority", "free").unwrap();
    Conformance::of(faulty).only("arab/majority/*").assert();
}

#[test]
fn a_panic_is_a_crash_and_ends_nothing_else() {
    let findings = Conformance::of(Mine { panics_on_kings: true, ..SOUND }).check();
    let text = findings.to_string();
    says(&text, &["CRASH  arab/", "it panicked", "a king, of all things"]);
    let passed = findings.run.reports.iter().filter(|report| !report.verdict.is_bad()).count();
    assert!(passed > 20, "cases without kings pass, after panics too: {passed}");
}

#[test]
fn a_known_difference_is_allowed_as_long_as_it_is_there() {
    let mut faulty = SOUND;
    faulty.variant.rules.set("one-piece-each", "plays-on").unwrap();
    let all = || Conformance::of(faulty).only("arab/one-piece-each/*");
    let failing: Vec<String> = {
        let reports = all().check().run.reports;
        let failing = reports.iter().filter(|report| report.verdict.is_bad());
        failing.map(|report| report.loaded.case.id.clone()).collect()
    };
    assert!(!failing.is_empty());
    let excepting = |conformance: Conformance<Mine>| {
        failing.iter().fold(conformance, |all, id| all.except(id, "our club plays on"))
    };
    let findings = excepting(all()).check();
    assert!(findings.conforms(), "{findings}");
    says(&findings.to_string(), &["failed as expected"]);
    let mended = excepting(Conformance::of(SOUND).only("arab/one-piece-each/*"));
    says(&complaint(mended), &["UNEXPECTED PASS  arab/one-piece-each/", "our club plays on"]);
    let mistyped = excepting(all()).except("arab/one-peace-each/*", "typed in haste");
    says(&complaint(mistyped), &["IDLE EXCEPTION  `arab/one-peace-each/*`", "typed in haste"]);
}

#[test]
fn nothing_judged_is_no_conformance() {
    says(&complaint(Conformance::of(SOUND).only("arab/no-such-theme/*")), &["no case was judged"]);
    says(&complaint(Conformance::of(SOUND).variants(&["diagonal"])), &["no case was judged"]);
    let mirrored = complaint(Conformance::of(Mine { mirrors: true, ..SOUND }));
    says(&mirrored, &["does not read positions as they are meant"]);
}

#[test]
fn kish_plays_as_it_is_known_to_play() {
    let known = kish_engine::KNOWN_DIFFERENCES.iter();
    known.fold(Conformance::of(kish_engine::Kish), |all, (cases, reason)| all.except(cases, reason)).assert();
}

#[test]
fn kish_has_the_moves_of_the_reference_in_positions_of_three_pieces() {
    let plan = Plan {
        variants: vec![ARAB],
        pieces: 3,
        stride: 101.try_into().unwrap(),
        jobs: 2.try_into().unwrap(),
    };
    let swept = sweep_engine(&kish_engine::Kish, &plan).unwrap();
    assert_eq!(swept.total(|class| class.differing), 0, "{:?}", swept.classes);
    assert!(swept.total(|class| class.moves) > 300_000);
}

/// Its status calls a game won where the side that is not to move has no move, and such a position has no moves
/// then. No three pieces show it.
#[test]
fn kish_parts_from_the_reference_where_the_other_side_is_shut_in() {
    let findings = {
        let mut subject = Linked::new(kish_engine::Kish);
        let case = sweep::case(&ARAB, &ARAB.read("B:Wa7:BKa8,b7,c7").unwrap());
        let plan = verify::Plan { variants: vec![ARAB], case: None, limits: Limits::default() };
        verify::verify(&mut subject, "", &[&case], &plan, |_| {})
    };
    assert_eq!(findings.reports[0].verdict.headline(), "6 expected, 0 given, 0 agree");
}
