"""Distribute a run of self-play, labelling or database analysis over Dask workers, on one machine or several.

The run is split into deterministic shards (`--shard 3/16`). A worker computes a shard in a temporary folder and returns
the file. If the worker dies, another one computes the shard again. Finished shards are kept, so that an interrupted
command can be continued. The merged file is identical to the file that one process would have written.

    run ──► shard 1/16 ──► worker A ──► part-01 ──┐
        ──► shard 2/16 ──► worker B ──► part-02 ──┼──► tengen lab data merge ──► file
        ──► …                                   ──┘

Parts of `tengen database analyse` are databases, which `tengen database merge` joins.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

# Attempts at a shard, which may fail or lose its worker, before the run fails.
TRIES = 4


class SpreadError(Exception):
    """The run cannot continue."""


def _prctl() -> Callable[[int, int], int] | None:
    try:
        return ctypes.CDLL(None).prctl
    except (AttributeError, OSError, TypeError):
        return None


# Looked up at import: a freshly forked process should do as little as possible.
_PRCTL = _prctl()


def end_with_parent(parent: int) -> None:
    """Ask the system to kill this process when its parent dies, and end it if that has happened already. Do nothing where
    `prctl` is missing."""
    pr_set_pdeathsig = 1
    if _PRCTL is not None:
        _PRCTL(pr_set_pdeathsig, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def compute(command: list[str], shard: str) -> bytes:
    """Compute one shard (`3/16`) of a run and return its file. Raise SpreadError."""
    with tempfile.TemporaryDirectory(prefix="tengen-") as folder:
        part = Path(folder) / "part"
        full_command = [*command, "--shard", shard, "--out", str(part)]
        posix_options = {"preexec_fn": partial(end_with_parent, os.getpid())} if os.name == "posix" else {}
        done = subprocess.run(full_command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **posix_options)
        if done.returncode != 0:
            raise SpreadError(f"shard {shard}: {_error_line(done)}")
        return part.read_bytes()


def _error_line(done: subprocess.CompletedProcess) -> str:
    """Return the line of a failed program's output that best describes the error."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error:")]
    return (errors or lines[-1:] or [f"exit status {done.returncode}"])[0]


class Parts:
    """The folder with the finished shards of a run."""

    def __init__(self, folder: Path, command: list[str], shards: int):
        self.folder = folder
        self.shards = shards
        run = f"{shlex.join(command)}\n{shards} shards\n"
        folder.mkdir(parents=True, exist_ok=True)
        label = folder / "run.txt"
        if not label.exists() and any(folder.iterdir()):
            raise SpreadError(f"{folder} contains other files: choose another --out")
        if label.exists() and label.read_text() != run:
            other = label.read_text().splitlines()[0]
            raise SpreadError(f"{folder} contains shards of another run, {other}: choose another --out or delete the folder")
        label.write_text(run)

    def file(self, shard: int) -> Path:
        return self.folder / f"part-{shard:0{len(str(self.shards))}}"

    def files(self) -> list[Path]:
        return [self.file(shard) for shard in range(1, self.shards + 1)]

    def missing(self) -> list[int]:
        return [shard for shard in range(1, self.shards + 1) if not self.file(shard).exists()]

    def keep(self, shard: int, data: bytes) -> None:
        """Write the file of a shard atomically."""
        temp_path = self.file(shard).with_suffix(".draft")
        temp_path.write_bytes(data)
        os.replace(temp_path, self.file(shard))


def _shard(command: list[str], shards: int, shard: int) -> tuple[int, bytes]:
    return shard, compute(command, f"{shard}/{shards}")


def spread(cluster, command: list[str], parts: Parts, log: Callable[[str], None]) -> None:
    """Compute the missing shards, keeping each as soon as it is finished. Raise SpreadError."""
    from tengen.cluster import ClusterError

    missing = parts.missing()
    finished = cluster.run(partial(_shard, command, parts.shards), missing, ordered=False, tries=TRIES)
    try:
        for number, (shard, data) in enumerate(finished, start=parts.shards - len(missing) + 1):
            parts.keep(shard, data)
            log(f"shard {shard} finished, {number} of {parts.shards}")
    except ClusterError as error:
        raise SpreadError(f"{error}; the same command continues with the missing shards") from error


def merge(command: list[str], parts: Parts, file: Path) -> None:
    """Merge the shards of a run of this command. Raise SpreadError."""
    program, tool = command[0], command[1] if len(command) > 1 else ""
    files = list(map(str, parts.files()))
    if tool == "database":
        merge_command = [program, "database", "merge", str(file), *files]
    else:
        merge_command = [program, "lab", "data", "merge", "--out", str(file), *files]
    done = subprocess.run(merge_command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SpreadError(f"merge: {done.stderr.strip()}")
