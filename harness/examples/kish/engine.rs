//! kish 1.1.7 as an [`Engine`]: it plays Arab draughts under its Turkish name. It translates squares and
//! nothing else.

use harness::conformance::{Capability, Declared, Engine, Listed, Refusal, Standing, position};
use kish::{Action, Board, Game, GameStatus, Square, Team};
use reference_engine::geometry;
use reference_engine::moves::Counting;
use reference_engine::piece::{Color, Kind};

/// kish from the Rust registry.
#[derive(Clone, Copy, Debug)]
pub struct Kish;

/// Where kish plays otherwise, by case, each found out and explained in reports/subjects/README.md.
pub const KNOWN_DIFFERENCES: &[(&str, &str)] = &[
    ("arab/positions-after/ends-where-it-began", NAMELESS),
    ("arab/start-square/{circle,back-to-the-start-only,black-circle}", NAMELESS),
    ("arab/blocked/other-side-shut-in", "its status calls a game won when the other side has no move"),
    ("arab/no-progress/{eighty-plies,seventy-nine-plies}", ONE_KEY),
    (
        "arab/no-progress/{a-mans-move-starts-the-count-again,the-reported-position-after-eighty-plies}",
        ONE_KEY,
    ),
];

const NAMELESS: &str = "its moves are differences of positions: one that ends where it began moves nothing";
const ONE_KEY: &str = "its key takes different positions for one, so a game ends as a repetition too soon";

impl Engine for Kish {
    type Board = Board;

    fn name(&self) -> String {
        "kish".to_owned()
    }

    fn version(&self) -> String {
        "1.1.7".to_owned()
    }

    fn variants(&self) -> Vec<Declared> {
        vec![Declared { counts: Counting::Route, finished_leaves: true, ..Declared::customary("arab") }]
    }

    fn can(&self) -> Vec<Capability> {
        use Capability::{Apply, Divide, Echo, Game, Perft, Result};
        vec![Apply, Divide, Echo, Game, Perft, Result]
    }

    fn read(&self, variant: &str, fen: &str) -> Result<Board, Refusal> {
        let position = position(variant, fen)?;
        let place = |square| place(position.board(), square);
        let of = |color| position.pieces_of(color).map(|(square, _)| place(square)).collect::<Vec<Square>>();
        let kings = position.pieces().filter(|(_, piece)| piece.kind == Kind::King);
        let kings: Vec<Square> = kings.map(|(square, _)| place(square)).collect();
        let turn = if position.turn() == Color::White { Team::White } else { Team::Black };
        Ok(Board::from_squares(turn, &of(Color::White), &of(Color::Black), &kings))
    }

    fn write(&self, _variant: &str, board: &Board) -> Option<String> {
        let section = |pieces: u64| {
            let here = (0..64_u8).filter(|index| pieces >> index & 1 == 1);
            let king = |index: u8| if board.state.kings >> index & 1 == 1 { "K" } else { "" };
            here.filter_map(|index| Some(format!("{}{}", king(index), name(Square::try_from_u8(index)?))))
                .collect::<Vec<_>>()
                .join(",")
        };
        let [white, black] = board.state.pieces;
        let turn = if board.turn == Team::White { 'W' } else { 'B' };
        Some(format!("{turn}:W{}:B{}", section(white), section(black)))
    }

    /// kish lists moves also where its own status says that the game is over; what it says there counts.
    fn moves(&self, _variant: &str, board: &Board) -> Vec<Listed<Board>> {
        if board.status().is_over() {
            return Vec::new();
        }
        board.actions().iter().map(|action| listed(board, action)).collect()
    }

    /// kish's own count goes on below positions that its status calls over, so it is asked only where none
    /// can come up: one piece on each side at the earliest after a capture.
    fn perft(&self, variant: &str, board: &Board, depth: u32) -> u128 {
        if depth == 0 || board.status().is_over() {
            return 1;
        }
        if depth == 1 || depth == 2 && board.friendly_pieces().count_ones() > 1 {
            return u128::from(board.perft(u64::from(depth)));
        }
        self.moves(variant, board).iter().map(|listed| self.perft(variant, &listed.next, depth - 1)).sum()
    }

    fn result(&self, _variant: &str, board: &Board, moves: &[String]) -> Result<Standing, Refusal> {
        let mut game = Game::from_board(*board);
        for text in moves {
            if game.status().is_over() {
                return Err(Refusal::Illegal(format!("{text} after the end")));
            }
            let action = find(&game, text).ok_or_else(|| Refusal::Illegal(text.clone()))?;
            game.make_move(&action);
        }
        Ok(match game.status() {
            GameStatus::InProgress => Standing::Ongoing,
            GameStatus::Draw => Standing::Draw,
            GameStatus::Won(Team::White) => Standing::WhiteWins,
            GameStatus::Won(Team::Black) => Standing::BlackWins,
        })
    }
}

fn listed(board: &Board, action: &Action) -> Listed<Board> {
    let mut next = board.apply(action);
    next.swap_turn_();
    match path(board, action) {
        Some(squares) => Listed::path(&squares, action.is_capture(board.turn), next),
        None => Listed { text: "nameless".to_owned(), next },
    }
}

/// The squares on which the piece lands. An action that ends where it began moves no piece of its side, so
/// that kish has no square to name: its own methods panic there in a debug build and are undefined in others.
fn path(board: &Board, action: &Action) -> Option<Vec<String>> {
    if action.delta.pieces[board.turn.to_usize()] == 0 {
        return None;
    }
    Some(action.to_detailed(board.turn, &board.state).path().iter().copied().map(name).collect())
}

fn find(game: &Game, text: &str) -> Option<Action> {
    let squares: Vec<&str> = text.split(['-', 'x']).collect();
    let is_named = |action: &Action| path(game.board(), action).is_some_and(|path| path == squares);
    game.actions().into_iter().find(is_named)
}

fn place(board: geometry::Board, square: geometry::Square) -> Square {
    let (column, row) = board.coordinates(square);
    Square::try_from_u8(row * 8 + column).expect("the board has 64 squares")
}

fn name(square: Square) -> String {
    format!("{}{}", (b'a' + square.column()) as char, square.row() + 1)
}
