"""Adds pcodes and threats to records when they are needed: a file without them is a quarter of the size."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import IO

import numpy as np


class CodesError(Exception):
    """The program that adds codes failed."""


def with_codes(kind: np.dtype) -> np.dtype:
    """Return the dtype of records with codes, given that of records without."""
    rows, columns = kind["stones"].shape
    return np.dtype(kind.descr + [("codes", "<u2", (2, rows, columns)), ("threats", "<u2")])


class CodesAdder:
    """Processes of `tengen lab data add-codes`, started when they are first needed."""

    def __init__(self, tengen: str = "tengen", processes: int = 1):
        self.tengen = tengen
        self.count = processes
        self.pool = ThreadPoolExecutor(2 * processes)  # for each process, one thread that writes and one that reads
        self.processes: list[subprocess.Popen] = []
        self.grid: tuple[int, int] | None = None

    def add(self, records: np.ndarray) -> np.ndarray:
        """Return the records with their codes. Raise CodesError."""
        if "codes" in records.dtype.names:
            return records
        out = np.empty(len(records), with_codes(records.dtype))
        self._start(records.dtype["stones"].shape)
        parts = zip(self.processes, np.array_split(records, self.count), np.array_split(out, self.count))
        submit = self.pool.submit
        running = [(submit(_send, p.stdin, part), submit(_receive, p.stdout, coded)) for p, part, coded in parts]
        try:
            for sent, received in running:
                received.result()
                sent.result()
        except OSError as error:
            raise CodesError(f"{self.tengen} lab data add-codes: {error}") from None
        return out

    def _start(self, grid: tuple[int, int]) -> None:
        """Start the processes for this grid (rows, columns), if they do not run."""
        if self.grid == grid:
            return
        self.close()
        command = [self.tengen, "lab", "data", "add-codes", "--grid", f"{grid[1]}x{grid[0]}"]
        try:
            for _ in range(self.count):
                self.processes.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        except OSError as error:
            raise CodesError(f"{self.tengen}: {error.strerror}; --tengen names the program") from None
        self.grid = grid

    def close(self) -> None:
        """End the processes."""
        for process in self.processes:
            process.stdout.close()
            process.kill()
            process.wait()
            process.stdin.close()
        self.processes.clear()
        self.grid = None


def _send(pipe: IO[bytes], records: np.ndarray) -> None:
    pipe.write(records.tobytes())
    pipe.flush()


def _receive(pipe: IO[bytes], records: np.ndarray) -> None:
    data = pipe.read(records.nbytes)
    if len(data) < records.nbytes:
        raise OSError("it ended before it had answered")
    records[...] = np.frombuffer(data, records.dtype)
