//! Who stands where, and who is to move. A position does not know what is legal.

use crate::geometry::{Board, MAX_SQUARES, Square};
use crate::moves::Move;
use crate::piece::{Color, Kind, Piece};
use std::hash::{Hash, Hasher};

/// Pieces on a board and the side to move, without history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Color,
    pieces: [Option<Piece>; MAX_SQUARES],
}

impl Position {
    /// A board without pieces.
    pub const fn empty(board: Board, turn: Color) -> Self {
        Self { board, turn, pieces: [None; MAX_SQUARES] }
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Puts a piece on a square, or takes away what stands there.
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.index()] = piece;
    }

    /// Gives the move to a side.
    pub const fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
    }

    /// Every piece with its square, in the board's reading order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.board.squares().filter_map(|square| self.at(square).map(|piece| (square, piece)))
    }

    /// The pieces of one side.
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Square, Kind)> {
        self.pieces()
            .filter(move |(_, piece)| piece.color == color)
            .map(|(square, piece)| (square, piece.kind))
    }

    /// How many pieces a side has.
    pub fn count(&self, color: Color) -> usize {
        self.pieces_of(color).count()
    }

    /// The position after a move of the side to move. The move is carried out as it says; nothing is
    /// judged.
    #[must_use]
    pub fn after(&self, played: &Move) -> Self {
        let mut next = *self;
        let piece = next.pieces[played.from.index()].take();
        for square in &played.captures {
            next.set(*square, None);
        }
        next.set(played.to, piece.map(|piece| if played.crowns { Piece::king(piece.color) } else { piece }));
        next.turn = self.turn.opponent();
        next
    }

    /// The board turned by 180° with the colours exchanged: the same position for the other side.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut turned = Self::empty(self.board, self.turn.opponent());
        for (square, piece) in self.pieces() {
            turned.set(self.board.turned(square), Some(piece.recolored()));
        }
        turned
    }
}

/// A byte a square in one piece: hashing each field of each square takes as long as generating moves.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let byte =
            |piece: Option<Piece>| piece.map_or(0, |piece| 1 + piece.color as u8 + 2 * piece.kind as u8);
        state.write(&self.pieces.map(byte));
        self.turn.hash(state);
    }
}
