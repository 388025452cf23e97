"""The native part of the package."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Literal, Self, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .results import Choice, Elo, Inputs, Labels, Outcome, Report, Review, Solution

__version__: str

_Move = str | tuple[int, int]
_Moves = str | Sequence[_Move]
_Path = str | PathLike[str]
_Side = Literal["black", "white"] | str

@final
class Position:
    """A board with stones, the side to move, and the moves that led to it.

    ``moves`` is a text like ``h8i9g7`` or a list; ``pass`` or ``--`` is a pass. Moves of a list may also be the row and
    the column in arrays. ``black`` and ``white`` are stones that are set up before, and ``to_move`` is the side that moves
    next to them; it must be given unless the sides have played in turn.
    """

    def __new__(
        cls,
        moves: _Moves | None = None,
        *,
        rule: str = "freestyle",
        size: int | str | None = None,
        black: _Moves | None = None,
        white: _Moves | None = None,
        to_move: _Side | None = None,
    ) -> Self: ...
    @staticmethod
    def from_array(stones: ArrayLike, *, rule: str = "freestyle", to_move: _Side | None = None) -> Position:
        """The position of an array of rows from the top: 1 black, -1 white, 0 empty, 2 dead."""

    @property
    def rule(self) -> str:
        """The rule: ``freestyle``, ``standard``, ``renju``, ``caro``, ``caro-exact``; with ``+fb_check``, ``+continuous``."""

    @property
    def width(self) -> int:
        """The number of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""

    @property
    def to_move(self) -> str:
        """The side to move: ``black`` or ``white``. It can be set."""

    @to_move.setter
    def to_move(self, value: str) -> None: ...
    @property
    def stones(self) -> NDArray[np.int8]:
        """The stones as an array of rows from the top: 1 black, -1 white, 0 empty, 2 dead. A copy."""

    @property
    def legal(self) -> NDArray[np.bool_]:
        """The points on which the side to move may play; none if the game is over."""

    @property
    def legal_moves(self) -> list[str]:
        """The names of these points, row by row."""

    @property
    def forbidden(self) -> NDArray[np.bool_]:
        """The points that are forbidden to black."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""

    @property
    def winning_row(self) -> list[str]:
        """The points of the winning row, if there is one."""

    @property
    def moves(self) -> list[str]:
        """The moves and passes since the start; without the stones that were set up."""

    @property
    def rows(self) -> tuple[int, int]:
        """The rows that black and white have completed in a continuous game."""

    def play(self, move: _Move) -> None:
        """Plays a move, or ``pass``, for the side to move."""

    def undo(self) -> str:
        """Takes back the last move, and returns it."""

    def copy(self) -> Position:
        """A copy that changes independently."""

    def symmetries(self) -> list[Position]:
        """The images under the symmetries of the board: eight of a square board, first the position itself."""

    def name_of(self, row: int, column: int) -> str:
        """The name of a point by its row and column in arrays: ``h8``."""

    def index_of(self, move: _Move) -> tuple[int, int]:
        """The row and the column of a point in arrays."""

    def svg(
        self,
        *,
        line: _Moves | None = None,
        labels: Mapping[str, str] | None = None,
        numbers: str = "all",
        forbidden: bool | None = None,
        width: int | None = None,
    ) -> str:
        """The board as SVG, with a line of planned moves and labels at points.

        ``numbers`` is ``all``, ``none``, or the number of the first move that shows its number.
        """

    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Position: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    @staticmethod
    def _restore(state: Any) -> Position: ...

@final
class Engine:
    """The engine with its memory. It searches one position at a time; other threads wait for their turn.

    Searches with a limit by nodes use one thread, and their results are reproducible. ``networks`` are files that replace
    the built-in network of their rule. ``seed`` decides on the random moves of the lower levels.
    """

    def __new__(
        cls,
        *,
        threads: int | str = 1,
        hash_mb: int = 256,
        networks: Sequence[_Path] = (),
        seed: int = 0,
    ) -> Self: ...
    @property
    def threads(self) -> int:
        """The number of threads; at most one for each processor."""

    @property
    def hash_mb(self) -> int:
        """The memory of the tables."""

    def clear(self) -> None:
        """Forgets everything that was learned."""

    @overload
    def analyse(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        time: float | str | None = None,
        depth: int | None = None,
        lines: int = 1,
        every: None = None,
        exclude: _Moves | None = None,
        reuse: bool | None = None,
    ) -> Report: ...
    @overload
    def analyse(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        time: float | str | None = None,
        depth: int | None = None,
        lines: int = 1,
        every: float | str,
        exclude: _Moves | None = None,
        reuse: bool | None = None,
    ) -> Reports:
        """Finds the best ``lines`` moves with their lines, within limits; without any it takes five seconds.

        With ``every``, in seconds, it returns an iterator of reports, of which the last is the result. ``exclude`` are
        moves that are not considered. ``reuse`` allows to use what earlier searches have learned; it is usual without
        limits of nodes and depth.
        """

    def choose(
        self,
        position: Position,
        *,
        level: int | str | None = None,
        nodes: int | None = None,
        time: float | str | None = None,
        depth: int | None = None,
        exclude: _Moves | None = None,
        seed: int | None = None,
        reuse: bool | None = None,
    ) -> Choice:
        """Chooses a move to play, at a level from 1 (beginner) to 8 (full strength).

        With a seed, seed and position decide on the random moves of the lower levels.
        """

    @overload
    def evaluate(
        self, batch: Sequence[Position], *, to_move: None = None, rule: None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
    @overload
    def evaluate(
        self,
        batch: NDArray[np.integer[Any]],
        *,
        to_move: _Side | Sequence[str] | None = None,
        rule: str | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Evaluates positions by the network alone: the winning chances of the side to move, and for each position the
        probability of every move, as an array of rows and columns.

        ``batch`` is a list of positions, or an array of boards as of :meth:`Position.from_array`.
        """

    def solve(
        self,
        position: Position,
        kind: str = "any",
        *,
        nodes: int | None = None,
        time: float | str = 10,
        shortest: bool = True,
    ) -> Solution:
        """Looks for a forced win of the side to move: see :func:`solve`."""

@final
class Reports(Iterator[Report]):
    """The reports of a search that goes on while they are used. Closing or dropping it ends the search."""

    def __iter__(self) -> Reports: ...
    def __next__(self) -> Report: ...
    def close(self) -> None:
        """Ends the search."""

    def __enter__(self) -> Reports: ...
    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None: ...

@final
class Game:
    """A record of a game."""

    def __new__(
        cls,
        moves: _Moves,
        *,
        rule: str = "freestyle",
        size: int | str | None = None,
        black: str = "",
        white: str = "",
    ) -> Self: ...
    @staticmethod
    def from_position(position: Position, *, black: str = "", white: str = "") -> Game:
        """The game of a position. What was played before a pass or out of turn is set up."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of black and white."""

    @property
    def rule(self) -> str:
        """The rule."""

    @property
    def width(self) -> int:
        """The number of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""

    @property
    def moves(self) -> list[str]:
        """The moves."""

    @property
    def comments(self) -> list[str]:
        """The comment of each move, which may be empty."""

    @property
    def times(self) -> list[float | None]:
        """The time of each move in seconds, where it is known."""

    @property
    def outcome(self) -> Outcome | None:
        """The result, if it is known."""

    @property
    def notes(self) -> list[str]:
        """What was skipped, or read otherwise than written."""

    def position(self, after: int | None = None) -> Position:
        """The position after this many moves, or after all."""

    def positions(self) -> list[Position]:
        """The position before each move, and after the last one."""

    def sgf(self) -> str:
        """The game in the Smart Game Format."""

    def to_bytes(self, format: str) -> bytes:
        """The content of a file: ``sgf``, ``psq`` (Piskvork), ``lib`` (RenLib) or ``txt`` (CCGC)."""

    def gif(self, *, numbers: str = "all", delay: float | str = 1, width: int | None = None) -> bytes:
        """The game, move by move, as an animated GIF."""

    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    @staticmethod
    def _restore(sgf: str, notes: list[str]) -> Game: ...

@final
class Games(Iterator[Game]):
    """The games of a file. After a game that cannot be read, the next call returns the one behind it."""

    def __iter__(self) -> Games: ...
    def __next__(self) -> Game: ...

@final
class Brain:
    """A brain in its own process: a command line, or ``NAME=VALUE`` parts as in ``tengen match``.

    ``turn=SECONDS`` limits the time of a move, ``nodes=N`` its nodes; without limits it takes one second.
    """

    def __new__(cls, command: str) -> Self: ...
    @property
    def name(self) -> str:
        """The name."""

    def start(self, position: Position, side: _Side) -> None:
        """Starts a game in which it plays this side."""

    def __call__(self, position: Position) -> tuple[int, int]:
        """Its move, as row and column. A position that does not continue the game of :meth:`start`, or of the last call,
        begins another game.
        """

    def close(self) -> None:
        """Ends the program."""

@final
class Positions:
    """The positions of training games, in the order of files, games and moves; their games stay packed in memory.

    Only positions that a search would evaluate count, unless ``decided`` is true. Files are read and inputs computed by
    ``threads`` (``all``: as many as there are processors), on whose number no result depends; other Python threads run meanwhile.
    """

    def __new__(cls, files: Sequence[_Path], *, decided: bool = False, threads: int | str = 1) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def starts(self) -> list[int]:
        """The number of the first position of each file."""

    @property
    def rules(self) -> list[str]:
        """The rules of the games."""

    def labels(self, positions: ArrayLike, *, plies: ArrayLike | None = None) -> Labels:
        """What is known of the positions with these numbers; ``plies`` later for each, the score there too."""

    def inputs(self, positions: ArrayLike) -> Inputs:
        """The inputs of the network for the positions with these numbers."""

    def table_values(self, positions: ArrayLike) -> NDArray[np.int16]:
        """The values of the positions by the pattern tables, for the side to move."""

def inputs(positions: Sequence[Position]) -> Inputs:
    """The inputs of the network for any positions of one rule."""

def solve(
    position: Position,
    kind: str = "any",
    *,
    nodes: int | None = None,
    time: float | str = 10,
    threads: int | str = 1,
    hash_mb: int = 256,
    shortest: bool = True,
) -> Solution:
    """Looks for a forced win of the side to move: by fours (``vcf``), by threats (``vct``), or by any moves (``any``).

    It then looks for the shortest win of any kind within the limits, unless ``shortest`` is false. The proof of a win
    ends after its first 1,000 positions.
    """

def review(
    game: Game,
    *,
    nodes: int | None = None,
    time: float | str | None = None,
    threads: int | str = 1,
    hash_mb: int = 256,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Grades the moves of a game, with 100,000 nodes for each unless other limits are given.

    ``progress`` is called with the number of positions done and of all.
    """

def read(
    file: _Path,
    *,
    rule: str | None = None,
    size: int | str | None = None,
    as_five: bool = False,
    skip_errors: bool = False,
) -> Games:
    """Reads the games of a file of any format that Tengen reads, one after the other.

    ``rule`` and ``size`` are those of games that name none. ``as_five`` reads SGF files of other games too. A game that
    cannot be read raises :class:`ReadError` in its place, or is skipped.
    """

def parse(
    content: str | bytes,
    *,
    rule: str | None = None,
    size: int | str | None = None,
    as_five: bool = False,
    skip_errors: bool = False,
) -> Games:
    """Reads the games of a text, or of the content of a file: see :func:`read`."""

def write(file: _Path, games: Game | Iterable[Game], *, replace: bool = False) -> None:
    """Writes a game to a file; its name ends in .sgf, .psq, .lib or .txt. An SGF file holds several games.

    A file that exists raises :class:`FileExistsError`, unless ``replace`` is true.
    """

def openings(
    kind: str,
    count: int,
    *,
    rule: str = "freestyle",
    size: int | str = 15,
    seed: int = 0,
    nodes: int | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Openings of a match: ``empty``, ``balanced`` (drawn at random and searched), by an opening rule like ``swap2``, with
    the choices of both players by searches, or those of a file, in order.
    """

def elo(pairs: Sequence[tuple[float, float]]) -> Elo:
    """What the scores of pairs of games say about the strength of the first player."""
