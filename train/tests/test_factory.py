"""The factory with a fake toolbox and a fake trainer (see `fake_tengen.py`): interruptions and failures do not change
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
from dataclasses import fields
from pathlib import Path

import pytest

from tengen_train import layout, plot
from tengen_train.__main__ import main
from tengen_train.config import ConfigError, NetworkConfig
from tengen_train.factory import FactoryError, folder, generations, pipeline, run, settings, shards, toolbox
from tengen_train.factory.gate import Score
from tengen_train.factory.runner import Runner, Slots
from tengen_train.factory.settings import Stage

HERE = Path(__file__).parent
TOOLBOX = Path(os.environ.get("TENGEN", HERE.parents[1] / "target" / "release" / "tengen"))
NEEDS_TORCH = "needs PyTorch, which pip install './train[test]' installs"
needs_toolbox = pytest.mark.skipif(not TOOLBOX.exists(), reason="needs the toolbox: cargo build --release --workspace, or TENGEN=FILE")
TRAINER = [sys.executable, "-SE", str(HERE / "fake_trainer.py")]
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


def test_a_factory_killed_twenty_times_makes_the_same_files(workspace, whole):
    text = SMALL + RENJU
    config = workspace / "killed.toml"
    config.write_text(text.replace("[factory]", '[factory]\nfolder = "killed"'))
    (workspace / "slow").write_text("0.1")
    rng, killed, seen = random.Random(5), workspace / "killed", {}
    interrupted = Counter()
    for _ in range(20):
        process = start(config)
        lock = killed / "lock"
        while not lock.exists() or os.path.getmtime(lock) == 0:
            time.sleep(0.01)
        time.sleep(rng.uniform(0.2, 0.8))
        process.send_signal(signal.SIGKILL)
        output = process.communicate()[0]
        assert process.returncode == -signal.SIGKILL, output
        interrupted.update(path.name.split("-")[1] for path in killed.glob("*/work/*-*") if path.is_dir())
        now = made(killed)
        lost = [name for name in seen if now.get(name) != seen[name]]
        assert lost in ([], ["freestyle/promoted.tnn"]), lost
        seen = now
    assert interrupted["games"] and interrupted["leaves"], f"some kills interrupted shards: {interrupted}"
    assert 0 < len(seen) < len(whole), "the kills were between beginning and end"
    (workspace / "slow").unlink()
    process = start(config)
    output = process.communicate()[0]
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


@pytest.mark.parametrize("name", ["/proc", "/dev/null", "taken"])
def test_a_folder_that_cannot_be_written_is_refused_at_the_start(workspace, capsys, name):
    (workspace / "taken").write_text("a file")
    config = workspace / "factory.toml"
    config.write_text(ONCE.replace("[factory]", f'[factory]\nfolder = "{name}"'))
    assert main(["factory", str(config)]) == 1
    out = capsys.readouterr()
    assert "cannot be written" in out.err and len(out.err.splitlines()) == 1
    assert "Traceback" not in out.out + out.err


def test_a_time_limit_and_a_signal_stop_it_cleanly(workspace, capsys):
    (workspace / "slow").write_text("0.1")
    config = workspace / "factory.toml"
    config.write_text(SMALL)
    assert main(["factory", str(config), "--minutes", "0.02", "--bring", str(workspace / "copy")]) == 0
    assert "stopped; run the same command again to continue" in capsys.readouterr().out
    assert (workspace / "copy/history.html").exists()
    process = start(config)
    time.sleep(1)
    process.terminate()
    assert "stopped" in process.communicate()[0] and process.returncode == 0
    (workspace / "slow").unlink()
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
        assert asyncio.run(run.Factory(read_, lock, None, cluster.client).run(None))
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


# Units.


def test_the_gate_uses_the_same_sprt_as_matches():
    """The numbers are those of the tests of `crates/arena/src/stats.rs`."""
    known = [
        ([34, 54, 63, 64, 75], 0, 30, 6.153656091549),
        ([0, 2, 5, 9, 4], 0, 50, 2.670183465979),
        ([0, 0, 3, 0, 0], 0, 20, -0.172094102540),
    ]
    for pairs, elo0, elo1, ratio in known:
        assert Score([0, 0, 0], pairs).llr(Stage(elo0=elo0, elo1=elo1)) == pytest.approx(ratio, abs=1e-6)
    elo, error = Score([0, 0, 0], [34, 54, 63, 64, 75]).elo()
    assert (elo, error) == (pytest.approx(55.58, abs=0.005), pytest.approx(27.65, abs=0.005))
    stage = Stage(games=200, elo0=0, elo1=30)
    decisions = {(2, 8, 20, 30, 40): True, (40, 30, 20, 8, 2): False, (5, 5, 20, 5, 5): None}
    for pairs, decision in decisions.items():
        games = [2 * sum(pairs) - 1, 0, 1]
        assert Score([g if sum(pairs) == 100 else 10 for g in games], list(pairs)).decision(stage) is decision
    better = Score([110, 0, 90], [10, 15, 45, 10, 20])
    assert better.decision(stage) is False and better.decision(Stage(games=200, elo0=-5, elo1=30, undecided=True)) is True


@pytest.mark.parametrize(
    ("match", "balance"), [("nodes = 20000", "20000"), ("nodes = 20000, balance = 0", None), ('time = "100ms", balance = 90000', "90000"), ('time = "100ms"', None)]
)
def test_openings_are_balanced_with_the_nodes_of_the_match(match, balance, tmp_path):
    (rule,) = settings.parse(f"[rules.freestyle]\ngate = [{{ {match} }}]\n", tmp_path).rules
    command = toolbox.Toolbox("tengen").selfmatch(rule, rule.gate[0], "15", 1, tmp_path, None)
    assert dict(zip(command, command[1:])).get("--balance") == balance


def test_a_free_slot_goes_to_the_rule_furthest_below_its_share():
    async def work() -> Counter:
        slots, order_ = Slots(1), Counter()

        async def one(rule: str, share: float) -> None:
            while sum(order_.values()) < 40:
                async with slots.one(rule, share):
                    await asyncio.sleep(0.005)
                    order_[rule] += 1

        await asyncio.gather(one("renju", 1), one("freestyle", 3))
        return order_

    order_ = asyncio.run(work())
    assert 2 <= order_["freestyle"] / order_["renju"] <= 4.5, order_


def test_processes_inherit_limits_and_the_lock(workspace):
    script = "import os, resource, sys; print(resource.getrlimit(resource.RLIMIT_DATA)[0], os.nice(0), os.fstat(int(sys.argv[1])).st_ino)"
    read_ = read(workspace, SMALL.replace("nice = 0", "nice = 1\nmemory_gb = 0.5"))
    lock = folder.Lock(read_.folder)
    runner = Runner(read_, lock.handle, print)
    result = asyncio.run(runner.process("limits", [sys.executable, "-c", script, str(lock.handle)], workspace / "work" / "limits.log"))
    assert result.output.split() == [str(1 << 29), str(os.nice(0) + 1), str((read_.folder / "lock").stat().st_ino)]
    lock.release()


@pytest.mark.parametrize(
    "wrong",
    ["[rules.chess]", "[rules.renju]\nshare = 0", "[rules.renju]\ngames = { size = \"big\" }", "[rules.renju]\nahead = 9",
     "[rules.renju]\ntargets = { later = 4 }", "[rules.renju]\ngate = []", "[rules.renju]\ngate = [{ nodes = 1, time = \"1s\" }]",
     "[rules.renju]\ngate = [{ nodes = 1, batch = 3 }]", "[rules.renju]\ntraining = { start = \"here\" }", "[rules.renju]\nshard = 3",
     "[rules.renju]\nseed = \"x\"", "[rules]", "[other]", "[factory]\nworkers = 0\n[rules.renju]"],
)  # fmt: skip
def test_a_wrong_configuration_is_reported_in_one_line(wrong, tmp_path, capsys):
    with pytest.raises(ConfigError):
        settings.parse(wrong, tmp_path)
    (tmp_path / "wrong.toml").write_text(wrong)
    assert main(["factory", str(tmp_path / "wrong.toml")]) == 1
    assert capsys.readouterr().err.startswith("tengen-train: ") and not (tmp_path / "factory").exists()


WRONG_VALUES = {
    "factory": [
        "pause = nan", "pause = -1", "pause = 700", "longest_pause = inf", "report = 0", "free_gb = -0.5", "disk_gb = nan", "nice = 99",
        "nice = -1", "nice = 1.5", "seed = -1", "seed = 99999999999999999999", "workers = 0", "tries = 0", "threads = true", "keep = 1",
        'folder = "\\u0000"', 'folder = ""', "folder = 3", 'device = "gpu"', 'tengen = "a\\nb"', "unknown = 1", "workers = 99999999",
        "nice = [1, 2]", "nice = {}", "nice = 1979-05-27", '"a\\nb" = 1', '"a\\u001b[31m" = nan', f"{'k' * 9999} = 1", f'nice = "{"k" * 9999}"',
    ],
    "rules.freestyle": [
        'name = "renju"', "share = nan", "share = 0", "window = 0", "shards = -1", "generations = -2", "grid = 20", "parts = -1",
        "adopt = 5", 'adopt = [""]', "start = 5", "games = []", 'games.size = "0"', 'games.size = "15x"', 'games.size = "33"',
        'games.nodes = "0"', 'games.nodes = "9..2"', 'games.openings = "none"', 'games.random_moves_by = ""', "games.games = 0", "games.random_moves = 101",
        "samples.positions = -5", "samples.label = 1.5", "network.points = 0", "network.points = []",
        "network.channels = 32", 'network.rule = "renju"', 'network.start = "a.pt"', "training.rate = nan",
        "training.rate = 0", "training.passes = -1", "training.passes = inf", "training.held_out = 1.0", "training.warm = -0.1",
        "training.seed = 3", "training.batch = 100", "training.policy = -1", 'training.start = "here"', "targets.results = 1.5",
        "gate = {}", "gate = [3]", "gate = [{ nodes = -1 }]", "gate = [{ nodes = 1, alpha = nan }]", "gate = [{ nodes = 1, elo0 = inf }]",
        "games.nodes = '１'", "games.size = '１５'", "samples.samples = 65536", "network.points = true", "network.points = 32.0",
        "training.batch = 1000000000000", "ahead = 5", "games.openings = 'lines,,empty'", "games.openings = 'book:'", "games.unknown = 1",
        "gate = []", "gate = [{ nodes = 1, unknown = 1 }]", "gate = [{}]", "gate = [{ nodes = 1, batch = 3 }]", "gate = [{ time = '１s' }]",
        "gate = [{ nodes = 1, games = 30 }]", "gate = [{ nodes = 1, elo0 = 10 }]", 
        'gate = [{ time = "0s" }]', 'gate = [{ time = "soon" }]', 'gate = [{ nodes = 1, size = "4" }]', 'gate = [{ nodes = 1, when = "size" }]',
    ],
}  # fmt: skip


def refusal(text: str, home: Path) -> str:
    """Return the error message of an invalid configuration: one line of printable text."""
    with pytest.raises(ConfigError) as refused:
        settings.parse(text, home)
    message = str(refused.value)
    assert message.isprintable() and len(message) < 400 and "regex" not in message and "`" not in message
    return message


def test_old_names_of_keys_are_still_read(tmp_path):
    old = "[defaults]\nleaves = { leaves = 3 }\n[rules.renju]\nleaves.nodes = 9\ngames = { strays = 4, stray_by = 'looks' }\n"
    new = old.replace("leaves", "samples").replace("strays", "random_moves").replace("stray_by", "random_moves_by")
    assert settings.parse(old, tmp_path) == settings.parse(new, tmp_path)
    (rule,) = settings.parse(old, tmp_path).rules
    assert (rule.samples.samples, rule.samples.nodes) == (3, 9)
    assert (rule.games.random_moves, rule.games.random_moves_by) == (4, "looks")
    for both in ["leaves.nodes = 9\nsamples.label = 9", "samples = { leaves = 3, samples = 3 }"]:
        assert "leaves is the old name of samples" in refusal(f"[rules.renju]\n{both}\n", tmp_path)


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


@pytest.mark.parametrize("table, line", [(table, line) for table, lines in WRONG_VALUES.items() for line in lines])
def test_values_out_of_range_are_refused(table, line, tmp_path):
    rest = "" if table.startswith("rules") else "[rules.freestyle]\n"
    message = refusal(f"[{table}]\n{line}\n{rest}", tmp_path)
    name = line.split(" =")[0].split(".")[-1].strip('"')[:40]
    assert message.startswith(table) and name.split("\\")[0] in message


def test_wrong_defaults_are_refused_even_if_every_rule_replaces_them(tmp_path):
    for wrong in ("shards = -1", "games = 5", "gate = [{ nodes = nan }]", 'name = "renju"', "workers = 3", "network.start = 'a.pt'"):
        right = "[rules.renju]\nshards = 1\ngames = {}\ngate = [{ nodes = 1 }]\n"
        assert refusal(f"[defaults]\n{wrong}\n{right}", tmp_path).startswith("defaults")


DEEP = ".".join(["a"] * 3000)
WRONG_FILES = {
    "not UTF-8": (b"[rules.freestyle]\nstart = '\xe4'\n", "not UTF-8"),
    "UTF-16": ("[rules.freestyle]".encode("utf-16"), "not UTF-8"),
    "dotted keys": (f"defaults.{DEEP} = 1\n[rules.renju]\n".encode(), "nested too deeply"),
    "deep tables": (f"[defaults.{DEEP}]\n[rules.renju.{DEEP}]\n".encode(), "nested too deeply"),
    "deep lists": (b"[rules.renju]\nadopt = " + b"[" * 3000 + b"]" * 3000, "nested too deeply"),
    "many digits": (b"[rules.renju]\nwindow = " + b"9" * 5000, "too many digits"),
    "NUL": (b"[rules.renju]\n\0", "not TOML"),
    "ESC": (b"[rules.renju]\nstart = '\x1b[31m'", "not TOML"),
    "no value": (b"[rules.renju]\nseed", "not TOML"),
    "two values": (b"[rules.renju]\nseed = 1\nseed = 2", "not TOML"),
    "empty": (b"", "at least one rule"),
    "no rule": (b"[rules]", "at least one rule"),
    "list of rules": (b"[[rules]]", "rules must be a table"),
    "list of tables": (b"[[rules.renju]]", "rules.renju must be a table"),
    "rule without a name": (b'[rules.""]', "unknown rule"),
    "rule with a line feed": (b'[rules."a\\nb\\u001b"]', "unknown rule"),
    "table with a line feed": (b'["a\\nb"]', "unknown table"),
    "misplaced table": (b"[training]\nrate = 0.1\n[rules.renju]", "unknown table training"),
}


@pytest.mark.parametrize("case", WRONG_FILES)
def test_unreadable_files_are_refused_in_one_line(case, tmp_path, capsys):
    data, message = WRONG_FILES[case]
    wrong = tmp_path / "wrong.toml"
    wrong.write_bytes(data)
    for command in (["factory", str(wrong)], ["train", str(wrong), "--out", str(tmp_path / "out")]):
        assert main(command) == 1
        (output,) = capsys.readouterr().err.splitlines()
        assert output.startswith(f"tengen-train: {wrong}: ") and output.isprintable()
        assert command[0] == "train" or message in output
    assert [path.name for path in tmp_path.iterdir()] == ["wrong.toml"]


def test_a_byte_order_mark_is_skipped(tmp_path):
    (tmp_path / "marked.toml").write_bytes(b"\xef\xbb\xbf[rules.renju]\n")
    assert [rule.name for rule in settings.read(tmp_path / "marked.toml").rules] == ["renju"]


@pytest.mark.parametrize(
    "wrong",
    [["--workers", "0"], ["--workers", "99999999"], ["--workers", "x"], ["--hours", "nan"], ["--hours", "-1"], ["--minutes", "inf"],
     ["--minutes", "soon"], ["--device", "gpu"], ["--folder", ""], ["--scheduler", "a\nb"], ["--scheduler", "nowhere"]],
)  # fmt: skip
def test_options_are_validated_like_the_configuration(wrong, tmp_path, capsys):
    (tmp_path / "factory.toml").write_text('[factory]\ntengen = "./none"\n[rules.renju]')
    try:
        assert main(["factory", str(tmp_path / "factory.toml"), *wrong]) == 1
    except SystemExit as refused:  # by argparse
        assert refused.code == 2
    output = capsys.readouterr().err.splitlines()[-1]
    assert wrong[0].strip("-") in output and "program ./none" not in output
    assert [path.name for path in tmp_path.iterdir()] == ["factory.toml"]


MUTATED = """
[factory]
folder = "made"
workers = 2
nice = 5
pause = 1.5
keep = true
[defaults]
shards = 2
games = { games = 6, size = "15,20x15", nodes = "50..90" }
samples = { positions = 24 }
training = { held_out = 0.2, rate = 0.01, start = "last" }
targets = { results = 0.5, later = 4, later_share = 0.25 }
network = { points = 300 }
[[rules.freestyle.gate]]
nodes = 100
games = 40
alpha = 0.05
[[rules.freestyle.gate]]
time = "100ms"
size = "15"
[rules.renju]
seed = 3
adopt = ["a.leaves", "b*.leaves"]
"""


def test_a_mutated_configuration_is_parsed_or_refused(tmp_path):
    """Mutations change, remove and double bytes, and move lines to other tables."""
    rng, pieces = random.Random(36), [b"nan", b"-", b"1e999", b"[", b"]", b"{", b'"', b"\n", b"\0", b"\xff", b"=", b".", b"0x", b"'", b"\xe2\x80\xae", b"#"]
    outcomes = Counter()
    for _ in range(4000):
        data = MUTATED.encode()
        if rng.random() < 0.4:
            lines = data.splitlines(keepends=True)
            lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
            data = b"".join(lines)
        for _ in range(rng.randrange(4)):
            at, end = sorted(rng.choices(range(len(data)), k=2))
            end = min(end, at + rng.randrange(1, 9))
            data = data[:at] + rng.choice([b"", rng.choice(pieces), data[at:end] * 2, rng.randbytes(1)]) + data[end:]
        (tmp_path / "mutated.toml").write_bytes(data)
        try:
            settings.read(tmp_path / "mutated.toml")
            outcomes["read"] += 1
        except ConfigError as error:
            assert str(error).isprintable(), error
            outcomes["refused"] += 1
    assert outcomes["read"] > 300 and outcomes["refused"] > 2000, outcomes


def test_any_value_of_any_key_is_parsed_or_refused(tmp_path):
    """Every key with every kind of value."""
    values = ["nan", "-inf", "-1", "0", "0.5", "7", "1e300", "true", '""', '"a"', '"\\u0007"', "[]", "[1]", "{}", "{ a = 1 }", "[[]]", "1979-05-27"]
    tables = {"": settings.Rule, "games.": settings.Games, "samples.": settings.Samples, "targets.": settings.Targets}
    tables |= {"training.": settings.Learning, "network.": NetworkConfig}
    texts = [f"[factory]\n{f.name} = {v}\n[rules.renju]" for f in fields(settings.FactorySettings) for v in values]
    texts += [f"[rules.renju]\n{t}{f.name} = {v}" for t, kind in tables.items() for f in fields(kind) for v in values]
    texts += [f"[rules.renju]\ngate = [{{ nodes = 9, {f.name} = {v} }}]" for f in fields(Stage) for v in values if f.name != "nodes"]
    texts += [f"[rules]\nrenju = {v}" for v in values] + [f"{table} = {v}\n" for table in ("factory", "defaults", "rules") for v in values]
    refused = 0
    for text in texts:
        try:
            settings.parse(text, tmp_path)
        except ConfigError:
            refused += 1
    assert len(texts) > 1000 and len(texts) > refused > len(texts) / 2


def test_a_missing_program_is_reported(tmp_path, capsys):
    (tmp_path / "factory.toml").write_text('[factory]\ntengen = "./none"\n[rules.renju]')
    assert main(["factory", str(tmp_path / "factory.toml")]) == 1
    assert "program ./none not found" in capsys.readouterr().err


def test_the_readme_documents_every_option_and_the_example_is_valid():
    example = settings.read(HERE.parent / "configs/factory.toml")
    assert [rule.generations for rule in example.rules] == [2]
    text = (HERE.parent / "README.md").read_text().split("## The factory")[1].split("## On several cores")[0]
    tables = [settings.FactorySettings, settings.Rule, settings.Games, settings.Samples, settings.Targets, settings.Stage]
    own = set(settings.Learning.__annotations__) - {"passes", "rate"}
    names = {f.name for table in tables for f in fields(table)} - {"name"} | own
    assert {name for name in names if f"`{name}`" not in text and f".{name}`" not in text and f"`{name} =" not in text} == set()
