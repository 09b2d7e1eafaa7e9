"""pydraughts 0.6.7 (pure Python): its Turkish under `arab` and `turkish`, its standard game under
`international` and `diagonal` (the same rules; only the starting position differs, and huff always
sends the position).

Squares. In the standard game the package uses the ordinary numbers. In its Turkish game it reads
and writes names in a FEN, with a1 at White's lower left, while the squares of a move are numbers
that start at a1 and run along the ranks upwards (a1 is 1, h1 is 8, a2 is 9); they are turned into
names here. Its FEN reader takes White's section to be the first, so that is how it gets it.

Captures come with every landing square and are never merged, in either game: `counts=route`.
`moves` therefore repeats a move as often as the package does. The package has no perft: counts are
walked here on its move list, a position without moves counting nothing (`leaves=zero`). It is slow:
a position with hundreds of capture routes takes seconds, so give it a generous time limit.

Finished positions. The package ends a game when the side to move has no legal move, and lists no
moves then. A side with pieces to move against none is not over in its eyes, and it lists moves;
so does this adapter. In Turkish, one piece each is a draw only after four more plies without a
capture (its comment says that it cannot see a pending capture), where the Arab rules page ends the
game at once. Positions are asked without their history, so it never comes to that: expect
differences in such positions under `arab`; they come from the game that the package plays.

It plays by draw rules of its own that need history, so `game` is not declared. It checks no
position, so `refuse` is not.

It and py-draughts both install a module named `draughts`: give each its own environment.
"""

from __future__ import annotations

import draughts

import dcp


def _international(name: str) -> dcp.Variant:
    return dcp.Variant(
        name, dcp.GRID_10, squares="numeric", counts="route", leaves="zero", rules="standard"
    )


def _turkish(name: str) -> dcp.Variant:
    return dcp.Variant(name, dcp.GRID_8, counts="route", leaves="zero", rules="turkish")


class Pydraughts(dcp.Adapter):
    name = "pydraughts"
    version = dcp.installed("pydraughts", draughts, mark="WHITE", rival="py-draughts")
    variants = (
        _turkish("arab"),
        _turkish("turkish"),
        _international("diagonal"),
        _international("international"),
    )
    can = ("divide", "perft", "apply", "result", "echo")

    def read(self, variant, fen):
        text = fen.algebraic() if variant.rules == "turkish" else fen.numeric()
        return draughts.Board(variant.rules, text)

    def write(self, variant, board):
        return board.fen

    def moves(self, variant, board):
        return [self._move(variant, board, move) for move in board.legal_moves()]

    def _move(self, variant, board, move):
        return dcp.Move(
            path=tuple(self._square(variant, number) for number in move.steps_move),
            captured=tuple(self._square(variant, number) for number in move.captures),
            after=lambda: board.copy().push(move),
        )

    def _square(self, variant, number):
        if variant.rules == "standard":
            return str(number)
        return "abcdefgh"[(number - 1) % 8] + str((number - 1) // 8 + 1)

    def result(self, variant, board, moves):
        verdicts = {None: "ongoing", 0: "draw"}
        verdicts.update({draughts.WHITE: "white-wins", draughts.BLACK: "black-wins"})
        return verdicts[board.winner()]


if __name__ == "__main__":
    dcp.main(Pydraughts())
