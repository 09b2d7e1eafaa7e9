"""dame-rs 0.2.0 (International draughts, Rust with Python bindings; the module is `dame`) under
`international` and `diagonal` (the same rules; only the starting position differs, and huff always
sends the position).

Squares are the ordinary numbers. A move is its two ends and the captured squares, which is
`notation=hub`; the way between them is not told. Moves with the same ends and the same captures
are one move, so `counts=unique`. `perft` is the package's own and counts nothing below a position
without moves (`leaves=zero`); `divide` is that perft after each move of its move list.

`Board.legal_moves` is documented to be empty once the game is over. Without history a game is over
for the package only when the side to move has no move; a side to move against no pieces has moves
and is not over. Its draw rules need history, so `game` is not declared.

The package refuses a man on its last row, a square that does not exist and a square that holds
both colours, but not more pieces than a game starts with: too little for `refuse`, which is not
declared.
"""

from __future__ import annotations

from importlib import metadata

import dame

import dcp


class DameRs(dcp.Adapter):
    name = "dame-rs"
    version = metadata.version("dame-rs")
    language = "rust"
    variants = tuple(
        dcp.Variant(each, dcp.GRID_10, "hub", "numeric", counts="unique", leaves="zero")
        for each in ("diagonal", "international")
    )
    can = ("divide", "perft", "apply", "result", "echo")

    def read(self, variant, fen):
        try:
            return dame.Board(fen.numeric())
        except ValueError as refusal:
            raise dcp.BadPosition(refusal) from refusal

    def write(self, variant, board):
        return board.fen()

    def moves(self, variant, board):
        return [self._move(board, move) for move in board.legal_moves]

    def _move(self, board, move):
        return dcp.Move(
            path=(str(move.from_square), str(move.to_square)),
            captured=tuple(str(square) for square in move.captured),
            after=lambda: self._played(board, move),
        )

    def _played(self, board, move):
        copy = board.copy()
        copy.push(move)
        return copy

    def leaves(self, variant, board, depth):
        return dame.perft(board, depth)

    def result(self, variant, board, moves):
        outcome = board.outcome()
        if outcome is None:
            return "ongoing"
        if outcome.winner is None:
            return "draw"
        return "white-wins" if outcome.winner == dame.WHITE else "black-wins"


if __name__ == "__main__":
    dcp.main(DameRs())
