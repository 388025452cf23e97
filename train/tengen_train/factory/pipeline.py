"""The pipeline of one rule: shards, and generations between them.

The network that makes shard *n* depends only on *n*, never on timing: the shard waits for every generation that is due
`ahead` or more shards earlier."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

from .. import layout
from . import FactoryError, generations, shards
from .folder import write
from .runner import gather
from .work import Work


def install_start_network(work: Work, network: Path | None) -> None:
    """Copy the initial network into the folder, converted if it is of another rule. Raise FactoryError."""
    if network is None or work.start.exists():
        return
    try:
        loaded = layout.read(network)
    except layout.FormatError as error:
        raise FactoryError(f"{network}: {error}") from None
    rule = layout.RULES.index(work.rule.name)
    if loaded.rule == rule:
        temp_path = work.start.with_suffix(".draft")
        shutil.copyfile(network, temp_path)
        temp_path.replace(work.start)
        return
    loaded.rule, loaded.note = rule, f"carried over from {layout.RULES[loaded.rule]}: {loaded.note}"
    write(work.start, layout.to_bytes(loaded))


async def run(work: Work, resolve: Callable[[str], Path], publish: Callable[[], Awaitable[None]]) -> None:
    """Make all configured generations. `publish` is called after each finished shard and generation."""
    install_start_network(work, resolve(work.rule.start) if work.rule.start else None)
    await shards.adopt(work, resolve)

    async def finished() -> None:
        await work.notify()
        await publish()

    await gather([_make_shards(work, finished), _make_generations(work, finished)])


async def _make_shards(work: Work, finished: Callable[[], Awaitable[None]]) -> None:
    number = work.shard_count()
    while not work.rule.generations or number < work.due(work.rule.generations):
        generation = _required_generation(work, number)
        await work.wait_until(lambda: len(work.results()) >= generation)
        await shards.make(work, number, work.promoted(generation))
        number += 1
        work.log(f"shard {number - 1} finished: {shards.positions(work):,} positions")
        await finished()


def _required_generation(work: Work, shard: int) -> int:
    """Return the number of the generation that must finish before this shard starts."""
    number = 0
    while work.due(number + 1) + work.rule.ahead <= shard:
        number += 1
    return number


async def _make_generations(work: Work, finished: Callable[[], Awaitable[None]]) -> None:
    number = len(work.results()) + 1
    while not work.rule.generations or number <= work.rule.generations:
        due = work.due(number)
        await work.wait_until(lambda: work.shard_count() >= due)
        await generations.make(work, number)
        number += 1
        await finished()
