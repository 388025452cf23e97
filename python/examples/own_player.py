"""A player in ten lines of Python meets the engine."""

from __future__ import annotations

import numpy as np

import tengen


def by_the_network(position: tengen.Position) -> tuple[int, int]:
    """The move that the network expects."""
    _, policies = ENGINE.evaluate([position])
    row, column = np.unravel_index(policies[0].argmax(), policies[0].shape)
    return int(row), int(column)


ENGINE = tengen.Engine(hash_mb=16)


def play(games: int) -> tengen.Match:
    """The network alone against a level."""
    return tengen.match(by_the_network, tengen.player(level=2), games=games)


if __name__ == "__main__":
    print(play(10))
