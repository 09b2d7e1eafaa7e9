//! Every position that the design page of rulings states moves for, with the moves stated there.

use reference_engine::generator::Generator;
use reference_engine::moves::Counting;
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::outcome::Reason;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::{ARAB, DIAGONAL, GHANAIAN, INTERNATIONAL, Variant};

fn moves_under(rules: Rules, variant: Variant, fen: &str) -> Vec<String> {
    let position = variant.read(fen).unwrap();
    let write = |played| notation::write(played, variant.board, SquareNames::Algebraic, MoveForm::Path);
    let mut moves: Vec<String> =
        Rulebook::new(rules).moves(&position, Counting::Unique).iter().map(write).collect();
    moves.sort();
    moves
}

#[track_caller]
fn has_moves(variant: Variant, fen: &str, expected: &[&str]) {
    assert_eq!(moves_under(variant.rules, variant, fen), expected, "{} {fen}", variant.name);
}

/// The other reading of a ruling must lead to other moves in the position made for it.
#[track_caller]
fn tells_apart(variant: Variant, fen: &str, field: &str, value: &str) {
    let mut changed = variant.rules;
    changed.set(field, value).unwrap();
    let right = moves_under(variant.rules, variant, fen);
    assert_ne!(moves_under(changed, variant, fen), right, "{field}={value} makes no difference in {fen}");
}

#[test]
fn the_start_square_is_vacant_during_a_capture() {
    let ghanaian = "W:10/10/10/10/10/2b1b1b3/3W6/6b3/10/2w7";
    let moves = moves_under(GHANAIAN.rules, GHANAIAN, ghanaian);
    assert!(moves.contains(&"d4xf6xh4xf2xb6".to_owned()), "{moves:?}");
    tells_apart(GHANAIAN, ghanaian, "start-square", "blocks");
    let diagonal = "W:10/10/10/10/3b1b4/10/3b1b4/4w5/10/w9";
    has_moves(DIAGONAL, diagonal, &["e3xc5xe7xg5xe3"]);
    tells_apart(DIAGONAL, diagonal, "start-square", "blocks");
    let arab = "W:8/5b2/3b4/6b1/1b1W4/8/8/7w";
    has_moves(ARAB, arab, &["d4xd7xg7xg4xa4"]);
    tells_apart(ARAB, arab, "start-square", "blocks");
}

#[test]
fn a_capture_is_completed() {
    let fen = "W:9b/10/10/10/10/10/5b4/10/3b6/w1w7";
    has_moves(GHANAIAN, fen, &["c1xe3xg5"]);
    tells_apart(GHANAIAN, fen, "completion", "may-stop");
}

#[test]
fn a_ghanaian_king_lands_where_it_likes() {
    let fen = "W:10/10/10/10/10/10/3b3b2/10/10/W1w7";
    has_moves(GHANAIAN, fen, &["a1xe5", "a1xf6xi3", "a1xf6xj2", "a1xg7", "a1xh8", "a1xi9", "a1xj10"]);
    tells_apart(GHANAIAN, fen, "king-landing", "where-capture-continues");
    tells_apart(GHANAIAN, fen, "king-landing", "next-square");
}

#[test]
fn a_king_continues_in_any_direction() {
    let fen = "W:10/10/10/10/3b1b4/10/1W8/10/9b/w9";
    has_moves(GHANAIAN, fen, &["b4xe7xg5", "b4xe7xh4", "b4xe7xi3", "b4xf8", "b4xg9", "b4xh10"]);
    tells_apart(GHANAIAN, fen, "king-continuation", "forward-only");
}

#[test]
fn jumped_pieces_stand_until_the_capture_is_complete() {
    let fen = "W:10/10/10/6b3/10/4W5/10/2b7/10/2w7";
    for variant in [GHANAIAN, DIAGONAL] {
        has_moves(variant, fen, &["e5xa1", "e5xb2", "e5xh8", "e5xi9", "e5xj10"]);
        tells_apart(variant, fen, "removal", "after-each-jump");
    }
}

#[test]
fn arab_pieces_leave_at_once_and_may_not_turn_about() {
    let crossing = "W:8/8/8/5b2/6b1/1b1b4/7w/3W4";
    has_moves(ARAB, crossing, &["d1xd5xg5xg3xa3"]);
    tells_apart(ARAB, crossing, "removal", "after-sequence");
    let turning = "W:8/4b3/6b1/8/3W1b2/8/8/7w";
    let moves = moves_under(ARAB.rules, ARAB, turning);
    assert_eq!(moves, ["d4xg4xg7xa7", "d4xg4xg7xb7", "d4xg4xg7xc7", "d4xg4xg7xd7"]);
    let about = "W:8/8/8/8/1b1W1b2/8/8/8";
    has_moves(ARAB, about, &["d4xa4", "d4xg4", "d4xh4"]);
    tells_apart(ARAB, about, "about-turn", "allowed");
}

#[test]
fn an_arab_man_is_not_crowned_in_passing() {
    let fen = "W:6b1/3b4/3w4/8/8/8/8/7w";
    has_moves(ARAB, fen, &["d6xd8"]);
    tells_apart(ARAB, fen, "crowning", "in-passing");
}

#[test]
fn an_international_man_is_not_crowned_in_passing() {
    let fen = "W:10/6b1b1/5w4/10/10/10/10/10/10/w9";
    has_moves(DIAGONAL, fen, &["f8xh10xj8"]);
    let next = DIAGONAL.read(fen).unwrap();
    let played = &Rulebook::new(DIAGONAL.rules).moves(&next, Counting::Unique)[0];
    assert!(!played.crowns);
    let mut early = DIAGONAL.rules;
    early.set("crowning", "once-touched").unwrap();
    assert!(Rulebook::new(early).moves(&next, Counting::Unique)[0].crowns);
}

#[test]
fn diagonal_men_go_up_the_board() {
    let fen = "W:1b8/10/7w2/2b7/10/10/10/2w7/10/10";
    has_moves(DIAGONAL, fen, &["c3-b4", "c3-d4", "h8-g9", "h8-i9"]);
    tells_apart(DIAGONAL, fen, "forward", "across-the-board");
}

#[test]
fn two_captures_of_one_piece_and_six_of_two_are_told_apart_by_their_sets() {
    let moves = moves_under(INTERNATIONAL.rules, INTERNATIONAL, "W:WK12:B7,18");
    assert_eq!(moves.len(), 6, "{moves:?}");
}

#[test]
fn a_lone_piece_has_lost_in_ghanaian_only() {
    let fen = "W:10/10/10/10/5b4/4W5/3b6/10/10/10";
    let outcome = |variant: Variant| Rulebook::new(variant.rules).outcome(&variant.read(fen).unwrap());
    assert_eq!(outcome(GHANAIAN).to_string(), "black-wins lone-piece");
    assert_eq!(outcome(DIAGONAL).to_string(), "ongoing");
    has_moves(GHANAIAN, fen, &[]);
    let just_reduced = "W:10/10/10/10/5b4/10/3W6/2w7/10/10";
    let outcome = Rulebook::new(GHANAIAN.rules).outcome(&GHANAIAN.read(just_reduced).unwrap());
    assert_eq!(outcome.to_string(), "white-wins lone-piece");
}

#[test]
fn one_piece_each_is_a_draw_in_arab_even_with_a_capture_pending() {
    let fen = "W:8/8/8/3b4/3w4/8/8/8";
    let outcome = Rulebook::new(ARAB.rules).outcome(&ARAB.read(fen).unwrap());
    assert_eq!(outcome.reason(), Some(Reason::OnePieceEach));
    has_moves(ARAB, fen, &[]);
}
