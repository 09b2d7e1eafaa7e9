"""kish 1.1.7 (Turkish draughts, Rust with Python bindings) under the variant id `arab`.

Squares and orientation are huff's own: A1 is White's lower left, White goes up. The package tells
every landing square and every captured piece, and lists captures that differ only in their route
separately, so `counts=route`.

A capture that ends on the square where it began is the exception: the package makes the move
rightly, but its `path()`, `source()`, `destination()` and `notation()` name a square A9 instead of
the way (its moves are kept as differences between positions, and the mover makes none here). The
row says what the package says, `a9`, with the right position after it. Which of several kings
moved cannot be had from the package, so nothing is put in its place.

Finished positions. `Board.status()` says that the game is over when the side to move has no move,
when either side has no piece, and when each side has one piece (a draw at once, as in the rules
page). `Board.actions()` and `Board.perft()` do not look at the status and go on listing moves in
the last two cases. Since the package's own status ends the game there, this adapter gives a
position that the status calls over no moves, and counts it the way `Board.perft()` counts a
position without moves: as one leaf, at whatever depth (`leaves=one`). To keep both true, counts
are walked here down to the last two plies and only those are left to `Board.perft()`, where one
piece each cannot yet cut anything off.

Results. `result` with moves is answered by `Game.status()`: third occurrence of a position, one
piece each, no move or no piece left. In this release it does not end a game for lack of progress,
at no number of plies that we tried, although the project's README speaks of 50 plies.

The package checks no position (overlaps, men on the last row, any number of pieces), so `refuse`
is not declared. Its module calls itself version 1.0.0; the version here is that of the release.
"""

from __future__ import annotations

from importlib import metadata

import kish

import dcp

TEAM = {"W": kish.Team.White, "B": kish.Team.Black}


def _square(place: tuple[int, int]) -> kish.Square:
    return kish.Square.from_row_col(place[1], place[0])


def _name(square: kish.Square) -> str:
    return square.notation().lower()


def _verdict(status: kish.GameStatus) -> str:
    if not status.is_over():
        return "ongoing"
    if status.is_draw():
        return "draw"
    return "white-wins" if status.winner() == kish.Team.White else "black-wins"


class Kish(dcp.Adapter):
    name = "kish"
    version = metadata.version("kish")
    language = "rust"
    variants = (dcp.Variant("arab", dcp.GRID_8, counts="route", leaves="one"),)
    can = ("divide", "perft", "apply", "result", "game", "echo")

    def read(self, variant, fen):
        return kish.Board.from_squares(
            turn=TEAM[fen.side],
            white_squares=[_square(place) for place in fen.of("W")],
            black_squares=[_square(place) for place in fen.of("B")],
            king_squares=[_square(place) for colour in "WB" for place in fen.of(colour, king=True)],
        )

    def write(self, variant, board):
        kings = {_name(square) for square in board.kings()}
        sections = []
        for letter, squares in (("W", board.white_pieces()), ("B", board.black_pieces())):
            names = [_name(square) for square in squares]
            sections.append(letter + ",".join("K" * (name in kings) + name for name in names))
        return ":".join(["W" if board.turn == kish.Team.White else "B", *sections])

    def moves(self, variant, board):
        return [] if board.status().is_over() else [self._move(board, a) for a in board.actions()]

    def _move(self, board, action):
        return dcp.Move(
            path=tuple(_name(square) for square in action.path()),
            captured=tuple(_name(square) for square in action.captured_pieces()),
            after=lambda: board.apply(action),
        )

    def leaves(self, variant, board, depth):
        if depth == 0 or board.status().is_over():
            return 1
        # One piece each can come up before the last ply only if the mover is down to one now.
        if depth == 1 or (depth == 2 and len(board.friendly_pieces()) > 1):
            return board.perft(depth)
        return sum(
            self.leaves(variant, board.apply(action), depth - 1) for action in board.actions()
        )

    def result(self, variant, board, moves):
        game = kish.Game.from_board(board)
        for text in moves:
            if game.status().is_over():
                raise dcp.Illegal(f"{text} after the end")
            wanted = self.find(variant, game.board(), text)
            game.make_move(self._action(game, wanted))
        return _verdict(game.status())

    def _action(self, game, wanted):
        """The game's own action for a move that was found on a copy of its board."""
        for action in game.actions():
            if tuple(_name(square) for square in action.path()) == wanted.path:
                return action
        raise dcp.Illegal("-".join(wanted.path))


if __name__ == "__main__":
    dcp.main(Kish())
