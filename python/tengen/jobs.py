"""Answers the jobs of ``tengen prove`` on the workers of a :class:`tengen.cluster.Cluster`.

    tengen prove ──jobs──► python -m tengen.jobs ──► worker A: tengen prove worker
                 ◄─answers─                      ──► worker B: tengen prove worker

A job and its answer are a line of JSON each. The job of a lost worker is done again by another. The prover starts the
command, and the workers need the toolbox ``tengen``::

    tengen prove h8i9 --crew 'python -m tengen.jobs tcp://host:8786' --at-once 32
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import Future, wait
from typing import TextIO

from .cluster import Cluster, ClusterError

#: Attempts at a job, each on another worker if one is lost.
TRIES = 4
#: The program of a worker, started by its first job.
_started: dict[str, subprocess.Popen[str]] = {}


def answer(program: str, hash_mb: int, job: str) -> str:
    """Lets the program of this worker answer a job. Raises ClusterError if it ends."""
    worker = _started.get(program)
    if worker is None or worker.poll() is not None:
        command = [program, "prove", "worker", "--hash", str(hash_mb)]
        worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        _started[program] = worker
    assert worker.stdin is not None and worker.stdout is not None
    try:
        worker.stdin.write(job + "\n")
        worker.stdin.flush()
        line = worker.stdout.readline()
    except OSError as error:
        raise ClusterError(f"{program}: {error}") from error
    if not line.endswith("\n"):
        raise ClusterError(f"{program} ended with status {worker.wait()}")
    return line


def serve(cluster: Cluster, program: str, jobs: Iterable[str], out: TextIO) -> None:
    """Writes the answers to jobs, in any order, until there are no more jobs."""
    lock, pending = threading.Lock(), set[Future[str]]()

    def write(future: Future[str]) -> None:
        try:
            line = future.result()
        except Exception as error:  # Dask raises many types
            print(f"tengen.jobs: {error}", file=sys.stderr)
            os._exit(1)  # the main thread waits for the next job
        with lock:
            out.write(line)
            out.flush()
            pending.discard(future)

    for job in jobs:
        future = cluster.submit(answer, program, cluster.hash_mb, job.strip(), tries=TRIES)
        with lock:
            pending.add(future)
        future.add_done_callback(write)
    with lock:
        last = list(pending)
    wait(last)


def main() -> int:
    """Answers the jobs of the standard input."""
    parser = argparse.ArgumentParser(prog="python -m tengen.jobs", description="Answer the jobs of `tengen prove --crew`.")
    parser.add_argument("address", nargs="?", help="a Dask scheduler whose workers to use, like tcp://host:8786")
    parser.add_argument("--workers", type=int, help="workers on this machine instead [default: its processors]")
    parser.add_argument("--program", default="tengen", help="the toolbox on the workers [default: tengen]")
    parser.add_argument("--hash", type=int, default=256, help="memory of each worker in MB [default: 256]")
    options = parser.parse_args()
    try:
        with Cluster(options.address, workers=options.workers, hash_mb=options.hash) as cluster:
            serve(cluster, options.program, sys.stdin, sys.stdout)
    except (ClusterError, ValueError) as error:
        print(f"tengen.jobs: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    # As an import, so that workers find its functions by the name of the module.
    from tengen.jobs import main as run

    sys.exit(run())
