"""The parts of the factory: its settings, the gate, its slots and processes."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest

from tengen_train import spread
from tengen_train.__main__ import main
from tengen_train.config import ConfigError, NetworkConfig
from tengen_train.factory import folder, runner, settings, toolbox
from tengen_train.factory.gate import Score
from tengen_train.factory.runner import Runner, Slots
from tengen_train.factory.settings import Stage

HERE = Path(__file__).parent


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


def test_a_free_slot_goes_to_the_rule_furthest_below_its_share(monkeypatch):
    monkeypatch.setattr(runner, "GRACE", 0)
    turns = Counter()

    async def work() -> None:
        slots = Slots(1, clock=turns.total)  # each turn takes a second

        async def one(rule: str, share: float) -> None:
            while turns.total() < 40:
                async with slots.one(rule, share):
                    await asyncio.sleep(0)
                    turns[rule] += 1

        await asyncio.gather(one("renju", 1), one("freestyle", 3))

    asyncio.run(work())
    assert 29 <= turns["freestyle"] <= 31 and 9 <= turns["renju"] <= 11, turns


def test_processes_inherit_limits_and_the_lock(tmp_path):
    script = "import os, resource, sys; print(resource.getrlimit(resource.RLIMIT_DATA)[0], os.nice(0), os.fstat(int(sys.argv[1])).st_ino)"
    read = settings.parse("[factory]\nnice = 1\nmemory_gb = 0.5\n[rules.renju]", tmp_path)
    lock = folder.Lock(read.folder)
    command = [sys.executable, "-c", script, str(lock.handle)]
    result = asyncio.run(Runner(read, lock.handle, print).process("limits", command, tmp_path / "work" / "limits.log"))
    assert result.output.split() == [str(1 << 29), str(os.nice(0) + 1), str((read.folder / "lock").stat().st_ino)]
    lock.release()


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is a call of Linux")
@pytest.mark.parametrize(("parent", "status", "output"), [(os.getpid(), 0, "begun\n"), (-1, -signal.SIGKILL, "")])
def test_a_process_does_not_begin_after_its_parent_has_ended(parent, status, output):
    command = [sys.executable, "-c", "print('begun')"]
    done = subprocess.run(command, preexec_fn=partial(spread.end_with_parent, parent), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (status, output)


WAITING = """
import pathlib, sys, time
begun, go, out = map(pathlib.Path, [*sys.argv[1:3], sys.argv[-1]])
begun.touch()
while not go.exists():
    time.sleep(0.01)
out.write_text("made")
"""


def test_a_cancelled_part_of_a_shard_is_not_begun_on_the_cluster(tmp_path):
    pytest.importorskip("distributed", reason="needs Dask, which pip install './train[test]' installs")
    from tengen.cluster import Cluster

    begun, go = [tmp_path / f"begun-{number}" for number in range(3)], tmp_path / "go"

    async def work(cluster: Cluster) -> None:
        run = Runner(settings.parse("[rules.renju]", tmp_path), 0, print, cluster)

        def part(number: int) -> asyncio.Task:
            command = [sys.executable, "-c", WAITING, str(begun[number]), str(go)]
            return asyncio.create_task(run.part(f"part {number}", command, f"{number + 1}/3", tmp_path / f"{number}.part"))

        parts = [part(number) for number in range(3)]
        while not begun[0].exists():
            await asyncio.sleep(0.01)
        parts[1].cancel()
        with pytest.raises(asyncio.CancelledError):
            await parts[1]
        go.touch()
        await parts[0]
        await parts[2]

    with Cluster(workers=1) as cluster:
        asyncio.run(work(cluster))
    assert [file.exists() for file in begun] == [True, False, True]
    assert (tmp_path / "0.part").read_text() == (tmp_path / "2.part").read_text() == "made"


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


@pytest.mark.parametrize("name", ["/proc", "/dev/null", "taken"])
def test_a_folder_that_cannot_be_written_is_refused_at_the_start(tmp_path, capsys, name):
    (tmp_path / "taken").write_text("a file")
    config = tmp_path / "factory.toml"
    config.write_text(f'[factory]\nfolder = "{name}"\ntengen = "{sys.executable}"\n[rules.freestyle]\n')
    assert main(["factory", str(config)]) == 1
    out = capsys.readouterr()
    assert "cannot be written" in out.err and len(out.err.splitlines()) == 1
    assert "Traceback" not in out.out + out.err


def test_the_readme_documents_every_option_and_the_example_is_valid():
    example = settings.read(HERE.parent / "configs/factory.toml")
    assert [rule.generations for rule in example.rules] == [2]
    text = (HERE.parent / "README.md").read_text().split("## The factory")[1].split("## On several cores")[0]
    tables = [settings.FactorySettings, settings.Rule, settings.Games, settings.Samples, settings.Targets, settings.Stage]
    own = set(settings.Learning.__annotations__) - {"passes", "rate"}
    names = {f.name for table in tables for f in fields(table)} - {"name"} | own
    assert {name for name in names if f"`{name}`" not in text and f".{name}`" not in text and f"`{name} =" not in text} == set()
