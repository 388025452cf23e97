"""A proof by Dask workers, even if one is killed, is one that the check passes."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="needs Dask, which tengen-gomoku[cluster] installs")
import psutil

TOOLBOX = Path(os.environ.get("TENGEN", Path(__file__).parents[2] / "target" / "release" / "tengen"))
pytestmark = pytest.mark.skipif(not TOOLBOX.exists(), reason="needs the toolbox: cargo build --release --workspace, or TENGEN=FILE")
MOVES = "h8i9g9g10j8i8"


def crew(workers: int) -> list[str]:
    jobs = f"{sys.executable} -m tengen.jobs --program {TOOLBOX} --hash 32 --workers {workers}"
    return ["--crew", jobs, "--at-once", "4"]


def programs(parent: int) -> list[psutil.Process]:
    """The programs of the workers that this process has started."""
    found = []
    for child in psutil.Process(parent).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if child.cmdline()[1:3] == ["prove", "worker"]:
                found.append(child)
    return found


def test_a_proof_by_two_workers_holds_though_one_is_killed(tmp_path):
    proof = tmp_path / "win.tproof"
    command = [TOOLBOX, "prove", MOVES, "--time", "10m", *crew(2), "--out", proof]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    while len(workers := programs(running.pid)) < 2 and running.poll() is None:
        time.sleep(0.05)
    workers[0].kill()
    output, _ = running.communicate()
    assert running.returncode == 0 and "proven: black wins" in output
    checked = subprocess.run([TOOLBOX, "prove", "check", proof], capture_output=True, text=True)
    assert checked.returncode == 0, checked


def test_a_program_that_is_none_ends_the_proof_with_an_error(tmp_path):
    jobs = f"{sys.executable} -m tengen.jobs --program {tmp_path / 'none'} --workers 1"
    command = [TOOLBOX, "prove", MOVES, "--time", "10m", "--crew", jobs]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and "Error:" in done.stderr
