//! Sets of squares as bits of a word, for the fast generator only.
//!
//! Every square in play has a bit, in reading order from the top left. On the board of 50 dark squares a bit
//! that is no square follows every second row, so that a step in each diagonal direction is one constant
//! shift everywhere and a step off the board ends on such a bit:
//!
//! ```text
//!      0   1   2   3   4
//!    5   6   7   8   9      10 is no square
//!     11  12  13  14  15
//!   16  17  18  19  20      21 is no square
//! ```
//!
//! On the full 8 × 8 board all 64 bits are squares, and steps along a row mask the edge column.

use crate::geometry::Square;

/// A set of squares.
pub type Bits = u64;

/// Number of directions along which pieces go; `(direction + 2) % 4` is the opposite one.
pub const DIRECTIONS: usize = 4;

/// A board as bits, and the way from square to square.
pub trait Layout: Copy + 'static {
    /// Every square in play.
    const SQUARES: Bits;
    /// White's promotion row.
    const TOP: Bits;
    /// Black's promotion row.
    const BOTTOM: Bits;
    /// For each direction and bit, the squares from its neighbour to the edge.
    const RAYS: &'static [[Bits; 64]; DIRECTIONS];

    /// Each square of a set moved one step; what would leave the board is lost, or is on no square.
    fn step<const DIRECTION: usize>(set: Bits) -> Bits;

    /// Whether a step in a direction leads to greater bits.
    fn ascends(direction: usize) -> bool;

    /// The bit of a square.
    fn bit(square: Square) -> u32;

    /// The square of a bit.
    fn square(bit: u32) -> Square;
}

/// The 50 dark squares of a 10 × 10 board; directions up-right, down-right, down-left, up-left.
#[derive(Clone, Copy, Debug)]
pub struct Dark10;

/// All squares of an 8 × 8 board; directions up, right, down, left.
#[derive(Clone, Copy, Debug)]
pub struct Full8;

const FIRST_COLUMN: Bits = 0x0101_0101_0101_0101;
const LAST_COLUMN: Bits = FIRST_COLUMN << 7;

impl Layout for Dark10 {
    const SQUARES: Bits = ((1 << 54) - 1) & !(1 << 10 | 1 << 21 | 1 << 32 | 1 << 43);
    const TOP: Bits = 0b1_1111;
    const BOTTOM: Bits = 0b1_1111 << 49;
    const RAYS: &'static [[Bits; 64]; DIRECTIONS] = &dark_rays();

    #[inline(always)]
    fn step<const DIRECTION: usize>(set: Bits) -> Bits {
        match DIRECTION {
            0 => set >> 5,
            1 => set << 6,
            2 => set << 5,
            _ => set >> 6,
        }
    }

    #[inline(always)]
    fn ascends(direction: usize) -> bool {
        direction == 1 || direction == 2
    }

    fn bit(square: Square) -> u32 {
        let index = square.index() as u32;
        index + index / 10
    }

    fn square(bit: u32) -> Square {
        Square::new((bit - bit / 11) as usize)
    }
}

impl Layout for Full8 {
    const SQUARES: Bits = Bits::MAX;
    const TOP: Bits = 0xFF;
    const BOTTOM: Bits = 0xFF << 56;
    const RAYS: &'static [[Bits; 64]; DIRECTIONS] = &full_rays();

    #[inline(always)]
    fn step<const DIRECTION: usize>(set: Bits) -> Bits {
        match DIRECTION {
            0 => set >> 8,
            1 => (set & !LAST_COLUMN) << 1,
            2 => set << 8,
            _ => (set & !FIRST_COLUMN) >> 1,
        }
    }

    #[inline(always)]
    fn ascends(direction: usize) -> bool {
        direction == 1 || direction == 2
    }

    fn bit(square: Square) -> u32 {
        square.index() as u32
    }

    fn square(bit: u32) -> Square {
        Square::new(bit as usize)
    }
}

const fn dark_rays() -> [[Bits; 64]; DIRECTIONS] {
    let mut rays = [[0; 64]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut bit = 0;
        while bit < 54 {
            let mut at: Bits = 1 << bit;
            while at & Dark10::SQUARES != 0 {
                at = match direction {
                    0 => at >> 5,
                    1 => at << 6,
                    2 => at << 5,
                    _ => at >> 6,
                } & Dark10::SQUARES;
                rays[direction][bit] |= at;
            }
            bit += 1;
        }
        direction += 1;
    }
    rays
}

const fn full_rays() -> [[Bits; 64]; DIRECTIONS] {
    let mut rays = [[0; 64]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut bit = 0;
        while bit < 64 {
            let mut at: Bits = 1 << bit;
            while at != 0 {
                at = match direction {
                    0 => at >> 8,
                    1 => (at & !LAST_COLUMN) << 1,
                    2 => at << 8,
                    _ => (at & !FIRST_COLUMN) >> 1,
                };
                rays[direction][bit] |= at;
            }
            bit += 1;
        }
        direction += 1;
    }
    rays
}

/// The squares of a set, least bit first.
pub fn each(mut set: Bits) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board, Direction};

    fn agrees<L: Layout>(board: Board, directions: [Direction; DIRECTIONS]) {
        let step = |direction: usize, set: Bits| match direction {
            0 => L::step::<0>(set),
            1 => L::step::<1>(set),
            2 => L::step::<2>(set),
            _ => L::step::<3>(set),
        };
        let mut all = 0;
        for square in board.squares() {
            assert_eq!(L::square(L::bit(square)), square);
            all |= 1 << L::bit(square);
            for (number, direction) in directions.into_iter().enumerate() {
                let next = step(number, 1 << L::bit(square)) & L::SQUARES;
                let due = board.step(square, direction).map_or(0, |to| 1 << L::bit(to));
                assert_eq!(next, due, "{square:?} {direction:?}");
                let ray: Bits = board.ray(square, direction).map(|to| 1 << L::bit(to)).sum();
                assert_eq!(L::RAYS[number][L::bit(square) as usize], ray);
            }
        }
        assert_eq!(all, L::SQUARES);
    }

    #[test]
    fn bits_step_as_squares_do() {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        agrees::<Dark10>(Board::DARK_10X10, [NorthEast, SouthEast, SouthWest, NorthWest]);
        agrees::<Full8>(Board::ALL_8X8, [North, East, South, West]);
    }
}
