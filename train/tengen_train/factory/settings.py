"""The configuration of a factory: one TOML file, all of it checked before anything starts."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from ..config import ConfigError, NetworkConfig, TrainingConfig, fill
from ..layout import RULES

STARTS = ("promoted", "last", "nothing")
WHEN = ("always", "size")


@dataclass
class Plant:
    """The table `factory`: what all rules share."""

    folder: str = "factory"  # beside the configuration
    tengen: str = "tengen"  # the toolbox
    workers: int = 1  # processes at a time
    scheduler: str = ""  # of Dask, whose workers play and label instead
    seed: int = 1
    nice: int = 10
    device: str = "cpu"  # of the training; auto takes a GPU where there is one
    threads: int = 1  # of the training
    report: float = 60.0  # seconds between lines that tell what is at work
    pause: float = 5.0  # seconds before a step that failed is tried again; twice as long each time
    longest_pause: float = 600.0
    tries: int = 20  # in a row, before the work of a rule is given up
    free_gb: float = 2.0  # the factory waits while the disk has less
    disk_gb: float = 0.0  # or while its folder would have more; 0: no bound
    memory_gb: float = 0.0  # of each process; 0: no bound
    keep: bool = True  # shards outside the window


@dataclass
class Games:
    """Self-play of a shard: what `tengen selfplay` is told."""

    games: int = 1200
    size: str = "15"
    nodes: str = "2000..5000"
    strays: int = 3
    openings: str = "scattered,lines,empty"
    stray_by: str = "looks,search,bursts"


@dataclass
class Leaves:
    """Sampled positions of a shard: what `tengen leaves` is told."""

    positions: int = 240_000
    nodes: int = 6000
    label: int = 2000
    leaves: int = 8


@dataclass
class Targets:
    """What the value should be: the search's score, and shares of what is known later."""

    results: float = 0.5  # the game's result
    later: int = 0  # plies
    later_share: float = 0.0  # the score of the search so many plies later


@dataclass
class Stage:
    """A match that a new network has to pass: an SPRT over pairs of games."""

    nodes: int = 0
    time: str = ""  # a move, instead of nodes
    games: int = 800  # at most
    batch: int = 20  # are one process
    size: str = ""  # boards, taken in turn [those of self-play]
    balance: int | None = None  # openings are even for a search of so many nodes [those of a move]; 0: at a glance
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    when: str = "always"  # or only when the size of the network changed
    undecided: bool = False  # all games played: passes when the Elo is nearer to elo1 than to elo0


@dataclass
class Learning(TrainingConfig):
    """The training, and what it begins with."""

    passes: float = 2.0
    rate: float = 0.008
    start: str = "promoted"  # network; or the last that was trained, promoted or not; or nothing
    held_out: float = 0.02  # of all games
    check_positions: int = 20_000  # at most, of the newest that are held out


@dataclass
class Rule:
    """The work for one rule."""

    name: str
    share: float = 1.0  # of the work
    seed: int | None = None  # that of the factory when absent
    start: str = ""  # a network to begin with; without one, the tables
    adopt: list[str] = field(default_factory=list)  # files of positions that were made before, * and ? allowed
    window: int = 3_000_000  # positions
    shards: int = 4  # new ones for a generation
    ahead: int = 0  # shards that are made while a generation is trained and tested, by the network before it
    parts: int = 0  # of a shard, that processes share [four for each of them]
    grid: int = 0  # on which the boards of all shards lie [the largest of self-play]
    generations: int = 0  # the work ends after so many; 0: never
    games: Games = field(default_factory=Games)
    leaves: Leaves = field(default_factory=Leaves)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    training: Learning = field(default_factory=Learning)
    targets: Targets = field(default_factory=Targets)
    gate: list[Stage] = field(default_factory=lambda: [Stage(nodes=20_000)])

    def sizes(self, stage: Stage) -> list[str]:
        return (stage.size or self.games.size).split(",")


@dataclass
class Settings:
    """A whole file."""

    plant: Plant
    rules: list[Rule]
    home: Path  # paths in the file start here

    @property
    def folder(self) -> Path:
        return (self.home / self.plant.folder).resolve()

    def path(self, name: str) -> Path:
        return (self.home / name).resolve()


TABLES = {"games": Games, "leaves": Leaves, "network": NetworkConfig, "training": Learning, "targets": Targets}


def merged(under: dict, over: dict) -> dict:
    """Both tables; where both have a name, tables are merged and of other things the second is taken."""
    both = dict(under)
    for name, value in over.items():
        old = both.get(name)
        both[name] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return both


def _rule(name: str, table: object, defaults: dict, seed: int) -> Rule:
    where = f"rules.{name}"
    if name not in RULES:
        raise ConfigError(f"{where}: there are the rules {', '.join(RULES)}")
    if not isinstance(table, dict):
        raise ConfigError(f"{where} is no table")
    table = merged(defaults, table)
    for inner, kind in TABLES.items():
        table[inner] = fill(kind, table.get(inner, {}), f"{where}.{inner}")
    gate = table.get("gate", [{"nodes": 20_000}])
    if not isinstance(gate, list):
        raise ConfigError(f"{where}.gate: a list of tables")
    table["gate"] = [fill(Stage, stage, f"{where}.gate") for stage in gate]
    rule = fill(Rule, table | {"name": name}, where)
    rule.seed = seed if rule.seed is None else rule.seed
    rule.grid = rule.grid or max(int(number) for number in re.findall(r"\d+", rule.games.size) or [0])
    rule.network.rule = name
    rule.network.hidden = tuple(rule.network.hidden)
    _check(rule, where)
    return rule


def _check(rule: Rule, where: str) -> None:
    def need(holds: bool, what: str) -> None:
        if not holds:
            raise ConfigError(f"{where}: {what}")

    need(rule.share > 0, "share should be above 0")
    need(rule.shards >= 1 and rule.window >= 1, "shards and window should be at least 1")
    need(rule.parts >= 0 and rule.grid >= 0 and rule.generations >= 0, "parts, grid and generations should not be below 0")
    need(0 <= rule.ahead <= rule.shards, "ahead: from 0 to shards")
    need(isinstance(rule.adopt, list) and all(isinstance(f, str) for f in rule.adopt), "adopt: a list of files")
    need(re.fullmatch(r"\d+(x\d+)?(,\d+(x\d+)?)*", rule.games.size) is not None, "games.size: like 15,20 or 15x12")
    need(rule.games.games >= 1 and rule.leaves.positions >= 1, "a shard has games and positions")
    need(rule.network.start == "", "what training begins with is said by training.start")
    need(rule.training.start in STARTS, f"training.start: one of {', '.join(STARTS)}")
    need(0 < rule.training.held_out < 1, "training.held_out: between 0 and 1")
    t = rule.targets
    need(0 <= t.results and 0 <= t.later_share and t.results + t.later_share <= 1, "targets: shares from 0 to 1")
    need(t.later >= 0 and (t.later > 0) == (t.later_share > 0), "targets: later and later_share go together")
    need(any(stage.when == "always" for stage in rule.gate), "gate: at least one match that is always played")
    for stage in rule.gate:
        need((stage.nodes > 0) != (stage.time != ""), "gate: either nodes or time")
        need(stage.batch >= 2 and stage.batch % 2 == 0, "gate: batch is even, as games come in pairs")
        need(stage.games >= stage.batch and stage.games % stage.batch == 0, "gate: games are whole batches")
        need(stage.elo0 < stage.elo1, "gate: elo0 is below elo1")
        need(0 < stage.alpha < 0.5 and 0 < stage.beta < 0.5, "gate: alpha and beta between 0 and 0.5")
        need(stage.when in WHEN, f"gate: when is one of {', '.join(WHEN)}")


def parse(text: str, home: Path) -> Settings:
    """Reads a configuration. Raises ConfigError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(str(error)) from None
    for name in table:
        if name not in ("factory", "defaults", "rules"):
            raise ConfigError(f"there is no table {name}")
    plant = fill(Plant, table.get("factory", {}), "factory")
    if plant.workers < 1 or plant.tries < 1 or plant.threads < 1:
        raise ConfigError("factory: workers, threads and tries are at least 1")
    defaults, rules = table.get("defaults", {}), table.get("rules", {})
    if not isinstance(defaults, dict) or not isinstance(rules, dict) or not rules:
        raise ConfigError("at least one rule is needed, like [rules.freestyle]")
    return Settings(plant, [_rule(name, rule, defaults, plant.seed) for name, rule in rules.items()], home)


def read(path: Path) -> Settings:
    """Reads a file. Raises ConfigError, OSError."""
    return parse(path.read_text(), path.resolve().parent)

