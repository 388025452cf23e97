"""The configuration of a network: one TOML file, all of it checked before anything starts."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from .layout import POINTS_MAX, RULES, WIDTHS

CONVOLUTIONS = ("tied", "free", "none")
CODES = ("free", "factored")


class ConfigError(Exception):
    """What is wrong with a configuration."""


@dataclass
class NetworkConfig:
    """What is trained."""

    rule: str = "freestyle"
    channels: int = 32
    hidden: tuple[int, int] = (32, 32)
    points: int = 250  # of the search, a logit
    convolution: str = "tied"  # free and none are experiments and cannot be exported
    codes: str = "factored"  # a code's numbers: its own, and a share of its shapes' and pairs' of shapes
    quantised: bool = True
    start: str = ""  # a checkpoint whose weights to begin with


@dataclass
class Source:
    """A file of positions."""

    file: str
    broken_zero: bool = False  # lost roots were given the score 0: leave such out
    limit: int = 0  # only the first so many
    results: float = 0.0  # how much of the wanted value is the game's result, where no stray decided it
    later: int = 0  # plies: games that were exported with --all, of which quiet positions are used
    later_share: float = 0.0  # how much of it is the score of the search so many plies later


@dataclass
class DataConfig:
    """What it is trained with."""

    train: list[Source]
    check: str = ""


@dataclass
class TrainingConfig:
    """How."""

    seed: int = 1
    passes: float = 4.0
    batch: int = 1024
    chunk: int = 128  # positions that are computed at a time; the batch on a GPU
    rate: float = 0.012
    warm: float = 0.1  # of all steps, the rate rises
    policy: float = 0.2  # the weight of the policy's loss
    logit: float = 200.0  # points of score: the target is sigmoid(score / this)
    report: int = 100  # steps between lines of the log
    check: int = 1000  # between looks at the held-out positions
    save: int = 500  # between checkpoints


@dataclass
class Config:
    """A whole file."""

    network: NetworkConfig
    data: DataConfig
    training: TrainingConfig
    text: str = ""

    def fingerprint(self) -> str:
        """Names the configuration."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def fill(kind: type, table: object, where: str):
    """A table of a configuration as an object of this kind. Raises ConfigError."""
    if not isinstance(table, dict):
        raise ConfigError(f"{where} is no table")
    types = {f.name: f.type for f in fields(kind)}
    for name, value in table.items():
        if name not in types:
            raise ConfigError(f"{where}: there is no {name}; there are {', '.join(types)}")
        wanted = {"int": int, "int | None": int, "float": (int, float), "str": str, "bool": bool}.get(types[name])
        is_bool = isinstance(value, bool)
        if wanted and (not isinstance(value, wanted) or is_bool != (wanted is bool)):
            raise ConfigError(f"{where}: {name} = {value!r} should be {types[name]}")
    try:
        return kind(**table)
    except TypeError as error:
        raise ConfigError(f"{where}: {error}") from None


def parse(text: str) -> Config:
    """Reads a configuration. Raises ConfigError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(str(error)) from None
    for name in table:
        if name not in ("network", "data", "training"):
            raise ConfigError(f"there is no table {name}")
    network = fill(NetworkConfig, table.get("network", {}), "network")
    if not isinstance(network.hidden, (list, tuple)):
        raise ConfigError("network: hidden should be two widths")
    network.hidden = tuple(network.hidden)
    data = table.get("data", {})
    if not isinstance(data, dict) or not isinstance(data.get("train"), list) or not data["train"]:
        raise ConfigError("data: train should list files")
    sources = [{"file": s} if isinstance(s, str) else s for s in data["train"]]
    data = fill(DataConfig, {**data, "train": [fill(Source, s, "train") for s in sources]}, "data")
    training = fill(TrainingConfig, table.get("training", {}), "training")
    config = Config(network, data, training, text)
    _check(config)
    return config


def _check(config: Config) -> None:
    n, t = config.network, config.training

    def need(holds: bool, what: str) -> None:
        if not holds:
            raise ConfigError(what)

    need(n.rule in RULES, f"rule: one of {', '.join(RULES)}")
    need(n.channels in WIDTHS, f"channels: one of {WIDTHS}")
    need(len(n.hidden) == 2 and all(h in WIDTHS for h in n.hidden), f"hidden: two of {WIDTHS}")
    need(1 <= n.points <= POINTS_MAX, f"points: 1 to {POINTS_MAX}")
    need(n.convolution in CONVOLUTIONS, f"convolution: one of {', '.join(CONVOLUTIONS)}")
    need(n.codes in CODES, f"codes: one of {', '.join(CODES)}")
    for source in config.data.train:
        need(0 <= source.results <= 1, "results: from 0 to 1")
        need(0 <= source.later_share <= 1 - source.results, "later_share: from 0 to 1, results included")
        need(source.later >= 0 and (source.later > 0) == (source.later_share > 0), "later and later_share go together")
    need(t.chunk >= 1 and t.batch >= t.chunk and t.batch % t.chunk == 0, "batch should be a multiple of chunk")
    for name in ("passes", "rate", "logit", "report", "check", "save"):
        need(getattr(t, name) > 0, f"{name} should be above 0")
    need(t.seed >= 0, "seed should not be below 0")
    need(0 <= t.warm < 1, "warm: from 0 to 1")


def read(path: str | Path) -> Config:
    """Reads a file. Raises ConfigError, OSError."""
    return parse(Path(path).read_text())
