"""The factory configuration: one TOML file, validated completely before the factory starts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from ..config import (
    Count,
    CountOrNone,
    Name,
    NetworkConfig,
    NotNegative,
    Positive,
    Seed,
    Share,
    TrainingConfig,
    check_shares,
    check_training,
    check_values,
    fill,
    error_prefix,
    need,
    shown,
    shown_key,
    tables,
    text_of,
)
from ..layout import RULES

SIDES = range(5, 33)  # of a board
OPENINGS = ("scattered", "lines", "empty")
RANDOM_MOVES_BY = ("looks", "search", "bursts")

Processes = Annotated[int, Meta(ge=1, le=4096)]
Address = Annotated[str, Meta(pattern=r"^(([a-z]+://)?[^\s/]+:[0-9]{1,5})?$", description="an address like tcp://host:8786")]
SIZE = "[0-9]{1,2}(x[0-9]{1,2})?"
Sizes = Annotated[str, Meta(pattern=f"^{SIZE}(,{SIZE})*$", description="boards like 15 or 15,20x15")]
SizesOrNone = Annotated[str, Meta(pattern=f"^({SIZE}(,{SIZE})*)?$", description="boards like 15 or 15,20x15")]
NODES = "[1-9][0-9]{0,11}"
Nodes = Annotated[str, Meta(pattern=rf"^{NODES}(\.\.{NODES})?$", description="nodes like 3000 or 2000..5000")]
Time = Annotated[str, Meta(pattern=r"^([0-9]{1,6}(\.[0-9]{1,6})?(ms|s)?)?$", description="a time like 100ms, 2s or 0.5 (seconds)")]


@dataclass
class FactorySettings:
    """The table `factory`: settings shared by all rules."""

    folder: Name = "factory"  # relative to the configuration
    tengen: Name = "tengen"  # program: a command, or a file relative to the configuration
    workers: Processes = 1  # simultaneous processes
    scheduler: Address = ""  # Dask scheduler whose workers play and label instead
    seed: Seed = 1
    nice: Annotated[int, Meta(ge=0, le=19)] = 10
    device: Literal["cpu", "cuda", "auto"] = "cpu"  # training device; auto: a GPU if there is one
    threads: Processes = 1  # training threads
    report: Positive = 60.0  # seconds between progress reports
    pause: Positive = 5.0  # seconds before the first retry, doubled each time
    longest_pause: Positive = 600.0
    tries: Count = 20  # consecutive failures before a rule is given up
    free_gb: NotNegative = 2.0  # wait while less disk space is free
    disk_gb: NotNegative = 0.0  # wait while the folder would exceed this; 0: no limit
    memory_gb: NotNegative = 0.0  # memory limit of each process; 0: no limit
    keep: bool = True  # keep shards outside the window


@dataclass
class Games:
    """Self-play of a shard: options of `tengen lab selfplay`."""

    games: Count = 1200
    size: Sizes = "15"
    nodes: Nodes = "2000..5000"
    random_moves: Annotated[int, Meta(ge=0, le=100)] = 3  # percent
    openings: Name = "scattered,lines,empty"
    random_moves_by: Name = "looks,search,bursts"


@dataclass
class Samples:
    """Sampled positions of a shard: options of `tengen lab samples`."""

    positions: Count = 240_000
    nodes: Count = 6000
    label: Count = 2000
    samples: Annotated[int, Meta(ge=1, le=65_535)] = 8  # maximum per search tree
    decided: Annotated[int, Meta(ge=0, le=100)] = 100  # percent to keep of positions evaluated beyond ±600 points


@dataclass
class Targets:
    """Shares of later information in the value target; the rest is the search score."""

    results: Share = 0.5  # share of the game result
    later: Annotated[int, Meta(ge=0, le=1024)] = 0  # plies
    later_share: Share = 0.0  # share of the search score `later` plies later


@dataclass
class Stage:
    """A match of the gate: an SPRT over pairs of games."""

    nodes: CountOrNone = 0  # per move
    time: Time = ""  # per move, instead of nodes
    games: Count = 800  # maximum
    batch: Count = 20  # games per process
    size: SizesOrNone = ""  # board sizes, used alternately [those of self-play]
    balance: CountOrNone | None = None  # nodes of the search that balances openings [those of a move]; 0: a short search
    elo0: Annotated[float, Meta(ge=-1000, le=1000)] = 0.0
    elo1: Annotated[float, Meta(ge=-1000, le=1000)] = 10.0
    alpha: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    beta: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    undecided: bool = False  # after all games, pass if the Elo is nearer to elo1 than to elo0


@dataclass
class Learning(TrainingConfig):
    """The training and its initial weights."""

    passes: Positive = 2.0
    rate: Annotated[float, Meta(gt=0, le=1)] = 0.008
    start: Literal["promoted", "last", "nothing"] = "promoted"  # last: even if not promoted; nothing: random weights
    held_out: Annotated[float, Meta(gt=0, lt=1)] = 0.02  # share of the games
    check_positions: Count = 20_000  # maximum, of the newest held-out positions


@dataclass
class Rule:
    """The table of a rule."""

    name: Literal[RULES]
    share: Positive = 1.0  # weight in the distribution of processes
    seed: Seed | None = None  # [that of the factory]
    start: str = ""  # initial network; without one, the tables play first
    adopt: list[Name] = field(default_factory=list)  # existing files of positions; * and ? allowed
    window: Count = 3_000_000  # positions
    shards: Annotated[int, Meta(ge=1, le=100_000)] = 4  # new shards per generation
    ahead: CountOrNone = 0  # shards made with the previous network while a generation is trained and tested
    parts: Annotated[int, Meta(ge=0, le=100_000)] = 0  # concurrent parts of a shard [four per worker]
    generations: CountOrNone = 0  # stop after this many; 0: never
    games: Games = field(default_factory=Games)
    samples: Samples = field(default_factory=Samples)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    training: Learning = field(default_factory=Learning)
    targets: Targets = field(default_factory=Targets)
    gate: Annotated[list[Stage], Meta(min_length=1, description="a list of matches that is not empty")] = field(default_factory=lambda: [Stage(nodes=20_000)])

    def sizes(self, stage: Stage) -> list[str]:
        return (stage.size or self.games.size).split(",")


@dataclass
class Settings:
    """A complete configuration."""

    factory: FactorySettings
    rules: list[Rule]
    home: Path  # folder of the file; its paths are relative to it

    @property
    def folder(self) -> Path:
        return (self.home / self.factory.folder).resolve()

    def path(self, name: str) -> Path:
        return (self.home / name).resolve()


# Keys that cannot be set, and why.
MISPLACED = {
    "name": "the rule is the name of the table",
    "network.rule": "the rule is the name of the table",
    "network.start": "use training.start",
    "training.seed": "training uses the seed of the rule",
}

# Old names of tables and keys, still accepted.
OLD_TABLES = {"leaves": "samples"}
OLD_KEYS = {"games": {"strays": "random_moves", "stray_by": "random_moves_by"}, "samples": {"leaves": "samples"}}


def with_new_names(table: object, where: str) -> object:
    """Replace old names in the table of a rule. Raise ConfigError if old and new name are both set."""
    if not isinstance(table, dict):
        return table
    table = _renamed(table, OLD_TABLES, where)
    inner = {name: table[name] for name in OLD_KEYS if isinstance(table.get(name), dict)}
    return table | {name: _renamed(keys, OLD_KEYS[name], f"{where}.{name}") for name, keys in inner.items()}


def _renamed(table: dict, names: dict[str, str], where: str) -> dict:
    for old, new in names.items():
        need(old not in table or new not in table, f"{where}: {old} is the old name of {new}; set only one of them")
    return {names.get(name, name): value for name, value in table.items()}


def merged(base: dict, overrides: dict) -> dict:
    """Merge two tables recursively; `overrides` wins."""
    result = dict(base)
    for name, value in overrides.items():
        old = result.get(name)
        result[name] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def _typed(name: str, table: object, where: str) -> Rule:
    """Convert the table of a rule, validating types and ranges. Raise ConfigError."""
    need(isinstance(table, dict), f"{where} must be a table")
    for path, why in MISPLACED.items():
        outer, _, inner = path.rpartition(".")
        inner_table = table.get(outer) if outer else table
        need(not isinstance(inner_table, dict) or inner not in inner_table, f"{where}.{path} cannot be set: {why}")
    return fill(Rule, table | {"name": name}, where)


def _rule(name: str, table: object, defaults: dict, seed: int) -> Rule:
    where = f"rules.{shown_key(name)}"
    need(name in RULES, f"{where}: unknown rule; expected one of {', '.join(RULES)}")
    table = with_new_names(table, where)
    _typed(name, table, where)
    rule = _typed(name, merged(defaults, table), where)
    rule.seed = seed if rule.seed is None else rule.seed
    rule.network.rule = name
    _check(rule, where)
    return rule


def _sides(size: str) -> list[int]:
    """Return all board sides in a list like `15,20x15`."""
    return [int(side) for side in re.findall(r"\d+", size)]


def _check_boards(size: str, where: str) -> None:
    need(all(side in SIDES for side in _sides(size)), f"{where}.size = {shown(size)}: board sides must be from {SIDES[0]} to {SIDES[-1]}")


def _check(rule: Rule, where: str) -> None:
    """Validate what the field types cannot express."""
    games = rule.games
    need(rule.ahead <= rule.shards, f"{where}.ahead = {rule.ahead}: must not exceed shards = {rule.shards}")
    _check_boards(games.size, f"{where}.games")
    bounds = [int(bound) for bound in games.nodes.split("..")]
    need(bounds == sorted(bounds), f"{where}.games.nodes = {shown(games.nodes)}: the range must ascend")
    for word in games.openings.split(","):
        known = word in OPENINGS or re.match("book:.", word)
        need(known, f"{where}.games.openings: {shown(word)} is none of {', '.join(OPENINGS)}, book:FILE")
    for word in games.random_moves_by.split(","):
        need(word in RANDOM_MOVES_BY, f"{where}.games.random_moves_by: {shown(word)} is none of {', '.join(RANDOM_MOVES_BY)}")
    check_shares(rule.targets, f"{where}.targets")
    check_training(rule.training, f"{where}.training")
    for number, stage in enumerate(rule.gate):
        _check_stage(stage, f"{where}.gate[{number}]")


def _check_stage(stage: Stage, where: str) -> None:
    need((stage.nodes > 0) != (stage.time != ""), f"{where}: set either nodes or time")
    need(stage.time == "" or float(stage.time.rstrip("ms")) > 0, f"{where}.time = {shown(stage.time)}: must be above 0")
    _check_boards(stage.size, where)
    need(stage.batch % 2 == 0, f"{where}.batch = {stage.batch}: must be even, as games are played in pairs")
    need(stage.games % stage.batch == 0, f"{where}.games = {stage.games}: must be a multiple of batch = {stage.batch}")
    need(stage.elo0 < stage.elo1, f"{where}: elo0 must be below elo1")


def parse(text: str, home: Path, overrides: dict | None = None) -> Settings:
    """Parse a configuration. `overrides` replaces keys of its table `factory`. Raise ConfigError."""
    table = tables(text, ("factory", "defaults", "rules"))
    factory = table.get("factory", {}) | (overrides or {})
    check_values(factory, "factory")
    factory = fill(FactorySettings, factory, "factory")
    need(factory.pause <= factory.longest_pause, f"factory.pause = {factory.pause:g}: must not exceed longest_pause = {factory.longest_pause:g}")
    defaults, rules = with_new_names(table.get("defaults", {}), "defaults"), table.get("rules", {})
    _typed(RULES[0], defaults, "defaults")
    need(rules != {}, "at least one rule is needed, like [rules.freestyle]")
    return Settings(factory, [_rule(name, rule, defaults, factory.seed) for name, rule in rules.items()], home)


def read(path: Path, overrides: dict | None = None) -> Settings:
    """Read a configuration file. Raise ConfigError or OSError."""
    with error_prefix(path):
        return parse(text_of(path), path.resolve().parent, overrides)
