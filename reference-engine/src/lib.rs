//! The rules of draughts as values, and the move generators that read them.
//!
//! Nothing here touches a file, a clock or global state. [`variants`] holds the variants, each one
//! constant; [`rulebook`] is the generator that follows the rule text step by step; [`perft`] counts.
//!
//! ```
//! use reference_engine::{moves::Counting, perft, rulebook::Rulebook, variants};
//!
//! let arab = variants::find("arab").unwrap();
//! let start = arab.start();
//! assert_eq!(perft::perft(&Rulebook::new(arab.rules), &start, 3, Counting::Unique), 708);
//! ```

mod bitboard;
pub mod fast;
pub mod fen;
pub mod game;
pub mod generator;
pub mod geometry;
pub mod levels;
pub mod moves;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod piece;
pub mod position;
pub mod quote;
pub mod rulebook;
pub mod rules;
pub mod rulings;
pub mod variants;
