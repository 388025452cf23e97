"""Environments for `gymnasium`: ``pip install './python[gymnasium]'``.

>>> import gymnasium, tengen.gym
>>> env = gymnasium.make("tengen/Renju-v0", opponent=2)
>>> board, info = env.reset(seed=1)
>>> board, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import matches
from ._native import Engine, Position
from .errors import InvalidArgument

__all__ = ["OPENINGS", "GomokuEnv"]

#: The positions that the engine searches for each choice of an opening rule.
NODES = 200
#: The openings of an environment by their names; from ``swap`` on they are opening rules of tournaments.
OPENINGS = (
    "empty",
    "balanced",
    "swap",
    "swap2",
    "pro",
    "long-pro",
    "rif",
    "yamaguchi",
    "soosyrv-8",
    "taraguchi-10",
)

Board = NDArray[np.int8]


class Starts:
    """Draws the positions in which the games of an environment begin."""

    def __init__(self, opening: str | Iterable[str | Sequence[str]], rule: str, size: int | str) -> None:
        if isinstance(opening, str) and opening not in OPENINGS:
            known = ", ".join(OPENINGS)
            raise InvalidArgument(f"{opening!r} is not an opening: {known} or a list", "Opening", {"what": opening})
        self._kind, self._rule, self._size = opening, rule, size
        self._listed = [] if isinstance(opening, str) else matches.starts(opening, 1, rule, size, 0)

    def draw(self, random: np.random.Generator) -> Position:
        """The position in which the next game begins."""
        seed = int(random.integers(2**31))
        nodes = None if self._kind == "balanced" else NODES
        drawn = self._listed or matches.starts(self._kind, 1, self._rule, self._size, seed, nodes)
        return drawn[seed % len(drawn)].copy()


class GomokuEnv(gymnasium.Env[Board, np.int64]):
    """A game against the engine or a function.

    A board is an array from the view of the one who learns: 1 own stone, -1 opponent's, 0 empty, 2 dead. An action is the
    index of a point, row by row from the top left. The legal ones are in ``info["action_mask"]`` and
    :meth:`action_masks`; any other loses the game. The reward is 1 for a win and -1 for a loss.

    ``opponent`` is a level from 1 to 8 or a function that returns a move for a position. ``side`` is ``black``, ``white``
    or ``random``. ``opening`` is one of :data:`OPENINGS`, drawn for each game, or a list of openings, of which one is
    drawn. By an opening rule the engine makes the choices of both players before the first observation; ``side`` is
    the colour that is taken then.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        *,
        rule: str = "freestyle",
        size: int | str = 15,
        opponent: int | str | Callable[[Position], Any] = 1,
        side: str = "random",
        opening: str | Iterable[str | Sequence[str]] = "empty",
        rewards: tuple[float, float, float] = (1.0, 0.0, -1.0),
        render_mode: str | None = None,
    ) -> None:
        if side not in ("black", "white", "random"):
            raise InvalidArgument(f"{side!r} is not a side: black, white or random", "Side", {"what": side})
        self._side = side
        self._starts = Starts(opening, rule, size)
        self._won, self._drawn, self._lost = rewards
        self._engine = Engine(hash_mb=16)
        self._opponent = opponent
        self._position = Position(rule=rule, size=size)
        if not callable(opponent):
            self._engine.choose(self._position, level=opponent, nodes=1)  # refuses what is no level
        self._own = "black"
        self.render_mode = render_mode
        shape = (self._position.height, self._position.width)
        self.observation_space = spaces.Box(-1, 2, shape, np.int8)
        self.action_space = spaces.Discrete(shape[0] * shape[1])

    @property
    def position(self) -> Position:
        """A copy of the position."""
        return self._position.copy()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that is legal."""
        return self._position.legal.reshape(-1).astype(np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Board, dict[str, Any]]:
        """Begins a game; if the opponent is to move first, it has moved."""
        super().reset(seed=seed)
        self._position = self._starts.draw(self.np_random)
        self._own = self._side
        if self._side == "random":
            self._own = ("black", "white")[int(self.np_random.integers(2))]
        if self._position.to_move != self._own:
            self._reply()
        return self._board(), self._info()

    def step(self, action: np.int64) -> tuple[Board, float, bool, bool, dict[str, Any]]:
        """Plays a move and, if the game goes on, the opponent's reply."""
        if self._position.outcome is not None:
            raise InvalidArgument("the game is over: call reset()", "Over")
        row, column = divmod(operator.index(action), self._position.width)
        if not (0 <= row < self._position.height and self._position.legal[row, column]):
            return self._board(), self._lost, True, False, {**self._info(), "illegal": True}
        self._position.play((row, column))
        if self._position.outcome is None:
            self._reply()
        outcome = self._position.outcome
        reward = 0.0
        if outcome is not None:
            reward = self._drawn if outcome.winner is None else self._won if outcome.winner == self._own else self._lost
        return self._board(), reward, outcome is not None, False, self._info()

    def render(self) -> Any:
        """The board as text."""
        return str(self._position) if self.render_mode == "ansi" else None

    def _reply(self) -> None:
        if callable(self._opponent):
            self._position.play(self._opponent(self._position.copy()))
            return
        seed = int(self.np_random.integers(2**63))
        choice = self._engine.choose(self._position, level=self._opponent, time=1, seed=seed)
        self._position.play(choice.move)

    def _board(self) -> Board:
        board = self._position.stones
        if self._own == "white":
            stones = np.abs(board) == 1
            board[stones] = -board[stones]
        return board

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "side": self._own, "moves": self._position.moves}


gymnasium.register("tengen/Gomoku-v0", "tengen.gym:GomokuEnv")
gymnasium.register("tengen/Renju-v0", "tengen.gym:GomokuEnv", kwargs={"rule": "renju"})
