//! Every position of up to three pieces, and for Ghanaian, where three leave one side with a lone piece that
//! has lost, every position of two against two: both generators list the same moves. The many are taken in
//! strides, so that every change is checked on a part of them; `SMALL_STRIDE=1` takes them all.

use reference_engine::fast::Fast;
use reference_engine::fen;
use reference_engine::generator::Generator;
use reference_engine::geometry::{Board, Square};
use reference_engine::moves::{Counting, Identity};
use reference_engine::piece::{Color, Kind, Piece};
use reference_engine::position::Position;
use reference_engine::rulebook::Rulebook;
use reference_engine::variants::{self, Variant};

const PIECES: [Piece; 4] = [
    Piece { color: Color::White, kind: Kind::Man },
    Piece { color: Color::White, kind: Kind::King },
    Piece { color: Color::Black, kind: Kind::Man },
    Piece { color: Color::Black, kind: Kind::King },
];

fn stride() -> usize {
    std::env::var("SMALL_STRIDE").map_or(23, |text| text.parse().expect("SMALL_STRIDE is a number"))
}

/// Every way to put pieces on squares that come after `from`, added to what stands there.
fn place(variant: &Variant, position: Position, from: usize, left: usize, visit: &mut impl FnMut(&Position)) {
    visit(&position);
    if left == 0 {
        return;
    }
    for index in from..variant.board.square_count() {
        for piece in PIECES {
            let square = Square::new(index);
            let is_uncrowned = piece.kind == Kind::Man
                && variant.rules.is_promotion_square(variant.board, piece.color, square);
            if !is_uncrowned {
                let mut next = position;
                next.set(square, Some(piece));
                place(variant, next, index + 1, left - 1, visit);
            }
        }
    }
}

fn identities(generator: &impl Generator, position: &Position, board: Board) -> Vec<Identity> {
    let moves = generator.moves(position, Counting::Unique);
    let mut identities: Vec<Identity> =
        moves.iter().map(|played| played.identity(board, Counting::Unique)).collect();
    identities.sort();
    identities
}

/// Compares the generators on every position of at most so many pieces, those of most pieces in strides.
/// Positions in which the game is over are told apart, so that none of these is taken for a comparison.
#[track_caller]
fn agree_on_all(variant: Variant, most: usize, stride: usize, at_least: usize) {
    let rulebook = Rulebook::new(variant.rules);
    let fast = Fast::new(variant.rules, variant.board).unwrap();
    let (mut seen, mut with_moves) = (0, 0);
    for turn in [Color::White, Color::Black] {
        place(&variant, Position::empty(variant.board, turn), 0, most, &mut |position| {
            seen += 1;
            if seen % stride != 0 && position.pieces().nth(most - 1).is_some() {
                return;
            }
            let due = identities(&rulebook, position, variant.board);
            assert_eq!(identities(&fast, position, variant.board), due, "{}", fen::write(position));
            assert_eq!(fast.count(position, Counting::Unique), due.len(), "{}", fen::write(position));
            with_moves += usize::from(!due.is_empty());
        });
    }
    assert!(with_moves >= at_least, "only {with_moves} positions with moves were compared");
}

#[test]
fn ghanaian() {
    // A hundred times as many positions as of three pieces.
    agree_on_all(variants::GHANAIAN, 4, if stride() == 1 { 1 } else { stride() * 101 }, 10_000);
}

#[test]
fn arab() {
    agree_on_all(variants::ARAB, 3, stride(), 100_000);
}

#[test]
fn diagonal() {
    agree_on_all(variants::DIAGONAL, 3, stride(), 50_000);
}
