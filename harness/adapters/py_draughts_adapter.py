"""py-draughts 1.10.1 (Python): its standard board under `international` and `diagonal` (the same
rules; only the starting position differs, and huff always sends the position).

It has no Turkish board (American, Frisian, Russian, Brazilian, Antidraughts, Breakthrough and
Frysk besides the standard one), so it is not asked about `arab`.

Squares are the ordinary numbers; the package counts them from 0 in a move's lists and from 1 in
text. Captures come with every landing square. Of the captures that start and end alike and take
the same pieces only one route is listed, which is `counts=unique`. The board has no perft: counts
are walked here on its move list, a position without moves counting nothing (`leaves=zero`).

The package's FEN reader wants White's section first, which is how it gets it. It refuses a man on
its last row, a square that does not exist and a square that is used twice, but neither more pieces
than a game starts with nor an empty board: too little for `refuse`, which is not declared.

Finished positions. The side to move without a legal move has lost. A side to move against no
pieces is not over in the package's eyes and has moves. Its draw rules need history, so `game` is
not declared.

It and pydraughts both install a module named `draughts`: give each its own environment.
"""

from __future__ import annotations

import re

import draughts

import dcp

VERDICTS = {"-": "ongoing", "1-0": "white-wins", "0-1": "black-wins", "1/2-1/2": "draw"}


def _numbers(squares) -> tuple[str, ...]:
    return tuple(str(square + 1) for square in squares)


class PyDraughts(dcp.Adapter):
    name = "py-draughts"
    version = dcp.installed("py-draughts", draughts, mark="StandardBoard", rival="pydraughts")
    variants = tuple(
        dcp.Variant(each, dcp.GRID_10, squares="numeric", counts="unique", leaves="zero")
        for each in ("diagonal", "international")
    )
    can = ("divide", "perft", "apply", "result", "echo")

    def read(self, variant, fen):
        try:
            return draughts.StandardBoard.from_fen(fen.numeric())
        except ValueError as refusal:
            raise dcp.BadPosition(refusal) from refusal

    def write(self, variant, board):
        """The package wraps its FEN as a PDN tag."""
        return re.sub(r'^\[FEN "(.*)"\]$', r"\1", board.fen)

    def moves(self, variant, board):
        return [self._move(board, move) for move in board.legal_moves]

    def _move(self, board, move):
        return dcp.Move(
            path=_numbers(move.square_list),
            captured=_numbers(move.captured_list),
            after=lambda: self._played(board, move),
        )

    def _played(self, board, move):
        copy = board.copy()
        copy.push(move)
        return copy

    def result(self, variant, board, moves):
        return VERDICTS[board.result]


if __name__ == "__main__":
    dcp.main(PyDraughts())
