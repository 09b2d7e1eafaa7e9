//! A position turned by 180° with the colours exchanged has the same moves, turned. This needs no
//! reference, and finds every slip by which the generator treats the colours or the edges differently.

use proptest::prelude::*;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::Square;
use reference_engine::moves::{Counting, Move};
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{self, Variant};

/// Random pieces on random squares; men never on their promotion row.
fn position(variant: Variant) -> impl Strategy<Value = Position> {
    let squares = variant.board.square_count();
    let piece = (0..squares, any::<bool>(), 0..4_u8);
    (any::<bool>(), proptest::collection::vec(piece, 2..24)).prop_map(move |(white_moves, pieces)| {
        let turn = if white_moves { Color::White } else { Color::Black };
        let mut position = Position::empty(variant.board, turn);
        for (index, white, kind) in pieces {
            let color = if white { Color::White } else { Color::Black };
            let square = Square::new(index);
            let crowned = kind == 0 || variant.rules.is_promotion_square(variant.board, color, square);
            let kind = if crowned { Kind::King } else { Kind::Man };
            position.set(square, Some(Piece { color, kind }));
        }
        position
    })
}

/// A move as far as it matters, with every square turned.
fn turned(variant: Variant, played: &Move) -> (Square, Square, Vec<Square>, bool) {
    let turn = |square: Square| variant.board.turned(square);
    let mut captured: Vec<Square> = played.captures.iter().copied().map(turn).collect();
    captured.sort();
    (turn(played.from), turn(played.to), captured, played.crowns)
}

fn plain(played: &Move) -> (Square, Square, Vec<Square>, bool) {
    (played.from, played.to, played.captured_set(), played.crowns)
}

fn turns_with_the_board(variant: Variant, position: &Position) -> Result<(), TestCaseError> {
    let generator = Rulebook::new(variant.rules);
    let mut here: Vec<_> =
        generator.moves(position, Counting::Unique).iter().map(|played| turned(variant, played)).collect();
    let mut there: Vec<_> = generator.moves(&position.turned(), Counting::Unique).iter().map(plain).collect();
    here.sort();
    there.sort();
    prop_assert_eq!(here, there, "{}", fen::write(position));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn ghanaian_moves_turn_with_the_board(position in position(variants::GHANAIAN)) {
        turns_with_the_board(variants::GHANAIAN, &position)?;
    }

    #[test]
    fn arab_moves_turn_with_the_board(position in position(variants::ARAB)) {
        turns_with_the_board(variants::ARAB, &position)?;
    }

    #[test]
    fn diagonal_moves_turn_with_the_board(position in position(variants::DIAGONAL)) {
        turns_with_the_board(variants::DIAGONAL, &position)?;
    }

    #[test]
    fn positions_print_and_read_back(position in position(variants::DIAGONAL)) {
        let board = variants::DIAGONAL.board;
        for text in [fen::write(&position), fen::write_rows(&position), fen::write_hub(&position)] {
            prop_assert_eq!(fen::read(&text, board).unwrap().position, position, "{}", text);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[WB:KHFabj0-9,./ -é]{0,40}") {
        let _ = variants::ARAB.read(&text);
        let _ = variants::DIAGONAL.read(&text);
    }
}
