//! Positions to which no game comes, and words that say more or less than a move: what right engines may differ
//! about is no failure, and what they may not is none the less.

use harness::check::{Declined, Given, Judgement, Limits, Observation, is_late, judge, judge_moves};
use harness::dcp::{Answer, Declared, Profile, Request};
use harness::fixture::{Loaded, Suite};
use harness::property;
use harness::serve::{Manner, Server};
use harness::subject::{Fault, InProcess, Subject};
use harness::sweep::{Answerer, ClassResult, Plan, sweep};
use reference_engine::notation::MoveForm;
use reference_engine::position::Position;
use reference_engine::variants::{ARAB, GHANAIAN, TURKISH, Variant};
use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

/// A Ghanaian engine that looks for a lone piece at the side to move only: in a game, that is enough.
struct Hasty {
    right: InProcess,
    plays_on: InProcess,
}

impl Hasty {
    fn new() -> Self {
        let mut rules = GHANAIAN.rules;
        rules.set("lone-piece", "plays-on").unwrap();
        let serve = |variant| InProcess::new(Server::new(vec![variant], Manner::default()));
        Self { right: serve(GHANAIAN), plays_on: serve(GHANAIAN.with_rules(rules)) }
    }
}

impl Subject for Hasty {
    fn profile(&self) -> &Profile {
        self.right.profile()
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        match request {
            Request::About { fen, .. } if GHANAIAN.read(fen).is_ok_and(|it| is_late(&GHANAIAN, &it)) => {
                self.plays_on.ask(request, limit)
            }
            _ => self.right.ask(request, limit),
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.right.restart()
    }
}

fn rows(texts: &[&str], position: &Position, form: MoveForm) -> Observation {
    Observation::Moves(Ok(texts.iter().map(|text| Given::of_move(text, position, form).unwrap()).collect()))
}

fn refusal(code: &str) -> Observation {
    Observation::Moves(Err(Declined { code: code.to_owned(), detail: String::new() }))
}

fn declared(variant: &Variant, notation: MoveForm) -> Declared {
    Declared { notation, ..Declared::customary(variant.name) }
}

fn judged(variant: &Variant, text: &str, form: MoveForm, given: &[&str]) -> Judgement {
    let position = variant.read(text).unwrap();
    judge_moves(variant, &position, &declared(variant, form), &rows(given, &position, form))
}

fn case<'a>(suite: &'a Suite, id: &str) -> &'a Loaded {
    suite.cases.iter().find(|loaded| loaded.case.id == id).expect("the fixtures have the case")
}

#[test]
fn a_man_behind_his_start_may_be_refused_and_no_other_position() {
    let answer = |variant: &Variant, text: &str, code: &str| {
        let position = variant.read(text).unwrap();
        judge_moves(variant, &position, &declared(variant, MoveForm::Path), &refusal(code))
    };
    for variant in [ARAB, TURKISH] {
        assert!(matches!(answer(&variant, "W:Wd6,h1:Bg8,d7", "position"), Judgement::CannotTell(_)));
        assert!(matches!(answer(&variant, "W:Wd6,h1:Bg8,d7", "busy"), Judgement::Wrong(_)));
        assert!(matches!(answer(&variant, "W:Wd6,Kh1:BKg8,d7", "position"), Judgement::Wrong(_)));
    }
    assert!(matches!(answer(&GHANAIAN, "W:Wa1,c1:Bb10,d10", "position"), Judgement::Wrong(_)));
}

#[test]
fn moves_in_a_game_that_was_over_before_are_no_failure_of_an_engine_without_results() {
    let suite = Suite::embedded().unwrap();
    let late = case(&suite, "ghanaian/singleton-loss/not-to-move");
    let position = late.variant.read(&late.case.position).unwrap();
    let declared = declared(&late.variant, MoveForm::Path);
    let listed = rows(&["a1-b2"], &position, MoveForm::Path);
    let judgement = judge(late, &late.variant.rules, &declared, &listed);
    assert!(matches!(judgement, Judgement::CannotTell(_)), "{judgement:?}");
    let none = rows(&[], &position, MoveForm::Path);
    assert!(matches!(judge(late, &late.variant.rules, &declared, &none), Judgement::Right(_)));
    let ongoing = Observation::Outcome(Ok("ongoing".to_owned()));
    assert!(matches!(judge(late, &late.variant.rules, &declared, &ongoing), Judgement::Wrong(_)));
}

#[test]
fn a_quiet_move_that_names_a_captured_piece_is_wrong() {
    let text = "W:Wd4,h2:Ba7,e6";
    let right = ["d4-d5", "d4-c4", "d4-e4", "h2-h3", "h2-g2"];
    assert!(matches!(judged(&ARAB, text, MoveForm::Hub, &right), Judgement::Right(_)));
    let stale = ["d4-d5-e6", "d4-c4", "d4-e4", "h2-h3", "h2-g2"];
    assert!(matches!(judged(&ARAB, text, MoveForm::Hub, &stale), Judgement::Wrong(_)));
}

#[test]
fn an_illegal_move_is_found_in_a_list_that_names_ends_only() {
    let suite = Suite::embedded().unwrap();
    let illegal = case(&suite, "arab/near-misses/diagonal-capture");
    let harness::fixture::Question::Illegal { played } = &illegal.case.question else {
        panic!("it is not illegal")
    };
    let position = illegal.variant.read(&illegal.case.position).unwrap();
    let squares: Vec<&str> = played.split('x').collect();
    let short = format!("{}x{}", squares[0], squares[squares.len() - 1]);
    for (form, listed) in [(MoveForm::Short, short.as_str()), (MoveForm::Path, played)] {
        let declared = declared(&illegal.variant, form);
        let judge =
            |texts: &[&str]| judge(illegal, &illegal.variant.rules, &declared, &rows(texts, &position, form));
        assert!(matches!(judge(&[listed]), Judgement::Wrong(_)), "{form}");
        assert!(matches!(judge(&[]), Judgement::Right(_)), "{form}");
    }
}

#[test]
fn an_engine_that_looks_at_the_side_to_move_passes_random_positions() {
    let reports = property::suite(&mut Hasty::new(), &GHANAIAN, 300, 4).unwrap();
    let bad: Vec<_> = reports.iter().filter(|report| report.verdict.is_bad()).collect();
    assert!(bad.is_empty(), "{:?}", bad[0].loaded.case.position);
}

#[test]
fn a_sweep_leaves_games_that_were_over_before_unjudged() {
    let plan = Plan {
        variants: vec![GHANAIAN],
        pieces: 4,
        stride: NonZeroU64::new(40_009).unwrap(),
        jobs: NonZeroUsize::MIN,
    };
    let start = || -> Result<Box<dyn Subject>, Fault> { Ok(Box::new(Hasty::new())) };
    let mut classes: Vec<ClassResult> = Vec::new();
    let answerer = Answerer::Engine { start: &start, limits: Limits::default() };
    sweep(&plan, &plan.tasks(), answerer, &|_| {}, |result| classes.push(result)).unwrap();
    let sum = |of: fn(&ClassResult) -> u64| classes.iter().map(of).sum::<u64>();
    assert_eq!(sum(|class| class.differing), 0);
    assert!(sum(|class| class.untold) > 20);
}
