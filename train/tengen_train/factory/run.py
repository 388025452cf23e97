"""Run a factory: all rules concurrently, until everything is finished, the time is up, or it is stopped."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from contextlib import nullcontext
from pathlib import Path

from . import FactoryError, folder, history, pipeline, toolbox
from .runner import Runner
from .settings import Settings
from .work import Work

# Running processes listed in a progress report.
MAX_LISTED = 6


def log(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


class Factory:
    """A running factory."""

    def __init__(self, settings: Settings, lock: folder.Lock, copy_to: Path | None, cluster=None):
        self.settings, self.copy_to = settings, copy_to
        program = toolbox.find(settings)
        digest = folder.digest(Path(program))
        self.runner = Runner(settings, lock.handle, log, cluster)
        tools = toolbox.Toolbox(program)
        self.works = [Work(rule, settings.folder, self.runner, tools, digest) for rule in settings.rules]
        self.failed: list[str] = []  # rules

    async def run(self, seconds: float | None) -> bool:
        """Run until finished or for `seconds`. Return False if stopped by a signal. Raise FactoryError."""
        self.publish()
        everything = asyncio.create_task(self._all())
        reports = asyncio.create_task(self._report())
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, everything.cancel)
        finished, _ = await asyncio.wait([everything], timeout=seconds)
        for task in (reports, everything):
            task.cancel()
        await asyncio.wait([reports, everything])
        complete = everything in finished and not everything.cancelled()
        if not complete:
            log("stopped; run the same command again to continue")
        self.publish()
        if self.failed:
            raise FactoryError(f"given up: {', '.join(self.failed)}; run the same command again to continue")
        return complete or not finished

    async def _all(self) -> None:
        await asyncio.gather(*(self._rule(work) for work in self.works))

    async def _rule(self, work: Work) -> None:
        """Run the pipeline of a rule. Its failure does not affect the other rules."""

        async def publish() -> None:
            self.publish()

        async def attempt() -> None:
            await pipeline.run(work, self.settings.path, publish)

        try:
            await self.runner.retry(work.rule.name, attempt)
            work.log("all generations finished")
        except Exception as error:
            self.failed.append(work.rule.name)
            work.log(f"given up: {error if isinstance(error, FactoryError) else repr(error)}")

    async def _report(self) -> None:
        """Log the running processes periodically."""
        while True:
            await asyncio.sleep(self.settings.factory.report)
            lines = self.runner.running()
            for line in lines[:MAX_LISTED]:
                log(f"  {line}")
            if len(lines) > MAX_LISTED:
                log(f"  and {len(lines) - MAX_LISTED} more")

    def publish(self) -> None:
        """Write the history and copy finished files to `copy_to`. A failure is only logged; the next call retries."""
        try:
            history.write_all(self.settings.folder, self.works, self.runner.running())
            if self.copy_to:
                folder.copy_finished(self.settings.folder, self.copy_to)
        except Exception as error:
            log(f"history: {error!r}")


def _cluster(scheduler: str):
    """The workers of the Dask scheduler at this address; nothing without one."""
    if not scheduler:
        return nullcontext()
    from tengen.cluster import Cluster

    return Cluster(scheduler)


def run(settings: Settings, seconds: float | None, copy_to: Path | None) -> bool:
    """Run a factory. Return False if stopped by a signal. Raise FactoryError, ClusterError or OSError."""
    lock = folder.Lock(settings.folder)
    try:
        with _cluster(settings.factory.scheduler) as cluster:
            return asyncio.run(Factory(settings, lock, copy_to, cluster).run(seconds))
    finally:
        sys.stdout.flush()
        lock.release()
