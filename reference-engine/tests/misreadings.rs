//! Rules that no variant has: each is played as its sentence says, in a position made for it. The moves were worked
//! out from the sentence, on a board.

use reference_engine::generator::Generator;
use reference_engine::moves::{Counting, Move};
use reference_engine::notation::{self, MoveForm, SquareNames};
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::{ARAB, DIAGONAL, GHANAIAN, Variant};

fn changed(variant: &Variant, change: &str) -> Rules {
    let (field, value) = change.split_once('=').expect("a change is `field=value`");
    let mut rules = variant.rules;
    rules.set(field, value).unwrap();
    rules
}

fn moves_by(variant: &Variant, change: &str, fen: &str) -> Vec<Move> {
    let position = variant.read(fen).unwrap();
    Rulebook::new(changed(variant, change)).moves(&position, Counting::Unique)
}

#[track_caller]
fn plays(variant: &Variant, change: &str, fen: &str, due: &str) {
    let write = |played| notation::write(played, variant.board, SquareNames::Algebraic, MoveForm::Path);
    let mut moves: Vec<String> = moves_by(variant, change, fen).iter().map(write).collect();
    moves.sort();
    assert_eq!(moves.join(" "), due, "{} {change} {fen}", variant.name);
}

#[test]
fn a_piece_that_cannot_capture_may_step() {
    let fen = "W:Wd4,h1:Bd5,a8";
    plays(&ARAB, "capture-duty=compulsory", fen, "d4xd6");
    plays(&ARAB, "capture-duty=piece-by-piece", fen, "d4xd6 h1-g1 h1-h2");
    plays(&ARAB, "capture-duty=optional", fen, "d4-c4 d4-e4 d4xd6 h1-g1 h1-h2");
}

#[test]
fn kings_may_go_before_men_on_either_side() {
    let king_and_man = "W:Wa3,Kh1:Ba4,h5";
    plays(&ARAB, "king-duty=none", king_and_man, "a3xa5 h1xh6 h1xh7 h1xh8");
    plays(&ARAB, "king-duty=king-first", king_and_man, "h1xh6 h1xh7 h1xh8");
    let of_man_and_king = "W:Wa3,h3:Ba4,Kh4";
    plays(&ARAB, "captured-kings=no-more", of_man_and_king, "a3xa5 h3xh5");
    plays(&ARAB, "captured-kings=most-kings", of_man_and_king, "h3xh5");
}

#[test]
fn a_capture_may_stop_or_stop_too_early() {
    let three = "W:Wa1,c1:Bd2,f4,h6,a9";
    plays(&GHANAIAN, "completion=complete", three, "c1xe3xg5xi7");
    plays(&GHANAIAN, "completion=may-stop", three, "c1xe3 c1xe3xg5 c1xe3xg5xi7");
    plays(&GHANAIAN, "completion=stops-one-early", three, "c1xe3xg5");
    // A single piece is taken all the same.
    plays(&GHANAIAN, "completion=stops-one-early", "W:Wa1,c1:Bd2,a9", "c1xe3");
}

#[test]
fn a_capture_that_comes_back_is_lost_and_no_other() {
    let circle = "W:We3,a1:Bd4,f4,d6,f6";
    plays(&DIAGONAL, "circular-capture=allowed", circle, "e3xc5xe7xg5xe3");
    plays(&DIAGONAL, "circular-capture=lost", circle, "a1-b2");
    plays(&DIAGONAL, "circular-capture=lost", "W:Wa1,c1:Bd2,a9", "c1xe3");
}

#[test]
fn a_man_on_the_promotion_row_stops_goes_on_or_becomes_a_king() {
    let back_down = "W:Wf8,a1:Bg9,i9";
    plays(&DIAGONAL, "crowning=where-move-ends", back_down, "f8xh10xj8");
    plays(&DIAGONAL, "crowning=ends-capture", back_down, "f8xh10");
    let far_off = "W:Wb8,a1:Bc9,g7";
    plays(&DIAGONAL, "crowning=where-move-ends", far_off, "b8xd10");
    plays(&DIAGONAL, "crowning=in-passing", far_off, "b8xd10xh6 b8xd10xi5 b8xd10xj4");
    // No man becomes a king elsewhere.
    plays(&DIAGONAL, "crowning=in-passing", "W:Wc1,a1:Bd2,h6,a9", "c1xe3");
}

#[test]
fn a_man_that_touched_the_promotion_row_is_crowned_and_no_other() {
    let crowns = |fen: &str| {
        let moves = moves_by(&DIAGONAL, "crowning=once-touched", fen);
        moves.iter().map(|played| played.crowns).collect::<Vec<bool>>()
    };
    assert_eq!(crowns("W:Wf8,a1:Bg9,i9"), [true]);
    assert_eq!(crowns("W:Wc1,a1:Bd2,a9"), [false]);
    assert_eq!(crowns("W:WKh8,a1:Bi9,a9"), [false]);
}

#[test]
fn a_king_goes_on_forward_only_after_a_first_jump_anywhere() {
    let fen = "W:WKe5,j2:Bd4,d2,b4";
    plays(&GHANAIAN, "king-continuation=every-way", fen, "e5xa1 e5xb2 e5xc3xa5 e5xc3xe1");
    plays(&GHANAIAN, "king-continuation=forward-only", fen, "e5xa1 e5xb2 e5xc3xa5");
}

#[test]
fn a_king_lands_short_of_the_edge_where_it_can() {
    let short = "king-landing=short-of-the-edge";
    plays(&GHANAIAN, short, "W:WKa1,c1:Bd4,a9", "a1xe5 a1xf6 a1xg7 a1xh8 a1xi9");
    plays(&GHANAIAN, short, "W:WKa1,c1:Bi9,a9", "a1xj10");
    // Where the last landing square is not on the edge, all are left.
    plays(&GHANAIAN, short, "W:WKa1,c1:Bd4,i9,j10", "a1xe5 a1xf6 a1xg7 a1xh8");
    plays(&GHANAIAN, short, "W:WKa1,c1:Bd4,f6,g7", "a1xe5");
}

#[test]
fn a_king_lands_where_its_capture_goes_on_if_it_can() {
    let on = "king-landing=where-capture-continues";
    plays(&GHANAIAN, on, "W:WKa1,d2:Bd4,h4", "a1xf6xi3 a1xf6xj2");
    plays(&GHANAIAN, on, "W:WKa1,d2:Bd4,a9", "a1xe5 a1xf6 a1xg7 a1xh8 a1xi9 a1xj10");
}

#[test]
fn a_king_jumps_what_is_next_to_it_and_lands_behind_it() {
    plays(&GHANAIAN, "king-jump=adjacent", "W:WKa1,c1:Bc3,d2", "c1xe3");
    plays(&GHANAIAN, "king-landing=next-square", "W:WKa1,c1:Bc3,a9", "a1xd4");
    plays(&ARAB, "king-move=one-step", "W:WKa1,a3:Bh7,h8", "a1-a2 a1-b1 a3-a4 a3-b3");
}

#[test]
fn a_king_passes_over_pieces_without_a_capture() {
    let fen = "W:WKa1,a3:Bh7,h8";
    let along = "a1-b1 a1-c1 a1-d1 a1-e1 a1-f1 a1-g1 a1-h1";
    plays(&ARAB, "king-path=empty-squares", fen, &format!("a1-a2 {along} a3-a4 a3-b3"));
    let over = format!("a1-a2 a1-a4 a1-a5 a1-a6 a1-a7 a1-a8 {along} a3-a4 a3-b3");
    plays(&ARAB, "king-path=over-pieces", fen, &over);
}

/// The king goes round to the piece that it has jumped first, and jumps it on the other diagonal.
#[test]
fn a_piece_that_stands_may_be_jumped_once_more_and_not_straight_back() {
    let fen = "W:WKc3,a1:Be5,h6,h4";
    let before = "c3xf6xi3 c3xf6xj2 c3xg7xi5xe1 c3xg7xi5xf2";
    let after = "c3xg7xj4 c3xh8 c3xi9 c3xj10";
    let never = format!("{before} c3xg7xi5xg3 {after}");
    plays(&GHANAIAN, "jump-again=never", fen, &never);
    let again = ["a9", "b8", "c7", "d6"].map(|end| format!("c3xg7xi5xg3x{end}")).join(" ");
    plays(&GHANAIAN, "jump-again=allowed", fen, &format!("{before} {again} {after}"));
}

#[test]
fn a_piece_is_jumped_twice_and_not_a_third_time() {
    // Round and round: from the last of these the king is back where it jumped the first.
    let moves = moves_by(&GHANAIAN, "jump-again=allowed", "W:WKc3,a1:Be5,h6,h4,d8,f8");
    let most = |played: &Move| {
        let times = |square| played.captures.iter().filter(|jumped| **jumped == square).count();
        played.captures.iter().map(|square| times(*square)).max()
    };
    assert_eq!(moves.iter().filter_map(most).max(), Some(2));
}

#[test]
fn of_several_jumped_pieces_only_the_last_may_leave() {
    let position = GHANAIAN.read("W:Wc1,a1:Bd2,f4,a9").unwrap();
    let rulebook = Rulebook::new(changed(&GHANAIAN, "taken-pieces=last-only"));
    let played = &rulebook.moves(&position, Counting::Unique)[0];
    assert_eq!(rulebook.after(&position, played), GHANAIAN.read("B:Wg5,a1:Bd2,a9").unwrap());
}

#[test]
fn a_threatened_man_must_move_if_it_can() {
    let must = "threatened-men=must-move";
    plays(&ARAB, must, "W:Wd4,a3:Bd5,d6", "d4-c4 d4-e4");
    // Nothing is threatened, or what is threatened is a king, or cannot move.
    plays(&ARAB, must, "W:Wd4,a3:Bd6,d7", "a3-a4 a3-b3 d4-c4 d4-d5 d4-e4");
    plays(
        &ARAB,
        must,
        "W:WKa1,h2:BKa8,b8",
        "a1-a2 a1-a3 a1-a4 a1-a5 a1-a6 a1-a7 a1-b1 a1-c1 a1-d1 a1-e1 a1-f1 a1-g1 a1-h1 h2-g2 h2-h3",
    );
    plays(&ARAB, must, "W:Wa4,b4:Ba5,a6", "b4-b5 b4-c4");
}
