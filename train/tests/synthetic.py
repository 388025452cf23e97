"""Synthetic positions and files of games, with labels computed from pcodes by a hidden rule."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tengen.training import Positions

from tengen_train.data import Batch, target
from tengen_train.layout import PADDING, PCODES, RULES, STONE
from tengen_train.reference import EDGE, LINES, windows

CODES_IN_USE = 16
LOGIT = 200.0


def positions(count: int, seed: int, grid: tuple[int, int] = (7, 7), smaller: bool = False) -> Batch:
    """Return positions with random stones, pcodes, threats and best moves on one grid; with `smaller`, on boards of several
    sizes."""
    random = np.random.default_rng(seed)
    rows, columns = grid
    width, height = np.full((2, count, 1, 1), [[[[columns]]], [[[rows]]]])
    if smaller:
        width, height = (random.integers(5, side + 1, (count, 1, 1)) for side in (columns, rows))
    y, x = np.mgrid[:rows, :columns]
    stones = random.choice(3, size=(count, rows, columns), p=[0.7, 0.15, 0.15])
    stones[:, 0, 0] = 0
    stones = np.where((x < width) & (y < height), stones, EDGE)
    kinds = np.sort(np.random.default_rng(0).choice(PCODES, CODES_IN_USE, replace=False))
    pcodes = kinds[random.integers(0, CODES_IN_USE, (count, 2, rows, columns))]
    weight = np.where(stones == 0, random.random(stones.shape), -1)
    threats, side = random.integers(0, 512, count), random.integers(0, 2, count)
    score = random.integers(-900, 900, count)
    return of_stones(stones, pcodes, threats, side, target(score, LOGIT), weight.reshape(count, -1).argmax(axis=1))


def of_stones(stones: np.ndarray, pcodes: np.ndarray, *labels: np.ndarray) -> Batch:
    """Return the positions with these stones, whose empty points have these pcodes."""
    empty = stones == 0
    own = np.where(empty, pcodes[:, 0], np.where(stones == EDGE, PADDING, STONE - 1 + stones))
    other = np.where(empty, PCODES + pcodes[:, 1], PADDING)
    rows = np.where(empty[..., None], 1 + windows(stones), 0)
    return Batch(np.stack([own, other], axis=1), np.moveaxis(rows, 3, 1), *labels)


# Files of games, as `crates/records/src/training/mod.rs` describes them.


@dataclass
class Game:
    """A game on a board of `size` rows and columns. Moves are a point, the best point, and its score; points are a row and a
    column."""

    size: tuple[int, int]
    opening: list[tuple[int, int]]
    moves: list[tuple[tuple[int, int], tuple[int, int], int]]
    result: int = 3
    source: int = 0

    def packed(self, rule: str) -> bytes:
        height, width = self.size
        numbers = [_u16(len(self.opening)), _u16(len(self.moves)), self.source.to_bytes(8, "little"), *map(_point, self.opening)]
        for move, best, score in self.moves:
            is_other = move != best
            numbers += [_point(move, 0x8000 * is_other), score.to_bytes(2, "little", signed=True), *[_point(best)] * is_other]
        return bytes([RULES.index(rule), width, height, self.result]) + b"".join(numbers)


def _u16(number: int) -> bytes:
    return number.to_bytes(2, "little")


def _point(point: tuple[int, int], mark: int = 0) -> bytes:
    row, column = point
    return _u16(32 * row + column | mark)


def write(path: Path, games: list[Game], rule: str = "freestyle") -> Path:
    """Write a file of games."""
    path.write_bytes(b"TNGGAME2" + bytes(4) + b"".join(game.packed(rule) for game in games))
    return path


def scattered(scores: list[int], random_moves: tuple[int, ...] = (), result: int = 3, source: int = 1) -> Game:
    """Return a game of searched moves, none of which threatens anything."""
    points = [(2 * (number // 7), 2 * (number % 7)) for number in range(len(scores) + 1)]
    best = [points[-1] if number in random_moves else point for number, point in enumerate(points[:-1])]
    return Game((15, 15), [], list(zip(points, best, scores)), result, source)


def write_samples(path: Path, count: int, seed: int, size: tuple[int, int] = (7, 7), smaller: bool = False, rule: str = "freestyle") -> Path:
    """Write a file of sampled positions. Their scores and best moves depend on pcodes that a hidden rule calls good."""
    random = np.random.default_rng(seed)
    games = []
    while len(games) < 2 * count:
        rows, columns = (int(random.integers(5, side + 1)) if smaller else side for side in size)
        points = [divmod(int(point), columns) for point in random.permutation(rows * columns)]
        stones = int(random.integers(rows * columns // 5, rows * columns // 3))
        if not has_five(points[:stones], size):
            games.append(Game((rows, columns), points[:stones], [(points[-1], points[-1], 0)], source=len(games)))
    read = Positions([write(path, games, rule)])
    assert len(read) >= count
    numbers = np.arange(count)
    inputs, sources = read.inputs(numbers), read.labels(numbers).source
    good, bad = good_points(inputs.pcodes[:, 0]), good_points(inputs.pcodes[:, 1] - PCODES)
    neighbours = (good[:, :, 1:] & good[:, :, :-1]).sum(axis=(1, 2)) - (bad[:, :, 1:] & bad[:, :, :-1]).sum(axis=(1, 2))
    scores = 30 * neighbours + 60 * (good.sum(axis=(1, 2)) - bad.sum(axis=(1, 2)).astype(int))
    weight = np.where(inputs.pcodes[:, 0] < PCODES, good * 4.0 + bad * 2.0 + random.random(good.shape), -1)
    best = weight.reshape(count, -1).argmax(axis=1)
    for source, score, point in zip(sources, scores, best):
        place = divmod(int(point), inputs.pcodes.shape[3])
        games[int(source)].moves = [(place, place, int(score))]
    return write(path, [games[int(source)] for source in sources], rule)


def good_points(pcodes: np.ndarray) -> np.ndarray:
    """Return which points have a good pcode, if they have one."""
    return (pcodes >= 0) & (pcodes < PCODES) & (pcodes * 7919 % 31 % 4 == 0)


def has_five(points: list[tuple[int, int]], size: tuple[int, int]) -> bool:
    """Return whether alternating stones on these points contain five in a row."""
    for side in range(2):
        own = np.zeros((size[0] + 8, size[1] + 8), bool)
        own[tuple(np.array(points[side::2]).T + 4)] = True
        for down, right in LINES:
            rows = [np.roll(own, (step * down, step * right), axis=(0, 1)) for step in range(5)]
            if np.logical_and.reduce(rows).any():
                return True
    return False
