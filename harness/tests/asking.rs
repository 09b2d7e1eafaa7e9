//! What a subject is asked, how its words are read, and what is made of each kind of refusal.

use harness::check::{Asker, FOLLOWED, Given, Judgement, Limits, Observation, Stop, ask, judge, judge_moves};
use harness::dcp::{Answer, Capability, Declared, End, Profile, Question, Request};
use harness::fixture::{self, Loaded, Suite};
use harness::subject::{Fault, Subject};
use harness::verdict::{Mark, Row};
use reference_engine::fen;
use reference_engine::notation::{MoveForm, SquareNames};
use reference_engine::variants::{ARAB, Variant};
use std::collections::HashSet;
use std::time::Duration;
use strum::VariantNames;

/// Says what it is told to say, and remembers what it was asked and how long it was given.
struct Parrot {
    profile: Profile,
    says: fn(&Question) -> Answer,
    asked: Vec<(String, Duration)>,
    restarts: usize,
}

impl Parrot {
    fn new(can: &[Capability], says: fn(&Question) -> Answer) -> Self {
        let profile =
            Profile { name: "parrot".to_owned(), can: can.iter().copied().collect(), ..Profile::default() };
        Self { profile, says, asked: Vec::new(), restarts: 0 }
    }

    fn asked(&self, word: &str) -> Vec<&str> {
        let words = self.asked.iter().map(|(asked, _)| asked.as_str());
        words.filter(|asked| asked.starts_with(word)).collect()
    }
}

impl Subject for Parrot {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Fault> {
        self.asked.push((request.to_string(), limit));
        let Request::About { question, .. } = request else { panic!("it is asked about positions only") };
        Ok((self.says)(question))
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.restarts += 1;
        Ok(())
    }
}

fn rows(rows: &[&str]) -> Answer {
    let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    Answer { end: End::Ok(Some(rows.len() as u64)), rows }
}

fn refusal(code: &str) -> Answer {
    let end = End::Err { code: code.to_owned(), detail: String::new() };
    Answer { rows: Vec::new(), end }
}

fn declared(notation: MoveForm) -> Declared {
    Declared { notation, ..Declared::customary(ARAB.name) }
}

fn asking<T>(parrot: &mut Parrot, notation: MoveForm, put: impl FnOnce(&mut Asker<'_>) -> T) -> T {
    put(&mut Asker::new(parrot, declared(notation), ARAB.board, Limits::default()))
}

const CAN: [Capability; 2] = [Capability::Moves, Capability::Apply];
const POSITION: &str = "W:Wd4,h2:Ba7,e6";
const AFTER: &str = "B:Wd5,h2:Ba7,e6";

/// How often `apply` is asked for the rows of an answer to `moves`.
fn applied(can: &[Capability], notation: MoveForm, says: fn(&Question) -> Answer) -> usize {
    let mut parrot = Parrot::new(can, says);
    let position = ARAB.read(POSITION).unwrap();
    asking(&mut parrot, notation, |asker| asker.moves_with_positions(&position)).unwrap().unwrap();
    assert_eq!(parrot.asked("moves").len(), 1);
    parrot.asked("apply").len()
}

fn three_of_which_two_are_alike(question: &Question) -> Answer {
    match question {
        Question::Moves => rows(&["d4-d5", "h2-h3", "h2-h3"]),
        _ => rows(&[AFTER]),
    }
}

fn one_with_its_position(question: &Question) -> Answer {
    match question {
        Question::Moves => rows(&["d4-d5 B:Wd5,h2:Ba7,e6", "h2-h3"]),
        _ => rows(&[AFTER]),
    }
}

fn more_than_are_followed(question: &Question) -> Answer {
    match question {
        Question::Moves => rows(&["d4-d5"; FOLLOWED + 1]),
        _ => rows(&[AFTER]),
    }
}

fn as_many_as_are_followed(question: &Question) -> Answer {
    match question {
        Question::Moves => rows(&["d4-d5"; FOLLOWED]),
        _ => rows(&[AFTER]),
    }
}

#[test]
fn a_position_that_a_row_lacks_is_asked_for_where_the_row_means_one_move() {
    assert_eq!(applied(&CAN, MoveForm::Path, three_of_which_two_are_alike), 3);
    assert_eq!(applied(&CAN, MoveForm::Hub, three_of_which_two_are_alike), 3);
    assert_eq!(applied(&CAN, MoveForm::Short, three_of_which_two_are_alike), 1);
    assert_eq!(applied(&CAN, MoveForm::Path, one_with_its_position), 1);
    assert_eq!(applied(&[Capability::Moves], MoveForm::Path, three_of_which_two_are_alike), 0);
    assert_eq!(applied(&CAN, MoveForm::Path, as_many_as_are_followed), FOLLOWED);
    assert_eq!(applied(&CAN, MoveForm::Path, more_than_are_followed), 0);
}

#[test]
fn every_question_is_counted_and_only_what_is_declared_is_asked() {
    let mut parrot = Parrot::new(&CAN, three_of_which_two_are_alike);
    let position = ARAB.read(POSITION).unwrap();
    asking(&mut parrot, MoveForm::Path, |asker| {
        asker.moves_with_positions(&position).unwrap().unwrap();
        assert_eq!(asker.asked(), 4);
        assert_eq!(asker.needs(Capability::Apply), Ok(()));
        let lacking = asker.needs(Capability::Perft);
        assert_eq!(lacking, Err(Stop::Skip("the engine does not declare `perft`".to_owned())));
    });
}

#[test]
fn a_subject_is_begun_afresh_when_that_is_asked_for() {
    let mut parrot = Parrot::new(&CAN, |_| rows(&[]));
    asking(&mut parrot, MoveForm::Path, |asker| asker.restart().unwrap());
    assert_eq!(parrot.restarts, 1);
}

#[test]
fn the_time_for_a_count_follows_its_leaves_and_has_an_end() {
    let limits = Limits { count: Duration::from_secs(10), leaves_a_second: 1000, ..Limits::default() };
    for (leaves, seconds) in
        [(0, 10), (999, 10), (5_000, 15), (u128::from(u64::MAX), 3_610), (u128::MAX, 3_610)]
    {
        assert_eq!(limits.for_leaves(leaves), Duration::from_secs(seconds), "{leaves}");
    }
    let position = ARAB.read(POSITION).unwrap();
    let mut parrot = Parrot::new(&[Capability::Perft], |_| rows(&["7"]));
    asking(&mut parrot, MoveForm::Path, |asker| asker.perft(&position, 2, 3_000)).unwrap().unwrap();
    asking(&mut parrot, MoveForm::Path, |asker| asker.result(&position, Vec::new())).unwrap_err();
    let limits: Vec<u64> = parrot.asked.iter().map(|(_, limit)| limit.as_secs()).collect();
    assert_eq!(limits, [13, 2]);
}

#[test]
fn words_that_are_no_answer_are_said_to_be_none() {
    let position = ARAB.read(POSITION).unwrap();
    let told = |says: fn(&Question) -> Answer, put: &dyn Fn(&mut Asker<'_>) -> Result<(), Stop>| match asking(
        &mut Parrot::new(&CAN, says),
        MoveForm::Path,
        put,
    ) {
        Err(Stop::Fault(Fault::Protocol(reason))) => reason,
        other => panic!("{other:?}"),
    };
    let perft = |asker: &mut Asker<'_>| asker.perft(&position, 1, 1).map(|_| ());
    let result = |asker: &mut Asker<'_>| asker.result(&position, Vec::new()).map(|_| ());
    let moves = |asker: &mut Asker<'_>| asker.moves(&position).map(|_| ());
    let divide = |asker: &mut Asker<'_>| asker.divide(&position, 1, 1).map(|_| ());
    assert_eq!(told(|_| rows(&["many"]), &perft), "`many` is not a number of leaves");
    assert_eq!(told(|_| rows(&["1", "2"]), &perft), "2 rows where one is due");
    assert_eq!(told(|_| rows(&[]), &perft), "0 rows where one is due");
    assert_eq!(told(|_| rows(&["lost"]), &result), "`lost` is not a result");
    assert!(told(|_| rows(&["d4-d5 nowhere"]), &moves).starts_with("behind move d4-d5: "));
    assert_eq!(told(|_| rows(&["d4-d5"]), &divide), "`d4-d5` is not a move and a number of leaves");
}

#[test]
fn what_is_unsupported_is_skipped_and_what_is_refused_is_kept() {
    let position = ARAB.read(POSITION).unwrap();
    let moves = |says: fn(&Question) -> Answer| {
        asking(&mut Parrot::new(&CAN, says), MoveForm::Path, |asker| asker.moves(&position))
    };
    assert!(matches!(moves(|_| refusal("unsupported")), Err(Stop::Skip(_))));
    assert_eq!(moves(|_| refusal("busy")).unwrap().unwrap_err().code, "busy");
}

fn case<'a>(suite: &'a Suite, id: &str) -> &'a Loaded {
    suite.cases.iter().find(|loaded| loaded.case.id == id).expect("the fixtures have the case")
}

fn judged(variant: &Variant, id: &str, can: &[Capability], says: fn(&Question) -> Answer) -> Judgement {
    let suite = Suite::embedded().unwrap();
    let loaded = case(&suite, id);
    let mut parrot = Parrot::new(can, says);
    let seen = asking(&mut parrot, MoveForm::Path, |asker| ask(loaded, &variant.rules, asker)).unwrap();
    judge(loaded, &variant.rules, &declared(MoveForm::Path), &seen)
}

fn headline(judgement: Judgement) -> String {
    let Judgement::Wrong(failure) = judgement else { panic!("{judgement:?}") };
    failure.headline
}

#[test]
fn an_illegal_move_is_refused_as_illegal_and_not_otherwise() {
    let answer = |says| judged(&ARAB, "arab/near-misses/diagonal-capture", &CAN, says);
    assert_eq!(answer(|_| refusal("illegal")), Judgement::Right(Vec::new()));
    assert_eq!(headline(answer(|_| refusal("busy"))), "the question was not answered: `err busy`");
    assert_eq!(headline(answer(|_| refusal("position"))), "a possible position was refused: `err position`");
    let played = headline(answer(|_| rows(&["B:Wf6,h2:Ba7"])));
    assert_eq!(played, "d4xf6 is illegal and was played, leaving B:Wf6,h2:Ba7");
}

#[test]
fn an_answer_to_another_question_is_not_judged() {
    let suite = Suite::embedded().unwrap();
    let loaded = case(&suite, "arab/near-misses/diagonal-capture");
    let seen = Observation::Outcome(Ok("draw".to_owned()));
    let judgement = judge(loaded, &ARAB.rules, &declared(MoveForm::Path), &seen);
    assert!(matches!(judgement, Judgement::CannotTell(_)), "{judgement:?}");
}

/// The first case of each kind of question about Arab draughts.
fn one_of_each_kind(suite: &Suite) -> Vec<&Loaded> {
    let mut kinds = HashSet::new();
    let cases = suite.cases.iter().filter(|loaded| loaded.variant.name == ARAB.name);
    cases.filter(|loaded| kinds.insert(std::mem::discriminant(&loaded.case.question))).collect()
}

#[test]
fn no_question_of_any_kind_may_be_left_unanswered() {
    let suite = Suite::embedded().unwrap();
    let cases = one_of_each_kind(&suite);
    assert_eq!(cases.len(), 7);
    for loaded in cases {
        let all: Vec<Capability> = Capability::VARIANTS.iter().map(|name| name.parse().unwrap()).collect();
        let mut parrot = Parrot::new(&all, |_| refusal("busy"));
        let seen = asking(&mut parrot, MoveForm::Path, |asker| ask(loaded, &ARAB.rules, asker)).unwrap();
        let judgement = judge(loaded, &ARAB.rules, &declared(MoveForm::Path), &seen);
        assert_eq!(headline(judgement), "the question was not answered: `err busy`", "{}", loaded.case.id);
    }
}

#[test]
fn what_a_subject_does_not_declare_is_not_asked() {
    let suite = Suite::embedded().unwrap();
    for loaded in one_of_each_kind(&suite) {
        let mut parrot = Parrot::new(&[Capability::Moves], |_| rows(&[]));
        let asked = asking(&mut parrot, MoveForm::Path, |asker| ask(loaded, &ARAB.rules, asker));
        let is_skipped = matches!(
            loaded.case.question,
            fixture::Question::Perft { .. } | fixture::Question::Divide { .. } | fixture::Question::Refuse
        );
        assert_eq!(matches!(asked, Err(Stop::Skip(_))), is_skipped, "{}: {asked:?}", loaded.case.id);
        assert!(parrot.asked.iter().all(|(asked, _)| asked.starts_with("moves")), "{:?}", parrot.asked);
    }
}

/// The depths at which leaves are asked for, of four.
fn depths_asked(position: &str, can: &[Capability], says: fn(&Question) -> Answer) -> usize {
    let position = ARAB.read(position).unwrap();
    let mut loaded = Loaded::loose(ARAB, "arab/asking".to_owned(), &position);
    loaded.case.question = fixture::Question::Perft { depths: 4 };
    let mut parrot = Parrot::new(can, says);
    asking(&mut parrot, MoveForm::Path, |asker| ask(&loaded, &ARAB.rules, asker)).unwrap();
    parrot.asked.len()
}

/// Leaves of the start position, with those at depth 2 perhaps wrong.
fn leaves(question: &Question, second: &str) -> Answer {
    match question {
        Question::Perft(depth) => rows(&[["8", second, "708", "7538"][*depth as usize - 1]]),
        _ => panic!("{question:?} is asked"),
    }
}

#[test]
fn a_count_is_asked_for_depth_by_depth_until_one_is_wrong() {
    let start = fen::write(&ARAB.start());
    let can = [Capability::Perft];
    assert_eq!(depths_asked(&start, &can, |question| leaves(question, "64")), 4);
    assert_eq!(depths_asked(&start, &can, |question| leaves(question, "65")), 2);
    assert_eq!(depths_asked(&start, &can, |_| refusal("busy")), 1);
    // Five ways to take the same pieces: right by another way of counting than is declared.
    let ways = "W:WKa3:BKd8,a2,h4,a7,f3";
    assert_eq!(
        depths_asked(ways, &can, |question| rows(&[if *question == Question::Perft(1) { "5" } else { "0" }])),
        4
    );
    assert_eq!(depths_asked(ways, &can, |_| rows(&["6"])), 1);
    // Where there is no perft, the numbers of a divide are added up; the ended game counts as a leaf here.
    let divide = [Capability::Divide];
    assert_eq!(depths_asked(ways, &divide, |_| rows(&["a3-a4 2", "a3-b3 3"])), 4);
    assert_eq!(depths_asked(ways, &divide, |_| rows(&["a3-a4 2", "a3-b3 4"])), 1);
}

#[test]
fn a_deeper_count_may_take_as_long_as_its_leaves_and_those_before() {
    let mut loaded = Loaded::loose(ARAB, "arab/asking".to_owned(), &ARAB.start());
    loaded.case.question = fixture::Question::Perft { depths: 4 };
    let mut parrot = Parrot::new(&[Capability::Perft], |question| leaves(question, "64"));
    asking(&mut parrot, MoveForm::Path, |asker| ask(&loaded, &ARAB.rules, asker)).unwrap();
    let seconds: Vec<u64> = parrot.asked.iter().map(|(_, limit)| limit.as_secs()).collect();
    // 8, 64, 708 and 7,538 leaves, a thousand a second, besides ten seconds.
    assert_eq!(seconds, [10, 10, 10, 18]);
}

/// What is made of an answer to what a move leads to.
fn applied_as(position: &str, played: &str, can: &[Capability], says: fn(&Question) -> Answer) -> Judgement {
    let position = ARAB.read(position).unwrap();
    let mut loaded = Loaded::loose(ARAB, "arab/asking".to_owned(), &position);
    loaded.case.question = fixture::Question::Apply { played: played.to_owned() };
    let mut parrot = Parrot::new(can, says);
    let seen = asking(&mut parrot, MoveForm::Path, |asker| ask(&loaded, &ARAB.rules, asker)).unwrap();
    judge(&loaded, &ARAB.rules, &declared(MoveForm::Path), &seen)
}

#[test]
fn what_a_move_leads_to_is_what_is_said_of_it() {
    let answer = |says| applied_as(POSITION, "d4-d5", &CAN, says);
    assert_eq!(answer(|_| rows(&[AFTER])), Judgement::Right(Vec::new()));
    let Judgement::Wrong(failure) = answer(|_| rows(&["B:Wd5:Ba7,e6"])) else { panic!("h2 is missing") };
    assert_eq!(failure.headline, "the position after the move is another");
    let [expected, given] = [AFTER, "B:Wd5:Ba7,e6"].map(|text| fen::write(&ARAB.read(text).unwrap()));
    assert_eq!(failure.rows, [Row { mark: Mark::Changed, expected, given, ..Row::default() }]);
    assert_eq!(headline(answer(|_| refusal("illegal"))), "a legal move was refused: `err illegal`");
}

#[test]
fn what_a_move_leads_to_is_seen_in_a_list_where_it_cannot_be_asked() {
    let answer = |says| applied_as(POSITION, "d4-d5", &[Capability::Moves], says);
    let is_untold = |says| matches!(answer(says), Judgement::CannotTell(_));
    let right = Judgement::Right(Vec::new());
    assert_eq!(answer(|_| rows(&["h2-h3", "d4-d5 B:Wd5,h2:Ba7,e6"])), right);
    assert_eq!(answer(|_| rows(&["d4-d5 B:Wd5:Ba7,e6", "d4-d5 B:Wd5,h2:Ba7,e6"])), right);
    let another = headline(answer(|_| rows(&["d4-d5 B:Wd5:Ba7,e6"])));
    assert_eq!(another, "the position after the move is another");
    assert_eq!(headline(answer(|_| rows(&["h2-h3"]))), "d4-d5 is not among the moves");
    assert!(is_untold(|_| rows(&["d4-d5"])));
    assert!(is_untold(|_| rows(&["d4-d5", "d4-d5"])));
}

#[test]
fn a_way_that_is_not_played_may_be_refused_and_a_legal_one_may_not() {
    let position = "W:8/8/8/5b2/6b1/1b1b4/7w/3W4";
    let refused = |played: &str| applied_as(position, played, &CAN, |_| refusal("illegal"));
    assert_eq!(headline(refused("d1xd5xg5xg3xa3")), "a legal move was refused: `err illegal`");
    // The king need not stop on c3, so that an engine may not know this way to take the same pieces.
    assert_eq!(refused("d1xd5xg5xg3xc3xa3"), Judgement::Right(Vec::new()));
}

#[test]
fn the_first_of_many_strange_moves_are_shown_and_the_rest_counted() {
    let position = ARAB.read(POSITION).unwrap();
    let strange = Given::of_move("d4-d8", &position, MoveForm::Path).unwrap();
    let seen = Observation::Moves(Ok(vec![strange; 60]));
    let Judgement::Wrong(failure) = judge_moves(&ARAB, &position, &declared(MoveForm::Path), &seen) else {
        panic!("no such move is legal")
    };
    let rest = failure.rows.last().unwrap();
    assert_eq!((rest.mark, &*rest.given), (Mark::Extra, "and 10 more that are not expected"));
    assert_eq!(failure.rows.iter().filter(|row| row.given == "d4-d8").count(), 50);
}

/// The text that is sent for a position that is to be refused.
fn sent(text: &str, can: &[Capability], squares: SquareNames) -> Result<String, String> {
    let mut loaded = Loaded::loose(ARAB, "arab/asking".to_owned(), &ARAB.start());
    text.clone_into(&mut loaded.case.position);
    loaded.case.question = fixture::Question::Refuse;
    let mut parrot = Parrot::new(can, |_| refusal("position"));
    let declared = Declared { squares, ..Declared::customary(ARAB.name) };
    let mut asker = Asker::new(&mut parrot, declared, ARAB.board, Limits::default());
    match ask(&loaded, &ARAB.rules, &mut asker) {
        Ok(_) => Ok(parrot.asked("moves arab ")[0].trim_start_matches("moves arab ").to_owned()),
        Err(Stop::Skip(reason)) => Err(reason),
        Err(fault) => panic!("{fault:?}"),
    }
}

#[test]
fn a_position_that_is_to_be_refused_is_sent_in_a_form_that_would_be_read() {
    use SquareNames::{Algebraic, Numeric};
    let can = [Capability::Moves, Capability::Refuse];
    let all = [Capability::Moves, Capability::Refuse, Capability::Rows];
    let sent_as = |text: &str| Ok::<_, String>(text.to_owned());
    let skipped = |reason: &str| Err::<String, _>(reason.to_owned());
    // What is well formed is written anew, in the subject's squares.
    assert_eq!(sent("W:Wa8:Bb7", &can, Algebraic), sent_as("W:Wa8:Bb7"));
    assert_eq!(sent("W:Wa8:Bb7", &can, Numeric), sent_as("W:W1:B10"));
    // What is malformed is sent as it is, or not at all.
    assert_eq!(sent("W:Wa9:Bb7", &can, Algebraic), sent_as("W:Wa9:Bb7"));
    assert_eq!(sent("W:Wa9:Bb7", &can, Numeric), skipped("the engine calls squares otherwise"));
    assert_eq!(sent("W:W99:B1", &can, Numeric), sent_as("W:W99:B1"));
    assert_eq!(sent("W:W99:B1", &can, Algebraic), skipped("the engine calls squares otherwise"));
    assert_eq!(sent("W:W", &can, Numeric), sent_as("W:W"));
    assert_eq!(sent("W", &can, Algebraic), sent_as("W"));
    assert_eq!(sent("", &can, Algebraic), skipped("a request cannot hold white space"));
    assert_eq!(sent("W:Wa1 :Bb7", &can, Algebraic), skipped("a request cannot hold white space"));
    assert_eq!(sent("W:8/8", &can, Algebraic), skipped("the engine does not declare `rows`"));
    assert_eq!(sent("W:8/8", &all, Algebraic), sent_as("W:8/8"));
    assert_eq!(sent("W:8/7w9", &all, Numeric), sent_as("W:8/7w9"));
    let undeclared = skipped("the engine does not declare `refuse`");
    assert_eq!(sent("W:Wa8:Bb7", &[Capability::Moves], Algebraic), undeclared);
}

/// What is asked of a subject about the result of a game.
fn asked_of_a_game(moves: &[&str], can: &[Capability], notation: MoveForm) -> Result<String, Stop> {
    let position = ARAB.read("W:Wd4,h2:Bd5,a7").unwrap();
    let mut loaded = Loaded::loose(ARAB, "arab/asking".to_owned(), &position);
    let moves = moves.iter().map(|played| (*played).to_owned()).collect();
    loaded.case.question = fixture::Question::Outcome { moves };
    let mut parrot = Parrot::new(can, |question| match question {
        Question::Moves => rows(&["d4xd6"]),
        _ => rows(&["ongoing"]),
    });
    asking(&mut parrot, notation, |asker| ask(&loaded, &ARAB.rules, asker))?;
    let [(asked, _)] = &parrot.asked[..] else { panic!("{:?}", parrot.asked) };
    Ok(asked.clone())
}

#[test]
fn a_game_is_told_in_the_subjects_words_and_followed_move_by_move() {
    use Capability::{Game, Moves, Result};
    let game = ["d4xd6", "a7-a6", "d6-d7", "a6-b6"];
    let result = "result arab W:Wd4,h2:Ba7,d5";
    let asked = |moves: &[&str], can: &[Capability], form| asked_of_a_game(moves, can, form).unwrap();
    let hub = asked(&game, &[Result, Game], MoveForm::Hub);
    assert_eq!(hub, format!("{result} d4xd6xd5 a7-a6 d6-d7 a6-b6"));
    assert_eq!(asked(&game[..1], &[Result, Game], MoveForm::Path), format!("{result} d4xd6"));
    assert_eq!(asked(&[], &[Result], MoveForm::Path), result);
    assert_eq!(asked(&[], &[Moves], MoveForm::Path), "moves arab W:Wd4,h2:Ba7,d5");
    let skipped = |reason: &str| Err(Stop::Skip(reason.to_owned()));
    let undeclared = skipped("the engine does not declare `game`");
    assert_eq!(asked_of_a_game(&game, &[Result], MoveForm::Path), undeclared);
    let astray = asked_of_a_game(&["d4xe6", "a7-a6"], &[Result, Game], MoveForm::Path);
    assert_eq!(astray, skipped("`d4xe6` is not along a line"));
}
