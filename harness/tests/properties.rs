//! The laws hold for the built-in generators however they write and count, and each law finds out an engine
//! with one fault.

use harness::builtin::BuiltinName;
use harness::dcp::{Answer, End, Profile, Question, Request};
use harness::property::{Law, Sample, draw, positions, suite};
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use harness::verdict::{Verdict, VerdictKind};
use harness::verify::CaseReport;
use proptest::prelude::*;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::Counting;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{self, Variant};
use std::time::Duration;
use strum::VariantArray;

const SEED: u64 = 17;

fn bad(reports: &[CaseReport]) -> Vec<&CaseReport> {
    reports.iter().filter(|report| report.verdict.is_bad()).collect()
}

#[track_caller]
fn all_hold(variant: Variant, manner: Manner, number: u64) {
    let mut subject = InProcess::new(Server::new(vec![variant], manner));
    let reports = suite(&mut subject, &variant, number, SEED).unwrap();
    if let Some(report) = bad(&reports).first() {
        let case = &report.loaded.case;
        panic!("{manner:?} {} {}: {:?}", case.id, case.position, report.verdict);
    }
    let tried = |law| reports.iter().filter(|report| report.law == law).count() as u64;
    for law in std::iter::once(None).chain(Law::VARIANTS.iter().copied().map(Some)) {
        assert_eq!(tried(law), number, "{law:?}");
    }
}

#[test]
fn both_generators_keep_every_law_in_every_variant() {
    for variant in variants::ALL {
        for generator in [BuiltinName::Rulebook, BuiltinName::Fast] {
            all_hold(*variant, Manner { generator, ..Manner::default() }, 40);
        }
    }
}

#[test]
fn no_manner_of_speaking_breaks_a_law() {
    for variant in [variants::GHANAIAN, variants::ARAB] {
        for notation in [MoveForm::Path, MoveForm::Hub, MoveForm::Short] {
            for counts in Counting::VARIANTS {
                let finished_leaves = *counts == Counting::Order;
                let squares = Some(SquareNames::Algebraic);
                let generator = BuiltinName::Fast;
                let manner =
                    Manner { notation: Some(notation), squares, counts: *counts, finished_leaves, generator };
                all_hold(variant, manner, 20);
            }
        }
    }
}

/// The reference with a fault in the text of its answers.
struct Faulty<F> {
    reference: InProcess,
    profile: Profile,
    /// What becomes of an answer; it is told the request, and how many there were since the last start.
    spoil: F,
    asked: usize,
}

impl<F: FnMut(&Request, usize, Answer) -> Answer> Subject for Faulty<F> {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        self.asked += 1;
        let answer = self.reference.ask(request, limit)?;
        Ok((self.spoil)(request, self.asked, answer))
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.asked = 0;
        self.reference.restart()
    }
}

fn faulty<F: FnMut(&Request, usize, Answer) -> Answer>(spoil: F) -> Faulty<F> {
    let reference = InProcess::new(Server::reference());
    let profile = reference.profile().clone();
    Faulty { reference, profile, spoil, asked: 0 }
}

/// The laws by which a fault is found; `None` is the question for the moves.
fn broken(variant: Variant, spoil: impl FnMut(&Request, usize, Answer) -> Answer) -> Vec<Option<Law>> {
    let mut subject = faulty(spoil);
    let reports = suite(&mut subject, &variant, 40, SEED).unwrap();
    let mut laws: Vec<Option<Law>> = Vec::new();
    for report in bad(&reports) {
        let kind = report.verdict.kind();
        let due =
            if report.law == Some(Law::State) { VerdictKind::StateDependent } else { VerdictKind::Fail };
        assert_eq!(kind, due, "{}: {:?}", report.loaded.case.id, report.verdict);
        if !laws.contains(&report.law) {
            laws.push(report.law);
        }
    }
    laws
}

/// Changes the rows of answers to some questions.
fn rows_of(request: &Request, answer: Answer, change: impl FnOnce(&Question, &mut Vec<String>)) -> Answer {
    let Request::About { question, .. } = request else { return answer };
    let Answer { mut rows, end } = answer;
    if matches!(end, End::Err { .. }) {
        return Answer { rows, end };
    }
    change(question, &mut rows);
    Answer::rows(rows)
}

fn fen_of(request: &Request) -> &str {
    match request {
        Request::About { fen, .. } => fen,
        _ => "",
    }
}

#[test]
fn a_move_listed_twice_is_found_by_the_question_for_the_moves() {
    for variant in [variants::ARAB, variants::DIAGONAL] {
        let twice = |request: &Request, _: usize, answer| {
            rows_of(request, answer, |question, rows| {
                if *question == Question::Moves && !rows.is_empty() {
                    rows.push(rows[0].clone());
                }
            })
        };
        assert_eq!(broken(variant, twice), [None], "no law forbids it, since counting is a convention");
    }
}

#[test]
fn moves_of_one_colour_that_are_mirrored_break_the_half_turn() {
    let mirrored = |request: &Request, _: usize, answer| {
        let is_black = fen_of(request).starts_with('B');
        rows_of(request, answer, |question, rows| {
            if *question == Question::Moves && is_black {
                for row in rows {
                    *row = mirror(row.split(' ').next().unwrap());
                }
            }
        })
    };
    let laws = broken(variants::ARAB, mirrored);
    assert!(laws.contains(&Some(Law::HalfTurn)), "{laws:?}");
}

/// A move of Arab draughts as it is seen in a mirror.
fn mirror(played: &str) -> String {
    played
        .chars()
        .map(|c| if c.is_ascii_lowercase() && c != 'x' { (b'a' + b'h' - c as u8) as char } else { c })
        .collect()
}

#[test]
fn a_position_after_a_move_that_knows_only_white_breaks_the_half_turn() {
    // Black's men are crowned a row late: the same pieces, but no king.
    let late = |request: &Request, _: usize, answer| {
        let is_black = fen_of(request).starts_with('B');
        rows_of(request, answer, |question, rows| {
            if *question == Question::Moves && is_black {
                for row in rows {
                    *row = row.replace('K', "");
                }
            }
        })
    };
    let laws = broken(variants::DIAGONAL, late);
    assert!(laws.contains(&Some(Law::HalfTurn)) && laws.contains(&Some(Law::Pieces)), "{laws:?}");
}

#[test]
fn a_perft_that_adds_one_breaks_divide_alone() {
    for (variant, deepest) in [(variants::ARAB, 1), (variants::GHANAIAN, 2)] {
        let one_more = move |request: &Request, _: usize, answer| {
            rows_of(request, answer, |question, rows| {
                if matches!(question, Question::Perft(depth) if *depth >= deepest) {
                    rows[0] = (rows[0].parse::<u64>().unwrap() + 1).to_string();
                }
            })
        };
        assert_eq!(broken(variant, one_more), [Some(Law::Divide)]);
    }
}

#[test]
fn a_divide_that_leaves_out_a_move_breaks_divide_alone() {
    let shorter = |request: &Request, _: usize, answer| {
        rows_of(request, answer, |question, rows| {
            if matches!(question, Question::Divide(_)) {
                rows.pop();
            }
        })
    };
    assert_eq!(broken(variants::ARAB, shorter), [Some(Law::Divide)]);
}

#[test]
fn a_divide_of_other_moves_breaks_divide_alone_though_its_leaves_add_up() {
    let mirrored = |request: &Request, _: usize, answer| {
        rows_of(request, answer, |question, rows| {
            if matches!(question, Question::Divide(_)) {
                for row in rows {
                    *row = mirror(row);
                }
            }
        })
    };
    assert_eq!(broken(variants::ARAB, mirrored), [Some(Law::Divide)]);
}

/// Changes the positions behind moves, and those that `apply` gives.
fn after(request: &Request, answer: Answer, change: impl Fn(&mut Position)) -> Answer {
    rows_of(request, answer, |question, rows| {
        if !matches!(question, Question::Moves | Question::Apply(_)) {
            return;
        }
        for row in rows {
            let (played, text) = row.rsplit_once(' ').unwrap_or(("", row));
            let mut next = fen::read(text, variants::ARAB.board).unwrap().position;
            change(&mut next);
            format!("{played} {}", fen::write(&next)).trim().clone_into(row);
        }
    })
}

#[test]
fn pieces_from_nowhere_and_pieces_lost_break_the_law_of_pieces() {
    type Change = fn(&mut Position);
    let faults: [(&str, Change); 5] = [
        ("the other side is to move", |next| next.set_turn(next.turn().opponent())),
        ("the mover keeps every piece", |next| {
            let square = next.board().squares().find(|square| next.at(*square).is_none()).unwrap();
            next.set(square, Some(Piece::king(next.turn().opponent())));
        }),
        ("the other side's pieces stay as they are", |next| crown(next, next.turn())),
        ("the captured pieces are gone, and no others", |next| {
            let bystander: Option<Square> = next.pieces_of(next.turn()).map(|(square, _)| square).next();
            if let Some(square) = bystander {
                next.set(square, None);
            }
        }),
        ("no king is made or unmade but by crowning the man that moves", |next| {
            crown(next, next.turn().opponent());
        }),
    ];
    for (due, change) in faults {
        let mut subject = faulty(|request, _, answer| after(request, answer, change));
        let reports = suite(&mut subject, &variants::ARAB, 40, SEED).unwrap();
        let rows: Vec<&str> = bad(&reports)
            .into_iter()
            .filter(|report| report.law == Some(Law::Pieces))
            .filter_map(|report| match &report.verdict {
                Verdict::Fail(failure) => Some(failure.rows[0].expected.as_str()),
                _ => None,
            })
            .collect();
        for of_capture in [true, false] {
            let is_told = |row: &&str| row.ends_with(due) && row.contains("  takes ") == of_capture;
            assert!(rows.iter().any(is_told), "{due} (capture {of_capture}): {rows:?}");
        }
        let of_apply = reports.iter().filter(|report| report.law == Some(Law::Apply));
        assert_eq!(of_apply.filter(|report| report.verdict.is_bad()).count(), 0, "rows and `apply` agree");
    }
}

/// Makes a king of the first man of a side.
fn crown(position: &mut Position, color: Color) {
    let man = position.pieces_of(color).find(|(_, kind)| *kind == Kind::Man);
    if let Some((square, _)) = man {
        position.set(square, Some(Piece::king(color)));
    }
}

#[test]
fn an_apply_that_refuses_long_captures_breaks_the_law_of_apply_alone() {
    let refuses = |request: &Request, _: usize, answer| match request {
        Request::About { question: Question::Apply(played), .. } if played.matches('x').count() > 1 => {
            Answer::refusal("illegal", "too long")
        }
        _ => answer,
    };
    assert_eq!(broken(variants::ARAB, refuses), [Some(Law::Apply)]);
}

#[test]
fn an_apply_that_forgets_whose_turn_it_is_breaks_the_law_of_apply_alone() {
    let forgets = |request: &Request, _: usize, answer| {
        rows_of(request, answer, |question, rows| {
            if matches!(question, Question::Apply(_)) {
                rows[0] = rows[0].replacen("B:", "W:", 1);
            }
        })
    };
    assert_eq!(broken(variants::GHANAIAN, forgets), [Some(Law::Apply)]);
}

#[test]
fn an_apply_that_accepts_anything_breaks_the_law_of_near_misses_alone() {
    for variant in [variants::ARAB, variants::GHANAIAN] {
        let accepts = |request: &Request, _: usize, answer: Answer| match (request, &answer.end) {
            (Request::About { question: Question::Apply(_), fen, .. }, End::Err { code, .. })
                if code == "illegal" =>
            {
                Answer::rows(vec![fen.clone()])
            }
            _ => answer,
        };
        assert_eq!(broken(variant, accepts), [Some(Law::NearMiss)]);
    }
}

#[test]
fn another_word_for_illegal_is_a_note_and_no_failure() {
    let mut subject = faulty(|_, _, answer| match answer.end {
        End::Err { code, .. } if code == "illegal" => Answer::refusal("nonsense", ""),
        _ => answer,
    });
    let reports = suite(&mut subject, &variants::ARAB, 20, SEED).unwrap();
    assert!(bad(&reports).is_empty());
    assert!(reports.iter().flat_map(|report| &report.notes).any(|note| note.contains("err nonsense")));
}

#[test]
fn an_echo_that_swaps_the_colours_breaks_the_law_of_echo_alone() {
    let swaps = |request: &Request, _: usize, answer| {
        rows_of(request, answer, |question, rows| {
            if *question == Question::Echo {
                rows[0] = rows[0]
                    .chars()
                    .map(|c| match c {
                        'W' => 'B',
                        'B' => 'W',
                        _ => c,
                    })
                    .collect();
            }
        })
    };
    assert_eq!(broken(variants::ARAB, swaps), [Some(Law::Echo)]);
}

#[test]
fn an_echo_that_is_right_only_the_first_time_breaks_the_law_of_echo() {
    let mut was_echo = false;
    let forgets = move |request: &Request, _: usize, answer| {
        let is_again = was_echo;
        was_echo = matches!(request, Request::About { question: Question::Echo, .. });
        rows_of(request, answer, |question, rows| {
            if *question == Question::Echo && is_again {
                rows[0] = rows[0].replace('K', "");
            }
        })
    };
    let laws = broken(variants::ARAB, forgets);
    assert_eq!(laws, [Some(Law::Echo)]);
}

#[test]
fn what_depends_on_earlier_questions_is_state_dependent() {
    // From the third question after a start on, the last move is forgotten.
    let tires = |request: &Request, asked: usize, answer| {
        rows_of(request, answer, |question, rows| {
            if *question == Question::Moves && asked > 2 {
                rows.pop();
            }
        })
    };
    let mut subject = faulty(tires);
    let reports = suite(&mut subject, &variants::ARAB, 10, SEED).unwrap();
    let state: Vec<_> = reports.iter().filter(|report| report.law == Some(Law::State)).collect();
    assert!(state.iter().any(|report| report.verdict.kind() == VerdictKind::StateDependent));
    let told = state.iter().find(|report| report.verdict.is_bad()).unwrap().verdict.headline();
    assert!(told.contains("in a fresh process") || told.contains("asked again"), "{told}");
}

#[test]
fn a_count_kept_from_the_position_before_is_state_dependent() {
    let mut kept: Option<String> = None;
    let keeps = move |request: &Request, asked: usize, answer| {
        if asked == 1 {
            kept = None;
        }
        rows_of(request, answer, |question, rows| {
            if matches!(question, Question::Perft(_)) {
                rows[0] = kept.get_or_insert(rows[0].clone()).clone();
            }
        })
    };
    let laws = broken(variants::ARAB, keeps);
    assert!(laws.contains(&Some(Law::State)), "{laws:?}");
}

#[test]
fn another_order_of_moves_each_time_is_no_state() {
    let mut subject = faulty(|request: &Request, asked, answer| {
        rows_of(request, answer, |_, rows| {
            let by = asked % rows.len().max(1);
            rows.rotate_left(by);
        })
    });
    let reports = suite(&mut subject, &variants::GHANAIAN, 20, SEED).unwrap();
    assert!(bad(&reports).is_empty(), "{:?}", bad(&reports)[0]);
}

#[test]
fn a_law_that_a_subject_cannot_be_asked_about_is_skipped_once_with_the_reason() {
    let mut subject = faulty(|_, _, answer| answer);
    subject.profile.can.clear();
    let reports = suite(&mut subject, &variants::ARAB, 20, SEED).unwrap();
    assert!(bad(&reports).is_empty());
    for law in [Law::Divide, Law::Apply, Law::NearMiss, Law::Echo] {
        let of_law: Vec<_> = reports.iter().filter(|report| report.law == Some(law)).collect();
        assert_eq!(of_law.len(), 1, "{law}");
        let reason = of_law[0].verdict.headline();
        assert!(reason.starts_with("the engine does not declare `"), "{law}: {reason}");
    }
    let half_turns = reports.iter().filter(|report| report.law == Some(Law::HalfTurn));
    assert_eq!(half_turns.count(), 20);
}

#[test]
fn the_same_seed_puts_the_same_questions_and_another_seed_others() {
    let positions = |seed, number| -> Vec<Position> {
        (0..number).map(|index| draw(&variants::GHANAIAN, seed, index)).collect()
    };
    assert_eq!(positions(1, 30), positions(1, 60)[..30], "how many are drawn makes no difference");
    let (one, other) = (positions(1, 60), positions(2, 60));
    let same = one.iter().zip(&other).filter(|(one, other)| one == other).count();
    assert!(same < 5, "{same} of 60 are the same");
    let arab: Vec<Position> = (0..60).map(|index| draw(&variants::ARAB, 1, index)).collect();
    let turns = arab.iter().filter(|position| position.turn() == Color::White).count();
    assert!((15..45).contains(&turns), "White is to move in {turns} of 60");
    let sample = Sample { seed: 1, number: 3, laws_every: 2 };
    let ids: Vec<String> = sample
        .puts(&[variants::ARAB], faulty(|_, _, answer| answer).profile())
        .into_iter()
        .map(|put| put.id())
        .collect();
    assert_eq!(ids[0], "arab/random/1-0");
    assert_eq!(ids.len(), 3 + 2 * Law::VARIANTS.len(), "the laws at 0 and 2");
}

/// What a shape is made for is there often enough.
#[test]
fn each_shape_shows_what_it_is_made_for() {
    use positions::Shape;
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for variant in variants::ALL {
        let mut share = |shape, is_so: &dyn Fn(&Position) -> bool| {
            let strategy = positions::of_shape(*variant, shape);
            let drawn = (0..100).map(|_| strategy.new_tree(&mut runner).unwrap().current());
            drawn.filter(is_so).count()
        };
        let kings =
            |position: &Position| position.pieces().filter(|(_, piece)| piece.kind == Kind::King).count();
        let pieces = |position: &Position| position.pieces().count();
        let longest = |position: &Position| {
            let moves = Rulebook::new(variant.rules).moves(position, Counting::Unique);
            moves.iter().map(|played| played.captures.len()).max().unwrap_or_default()
        };
        let crowns = |position: &Position| {
            let moves = Rulebook::new(variant.rules).moves(position, Counting::Unique);
            moves.iter().any(|played| played.crowns)
        };
        let name = variant.name;
        assert_eq!(share(Shape::Few, &|it| pieces(it) <= 6), 100, "{name}");
        assert!(share(Shape::Crowd, &|it| pieces(it) >= 12) > 80, "{name}");
        assert!(share(Shape::Kings, &|it| kings(it) * 2 > pieces(it)) > 80, "{name}");
        assert!(share(Shape::NearPromotion, &crowns) > 15, "{name}");
        assert!(share(Shape::OneAmongMany, &|it| it.count(it.turn()) <= 2) == 100, "{name}");
        assert!(share(Shape::Chain, &|it| longest(it) >= 2) > 25, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The strategies are for any test of a Rust engine.
    #[test]
    fn every_strategy_gives_positions_that_can_arise(
        ghanaian in positions::any_position(variants::GHANAIAN),
        game in positions::play_out(variants::DIAGONAL),
    ) {
        prop_assert!(variants::GHANAIAN.read(&fen::write(&ghanaian)).is_ok());
        prop_assert!(Rulebook::new(variants::DIAGONAL.rules).count(&game, Counting::Unique) > 0);
    }
}
