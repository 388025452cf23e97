"""Files that are whole or not there at all, and where in the folder of a factory everything lies:

    lock                            held by the factory at work
    history.csv, .html, .png        what came out, made anew from the files below
    freestyle/                      the work of a rule
        start.tnn                   the network that it began with
        promoted.tnn                a copy of the newest promoted network
        shards/000007.order.json    what the shard is made of, written before it is begun
        shards/000007.games         its games, and
        shards/000007.leaves        its sampled positions
        shards/000007.json          what made it; a shard is done when this is there
        shards/adopted-000000.…     a shard that was made before, likewise
        generations/0003/order.json what the generation is trained with, written before it is begun
        generations/0003/training/  checkpoint, log and curves
        generations/0003/candidate.tnn
        generations/0003/gate-0-012.json    a batch of games of its first match
        generations/0003/result.json        what came out; a generation is done when this is there
    */work/                         what is in the making; may be deleted when no factory is at work
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from . import FactoryError

# How long the lock is waited for: processes of a factory that was killed hold it for a moment longer.
PATIENCE = 3.0
# What is not brought anywhere: it can be made again.
LEFT_OUT = {"lock", "work", "data"}


def write(path: Path, data: str | bytes) -> None:
    """Writes a file: all of it or nothing."""
    draft = path.with_name(path.name + ".draft")
    with draft.open("wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


def write_json(path: Path, table: dict) -> dict:
    write(path, json.dumps(table, indent=1) + "\n")
    return table


def read_json(path: Path) -> dict | None:
    """What a file says; `None` when there is none."""
    try:
        return json.loads(path.read_text())
    except FileNotFoundError:
        return None


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seed(base: int, *what: object) -> int:
    """The random seed of a piece of work: another one for each, and the same whenever it is asked for."""
    text = " ".join(str(word) for word in (base, *what))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little")


def emptied(folder: Path) -> Path:
    """A folder with nothing in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def size(folder: Path) -> int:
    """Bytes of all files below a folder, as far as they stay while they are counted."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
            except FileNotFoundError:
                pass
    return total


class Lock:
    """Keeps a second factory out of the folder. Every process that the factory starts holds it too, so that
    nobody begins while one of them still writes."""

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT)
        last = time.monotonic() + PATIENCE
        while not self._taken():
            if time.monotonic() > last:
                os.close(self.handle)
                raise FactoryError(f"another factory is at work in {folder}")
            time.sleep(0.05)

    def _taken(self) -> bool:
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(self) -> None:
        os.close(self.handle)


def _finished(folder: Path) -> Iterator[Path]:
    """What is worth bringing: no drafts, and nothing that is in the making."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        for name in sorted(set(names) - LEFT_OUT):
            if not name.endswith(".draft"):
                yield Path(place) / name


def bring(folder: Path, to: Path) -> int:
    """Copies what is finished and not there yet, so that a factory can go on in the other folder. Files that
    say that something is done come last. How many were copied comes back."""
    files = sorted(_finished(folder), key=lambda path: (path.suffix == ".json", "order" not in path.name))
    copied = 0
    for path in files:
        target, here = to / path.relative_to(folder), path.stat()
        if target.exists() and target.stat().st_size == here.st_size and target.stat().st_mtime >= here.st_mtime:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(target.name + ".draft")
        shutil.copy2(path, draft)
        os.replace(draft, target)
        copied += 1
    return copied
