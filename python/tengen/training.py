"""Positions of training games (``tengen lab selfplay``, ``tengen lab samples``) as batches of a network's inputs.

>>> from tengen.training import index_batches
>>> [len(batch) for batch in index_batches(count=10, size=4, seed=1, last=3)]
[4, 4, 4]

``train/FORMAT.md`` describes the network, and ``train/`` is a trainer that uses this module.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ._native import Positions, inputs
from .results import Inputs, Labels

__all__ = ["Inputs", "Labels", "Positions", "ahead", "batches", "index_batches", "inputs", "order"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

# Neighbouring positions are read in blocks; MIXED blocks are shuffled together.
BLOCK = 64
MIXED = 2048


def order(count: int, seed: int, pass_number: int) -> NDArray[np.int64]:
    """The shuffled numbers of all positions in a pass. Only nearby blocks are mixed."""
    random = np.random.Generator(np.random.Philox(key=[seed, pass_number]))
    blocks = random.permutation((count + BLOCK - 1) // BLOCK)
    numbers = (blocks[:, None] * BLOCK + np.arange(BLOCK)).reshape(-1)
    numbers = numbers[numbers < count]
    for at in range(0, len(numbers), BLOCK * MIXED):
        random.shuffle(numbers[at : at + BLOCK * MIXED])
    return numbers


def index_batches(count: int, size: int, seed: int, *, first: int = 0, last: int) -> Iterator[NDArray[np.int64]]:
    """The numbers of the positions in the batches ``first`` to ``last - 1`` of a training. Each pass over the positions has
    its own order, which the seed decides; what does not fill a batch is left out."""
    batches_per_pass = count // size
    if last > first and batches_per_pass == 0:
        raise ValueError(f"{count} positions are fewer than a batch of {size}")
    pass_number, numbers = -1, np.empty(0, np.int64)
    for step in range(first, last):
        if step // batches_per_pass != pass_number:
            pass_number = step // batches_per_pass
            numbers = order(count, seed, pass_number)
        at = step % batches_per_pass * size
        yield numbers[at : at + size]


def ahead(work: Callable[[_Item], _Result], items: Iterable[_Item]) -> Iterator[_Result]:
    """``map(work, items)``, with the next result prepared in another thread while one is used."""
    with ThreadPoolExecutor(1) as pool:
        following: Future[_Result] | None = None
        for item in items:
            current, following = following, pool.submit(work, item)
            if current:
                yield current.result()
        if following:
            yield following.result()


def batches(positions: Positions, size: int, seed: int, *, first: int = 0, last: int) -> Iterator[tuple[Labels, Inputs]]:
    """The batches ``first`` to ``last - 1`` of a training, in the order of ``index_batches``."""
    return ahead(lambda numbers: (positions.labels(numbers), positions.inputs(numbers)), index_batches(len(positions), size, seed, first=first, last=last))
