"""Generations: train a network on the window of shards, test it, and promote it if it passes."""

from __future__ import annotations

import csv
import json
import shutil
import sys
import time
from dataclasses import asdict, fields
from pathlib import Path

from ..config import TrainingConfig
from . import shards
from .folder import digest, make_empty, read_json, seed, write, write_json
from .gate import Score
from .runner import GB, gather
from .settings import Stage
from .toolbox import has_games, match_score
from .work import Work

TRAINER = [sys.executable, "-m", "tengen_train"]


async def make(work: Work, number: int) -> dict:
    """Make a generation, or continue an interrupted one. Return its result."""
    folder = work.generation(number)
    folder.mkdir(exist_ok=True)
    order = read_json(folder / "order.json") or _order(work, number)
    candidate = folder / "candidate.tnn"
    if not candidate.exists():
        await _prepare(work, folder, order)
        await _train(work, number, folder)
    shutil.rmtree(folder / "data", ignore_errors=True)
    stages = await _test(work, number, candidate)
    return _finish(work, number, order, stages)


def _order(work: Work, number: int) -> dict:
    """Write and return the inputs of a generation, which stay fixed from then on."""
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
    }
    return write_json(work.generation(number) / "order.json", table)


# Initial weights.


def _start(work: Work, number: int) -> str:
    """Return the path of the initial weights relative to the generation's folder, or "" for random ones."""
    how = work.rule.training.start
    if how == "nothing":
        return ""
    network = work.promoted(number - 1) if how == "promoted" else _last(work, number)
    if network is None:
        return ""
    result = read_json(network.parent / "result.json")
    if result and result["network"] == json.loads(json.dumps(asdict(work.rule.network))):
        network = network.parent / "training" / "checkpoint.pt"
    return str(Path("../..") / network.relative_to(work.folder))


def _last(work: Work, number: int) -> Path | None:
    return work.generation(number - 1) / "candidate.tnn" if number > 1 else work.promoted(0)


# Data, training, export.


async def _prepare(work: Work, folder: Path, order: dict) -> None:
    """Split the games of the window and write the trainer's configuration."""
    config = folder / "config.toml"
    if config.exists() and (folder / "data").exists():
        return
    data = folder / "data"
    data.mkdir(exist_ok=True)
    files = [shards.file(work, name, kind) for name in order["shards"] for kind in shards.KINDS]
    need = sum(file.stat().st_size for file in files if file.exists())
    await work.runner.wait_for_space(f"{work.rule.name}: {need / GB:.1f} GB of training positions", need)
    await gather([_split(work, name, data, order) for name in order["shards"]])
    check = await _check_file(work, data, order)
    for left in work.temp.glob("split-*"):
        make_empty(left).rmdir()
    write(config, _config(order, data, check))


async def _split(work: Work, name: str, data: Path, order: dict) -> None:
    """Copy a shard without its held-out games. Their sampled positions are kept for `_check_file`."""
    for kind in reversed(shards.KINDS):
        source, out = shards.file(work, name, kind), data / f"{name}.{kind}"
        if out.exists() or not source.exists():
            continue
        directory = work.temp / f"split-{name}-{kind}"
        train, held_out = directory / "train", directory / "held-out"
        split = work.toolbox.split(source, order["training"]["held_out"], work.rule.seed, train, held_out)
        await work.process("data", f"split {name} {kind}", split, lambda directory=directory: make_empty(directory))
        if kind == shards.SAMPLES:
            held_out.replace(data / f"{name}.held-out")
        train.replace(out)


async def _check_file(work: Work, data: Path, order: dict) -> str:
    """Merge held-out positions of the newest shards. Return the file name, or "" if there are none."""
    out = data / f"check.{shards.SAMPLES}"
    if not out.exists():
        missing, chosen = order["training"]["check_positions"], []
        available = dict(shards.available(work))
        for name in reversed(order["shards"]):
            if missing <= 0:
                break
            chosen.append(data / f"{name}.held-out")
            missing -= int(available[name]["positions"] * order["training"]["held_out"])
        temp_path = data / "check.draft"
        command = work.toolbox.merge(chosen[::-1], temp_path)
        await work.process("data", "merge check", command, lambda: temp_path.unlink(missing_ok=True))
        temp_path.replace(out)
    return f"data/{out.name}" if has_games(out) else ""


def _config(order: dict, data: Path, check: str) -> str:
    """Return the training configuration. Its paths are relative, so the factory's folder can be moved."""
    targets, sources = order["targets"], []
    for name in order["shards"]:
        for kind in reversed(shards.KINDS):
            file = data / f"{name}.{kind}"
            if file.exists() and has_games(file):
                shares = targets if kind == "games" else {}
                sources.append({"file": f"data/{file.name}"} | {k: v for k, v in shares.items() if v})
    network = order["network"] | {"start": order["start"]}
    options = {f.name: order["training"][f.name] for f in fields(TrainingConfig)} | {"seed": order["seed"]}
    training = {name: value for name, value in options.items() if value is not None}  # TOML has no word for None
    tables = {"network": network, "data": {"train": sources, "check": check}, "training": training}
    return "\n".join(f"[{name}]\n" + "".join(f"{k} = {_toml(v)}\n" for k, v in table.items()) for name, table in tables.items())


def _toml(value: object) -> str:
    """Format a value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


async def _train(work: Work, number: int, folder: Path) -> None:
    """Train and export the network."""
    device = await _device(work)
    out, options = folder / "training", work.runner.options
    train = [*TRAINER, "train", str(folder / "config.toml"), "--data", str(folder), "--out", str(out)]
    train += ["--device", device, "--threads", str(options.threads)]
    await work.process("training", f"training {number}", train, slot=device == "cpu")
    temp_path = work.temp / "candidate.tnn"
    note = f"{work.rule.name}, generation {number} of a factory"
    await work.process("training", f"export {number}", [*TRAINER, "export", str(out), str(temp_path), "--force", "--note", note])
    temp_path.replace(folder / "candidate.tnn")


async def _device(work: Work) -> str:
    """Return the training device, resolving `auto`."""
    device = work.runner.options.device
    if device != "auto":
        return device
    script = "import torch; print('cuda' if torch.cuda.is_available() else 'cpu')"
    result = await work.process("training", "looking for a GPU", [sys.executable, "-c", script])
    return result.output.split()[-1]


# Gate.


async def _test(work: Work, number: int, candidate: Path) -> list[dict]:
    """Play the matches of the gate until one is failed. Return the result of each."""
    opponent, results = work.promoted(number - 1), []
    for index, stage in enumerate(work.rule.gate):
        score, passed = await _match(work, number, index, stage, candidate, opponent)
        elo, error = score.elo()
        effort = {"nodes": stage.nodes} if stage.nodes else {"time": stage.time}
        results.append(effort | {"games": score.games, "pairs": score.pairs, "elo": round(elo, 1), "error": round(error, 1), "passed": passed})
        limit = f"{stage.nodes:,} nodes" if stage.nodes else stage.time
        work.log(f"generation {number} at {limit}: {score.summary()}: {'passed' if passed else 'failed'}")
        if not passed:
            break
    return results


async def _match(work: Work, number: int, index: int, stage: Stage, a: Path, b: Path | None) -> tuple[Score, bool]:
    """Play batches until the SPRT decides. Return the score and whether `a` passed."""
    score, batches, concurrency = Score(), stage.games // stage.batch, work.runner.slots.count
    for first in range(0, batches, concurrency):
        playing = range(first, min(first + concurrency, batches))
        for table in await gather([_batch(work, number, index, stage, batch, a, b) for batch in playing]):
            score.add(table["games"], table["pairs"])
            if (passed := score.decision(stage)) is not None:
                return score, passed
        if sum(score.games) % (10 * stage.batch) == 0:
            work.log(f"generation {number}: {score.summary()}, LLR {score.llr(stage):+.2f}")
    raise AssertionError("the SPRT decides once all games are played")


async def _batch(work: Work, number: int, index: int, stage: Stage, batch: int, a: Path, b: Path | None) -> dict:
    """Play a batch of games, or return its recorded result if it was played with the same settings."""
    file = work.generation(number) / f"gate-{index}-{batch:03}.json"
    sizes = work.rule.sizes(stage)
    size, batch_seed = sizes[batch % len(sizes)], seed(work.rule.seed, work.rule.name, "gate", number, index, batch)
    settings = {"size": size, "nodes": stage.nodes, "time": stage.time, "batch": stage.batch, "seed": batch_seed}
    if (recorded := read_json(file)) and settings.items() <= recorded.items():
        return recorded
    command = work.toolbox.selfmatch(work.rule, stage, size, batch_seed, a, b)
    result = await work.process("gate", f"gate {number} match {index + 1} batch {batch + 1}", command)
    games, pairs = match_score(result.output)
    return write_json(file, settings | {"games": games, "pairs": pairs})


# Result.


def _finish(work: Work, number: int, order: dict, stages: list[dict]) -> dict:
    """Promote the network if it passed, and write the result, which marks the generation as finished."""
    folder = work.generation(number)
    promoted = bool(stages) and all(stage["passed"] for stage in stages)
    with (folder / "training" / "log.csv").open(newline="") as file:
        last = list(csv.DictReader(file))[-1]
    recorded = shards.recorded(work)
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
        "positions": sum(table["positions"] for name, table in recorded if not name.isdigit() or int(name) < order["made"]),
        "window": sum(table["positions"] for name, table in recorded if name in order["shards"]),
        "when": time.strftime("%Y-%m-%d %H:%M"),
    }
    if promoted:
        temp_path = work.folder / "promoted.draft"
        shutil.copyfile(folder / "candidate.tnn", temp_path)
        temp_path.replace(work.folder / "promoted.tnn")
    write_json(folder / "result.json", result)
    if not work.runner.options.keep:
        shards.prune(work, order["made"])
    work.log(f"generation {number} is {'promoted' if promoted else 'not promoted'}")
    return result

