"""Many searches at once, on the processors of this machine or of others: needs Dask, ``pip install 'tengen-gomoku[cluster]'``.

>>> import tengen
>>> from tengen.cluster import Cluster
>>> positions = [tengen.Position(moves) for moves in ("h8i9", "h8h9", "h8i8")]
>>> with Cluster(workers=1) as cluster:  # or Cluster("tcp://host:8786")
...     [report.nodes for report in cluster.analyse(positions, nodes=200)]
[200, 200, 200]
"""

from __future__ import annotations

import gc
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent import futures
from contextlib import ExitStack
from functools import partial
from itertools import islice, takewhile
from math import inf
from time import perf_counter
from typing import Any, Self, TypeAlias, TypeVar

from . import _native, matches
from ._native import Brain, Engine, Game, Position
from .errors import InvalidArgument, TengenError
from .matches import EnginePlayer, Match, Openings, Played
from .results import Report, Review, Solution

try:
    import dask
    from distributed import Client, Future, KilledWorker, LocalCluster, wait
    from tqdm.auto import tqdm
except ImportError as error:
    raise ImportError("tengen.cluster needs Dask: pip install 'tengen-gomoku[cluster]'") from error

__all__ = ["Cluster", "ClusterError", "Player"]

#: What plays on a cluster: a player by :func:`tengen.player` without an engine, a function, or a brain's command line.
Player: TypeAlias = EnginePlayer | Callable[[Position], Any] | str

Item = TypeVar("Item")
Found = TypeVar("Found")

#: The number of tasks that are sent ahead for each processor: enough to keep all of them busy.
AHEAD = 4
#: Short work is sent in parts that take this many seconds, and have at most this many items. If the number of items is
#: known, the last parts are shorter, so that all workers end at the same time.
PART = 0.4
LARGEST = 64
#: The processors of this machine are for the searches: its workers measure themselves less often than Dask's usual.
QUIET = {
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.worker.profile.enabled": False,
}
#: What a worker's threads have: an engine for each size of its memory.
_own = threading.local()


class ClusterError(TengenError):
    """The cluster cannot be used, or a task has ended every worker that tried it."""


class Cluster:
    """Workers that search, one thread for each search.

    Without an ``address`` they are processes of this machine, as many as it has processors unless ``workers`` says
    otherwise; with one they are those of a Dask scheduler, whose machines need the same version of this package; a
    ``distributed.Client`` is used as it is. ``hash_mb`` is the memory of the tables of each search.

    Results come in the order of what was asked, as soon as they are there. The work of a lost worker is done again.
    With limits by nodes the results do not depend on the number of workers. Leaving a loop over results early abandons
    the rest. ``progress`` shows a bar.
    """

    def __init__(self, address: str | Client | None = None, *, workers: int | None = None, hash_mb: int = 64) -> None:
        if workers is not None and (address is not None or workers < 1):
            raise InvalidArgument(f"a cluster cannot have {workers} workers of its own here", "Workers", {"workers": workers})
        self.hash_mb = Engine(hash_mb=hash_mb).hash_mb
        self._open = ExitStack()
        if isinstance(address, Client):
            self.client = address
            return
        try:
            cluster: Any = address if address is not None else self._open.enter_context(_local(workers))
            self.client = self._open.enter_context(Client(cluster))
            return
        except Exception as error:  # Dask raises many types
            why = " ".join(str(error).split()) or type(error).__name__
        self._open.close()
        # A client that has not connected is collected here and now: a thread in which that happened while the next one
        # starts would wait for it, and it for the thread.
        gc.collect()
        place = "this machine" if address is None else repr(address)
        raise ClusterError(f"no cluster at {place}: {why}", "NoCluster")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the workers of this machine, and the connection to others; a client that was given stays open."""
        self._open.close()

    @property
    def threads(self) -> int:
        """The number of searches that run at once now, at least 1."""
        threads: int = sum(self.client.nthreads().values())
        return max(1, threads)

    def analyse(self, positions: Iterable[Position], *, progress: bool = False, **limits: Any) -> Iterator[Report]:
        """Analyses positions within the limits of :meth:`tengen.Engine.analyse`."""
        return self.run(_Analyse(self.hash_mb, {"reuse": False, **limits}), positions, progress=progress)

    def solve(self, positions: Iterable[Position], *, progress: bool = False, **options: Any) -> Iterator[Solution]:
        """Looks for forced wins, with their proofs, as :func:`tengen.solve` does."""
        return self.run(_Solve(self.hash_mb, options), positions, progress=progress)

    def review(self, games: Iterable[Game], *, progress: bool = False, **limits: Any) -> Iterator[Review]:
        """Reviews games within the limits of :func:`tengen.review`."""
        return self.run(_Review(self.hash_mb, limits), games, progress=progress)

    def selfplay(
        self,
        player: Player,
        *,
        games: int = 100,
        openings: Openings = "balanced",
        rule: str = "freestyle",
        size: int | str = 15,
        seed: int = 0,
        draw_after: int | None = None,
        progress: bool = False,
    ) -> Iterator[Game]:
        """Games of a player with itself, each from the next opening: see :func:`tengen.match`."""
        starts = matches.starts(openings, matches.counted(games), rule, size, seed)
        begun = [(starts[number % len(starts)], seed + number, 0) for number in range(games)]
        for played in self.run(_Play(self.hash_mb, player, player, draw_after), begun, progress=progress):
            yield played.game

    def match(
        self,
        first: Player,
        second: Player,
        *,
        games: int = 100,
        openings: Openings = "balanced",
        rule: str = "freestyle",
        size: int | str = 15,
        seed: int = 0,
        draw_after: int | None = None,
        progress: bool = False,
    ) -> Match:
        """A match: see :func:`tengen.match`. Random moves of lower levels follow from ``seed`` and the number of the pair of games."""
        starts = matches.starts(openings, (matches.counted(games) + 1) // 2, rule, size, seed)
        begun = [(starts[number // 2 % len(starts)], seed + number // 2 * 2, number % 2) for number in range(games)]
        return Match(list(self.run(_Play(self.hash_mb, first, second, draw_after), begun, progress=progress)))

    def run(
        self,
        work: Callable[[Item], Found],
        items: Iterable[Item],
        *,
        ordered: bool = True,
        tries: int = 1,
        progress: bool = False,
    ) -> Iterator[Found]:
        """What a function returns for each item: of its own work, in the way in which the other methods do theirs.

        Unless ``ordered``, results come as soon as each is there. A call that raises an exception is repeated up to
        ``tries`` times in all.
        """
        work = partial(_tried, work, tries)
        total = len(items) if isinstance(items, Sized) else None
        rest, waiting, size, left = iter(items), deque[Any](), 1, inf if total is None else total
        with tqdm(total=total, disable=not progress) as bar:
            try:
                while True:
                    threads = self.threads
                    while len(waiting) < AHEAD * threads:
                        part = list(islice(rest, max(1, int(min(size, left / (2 * threads))))))
                        if not part:
                            break
                        left -= len(part)
                        waiting.append(self.client.submit(_part, work, part, pure=False))
                    if not waiting:
                        return
                    wait([waiting[0]] if ordered else list(waiting), return_when="FIRST_COMPLETED")
                    ready = list((takewhile if ordered else filter)(Future.done, waiting))
                    for future, (found, error, seconds) in zip(ready, self.client.gather(ready), strict=True):
                        waiting.remove(future)
                        future.release()
                        size = max(1, min(LARGEST, int(PART * len(found) / seconds)))
                        for one in found:
                            bar.update()
                            yield one
                        if error is not None:
                            raise error
            except KilledWorker as error:
                raise ClusterError(f"every worker that tried a task has ended: {error}", "KilledWorker") from error
            finally:
                self.client.cancel(list(waiting))

    def submit(self, work: Callable[..., Found], *arguments: Any, tries: int = 1) -> futures.Future[Found]:
        """A single call of a function. A call that raises an exception is repeated up to ``tries`` times in all; one that
        is cancelled before it has begun is not made.
        """
        executor: futures.Executor = self.client.get_executor(pure=False, retries=tries - 1)
        return executor.submit(work, *arguments)


def _local(workers: int | None) -> LocalCluster:
    with dask.config.set(QUIET):
        return LocalCluster(
            n_workers=workers or os.cpu_count() or 1,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )


def _tried(work: Callable[[Item], Found], tries: int, item: Item) -> Found:
    """What ``work`` gives for an item, which may fail all but once of these times."""
    for _ in range(tries - 1):
        try:
            return work(item)
        except Exception:
            pass
    return work(item)


def _part(work: Callable[[Item], Found], items: list[Item]) -> tuple[list[Found], Exception | None, float]:
    """What ``work`` gives for items, up to the first that it refuses, and the seconds that it took."""
    found, error, start = [], None, perf_counter()
    try:
        for item in items:
            found.append(work(item))
    except Exception as refusal:
        error = refusal
    return found, error, perf_counter() - start


def _engine(hash_mb: int) -> Engine:
    """The engine of this thread of a worker."""
    engines: dict[int, Engine] = _own.__dict__.setdefault("engines", {})
    if hash_mb not in engines:
        engines[hash_mb] = Engine(hash_mb=hash_mb)
    return engines[hash_mb]


class _Search:
    """A task with the memory of its tables and its limits."""

    def __init__(self, hash_mb: int, limits: dict[str, Any]) -> None:
        self.hash_mb = hash_mb
        self.limits = limits


class _Analyse(_Search):
    def __call__(self, position: Position) -> Report:
        report: Report = _engine(self.hash_mb).analyse(position, **self.limits)
        return report


class _Solve(_Search):
    def __call__(self, position: Position) -> Solution:
        return _native.solve(position, hash_mb=self.hash_mb, **self.limits)


class _Review(_Search):
    def __call__(self, game: Game) -> Review:
        return _native.review(game, hash_mb=self.hash_mb, **self.limits)


class _Play:
    """Plays a game from an opening."""

    def __init__(self, hash_mb: int, first: Player, second: Player, draw_after: int | None) -> None:
        for player in (first, second):
            if isinstance(player, (Engine, Brain)) or (isinstance(player, EnginePlayer) and player.engine is not None):
                raise InvalidArgument("an engine cannot be sent to workers: use tengen.player(level=…)", "Player")
        self.hash_mb = hash_mb
        self.players = (first, second)
        self.draw_after = draw_after

    def __call__(self, begun: tuple[Position, int, int]) -> Played:
        start, seed, black = begun
        with ExitStack() as brains:
            seats = [self.seated(player, seed, brains) for player in self.players]
            return matches.play(seats, black, start, self.draw_after)

    def seated(self, player: Player, seed: int, brains: ExitStack) -> matches.Player:
        """A player in its seat: with the seed of its random moves, or with its program."""
        if isinstance(player, EnginePlayer):
            return EnginePlayer(_engine(self.hash_mb), {"seed": seed, "reuse": False, **player.limits})
        if isinstance(player, str):
            brain = Brain(player)
            brains.callback(brain.close)
            return brain
        return player
