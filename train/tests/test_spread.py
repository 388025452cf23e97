"""A distributed run, even with a killed worker, equals the run of one process."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tengen_train.__main__ import main
from tengen_train.spread import Parts, SpreadError, spread

pytest.importorskip("distributed", reason="needs Dask, which pip install './train[test]' installs")
from tengen.cluster import Cluster

TOOLBOX = Path(os.environ.get("TENGEN", Path(__file__).parents[2] / "target" / "release" / "tengen"))
needs_toolbox = pytest.mark.skipif(not TOOLBOX.exists(), reason="needs the toolbox: cargo build --release --workspace, or TENGEN=FILE")


def run(games: int) -> list[str]:
    return [str(TOOLBOX), *f"selfplay --games {games} --nodes 1500..2500 --seed 5".split()]


def whole(command: list[str], file: Path) -> bytes:
    subprocess.run([*command, "--out", str(file)], check=True, capture_output=True)
    return file.read_bytes()


@needs_toolbox
def test_a_killed_worker_loses_and_repeats_no_finished_shard(tmp_path):
    command, shards = run(24), 6
    parts = Parts(tmp_path / "parts", command, shards)
    killed, log = [], []
    with Cluster(workers=2) as cluster:
        client = cluster.client
        pids = client.run(os.getpid)

        def kill_a_busy_worker(line):
            log.append(line)
            busy = [worker for worker, shards in client.processing().items() if shards]
            if not killed and busy:
                os.kill(pids[busy[0]], signal.SIGKILL)
                killed.append(busy[0])

        spread(cluster, command, parts, kill_a_busy_worker)
    assert len(killed) == 1 and len(log) == shards
    assert parts.missing() == [] and not list(parts.folder.glob("*.draft"))
    one = tmp_path / "one.games"
    merged = tmp_path / "merged.games"
    subprocess.run([TOOLBOX, "data", "merge", "--out", merged, *parts.files()], check=True, capture_output=True)
    assert merged.read_bytes() == whole(command, one)


@needs_toolbox
def test_a_shard_that_kills_every_worker_ends_the_run_with_an_error(tmp_path):
    from dask import config

    parts = Parts(tmp_path / "parts", run(24), 6)
    with config.set({"distributed.scheduler.allowed-failures": 0}), Cluster(workers=1) as cluster:
        (worker,) = cluster.client.run(os.getpid).values()

        def kill(_):
            os.kill(worker, signal.SIGKILL)

        with pytest.raises(SpreadError, match=r"every worker .*; the same command continues"):
            spread(cluster, run(24), parts, kill)
    assert 1 <= len(parts.missing()) < 6


@needs_toolbox
def test_an_analysis_of_several_roots_is_distributed_and_merged(tmp_path):
    roots, out = tmp_path / "roots.txt", tmp_path / "all.db"
    # The roots share no position; otherwise a single process would reuse results of earlier roots.
    roots.write_text("h8i9\nh8h9\nh8j10\n")
    command = [str(TOOLBOX), *f"database analyse --roots {roots} --positions 2 --nodes 500 --eval tables".split()]
    assert main(["spread", "--shards", "3", "--workers", "2", "--out", str(out), "--", *command]) == 0
    exported = []
    for file, make in ((out, []), (tmp_path / "one.db", [*command, "--out", str(tmp_path / "one.db")])):
        if make:
            subprocess.run(make, check=True, capture_output=True)
        lines = file.with_suffix(".json")
        subprocess.run([TOOLBOX, "database", "export", file, "--out", lines], check=True, capture_output=True)
        exported.append(lines.read_text())
    assert exported[0] == exported[1]


@needs_toolbox
def test_an_interrupted_command_continues(tmp_path, capsys):
    command, out = run(6), tmp_path / "all.games"
    parts = Parts(out.with_suffix(".parts"), command, 3)
    part = tmp_path / "second.games"
    parts.keep(2, whole([*command, "--shard", "2/3"], part))
    assert main(["spread", "--shards", "3", "--workers", "1", "--out", str(out), "--", *command]) == 0
    assert [line[:5] for line in capsys.readouterr().out.splitlines()] == ["shard", "shard", str(out)[:5]]
    assert out.read_bytes() == whole(command, tmp_path / "one.games")
    assert not parts.folder.exists()
    assert main(["spread", "--shards", "3", "--out", str(out), "--", *command]) == 1
    assert "already exists" in capsys.readouterr().err


@needs_toolbox
def test_errors_of_the_toolbox_are_reported(tmp_path, capsys):
    command = [str(TOOLBOX), "selfplay", "--games", "2", "--rule", "chess"]
    out = str(tmp_path / "none.games")
    assert main(["spread", "--shards", "1", "--workers", "1", "--out", out, "--", *command]) == 1
    error = capsys.readouterr().err
    assert error.startswith("tengen-train: shard 1/1: error: ") and "chess" in error and error.count("\n") == 1


def test_a_folder_belongs_to_one_run(tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "game.sgf").touch()
    with pytest.raises(SpreadError, match="contains other files"):
        Parts(tmp_path / "other", ["tengen", "selfplay"], 4)
    tmp_path = tmp_path / "parts"
    Parts(tmp_path, ["tengen", "selfplay", "--seed", "1"], 4)
    Parts(tmp_path, ["tengen", "selfplay", "--seed", "1"], 4)
    for command, shards in [(["tengen", "selfplay", "--seed", "2"], 4), (["tengen", "selfplay", "--seed", "1"], 5)]:
        with pytest.raises(SpreadError, match="another run"):
            Parts(tmp_path, command, shards)


@pytest.mark.parametrize("scheduler", ["nowhere", "", "a\nb", "odd://host:1", "tcp://127.0.0.1:1", "tcp://127.0.0.1:99999"])
def test_a_missing_scheduler_is_reported_without_a_traceback(scheduler, tmp_path, capsys):
    from dask import config

    command = ["spread", "--shards", "2", "--scheduler", scheduler, "--out", str(tmp_path / "out"), "--", "true"]
    with config.set({"distributed.comm.timeouts.connect": "0.2s"}):
        assert main(command) == 1
    (error,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("tengen-train: ")]
    assert error.startswith(f"tengen-train: no cluster at {scheduler!r}: ")
