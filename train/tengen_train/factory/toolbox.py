"""The program `tengen`: its command lines, and parsers for its output and files."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from . import FactoryError
from .settings import Rule, Settings, Stage

# The result line of `tengen lab selfmatch`: won, drawn and lost games, and pairs of games by points.
_SCORE = re.compile(r"\+(\d+) =(\d+) -(\d+) of \d+: .*\(pairs (\d+) (\d+) (\d+) (\d+) (\d+)\)")
_HOLDS = re.compile(r"holds (\d+) (?:games|positions)")
_MAGIC = b"TNGGAME2"


def find(settings: Settings) -> str:
    """Return the path of the program: a command, or a file relative to the configuration. Raise FactoryError."""
    name = settings.factory.tengen
    found = shutil.which(name) if "/" not in name else shutil.which(settings.path(name))
    if found is None:
        raise FactoryError(f"program {name} not found; build it with cargo build --release --workspace")
    return found


def evaluation_option(network: Path | None) -> list[str]:
    """Return the option that selects a network or, without one, the tables."""
    return ["--net", str(network)] if network else ["--eval", "tables"]


@dataclass
class Toolbox:
    """Command lines of the program."""

    program: str

    def selfplay(self, rule: Rule, seed: int, network: Path | None) -> list[str]:
        """Return the command for the games of a shard, without --shard and --out."""
        g = rule.games
        return [
            self.program, "lab", "selfplay", "--rule", rule.name, "--size", g.size, "--nodes", g.nodes,
            "--random-moves", str(g.random_moves), "--random-moves-by", g.random_moves_by, "--openings", g.openings,
            "--games", str(g.games), "--seed", str(seed), *evaluation_option(network),
        ]  # fmt: skip

    def samples(self, rule: Rule, seed: int, network: Path | None, games: Path) -> list[str]:
        """Return the command for the sampled positions of a shard, without --shard and --out."""
        s = rule.samples
        return [
            self.program, "lab", "samples", "--rule", rule.name, "--data", str(games), "--nodes", str(s.nodes), "--label", str(s.label),
            "--samples", str(s.samples), "--decided", str(s.decided), "--positions", str(s.positions), "--seed", str(seed), *evaluation_option(network),
        ]  # fmt: skip

    def merge(self, files: list[Path], out: Path) -> list[str]:
        return [self.program, "lab", "data", "merge", "--out", str(out), *map(str, files)]

    def split(self, file: Path, share: float, seed: int, train: Path, held_out: Path) -> list[str]:
        options = ["--share", str(share), "--seed", str(seed), "--train", str(train), "--held-out", str(held_out)]
        return [self.program, "lab", "data", "split", *options, str(file)]

    def selfmatch(self, rule: Rule, stage: Stage, size: str, seed: int, a: Path, b: Path | None) -> list[str]:
        """Return the command for a batch of games of the new network `a` against `b` (None: the tables)."""
        effort = ["--nodes", str(stage.nodes)] if stage.nodes else ["--time", stage.time]
        balance = stage.nodes if stage.balance is None else stage.balance
        even = ["--balance", str(balance)] if balance else []
        return [
            self.program, "lab", "selfmatch", "--rule", rule.name, "--size", size, "--a", f"net:{a}", "--b", f"net:{b}" if b else "tables",
            *effort, *even, "--games", str(stage.batch), "--seed", str(seed),
        ]  # fmt: skip


def match_score(output: str) -> tuple[list[int], list[int]]:
    """Parse [won, drawn, lost] games and the pairs by points. Raise FactoryError."""
    found = _SCORE.findall(output)
    if not found:
        raise FactoryError(f"unexpected output of tengen lab selfmatch: {output.strip()[:100]!r}")
    numbers = [int(number) for number in found[-1]]
    return numbers[:3], numbers[3:]


def written_count(output: str) -> int:
    """Parse the number of games or positions that a command wrote. Raise FactoryError."""
    found = _HOLDS.findall(output)
    if not found:
        raise FactoryError(f"unexpected output of tengen: {output.strip()[-100:]!r}")
    return int(found[-1])


def provenance(file: Path) -> str:
    """Read the provenance of a file of games or positions. Raise FactoryError."""
    with file.open("rb") as opened:
        return _head(opened, file)


def has_games(file: Path) -> bool:
    """Return whether a file has any games or positions. Raise FactoryError."""
    with file.open("rb") as opened:
        _head(opened, file)
        return bool(opened.read(1))


def _head(opened: BinaryIO, file: Path) -> str:
    head = opened.read(12)
    if len(head) < 12 or not head.startswith(_MAGIC):
        raise FactoryError(f"{file} is not a file of games with provenance")
    return opened.read(int.from_bytes(head[8:], "little")).decode(errors="replace").rstrip("\n")
