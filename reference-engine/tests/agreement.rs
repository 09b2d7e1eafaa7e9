//! Two generators that share nouns and no verbs give the same moves and the same counts, on random
//! positions of many kinds, for every rules value that both can play.
//!
//! `AGREEMENT_CASES` in the environment sets the number of positions of each kind; the deep recipe asks for
//! millions.

use proptest::prelude::*;
use reference_engine::fast::{Effort, Fast, Uncounted};
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::perft::perft;
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::rules::Rules;
use reference_engine::variants::{self, Variant};
use strum::VariantArray;

fn config() -> ProptestConfig {
    let cases = std::env::var("AGREEMENT_CASES").ok();
    ProptestConfig::with_cases(cases.map_or(1500, |text| text.parse().expect("AGREEMENT_CASES is a number")))
}

/// A kind of position: how many pieces a side, and how many of ten are kings.
#[derive(Clone, Copy, Debug)]
struct Shape {
    pieces: (usize, usize),
    kings_of_ten: u32,
    near_promotion: bool,
}

const SHAPES: [Shape; 7] = [
    Shape { pieces: (1, 3), kings_of_ten: 5, near_promotion: false },
    Shape { pieces: (3, 8), kings_of_ten: 2, near_promotion: false },
    Shape { pieces: (2, 9), kings_of_ten: 0, near_promotion: false },
    Shape { pieces: (8, 16), kings_of_ten: 0, near_promotion: false },
    Shape { pieces: (2, 12), kings_of_ten: 8, near_promotion: false },
    Shape { pieces: (2, 6), kings_of_ten: 1, near_promotion: true },
    // One king among many enemies: long captures.
    Shape { pieces: (1, 14), kings_of_ten: 3, near_promotion: false },
];

fn shape() -> impl Strategy<Value = Shape> {
    prop::sample::select(SHAPES.to_vec())
}

fn position(variant: Variant) -> impl Strategy<Value = Position> {
    shape().prop_flat_map(move |shape| {
        let side =
            prop::collection::vec((any::<prop::sample::Index>(), 0..10_u32), shape.pieces.0..=shape.pieces.1);
        (any::<bool>(), side.clone(), side).prop_map(move |(white_moves, white, black)| {
            let turn = if white_moves { Color::White } else { Color::Black };
            let mut position = Position::empty(variant.board, turn);
            for (color, pieces) in [(Color::White, white), (Color::Black, black)] {
                for (index, lot) in pieces {
                    put(variant, &mut position, shape, color, index.index(variant.board.square_count()), lot);
                }
            }
            position
        })
    })
}

fn put(variant: Variant, position: &mut Position, shape: Shape, color: Color, index: usize, lot: u32) {
    let board = variant.board;
    // Half of the men near promotion are moved to the last rows before it.
    let index = match (shape.near_promotion && lot.is_multiple_of(2), color) {
        (true, Color::White) => index % (board.square_count() / 3),
        (true, Color::Black) => board.square_count() - 1 - index % (board.square_count() / 3),
        _ => index,
    };
    let square = Square::new(index);
    let crowned = lot < shape.kings_of_ten || variant.rules.is_promotion_square(board, color, square);
    let kind = if crowned { Kind::King } else { Kind::Man };
    position.set(square, Some(Piece { color, kind }));
}

/// A position that arises in play: so many moves from the start, each by lot.
fn played(variant: Variant) -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..70).prop_map(move |lots| {
        let rulebook = Rulebook::new(variant.rules);
        let mut position = variant.start();
        for lot in lots {
            let moves = rulebook.moves(&position, Counting::Unique);
            if moves.is_empty() {
                break;
            }
            position = position.after(lot.get(&moves));
        }
        position
    })
}

/// The moves as they are written: of several ways that are one move, both generators list the same.
fn listed(generator: &impl Generator, position: &Position, counting: Counting) -> Vec<Move> {
    let mut moves = generator.moves(position, counting);
    moves.sort();
    moves
}

fn agree(rules: Rules, position: &Position) -> Result<(), TestCaseError> {
    let fast = Fast::new(rules, position.board()).expect("the fast generator plays by these rules");
    let rulebook = Rulebook::new(rules);
    for counting in Counting::VARIANTS {
        let due = listed(&rulebook, position, *counting);
        // A position of a million ways would be all that a run looks at.
        if due.len() > 2000 {
            continue;
        }
        let text = fen::write(position);
        prop_assert_eq!(listed(&fast, position, *counting), due.clone(), "{} {}", counting, text);
        prop_assert_eq!(fast.perft(position, 1, *counting), due.len() as u128, "{} {}", counting, text);
        let depth = if due.len() > 40 { 2 } else { 3 };
        let counted = fast.perft(position, depth, *counting);
        prop_assert_eq!(counted, perft(&rulebook, position, depth, *counting), "{} {}", counting, text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn ghanaian(position in position(variants::GHANAIAN)) {
        agree(variants::GHANAIAN.rules, &position)?;
    }

    #[test]
    fn arab(position in position(variants::ARAB)) {
        agree(variants::ARAB.rules, &position)?;
    }

    #[test]
    fn turkish(position in position(variants::TURKISH)) {
        agree(variants::TURKISH.rules, &position)?;
    }

    #[test]
    fn diagonal(position in position(variants::DIAGONAL)) {
        agree(variants::DIAGONAL.rules, &position)?;
    }

    #[test]
    fn positions_that_arise_in_play(
        ghanaian in played(variants::GHANAIAN),
        arab in played(variants::ARAB),
        diagonal in played(variants::DIAGONAL),
        international in played(variants::INTERNATIONAL),
    ) {
        agree(variants::GHANAIAN.rules, &ghanaian)?;
        agree(variants::ARAB.rules, &arab)?;
        agree(variants::DIAGONAL.rules, &diagonal)?;
        agree(variants::INTERNATIONAL.rules, &international)?;
    }

    /// Whatever rules the fast generator says it can play, it plays as the rulebook does.
    #[test]
    fn random_rules(
        position in position(variants::DIAGONAL),
        other in position(variants::ARAB),
        changes in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    ) {
        for (start, position) in [(variants::DIAGONAL, position), (variants::GHANAIAN, position), (variants::ARAB, other)] {
            let mut rules = start.rules;
            for index in &changes {
                rules = index.get(&rules.one_field_changes()).1;
            }
            if Fast::new(rules, position.board()).is_some() {
                agree(rules, &position)?;
            }
        }
    }
}

#[test]
fn the_fast_generator_plays_every_variant() {
    for variant in variants::ALL {
        let fast = Fast::new(variant.rules, variant.board).expect(variant.name);
        let start = variant.start();
        let due = perft(&Rulebook::new(variant.rules), &start, 5, Counting::Unique);
        assert_eq!(fast.perft(&start, 5, Counting::Unique), due, "{}", variant.name);
    }
}

#[test]
fn a_rule_that_is_not_compiled_in_is_left_to_the_rulebook() {
    let mut rules = variants::ARAB.rules;
    rules.set("completion", "may-stop").unwrap();
    assert!(Fast::new(rules, variants::ARAB.board).is_none());
    assert!(Fast::new(variants::ARAB.rules, variants::DIAGONAL.board).is_none());
}

#[test]
fn threads_and_table_change_no_count() {
    for variant in variants::ALL {
        let fast = Fast::new(variant.rules, variant.board).unwrap();
        let start = variant.start();
        for counting in Counting::VARIANTS {
            let due = fast.perft(&start, 7, *counting);
            for threads in 1..=3 {
                let threads = std::num::NonZeroUsize::new(threads).unwrap();
                let effort = Effort { threads, progress: &|_, _| true };
                assert_eq!(fast.perft_by(&start, 7, *counting, None, effort), Ok(due));
                // A table that is far too small must replace its entries all the time.
                let table = fast.table(*counting, 1 << 14).unwrap();
                assert_eq!(fast.perft_by(&start, 7, *counting, Some(&table), effort), Ok(due));
                assert_eq!(fast.perft_by(&start, 7, *counting, Some(&table), effort), Ok(due));
            }
        }
    }
}

#[test]
fn a_count_can_be_ended_early() {
    let fast = Fast::new(variants::ARAB.rules, variants::ARAB.board).unwrap();
    let effort = Effort { threads: std::num::NonZeroUsize::MIN, progress: &|done, _| done < 3 };
    let counted = fast.perft_by(&variants::ARAB.start(), 7, Counting::Unique, None, effort);
    assert_eq!(counted, Err(Uncounted::Ended));
}

/// Two kings have more ways in 40 plies than a `u128` holds, and a table gets there in no time.
#[test]
fn more_leaves_than_can_be_counted_are_no_count() {
    let fast = Fast::new(variants::TURKISH.rules, variants::TURKISH.board).unwrap();
    let position = variants::TURKISH.read("W:WKa1:BKh8").unwrap();
    let table = fast.table(Counting::Unique, 64 << 20).unwrap();
    let effort = Effort { threads: std::num::NonZeroUsize::MIN, progress: &|_, _| true };
    let count = |depth| fast.perft_by(&position, depth, Counting::Unique, Some(&table), effort);
    let depths: Vec<u32> = (1..60).take_while(|depth| count(*depth).is_ok()).collect();
    assert_eq!(depths.last(), Some(&35));
    assert_eq!(count(36), Err(Uncounted::TooMany));
}

/// A position made for its very many ways: 920142 complete sequences, of which 86573 are longest, lead to
/// 62 moves.
#[test]
fn very_many_ways_are_counted_and_merged() {
    let position = variants::ARAB.read("W:2B2B2/B3B3/3B1B2/1B4B1/2B4B/B3B3/3B1B2/1B1WB3").unwrap();
    let fast = Fast::new(variants::ARAB.rules, variants::ARAB.board).unwrap();
    assert_eq!(fast.perft(&position, 1, Counting::Unique), 62);
    assert_eq!(fast.perft(&position, 1, Counting::Route), 86_573);
    let rulebook = Rulebook::new(variants::ARAB.rules);
    let (ways, due) =
        (listed(&fast, &position, Counting::Unique), listed(&rulebook, &position, Counting::Unique));
    assert_eq!(ways.len(), 62);
    assert_eq!(ways, due);
}
