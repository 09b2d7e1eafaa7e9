//! What is made of answers, judged without an engine: lists of moves, and answers about a single move, a game or a
//! text.

mod answers;
mod asked;
mod lists;
