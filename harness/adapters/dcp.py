"""The engine's side of dcp/1, so that an adapter only has to translate one package.

An adapter subclasses `Adapter`, fills in what the package can tell, and ends with
`dcp.main(MyAdapter())`. This module then does the talking: the session on standard input, one
question on the command line, the declaration, the FEN, the error answers. It knows no rules of
any game and never changes, drops or reorders what the package says: rule behaviour is what is
being tested.

Standard library only, Python 3.9 or later.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any, Callable, Iterable, NamedTuple, Optional

PROTOCOL = 1
RESULTS = ("ongoing", "white-wins", "black-wins", "draw")


class Failure(Exception):
    """An answer that begins with `err`; `word` is what huff looks at."""

    word = "failed"


class Unsupported(Failure):
    """Not for this engine: huff skips the case."""

    word = "unsupported"


class BadPosition(Failure):
    """The position is malformed, or the package refuses it."""

    word = "position"


class Illegal(Failure):
    """The move is not among the package's legal moves."""

    word = "illegal"


class Usage(Failure):
    """The request itself is wrong; never the engine's fault."""

    word = "usage"


class Grid(NamedTuple):
    """A board's squares. `dark` boards use only the half that has the colour of a1.

    A square is a pair (file, rank), both from 0, (0, 0) being a1. Numbers run from the top left
    of White's view, row by row, as in International draughts.
    """

    size: int
    dark: bool

    @property
    def per_row(self) -> int:
        return self.size // 2 if self.dark else self.size

    def square(self, text: str) -> tuple[int, int]:
        """Read one square, by name or by number."""
        match = re.fullmatch(r"([a-z])([0-9]{1,2})", text)
        if match:
            place = ord(match.group(1)) - ord("a"), int(match.group(2)) - 1
            if self._holds(place):
                return place
        elif re.fullmatch(r"[0-9]{1,3}", text) and 1 <= int(text) <= self.per_row * self.size:
            return self._numbered(int(text))
        raise BadPosition(f"square {text}")

    def name(self, square: tuple[int, int]) -> str:
        return "abcdefghijklmnopqrstuvwxyz"[square[0]] + str(square[1] + 1)

    def number(self, square: tuple[int, int]) -> int:
        file, rank = square
        column = file // 2 if self.dark else file
        return (self.size - 1 - rank) * self.per_row + column + 1

    def _holds(self, square: tuple[int, int]) -> bool:
        file, rank = square
        inside = 0 <= file < self.size and 0 <= rank < self.size
        return inside and not (self.dark and (file + rank) % 2)

    def _numbered(self, number: int) -> tuple[int, int]:
        row, column = divmod(number - 1, self.per_row)
        rank = self.size - 1 - row
        return (2 * column + rank % 2 if self.dark else column), rank


GRID_8 = Grid(8, dark=False)
GRID_10 = Grid(10, dark=True)


class Piece(NamedTuple):
    colour: str  # "W" or "B"
    king: bool


@dataclass
class Fen:
    """A position as the request gives it: checked as text, not judged by any rule."""

    grid: Grid
    side: str
    pieces: dict[tuple[int, int], Piece] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str, grid: Grid) -> "Fen":
        parts = text.split(":")
        if len(parts) != 3 or parts[0] not in ("W", "B"):
            raise BadPosition(f"shape {text}")
        if sorted(part[:1] for part in parts[1:]) != ["B", "W"]:
            raise BadPosition(f"sections {text}")
        fen = cls(grid, parts[0])
        for part in parts[1:]:
            for item in part[1:].split(",") if part[1:] else ():
                fen._add(part[0], item)
        return fen

    def _add(self, colour: str, item: str) -> None:
        king = item.startswith("K")
        for square in self._squares(item[1:] if king else item):
            if square in self.pieces:
                raise BadPosition(f"square {self.grid.name(square)} twice")
            self.pieces[square] = Piece(colour, king)

    def _squares(self, text: str) -> Iterable[tuple[int, int]]:
        match = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", text)
        if not match:
            return [self.grid.square(text)]
        first, last = int(match.group(1)), int(match.group(2))
        if first > last:
            raise BadPosition(f"range {text}")
        return [self.grid.square(str(number)) for number in range(first, last + 1)]

    def of(self, colour: str, king: Optional[bool] = None) -> list[tuple[int, int]]:
        """The squares of one side's pieces, of its kings or of its men."""
        return [
            square
            for square, piece in self.pieces.items()
            if piece.colour == colour and king in (None, piece.king)
        ]

    def numeric(self) -> str:
        """PDN FEN with numbers, White's section first, no ranges: what most packages read."""
        return self._text(lambda square: str(self.grid.number(square)))

    def algebraic(self) -> str:
        """PDN FEN with names of squares, White's section first."""
        return self._text(self.grid.name)

    def _text(self, label: Callable[[tuple[int, int]], str]) -> str:
        sections = []
        for colour in "WB":
            squares = sorted(self.of(colour), key=self.grid.number)
            words = [
                ("K" if self.pieces[square].king else "") + label(square) for square in squares
            ]
            sections.append(colour + ",".join(words))
        return ":".join([self.side, *sections])


class Move(NamedTuple):
    """One entry of the package's move list, with squares as the variant line declares them.

    `path` is every square on which the piece lands, or only the first and the last if the package
    tells no more (then the variant must not declare `notation=path`). `after` makes the package
    play the move on a copy and returns its state; it is only called when it is needed.
    """

    path: tuple[str, ...]
    captured: tuple[str, ...] = ()
    after: Optional[Callable[[], Any]] = None


@dataclass(frozen=True)
class Variant:
    """What the `variant` line says, and `rules`: the package's own name for the game."""

    id: str
    grid: Grid
    notation: str = "path"
    squares: str = "algebraic"
    counts: str = "unique"
    leaves: str = "zero"
    rules: str = ""

    def declaration(self) -> str:
        keys = ("id", "notation", "squares", "counts", "leaves")
        return "variant " + " ".join(f"{key}={getattr(self, key)}" for key in keys)

    def text(self, move: Move) -> str:
        """Write a move in the declared notation."""
        ends = [move.path[0], move.path[-1]]
        if not move.captured:
            return "-".join(ends)
        words = {"path": move.path, "hub": [*ends, *move.captured], "short": ends}
        return "x".join(words[self.notation])


def installed(package: str, module: Any, mark: str, rival: str) -> str:
    """The release of a package whose module another package, its rival, installs under the same name.

    Ends with a plain message where the package is not there, or where its module lacks `mark`, a
    name that only the right module has.
    """
    try:
        release = metadata.version(package)
    except metadata.PackageNotFoundError:
        sys.exit(f"{package} is not installed in this environment")
    if not hasattr(module, mark):
        name = module.__name__
        sys.exit(f"module {name} is not the one of {package}; is {rival} installed here too?")
    return release


class Adapter:
    """What a package must offer. Only `read` and `moves` have no usable default.

    `can` names the requests that this adapter answers besides `hello` and `moves`.
    """

    name = "unnamed"
    version = "0"
    language = "python"
    variants: tuple[Variant, ...] = ()
    can: tuple[str, ...] = ()

    def read(self, variant: Variant, fen: Fen) -> Any:
        """Make the package's own position. Raise `BadPosition` if the package refuses it."""
        raise NotImplementedError

    def moves(self, variant: Variant, state: Any) -> list[Move]:
        """The package's legal moves, all of them, in its own order."""
        raise NotImplementedError

    def write(self, variant: Variant, state: Any) -> Optional[str]:
        """The package's position as a FEN, or None if it cannot be had."""
        return None

    def leaves(self, variant: Variant, state: Any, depth: int) -> int:
        """Count by walking the package's move list; override where the package has a perft."""
        if depth == 0:
            return 1
        moves = self.moves(variant, state)
        if not moves:
            return 1 if variant.leaves == "one" else 0
        if depth == 1:
            return len(moves)
        return sum(self.leaves(variant, move.after(), depth - 1) for move in moves)

    def result(self, variant: Variant, state: Any, moves: list[str]) -> str:
        """One of `RESULTS`. `moves` is empty unless `can` has `game`."""
        raise Unsupported("result")

    # What follows is used by adapters and by the session, and needs no overriding.

    def find(self, variant: Variant, state: Any, text: str) -> Move:
        """The package's move that `text` names, or `Illegal`.

        Exactly the same squares win. Failing that, a path that starts and ends alike and takes
        the same pieces is the same move to huff, so a package that lists only one of several
        routes is not accused of refusing the others.
        """
        words = tuple(re.split("[-x]", text))
        moves = self.moves(variant, state)
        for move in moves:
            if _same_words(variant, move, words):
                return move
        taken = self._taken(variant, state, words)
        for move in moves:
            ends = move.path[0], move.path[-1]
            if taken and ends == (words[0], words[-1]) and set(move.captured) == taken:
                return move
        raise Illegal(text)

    def _taken(self, variant: Variant, state: Any, words: tuple[str, ...]) -> set[str]:
        """The pieces that a path jumps over; empty if it is not a path or jumps nothing."""
        text = self.write(variant, state) if variant.notation == "path" else None
        if text is None:
            return set()
        fen = Fen.read(text, variant.grid)
        try:
            stops = [variant.grid.square(word) for word in words]
        except BadPosition:
            return set()
        own = "B" if fen.side == "B" else "W"
        label = variant.grid.name if variant.squares == "algebraic" else variant.grid.number
        return {
            str(label(square))
            for start, end in zip(stops, stops[1:])
            for square in _between(start, end)
            if square in fen.pieces and fen.pieces[square].colour != own
        }


def _same_words(variant: Variant, move: Move, words: tuple[str, ...]) -> bool:
    """Whether `words` is exactly how this move is written in the declared notation."""
    if not move.captured or variant.notation == "short":
        return words == (move.path[0], move.path[-1])
    if variant.notation == "path":
        return words == tuple(move.path)
    same_ends = words[:2] == (move.path[0], move.path[-1])
    return same_ends and sorted(words[2:]) == sorted(move.captured)


def _between(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The squares strictly between two squares of one straight line, else none."""
    across, up = end[0] - start[0], end[1] - start[1]
    if across and up and abs(across) != abs(up):
        return []
    steps = max(abs(across), abs(up))
    unit = (across > 0) - (across < 0), (up > 0) - (up < 0)
    return [(start[0] + unit[0] * step, start[1] + unit[1] * step) for step in range(1, steps)]


class Server:
    """Answers requests for one adapter. Whatever a request does, there is an answer."""

    def __init__(self, adapter: Adapter):
        self.adapter = adapter
        self.by_id = {variant.id: variant for variant in adapter.variants}

    def answer(self, words: list[str]) -> list[str]:
        """The lines that answer one request, the last of which begins with `ok` or `err`."""
        try:
            rows, count = self._dispatch(words)
            return [*rows, f"ok {len(rows) if count is None else count}"]
        except Failure as failure:
            return [_error(failure.word, failure)]
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as trouble:  # a panic of a Rust package is no Exception
            return [_error("internal", f"{type(trouble).__name__} {trouble}")]

    def _dispatch(self, words: list[str]) -> tuple[list[str], Optional[int]]:
        request, arguments = words[0], words[1:]
        if request == "hello":
            return self._hello(arguments)
        answers = {
            "moves": (2, self._moves),
            "divide": (3, self._divide),
            "perft": (3, self._perft),
            "apply": (3, self._apply),
            "result": (2, self._result),
            "echo": (2, self._echo),
        }
        if request not in answers or request not in ("moves", *self.adapter.can):
            raise Unsupported(request)
        need, method = answers[request]
        if len(arguments) < need or (len(arguments) > need and request != "result"):
            raise Usage(f"{request} takes {need} words")
        variant = self.by_id.get(arguments[0])
        if variant is None:
            raise Unsupported(arguments[0])
        state = self.adapter.read(variant, Fen.read(arguments[1], variant.grid))
        return method(variant, state, arguments[2:]), None

    def _hello(self, arguments: list[str]) -> tuple[list[str], int]:
        if len(arguments) != 1 or not arguments[0].isdecimal() or int(arguments[0]) < PROTOCOL:
            raise Usage("hello 1")
        adapter = self.adapter
        engine = f"engine name={adapter.name} version={adapter.version} lang={adapter.language}"
        declared = [variant.declaration() for variant in adapter.variants]
        return [engine, *declared, " ".join(["can", "moves", *adapter.can])], PROTOCOL

    def _moves(self, variant: Variant, state: Any, _: list[str]) -> list[str]:
        return [self._row(variant, move) for move in self.adapter.moves(variant, state)]

    def _row(self, variant: Variant, move: Move) -> str:
        after = move.after and self.adapter.write(variant, move.after())
        return variant.text(move) + (f" {after}" if after else "")

    def _divide(self, variant: Variant, state: Any, arguments: list[str]) -> list[str]:
        depth = _depth(arguments[0], least=1)
        return [
            f"{variant.text(move)} {self.adapter.leaves(variant, move.after(), depth - 1)}"
            for move in self.adapter.moves(variant, state)
        ]

    def _perft(self, variant: Variant, state: Any, arguments: list[str]) -> list[str]:
        return [str(self.adapter.leaves(variant, state, _depth(arguments[0], least=0)))]

    def _apply(self, variant: Variant, state: Any, arguments: list[str]) -> list[str]:
        move = self.adapter.find(variant, state, arguments[0])
        return [self._written(variant, move.after())]

    def _result(self, variant: Variant, state: Any, arguments: list[str]) -> list[str]:
        if arguments and "game" not in self.adapter.can:
            raise Unsupported("game")
        return [self.adapter.result(variant, state, arguments)]

    def _echo(self, variant: Variant, state: Any, _: list[str]) -> list[str]:
        return [self._written(variant, state)]

    def _written(self, variant: Variant, state: Any) -> str:
        text = self.adapter.write(variant, state)
        if text is None:
            raise Unsupported("position")
        return text


def _depth(text: str, least: int) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) < least:
        raise Usage(f"depth {text}")
    return int(text)


def _error(word: str, reason: object) -> str:
    """One line, plain characters, not too long, whatever the reason contains."""
    plain = str(reason).encode("ascii", "replace").decode("ascii")
    return f"err {word} {' '.join(plain.split())[:200]}".rstrip()


def main(adapter: Adapter, arguments: Optional[list[str]] = None) -> None:
    """Answer the one question on the command line, or talk on standard input until `bye`."""
    arguments = sys.argv[1:] if arguments is None else arguments
    server = Server(adapter)
    try:
        with _own_output() as output:
            if arguments:
                _send(output, server.answer(arguments))
            else:
                _session(server, output)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)  # nobody listens any more: no traceback, no second try at flushing


def _own_output():
    """Keep standard output for answers, and send whatever else a package prints to the errors."""
    output = os.fdopen(os.dup(1), "w", encoding="ascii", errors="replace", newline="\n")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return output


def _session(server: Server, output) -> None:
    for line in iter(sys.stdin.buffer.readline, b""):
        words = line.decode("utf-8", "replace").split()
        if words == ["bye"]:
            break
        if words:
            _send(output, server.answer(words))


def _send(output, lines: list[str]) -> None:
    output.write("\n".join(lines) + "\n")
    output.flush()
