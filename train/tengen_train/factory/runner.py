"""Run processes concurrently, shared fairly among the rules, and retry failed ones.

A failed process is restarted after a growing pause; only its unfinished work is lost. All processes end with the
factory, however it ends."""

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
# Seconds before a released slot is assigned, so that its last user may compete for it too.
GRACE = 0.02
# Bytes read from the end of a log.
TAIL = 4096
_PROGRESS = re.compile(r"(?:step )?\d+/\d+.*")


class ProcessFailed(Exception):
    """A process failed. It may succeed when retried."""


@dataclass
class ProcessResult:
    """A process that succeeded."""

    output: str  # the end of it
    seconds: float


class Slots:
    """Limits the number of simultaneous tasks. A free slot goes to the rule that has used least of its share."""

    def __init__(self, count: int, clock: Callable[[], float] = time.monotonic):
        self.count = self.free = count
        self.clock = clock
        self.used: dict[str, float] = {}  # seconds of each rule, divided by its share
        self.waiting: list[tuple[str, asyncio.Future]] = []

    @asynccontextmanager
    async def one(self, rule: str, share: float):
        """Hold a slot."""
        await self._acquire(rule)
        start_time = self.clock()
        try:
            yield
        finally:
            self.used[rule] = self.used.get(rule, 0.0) + (self.clock() - start_time) / share
            asyncio.get_running_loop().call_later(GRACE, self._release)

    def _release(self) -> None:
        self.free += 1
        self._assign()

    def resize(self, count: int) -> None:
        """Change the number of slots."""
        self.free += count - self.count
        self.count = count
        self._assign()

    async def _acquire(self, rule: str) -> None:
        waiter = (rule, asyncio.get_running_loop().create_future())
        self.waiting.append(waiter)
        self._assign()
        try:
            await waiter[1]
        except asyncio.CancelledError:
            if waiter in self.waiting:
                self.waiting.remove(waiter)
            else:
                self._release()
            raise

    def _assign(self) -> None:
        while self.free > 0 and self.waiting:
            neediest = min(self.waiting, key=lambda waiter: self.used.get(waiter[0], 0.0))
            self.waiting.remove(neediest)
            if not neediest[1].done():
                self.free -= 1
                neediest[1].set_result(None)


async def gather(coroutines: list[Coroutine[Any, Any, T]]) -> list[T]:
    """Run coroutines concurrently and return their results. If one fails, cancel the others and raise its exception."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(coroutine) for coroutine in coroutines]
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return [task.result() for task in tasks]


def tail(log_file: Path) -> str:
    """Return the end of a log."""
    with log_file.open("rb") as file:
        file.seek(max(0, log_file.stat().st_size - TAIL))
        return file.read().decode(errors="replace")


def error_line(output: str, code: int) -> str:
    """Return the line of a failed program's output that best describes the error."""
    if code < 0:
        return f"killed by signal {-code}"
    lines = [line for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("error:", "tengen-train:"))]
    return (errors or lines[-1:] or [f"exit status {code}"])[-1]


class Runner:
    """Runs the processes of a factory."""

    def __init__(self, settings: Settings, lock: int, log: Callable[[str], None], cluster=None):
        self.options, self.folder, self.lock, self.log = settings.factory, settings.folder, lock, log
        self.pid = os.getpid()
        self.slots = Slots(self.options.workers)
        self.log_files: dict[str, Path] = {}  # of the running processes
        self.cluster = cluster
        self.cluster_slots = Slots(1)

    def slots_for_parts(self) -> Slots:
        """Return the slots for parts of shards: those of this machine, or as many as the cluster has threads now."""
        if self.cluster is None:
            return self.slots
        self.cluster_slots.resize(self.cluster.threads)
        return self.cluster_slots

    # Processes.

    def _prepare(self) -> None:
        """Set up a forked process before it executes the program."""
        spread.end_with_parent(self.pid)
        os.nice(self.options.nice)
        if self.options.memory_gb:
            limit = int(self.options.memory_gb * GB)
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))

    async def process(self, name: str, command: list[str], log_file: Path) -> ProcessResult:
        """Run a program to its end. Raise ProcessFailed or OSError."""
        start_time = time.monotonic()
        # The trainer is this package, which may not be installed.
        package = str(Path(__file__).parents[2])
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([package, *filter(None, [os.environ.get("PYTHONPATH")])])}
        log_file.parent.mkdir(parents=True, exist_ok=True)
        with log_file.open("wb") as file:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=file, stderr=file,
                pass_fds=[self.lock], preexec_fn=self._prepare, env=environment,
            )  # fmt: skip
        self.log_files[name] = log_file
        try:
            code = await process.wait()
        finally:
            del self.log_files[name]
            if process.returncode is None:
                process.kill()
                await process.wait()
        output = tail(log_file)
        if code != 0:
            raise ProcessFailed(error_line(output, code))
        return ProcessResult(output, time.monotonic() - start_time)

    async def part(self, name: str, command: list[str], shard: str, file: Path) -> float:
        """Compute a part of a run, locally or on the cluster, and return the seconds it took. A local process
        continues the unfinished file of an interrupted one. Raise ProcessFailed or OSError."""
        start_time = time.monotonic()
        if self.cluster is not None:
            try:
                write(file, await asyncio.wrap_future(self.cluster.submit(spread.compute, command, shard, tries=spread.TRIES)))
            except Exception as error:  # any error on the worker
                raise ProcessFailed(f"{type(error).__name__}: {error}") from error
            return time.monotonic() - start_time
        temp_path, log_file = file.with_name(file.name + ".draft"), file.with_name(file.name + ".log")
        size_before = temp_path.stat().st_size if temp_path.exists() else 0
        try:
            await self.process(name, [*command, "--shard", shard, "--out", str(temp_path)], log_file)
        except ProcessFailed:
            # Without progress the file itself may be the cause: start again without it.
            if temp_path.exists() and temp_path.stat().st_size <= size_before:
                temp_path.unlink()
            raise
        os.replace(temp_path, file)
        return time.monotonic() - start_time

    # Failures.

    async def retry(self, name: str, attempt: Callable[[], Awaitable[T]], need: int = 0) -> T:
        """Call `attempt` until it succeeds, with growing pauses. Raise FactoryError after too many failures."""
        pause = self.options.pause
        for left in range(self.options.tries - 1, -1, -1):
            await self.wait_for_space(name, need)
            try:
                return await attempt()
            except (ProcessFailed, OSError) as error:
                if left == 0:
                    raise FactoryError(f"{name}: {error}; tried {self.options.tries} times") from error
                self.log(f"{name}: {error}; retrying in {pause:.0f} s")
            await asyncio.sleep(pause)
            pause = min(2 * pause, self.options.longest_pause)
        raise AssertionError("tries is at least 1")

    async def wait_for_space(self, name: str, need: int = 0) -> None:
        """Wait until `need` bytes fit on the disk and within the folder's limit."""
        pause = self.options.pause
        while shortage := self._shortage(need):
            self.log(f"{name}: {shortage}; checking again in {pause:.0f} s")
            await asyncio.sleep(pause)
            pause = min(2 * pause, self.options.longest_pause)

    def _shortage(self, need: int) -> str | None:
        """Describe what prevents writing `need` bytes, if anything does."""
        free = shutil.disk_usage(self.folder).free
        if free - need < self.options.free_gb * GB:
            return f"the disk has {free / GB:.1f} GB left; {need / GB:.1f} GB are needed with free_gb = {self.options.free_gb:g}"
        if self.options.disk_gb and (used := size(self.folder)) + need > self.options.disk_gb * GB:
            return f"the folder has {used / GB:.1f} GB; {need / GB:.1f} GB more would exceed disk_gb = {self.options.disk_gb:g}"
        return None

    def running(self) -> list[str]:
        """Return the names of the running processes, with their progress."""
        lines = []
        for name, log_file in self.log_files.items():
            try:
                progress = _PROGRESS.findall(tail(log_file))
            except OSError:
                progress = []
            lines.append(f"{name}: {progress[-1][:60].strip()}" if progress else name)
        return lines
