//! A move: where a piece starts and ends, what it captures, and whether it is crowned.

use crate::geometry::{Board, Direction, Square};

/// A legal or supposed move of the side to move.
///
/// `Eq` compares routes; whether two moves count as the same move is a question of [`Counting`], answered
/// by [`Move::identity`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Start square.
    pub from: Square,
    /// Square where the piece ends.
    pub to: Square,
    /// Every square on which the piece stands in the course of the move, start and end included.
    pub path: Vec<Square>,
    /// Captured squares in the order of the jumps; empty for a quiet move. A square stands again where some
    /// rules let its piece be jumped again.
    pub captures: Vec<Square>,
    /// Whether a man becomes a king by this move.
    pub crowns: bool,
}

/// Which captures count as one move. The field publishes perft under all three.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Counting {
    /// Start, end and set of captured squares make a move.
    #[default]
    Unique,
    /// The same pieces taken in another order, or by other turns, count again; another landing square
    /// before a further jump straight on does not.
    Order,
    /// Every different sequence of landing squares counts.
    Route,
}

/// What makes two moves of one position the same under some counting.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    from: Square,
    to: Square,
    crowns: bool,
    taken: Vec<Square>,
    turns: Vec<Direction>,
    route: Vec<Square>,
}

impl Move {
    /// A move without capture.
    pub fn quiet(from: Square, to: Square, crowns: bool) -> Self {
        Self { from, to, path: vec![from, to], captures: Vec::new(), crowns }
    }

    /// Whether the move captures anything.
    pub fn is_capture(&self) -> bool {
        !self.captures.is_empty()
    }

    /// The captured squares as a set: sorted, each once.
    pub fn captured_set(&self) -> Vec<Square> {
        let mut captured = self.captures.clone();
        captured.sort_unstable();
        captured.dedup();
        captured
    }

    /// What this move is compared by under a counting.
    pub fn identity(&self, board: Board, counting: Counting) -> Identity {
        let mut identity = Identity {
            from: self.from,
            to: self.to,
            crowns: self.crowns,
            taken: Vec::new(),
            turns: Vec::new(),
            route: Vec::new(),
        };
        match counting {
            Counting::Unique => identity.taken = self.captured_set(),
            Counting::Order => {
                identity.taken.clone_from(&self.captures);
                identity.turns = self.directions(board);
            }
            Counting::Route => identity.route.clone_from(&self.path),
        }
        identity
    }

    fn directions(&self, board: Board) -> Vec<Direction> {
        self.path.windows(2).filter_map(|hop| board.direction_between(hop[0], hop[1])).collect()
    }
}
