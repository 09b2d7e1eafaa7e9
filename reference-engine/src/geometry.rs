//! Boards, squares and directions: where things are, before anything stands there.

use strum::VariantArray;

/// The most squares in play that any board of the family has (10 × 10, every square in play).
pub const MAX_SQUARES: usize = 100;

/// A square in play, by its number in reading order from the top left, counted from 0.
///
/// On the 10 × 10 board of dark squares this is the published square number less one. What a square is
/// called, and where it lies, depends on the [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index; meaningful only below the board's [`Board::square_count`].
    pub const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// Position in reading order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which cells of the rectangle are squares in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cells {
    /// Every cell.
    All,
    /// The dark cells, the lower left one being dark.
    Dark,
}

/// A rectangle of cells, some or all of which are in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Number of columns, `a` being the first from White's left.
    pub columns: u8,
    /// Number of rows, 1 being the lowest from White's side.
    pub rows: u8,
    /// Which cells are in play.
    pub cells: Cells,
}

/// One of the eight directions of a step, named as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, VariantArray)]
pub enum Direction {
    /// Up the board.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down the board.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// Every direction, clockwise from north.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Change of column and row in one step.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }

    /// The direction after a turn of 180°.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::NorthEast => Self::SouthWest,
            Self::East => Self::West,
            Self::SouthEast => Self::NorthWest,
            Self::South => Self::North,
            Self::SouthWest => Self::NorthEast,
            Self::West => Self::East,
            Self::NorthWest => Self::SouthEast,
        }
    }

    /// Whether a step changes both column and row.
    pub const fn is_diagonal(self) -> bool {
        let (column, row) = self.delta();
        column != 0 && row != 0
    }
}

impl Board {
    /// 8 × 8, every square in play.
    pub const ALL_8X8: Self = Self { columns: 8, rows: 8, cells: Cells::All };
    /// 10 × 10, the 50 dark squares in play.
    pub const DARK_10X10: Self = Self { columns: 10, rows: 10, cells: Cells::Dark };

    /// Number of squares in play.
    pub const fn square_count(self) -> usize {
        let cells = self.columns as usize * self.rows as usize;
        match self.cells {
            Cells::All => cells,
            Cells::Dark => cells / 2,
        }
    }

    /// The squares in play, in reading order.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..self.square_count()).map(Square::new)
    }

    /// Column and row of a square, both from 0, row 0 being White's first.
    pub const fn coordinates(self, square: Square) -> (u8, u8) {
        let columns = self.columns as usize;
        match self.cells {
            Cells::All => {
                let from_top = square.index() / columns;
                ((square.index() % columns) as u8, self.rows - 1 - from_top as u8)
            }
            Cells::Dark => {
                let in_row = columns / 2;
                let row = self.rows - 1 - (square.index() / in_row) as u8;
                ((square.index() % in_row * 2) as u8 + row % 2, row)
            }
        }
    }

    /// The square at a column and row, or `None` where no square in play lies there.
    pub const fn square_at(self, column: i8, row: i8) -> Option<Square> {
        if column < 0 || row < 0 || column >= self.columns as i8 || row >= self.rows as i8 {
            return None;
        }
        let from_top = (self.rows as i8 - 1 - row) as usize;
        match self.cells {
            Cells::All => Some(Square::new(from_top * self.columns as usize + column as usize)),
            Cells::Dark if (column + row) % 2 == 0 => {
                Some(Square::new(from_top * (self.columns as usize / 2) + column as usize / 2))
            }
            Cells::Dark => None,
        }
    }

    /// The next square in a direction, or `None` at the edge.
    pub const fn step(self, from: Square, direction: Direction) -> Option<Square> {
        let (column, row) = self.coordinates(from);
        let (right, up) = direction.delta();
        self.square_at(column as i8 + right, row as i8 + up)
    }

    /// The squares from the neighbour of `from` to the edge of the board.
    pub fn ray(self, from: Square, direction: Direction) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(from, direction), move |at| self.step(*at, direction))
    }

    /// The direction of the straight line from one square to another, if there is one.
    pub fn direction_between(self, from: Square, to: Square) -> Option<Direction> {
        let (from_column, from_row) = self.coordinates(from);
        let (to_column, to_row) = self.coordinates(to);
        let right = to_column as i8 - from_column as i8;
        let up = to_row as i8 - from_row as i8;
        let straight = right == 0 || up == 0 || right.abs() == up.abs();
        let delta = (right.signum(), up.signum());
        Direction::ALL.iter().copied().find(|direction| straight && direction.delta() == delta)
    }

    /// The square in the same place when the board is turned by 180°.
    #[must_use]
    pub const fn turned(self, square: Square) -> Square {
        Square::new(self.square_count() - 1 - square.index())
    }

    /// Published number of a square: 1 at the top left, in reading order.
    pub const fn number(self, square: Square) -> usize {
        square.index() + 1
    }

    /// The square with a published number, or `None` where the board has no such number.
    pub const fn numbered(self, number: usize) -> Option<Square> {
        if number == 0 || number > self.square_count() {
            return None;
        }
        Some(Square::new(number - 1))
    }

    /// Algebraic name of a square: column letter, then row number, `a1` at White's lower left.
    pub fn name(self, square: Square) -> String {
        let (column, row) = self.coordinates(square);
        format!("{}{}", (b'a' + column) as char, row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [Board; 3] =
        [Board::ALL_8X8, Board::DARK_10X10, Board { columns: 8, rows: 10, cells: Cells::Dark }];

    #[test]
    fn every_square_is_found_again_at_its_coordinates() {
        for board in BOARDS {
            for square in board.squares() {
                let (column, row) = board.coordinates(square);
                assert_eq!(board.square_at(column as i8, row as i8), Some(square));
            }
        }
    }

    #[test]
    fn published_corners_have_their_published_names() {
        let board = Board::DARK_10X10;
        let name = |number| board.name(board.numbered(number).unwrap());
        assert_eq!([name(1), name(5), name(46), name(50)], ["b10", "j10", "a1", "i1"]);
        assert_eq!(Board::ALL_8X8.name(Square::new(0)), "a8");
        assert_eq!(Board::ALL_8X8.name(Square::new(63)), "h1");
    }

    #[test]
    fn a_step_back_undoes_a_step() {
        for board in BOARDS {
            for square in board.squares() {
                for direction in Direction::ALL {
                    if let Some(next) = board.step(square, *direction) {
                        assert_eq!(board.step(next, direction.reversed()), Some(square));
                        assert_eq!(board.direction_between(square, next), Some(*direction));
                    }
                }
            }
        }
    }

    #[test]
    fn squares_off_a_line_have_no_direction() {
        let board = Board::ALL_8X8;
        assert_eq!(board.direction_between(Square::new(0), Square::new(10)), None);
        assert_eq!(board.direction_between(Square::new(7), Square::new(7)), None);
    }
}
