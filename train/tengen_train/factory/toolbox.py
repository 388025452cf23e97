"""The program `tengen`: the commands that a factory gives, and what can be read from its files and answers."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from . import FactoryError
from .settings import Rule, Settings, Stage

# The result that `tengen lab selfmatch` prints: won, drawn and lost games, and pairs of games by their points.
_SCORE = re.compile(r"\+(\d+) =(\d+) -(\d+) of \d+: .*\(pairs (\d+) (\d+) (\d+) (\d+) (\d+)\)")
_HOLDS = re.compile(r"holds (\d+) (?:games|positions)")
_MAGIC = b"TNGGAME2"


def find(settings: Settings) -> str:
    """The program: a file named from the configuration's folder, or a command. Raises FactoryError."""
    name = settings.plant.tengen
    found = shutil.which(name) if "/" not in name else shutil.which(settings.path(name))
    if found is None:
        raise FactoryError(f"there is no program {name}; build it with cargo build --release --workspace")
    return found


def judging(network: Path | None) -> list[str]:
    """The option that says what positions are judged by."""
    return ["--net", str(network)] if network else ["--eval", "tables"]


@dataclass
class Toolbox:
    """Commands of the program."""

    program: str

    def selfplay(self, rule: Rule, seed: int, network: Path | None) -> list[str]:
        """The games of a shard, but for the part and the file."""
        g = rule.games
        return [
            self.program, "lab", "selfplay", "--rule", rule.name, "--size", g.size, "--nodes", g.nodes,
            "--random-moves", str(g.random_moves), "--random-moves-by", g.random_moves_by, "--openings", g.openings,
            "--games", str(g.games), "--seed", str(seed), *judging(network),
        ]  # fmt: skip

    def samples(self, rule: Rule, seed: int, network: Path | None, games: Path) -> list[str]:
        """Its sampled positions."""
        s = rule.samples
        return [
            self.program, "lab", "samples", "--rule", rule.name, "--data", str(games), "--nodes", str(s.nodes), "--label", str(s.label),
            "--samples", str(s.samples), "--decided", str(s.decided), "--positions", str(s.positions), "--seed", str(seed), *judging(network),
        ]  # fmt: skip

    def merge(self, files: list[Path], out: Path) -> list[str]:
        return [self.program, "lab", "data", "merge", "--out", str(out), *map(str, files)]

    def split(self, file: Path, share: float, seed: int, train: Path, held_out: Path) -> list[str]:
        options = ["--share", str(share), "--seed", str(seed), "--train", str(train), "--held-out", str(held_out)]
        return [self.program, "lab", "data", "split", *options, str(file)]

    def export(self, files: list[Path], grid: int, out: Path, every: bool = False) -> list[str]:
        """Positions for the trainer; with `every`, those too that are decided at sight."""
        options = ["--codes", "--grid", str(grid), *(["--all"] if every else []), "--out", str(out)]
        return [self.program, "lab", "data", "export", *options, *map(str, files)]

    def selfmatch(self, rule: Rule, stage: Stage, size: str, seed: int, a: Path, b: Path | None) -> list[str]:
        """A batch of games: the new network is the first side."""
        effort = ["--nodes", str(stage.nodes)] if stage.nodes else ["--time", stage.time]
        balance = stage.nodes if stage.balance is None else stage.balance
        even = ["--balance", str(balance)] if balance else []
        return [
            self.program, "lab", "selfmatch", "--rule", rule.name, "--size", size, "--a", f"net:{a}", "--b", f"net:{b}" if b else "tables",
            *effort, *even, "--games", str(stage.batch), "--seed", str(seed),
        ]  # fmt: skip


def match_score(answer: str) -> tuple[list[int], list[int]]:
    """Won, drawn and lost games, and pairs of games by their points. Raises FactoryError."""
    found = _SCORE.findall(answer)
    if not found:
        raise FactoryError(f"unexpected output of tengen lab selfmatch: {answer.strip()[:100]!r}")
    numbers = [int(number) for number in found[-1]]
    return numbers[:3], numbers[3:]


def holds(answer: str) -> int:
    """How many games or positions the file holds that a command has written. Raises FactoryError."""
    found = _HOLDS.findall(answer)
    if not found:
        raise FactoryError(f"tengen has not told how much it wrote: {answer.strip()[-100:]!r}")
    return int(found[-1])


def provenance(file: Path) -> str:
    """What a file of games or positions says made it. Raises FactoryError."""
    with file.open("rb") as opened:
        head = opened.read(12)
        if len(head) < 12 or not head.startswith(_MAGIC):
            raise FactoryError(f"{file} is no file of games that says what made it")
        return opened.read(int.from_bytes(head[8:], "little")).decode(errors="replace").rstrip("\n")
