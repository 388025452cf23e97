"""A factory at work: all its rules at once, until it is ended, its time is over, or all that is wanted is made."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from contextlib import nullcontext
from pathlib import Path

from .. import spread
from . import FactoryError, folder, history, line, toolbox
from .crew import Crew
from .settings import Settings
from .work import Work

# Of what is at work, so much is told at a time.
SHOWN = 6


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


class Factory:
    """One factory."""

    def __init__(self, settings: Settings, lock: folder.Lock, bring: Path | None, client=None):
        self.settings, self.bring = settings, bring
        program = toolbox.find(settings)
        digest = folder.digest(Path(program))
        self.crew = Crew(settings, lock.handle, say, client)
        tools = toolbox.Toolbox(program)
        self.works = [Work(rule, settings.folder, self.crew, tools, digest) for rule in settings.rules]
        self.failed: list[str] = []  # rules

    async def run(self, seconds: float | None) -> bool:
        """Works. Whether it came to its end or that of its time, and was not stopped. Raises FactoryError."""
        self.tell()
        everything = asyncio.create_task(self._all())
        reports = asyncio.create_task(self._report())
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, everything.cancel)
        finished, _ = await asyncio.wait([everything], timeout=seconds)
        for task in (reports, everything):
            task.cancel()
        await asyncio.wait([reports, everything])
        is_all = everything in finished and not everything.cancelled()
        if not is_all:
            say("ended: the same command goes on from here")
        self.tell()
        if self.failed:
            raise FactoryError(f"given up: {', '.join(self.failed)}; the same command goes on from here")
        return is_all or not finished

    async def _all(self) -> None:
        await asyncio.gather(*(self._rule(work) for work in self.works))

    async def _rule(self, work: Work) -> None:
        """The work of a rule. What ends it does not end that of the others."""

        async def finished() -> None:
            self.tell()

        async def attempt() -> None:
            await line.run(work, self.settings.path, finished)

        try:
            await self.crew.persist(work.rule.name, attempt)
            work.say("all generations are made")
        except Exception as error:
            self.failed.append(work.rule.name)
            work.say(f"given up: {error if isinstance(error, FactoryError) else repr(error)}")

    async def _report(self) -> None:
        """Tells now and then what is at work."""
        while True:
            await asyncio.sleep(self.settings.plant.report)
            lines = self.crew.at_work()
            for what in lines[:SHOWN]:
                say(f"  {what}")
            if len(lines) > SHOWN:
                say(f"  and {len(lines) - SHOWN} more")

    def tell(self) -> None:
        """Writes the history, and brings what is finished to where it is wanted. If that fails, it is tried again
        when the next thing is finished."""
        try:
            history.write_all(self.settings.folder, self.works, self.crew.at_work())
            if self.bring:
                folder.bring(self.settings.folder, self.bring)
        except Exception as error:  # the work itself is not to end for that
            say(f"history: {error!r}")


def run(settings: Settings, seconds: float | None, bring: Path | None) -> bool:
    """Runs a factory. Whether it was not stopped before its end. Raises FactoryError, SpreadError, OSError."""
    lock = folder.Lock(settings.folder)
    try:
        scheduler = settings.plant.scheduler
        with spread.crew(scheduler, 1) if scheduler else nullcontext() as client:
            return asyncio.run(Factory(settings, lock, bring, client).run(seconds))
    finally:
        sys.stdout.flush()
        lock.release()
