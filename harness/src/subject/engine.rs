//! An engine written in Rust, asked in this process: what its author has to say.

use crate::dcp::{Answer, Capability, Declared};
use reference_engine::fen::{self, FenError};
use reference_engine::position::Position;
use reference_engine::variants;
use strum::Display;
use thiserror::Error;

/// A draughts engine in Rust, put under test by [`crate::conformance`].
///
/// Three methods are the work: [`Engine::read`] makes the engine's own board of a position, [`Engine::moves`]
/// lists its moves, [`Engine::write`] writes a board back. The rest has a default. What an implementation
/// says must be what the engine says: it translates squares and sides, and corrects, drops and sorts nothing,
/// because that is what is tested.
/// [`crate::conformance`] shows a whole one.
pub trait Engine {
    /// A position as the engine holds it.
    type Board;

    /// The engine's name, in one word.
    fn name(&self) -> String;

    /// The engine's version, in one word; empty if not said.
    fn version(&self) -> String {
        String::new()
    }

    /// The variants that the engine plays, and how it writes and counts there. [`Declared::customary`] is a
    /// variant with moves as landing squares, each once.
    fn variants(&self) -> Vec<Declared>;

    /// What the engine can be asked besides its moves.
    ///
    /// `divide` and `perft` need nothing but [`Engine::moves`]; `echo` and `apply` need [`Engine::write`],
    /// `result` and `game` need [`Engine::result`]; `refuse` promises that [`Engine::read`] refuses positions
    /// that are malformed or cannot arise, `rows` that it also reads the row form.
    fn can(&self) -> Vec<Capability> {
        vec![Capability::Divide, Capability::Perft]
    }

    /// Reads a position, PDN FEN with the squares that [`Engine::variants`] declares. For an engine without
    /// a reader [`position`] reads it, and the pieces are set one by one.
    ///
    /// # Errors
    ///
    /// If the position is malformed or the engine refuses it.
    fn read(&self, variant: &str, fen: &str) -> Result<Self::Board, Refusal>;

    /// The legal moves, each with the position after it; none where the game is over.
    fn moves(&self, variant: &str, board: &Self::Board) -> Vec<Listed<Self::Board>>;

    /// Writes a position as PDN FEN, if the engine can. The position after each move is compared by it, which
    /// finds more than the text of moves alone.
    fn write(&self, variant: &str, board: &Self::Board) -> Option<String> {
        let _ = (variant, board);
        None
    }

    /// The number of leaves at a depth in plies. Without a count of the engine's own its moves are walked, a
    /// position without moves having no leaves below it.
    fn perft(&self, variant: &str, board: &Self::Board, depth: u32) -> u128 {
        match depth {
            0 => 1,
            1 => self.moves(variant, board).len() as u128,
            _ => {
                let moves = self.moves(variant, board);
                moves.iter().map(|listed| self.perft(variant, &listed.next, depth - 1)).sum()
            }
        }
    }

    /// The result of a position, or of the game that goes on from it with some moves.
    ///
    /// # Errors
    ///
    /// If a move is illegal, or the engine tells no results, which is the default.
    fn result(&self, variant: &str, board: &Self::Board, moves: &[String]) -> Result<Standing, Refusal> {
        let _ = (variant, board, moves);
        Err(Refusal::Unsupported("result".to_owned()))
    }
}

/// A move that an engine lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<B> {
    /// The move in the notation that the engine declared, without white space.
    pub text: String,
    /// The position after it.
    pub next: B,
}

impl<B> Listed<B> {
    /// A move by the squares on which the piece stands, start and end included.
    pub fn path(squares: &[String], captures: bool, next: B) -> Self {
        Self { text: squares.join(if captures { "x" } else { "-" }), next }
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Standing {
    /// It goes on.
    Ongoing,
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// Nobody has won, and it is over.
    Draw,
}

/// Why an engine does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The question is not for this engine.
    #[error("unsupported {0}")]
    Unsupported(String),
    /// The position is malformed or cannot arise.
    #[error("position {0}")]
    Position(String),
    /// The move is not legal.
    #[error("illegal {0}")]
    Illegal(String),
}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Self {
        Self::Position(format!("{} {}", error.problem.code(), error.problem))
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unsupported(what) => Self::refusal("unsupported", what),
            Refusal::Position(reason) => Self::refusal("position", reason),
            Refusal::Illegal(reason) => Self::refusal("illegal", reason),
        }
    }
}

/// Reads a position on the board of a variant, for engines that have no reader of their own. Only the text
/// is judged: whether the position can arise is the engine's to say.
///
/// # Errors
///
/// If no variant has this name, or the text is malformed.
pub fn position(variant: &str, fen: &str) -> Result<Position, Refusal> {
    let found = variants::find(variant).ok_or_else(|| Refusal::Unsupported(variant.to_owned()))?;
    Ok(fen::read(fen, found.board)?.position)
}
