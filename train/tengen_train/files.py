"""Output files: complete or not there at all, and never in place of other files unless that is wanted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def refuse_existing(paths: Iterable[Path], force: bool) -> None:
    """Raise FileExistsError if one of these files is there, unless `force` lets it be replaced."""
    for path in paths:
        if path.exists() and not force:
            raise FileExistsError(f"{path}: it is there already; --force replaces it")


@contextmanager
def new_file(path: Path, force: bool) -> Iterator[BinaryIO]:
    """Yield a file that is called `path` once it is complete. Pipes, devices and open files of this process are written
    directly. Raise OSError if it cannot be written, or is there already and `force` is not set."""
    if _is_stream(path):
        with _open_stream(path) as file:
            yield file
        return
    refuse_existing([path], force)
    target = path.resolve()
    temp_path = target.with_name(target.name + ".tengen-new")
    if force:
        temp_path.unlink(missing_ok=True)  # of a killed program
    file = temp_path.open("xb")
    try:
        with file:
            yield file
        refuse_existing([path], force)
        os.replace(temp_path, target)
    finally:
        temp_path.unlink(missing_ok=True)


def _is_stream(path: Path) -> bool:
    is_other = path.exists() and not path.is_file() and not path.is_dir()
    return is_other or str(path) in ("/dev/stdout", "/dev/stderr") or path.parent == Path("/dev/fd")


def _open_stream(path: Path) -> BinaryIO:
    """Open a pipe or a device to append to. A pipe that no program reads is an error, instead of waiting for one."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0))
    os.set_blocking(handle, True)
    return open(handle, "wb")


class OutputFiles:
    """The files in the output folder of a training."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.checkpoint = folder / "checkpoint.pt"
        self.log = folder / "log.csv"
        self.curves = folder / "curves.png"
        self.config = folder / "config.toml"

    def refuse_others(self, force: bool) -> None:
        """Raise FileExistsError if there is a file of that name without a checkpoint of a training, unless `force` is set."""
        if not self.checkpoint.exists():
            refuse_existing([self.log, self.curves, self.config], force)
