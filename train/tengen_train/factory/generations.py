"""Generations: the window of shards becomes a network, and the network is promoted, or it is not."""

from __future__ import annotations

import csv
import json
import shutil
import sys
import time
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np

from .. import layout
from ..config import TrainingConfig
from . import shards
from .crew import GB, together
from .folder import digest, emptied, read_json, seed, write, write_json
from .gate import Score
from .settings import Stage
from .toolbox import match_score
from .work import Work

# The trainer: this package.
TRAINER = [sys.executable, "-m", "tengen_train"]
# A record of `tengen lab data export --codes` has so many bytes a point, and so many besides.
BYTES_A_POINT, BYTES_BESIDES = 5, 30


async def make(work: Work, number: int) -> dict:
    """Trains a network, tests it, and says what came of it; or goes on with that."""
    folder = work.generation(number)
    folder.mkdir(exist_ok=True)
    order = read_json(folder / "order.json") or _order(work, number)
    candidate = folder / "candidate.tnn"
    if not candidate.exists():
        await _prepare(work, folder, order)
        await _train(work, number, folder)
    shutil.rmtree(folder / "data", ignore_errors=True)
    stages = await _test(work, number, candidate)
    return _close(work, number, order, stages)


def _order(work: Work, number: int) -> dict:
    """What a generation is made of; once it is written, it is made of that."""
    made = work.due(number)
    table = {
        "number": number,
        "made": made,
        "shards": shards.window(work, made),
        "start": _start(work, number),
        "seed": seed(work.rule.seed, work.rule.name, "training", number, work.rule.training.seed),
        "network": asdict(work.rule.network),
        "training": asdict(work.rule.training),
        "targets": asdict(work.rule.targets),
        "grid": work.rule.grid,
    }
    return write_json(work.generation(number) / "order.json", table)


# What a training begins with.


def _start(work: Work, number: int) -> str:
    """The file whose weights are trained on, seen from the generation's folder; empty to begin with nothing, as a
    network of other sizes has to."""
    how = work.rule.training.start
    if how == "nothing":
        return ""
    network = work.promoted(number - 1) if how == "promoted" else _last(work, number)
    if network is None:
        return ""
    result = read_json(network.parent / "result.json")
    if result and result["network"] == json.loads(json.dumps(asdict(work.rule.network))):
        network = network.parent / "training" / "checkpoint.pt"
    elif not _fits(work, network):
        work.say(f"{network.relative_to(work.folder)} has other sizes: generation {number} begins with nothing")
        return ""
    return str(Path("../..") / network.relative_to(work.folder))


def _last(work: Work, number: int) -> Path | None:
    return work.generation(number - 1) / "candidate.tnn" if number > 1 else work.promoted(0)


def _fits(work: Work, network: Path) -> bool:
    """Whether a network has the sizes that are wanted; windows may be new."""
    wanted, shape = work.rule.network, layout.read(network).shape
    fits = (shape.channels, shape.hidden) == (wanted.channels, tuple(wanted.hidden))
    return fits and shape.windows in (0, wanted.windows)


# Data, training, export.


async def _prepare(work: Work, folder: Path, order: dict) -> None:
    """Writes the positions of the window as the trainer reads them, and its configuration."""
    config = folder / "config.toml"
    if config.exists() and (folder / "data").exists():
        return
    data = folder / "data"
    data.mkdir(exist_ok=True)
    positions = sum(table["positions"] for name, table in shards.done(work) if name in order["shards"])
    need = int(1.3 * positions * (BYTES_A_POINT * order["grid"] ** 2 + BYTES_BESIDES))
    await work.crew.room(f"{work.rule.name}: {need / GB:.1f} GB of positions to train with", need)
    await together([_export(work, name, data, order) for name in order["shards"]])
    check = await _check_file(work, data, order)
    for left in work.making.glob("export-*"):
        emptied(left).rmdir()
    write(config, _config(order, data, check))


async def _export(work: Work, name: str, data: Path, order: dict) -> None:
    """Exports a shard without the games that are held out, whose sampled positions are kept for the check."""
    every = order["targets"]["later"] > 0
    for kind in reversed(shards.KINDS):
        source, out = shards.file(work, name, kind), data / f"{name}-{kind}.npy"
        if out.exists() or not source.exists():
            continue
        place = work.making / f"export-{name}-{kind}"
        train, held_out, positions = (place / part for part in ("train", "held-out", "positions.npy"))
        split = work.toolbox.split(source, order["training"]["held_out"], work.rule.seed, train, held_out)
        await work.process("data", f"split {name} {kind}", split, lambda place=place: emptied(place))
        export = work.toolbox.export([train], order["grid"], positions, every and kind == "games")
        await work.process("data", f"export {name} {kind}", export, lambda positions=positions: positions.unlink(missing_ok=True))
        if kind == shards.SAMPLES:
            held_out.replace(data / f"{name}.held-out")
        positions.replace(out)


async def _check_file(work: Work, data: Path, order: dict) -> str:
    """Exports held-out positions of the newest shards, as many as are wanted; their file's name, or nothing."""
    out = data / "check.npy"
    if not out.exists():
        wanted, chosen = order["training"]["check_positions"], []
        known = dict(shards.done(work))
        for name in reversed(order["shards"]):
            if wanted <= 0:
                break
            chosen.append(data / f"{name}.held-out")
            wanted -= int(known[name]["positions"] * order["training"]["held_out"])
        draft = data / "check.draft.npy"
        command = work.toolbox.export(chosen[::-1], order["grid"], draft)
        await work.process("data", "export check", command, lambda: draft.unlink(missing_ok=True))
        draft.replace(out)
    return "data/check.npy" if _count(out) else ""


def _count(file: Path) -> int:
    """How many records a NumPy file has."""
    with file.open("rb") as opened:
        version = np.lib.format.read_magic(opened)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        return read(opened)[0][0]


def _config(order: dict, data: Path, check: str) -> str:
    """The configuration of the training. Its paths stay right when the factory's folder is moved."""
    targets, sources = order["targets"], []
    for name in order["shards"]:
        for kind in reversed(shards.KINDS):
            file = data / f"{name}-{kind}.npy"
            if file.exists() and _count(file):
                shares = targets if kind == "games" else {}
                sources.append({"file": f"data/{file.name}"} | {k: v for k, v in shares.items() if v})
    network = order["network"] | {"start": order["start"]}
    training = {f.name: order["training"][f.name] for f in fields(TrainingConfig)} | {"seed": order["seed"]}
    tables = {"network": network, "data": {"train": sources, "check": check}, "training": training}
    return "\n".join(f"[{name}]\n" + "".join(f"{k} = {_toml(v)}\n" for k, v in table.items()) for name, table in tables.items())


def _toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


async def _train(work: Work, number: int, folder: Path) -> None:
    """Trains, and exports the network."""
    device = await _device(work)
    out, plant = folder / "training", work.crew.plant
    train = [*TRAINER, "train", str(folder / "config.toml"), "--data", str(folder), "--out", str(out)]
    train += ["--device", device, "--threads", str(plant.threads)]
    await work.process("training", f"training {number}", train, slot=device == "cpu")
    draft = work.making / "candidate.tnn"
    note = f"{work.rule.name}, generation {number} of a factory"
    await work.process("training", f"export {number}", [*TRAINER, "export", str(out), str(draft), "--note", note])
    draft.replace(folder / "candidate.tnn")


async def _device(work: Work) -> str:
    """Where the training computes."""
    wanted = work.crew.plant.device
    if wanted != "auto":
        return wanted
    look = "import torch; print('cuda' if torch.cuda.is_available() else 'cpu')"
    done = await work.process("training", "looking for a GPU", [sys.executable, "-c", look])
    return done.answer.split()[-1]


# The gate.


async def _test(work: Work, number: int, candidate: Path) -> list[dict]:
    """Has the network pass one match after the other, until it fails in one."""
    before, came_out = work.promoted(number - 1), []
    for index, stage in enumerate(work.rule.gate):
        if stage.when == "size" and before and _size(before) == _size(candidate):
            continue
        score, passed = await _match(work, number, index, stage, candidate, before)
        elo, error = score.elo()
        games = {"nodes": stage.nodes} if stage.nodes else {"time": stage.time}
        came_out.append(games | {"games": score.games, "pairs": score.pairs, "elo": round(elo, 1), "error": round(error, 1), "passed": passed})
        effort = f"{stage.nodes:,} nodes" if stage.nodes else stage.time
        work.say(f"generation {number} at {effort}: {score.line()}: {'passes' if passed else 'does not pass'}")
        if not passed:
            break
    return came_out


def _size(network: Path) -> tuple:
    read = layout.read(network)
    return read.shape, len(read.sets)


async def _match(work: Work, number: int, index: int, stage: Stage, a: Path, b: Path | None) -> tuple[Score, bool]:
    """Plays until the test has decided."""
    score, batches, wide = Score(), stage.games // stage.batch, work.crew.slots.many
    for first in range(0, batches, wide):
        playing = range(first, min(first + wide, batches))
        for table in await together([_batch(work, number, index, stage, batch, a, b) for batch in playing]):
            score.add(table["games"], table["pairs"])
            if (passed := score.verdict(stage)) is not None:
                return score, passed
        if sum(score.games) % (10 * stage.batch) == 0:
            work.say(f"generation {number}: {score.line()}, ratio {score.ratio(stage):+.2f}")
    raise AssertionError("a test decides when all games are played")


async def _batch(work: Work, number: int, index: int, stage: Stage, batch: int, a: Path, b: Path | None) -> dict:
    """The games of a batch, which count for the stage as it is configured now only if they were played for it."""
    file = work.generation(number) / f"gate-{index}-{batch:03}.json"
    sizes = work.rule.sizes(stage)
    size, drawn = sizes[batch % len(sizes)], seed(work.rule.seed, work.rule.name, "gate", number, index, batch)
    played = {"size": size, "nodes": stage.nodes, "time": stage.time, "batch": stage.batch, "seed": drawn}
    if (known := read_json(file)) and played.items() <= known.items():
        return known
    command = work.toolbox.selfmatch(work.rule, stage, size, drawn, a, b)
    done = await work.process("gate", f"gate {number} match {index + 1} batch {batch + 1}", command)
    games, pairs = match_score(done.answer)
    return write_json(file, played | {"games": games, "pairs": pairs})


# What came out.


def _close(work: Work, number: int, order: dict, stages: list[dict]) -> dict:
    """Says that a generation is done, and whether its network is promoted."""
    folder = work.generation(number)
    promoted = bool(stages) and all(stage["passed"] for stage in stages)
    with (folder / "training" / "log.csv").open(newline="") as file:
        last = list(csv.DictReader(file))[-1]
    known = shards.known(work)
    result = {
        "rule": work.rule.name,
        "number": number,
        "promoted": promoted,
        "stages": stages,
        "network": order["network"],
        "sha256": digest(folder / "candidate.tnn"),
        "loss": {name: value for name, value in last.items() if value and name not in ("step", "positions", "rate")},
        "steps": int(last["step"]),
        "trained_on": int(last["positions"]),
        "positions": sum(table["positions"] for name, table in known if not name.isdigit() or int(name) < order["made"]),
        "window": sum(table["positions"] for name, table in known if name in order["shards"]),
        "when": time.strftime("%Y-%m-%d %H:%M"),
    }
    if promoted:
        copy = work.folder / "promoted.draft"
        shutil.copyfile(folder / "candidate.tnn", copy)
        copy.replace(work.folder / "promoted.tnn")
    write_json(folder / "result.json", result)
    if not work.crew.plant.keep:
        shards.prune(work, order["made"])
    work.say(f"generation {number} is {'promoted' if promoted else 'not promoted'}")
    return result

