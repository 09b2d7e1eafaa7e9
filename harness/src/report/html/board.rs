//! Boards as SVG: the empty ones once a page, and positions with ways over them.

use crate::verdict::Way;
use reference_engine::geometry::{Board, Cells, Square};
use reference_engine::piece::Piece;
use reference_engine::position::Position;

/// Units of the drawing along the edge of a square.
const SIDE: u32 = 10;

/// An empty board, which positions of the page refer to.
pub struct Grid {
    pub id: String,
    pub width: u32,
    pub height: u32,
    pub squares: Vec<Cell>,
    pub columns: Vec<Label>,
    pub rows: Vec<Label>,
}

/// A square in play.
pub struct Cell {
    pub x: u32,
    pub y: u32,
    pub number: usize,
    pub name: String,
}

/// The name of a column or row at the edge, with its place along it.
pub struct Label {
    pub at: u32,
    pub text: String,
}

impl Grid {
    pub fn new(board: Board) -> Self {
        let (columns, rows) = (u32::from(board.columns), u32::from(board.rows));
        let cell = |square: Square| {
            let (x, y) = corner(board, square);
            Cell { x, y, number: board.number(square), name: board.name(square) }
        };
        let letter = |column: u8| Label {
            at: u32::from(column) * SIDE + SIDE / 2,
            text: char::from(b'a' + column).to_string(),
        };
        let digits = |row: u32| Label { at: (rows - 1 - row) * SIDE + SIDE / 2, text: (row + 1).to_string() };
        Self {
            id: grid_id(board),
            width: columns * SIDE,
            height: rows * SIDE,
            squares: board.squares().map(cell).collect(),
            columns: (0..board.columns).map(letter).collect(),
            rows: (0..rows).map(digits).collect(),
        }
    }
}

fn grid_id(board: Board) -> String {
    let cells = match board.cells {
        Cells::All => "all",
        Cells::Dark => "dark",
    };
    format!("board-{}x{}-{cells}", board.columns, board.rows)
}

/// The upper left corner of a square.
fn corner(board: Board, square: Square) -> (u32, u32) {
    let (column, row) = board.coordinates(square);
    (u32::from(column) * SIDE, u32::from(board.rows - 1 - row) * SIDE)
}

/// A position on its board, with the ways that its rows speak of.
pub struct Diagram {
    /// The position in words, for those who do not see it.
    pub label: String,
    pub grid: String,
    pub view_box: String,
    pub pieces: Vec<Standing>,
    pub routes: Vec<Route>,
}

/// A piece on its square.
pub struct Standing {
    pub x: u32,
    pub y: u32,
    /// Name of its drawing, as in `white-king`.
    pub drawing: String,
    /// What it is and where, with both names of the square.
    pub title: String,
}

/// A way over the board.
pub struct Route {
    /// The row that it belongs to; none if it is shown always.
    pub row: Option<usize>,
    /// `expected`, `given` or `asked`.
    pub side: &'static str,
    /// The squares that it goes through.
    pub points: String,
    /// Centres of the pieces that it takes.
    pub taken: Vec<(u32, u32)>,
}

impl Diagram {
    pub fn new(position: &Position) -> Self {
        let board = position.board();
        let [width, height] = [board.columns, board.rows].map(|cells| u32::from(cells) * SIDE);
        Self {
            label: in_words(position),
            grid: grid_id(board),
            view_box: format!("-6 -1 {} {}", width + 7, height + 7),
            pieces: position.pieces().map(|(square, piece)| standing(board, square, piece)).collect(),
            routes: Vec::new(),
        }
    }

    /// Draws a way of the diagram's board.
    pub fn draw(&mut self, board: Board, row: Option<usize>, side: &'static str, way: &Way) {
        let middle = |square: &Square| {
            let (x, y) = corner(board, *square);
            (x + SIDE / 2, y + SIDE / 2)
        };
        let points: Vec<String> = way.path.iter().map(middle).map(|(x, y)| format!("{x},{y}")).collect();
        let taken = way.captured.iter().map(middle).collect();
        self.routes.push(Route { row, side, points: points.join(" "), taken });
    }
}

fn standing(board: Board, square: Square, piece: Piece) -> Standing {
    let (x, y) = corner(board, square);
    let drawing = format!("{}-{}", piece.color.to_string().to_lowercase(), piece.kind);
    let title =
        format!("{} {} on {} ({})", piece.color, piece.kind, board.name(square), board.number(square));
    Standing { x, y, drawing, title }
}

fn in_words(position: &Position) -> String {
    let board = position.board();
    let pieces = position.pieces();
    let pieces: Vec<String> = pieces.map(|(square, piece)| standing(board, square, piece).title).collect();
    format!("Board, {} to move: {}", position.turn(), pieces.join(", "))
}
