"""Training positions: games packed in memory (`tengen.training`), as batches in an order determined by a seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tengen import ReadError
from tengen.training import Inputs, Labels, Positions

from .chances import Chances
from .config import Source


class DataError(Exception):
    """A file of positions is unusable."""


@dataclass
class Batch:
    """Inputs and labels of a network for positions on one grid."""

    pcodes: np.ndarray  # position × 2 × row × column: rows of the table of pcodes and stones
    windows: np.ndarray  # position × 4 × row × column: rows of the table of windows
    threats: np.ndarray
    side: np.ndarray
    target: np.ndarray  # value target, 0 to 1
    best: np.ndarray  # the index of the best move's point

    @staticmethod
    def of(inputs: Inputs, labels: Labels, target: np.ndarray) -> Batch:
        """Join inputs and labels of the same positions."""
        best = labels.best_row.astype(np.int64) * inputs.pcodes.shape[3] + labels.best_column
        return Batch(inputs.pcodes, inputs.windows, inputs.threats, labels.side, target, best)


def read(files: list[Path], **options) -> Positions:
    """Read files of games. Raise DataError or OSError."""
    try:
        return Positions(files, **options)
    except ReadError as error:
        raise DataError(str(error)) from None


def check_rule(positions: Positions, rule: str) -> None:
    """Raise DataError for positions of another rule. A rule with forbidden moves added counts as renju."""
    for found in positions.rules:
        name = "renju" if "+" in found else found
        if name != rule:
            raise DataError(f"the positions are of {name}, but the network is for {rule}")


def target(score: np.ndarray, logit: float) -> np.ndarray:
    """Convert scores to value targets. Proven scores become practically 0 or 1."""
    return 1 / (1 + np.exp(-np.clip(score.astype(np.float64), -4000, 4000) / logit))


def value(score: np.ndarray, stones: np.ndarray, side: np.ndarray, scale: float | Chances) -> np.ndarray:
    """Convert search scores to value targets, by points per logit or by fitted chances to win."""
    if isinstance(scale, Chances):
        return scale.predict(score.astype(float), stones, np.where(side == 0, 1.0, -1.0))
    return target(score, scale)


def mixed_target(labels: Labels, source: Source, scale: float | Chances) -> np.ndarray:
    """Return the value targets: the search value, mixed with shares of the game result and of the search value some plies later.
    Where these are unknown, or a random move precedes them, the search value takes their place."""
    now = value(labels.score, labels.stones, labels.side, scale)
    result = np.where(np.abs(labels.result) <= 1, (labels.result + 1) / 2 - now, 0)
    plies = labels.later_plies
    later = value(labels.later_score, labels.stones + plies, labels.side ^ (plies & 1), scale)
    later = np.where(plies % 2 == 0, later, 1 - later)
    return now + source.results * result + source.later_share * np.where(plies < 0, 0, later - now)


class Sources:
    """The positions of all files of a training, indexed consecutively."""

    def __init__(self, sources: list[Source], folder: Path, scale: float | Chances, threads: int = 1):
        self.sources = sources
        self.scales = [Chances(*s.chances) if s.chances else scale for s in sources]
        self.positions = read([folder / s.file for s in sources], threads=threads)
        begins = np.array([*self.positions.starts, len(self.positions)])
        counts = [min(count, s.limit or count) for count, s in zip(np.diff(begins), sources)]
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        self.skipped = begins[:-1] - self.starts[:-1]  # by the limits of the files before

    def __len__(self) -> int:
        return int(self.starts[-1])

    def labels(self, indices: np.ndarray) -> tuple[np.ndarray, Labels, np.ndarray]:
        """Return the numbers in `self.positions` of the positions at these indices, their labels and their value targets."""
        files = np.searchsorted(self.starts, indices, side="right") - 1
        numbers = indices + self.skipped[files]
        labels = self.positions.labels(numbers, plies=np.array([s.later for s in self.sources])[files])
        targets = np.empty(len(indices))
        for file in np.unique(files):
            of_file = files == file
            targets[of_file] = mixed_target(select(labels, of_file), self.sources[file], self.scales[file])
        return numbers, labels, targets

    def take(self, indices: np.ndarray) -> Batch:
        """Return the positions at these indices as a batch."""
        numbers, labels, targets = self.labels(indices)
        return Batch.of(self.positions.inputs(numbers), labels, targets)

    def parts(self, indices: np.ndarray, size: int | None) -> list[Batch]:
        """Return the positions at these indices, ordered by the number of points of their boards, because padding takes as long
        as points: in parts of `size` positions, or a part for each number of points."""
        numbers, labels, targets = self.labels(indices)
        points = labels.height.astype(int) * labels.width
        order = np.argsort(points, kind="stable")
        ends = np.arange(size, len(order), size) if size else np.flatnonzero(np.diff(points[order])) + 1
        inputs = ((part, self.positions.inputs(numbers[part])) for part in np.split(order, ends))
        return [Batch.of(each, select(labels, part), targets[part]) for part, each in inputs]


def select(labels: Labels, positions: np.ndarray) -> Labels:
    """Return the labels of some of the positions."""
    return Labels(**{name: getattr(labels, name)[positions] for name in Labels.__slots__})
