"""Shards: games of self-play and the positions sampled from the searches over them, with what made them."""

from __future__ import annotations

import glob
import re
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from . import FactoryError
from .crew import together
from .folder import digest, emptied, read_json, seed, write_json
from .settings import Games, Samples, with_new_names
from .toolbox import holds, provenance
from .work import SAMPLES, Work

KINDS = ("games", SAMPLES)
# Parts of a shard for each process, so that none waits long for the last.
PARTS = 4
# Seconds for which nobody has written to a file that is adopted.
REST = 60.0


def number_of_positions(samples: Samples) -> int:
    """The number of positions of a shard: whole batches."""
    return -(-samples.positions // samples.samples) * samples.samples


def file(work: Work, name: str, kind: str) -> Path:
    return work.shards / f"{name}.{kind}"


async def make(work: Work, number: int, network: Path | None) -> None:
    """Makes a shard, or goes on with it."""
    name = f"{number:06}"
    order = read_json(file(work, name, "order.json")) or _order(work, number, network)
    order = with_new_names(order, name)
    rule = replace(work.rule, games=Games(**order["games"]), samples=Samples(**order["samples"]))
    judge = work.folder / order["network"] if order["network"] else None
    games, samples = (file(work, name, kind) for kind in KINDS)
    await _run(work, name, "games", work.toolbox.selfplay(rule, order["seed"], judge))
    await _run(work, name, SAMPLES, work.toolbox.samples(rule, order["seed"], judge, games))
    table = order | {"positions": number_of_positions(rule.samples), "program": work.program}
    _close(work, name, table, [games, samples])


def _order(work: Work, number: int, network: Path | None) -> dict:
    """What a shard is made of; once it is written, it is made of that."""
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


def _close(work: Work, name: str, table: dict, files: list[Path]) -> None:
    """Says that a shard is done, and what made it."""
    table["provenance"] = {path.suffix[1:]: provenance(path) for path in files}
    table["sha256"] = {path.suffix[1:]: digest(path) for path in files}
    write_json(file(work, name, "json"), table)


async def _run(work: Work, name: str, kind: str, command: list[str]) -> None:
    """Has the parts of a run made, and joins them."""
    whole = file(work, name, kind)
    if not whole.exists():
        await _run_parts(work, name, kind, command, whole)
    for left in work.making.glob(f"{name}-{kind}-*"):
        emptied(left).rmdir()


async def _run_parts(work: Work, name: str, kind: str, command: list[str], whole: Path) -> None:
    parts = work.rule.parts or PARTS * work.crew.slots_for_parts().many
    place = work.making / f"{name}-{kind}-{parts}"
    place.mkdir(exist_ok=True)
    files = [place / f"{part:04}.part" for part in range(1, parts + 1)]
    what = f"shard {int(name)} {kind}"
    missing = [(number, path) for number, path in enumerate(files, start=1) if not path.exists()]
    await together([work.part(kind, f"{what} {n}/{parts}", command, f"{n}/{parts}", path) for n, path in missing])
    if parts == 1:
        files[0].replace(whole)
    else:
        joined = place / "joined"
        await work.process(kind, f"{what} joining", work.toolbox.merge(files, joined), lambda: joined.unlink(missing_ok=True))
        joined.replace(whole)


# Shards that were made before.


def adopted(work: Work) -> list[dict]:
    tables = (read_json(path) for path in sorted(work.shards.glob("adopted-*.json")))
    return [table for table in tables if table]


async def adopt(work: Work, find: Callable[[str], Path]) -> None:
    """Takes in the files of positions that the configuration lists, each with the games beside it, if they are
    there: copies them, so that the folder has all that it needs. Of one run only one file is taken."""
    for pattern in work.rule.adopt:
        files = sorted(glob.glob(str(find(pattern))))
        if not files:
            work.say(f"there is no {pattern} to adopt")
        for source in map(Path, files):
            made_by = provenance(source)
            if any(table["source_provenance"] == made_by for table in adopted(work)):
                continue
            if time.time() - source.stat().st_mtime < REST:
                work.say(f"{source.name} is still being written: it is not adopted now")
                continue
            await _adopt(work, source, made_by)


async def _adopt(work: Work, source: Path, made_by: str) -> None:
    rules = set(re.findall(r"--rule (\S+)", made_by))
    if rules != {work.rule.name}:
        raise FactoryError(f"{source} is of {', '.join(sorted(rules)) or 'no known rule'}, not of {work.rule.name}")
    name = f"adopted-{len(adopted(work)):06}"
    place, files, counts = emptied(work.making / name), [], {}
    for kind in reversed(KINDS):
        beside, copy = source.with_suffix(f".{kind}"), place / kind
        if kind == SAMPLES or beside.exists():
            command = work.toolbox.merge([source if kind == SAMPLES else beside], copy)
            done = await work.process("data", f"{name} {kind}", command, lambda copy=copy: copy.unlink(missing_ok=True))
            counts[kind] = holds(done.answer)
            files.append(copy.replace(file(work, name, kind)))
    table = {"rule": work.rule.name, "source": source.name, "source_provenance": made_by, "positions": counts[SAMPLES]}
    place.rmdir()
    _close(work, name, table, files)
    work.say(f"{name} is {source.name}: {counts[SAMPLES]:,} positions, {counts.get('games', 0):,} games")


# The window.


def known(work: Work) -> list[tuple[str, dict]]:
    """All shards that were ever done, the oldest first: their names and what is known of them."""
    names = [path.name.removesuffix(".json") for path in sorted(work.shards.glob("adopted-*.json"))]
    names += [f"{number:06}" for number in range(work.made())]
    found = ((name, read_json(file(work, name, "json"))) for name in names)
    return [(name, table) for name, table in found if table]


def done(work: Work) -> list[tuple[str, dict]]:
    """Those that are still there."""
    return [(name, table) for name, table in known(work) if file(work, name, SAMPLES).exists()]


def positions(work: Work) -> int:
    """How many positions were ever made."""
    return sum(table["positions"] for _, table in known(work))


def window(work: Work, made: int) -> list[str]:
    """The newest shards, of those this factory has made only the first so many: as many as together have no more
    positions than the window, but one at least."""
    chosen, many = [], 0
    for name, table in reversed(done(work)):
        if name.isdigit() and int(name) >= made:
            continue
        many += table["positions"]
        if chosen and many > work.rule.window:
            break
        chosen.append(name)
    return chosen[::-1]


def prune(work: Work, made: int) -> None:
    """Deletes the games and positions of shards that have left the window; what is known of them stays."""
    inside = set(window(work, made))
    for name, _ in done(work):
        if name not in inside and not (name.isdigit() and int(name) >= made):
            for kind in KINDS:
                file(work, name, kind).unlink(missing_ok=True)
