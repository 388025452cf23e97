"""The work on one rule: its state in the folder, its processes and their costs."""

from __future__ import annotations

import asyncio
import csv
import time
from collections.abc import Callable
from pathlib import Path

from .folder import read_json
from .runner import ProcessResult, Runner
from .settings import Rule
from .toolbox import Toolbox

COSTS = ("when", "kind", "what", "seconds")
# The file extension of sampled positions and their kind in `costs.csv`: the old name of `tengen lab samples`, kept so
# that existing folders stay readable.
SAMPLES = "leaves"
KINDS = ("games", SAMPLES, "data", "training", "gate")


class Work:
    """The work on one rule."""

    def __init__(self, rule: Rule, folder: Path, runner: Runner, toolbox: Toolbox, program: str):
        self.rule, self.runner, self.toolbox = rule, runner, toolbox
        self.folder = folder / rule.name
        self.program = program  # digest of the toolbox
        self.shards, self.generations = self.folder / "shards", self.folder / "generations"
        self.temp = self.folder / "work"
        self.costs = self.folder / "costs.csv"
        self.start = self.folder / "start.tnn"
        for directory in (self.shards, self.generations, self.temp):
            directory.mkdir(parents=True, exist_ok=True)
        self.changed = asyncio.Condition()
        for slots in (runner.slots, runner.cluster_slots):
            slots.used[rule.name] = sum(self.spent().values()) / rule.share

    def log(self, text: str) -> None:
        self.runner.log(f"{self.rule.name}: {text}")

    # State, read from the folder.

    def generation(self, number: int) -> Path:
        return self.generations / f"{number:04}"

    def result(self, number: int) -> dict | None:
        """Return the result of a generation, or None if it is unfinished."""
        return read_json(self.generation(number) / "result.json")

    def results(self) -> list[dict]:
        """Return the results of all finished generations."""
        found, number = [], 1
        while result := self.result(number):
            found.append(result)
            number += 1
        return found

    def shard_count(self) -> int:
        """Return the number of finished shards, without adopted ones."""
        number = 0
        while (self.shards / f"{number:06}.json").exists():
            number += 1
        return number

    def due(self, generation: int) -> int:
        """Return the number of shards after which a generation starts. Generations that have started keep theirs."""
        at = 0
        for number in range(1, generation + 1):
            order = read_json(self.generation(number) / "order.json")
            at = order["made"] if order else at + self.rule.shards
        return at

    def promoted(self, until: int) -> Path | None:
        """Return the newest network promoted up to generation `until`, else the initial one, else None (the tables)."""
        for number in range(until, 0, -1):
            if (result := self.result(number)) and result["promoted"]:
                return self.generation(number) / "candidate.tnn"
        return self.start if self.start.exists() else None

    # Processes and their costs.

    async def process(self, kind: str, task: str, command: list[str], clean: Callable[[], None] | None = None, slot: bool = True) -> ProcessResult:
        """Run a program until it succeeds. `clean` removes the remains of earlier attempts."""
        name = f"{self.rule.name} {task}"
        log_file = self.temp / f"{task.replace(' ', '-')}.log"

        async def attempt() -> ProcessResult:
            if clean:
                clean()
            if not slot:
                return await self.runner.process(name, command, log_file)
            async with self.runner.slots.one(self.rule.name, self.rule.share):
                return await self.runner.process(name, command, log_file)

        result = await self.runner.retry(name, attempt)
        log_file.unlink(missing_ok=True)
        self.record_cost(kind, task, result.seconds)
        return result

    async def part(self, kind: str, task: str, command: list[str], shard: str, file: Path) -> None:
        """Compute a part of a shard, retrying until it succeeds."""
        name = f"{self.rule.name} {task}"

        async def attempt() -> float:
            async with self.runner.slots_for_parts().one(self.rule.name, self.rule.share):
                return await self.runner.part(name, command, shard, file)

        self.record_cost(kind, task, await self.runner.retry(name, attempt))

    def record_cost(self, kind: str, task: str, seconds: float) -> None:
        """Append the cost of a successful process to `costs.csv`."""
        is_new = not self.costs.exists()
        with self.costs.open("a") as file:
            when = time.strftime("%Y-%m-%dT%H:%M:%S")
            file.write(f"{','.join(COSTS)}\n" * is_new + f"{when},{kind},{task},{seconds:.2f}\n")

    def spent(self) -> dict[str, float]:
        """Return the seconds of successful processes by kind. Truncated lines are ignored."""
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

    # Synchronization of shards and generations.

    async def notify(self) -> None:
        """Wake the waiters after a shard or a generation has finished."""
        async with self.changed:
            self.changed.notify_all()

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        async with self.changed:
            await self.changed.wait_for(condition)
