//! What is made of the answers about a single move, a game or a text: right, wrong, or not to be told.

use crate::asked::{Asked, QUIET, TWO_TO_ONE_SQUARE, asked};
use harness::check::{Answered, Declined, Judgement, Observation};
use harness::fixture::Question;
use harness::verdict::Mark;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{ARAB, GHANAIAN, INTERNATIONAL};

const LEFT_TAKEN: &str = "B:Wc5,i1:Bd2,d4,a9";
const RIGHT_TAKEN: &str = "B:Wc5,i1:Bb2,b4,a9";

const SEVERAL: &str = "in the engine's notation several captures read so, and it was not told which is meant";

impl Asked {
    fn refused(&self, code: &str) -> Judgement {
        self.judge(&Observation::Position(declined(code)))
    }

    fn leaving(&self, next: &str) -> Judgement {
        self.judge(&Observation::Position(Ok(self.variant().read(next).unwrap())))
    }

    fn told(&self, word: &str) -> Judgement {
        self.judge(&Observation::Outcome(Ok(word.to_owned())))
    }
}

fn declined<T>(code: &str) -> Answered<T> {
    Err(Declined { code: code.to_owned(), detail: String::new() })
}

fn right() -> Judgement {
    Judgement::Right(Vec::new())
}

fn untold(reason: &str) -> Judgement {
    Judgement::CannotTell(reason.to_owned())
}

#[track_caller]
fn headline(judgement: Judgement) -> String {
    match judgement {
        Judgement::Wrong(failure) => failure.headline,
        other => panic!("{other:?}"),
    }
}

fn apply(played: &str) -> Question {
    Question::Apply { played: played.to_owned() }
}

fn illegal(played: &str) -> Question {
    Question::Illegal { played: played.to_owned() }
}

fn outcome(moves: &[&str]) -> Question {
    Question::Outcome { moves: moves.iter().map(|played| (*played).to_owned()).collect() }
}

#[test]
fn of_two_captures_that_read_alike_an_engine_may_play_or_refuse_either() {
    let short = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Short, apply("c1xa3xc5"));
    assert_eq!(short.leaving(LEFT_TAKEN), right());
    assert_eq!(short.leaving(RIGHT_TAKEN), untold(SEVERAL));
    assert_eq!(short.refused("illegal"), untold(SEVERAL));
    let another = "the position after the move is another";
    assert_eq!(headline(short.leaving("B:Wc5,i1:Bb2,d2,b4,d4,a9")), another);
    let path = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Path, apply("c1xa3xc5"));
    assert_eq!(headline(path.leaving(RIGHT_TAKEN)), another);
    assert_eq!(headline(path.refused("illegal")), "a legal move was refused: `err illegal`");
}

#[test]
fn a_move_that_reads_like_no_other_is_played_though_its_notation_is_short() {
    let short = asked(ARAB, QUIET, MoveForm::Short, apply("d4-d5"));
    assert_eq!(headline(short.refused("illegal")), "a legal move was refused: `err illegal`");
    assert_eq!(headline(short.leaving("B:We4,h2:Ba7,e6")), "the position after the move is another");
}

#[test]
fn a_move_is_played_in_the_way_that_is_named() {
    let position = INTERNATIONAL.read("W:We3,a1:Bd4,f4,d6,f6,j10").unwrap();
    let mut rules = INTERNATIONAL.rules;
    rules.set("taken-pieces", "last-only").unwrap();
    let book = Rulebook::new(rules);
    let ways = book.moves(&position, Counting::Route);
    assert_ne!(book.after(&position, &ways[0]), book.after(&position, &ways[1]));
    for way in &ways {
        let text = notation::write(way, INTERNATIONAL.board, SquareNames::Numeric, MoveForm::Path);
        let asked = asked(INTERNATIONAL, &fen::write(&position), MoveForm::Path, apply(&text));
        let asked = asked.by("taken-pieces", "last-only");
        for other in &ways {
            let next = book.after(&position, other);
            let is_right = asked.judge(&Observation::Position(Ok(next))) == right();
            assert_eq!(is_right, next == book.after(&position, way), "{text}");
        }
    }
}

#[test]
fn a_move_that_changed_rules_do_not_have_is_to_be_refused() {
    let asked = asked(ARAB, QUIET, MoveForm::Path, apply("d4-c4")).by("men-step", "forward");
    assert_eq!(asked.refused("illegal"), right());
    assert_eq!(headline(asked.leaving("B:Wc4,h2:Ba7,e6")), "an illegal move was played");
    assert_eq!(headline(asked.listing(&["d4-c4"])), "an illegal move was played");
}

#[test]
fn an_illegal_move_is_not_to_be_listed() {
    let stops_early = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Path, illegal("c1xe3"));
    assert_eq!(stops_early.listing(&["c1xe3xc5", "c1xa3xc5"]), right());
    assert_eq!(headline(stops_early.listing(&["c1xe3xc5", "c1xe3"])), "c1xe3 is illegal and is listed");
    let short = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Short, illegal("c1xe3"));
    assert_eq!(headline(short.listing(&["c1xc5", "c1xe3"])), "c1xe3 is illegal and is listed");
    // By its ends it is a legal one, though none takes these three.
    let round = || illegal("c1xe3xc1xa3xc5");
    let short = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Short, round());
    assert_eq!(short.listing(&["c1xc5"]), untold("in the engine's notation a legal move reads the same"));
    let path = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Path, round());
    assert_eq!(path.listing(&["c1xe3xc5", "c1xa3xc5"]), right());
    // What cannot be read says nothing, not even that it is like another that cannot be read.
    let unreadable = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Path, illegal("c1xe5"));
    assert_eq!(unreadable.listing(&["c1xe5", "c1xe3xc5"]), right());
}

#[test]
fn a_kings_capture_may_be_read_as_its_move_over_pieces() {
    let asked =
        asked(ARAB, "W:Wa2,Kb3:Bc3,d3,h8", MoveForm::Path, illegal("b3xe3")).by("king-path", "over-pieces");
    assert_eq!(asked.refused("illegal"), right());
    assert_eq!(asked.leaving("B:Wa2,Ke3:Bc3,d3,h8"), right());
    let taken = headline(asked.leaving("B:Wa2,Ke3:Bh8"));
    assert_eq!(taken, "b3xe3 is illegal and was played, leaving B:WKe3,a2:Bh8");
}

#[test]
fn a_move_that_changed_rules_have_is_to_be_played() {
    let asked =
        asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Path, illegal("c1xe3")).by("completion", "may-stop");
    assert_eq!(asked.leaving("B:We3,i1:Bb2,b4,d4,a9"), right());
    assert_eq!(headline(asked.refused("illegal")), "a legal move was refused: `err illegal`");
    assert_eq!(asked.listing(&["c1xe3 B:We3,i1:Bb2,b4,d4,a9"]), right());
}

#[test]
fn a_result_is_the_one_that_is_due() {
    let over = asked(ARAB, "W:Wa2:Bb7", MoveForm::Path, outcome(&[]));
    assert_eq!(over.told("draw"), right());
    let Judgement::Wrong(failure) = over.told("ongoing") else { panic!("it is a draw") };
    assert_eq!(failure.headline, "another result");
    let [row] = &failure.rows[..] else { panic!("{failure:?}") };
    assert_eq!((row.mark, &*row.expected, &*row.given), (Mark::Changed, "draw one-piece-each", "ongoing"));
    let refused = over.judge(&Observation::Outcome(declined("busy")));
    assert_eq!(headline(refused), "the question was not answered: `err busy`");
}

#[test]
fn where_no_results_are_told_the_moves_tell_whether_the_game_goes_on() {
    let noted =
        Judgement::Right(vec!["the engine declares no `result`; its moves were asked for".to_owned()]);
    let over = asked(ARAB, "W:Wa2:Bb7", MoveForm::Path, outcome(&[]));
    assert_eq!(over.listing(&[]), noted);
    assert_eq!(
        headline(over.listing(&["a2-a3"])),
        "the game is over (draw one-piece-each), and 1 moves are listed"
    );
    let goes_on = asked(ARAB, QUIET, MoveForm::Path, outcome(&[]));
    assert_eq!(goes_on.listing(&["d4-d5"]), noted);
    assert_eq!(headline(goes_on.listing(&[])), "the game goes on, and no moves are listed");
    // An engine may look at the side to move only, which has not lost.
    let late = asked(GHANAIAN, "W:Wa1,c1:Bb10", MoveForm::Path, outcome(&[]));
    assert_eq!(late.listing(&[]), noted);
    assert!(matches!(late.listing(&["a1-b2"]), Judgement::CannotTell(_)));
}

#[test]
fn a_game_with_a_move_that_reads_like_another_has_a_result_that_cannot_be_told() {
    let before = "B:Wc1,i1:Bb2,d2,b4,e5,a9";
    let game = || outcome(&["e5-d4", "c1xa3xc5"]);
    let short = asked(GHANAIAN, before, MoveForm::Short, game());
    let refused = Observation::Outcome(declined("illegal"));
    assert_eq!(short.told("ongoing"), right());
    assert_eq!(short.told("draw"), untold(SEVERAL));
    assert_eq!(short.judge(&refused), untold(SEVERAL));
    let plain = asked(GHANAIAN, before, MoveForm::Short, outcome(&["e5-d4"]));
    assert_eq!(headline(plain.told("draw")), "another result");
    let path = asked(GHANAIAN, before, MoveForm::Path, game());
    assert_eq!(headline(path.told("draw")), "another result");
    assert_eq!(headline(path.judge(&refused)), "a legal move was refused: `err illegal`");
}

#[test]
fn a_game_that_changed_rules_do_not_have_is_to_be_refused() {
    let game = asked(ARAB, QUIET, MoveForm::Path, outcome(&["d4-c4"])).by("men-step", "forward");
    assert_eq!(game.judge(&Observation::Outcome(declined("illegal"))), right());
    assert_eq!(headline(game.told("ongoing")), "the game has the move d4-c4, which is not legal");
}

/// A man of White on the far row.
const CROWNED_ALREADY: &str = "W:Wa8,h2:Bb7,c7";

#[test]
fn a_position_that_cannot_arise_is_to_be_refused_as_a_position() {
    let accepted = Observation::Reading(Ok(()));
    let refused = |code: &str| Observation::Reading(declined(code));
    let asked = asked(ARAB, CROWNED_ALREADY, MoveForm::Path, Question::Refuse);
    assert_eq!(asked.judge(&refused("position")), right());
    assert_eq!(headline(asked.judge(&refused("busy"))), "the question was not answered: `err busy`");
    let crowned = "accepted, and should be refused: the man on a8 stands on its promotion row, where it would be a king";
    assert_eq!(headline(asked.judge(&accepted)), crowned);
    // Where men go the other way it can.
    let asked = asked.by("forward", "down-the-board");
    assert_eq!(asked.judge(&accepted), right());
    assert_eq!(
        headline(asked.judge(&refused("position"))),
        "a possible position was refused: `err position`"
    );
}

#[test]
fn a_position_that_changed_rules_do_not_have_may_be_refused() {
    let asked =
        asked(ARAB, "W:Wa1,h2:Ba7,e6", MoveForm::Path, Question::Moves).by("forward", "down-the-board");
    let refused = |code: &str| asked.judge(&Observation::Moves(declined(code)));
    assert_eq!(refused("position"), right());
    assert_eq!(headline(refused("busy")), "the question was not answered: `err busy`");
    assert!(headline(asked.listing(&["a1-a2"])).ends_with("expected, 1 given, 0 agree"));
}

#[test]
fn nothing_is_an_answer_to_a_question_about_a_position_that_cannot_arise() {
    let asked = asked(ARAB, CROWNED_ALREADY, MoveForm::Path, Question::Moves);
    assert_eq!(asked.judge(&Observation::Moves(declined("position"))), right());
    let listed = headline(asked.judge(&Observation::Moves(Ok(Vec::new()))));
    assert_eq!(listed, "a position that cannot arise was accepted");
}

#[test]
fn only_as_a_position_may_one_be_refused_that_no_game_comes_to() {
    let asked = asked(ARAB, "W:Wa1,h2:Ba7,e6", MoveForm::Path, Question::Moves);
    let refused = |code: &str| asked.judge(&Observation::Moves(declined(code)));
    assert!(matches!(refused("position"), Judgement::CannotTell(_)));
    assert_eq!(headline(refused("busy")), "the question was not answered: `err busy`");
}

#[test]
fn an_answer_to_another_question_is_not_judged() {
    let reading = Observation::Reading(Ok(()));
    for question in [
        Question::Moves,
        Question::Perft { depths: 1 },
        Question::Divide { depth: 1 },
        apply("d4-d5"),
        illegal("d4-d6"),
        outcome(&[]),
    ] {
        let asked = asked(ARAB, QUIET, MoveForm::Path, question);
        assert_eq!(asked.judge(&reading), untold("the answer is to another question"));
    }
    let refuse = asked(ARAB, CROWNED_ALREADY, MoveForm::Path, Question::Refuse);
    assert_eq!(refuse.told("draw"), untold("the answer is to another question"));
}
