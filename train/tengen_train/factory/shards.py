"""Shards: self-play games, positions sampled from searches over them, and their provenance."""

from __future__ import annotations

import glob
import re
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from . import FactoryError
from .folder import digest, make_empty, read_json, seed, write_json
from .runner import gather
from .settings import Games, Samples, with_new_names
from .toolbox import provenance, written_count
from .work import SAMPLES, Work

KINDS = ("games", SAMPLES)
# Parts of a shard per worker; several, so that workers idle little at its end.
PARTS_PER_WORKER = 4
# A file is adopted once it has not been written to for this many seconds.
QUIET_SECONDS = 60.0


def number_of_positions(samples: Samples) -> int:
    """Return the number of positions of a shard, rounded up to a multiple of `samples`."""
    return -(-samples.positions // samples.samples) * samples.samples


def file(work: Work, name: str, kind: str) -> Path:
    return work.shards / f"{name}.{kind}"


async def make(work: Work, number: int, network: Path | None) -> None:
    """Make a shard, or continue an interrupted one."""
    name = f"{number:06}"
    order = read_json(file(work, name, "order.json")) or _order(work, number, network)
    order = with_new_names(order, name)
    rule = replace(work.rule, games=Games(**order["games"]), samples=Samples(**order["samples"]))
    evaluator = work.folder / order["network"] if order["network"] else None
    games, samples = (file(work, name, kind) for kind in KINDS)
    await _run(work, name, "games", work.toolbox.selfplay(rule, order["seed"], evaluator))
    await _run(work, name, SAMPLES, work.toolbox.samples(rule, order["seed"], evaluator, games))
    table = order | {"positions": number_of_positions(rule.samples), "program": work.program}
    _finish(work, name, table, [games, samples])


def _order(work: Work, number: int, network: Path | None) -> dict:
    """Write and return the inputs of a shard, which stay fixed from then on."""
    rule = work.rule
    table = {
        "rule": rule.name,
        "number": number,
        "seed": seed(rule.seed, rule.name, "shard", number),
        "network": str(network.relative_to(work.folder)) if network else None,
        "network_sha256": digest(network) if network else None,
        "games": asdict(rule.games),
        "samples": asdict(rule.samples),
    }
    return write_json(file(work, f"{number:06}", "order.json"), table)


def _finish(work: Work, name: str, table: dict, files: list[Path]) -> None:
    """Write the provenance of a shard, which marks it as finished."""
    table["provenance"] = {path.suffix[1:]: provenance(path) for path in files}
    table["sha256"] = {path.suffix[1:]: digest(path) for path in files}
    write_json(file(work, name, "json"), table)


async def _run(work: Work, name: str, kind: str, command: list[str]) -> None:
    """Compute the parts of a run concurrently and merge them, unless the result exists."""
    whole = file(work, name, kind)
    if not whole.exists():
        await _run_parts(work, name, kind, command, whole)
    for left in work.temp.glob(f"{name}-{kind}-*"):
        make_empty(left).rmdir()


async def _run_parts(work: Work, name: str, kind: str, command: list[str], whole: Path) -> None:
    parts = work.rule.parts or PARTS_PER_WORKER * work.runner.slots_for_parts().count
    directory = work.temp / f"{name}-{kind}-{parts}"
    directory.mkdir(exist_ok=True)
    files = [directory / f"{part:04}.part" for part in range(1, parts + 1)]
    task = f"shard {int(name)} {kind}"
    missing = [(number, path) for number, path in enumerate(files, start=1) if not path.exists()]
    await gather([work.part(kind, f"{task} {n}/{parts}", command, f"{n}/{parts}", path) for n, path in missing])
    if parts == 1:
        files[0].replace(whole)
    else:
        joined = directory / "joined"
        await work.process(kind, f"{task} joining", work.toolbox.merge(files, joined), lambda: joined.unlink(missing_ok=True))
        joined.replace(whole)


# Adopted shards.


def adopted(work: Work) -> list[dict]:
    tables = (read_json(path) for path in sorted(work.shards.glob("adopted-*.json")))
    return [table for table in tables if table]


async def adopt(work: Work, resolve: Callable[[str], Path]) -> None:
    """Copy the configured files of positions, with the games next to them, into the folder. Files with the provenance
    of an adopted one are skipped."""
    for pattern in work.rule.adopt:
        files = sorted(glob.glob(str(resolve(pattern))))
        if not files:
            work.log(f"adopt: no file matches {pattern}")
        for source in map(Path, files):
            source_provenance = provenance(source)
            if any(table["source_provenance"] == source_provenance for table in adopted(work)):
                continue
            if time.time() - source.stat().st_mtime < QUIET_SECONDS:
                work.log(f"adopt: skipping {source.name}, which is still being written")
                continue
            await _adopt(work, source, source_provenance)


async def _adopt(work: Work, source: Path, source_provenance: str) -> None:
    rules = set(re.findall(r"--rule (\S+)", source_provenance))
    if rules != {work.rule.name}:
        raise FactoryError(f"{source} is of {', '.join(sorted(rules)) or 'no known rule'}, not of {work.rule.name}")
    name = f"adopted-{len(adopted(work)):06}"
    directory, files, counts = make_empty(work.temp / name), [], {}
    for kind in reversed(KINDS):
        sibling, copy = source.with_suffix(f".{kind}"), directory / kind
        if kind == SAMPLES or sibling.exists():
            command = work.toolbox.merge([source if kind == SAMPLES else sibling], copy)
            result = await work.process("data", f"{name} {kind}", command, lambda copy=copy: copy.unlink(missing_ok=True))
            counts[kind] = written_count(result.output)
            files.append(copy.replace(file(work, name, kind)))
    table = {"rule": work.rule.name, "source": source.name, "source_provenance": source_provenance, "positions": counts[SAMPLES]}
    directory.rmdir()
    _finish(work, name, table, files)
    work.log(f"{name} is {source.name}: {counts[SAMPLES]:,} positions, {counts.get('games', 0):,} games")


# Window of shards.


def recorded(work: Work) -> list[tuple[str, dict]]:
    """Return names and provenance of all shards ever finished, oldest first, including pruned ones."""
    names = [path.name.removesuffix(".json") for path in sorted(work.shards.glob("adopted-*.json"))]
    names += [f"{number:06}" for number in range(work.shard_count())]
    found = ((name, read_json(file(work, name, "json"))) for name in names)
    return [(name, table) for name, table in found if table]


def available(work: Work) -> list[tuple[str, dict]]:
    """Return the recorded shards whose positions still exist."""
    return [(name, table) for name, table in recorded(work) if file(work, name, SAMPLES).exists()]


def positions(work: Work) -> int:
    """Return the number of positions of all recorded shards."""
    return sum(table["positions"] for _, table in recorded(work))


def window(work: Work, made: int) -> list[str]:
    """Return the newest shards that fit into the window, at least one, among adopted shards and own shards below
    number `made`."""
    chosen, count = [], 0
    for name, table in reversed(available(work)):
        if name.isdigit() and int(name) >= made:
            continue
        count += table["positions"]
        if chosen and count > work.rule.window:
            break
        chosen.append(name)
    return chosen[::-1]


def prune(work: Work, made: int) -> None:
    """Delete games and positions of shards that have left the window, but not their provenance."""
    inside = set(window(work, made))
    for name, _ in available(work):
        if name not in inside and not (name.isdigit() and int(name) >= made):
            for kind in KINDS:
                file(work, name, kind).unlink(missing_ok=True)
