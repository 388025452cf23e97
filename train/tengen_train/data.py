"""Training positions: memory-mapped files of `tengen lab data export`, in an order determined by a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from .chances import Chances
from .codes import CodesAdder
from .config import Source
from .layout import PCODES, RULES

# Rows of the embedding table: own pcodes, the opponent's pcodes, and then these.
STONE = 2 * PCODES
PADDING = STONE + 2

# Neighbouring records are read in blocks; MIXED blocks are shuffled together.
BLOCK = 64
MIXED = 2048

# The largest value of `sight` that a search evaluates: an open four is threatened.
THREATENED = 1


class DataError(Exception):
    """A file of positions is unusable."""


@dataclass
class Batch:
    """Input and labels of a network for a batch of positions."""

    rows: np.ndarray  # position × 2 × point: rows of the embedding table
    empty: np.ndarray  # position × point
    board: np.ndarray | None  # position × point; None if all boards fill the grid
    threats: np.ndarray
    side: np.ndarray
    target: np.ndarray  # value target, 0 to 1
    best: np.ndarray
    grid: tuple[int, int]  # height, width

    def by_size(self) -> Batch:
        """Return the positions ordered by the number of points of their boards."""
        if self.board is None:
            return self
        order = np.argsort(self.board.sum(axis=1), kind="stable")
        return self._with(lambda array: array[order])

    def part(self, begin: int, count: int) -> Batch:
        """Return `count` positions from index `begin`, on the smallest grid that contains their boards."""
        return self._with(lambda array: array[begin : begin + count]).cropped()

    def cropped(self) -> Batch:
        """Return the same positions on the smallest grid that contains their boards."""
        if self.board is None:
            return self
        columns = self.grid[1]
        board = self.board.reshape(-1, *self.grid)
        height, width = int(board.any(axis=(0, 2)).sum()), int(board.any(axis=(0, 1)).sum())

        def crop(points: np.ndarray) -> np.ndarray:
            grids = points.reshape(*points.shape[:-1], *self.grid)[..., :height, :width]
            return grids.reshape(*points.shape[:-1], height * width)

        board = crop(self.board)
        return replace(
            self,
            rows=crop(self.rows),
            empty=crop(self.empty),
            board=None if board.all() else board,
            best=on_narrower_grid(self.best, columns, width),
            grid=(height, width),
        )

    def _with(self, select: Callable[[np.ndarray], np.ndarray]) -> Batch:
        """Return a batch of the selected positions."""
        return replace(self, **{k: select(v) for k, v in vars(self).items() if isinstance(v, np.ndarray)})


def on_narrower_grid(points, columns: int, width: int):
    """Convert indices of points on a grid of `columns` to those on its first `width` columns: an array or a tensor."""
    return points // columns * width + points % columns


def open_records(path: str | Path, field: str, remedy: str) -> np.ndarray:
    """Memory-map a file of positions with this field. Raise DataError; its message suggests `remedy`."""
    try:
        records = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: {error}") from None
    if records.dtype.names is None or field not in records.dtype.names:
        raise DataError(f"{path} has no field {field}: {remedy}")
    return records


def check_rule(records: np.ndarray, rule: str) -> None:
    """Raise DataError for positions of another rule. A rule with forbidden moves added counts as renju."""
    for record in records[[0, -1]] if len(records) else []:
        found = int(record["rule"])
        name = "renju" if found & 8 else RULES[found & 7]
        if name != rule:
            raise DataError(f"the positions are of {name}, but the network is for {rule}")


def target(score: np.ndarray, logit: float) -> np.ndarray:
    """Convert scores to value targets. Proven scores become practically 0 or 1."""
    return 1 / (1 + np.exp(-np.clip(score.astype(np.float64), -4000, 4000) / logit))


def values(records: np.ndarray, scale: float | Chances) -> np.ndarray:
    """Convert the search scores of records to value targets, by points per logit or by fitted chances to win."""
    return scale.of_records(records) if isinstance(scale, Chances) else target(records["score"], scale)


@dataclass
class TargetMix:
    """Shares of later information in the value target. Where it is unknown, or a random move precedes it, the
    search score takes its place."""

    results: np.ndarray | float = 0.0  # share of the game result
    later: np.ndarray | None = None  # search values some plies later; NaN if unknown
    later_share: np.ndarray | float = 0.0

    def apply(self, now: np.ndarray, result: np.ndarray) -> np.ndarray:
        """Return the targets, given the current search values and the game results."""
        targets = now + self.results * np.where(np.abs(result) <= 1, (result + 1) / 2 - now, 0)
        if self.later is None:
            return targets
        return targets + self.later_share * np.where(np.isnan(self.later), 0, self.later - now)


def later_values(records: np.ndarray, plies: int, scale: float | Chances) -> np.ndarray:
    """Return the search value `plies` later, or at the end of the game if that is nearer, for the side now to move.
    It is NaN if a random move was played in between. Records of a game must be consecutive."""
    source, is_random = (np.ascontiguousarray(records[name]) for name in ("source", "stray"))
    at, any_random = np.arange(len(records)), np.zeros(len(records), bool)
    for _ in range(plies):
        following = np.minimum(at + 1, len(records) - 1)
        continues = (following > at) & (source[following] == source[at])
        any_random |= continues & (is_random[at] != 0)
        at = np.where(continues, following, at)
    later = values(records, scale)[at]
    later = np.where((at - np.arange(len(records))) % 2 == 0, later, 1 - later)
    return np.where(any_random, np.nan, later).astype(np.float32)


def quiet_indices(records: np.ndarray, path: str) -> np.ndarray:
    """Return the indices of the records that a search would evaluate. Raise DataError if the file has no others."""
    sight = np.ascontiguousarray(records["sight"])
    if len(sight) and sight.max() <= THREATENED:
        raise DataError(f"{path} has only quiet positions: export with --all to use `later`")
    return np.flatnonzero(sight <= THREATENED)


def batch(records: np.ndarray, now: np.ndarray, mix: TargetMix = TargetMix()) -> Batch:
    """Convert records, whose search values are `now`, to a batch."""
    count = len(records)
    stones = records["stones"].reshape(count, -1)
    pcodes = records["codes"].reshape(count, 2, -1).astype(np.int32)
    pcodes[:, 1] += PCODES
    stone_rows = np.where(stones == 3, PADDING, STONE - 1 + stones.astype(np.int32))
    empty = stones == 0
    rows = np.stack([np.where(empty, pcodes[:, 0], stone_rows), np.where(empty, pcodes[:, 1], PADDING)], axis=1)
    board = stones != 3
    return Batch(
        rows=rows,
        empty=empty,
        board=None if board.all() else board,
        threats=records["threats"].astype(np.int64),
        side=records["side"].astype(np.int64),
        best=records["best"].astype(np.int64),
        grid=records["stones"].shape[1:],
        target=mix.apply(now, records["result"]),
    )


class Positions:
    """The positions of all files of a training, indexed consecutively."""

    def __init__(self, sources: list[Source], folder: Path, scale: float | Chances, codes: CodesAdder | None = None):
        self.scales = [Chances(*s.chances) if s.chances else scale for s in sources]
        self.codes = codes or CodesAdder()
        self.files = [open_records(folder / s.file, "stones", "export it with `tengen lab data export`") for s in sources]
        self.results = np.array([s.results for s in sources])
        self.later_share = np.array([s.later_share for s in sources])
        if len({f.dtype for f in self.files}) != 1:
            raise DataError("the files have different fields or grid sizes: export all with the same --grid, and with or without --codes")
        self.quiet = [quiet_indices(f, s.file) if s.later else None for f, s in zip(self.files, sources)]
        self.later = [later_values(f, s.later, own) if s.later else None for f, s, own in zip(self.files, sources, self.scales)]
        counts = [len(f) if q is None else len(q) for f, q in zip(self.files, self.quiet)]
        limited = [min(count, s.limit or count) for count, s in zip(counts, sources)]
        self.starts = np.concatenate([[0], np.cumsum(limited)])

    def __len__(self) -> int:
        return int(self.starts[-1])

    def take(self, indices: np.ndarray) -> Batch:
        """Return the positions at these indices as a batch."""
        return batch(*self.records(indices))

    def take_targets(self, indices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the records at these indices and their value targets."""
        records, now, mix = self.records(indices)
        return records, mix.apply(now, records["result"])

    def records(self, indices: np.ndarray) -> tuple[np.ndarray, np.ndarray, TargetMix]:
        """Return the records at these indices with their codes, their search values and their target mixes."""
        records, now = np.empty(len(indices), self.files[0].dtype), np.empty(len(indices))
        later = np.full(len(indices), np.nan) if any(self.later_share) else None
        files = np.searchsorted(self.starts, indices, side="right") - 1
        for file in np.unique(files):
            of_file = files == file
            at = indices[of_file] - self.starts[file]
            if self.quiet[file] is not None:
                at = self.quiet[file][at]
                later[of_file] = self.later[file][at]
            records[of_file] = self.files[file][at]
            now[of_file] = values(records[of_file], self.scales[file])
        return self.codes.add(records), now, TargetMix(self.results[files], later, self.later_share[files])

    def order(self, seed: int, pass_number: int) -> np.ndarray:
        """Return the shuffled indices of a pass. Only nearby blocks are mixed, so a file larger than the memory is
        read mostly sequentially."""
        random = np.random.Generator(np.random.Philox(key=[seed, pass_number]))
        blocks = random.permutation((len(self) + BLOCK - 1) // BLOCK)
        indices = (blocks[:, None] * BLOCK + np.arange(BLOCK)).reshape(-1)
        indices = indices[indices < len(self)]
        for at in range(0, len(indices), BLOCK * MIXED):
            random.shuffle(indices[at : at + BLOCK * MIXED])
        return indices

    def index_batches(self, seed: int, size: int, first: int, last: int) -> Iterator[np.ndarray]:
        """Yield the indices of the batches of steps `first` to `last` - 1. Raise DataError if there are too few positions."""
        batches_per_pass = len(self) // size
        if batches_per_pass == 0:
            raise DataError(f"{len(self)} positions are fewer than a batch of {size}")
        pass_number, order = -1, np.empty(0)
        for step in range(first, last):
            if step // batches_per_pass != pass_number:
                pass_number = step // batches_per_pass
                order = self.order(seed, pass_number)
            at = step % batches_per_pass * size
            yield order[at : at + size]

    def batches(self, seed: int, size: int, first: int, last: int) -> Iterator[Batch]:
        """Yield the batches of steps `first` to `last` - 1. Raise DataError if there are too few positions."""
        with ThreadPoolExecutor(1) as pool:  # prepares the next batch while this one is used
            following: Future[Batch] | None = None
            for indices in self.index_batches(seed, size, first, last):
                current, following = following, pool.submit(self.take, indices)
                if current:
                    yield current.result()
            if following:
                yield following.result()
