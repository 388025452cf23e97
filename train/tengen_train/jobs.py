"""Answer the jobs of `tengen prove` on Dask workers, on one machine or several.

    tengen prove ──jobs──► tengen-train jobs ──► Dask worker A: tengen prove worker
                 ◄─answers─                  ──► Dask worker B: tengen prove worker

A job and its answer are a line of JSON each. The job of a dead worker is done again by another.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from typing import TextIO

from .spread import TRIES, SpreadError, end_with_parent

# The program of this process, started by its first job.
_started: dict[str, subprocess.Popen[str]] = {}


def answer(program: str, hash_mb: int, job: str) -> str:
    """Have the program of this process answer a job. Raise SpreadError if it ends."""
    worker = _started.get(program)
    if worker is None or worker.poll() is not None:
        posix_options = {"preexec_fn": end_with_parent} if os.name == "posix" else {}
        command = [program, "prove", "worker", "--hash", str(hash_mb)]
        worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **posix_options)
        _started[program] = worker
    try:
        worker.stdin.write(job + "\n")
        worker.stdin.flush()
        line = worker.stdout.readline()
    except OSError as error:
        raise SpreadError(f"{program}: {error}") from error
    if not line.endswith("\n"):
        raise SpreadError(f"{program} ended with status {worker.wait()}")
    return line


def serve(client, program: str, hash_mb: int, jobs: Iterable[str], out: TextIO) -> None:
    """Write the answers to jobs, in any order, until there are no more jobs."""
    from distributed import wait

    lock, pending = threading.Lock(), set()

    def write(future) -> None:
        try:
            line = future.result()
        except Exception as error:  # Dask raises many types
            print(f"tengen-train: {error}", file=sys.stderr)
            os._exit(1)  # the main thread waits for the next job
        with lock:
            out.write(line)
            out.flush()
            pending.discard(future)

    for job in jobs:
        future = client.submit(answer, program, hash_mb, job.strip(), pure=False, retries=TRIES - 1)
        with lock:
            pending.add(future)
        future.add_done_callback(write)
    with lock:
        last = list(pending)
    wait(last)
