"""Positions from files that `tengen lab data export --codes` wrote, read in place, in an order that a seed decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .config import Source
from .layout import CODES, RULES

# Rows of the table of codes that a network looks things up in: own codes, the other's, and then these.
STONE = 2 * CODES
NOTHING = STONE + 2
ROWS = NOTHING + 1

# Records that lie together are read together; so many of such blocks are mixed at a time.
BLOCK = 64
MIXED = 2048

# The last kind of `sight` that a search evaluates: an open four is threatened.
THREATENED = 1


class DataError(Exception):
    """What is wrong with a file of positions."""


@dataclass
class Batch:
    """Positions as a network takes them."""

    rows: np.ndarray  # position × 2 × points: rows of the table of codes
    empty: np.ndarray  # position × points
    board: np.ndarray | None  # position × points; None where the board fills the grid
    threats: np.ndarray
    side: np.ndarray
    target: np.ndarray  # the wanted value, 0 to 1
    best: np.ndarray
    weight: np.ndarray  # 0 for labels that are known to be wrong
    grid: tuple[int, int]

    def part(self, at: int, many: int) -> Batch:
        """Some of the positions."""
        cut = {k: v[at : at + many] for k, v in vars(self).items() if isinstance(v, np.ndarray)}
        return Batch(**{**vars(self), **cut})


def open_positions(path: str | Path) -> np.ndarray:
    """A file of positions with codes, not read yet. Raises DataError."""
    return open_records(path, "codes", "export with --codes")


def open_records(path: str | Path, field: str, remedy: str) -> np.ndarray:
    """A file of positions that have this field, not read yet. Raises DataError."""
    try:
        records = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: {error}") from None
    if records.dtype.names is None or field not in records.dtype.names:
        raise DataError(f"{path} has no {field}: {remedy}")
    return records


def need_rule(records: np.ndarray, rule: str) -> None:
    """Refuses positions of another rule; renju's fouls on top of a rule count as renju. Raises DataError."""
    for record in records[[0, -1]] if len(records) else []:
        found = int(record["rule"])
        name = "renju" if found & 8 else RULES[found & 7]
        if name != rule:
            raise DataError(f"positions of {name}, where those of {rule} are wanted")


def target(score: np.ndarray, logit: float) -> np.ndarray:
    """The value that a score stands for; proven ones are 0 and 1 as nearly as makes no difference."""
    return 1 / (1 + np.exp(-np.clip(score.astype(np.float64), -4000, 4000) / logit))


@dataclass
class Wanted:
    """What the value should be besides the search's score: shares of what is known later. Where it is not known,
    or a random move came before it, the search's score takes its place."""

    results: np.ndarray | float = 0.0  # the share of the game's result
    later: np.ndarray | None = None  # what the search said some plies later; NaN where that is not known
    later_share: np.ndarray | float = 0.0

    def of(self, now: np.ndarray, result: np.ndarray) -> np.ndarray:
        """The wanted values, given what the search says now, and the results."""
        wanted = now + self.results * np.where(np.abs(result) <= 1, (result + 1) / 2 - now, 0)
        if self.later is None:
            return wanted
        return wanted + self.later_share * np.where(np.isnan(self.later), 0, self.later - now)


def later_values(records: np.ndarray, plies: int, logit: float) -> np.ndarray:
    """What the search said so many plies later, or at the game's end if that is nearer, for the side that is to
    move now; NaN where a random move lies between. Records of a game follow each other."""
    source, score, is_random = (np.ascontiguousarray(records[name]) for name in ("source", "score", "stray"))
    at, any_random = np.arange(len(records)), np.zeros(len(records), bool)
    for _ in range(plies):
        following = np.minimum(at + 1, len(records) - 1)
        goes_on = (following > at) & (source[following] == source[at])
        any_random |= goes_on & (is_random[at] != 0)
        at = np.where(goes_on, following, at)
    values = target(score[at], logit)
    values = np.where((at - np.arange(len(records))) % 2 == 0, values, 1 - values)
    return np.where(any_random, np.nan, values).astype(np.float32)


def quiet(records: np.ndarray, path: str) -> np.ndarray:
    """The numbers of the records that a search would evaluate, in a file that has the others too."""
    sight = np.ascontiguousarray(records["sight"])
    if len(sight) and sight.max() <= THREATENED:
        raise DataError(f"{path} lacks the positions between: export with --all for targets of later plies")
    return np.flatnonzero(sight <= THREATENED)


def batch(records: np.ndarray, broken_zero: np.ndarray | bool, logit: float, wanted: Wanted = Wanted()) -> Batch:
    """Records as a network takes them."""
    count = len(records)
    stones = records["stones"].reshape(count, -1)
    codes = records["codes"].reshape(count, 2, -1).astype(np.int32)
    codes[:, 1] += CODES
    here = np.where(stones == 3, NOTHING, STONE - 1 + stones.astype(np.int32))
    empty = stones == 0
    rows = np.stack([np.where(empty, codes[:, 0], here), np.where(empty, codes[:, 1], NOTHING)], axis=1)
    board = stones != 3
    return Batch(
        rows=rows,
        empty=empty,
        board=None if board.all() else board,
        threats=records["threats"].astype(np.int64),
        side=records["side"].astype(np.int64),
        best=records["best"].astype(np.int64),
        grid=records["stones"].shape[1:],
        **labels(records, broken_zero, logit, wanted),
    )


def labels(records: np.ndarray, broken_zero: np.ndarray | bool, logit: float, wanted: Wanted) -> dict[str, np.ndarray]:
    """The wanted values, and how much each position counts."""
    broken = broken_zero & (records["sight"] == THREATENED) & (records["score"] == 0)
    now = target(records["score"], logit)
    return {"target": wanted.of(now, records["result"]), "weight": (~broken).astype(np.float64)}


class Positions:
    """All files of a training together."""

    def __init__(self, sources: list[Source], folder: Path, logit: float):
        self.logit = logit
        self.files = [open_positions(folder / s.file) for s in sources]
        self.broken = np.array([s.broken_zero for s in sources])
        self.results = np.array([s.results for s in sources])
        self.later_share = np.array([s.later_share for s in sources])
        if len({f.dtype for f in self.files}) != 1:
            raise DataError("the files have grids of several sizes: export them with the same --grid")
        self.used = [quiet(f, s.file) if s.later else None for f, s in zip(self.files, sources)]
        self.later = [later_values(f, s.later, logit) if s.later else None for f, s in zip(self.files, sources)]
        many = [len(f) if u is None else len(u) for f, u in zip(self.files, self.used)]
        limits = [min(m, s.limit or m) for m, s in zip(many, sources)]
        self.starts = np.concatenate([[0], np.cumsum(limits)])

    def __len__(self) -> int:
        return int(self.starts[-1])

    def take(self, numbers: np.ndarray) -> Batch:
        """Positions by their numbers."""
        records, broken, wanted = self.records(numbers)
        return batch(records, broken, self.logit, wanted)

    def take_labels(self, numbers: np.ndarray) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Records by their numbers, and only the labels of what a network takes."""
        records, broken, wanted = self.records(numbers)
        return records, labels(records, broken, self.logit, wanted)

    def records(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, Wanted]:
        """Records by their numbers; which of them may have a broken zero, and what their values should be."""
        records = np.empty(len(numbers), self.files[0].dtype)
        later = np.full(len(numbers), np.nan) if any(self.later_share) else None
        files = np.searchsorted(self.starts, numbers, side="right") - 1
        for file in np.unique(files):
            of_file = files == file
            at = numbers[of_file] - self.starts[file]
            if self.used[file] is not None:
                at = self.used[file][at]
                later[of_file] = self.later[file][at]
            records[of_file] = self.files[file][at]
        return records, self.broken[files], Wanted(self.results[files], later, self.later_share[files])

    def order(self, seed: int, number: int) -> np.ndarray:
        """The order of a pass. Blocks of neighbours stay near each other, so that a file larger than the
        memory is read in long strides."""
        random = np.random.Generator(np.random.Philox(key=[seed, number]))
        blocks = random.permutation((len(self) + BLOCK - 1) // BLOCK)
        numbers = (blocks[:, None] * BLOCK + np.arange(BLOCK)).reshape(-1)
        numbers = numbers[numbers < len(self)]
        for at in range(0, len(numbers), BLOCK * MIXED):
            random.shuffle(numbers[at : at + BLOCK * MIXED])
        return numbers

    def batches(self, seed: int, size: int, first: int, last: int) -> Iterator[Batch]:
        """The batches of the steps from `first` to below `last`."""
        a_pass = len(self) // size
        if a_pass == 0:
            raise DataError(f"{len(self)} positions are fewer than a batch of {size}")
        number, order = -1, np.empty(0)
        for step in range(first, last):
            if step // a_pass != number:
                number = step // a_pass
                order = self.order(seed, number)
            at = step % a_pass * size
            yield self.take(order[at : at + size])
