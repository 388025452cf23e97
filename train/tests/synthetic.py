"""Synthetic positions: random pcodes, and labels computed from them by a hidden rule."""

import numpy as np

CODES_IN_USE = 16


def dtype(rows: int, columns: int) -> np.dtype:
    """Return the dtype of a record of `tengen lab data export --codes`."""
    return np.dtype(
        [
            ("stones", "u1", (rows, columns)), ("side", "u1"), ("rule", "u1"), ("width", "u1"), ("height", "u1"),
            ("sight", "u1"), ("result", "i1"), ("stray", "u1"), ("score", "<i2"), ("best", "<u2"), ("source", "<u8"),
            ("codes", "<u2", (2, rows, columns)), ("threats", "<u2"), ("value", "<i2"),
        ]
    )  # fmt: skip


def positions(count: int, seed: int, grid: tuple[int, int] = (7, 7), smaller: bool = False) -> np.ndarray:
    """Return random positions on one grid; with `smaller`, boards of several sizes. The score depends on adjacent good
    points and on the threats; the tables' value only on the number of good points."""
    random = np.random.default_rng(seed)
    rows, columns = grid
    out = np.zeros(count, dtype(rows, columns))
    out["width"], out["height"] = columns, rows
    if smaller:
        out["width"], out["height"] = random.integers(5, columns + 1, count), random.integers(5, rows + 1, count)
    y, x = np.mgrid[:rows, :columns]
    board = (x < out["width"][:, None, None]) & (y < out["height"][:, None, None])
    stones = random.choice(3, size=(count, rows, columns), p=[0.7, 0.15, 0.15])
    stones[:, 0, 0] = 0
    out["stones"] = np.where(board, stones, 3)
    empty = out["stones"] == 0
    kinds = np.sort(np.random.default_rng(0).choice(2380, CODES_IN_USE, replace=False))
    codes = kinds[random.integers(0, CODES_IN_USE, (count, 2, rows, columns))]
    out["codes"] = np.where(empty[:, None], codes, 65535)
    out["threats"] = random.integers(0, 512, count)
    out["side"] = random.integers(0, 2, count)
    out["source"] = np.arange(count)
    good = np.isin(out["codes"][:, 0], kinds[::4]) & empty
    bad = np.isin(out["codes"][:, 1], kinds[::4]) & empty
    adjacent = (good[:, :, 1:] & good[:, :, :-1]).sum(axis=(1, 2)) - (bad[:, :, 1:] & bad[:, :, :-1]).sum(axis=(1, 2))
    difference = good.sum(axis=(1, 2)) - bad.sum(axis=(1, 2)).astype(int)
    out["score"] = np.clip(100 * adjacent + 20 * difference + 400 * (out["threats"] & 1) - 200, -25000, 25000)
    out["value"] = 30 * difference
    weight = good * 4.0 + bad * 2.0 + random.random(good.shape)
    out["best"] = np.where(empty, weight, -1).reshape(count, -1).argmax(axis=1)
    return out
