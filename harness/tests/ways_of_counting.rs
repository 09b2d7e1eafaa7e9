//! What is inferred of the way in which an engine counts is the same for all its answers, or is said not to be.

use harness::check::Limits;
use harness::dcp::{Answer, End, Profile, Request};
use harness::fixture::{Level, Loaded, Question};
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use harness::verdict::VerdictKind;
use harness::verify::{Plan, verify};
use reference_engine::moves::Counting;
use reference_engine::variants::INTERNATIONAL;
use std::time::Duration;

/// Counts in one way where it is White's turn and in another where it is Black's, and declares `unique`.
struct Wavering {
    profile: Profile,
    white: InProcess,
    black: InProcess,
}

impl Wavering {
    fn new(white: Counting, black: Counting) -> Self {
        let serve =
            |counts| InProcess::new(Server::new(vec![INTERNATIONAL], Manner { counts, ..Manner::default() }));
        let profile = serve(Counting::Unique).profile().clone();
        Self { profile, white: serve(white), black: serve(black) }
    }
}

impl Subject for Wavering {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        match request {
            Request::About { fen, .. } if fen == MISCOUNTED => {
                Ok(Answer { rows: vec!["7".to_owned()], end: End::Ok(Some(1)) })
            }
            Request::About { fen, .. } if fen.starts_with("B:") => self.black.ask(request, limit),
            _ => self.white.ask(request, limit),
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

/// Round to the left or to the right: two orders and as many routes.
const TWO_ORDERS: &str = "W:We3,a1:Bd4,f4,d6,f6,j10";
/// 14 captures in 178 orders by 436 routes.
const MANY_ROUTES: &str = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";

/// However these are counted, it is not 7.
const MISCOUNTED: &str = "W:W40:B10";

fn asked(fen: &str, question: &Question, level: Level) -> Loaded {
    let position = INTERNATIONAL.read(fen).unwrap();
    let mut loaded = Loaded::loose(INTERNATIONAL, "international/counting".to_owned(), &position);
    loaded.case.question = question.clone();
    loaded.case.level = level;
    loaded
}

/// What is noted of each answer about two positions, whatever is answered wrongly besides.
fn notes(white: Counting, black: Counting, question: &Question) -> [Vec<String>; 2] {
    let count = Question::Perft { depths: 1 };
    let cases = [
        asked(TWO_ORDERS, question, Level::Must),
        asked(MANY_ROUTES, question, Level::Must),
        asked(MISCOUNTED, &count, Level::May),
        asked(MISCOUNTED, &count, Level::Must),
    ];
    let plan = Plan { variants: vec![INTERNATIONAL], case: None, limits: Limits::default() };
    let run = verify(&mut Wavering::new(white, black), "", &cases.each_ref(), &plan, |_| {});
    let verdicts: Vec<VerdictKind> = run.reports.iter().map(|report| report.verdict.kind()).collect();
    assert_eq!(verdicts, [VerdictKind::Pass, VerdictKind::Pass, VerdictKind::Pass, VerdictKind::Fail]);
    assert!(
        run.reports[2].notes[0].contains("answered otherwise, as engines may"),
        "{:?}",
        run.reports[2].notes
    );
    [0, 1].map(|place| run.reports[place].notes.clone())
}

const COUNTED: &str = "the engine counts by `counts=route leaves=zero` and declares `counts=unique leaves=zero`: \
                       `counts=route leaves=zero` would say so";
const LISTED: &str =
    "the engine lists captures by `route` and declares `unique`: `counts=route` would say so";

#[test]
fn one_way_of_counting_is_named_for_all_answers() {
    let by_route = |question| notes(Counting::Route, Counting::Route, &question);
    assert_eq!(by_route(Question::Perft { depths: 2 }), [[COUNTED], [COUNTED]]);
    assert_eq!(by_route(Question::Divide { depth: 1 }), [[LISTED], [LISTED]]);
    assert_eq!(by_route(Question::Moves), [[LISTED], [LISTED]]);
}

#[test]
fn where_there_is_no_one_way_of_counting_that_is_said() {
    let [white, black] = notes(Counting::Unique, Counting::Route, &Question::Perft { depths: 2 });
    assert_eq!(white, [""; 0]);
    assert_eq!(black, [format!("{COUNTED}, but no one way of counting makes all such answers right")]);
}

#[test]
fn nothing_is_said_of_what_is_counted_as_declared() {
    for question in [Question::Perft { depths: 2 }, Question::Moves] {
        assert_eq!(notes(Counting::Unique, Counting::Unique, &question), [[""; 0]; 2]);
    }
}
