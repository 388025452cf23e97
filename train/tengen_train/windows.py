"""Windows: the stones near a point on one line, numbered. FORMAT.md says it in words."""

from itertools import combinations

import numpy as np

# Contents of a point in a window. As a number of base four, a window begins with the point farthest to one side.
EMPTY, OWN, OTHER, EDGE = range(4)
# Steps along the lines through a point, down and right: rows and columns first, then the diagonals.
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))


def window_numbers(reach: int) -> tuple[np.ndarray, np.ndarray]:
    """The number of each window of `reach` points to either side, as FORMAT.md defines it; and what the windows of
    these numbers contain: window × 2·reach."""
    length = 2 * reach
    places = 4 ** np.arange(length)[::-1]
    contents = np.arange(4**length)[:, None] // places % 4
    before, after = contents[:, :reach], contents[:, reach:]
    for half in (before[:, ::-1], after):  # the nearest first
        half[np.logical_or.accumulate(half == EDGE, axis=1)] = EDGE
    first = np.minimum(contents @ places, contents[:, ::-1] @ places)
    kept, numbers = np.unique(first, return_inverse=True)
    return numbers, contents[kept]


def parts_of_windows(contents: np.ndarray) -> np.ndarray:
    """What a window is made of, so that rare ones need not be learned alone: how often each content lies at each
    distance, and each pair of contents at each pair of places, mirrored ones alike: window × parts."""
    length = contents.shape[1]
    names = {}

    def name(*part: int) -> int:
        if len(part) == 2:
            mirror = (length - 1 - part[0], part[1])
        else:
            a, b, x, y = part
            mirror = (length - 1 - b, length - 1 - a, y, x)
        return names.setdefault(min(part, mirror), len(names))

    columns = []
    for part in [(at, x) for at in range(length) for x in range(4)]:
        columns.append((name(*part), contents[:, part[0]] == part[1]))
    for a, b in combinations(range(length), 2):
        for x in range(4):
            for y in range(4):
                columns.append((name(a, b, x, y), (contents[:, a] == x) & (contents[:, b] == y)))
    parts = np.zeros((len(contents), len(names)), np.float32)
    for column, holds in columns:
        parts[:, column] += holds
    return parts
