"""The work for one rule: what it is, where it stands, and what it has cost."""

from __future__ import annotations

import asyncio
import csv
import time
from collections.abc import Callable
from pathlib import Path

from .crew import Crew, Done
from .folder import read_json
from .settings import Rule
from .toolbox import Toolbox

COSTS = ("when", "kind", "what", "seconds")
# The kind of the sampled positions: the ending of their files and their name in tables of costs. It is the old name of
# `tengen lab samples`, kept so that existing folders stay readable.
SAMPLES = "leaves"
KINDS = ("games", SAMPLES, "data", "training", "gate")


class Work:
    """The work for one rule."""

    def __init__(self, rule: Rule, folder: Path, crew: Crew, toolbox: Toolbox, program: str):
        self.rule, self.crew, self.toolbox = rule, crew, toolbox
        self.folder = folder / rule.name
        self.program = program  # a digest of the toolbox
        self.shards, self.generations = self.folder / "shards", self.folder / "generations"
        self.making = self.folder / "work"
        self.costs = self.folder / "costs.csv"
        self.start = self.folder / "start.tnn"
        for place in (self.shards, self.generations, self.making):
            place.mkdir(parents=True, exist_ok=True)
        self.changed = asyncio.Condition()
        for slots in (crew.slots, crew.far):
            slots.used[rule.name] = sum(self.spent().values()) / rule.share

    def say(self, text: str) -> None:
        self.crew.say(f"{self.rule.name}: {text}")

    # The state, as the folder tells it.

    def generation(self, number: int) -> Path:
        return self.generations / f"{number:04}"

    def result(self, number: int) -> dict | None:
        """What came of a generation; `None` while it is not done."""
        return read_json(self.generation(number) / "result.json")

    def results(self) -> list[dict]:
        """Those of all generations that are done."""
        found, number = [], 1
        while result := self.result(number):
            found.append(result)
            number += 1
        return found

    def made(self) -> int:
        """How many shards this factory has made."""
        number = 0
        while (self.shards / f"{number:06}.json").exists():
            number += 1
        return number

    def due(self, generation: int) -> int:
        """After how many shards a generation is due. What was begun stays as it was begun."""
        at = 0
        for number in range(1, generation + 1):
            order = read_json(self.generation(number) / "order.json")
            at = order["made"] if order else at + self.rule.shards
        return at

    def promoted(self, until: int) -> Path | None:
        """The newest network that was promoted up to a generation; `None`: the tables."""
        for number in range(until, 0, -1):
            if (result := self.result(number)) and result["promoted"]:
                return self.generation(number) / "candidate.tnn"
        return self.start if self.start.exists() else None

    # Processes, and what they cost.

    async def process(self, kind: str, what: str, command: list[str], clear: Callable[[], None] | None = None, slot: bool = True) -> Done:
        """Runs a program until it succeeds; `clear` takes away what an attempt may have left."""
        name = f"{self.rule.name} {what}"
        log = self.making / f"{what.replace(' ', '-')}.log"

        async def attempt() -> Done:
            if clear:
                clear()
            if not slot:
                return await self.crew.process(name, command, log)
            async with self.crew.slots.one(self.rule.name, self.rule.share):
                return await self.crew.process(name, command, log)

        done = await self.crew.persist(name, attempt)
        log.unlink(missing_ok=True)
        self.spend(kind, what, done.seconds)
        return done

    async def part(self, kind: str, what: str, command: list[str], shard: str, file: Path) -> None:
        """Has a part of a shard made, until that succeeds."""
        name = f"{self.rule.name} {what}"

        async def attempt() -> float:
            async with self.crew.slots_for_parts().one(self.rule.name, self.rule.share):
                return await self.crew.part(name, command, shard, file)

        self.spend(kind, what, await self.crew.persist(name, attempt))

    def spend(self, kind: str, what: str, seconds: float) -> None:
        """Notes what a process has cost that has succeeded."""
        is_new = not self.costs.exists()
        with self.costs.open("a") as file:
            when = time.strftime("%Y-%m-%dT%H:%M:%S")
            file.write(f"{','.join(COSTS)}\n" * is_new + f"{when},{kind},{what},{seconds:.2f}\n")

    def spent(self) -> dict[str, float]:
        """Seconds of processes by kind. A line that was broken off does not count."""
        sums = dict.fromkeys(KINDS, 0.0)
        if not self.costs.exists():
            return sums
        with self.costs.open(newline="") as file:
            for row in csv.DictReader(file):
                try:
                    sums[row["kind"]] += float(row["seconds"])
                except (KeyError, TypeError, ValueError):
                    continue
        return sums

    # Waiting for each other.

    async def tell(self) -> None:
        """Something was finished."""
        async with self.changed:
            self.changed.notify_all()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with self.changed:
            await self.changed.wait_for(holds)
