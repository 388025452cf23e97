"""Whole factories with a fake toolbox and a fake trainer (see `fake_tengen.py`): interruptions and failures do not change
its results."""

import asyncio
import csv
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen_train import layout, plot
from tengen_train.__main__ import main
from tengen_train.config import NetworkConfig
from tengen_train.factory import FactoryError, folder, generations, pipeline, run, settings, shards
from tengen_train.factory.runner import Runner

HERE = Path(__file__).parent
TOOLBOX = Path(os.environ.get("TENGEN", HERE.parents[1] / "target" / "release" / "tengen"))
NEEDS_TORCH = "needs PyTorch, which pip install './train[test]' installs"
needs_toolbox = pytest.mark.skipif(not TOOLBOX.exists(), reason="needs the toolbox: cargo build --release --workspace, or TENGEN=FILE")
TRAINER = [sys.executable, "-SE", str(HERE / "fake_trainer.py")]
# Seconds after which a test no longer waits for what a factory does. A slow machine needs some of them.
LIMIT = 300.0
SMALL = """
[factory]
tengen = "./tengen"
workers = 2
pause = 0.01
longest_pause = 0.05
tries = 4
nice = 0
free_gb = 0.0001
report = 1
[defaults]
generations = 2
shards = 2
parts = 2
window = 60
games = { games = 6 }
samples = { positions = 24 }
gate = [{ nodes = 100, games = 40, elo1 = 100 }]
training = { held_out = 0.2 }
[rules.freestyle]
"""
RENJU = "[rules.renju]\n"
ONCE = SMALL.replace("generations = 2", "generations = 1")


def equip(tmp_path, monkeypatch) -> Path:
    program = tmp_path / "tengen"
    program.write_text(f"#!{sys.executable} -SE\n" + (HERE / "fake_tengen.py").read_text())
    program.chmod(0o755)
    monkeypatch.setenv("FAKE", str(tmp_path))
    monkeypatch.setattr(generations, "TRAINER", TRAINER)
    monkeypatch.setattr(plot, "generations", lambda rows, path: path.write_text(f"{len(rows)} rows"))
    return tmp_path


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A folder with a fake toolbox, where tests create files that inject failures."""
    return equip(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of an uninterrupted factory."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return make(equip(tmp_path_factory.mktemp("whole"), monkeypatch), SMALL + RENJU)


@pytest.fixture(scope="module")
def whole(finished):
    """The files it made."""
    return made(finished)


def of_freestyle(whole: dict, generations_: int = 2) -> dict:
    """Return the files of freestyle, of the first generation or of both."""
    kept = {name: data for name, data in whole.items() if name.startswith("freestyle")}
    if generations_ == 2:
        return kept
    return {name: data for name, data in kept.items() if not any(part in name for part in ("/000002", "/000003", "/0002", "promoted"))}


def read(workspace: Path, text: str = SMALL, name: str = "factory") -> settings.Settings:
    return settings.parse(text.replace("[factory]", f'[factory]\nfolder = "{name}"'), workspace)


def make(workspace: Path, text: str = SMALL, name: str = "factory", **options) -> Path:
    """Run a factory to its end."""
    assert run.run(read(workspace, text, name), options.get("seconds"), options.get("copy_to"))
    return workspace / name


def made(folder_: Path) -> dict[str, object]:
    """Return everything determined by seeds: shards, networks and their JSON files."""
    found = {}
    for path in sorted(folder_.rglob("*")):
        if path.suffix in (".games", ".leaves", ".tnn"):
            found[str(path.relative_to(folder_))] = path.read_bytes()
        elif path.suffix == ".json":
            table = json.loads(path.read_text())
            table.pop("when", None)
            found[str(path.relative_to(folder_))] = table
    return found


def order(folder_: Path, shard: int, rule: str = "freestyle") -> dict:
    return json.loads((folder_ / rule / "shards" / f"{shard:06}.order.json").read_text())


# Results.


def test_generations_build_on_each_other_and_shards_record_their_provenance(finished):
    made_ = finished / "freestyle"
    assert sorted(path.name for path in made_.glob("shards/*.leaves")) == [f"{n:06}.leaves" for n in range(4)]
    for number in (1, 2):
        result = json.loads((made_ / f"generations/{number:04}/result.json").read_text())
        assert result["promoted"] and (result["positions"], result["window"]) == (48 * number, 48)
        assert (made_ / f"generations/{number:04}/candidate.tnn").read_text().split()[0] == str(number)
        assert not (made_ / f"generations/{number:04}/data").exists() and not list(made_.glob("work/*"))
    assert (made_ / "promoted.tnn").read_bytes() == (made_ / "generations/0002/candidate.tnn").read_bytes()
    assert [order(finished, n)["network"] for n in range(4)] == [None, None, *["generations/0001/candidate.tnn"] * 2]
    table = json.loads((made_ / "shards/000002.json").read_text())
    assert f"--seed {table['seed']} --net {table['network_sha256'][:8]}" in table["provenance"]["games"]
    assert "--rule freestyle" in table["provenance"]["leaves"] and "from 6 games" in table["provenance"]["leaves"]
    for kind in shards.KINDS:
        assert table["sha256"][kind] == folder.digest(made_ / f"shards/000002.{kind}")
    window = [json.loads((made_ / f"generations/{n:04}/order.json").read_text())["shards"] for n in (1, 2)]
    assert window == [["000000", "000001"], ["000002", "000003"]], "a window of 60 positions has room for two shards of 24"


def test_a_network_that_fails_the_gate_is_not_promoted(finished):
    made_ = finished / "renju"
    results = [json.loads(path.read_text()) for path in sorted(made_.glob("generations/*/result.json"))]
    assert [result["promoted"] for result in results] == [False, False]
    assert not (made_ / "promoted.tnn").exists()
    assert [order(finished, n, "renju")["network"] for n in range(4)] == [None] * 4
    assert (made_ / "generations/0002/candidate.tnn").read_text().startswith("-1 "), "trained from random weights again"


def test_training_may_start_from_the_last_network(workspace):
    made_ = make(workspace, SMALL.replace("shards = 2", "shards = 1").replace("freestyle", "renju").replace("held_out = 0.2", 'held_out = 0.2, start = "last"'))
    assert (made_ / "renju/generations/0002/candidate.tnn").read_text().startswith("-2 ")


def test_later_matches_are_played_only_after_a_passed_one(workspace):
    second = '{ time = "10ms", games = 4, batch = 2, undecided = true }'
    text = ONCE.replace("elo1 = 100 }]", f"elo1 = 100 }}, {second}]") + RENJU
    made_ = make(workspace, text)
    matches = {rule: json.loads((made_ / f"{rule}/generations/0001/result.json").read_text())["stages"] for rule in ("freestyle", "renju")}
    assert [stage["passed"] for stage in matches["freestyle"]] == [True, False], "by time all networks are equal"
    assert [stage["passed"] for stage in matches["renju"]] == [False]


def test_workers_parts_and_other_rules_do_not_change_a_byte(workspace, whole):
    one = made(make(workspace, ONCE.replace("workers = 2", "workers = 1").replace("parts = 2", "parts = 1"), "one"))
    many = made(make(workspace, ONCE.replace("workers = 2", "workers = 3").replace("parts = 2", "parts = 3"), "many"))
    del one["freestyle/promoted.tnn"], many["freestyle/promoted.tnn"]
    assert one == many == of_freestyle(whole, 1)
    other = made(make(workspace, ONCE.replace("[factory]", "[factory]\nseed = 2"), "other"))
    assert [name for name in one if name.endswith(".games") and one[name] == other[name]] == []


def test_shards_ahead_use_the_previous_network(workspace):
    made_ = make(workspace, SMALL.replace("shards = 2", "shards = 1\nahead = 1").replace("generations = 2", "generations = 3"))
    assert [order(made_, n)["network"] for n in range(3)] == [None, None, "generations/0001/candidate.tnn"]


def test_old_shards_are_deleted_without_keep(workspace):
    text = SMALL.replace("[factory]", "[factory]\nkeep = false").replace("shards = 2", "shards = 1").replace("window = 60", "window = 30")
    made_ = make(workspace, text)
    assert [path.name for path in made_.glob("freestyle/shards/*.leaves")] == ["000001.leaves"]
    assert json.loads((made_ / "freestyle/generations/0002/result.json").read_text())["positions"] == 2 * 24


# Failures.


FACTORY = """
import sys
from pathlib import Path
from tengen_train import plot
from tengen_train.factory import generations, run, settings
generations.TRAINER = sys.argv[2:]
plot.generations = lambda rows, path: path.write_text("")
run.run(settings.read(Path(sys.argv[1])), None, None)
"""


def start(config: Path) -> subprocess.Popen:
    environment = os.environ | {"PYTHONPATH": str(HERE.parent)}
    command = [sys.executable, "-c", FACTORY, str(config), *TRAINER]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def allow(workspace: Path, count: int) -> Path:
    """Let the fake programs take this many steps, and wait then. Return the folder with the steps left."""
    steps = workspace / "steps"
    shutil.rmtree(steps, ignore_errors=True)
    steps.mkdir()
    for number in range(count):
        (steps / str(number)).touch()
    return steps


def wait_until(condition: Callable[[], bool], process: subprocess.Popen) -> None:
    """Wait for something that a running factory does."""
    deadline = time.monotonic() + LIMIT
    while not condition():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            pytest.fail(f"waited in vain: {process.communicate()[0]}")
        time.sleep(0.01)


def test_a_factory_killed_twenty_times_makes_the_same_files(workspace, monkeypatch, whole):
    """Each time it is killed a moment after a number of steps, the first time before the 12 steps of the first games are
    merged. It cannot end before: it has more than 300 steps."""
    monkeypatch.setattr(folder, "LOCK_TIMEOUT", LIMIT)
    text = SMALL + RENJU
    config = workspace / "killed.toml"
    config.write_text(text.replace("[factory]", '[factory]\nfolder = "killed"'))
    rng, killed, seen, allowed = random.Random(8), workspace / "killed", {}, 0
    interrupted = Counter()
    for _ in range(20):
        count, more = rng.randint(1, 14), 4
        steps = allow(workspace, count + more)
        allowed += count + more
        process = start(config)
        wait_until(lambda: len(os.listdir(steps)) <= more, process)
        time.sleep(rng.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        output = process.communicate()[0]
        assert process.returncode == -signal.SIGKILL, output
        folder.Lock(killed).release()  # when its programs have ended too
        interrupted.update(path.name.split("-")[1] for path in killed.glob("*/work/*-*") if path.is_dir())
        now = {name: data for name, data in made(killed).items() if folder.NOT_COPIED.isdisjoint(Path(name).parts)}
        lost = [name for name in seen if now.get(name) != seen[name]]
        assert lost in ([], ["freestyle/promoted.tnn"]), lost
        seen = now
    assert interrupted["games"] and interrupted["leaves"], f"some kills interrupted shards: {interrupted}"
    assert 0 < len(seen) < len(whole) and allowed < 300, "the kills were between beginning and end"
    shutil.rmtree(steps)
    process = start(config)
    output = process.communicate(timeout=LIMIT)[0]
    assert process.returncode == 0, output
    assert made(killed) == whole
    assert not list(killed.glob("*/work/*")) and not list(killed.rglob("*.draft"))


@pytest.mark.parametrize("how", ["kill", "error: No space left on device (os error 28)"])
def test_a_failed_process_is_restarted(workspace, capsys, whole, how):
    commands = ["selfplay", "samples", "merge", "split", "selfmatch"]
    for command in commands:
        (workspace / f"fail-{command}").write_text(how)
    assert made(make(workspace)) == of_freestyle(whole)
    assert not list(workspace.glob("fail-*"))
    message = "killed by signal 9; retrying in" if how == "kill" else f"{how}; retrying in"
    assert capsys.readouterr().out.count(message) == len(commands)


def test_a_crashed_training_continues_from_its_checkpoint(workspace, capsys, whole):
    (workspace / "fail-train").write_text("")
    assert made(make(workspace)) == of_freestyle(whole)
    assert "training 1: out of memory; retrying in" in capsys.readouterr().out


def test_a_full_disk_loses_nothing(workspace, capsys, monkeypatch, whole):
    """For a while, processes cannot write beyond a file size limit, as on a full disk."""
    prepare, failures = Runner._prepare, []

    def limit_file_size(runner: Runner) -> None:
        prepare(runner)
        if (workspace / "limited").exists():
            resource.setrlimit(resource.RLIMIT_FSIZE, (150, 150))

    retry = Runner.retry

    async def counting_retry(runner, name, attempt, need=0):
        async def counted():
            try:
                return await attempt()
            except Exception:
                failures.append(name)
                if len(failures) > 2:
                    (workspace / "limited").unlink(missing_ok=True)
                raise

        return await retry(runner, name, counted, need)

    (workspace / "limited").write_text("")
    monkeypatch.setattr(Runner, "_prepare", limit_file_size)
    monkeypatch.setattr(Runner, "retry", counting_retry)
    assert made(make(workspace)) == of_freestyle(whole)
    assert len(failures) >= 3 and capsys.readouterr().out.count("; retrying in ") == len(failures)


def test_an_error_in_the_factory_itself_is_retried(workspace, capsys, monkeypatch, whole):
    write, left = folder.write_json, [3]

    def full(path, table):
        if path.name == "000001.json" and left[0]:
            left[0] -= 1
            raise OSError(28, "No space left on device")
        return write(path, table)

    monkeypatch.setattr(shards, "write_json", full)
    assert made(make(workspace)) == of_freestyle(whole) and left == [0]
    assert "freestyle: [Errno 28] No space left on device; retrying in" in capsys.readouterr().out


def test_the_factory_waits_for_disk_space(workspace, capsys, monkeypatch):
    usage, calls = shutil.disk_usage, []

    def full_at_first(path):
        calls.append(path)
        return usage(path)._replace(free=0 if len(calls) < 3 else usage(path).free)

    monkeypatch.setattr(shutil, "disk_usage", full_at_first)
    make(workspace, ONCE)
    assert capsys.readouterr().out.count("GB left") == 2
    small = make(workspace, ONCE.replace("[factory]", "[factory]\ndisk_gb = 0.000001"), "small", seconds=1)
    assert "more would exceed disk_gb = 1e-06; checking again" in capsys.readouterr().out
    assert not (small / "freestyle/generations/0001").exists(), "the folder must not grow"


def test_a_rule_that_keeps_failing_is_given_up_and_the_others_continue(workspace, capsys):
    config = workspace / "factory.toml"
    config.write_text(SMALL.replace('"./tengen"', '"./refusing"') + RENJU)
    refusing = workspace / "refusing"
    refusing.write_text(f'#!/bin/sh\ncase "$*" in *"samples --rule renju"*) echo error: I will not; exit 1;; esac\nexec {workspace}/tengen "$@"\n')
    refusing.chmod(0o755)
    assert main(["factory", str(config)]) == 1
    out = capsys.readouterr()
    assert "renju: given up: renju shard 0 leaves" in out.out and "error: I will not; tried 4 times" in out.out
    assert out.err.splitlines() == ["tengen-train: given up: renju; run the same command again to continue"]
    assert (workspace / "factory/freestyle/generations/0002/result.json").exists()


def test_a_second_factory_in_the_folder_is_refused(workspace, capsys, monkeypatch):
    monkeypatch.setattr(folder, "LOCK_TIMEOUT", 0.1)
    config = workspace / "factory.toml"
    config.write_text(ONCE)
    held = folder.Lock(workspace / "factory")
    # A child process holds the lock too.
    child = subprocess.Popen(["sleep", "60"], pass_fds=[held.handle])
    assert main(["factory", str(config)]) == 1
    assert "another factory is running" in capsys.readouterr().err
    held.release()
    assert main(["factory", str(config)]) == 1
    child.kill()
    child.wait()
    assert main(["factory", str(config)]) == 0


def test_a_time_limit_and_a_signal_stop_it_cleanly(workspace, capsys):
    steps = allow(workspace, 0)
    config = workspace / "factory.toml"
    config.write_text(SMALL)
    assert main(["factory", str(config), "--minutes", "0.02", "--bring", str(workspace / "copy")]) == 0
    assert "stopped; run the same command again to continue" in capsys.readouterr().out
    assert (workspace / "copy/history.html").exists()
    allow(workspace, 1)
    process = start(config)
    wait_until(lambda: not os.listdir(steps), process)
    process.terminate()
    assert "stopped" in process.communicate(timeout=LIMIT)[0] and process.returncode == 0
    shutil.rmtree(steps)
    make(workspace)


# Copies, adopted shards, start networks.


def test_a_copied_factory_continues(workspace, whole):
    make(workspace, ONCE, copy_to=workspace / "copy")
    assert made(workspace / "copy") == made(workspace / "factory") != of_freestyle(whole)
    make(workspace, name="copy")
    assert made(workspace / "copy") == of_freestyle(whole)


def test_existing_shards_are_adopted_once_and_trained_on(workspace, finished, capsys):
    old = workspace / "old"
    shutil.copytree(finished / "freestyle/shards", old, ignore=shutil.ignore_patterns("000002*", "000003*"))
    (old / "000001.games").unlink()
    for name in old.glob("*.leaves"):
        os.utime(name, (0, 0))
    adopting = ONCE.replace("window = 60", "window = 1000") + f'adopt = ["{old}/*.leaves", "gone.leaves"]\n'
    for _ in range(2):
        shutil.copy(old / "000001.leaves", old / "0000012.leaves")
        new = make(workspace, adopting, "new")
    (old / "0000013.leaves").write_bytes((old / "000001.leaves").read_bytes().replace(b"--seed ", b"--seed 1"))
    make(workspace, adopting, "new")
    output = capsys.readouterr().out
    assert output.count("adopted-000000 is 000000.leaves: 24 positions, 6 games") == 1
    assert output.count("adopted-000001 is 000001.leaves: 24 positions, 0 games") == 1
    assert output.count("no file matches gone.leaves") == 3
    assert output.count("skipping 0000013.leaves, which is still being written") == 1 and "adopted-000002" not in output
    assert (new / "freestyle/shards/adopted-000000.leaves").read_bytes() == (old / "000000.leaves").read_bytes()
    window = json.loads((new / "freestyle/generations/0001/order.json").read_text())["shards"]
    assert window == ["adopted-000000", "adopted-000001", "000000", "000001"]
    config = (new / "freestyle/generations/0001/config.toml").read_text()
    assert '"data/adopted-000000.games", results = 0.5' in config and "adopted-000001.games" not in config
    with pytest.raises(FactoryError, match="given up"):
        make(workspace, adopting.replace("[rules.freestyle]", "[rules.caro]"), "wrong")
    assert "is of freestyle, not of caro" in capsys.readouterr().out


def test_the_history_lists_results_and_costs(workspace, finished, monkeypatch):
    pytest.importorskip("matplotlib", reason="needs Matplotlib, which pip install './train[test]' installs")
    monkeypatch.undo()
    made_ = workspace / "factory"
    shutil.copytree(finished, made_)
    (made_ / "history.csv").unlink()
    make(workspace, SMALL + RENJU)
    table = list(csv.DictReader((made_ / "history.csv").open()))
    assert [(row["rule"], row["generation"], row["promoted"]) for row in table] == [
        ("freestyle", "1", "1"), ("freestyle", "2", "1"), ("renju", "1", "0"), ("renju", "2", "0"),
    ]  # fmt: skip
    assert [row["positions"] for row in table] == ["48", "96"] * 2 and table[0]["value"] == "0.51"
    elo = [float(row["elo"]) for row in table]
    assert elo[0] > 0 > elo[2] and float(table[1]["total"]) == pytest.approx(elo[0] + elo[1]) and float(table[3]["total"]) == 0
    assert (made_ / "history.png").read_bytes().startswith(b"\x89PNG")
    page = (made_ / "history.html").read_text()
    assert page.count("<tr>") == 1 + 4 + 1 + 2 and "positions an hour" in page and "100 nodes: " in page
    costs = list(csv.DictReader((made_ / "freestyle/costs.csv").open()))
    assert {row["kind"] for row in costs} == {"games", "leaves", "data", "training", "gate"}
    with (made_ / "freestyle/costs.csv").open("a") as file:
        file.write("2026-11-23T11:32:37,gam")
    make(workspace, SMALL + RENJU)


def test_a_network_of_another_rule_is_converted(workspace, monkeypatch):
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    from tengen_train.net import Net

    network = Net(NetworkConfig(), 3).export("the first")
    (workspace / "first.tnn").write_bytes(layout.to_bytes(network))
    text = SMALL.replace("[rules.freestyle]", '[rules.renju]\nstart = "first.tnn"').replace("generations = 2", "generations = 1")
    (workspace / "fail-selfmatch").write_text("+this is no score")

    def stop(*_):
        raise FactoryError("enough for this test")

    monkeypatch.setattr(generations, "_order", stop)
    with pytest.raises(FactoryError):
        make(workspace, text)
    carried = layout.read(workspace / "factory/renju/start.tnn")
    assert carried.rule == layout.RULES.index("renju") and carried.note == "carried over from freestyle: the first"
    assert all((carried.sets[0][name] == network.sets[0][name]).all() for name in network.sets[0])
    assert order(workspace / "factory", 0, "renju")["network"] == "start.tnn"
    (workspace / "second.tnn").write_bytes(b"nonsense")
    with pytest.raises(FactoryError, match="second.tnn"):
        pipeline.install_start_network(type("Work", (), {"start": workspace / "none.tnn"})(), workspace / "second.tnn")


def test_workers_of_dask_make_the_same_shards(workspace, whole):
    pytest.importorskip("distributed", reason="needs Dask, which pip install './train[test]' installs")
    from tengen.cluster import Cluster

    (workspace / "fail-selfplay").write_text("error: not today")
    with Cluster(workers=2) as cluster:
        read_ = read(workspace)
        lock = folder.Lock(read_.folder)
        assert asyncio.run(run.Factory(read_, lock, None, cluster).run(None))
        lock.release()
    assert made(workspace / "factory") == of_freestyle(whole) and not (workspace / "fail-selfplay").exists()


@needs_toolbox
def test_the_real_toolbox_and_trainer_make_a_generation(tmp_path):
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    text = f"""
[factory]
tengen = "{TOOLBOX}"
workers = 2
nice = 0
free_gb = 0.1
[rules.freestyle]
generations = 1
shards = 2
parts = 3
games = {{ games = 6, size = "7,8", nodes = "60..90" }}
samples = {{ positions = 300, nodes = 120, label = 60, samples = 4 }}
targets = {{ results = 0.5, later = 4, later_share = 0.25 }}
training = {{ passes = 1, batch = 64, chunk = 64, held_out = 0.3 }}
gate = [{{ nodes = 40, games = 8, batch = 4, elo0 = -1000, elo1 = -500 }}]
"""
    made_ = make(tmp_path, text) / "freestyle"
    result = json.loads((made_ / "generations/0001/result.json").read_text())
    assert result["positions"] == 600 and 300 < result["trained_on"] < 1000 and float(result["loss"]["check_value"]) > 0
    network = layout.read(made_ / "generations/0001/candidate.tnn")
    assert network.note == "freestyle, generation 1 of a factory"
    assert sum(result["stages"][0]["games"]) in (4, 8)
    table = json.loads((made_ / "shards/000001.json").read_text())
    command = [str(TOOLBOX), *"selfplay --size 7,8 --nodes 60..90 --random-moves 3 --games 6 --eval tables".split()]
    command += ["--openings", "scattered,lines,empty", "--random-moves-by", "looks,search,bursts", "--seed", str(table["seed"])]
    subprocess.run([*command, "--out", tmp_path / "by-hand.games"], check=True, capture_output=True)
    assert (tmp_path / "by-hand.games").read_bytes() == (made_ / "shards/000001.games").read_bytes()
    assert "signature" in table["provenance"]["games"] and "--eval tables" in table["provenance"]["leaves"]


def test_an_order_with_old_names_of_keys_is_still_read(workspace, whole):
    old = dict(whole["freestyle/shards/000000.order.json"])
    games, samples = dict(old["games"]), dict(old.pop("samples"))
    games |= {"strays": games.pop("random_moves"), "stray_by": games.pop("random_moves_by")}
    samples |= {"leaves": samples.pop("samples")}
    shards_ = workspace / "factory/freestyle/shards"
    shards_.mkdir(parents=True)
    (shards_ / "000000.order.json").write_text(json.dumps(old | {"games": games, "leaves": samples}))
    new = made(make(workspace, ONCE))
    for name in ("000000.games", "000000.leaves", "000000.json"):
        assert new[f"freestyle/shards/{name}"] == whole[f"freestyle/shards/{name}"]
