//! A wrong number of leaves is led to the position behind it, whatever the engine can be asked, and a number
//! that is wrong by itself is told apart.

use harness::check::Limits;
use harness::dcp::{Answer, Capability, Profile, Question, Request};
use harness::descend::{Descent, Finding, descend};
use harness::examiner::Examiner;
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::perft::perft;
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::{self, ARAB, DIAGONAL, GHANAIAN, Variant};
use std::time::Duration;

use Capability::{Divide, Moves, Perft};

fn by(variant: Variant, changes: &[(&str, &str)]) -> Variant {
    let mut rules = variant.rules;
    for (field, value) in changes {
        rules.set(field, value).unwrap();
    }
    variant.with_rules(rules)
}

fn server(variant: Variant, can: &[Capability]) -> InProcess {
    InProcess::new(Server::new(vec![variant], Manner::default()).only(can.iter().copied()))
}

/// Descends by the variant's right rules.
fn from(subject: &mut dyn Subject, variant: Variant, text: &str, depth: u32) -> Descent {
    let right = variants::find(variant.name).unwrap();
    let start = right.read(text).unwrap();
    descend(&mut Examiner::new(subject, right, Limits::default(), 400), &start, depth).0
}

/// The moves, each with the position after it.
fn listed(rules: Rules, position: &Position) -> Vec<(Move, Position)> {
    let rulebook = Rulebook::new(rules);
    let mut moves = rulebook.moves(position, Counting::Unique);
    moves.sort();
    moves.into_iter().map(|played| (played.clone(), rulebook.after(position, &played))).collect()
}

/// The position that a line of moves leads to by the right rules.
#[track_caller]
fn played(variant: &Variant, line: &[String]) -> Position {
    line.iter().fold(variant.start(), |here, words| {
        let routes = Rulebook::new(variant.rules).moves(&here, Counting::Route);
        here.after(reference_engine::notation::find(words, variant.board, &routes).unwrap())
    })
}

/// The first depth at which changed rules count otherwise from the start, if it is no deeper than 4.
fn first_wrong_depth(right: &Variant, rules: Rules) -> Option<u32> {
    let count = |rules: Rules, depth| perft(&Rulebook::new(rules), &right.start(), depth, Counting::Unique);
    (1..=4).find(|depth| count(right.rules, *depth) != count(rules, *depth))
}

/// Every single misreading that shows within four plies of the start is led to a wrong position.
fn every_early_misreading_is_found(right: Variant, can: &[Capability]) {
    let mut found = 0;
    for (change, rules) in right.rules.one_field_changes() {
        let Some(depth) = first_wrong_depth(&right, rules) else { continue };
        // Moves are right here, and what they leave standing is told by the positions after them alone.
        if change.field == "taken-pieces" && !can.contains(&Moves) {
            continue;
        }
        let mut subject = server(right.with_rules(rules), can);
        let descent = from(&mut subject, right, "start", depth);
        let name = format!("{} {change} {can:?}: {descent:?}", right.name);
        assert!((descent.line.len() as u32) < depth, "{name}");
        assert_eq!(played(&right, &descent.line), descent.position, "{name}");
        let here = &descent.position;
        assert_ne!(listed(right.rules, here), listed(rules, here), "{name}");
        match descent.finding {
            Finding::Moves(_) => assert!(can != [Perft], "{name}"),
            Finding::Number { due, given } => {
                assert!(can == [Perft] && due == listed(right.rules, here).len() as u128, "{name}");
                assert_eq!(given, listed(rules, here).len() as u128, "{name}");
            }
            // Turned round, the men of a start stand on promotion squares.
            Finding::Refusal(_) => assert!(can == [Perft] && change.field == "forward", "{name}"),
            _ => panic!("{name}"),
        }
        found += 1;
    }
    assert!(found >= 3, "only {found} misreadings of {} show early", right.name);
}

#[test]
fn an_engine_that_only_divides_is_led_to_its_wrong_moves() {
    every_early_misreading_is_found(ARAB, &[Divide]);
    every_early_misreading_is_found(GHANAIAN, &[Divide]);
}

#[test]
fn an_engine_that_lists_and_counts_is_led_to_its_wrong_moves() {
    every_early_misreading_is_found(ARAB, &[Moves, Perft]);
    every_early_misreading_is_found(DIAGONAL, &[Moves, Perft, Divide]);
}

#[test]
fn an_engine_that_only_counts_is_led_to_its_wrong_number_of_moves() {
    every_early_misreading_is_found(GHANAIAN, &[Perft]);
}

/// The king on a1 loses c1, and the man on a3 gains a2.
const CANCEL: &[(&str, &str)] = &[("king-move", "one-step"), ("men-step", "every-way")];

#[test]
fn errors_that_cancel_are_found_where_they_stand() {
    let faulty = by(ARAB, CANCEL);
    let text = "W:Wd1,a3,Ka1:Bh6,g8";
    let here = ARAB.read(text).unwrap();
    assert_eq!(listed(ARAB.rules, &here).len(), listed(faulty.rules, &here).len(), "they cancel");
    for can in [&[Moves, Perft, Divide][..], &[Divide], &[Moves, Perft]] {
        let descent = from(&mut server(faulty, can), ARAB, text, 1);
        assert!(matches!(descent.finding, Finding::Moves(_)) && descent.line.is_empty(), "{descent:?}");
    }
}

#[test]
fn errors_that_cancel_below_every_move_are_found_one_ply_down() {
    let faulty = by(ARAB, CANCEL);
    let text = "B:Wd1,a3,Ka1:Bh7,h8";
    let start = ARAB.read(text).unwrap();
    for (_, after) in listed(ARAB.rules, &start) {
        let count = |rules| perft(&Rulebook::new(rules), &after, 1, Counting::Unique);
        assert_eq!(count(ARAB.rules), count(faulty.rules), "every number two plies deep is right");
    }
    for can in [&[Moves, Perft, Divide][..], &[Divide], &[Moves, Perft]] {
        let descent = from(&mut server(faulty, can), ARAB, text, 2);
        assert!(matches!(descent.finding, Finding::Moves(_)), "{descent:?}");
        assert_eq!(descent.line.len(), 1, "{descent:?}");
    }
}

/// A server whose answers a test spoils.
struct Spoilt<F> {
    inner: InProcess,
    spoil: F,
    asked: u32,
}

impl<F: FnMut(&Request, u32, Answer) -> Result<Answer, Fault>> Spoilt<F> {
    fn new(can: &[Capability], spoil: F) -> Self {
        Self { inner: server(ARAB, can), spoil, asked: 0 }
    }
}

impl<F: FnMut(&Request, u32, Answer) -> Result<Answer, Fault>> Subject for Spoilt<F> {
    fn profile(&self) -> &Profile {
        self.inner.profile()
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        self.asked += 1;
        let answer = self.inner.ask(request, limit)?;
        (self.spoil)(request, self.asked, answer)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

fn depth_of(request: &Request, kind: &str) -> Option<u32> {
    match request {
        Request::About { question: Question::Perft(depth), .. } if kind == "perft" => Some(*depth),
        Request::About { question: Question::Divide(depth), .. } if kind == "divide" => Some(*depth),
        _ => None,
    }
}

#[test]
fn a_sum_that_is_wrong_by_itself_is_named_so() {
    for can in [&[Moves, Perft, Divide][..], &[Moves, Perft]] {
        let mut subject = Spoilt::new(can, |request, _, mut answer| {
            if depth_of(request, "perft") == Some(3) {
                answer.rows[0] = (answer.rows[0].parse::<u64>().unwrap() + 1).to_string();
            }
            Ok(answer)
        });
        let descent = from(&mut subject, ARAB, "start", 4);
        assert_eq!(descent.finding, Finding::Sum { depth: 3, due: 708, given: 709 }, "{descent:?}");
        assert!(descent.line.is_empty());
    }
}

#[test]
fn a_number_that_depends_on_the_way_is_named_so() {
    let mut subject = Spoilt::new(&[Moves, Divide], |request, _, mut answer| {
        if depth_of(request, "divide") == Some(3) {
            let (played, leaves) = answer.rows[2].split_once(' ').unwrap();
            answer.rows[2] = format!("{played} {}", leaves.parse::<u64>().unwrap() + 7);
        }
        Ok(answer)
    });
    let descent = from(&mut subject, ARAB, "start", 3);
    let Finding::Contradiction { depth: 2, before, alone } = descent.finding else { panic!("{descent:?}") };
    assert_eq!((before, descent.line.len()), (alone + 7, 1));
}

/// A server that declares what another one would.
struct Undeclared(InProcess, Profile);

impl Subject for Undeclared {
    fn profile(&self) -> &Profile {
        &self.1
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        self.0.ask(request, limit)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

#[test]
fn another_way_of_counting_is_not_followed() {
    // By route the engine counts more than it declares: it misreads nothing.
    let manner = Manner { counts: Counting::Route, finished_leaves: true, ..Manner::default() };
    let routes = InProcess::new(Server::new(vec![DIAGONAL], manner));
    let profile = Server::new(vec![DIAGONAL], Manner::default()).profile().clone();
    let text = "W:WK12,45:B7,18,19,29,8,9";
    let descent = from(&mut Undeclared(routes, profile), DIAGONAL, text, 3);
    assert!(matches!(descent.finding, Finding::Nothing(_)), "{descent:?}");
    let here = DIAGONAL.read(text).unwrap();
    let rulebook = Rulebook::new(DIAGONAL.rules);
    let count = |counting| perft(&rulebook, &here, 3, counting);
    assert_ne!(count(Counting::Route), count(Counting::Unique), "{}: the ways differ", fen::write(&here));
}

#[test]
fn an_engine_that_breaks_on_the_way_ends_the_descent_with_what_was_found() {
    let mut subject = Spoilt::new(&[Divide], |_, asked, mut answer| {
        if asked > 10 {
            return Err(Fault::Timeout(Duration::from_secs(2)));
        }
        answer.rows.sort();
        Ok(answer)
    });
    let descent = from(&mut subject, ARAB, "start", 4);
    let Finding::Nothing(reason) = &descent.finding else { panic!("{descent:?}") };
    assert_eq!(reason, "no answer within 2 s");
    assert!(descent.questions <= 11, "{descent:?}");
}

#[test]
fn a_descent_is_bounded() {
    let mut subject = server(ARAB, &[Divide]);
    let mut examiner = Examiner::new(&mut subject, ARAB, Limits::default(), 10);
    let (descent, _) = descend(&mut examiner, &ARAB.start(), 4);
    assert_eq!(descent.finding, Finding::Nothing("no more than 10 questions are asked".to_owned()));
    assert!((10..=12).contains(&descent.questions), "{descent:?}");
}
