"""The work of one rule from beginning to end: shards, and generations between them.

Which network makes a shard depends on the shard's number alone, never on what was ready first: shard *n* waits
for all generations that are due `ahead` shards or more before it."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

from .. import layout
from . import FactoryError, generations, shards
from .crew import together
from .folder import write
from .work import Work


def begin(work: Work, network: Path | None) -> None:
    """Takes the network that the rule begins with, carried over if it is of another rule."""
    if network is None or work.start.exists():
        return
    try:
        read = layout.read(network)
    except layout.FormatError as error:
        raise FactoryError(f"{network}: {error}") from None
    rule = layout.RULES.index(work.rule.name)
    if read.rule == rule:
        draft = work.start.with_suffix(".draft")
        shutil.copyfile(network, draft)
        draft.replace(work.start)
        return
    read.rule, read.note = rule, f"carried over from {layout.RULES[read.rule]}: {read.note}"
    write(work.start, layout.to_bytes(read))


async def run(work: Work, find: Callable[[str], Path], finished: Callable[[], Awaitable[None]]) -> None:
    """Works until all generations are made that are wanted. `finished` is called whenever something is."""
    begin(work, find(work.rule.start) if work.rule.start else None)
    await shards.adopt(work, find)

    async def tell() -> None:
        await work.tell()
        await finished()

    await together([_make_shards(work, tell), _make_generations(work, tell)])


async def _make_shards(work: Work, tell: Callable[[], Awaitable[None]]) -> None:
    number = work.made()
    while not work.rule.generations or number < work.due(work.rule.generations):
        before = _generation_before(work, number)
        await work.until(lambda: len(work.results()) >= before)
        await shards.make(work, number, work.promoted(before))
        number += 1
        work.say(f"shard {number - 1} is done: {shards.positions(work):,} positions")
        await tell()


def _generation_before(work: Work, shard: int) -> int:
    """The generation whose end this shard waits for."""
    number = 0
    while work.due(number + 1) + work.rule.ahead <= shard:
        number += 1
    return number


async def _make_generations(work: Work, tell: Callable[[], Awaitable[None]]) -> None:
    number = len(work.results()) + 1
    while not work.rule.generations or number <= work.rule.generations:
        due = work.due(number)
        await work.until(lambda: work.made() >= due)
        await generations.make(work, number)
        number += 1
        await tell()
