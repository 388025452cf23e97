"""One run of self-play, of labelling, or of analysis for a database, spread over workers of Dask, on this machine or on many.

The run is cut into shards (`--shard 3/16`), each of which is the same whoever computes it. A worker computes a
shard in a folder of its own and hands the whole file over; what a worker had begun when it died is computed
anew by another. The parts are kept as they come, so that the same command goes on where it was ended, and the
parts of all shards make the file that one process would have made, byte by byte.

    run ──► shard 1/16 ──► worker A ──► part-01 ──┐
        ──► shard 2/16 ──► worker B ──► part-02 ──┼──► tengen lab data merge ──► file
        ──► …                                   ──┘

Parts of `tengen database analyse` are databases, which `tengen database merge` joins.
"""

from __future__ import annotations

import ctypes
import logging
import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

# How often a shard is tried that fails, or whose worker dies, before the run ends.
TRIES = 4


class SpreadError(Exception):
    """The run cannot go on; says why."""


def _prctl() -> Callable[[int, int], int] | None:
    try:
        return ctypes.CDLL(None).prctl
    except (AttributeError, OSError, TypeError):
        return None


# Looked up beforehand: a process that has just been forked should do as little as it can.
_PRCTL = _prctl()


def end_with_parent() -> None:
    """Has the system end a program whose parent has died; where there is no such call, it ends by itself."""
    set_signal = 1
    if _PRCTL is not None:
        _PRCTL(set_signal, signal.SIGKILL)


def compute(command: list[str], shard: str) -> bytes:
    """The file of one shard (`3/16`) of a run."""
    with tempfile.TemporaryDirectory(prefix="tengen-") as folder:
        part = Path(folder) / "part"
        whole = [*command, "--shard", shard, "--out", str(part)]
        on_linux = {"preexec_fn": end_with_parent} if os.name == "posix" else {}
        done = subprocess.run(whole, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **on_linux)
        if done.returncode != 0:
            raise SpreadError(f"shard {shard}: {_complaint(done)}")
        return part.read_bytes()


def _complaint(done: subprocess.CompletedProcess) -> str:
    """What a program that has failed says was wrong, in a line."""
    said = [line for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in said if line.startswith("error:")]
    return (errors or said[-1:] or [f"it ended with {done.returncode}"])[0]


class Parts:
    """The folder in which the parts of one run are kept."""

    def __init__(self, folder: Path, command: list[str], shards: int):
        self.folder = folder
        self.shards = shards
        run = f"{shlex.join(command)}\n{shards} shards\n"
        folder.mkdir(parents=True, exist_ok=True)
        label = folder / "run.txt"
        if label.exists() and label.read_text() != run:
            other = label.read_text().splitlines()[0]
            raise SpreadError(f"{folder} holds parts of another run, {other}: name another --out, or delete them")
        label.write_text(run)

    def file(self, shard: int) -> Path:
        return self.folder / f"part-{shard:0{len(str(self.shards))}}"

    def files(self) -> list[Path]:
        return [self.file(shard) for shard in range(1, self.shards + 1)]

    def missing(self) -> list[int]:
        return [shard for shard in range(1, self.shards + 1) if not self.file(shard).exists()]

    def keep(self, shard: int, data: bytes) -> None:
        """Keeps a part: all of it, or nothing."""
        draft = self.file(shard).with_suffix(".draft")
        draft.write_bytes(data)
        os.replace(draft, self.file(shard))


@contextmanager
def crew(scheduler: str | None, workers: int) -> Iterator:
    """A client of the scheduler at this address, or of some workers on this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise SpreadError("needs Dask: pip install './train[spread]'") from error
    if scheduler is not None:
        try:
            client = Client(scheduler)
        except Exception as error:  # Dask raises many kinds
            raise SpreadError(f"no scheduler at {scheduler!r}: {' '.join(str(error).split())}") from error
        with client:
            yield client
        return
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL) as cluster,
        Client(cluster) as client,
    ):
        yield client


def spread(client, command: list[str], parts: Parts, say: Callable[[str], None]) -> None:
    """Has the missing parts computed, and keeps each as soon as it is there."""
    from distributed import KilledWorker, as_completed

    missing = parts.missing()
    shards = {
        client.submit(compute, command, f"{shard}/{parts.shards}", pure=False, retries=TRIES - 1): shard
        for shard in missing
    }
    for number, future in enumerate(as_completed(shards), start=parts.shards - len(missing) + 1):
        try:
            parts.keep(shards[future], future.result())
        except KilledWorker as error:
            again = "the same command goes on from the shards that are there"
            raise SpreadError(f"shard {shards[future]}: one worker after another ended with it; {again}") from error
        future.release()
        say(f"shard {shards[future]} is there, {number} of {parts.shards}")


def merge(command: list[str], parts: Parts, file: Path) -> None:
    """Joins the parts of a run of this command."""
    program, tool = command[0], command[1] if len(command) > 1 else ""
    files = list(map(str, parts.files()))
    if tool == "database":
        joining = [program, "database", "merge", str(file), *files]
    else:
        joining = [program, "lab", "data", "merge", "--out", str(file), *files]
    done = subprocess.run(joining, capture_output=True, text=True)
    if done.returncode != 0:
        raise SpreadError(f"merge: {done.stderr.strip()}")
