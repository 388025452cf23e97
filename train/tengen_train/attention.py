"""How two top policy points lie to each other: FORMAT.md has the numbers of these relative positions."""

from __future__ import annotations

import numpy as np

# Points this far apart, by row or by column, have the last relation, as those farther apart.
FAR = 6


def relative_positions() -> np.ndarray:
    """Return the relation of two points by the distances of their rows and of their columns, each at most `FAR`."""
    numbers = np.full((FAR + 1, FAR + 1), 17)
    numbers[0, 0] = 0
    for far in range(1, FAR):
        numbers[0, far] = numbers[far, 0] = far
        numbers[far, far] = 5 + far
        for near in range(1, far if far < 5 else 0):
            numbers[near, far] = numbers[far, near] = 10 + (far - 1) * (far - 2) // 2 + near
    return numbers
