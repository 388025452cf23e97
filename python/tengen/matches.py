"""Matches between engines, functions and brains behind pipes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from . import _native
from ._native import Brain, Engine, Game, Position
from .errors import BrainError, IllegalMove, InvalidArgument
from .results import Elo

__all__ = ["Match", "Player", "match", "player"]

#: What plays: an engine, a brain, or a function that returns a move for a position.
Player: TypeAlias = Engine | Brain | Callable[[Position], Any]
#: What games begin with: ``balanced``, ``empty``, an opening rule like ``swap2``, a file, or lists of moves.
Openings: TypeAlias = str | os.PathLike[str] | Iterable[str | Sequence[str]]


def player(engine: Engine | None = None, **limits: Any) -> Callable[[Position], str]:
    """A player who moves as the engine does within these limits of :meth:`Engine.choose`: ``level``, ``nodes``, ``time``.

    >>> import tengen
    >>> beginner = tengen.player(level=1)
    >>> tengen.Position().play(beginner(tengen.Position()))
    """
    return EnginePlayer(engine, limits)


class EnginePlayer:
    """A player who moves as an engine does within limits. Without an engine it has its own, and can be sent to others."""

    def __init__(self, engine: Engine | None, limits: dict[str, Any]) -> None:
        self.engine = engine
        self.limits = limits

    def __call__(self, position: Position) -> str:
        if self.engine is None:
            self.engine = Engine()
        return self.engine.choose(position, **self.limits).move


@dataclass(slots=True)
class Played:
    """A game of a match."""

    game: Game
    """The game."""
    black: int
    """The player of black: 0 for the first, 1 for the second."""
    score: float
    """The score of the first player: 1, 0.5 or 0."""
    reason: str
    """How the game ended, or why a player lost without a move."""


@dataclass(slots=True)
class Match:
    """The results of a match, as far as it has been played."""

    played: list[Played] = field(default_factory=list)
    """The games; two after one another have the same opening, with changed sides."""

    @property
    def games(self) -> list[Game]:
        """The games."""
        return [played.game for played in self.played]

    @property
    def wins(self) -> int:
        """The games that the first player won."""
        return sum(played.score == 1 for played in self.played)

    @property
    def draws(self) -> int:
        """The drawn games."""
        return sum(played.score == 0.5 for played in self.played)

    @property
    def losses(self) -> int:
        """The games that the first player lost."""
        return sum(played.score == 0 for played in self.played)

    @property
    def elo(self) -> Elo:
        """What the pairs of games say about the strength of the first player."""
        scores = [played.score for played in self.played]
        return _native.elo(list(zip(scores[::2], scores[1::2], strict=False)))

    def __str__(self) -> str:
        return self.elo.text


def match(
    first: Player,
    second: Player,
    *,
    games: int = 100,
    openings: Openings = "balanced",
    rule: str = "freestyle",
    size: int | str = 15,
    seed: int = 0,
    draw_after: int | None = None,
    progress: Callable[[Match], None] | None = None,
) -> Match:
    """Plays games in pairs: each opening twice, with changed sides.

    ``first`` and ``second`` are engines (which take a second a move), players by :func:`player`, functions that return a
    move for a position, or :class:`Brain`. ``openings`` is ``balanced``, ``empty``, an opening rule like ``swap2``, a
    file, or lists of moves. Who makes an illegal move or no move loses the game; exceptions of functions end the match. ``draw_after`` ends games as draws
    after this many moves. ``progress`` is called after each game.

    >>> import tengen
    >>> corner = lambda position: position.legal_moves[0]
    >>> result = tengen.match(tengen.player(nodes=50), corner, games=2, openings="empty")
    >>> (result.wins, result.draws, result.losses)
    (2, 0, 0)
    """
    all_starts = starts(openings, (counted(games) + 1) // 2, rule, size, seed)
    result = Match()
    for number in range(games):
        start = all_starts[number // 2 % len(all_starts)]
        result.played.append(play((first, second), number % 2, start, draw_after))
        if progress is not None:
            progress(result)
    return result


def counted(games: int) -> int:
    """The number of games of a match."""
    if games < 1:
        raise InvalidArgument(f"{games} games are no match", "Games", {"games": games})
    return games


def starts(
    openings: Openings,
    pairs: int,
    rule: str,
    size: int | str,
    seed: int,
    nodes: int | None = None,
) -> list[Position]:
    """The positions in which the games of a match begin."""
    if isinstance(openings, (str, os.PathLike)):
        lists: list[Any] = list(_native.openings(os.fspath(openings), pairs, rule=rule, size=size, seed=seed, nodes=nodes))
    else:
        lists = list(openings)
    if not lists:
        raise InvalidArgument("a match needs an opening", "NoOpening")
    found = [Position(moves, rule=rule, size=size) for moves in lists]
    for moves, start in zip(lists, found, strict=True):
        if start.outcome is not None:
            raise InvalidArgument(f"the game is over after the opening {moves}", "OverOpening", {"moves": moves})
    return found


class _Seat:
    """A player in games."""

    def __init__(self, player: Player) -> None:
        if isinstance(player, Engine):
            player = EnginePlayer(player, {"time": 1})
        elif not callable(player):
            raise InvalidArgument(f"{player!r} cannot play", "Player")
        self.player: Callable[[Position], Any] = player

    def start(self, position: Position, side: str) -> None:
        if isinstance(self.player, Brain):
            self.player.start(position, side)


def play(players: Sequence[Player], black: int, start: Position, draw_after: int | None) -> Played:
    """A game from a position; ``black`` is the number of the player of black."""
    seats = {"black": _Seat(players[black]), "white": _Seat(players[1 - black])}
    position = start.copy()
    side = "black"
    try:
        for side in ("black", "white"):
            seats[side].start(position, side)
        while position.outcome is None and (draw_after is None or len(position.moves) < draw_after):
            side = position.to_move
            position.play(seats[side].player(position.copy()))
    except (BrainError, IllegalMove) as error:
        return _result(position, black, {"black": "white", "white": "black"}[side], str(error))
    outcome = position.outcome
    if outcome is None:
        return _result(position, black, None, "move limit")
    return _result(position, black, outcome.winner, outcome.reason)


def _result(position: Position, black: int, winner: str | None, reason: str) -> Played:
    score = 0.5 if winner is None else float((winner == "black") == (black == 0))
    return Played(Game.from_position(position), black, score, reason)
