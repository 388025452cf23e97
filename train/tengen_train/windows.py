"""Windows: the contents of nearby points on one line, numbered as specified in FORMAT.md."""

from itertools import combinations

import numpy as np

from .layout import REACH

# Contents of a point: the digits of a window in base four, from one end of the line to the other.
EMPTY, OWN, OTHER, EDGE = range(4)
# Steps (down, right) along the lines through a point: row, column, and the two diagonals.
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))


def window_numbers(reach: int = REACH) -> tuple[np.ndarray, np.ndarray]:
    """Return the window number of every base-four value, and the contents of each window: window × 2·reach."""
    length = 2 * reach
    powers = 4 ** np.arange(length)[::-1]
    contents = np.arange(4**length)[:, None] // powers % 4
    before, after = contents[:, :reach], contents[:, reach:]
    for half in (before[:, ::-1], after):  # nearest point first
        half[np.logical_or.accumulate(half == EDGE, axis=1)] = EDGE
    canonical = np.minimum(contents @ powers, contents[:, ::-1] @ powers)
    kept, numbers = np.unique(canonical, return_inverse=True)
    return numbers, contents[kept]


def window_features(contents: np.ndarray) -> np.ndarray:
    """Return the features of each window: window × feature. Windows share features, so rare windows learn from common
    ones. Features count contents at each distance and pairs of contents at each pair of points, up to mirroring."""
    length = contents.shape[1]
    columns = {}

    def column(*feature: int) -> int:
        if len(feature) == 2:
            mirror = (length - 1 - feature[0], feature[1])
        else:
            a, b, x, y = feature
            mirror = (length - 1 - b, length - 1 - a, y, x)
        return columns.setdefault(min(feature, mirror), len(columns))

    present = []
    for at in range(length):
        for x in range(4):
            present.append((column(at, x), contents[:, at] == x))
    for a, b in combinations(range(length), 2):
        for x in range(4):
            for y in range(4):
                present.append((column(a, b, x, y), (contents[:, a] == x) & (contents[:, b] == y)))
    features = np.zeros((len(contents), len(columns)), np.float32)
    for at, windows in present:
        features[:, at] += windows
    return features
