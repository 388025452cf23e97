"""Processes: so many at a time, shared out among the rules; and what is done when one fails.

A process that fails is started again after a pause that grows; nothing is lost by it but what that process had
in hand. When the factory ends, however it ends, its processes end with it."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import shutil
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from .. import spread
from . import FactoryError
from .folder import size, write
from .settings import Settings

T = TypeVar("T")
GB = 1 << 30
# Seconds for which a slot stays free, so that not only those who wait already are asked.
GRACE = 0.02
# Of a log, so much is looked at.
TAIL = 4096
_PROGRESS = re.compile(r"(?:step )?\d+/\d+.*")


class Failed(Exception):
    """A process has failed; says which and why. It may succeed when it is tried again."""


@dataclass
class Done:
    """A process that has succeeded."""

    answer: str  # the end of what it wrote
    seconds: float


class Slots:
    """So many pieces of work at a time. A free one goes to the rule that has had the least of its share."""

    def __init__(self, many: int):
        self.many = self.free = many
        self.used: dict[str, float] = {}  # seconds by rule, over the rule's share
        self.waiting: list[tuple[str, asyncio.Future]] = []

    @asynccontextmanager
    async def one(self, rule: str, share: float):
        await self._take(rule)
        begun = time.monotonic()
        try:
            yield
        finally:
            self.used[rule] = self.used.get(rule, 0.0) + (time.monotonic() - begun) / share
            # Whoever has ended a piece of work may have another one ready in a moment.
            asyncio.get_running_loop().call_later(GRACE, self._give)

    def _give(self) -> None:
        self.free += 1
        self._hand_out()

    def resize(self, many: int) -> None:
        """There are more of them now, or fewer."""
        self.free += many - self.many
        self.many = many
        self._hand_out()

    async def _take(self, rule: str) -> None:
        mine = (rule, asyncio.get_running_loop().create_future())
        self.waiting.append(mine)
        self._hand_out()
        try:
            await mine[1]
        except asyncio.CancelledError:
            if mine in self.waiting:
                self.waiting.remove(mine)
            else:
                self._give()
            raise

    def _hand_out(self) -> None:
        while self.free > 0 and self.waiting:
            needy = min(self.waiting, key=lambda waiter: self.used.get(waiter[0], 0.0))
            self.waiting.remove(needy)
            if not needy[1].done():
                self.free -= 1
                needy[1].set_result(None)


async def together(works: list[Coroutine[Any, Any, T]]) -> list[T]:
    """What all of them bring; the first that fails ends the others."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(work) for work in works]
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return [task.result() for task in tasks]


def tail(log: Path) -> str:
    """The end of a log."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - TAIL))
        return file.read().decode(errors="replace")


def complaint(answer: str, code: int) -> str:
    """What a program that has failed says was wrong, in a line."""
    if code < 0:
        return f"it was ended by signal {-code}"
    said = [line for line in answer.splitlines() if line.strip()]
    errors = [line for line in said if line.startswith(("error:", "tengen-train:"))]
    return (errors or said[-1:] or [f"it ended with {code}"])[-1]


class Crew:
    """Who does the work."""

    def __init__(self, settings: Settings, lock: int, say: Callable[[str], None], client=None):
        self.plant, self.folder, self.lock, self.say = settings.plant, settings.folder, lock, say
        self.slots = Slots(self.plant.workers)
        self.running: dict[str, Path] = {}  # logs of what is at work
        self.client = client
        self.remote = client and client.get_executor(pure=False, retries=spread.TRIES - 1)
        self.far = Slots(1)  # those of the workers of Dask

    def slots_for_parts(self) -> Slots:
        """Those of this machine, or of the workers of Dask, who come and go."""
        if self.client is None:
            return self.slots
        self.far.resize(max(1, sum(self.client.nthreads().values())))
        return self.far

    # Processes.

    def _prepare(self) -> None:
        """What a process does before it becomes the program."""
        spread.end_with_parent()
        os.nice(self.plant.nice)
        if self.plant.memory_gb:
            most = int(self.plant.memory_gb * GB)
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    async def process(self, what: str, command: list[str], log: Path) -> Done:
        """Runs a program to its end. Raises Failed, OSError."""
        begun = time.monotonic()
        # The trainer is this package, which need not be installed.
        here = str(Path(__file__).parents[2])
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])}
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as file:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=file, stderr=file,
                pass_fds=[self.lock], preexec_fn=self._prepare, env=environment,
            )  # fmt: skip
        self.running[what] = log
        try:
            code = await process.wait()
        finally:
            del self.running[what]
            if process.returncode is None:
                process.kill()
                await process.wait()
        answer = tail(log)
        if code != 0:
            raise Failed(complaint(answer, code))
        return Done(answer, time.monotonic() - begun)

    async def part(self, what: str, command: list[str], shard: str, file: Path) -> float:
        """Has a part of a run made, here or by a worker of Dask. What a process here had made of it when it was
        ended is taken up. The seconds it took come back. Raises Failed, OSError."""
        begun = time.monotonic()
        if self.remote is not None:
            try:
                write(file, await asyncio.wrap_future(self.remote.submit(spread.compute, command, shard)))
            except Exception as error:  # whatever went wrong over there
                raise Failed(f"{type(error).__name__}: {error}") from error
            return time.monotonic() - begun
        draft, log = file.with_name(file.name + ".draft"), file.with_name(file.name + ".log")
        had = draft.stat().st_size if draft.exists() else 0
        try:
            await self.process(what, [*command, "--shard", shard, "--out", str(draft)], log)
        except Failed:
            # What cannot be gone on with must not be in the way.
            if draft.exists() and draft.stat().st_size <= had:
                draft.unlink()
            raise
        os.replace(draft, file)
        return time.monotonic() - begun

    # What can go wrong.

    async def persist(self, what: str, attempt: Callable[[], Awaitable[T]], need: int = 0) -> T:
        """Tries until it succeeds, with pauses that grow. Raises FactoryError when it never does."""
        pause = self.plant.pause
        for left in range(self.plant.tries - 1, -1, -1):
            await self.room(what, need)
            try:
                return await attempt()
            except (Failed, OSError) as error:
                if left == 0:
                    raise FactoryError(f"{what}: {error}; tried {self.plant.tries} times") from error
                self.say(f"{what}: {error}; again in {pause:.0f} s")
            await asyncio.sleep(pause)
            pause = min(2 * pause, self.plant.longest_pause)
        raise AssertionError("it was tried at least once")

    async def room(self, what: str, need: int = 0) -> None:
        """Waits until the disk has room for so many bytes, and the folder may grow by them."""
        pause = self.plant.pause
        while lack := self._lack(need):
            self.say(f"{what}: {lack}; looking again in {pause:.0f} s")
            await asyncio.sleep(pause)
            pause = min(2 * pause, self.plant.longest_pause)

    def _lack(self, need: int) -> str | None:
        free = shutil.disk_usage(self.folder).free
        if free - need < self.plant.free_gb * GB:
            return f"the disk has {free / GB:.1f} GB left; {need / GB:.1f} are needed, and free_gb = {self.plant.free_gb:g} stay free"
        if self.plant.disk_gb and (has := size(self.folder)) + need > self.plant.disk_gb * GB:
            return f"the folder has {has / GB:.1f} GB; {need / GB:.1f} more would be above disk_gb = {self.plant.disk_gb:g}"
        return None

    def at_work(self) -> list[str]:
        """What is being done, and how far it is."""
        lines = []
        for what, log in self.running.items():
            try:
                said = _PROGRESS.findall(tail(log))
            except OSError:
                said = []
            lines.append(f"{what}: {said[-1][:60].strip()}" if said else what)
        return lines
