"""What searches find."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ._native import Game, Position

__all__ = ["Choice", "Elo", "Inputs", "Labels", "Line", "Outcome", "Proof", "Report", "Review", "ReviewedMove", "Solution"]

#: The width of a board in a notebook.
WIDTH = 420
#: The number of moves of a line that a board shows.
SHOWN = 9


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """``black``, ``white``, or ``None`` after a draw."""
    reason: str
    """``five``, ``full board``, ``resignation``, …"""


@dataclass(frozen=True, slots=True)
class Line:
    """A move and what is expected after it."""

    move: str
    """The move: ``h8``."""
    score: int
    """The score for the side to move; beyond ±29,000 it is a proven win or loss."""
    win_rate: float
    """The score as a share of games won by the side to move, 0 to 1; a draw is half a win."""
    win_in: int | None
    """The number of moves, of both sides, to a proven win; in a continuous game, to the next point."""
    loss_in: int | None
    """The number of moves, of both sides, to a proven loss; in a continuous game, to the opponent's next point."""
    principal_variation: tuple[str, ...]
    """The best moves of both sides, this move first."""
    depth: int
    """The depth of the search in moves of both sides; 0 if the only reply to a four was not searched."""
    selective_depth: int
    """The deepest position that was searched."""
    position: Position = field(repr=False, compare=False)
    """The position before the move."""

    def svg(self, *, width: int | None = None) -> str:
        """The board with the first moves of the line."""
        return self.position.svg(line=list(self.principal_variation[:SHOWN]), numbers="none", width=width)

    def _repr_svg_(self) -> str:
        return self.svg(width=WIDTH)


@dataclass(frozen=True, slots=True)
class Report:
    """The best lines of a position."""

    lines: tuple[Line, ...]
    """The lines, the best first; none if no move is legal."""
    nodes: int
    """The positions that were searched."""
    elapsed: float
    """The time in seconds."""
    position: Position = field(repr=False, compare=False)
    """The position."""

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]

    @property
    def depth(self) -> int:
        """The depth of the search."""
        return max((line.depth for line in self.lines), default=0)

    def svg(self, *, width: int | None = None) -> str:
        """The board with the best line, and the winning chances of the other first moves."""
        if not self.lines:
            return self.position.svg(width=width)
        shown = list(self.lines[0].principal_variation[:SHOWN])
        others = {line.move: f"{line.win_rate:.0%}" for line in self.lines[1:] if line.move not in shown}
        return self.position.svg(line=shown, labels=others, numbers="none", width=width)

    def _repr_svg_(self) -> str:
        return self.svg(width=WIDTH)


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move."""

    move: str
    """The move."""
    report: Report | None
    """The search; ``None`` for the random moves of the lower levels."""


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """A position of a proven win, with the attacker to move.

    Positions that are reached in several ways are one object, so a proof is a tree whose branches may meet again.
    """

    position: Position = field(repr=False)
    """The position."""
    move: str | None
    """The attacker's move."""
    plies: int
    """The number of moves, of both sides, to the five."""
    fours: tuple[str, ...]
    """The win by fours from here, or the one that the move threatens: every reply that is not listed loses to it."""
    replies: dict[str, Proof | None] = field(repr=False)
    """The replies that are answered; ``None`` for positions beyond the first thousand, which are not in the proof."""

    def __iter__(self) -> Iterator[Proof]:
        """All positions of the proof, each once."""
        seen, waiting = {id(self)}, [self]
        while waiting:
            node = waiting.pop(0)
            yield node
            for reply in node.replies.values():
                if reply is not None and id(reply) not in seen:
                    seen.add(id(reply))
                    waiting.append(reply)


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of the search for a forced win. It is true if there is one."""

    finding: str
    """``win``; ``none`` if there is no such win, for certain; or ``unknown`` within the limits."""
    kind: str
    """How the win is made: ``vcf`` by fours, ``vct`` by threats, ``win`` by any moves; or what was searched for last."""
    line: tuple[str, ...]
    """The moves of both sides."""
    plies: int | None
    """The number of moves, of both sides, to the five."""
    is_shortest: bool
    """Whether there is no shorter win; of a VCF, if only that was searched for, no shorter VCF."""
    proof: Proof | None
    """The proof of a win: an answer to every reply, in up to a thousand positions."""
    nodes: int
    """The positions that were searched."""
    elapsed: float
    """The time in seconds."""
    position: Position = field(repr=False, compare=False)
    """The position."""

    def __bool__(self) -> bool:
        return self.finding == "win"

    def svg(self, *, width: int | None = None) -> str:
        """The board with the winning line."""
        return self.position.svg(line=list(self.line), numbers="none", width=width)

    def _repr_svg_(self) -> str:
        return self.svg(width=WIDTH)


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game with its grade."""

    number: int
    """The number of the move, from 1."""
    side: str
    """``black`` or ``white``."""
    move: str
    """The move."""
    grade: str
    """``best``, ``good``, ``inaccuracy``, ``mistake``, ``blunder``, ``missed defence`` or ``missed win``."""
    is_marked: bool
    """Whether the move lost something."""
    loss: float
    """The winning chances that it lost, 0 to 1."""
    accuracy: float
    """The accuracy, 0 to 1."""
    reason: str | None
    """The reason for the grade."""
    better: tuple[str, ...]
    """The line that begins with a better move, if something was lost."""
    position: Position = field(repr=False, compare=False)
    """The position before the move."""

    def svg(self, *, width: int | None = None) -> str:
        """The board before the move: the move as ``?`` and the better line if something was lost."""
        if not self.is_marked:
            return self.position.svg(line=[self.move], numbers="none", width=width)
        better = list(self.better[:SHOWN])
        labels = {} if self.move in better else {self.move: "?"}
        return self.position.svg(line=better, labels=labels, numbers="none", width=width)

    def _repr_svg_(self) -> str:
        return self.svg(width=WIDTH)


@dataclass(frozen=True, slots=True)
class Review:
    """A game with graded moves."""

    game: Game = field(repr=False)
    """The game."""
    moves: tuple[ReviewedMove, ...]
    """The moves."""
    win_rates: tuple[float | None, ...]
    """Black's winning chances, from before the first move to after the last one."""
    graph: str = field(repr=False)
    """The winning chances as SVG; the moves that lost something are marked."""

    def accuracy(self, side: str) -> float | None:
        """The mean accuracy of the moves of a side."""
        own = [move.accuracy for move in self.moves if move.side == side]
        return sum(own) / len(own) if own else None

    def _repr_svg_(self) -> str:
        return self.graph


@dataclass(frozen=True, slots=True)
class Elo:
    """What the results of a match say about the strength of the first player."""

    difference: float | None
    """The difference of strength; ``None`` if one side won all games, or without games."""
    error: float | None
    """Half the width of the 95 % interval, where it has two ends."""
    low: float | None
    """The lower end of the interval."""
    high: float | None
    """The upper end of the interval."""
    superiority: float | None
    """The likelihood that the first player is stronger."""
    text: str
    """The results as a line of text."""


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """What is known of positions of training games, for the side to move: an array for each field."""

    height: NDArray[np.uint8]
    """The rows of the board."""
    width: NDArray[np.uint8]
    """The columns of the board."""
    side: NDArray[np.uint8]
    """The side to move: 0 black, 1 white."""
    stones: NDArray[np.int16]
    """The number of stones."""
    check: NDArray[np.uint8]
    """The static win check: 0 open, 1 open four threatened, 2 five threatened, 3 won, 4 VCF, 5 lost. A search evaluates 0 and 1."""
    score: NDArray[np.int16]
    """The search score in points; beyond ±29,000 it is a proven win or loss."""
    best_row: NDArray[np.uint8]
    """The row of the best move."""
    best_column: NDArray[np.uint8]
    """The column of the best move."""
    is_random: NDArray[np.uint8]
    """1 if a random move was played instead of the best one."""
    result: NDArray[np.int16]
    """1 won, 0 draw, -1 lost; 2 unknown: the game is unfinished, or a random move was played later."""
    source: NDArray[np.uint64]
    """The number of the self-play game that the position comes from."""
    later_score: NDArray[np.int16]
    """The search score some plies later, for the side to move there."""
    later_plies: NDArray[np.int16]
    """The number of these plies, fewer at the end of a game; -1 if a random move was played among them."""


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """The inputs of the network (``train/FORMAT.md``) for positions: rows of tables whose sums are the numbers of each point.

    All boards are on the smallest grid that contains them, at its top left.
    """

    pcodes: NDArray[np.int16]
    """Position × 2 × row × column. An empty point has its own pcode, and 2,380 + the opponent's pcode; an occupied one
    4,760 if the stone is own or 4,761, and 4,762, which is nothing; a point off the board twice 4,762."""
    windows: NDArray[np.int16]
    """Position × 4 × row × column, for the lines ``→ ↓ ↘ ↗``: of an empty point 1 + its window on a row or column, 821 + its
    window on a diagonal; 0 elsewhere."""
    threats: NDArray[np.int16]
    """The threat index of each position."""
