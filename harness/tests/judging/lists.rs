//! What is made of a list of moves: which rows mean which move, what is shown of those that mean none, and what
//! cannot be told.

use crate::asked::{Asked, QUIET, TWO_TO_ONE_SQUARE};
use harness::check::Judgement;
use harness::fixture::Question;
use harness::verdict::{Failure, Row, Way};
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::Counting;
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{ARAB, GHANAIAN, INTERNATIONAL, Variant};
use std::collections::HashSet;

/// Five ways for the king to take the same pieces.
const FIVE_WAYS: &str = "W:WKa3:BKd8,a2,h4,a7,f3";

fn asked(variant: Variant, position: &str, notation: MoveForm) -> Asked {
    crate::asked::asked(variant, position, notation, Question::Moves)
}

impl Asked {
    #[track_caller]
    fn failure(&self, texts: &[&str]) -> Failure {
        match self.listing(texts) {
            Judgement::Wrong(failure) => failure,
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn shows(&self, texts: &[&str], headline: &str, rows: &[&str]) {
        let failure = self.failure(texts);
        assert_eq!(
            (&*failure.headline, shown(&failure.rows)),
            (headline, rows.iter().map(|it| (*it).to_owned()).collect())
        );
    }

    fn squares(&self, names: &[&str]) -> Vec<Square> {
        names.iter().map(|name| notation::square(name, self.variant().board).unwrap()).collect()
    }

    fn way(&self, path: &[&str], captured: &[&str]) -> Way {
        let mut captured = self.squares(captured);
        captured.sort_unstable();
        Way { path: self.squares(path), captured }
    }
}

/// The rows as they are shown.
fn shown(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| format!("{} {} | {}", row.mark, row.expected, row.given)).collect()
}

#[test]
fn every_row_of_a_wrong_list_is_shown() {
    asked(ARAB, QUIET, MoveForm::Path).shows(
        &["h2-h3", "d4-d6", "d4-e4", "d4-d5", "b1-b2", "z9"],
        "5 expected, 6 given, 3 agree",
        &[
            "- d4-c4 | ",
            "- h2-g2 | ",
            "+  | z9 (not a move of this board)",
            "+  | d4-d6",
            "+  | b1-b2",
            "  d4-d5 | d4-d5",
            "  d4-e4 | d4-e4",
            "  h2-h3 | h2-h3",
        ],
    );
}

#[test]
fn a_list_with_a_move_more_or_a_move_less_is_wrong() {
    let asked = asked(ARAB, QUIET, MoveForm::Path);
    let six = ["d4-d5", "d4-c4", "d4-e4", "h2-h3", "h2-g2", "d4-d6"];
    assert_eq!(asked.failure(&six).headline, "5 expected, 6 given, 5 agree");
    assert_eq!(asked.listing(&six[..5]), Judgement::Right(Vec::new()));
    assert_eq!(asked.failure(&six[..4]).headline, "5 expected, 4 given, 4 agree");
}

#[test]
fn moves_that_are_not_listed_stand_among_those_that_are_not_expected() {
    asked(ARAB, QUIET, MoveForm::Path).shows(
        &["d4-d5", "d4-e4 B:We4:Ba7,e6", "h2-h3 B:Wd4,h3:Ba7", "h2-h4", "h2-h5"],
        "5 expected, 5 given, 1 agree",
        &[
            "- d4-c4 | ",
            "~ d4-e4  leaves B:We4,h2:Ba7,e6 | d4-e4  leaves B:We4:Ba7,e6",
            "+  | h2-h5",
            "+  | h2-h4",
            "~ h2-h3  leaves B:Wd4,h3:Ba7,e6 | h2-h3  leaves B:Wd4,h3:Ba7",
            "- h2-g2 | ",
            "  d4-d5 | d4-d5",
        ],
    );
}

#[test]
fn what_is_missing_and_what_is_strange_stand_where_they_would_be() {
    let asked = asked(ARAB, QUIET, MoveForm::Path);
    let [ahead, left, right, up, aside] =
        ["d4-d5", "d4-c4", "d4-e4", "h2-h3", "h2-g2"].map(|text| format!("{text} B:Wd5:Ba7"));
    let marks = |texts: &[&str]| {
        let rows = asked.failure(texts).rows;
        rows.iter().map(|row| row.mark.to_string()).collect::<String>()
    };
    assert_eq!(marks(&[&ahead, &left, &right, &up, &aside]), "~~~~~");
    assert_eq!(marks(&[&ahead, &aside]), "~---~");
    assert_eq!(marks(&[&ahead, &left, "d4-d2", "d4-d1", &right, &up, &aside]), "~~~++~~");
}

#[test]
fn a_move_that_takes_other_pieces_stands_beside_the_one_with_its_ends() {
    let asked = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Hub);
    let given = ["c1xc5xb2", "c1xc5xd2xd4"];
    asked.shows(
        &given,
        "2 expected, 2 given, 1 agree",
        &["~ 47x27  takes 31 41 | 47x27  takes 41", "  47x27  takes 32 42 | 47x27  takes 32 42"],
    );
    let row = asked.failure(&given).rows.swap_remove(0);
    assert_eq!(row.expected_way, Some(asked.way(&["c1", "a3", "c5"], &["b2", "b4"])));
    assert_eq!(row.given_way, Some(asked.way(&["c1", "c5"], &["b2"])));
}

#[test]
fn a_path_shows_where_it_stops() {
    let asked = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Path);
    let rows = asked.failure(&["c1xa3", "c1xe3xc5"]).rows;
    let due =
        ["- 47x27  takes 31 41 | ", "+  | 47x36  takes 41", "  47x27  takes 32 42 | 47x27  takes 32 42"];
    assert_eq!(shown(&rows), due);
    assert_eq!(rows[1].given_way, Some(asked.way(&["c1", "a3"], &["b2"])));
}

#[test]
fn a_right_move_under_a_wrong_name_is_said_to_be_one() {
    asked(ARAB, QUIET, MoveForm::Path).shows(
        &["d4-d8 B:Wd5,h2:Ba7,e6", "d4-c4", "d4-e4", "h2-h3", "h2-g2"],
        "5 expected, 5 given, 4 agree",
        &["~ d4-d5 | d4-d8", "  d4-c4 | d4-c4", "  d4-e4 | d4-e4", "  h2-h3 | h2-h3", "  h2-g2 | h2-g2"],
    );
}

#[test]
fn a_right_name_of_a_wrong_move_is_shown_by_what_it_leaves() {
    asked(ARAB, QUIET, MoveForm::Path).shows(
        &["d4-d5 B:Wd5:Ba7,e6", "d4-c4", "d4-e4", "h2-h3", "h2-g2"],
        "5 expected, 5 given, 4 agree",
        &[
            "~ d4-d5  leaves B:Wd5,h2:Ba7,e6 | d4-d5  leaves B:Wd5:Ba7,e6",
            "  d4-c4 | d4-c4",
            "  d4-e4 | d4-e4",
            "  h2-h3 | h2-h3",
            "  h2-g2 | h2-g2",
        ],
    );
}

#[test]
fn start_and_end_alone_tell_two_captures_apart_by_what_they_leave() {
    let asked = asked(GHANAIAN, TWO_TO_ONE_SQUARE, MoveForm::Short);
    let one = "c1xc5 B:Wc5,i1:Bd2,d4,a9";
    let Judgement::CannotTell(reason) = asked.listing(&["c1xc5", one]) else { panic!("either may be meant") };
    assert!(reason.starts_with("several captures have the same start and end"), "{reason}");
    assert_eq!(asked.listing(&[one, "c1xc5 B:Wc5,i1:Bb2,b4,a9"]), Judgement::Right(Vec::new()));
    let failure = asked.failure(&[one, "c1xc5 B:Wc5,i1:Bb2,a9"]);
    assert_eq!(
        shown(&failure.rows),
        ["~ 47x27  takes 32 42 | c1xc5", "  47x27  takes 31 41 | 47x27  takes 31 41"]
    );
    assert_eq!(failure.rows[0].given_way, Some(asked.way(&["c1", "c5"], &["b4", "d2", "d4"])));
}

#[test]
fn a_move_may_be_listed_for_each_way_to_play_it_and_not_otherwise() {
    let mut asked = asked(ARAB, FIVE_WAYS, MoveForm::Path);
    let ways = Rulebook::new(ARAB.rules).moves(&asked.position(), Counting::Route);
    let write = |way| notation::write(way, ARAB.board, SquareNames::Algebraic, MoveForm::Path);
    let texts: Vec<String> = ways.iter().map(write).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let note = "the engine lists captures by `route` and declares `unique`: `counts=route` would say so";
    assert_eq!(texts.len(), 5);
    assert_eq!(asked.listing(&texts[..1]), Judgement::Right(Vec::new()));
    assert_eq!(asked.listing(&texts), Judgement::Right(vec![note.to_owned()]));
    let thrice = "a3xa1  takes d8 a7 h4 f3 a2 is listed 3 times, which is no way of counting captures";
    assert_eq!(asked.failure(&texts[..3]), Failure::plain(thrice));
    asked.declared.counts = Counting::Route;
    assert_eq!(asked.listing(&texts), Judgement::Right(Vec::new()));
    assert_eq!(asked.listing(&texts[..1]), Judgement::Right(Vec::new()));
}

#[test]
fn the_move_that_is_listed_too_often_is_named() {
    let asked = asked(ARAB, QUIET, MoveForm::Path);
    let listed = ["d4-d5", "d4-c4", "d4-e4", "h2-h3", "h2-g2", "h2-h3"];
    let twice = "h2-h3 is listed 2 times, which is no way of counting captures";
    assert_eq!(asked.failure(&listed), Failure::plain(twice));
}

#[test]
fn where_the_way_decides_what_is_left_each_way_may_be_meant() {
    let mut rules = INTERNATIONAL.rules;
    rules.set("taken-pieces", "last-only").unwrap();
    let asked = asked(INTERNATIONAL.with_rules(rules), "W:We3,a1:Bd4,f4,d6,f6,j10", MoveForm::Path);
    let book = Rulebook::new(rules);
    let ways = book.moves(&asked.position(), Counting::Route);
    let left: HashSet<Position> = ways.iter().map(|way| book.after(&asked.position(), way)).collect();
    assert_eq!((ways.len(), left.len()), (2, 2), "round to the left and round to the right");
    let text = notation::write(&ways[0], INTERNATIONAL.board, SquareNames::Numeric, MoveForm::Path);
    let listing = |next: &Position| asked.listing(&[&format!("{text} {}", fen::write(next))]);
    for next in &left {
        assert_eq!(listing(next), Judgement::Right(Vec::new()));
    }
    let all = Rulebook::new(INTERNATIONAL.rules).after(&asked.position(), &ways[0]);
    assert!(matches!(listing(&all), Judgement::Wrong(_)));
}
