"""Atomic writes, the lock, and the layout of a factory's folder:

    lock                            held by the running factory
    history.csv, .html, .png        results, regenerated from the files below
    freestyle/                      one folder per rule
        start.tnn                   initial network
        promoted.tnn                copy of the newest promoted network
        shards/000007.order.json    inputs of the shard, written before it starts
        shards/000007.games         its games
        shards/000007.leaves        its sampled positions
        shards/000007.json          its provenance; exists once the shard is finished
        shards/adopted-000000.…     adopted shard, likewise
        generations/0003/order.json inputs of the generation, written before it starts
        generations/0003/training/  checkpoint, log and loss curves
        generations/0003/candidate.tnn
        generations/0003/gate-0-012.json    a batch of games of its first match
        generations/0003/result.json        exists once the generation is finished
    */work/                         unfinished files; may be deleted while no factory runs
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from . import FactoryError

# Seconds to wait for the lock: processes of a killed factory hold it for a moment longer.
LOCK_TIMEOUT = 3.0
# Not copied by `copy_finished`: can be regenerated.
NOT_COPIED = {"lock", "work", "data"}


def write(path: Path, data: str | bytes) -> None:
    """Write a file atomically."""
    temp_path = path.with_name(path.name + ".draft")
    with temp_path.open("wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temp_path, path)


def write_json(path: Path, table: dict) -> dict:
    write(path, json.dumps(table, indent=1) + "\n")
    return table


def read_json(path: Path) -> dict | None:
    """Return the contents of a JSON file, or None if it does not exist."""
    try:
        return json.loads(path.read_text())
    except FileNotFoundError:
        return None


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seed(base: int, *key: object) -> int:
    """Derive a random seed from a base seed and a key."""
    text = " ".join(str(word) for word in (base, *key))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little")


def make_empty(folder: Path) -> Path:
    """Create a folder, or empty an existing one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def size(folder: Path) -> int:
    """Return the total bytes of all files in a folder, ignoring files deleted meanwhile."""
    total = 0
    for directory, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(directory, name)).st_size
            except FileNotFoundError:
                pass
    return total


def _check_writable(folder: Path) -> None:
    """Create and remove a folder with a file, as the factory will. Raise OSError if that fails."""
    with tempfile.TemporaryDirectory(dir=folder, prefix="check-") as inside:
        (Path(inside) / "file").touch()


class Lock:
    """Keeps a second factory out of the folder. Child processes inherit the lock, so no factory can start while one of
    them is still writing. Raise FactoryError if the folder is locked or cannot be written."""

    def __init__(self, folder: Path):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _check_writable(folder)
            self.handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise FactoryError(f"folder = \"{folder}\" cannot be written: {error.strerror}") from error
        deadline = time.monotonic() + LOCK_TIMEOUT
        while not self._try_lock():
            if time.monotonic() > deadline:
                os.close(self.handle)
                raise FactoryError(f"another factory is running in {folder}")
            time.sleep(0.05)

    def _try_lock(self) -> bool:
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(self) -> None:
        os.close(self.handle)


def _finished(folder: Path) -> Iterator[Path]:
    """Yield all files except temporary and unfinished ones."""
    for directory, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - NOT_COPIED)
        for name in sorted(set(names) - NOT_COPIED):
            if not name.endswith(".draft"):
                yield Path(directory) / name


def copy_finished(folder: Path, to: Path) -> int:
    """Copy new and changed finished files, so that a factory can continue in the other folder. Files that mark
    something as finished are copied last. Return the number of copied files."""
    files = sorted(_finished(folder), key=lambda path: (path.suffix == ".json", "order" not in path.name))
    copied = 0
    for path in files:
        target, here = to / path.relative_to(folder), path.stat()
        if target.exists() and target.stat().st_size == here.st_size and target.stat().st_mtime >= here.st_mtime:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        temp_path = target.with_name(target.name + ".draft")
        shutil.copy2(path, temp_path)
        os.replace(temp_path, target)
        copied += 1
    return copied
