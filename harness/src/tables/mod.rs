//! Perft tables: named positions, counted in every way, each number saying how it was counted and who agrees.

mod count;
mod kept;
mod named;
mod table;
mod write;

pub use count::{Means, Rows, Uncounted, count};
pub use kept::{KeptRow, Left, write_header};
pub use named::{Named, Published, named};
pub use table::{PerftTable, Position, Row, SCHEMA};
pub use write::{json, markdown, perft_block, perft_lines};
