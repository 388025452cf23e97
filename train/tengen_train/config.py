"""The configuration of a network: one TOML file, all of it checked before anything starts."""

from __future__ import annotations

import hashlib
import math
import re
import tomllib
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from .layout import POINTS_MAX, RULES, WIDTHS

LARGEST = 2**63 - 1

# Types with ranges, which `fill` checks.
Seed = Annotated[int, Meta(ge=0, le=LARGEST)]
Count = Annotated[int, Meta(ge=1, le=10**12)]
CountOrNone = Annotated[int, Meta(ge=0, le=10**12)]
Share = Annotated[float, Meta(ge=0, le=1)]
Positive = Annotated[float, Meta(gt=0, le=10**9)]
NotNegative = Annotated[float, Meta(ge=0, le=10**9)]
Name = Annotated[str, Meta(min_length=1, max_length=4096)]
Width = Literal[WIDTHS]


class ConfigError(Exception):
    """What is wrong with a configuration."""


@dataclass
class NetworkConfig:
    """What is trained."""

    rule: Literal[RULES] = "freestyle"
    channels: Width = 32
    hidden: tuple[Width, Width] = (32, 32)
    points: Annotated[int, Meta(ge=1, le=POINTS_MAX)] = 250  # of the search, a logit
    convolution: Literal["tied", "free", "none"] = "tied"  # free and none are experiments and cannot be exported
    codes: Literal["free", "factored"] = "factored"  # a code's numbers: its own, and a share of its shapes' and pairs' of shapes
    quantised: bool = True
    start: str = ""  # a checkpoint whose weights to begin with


@dataclass
class Source:
    """A file of positions."""

    file: Name
    broken_zero: bool = False  # lost roots were given the score 0: leave such out
    limit: CountOrNone = 0  # only the first so many
    results: Share = 0.0  # how much of the wanted value is the game's result, where no stray decided it
    later: CountOrNone = 0  # plies: games that were exported with --all, of which quiet positions are used
    later_share: Share = 0.0  # how much of it is the score of the search so many plies later


@dataclass
class DataConfig:
    """What it is trained with."""

    train: Annotated[list[Source], Meta(min_length=1)]
    check: str = ""


@dataclass
class TrainingConfig:
    """How."""

    seed: Seed = 1
    passes: Positive = 4.0
    batch: Count = 1024
    chunk: Count = 128  # positions that are computed at a time; the batch on a GPU
    rate: Annotated[float, Meta(gt=0, le=1)] = 0.012
    warm: Annotated[float, Meta(ge=0, lt=1)] = 0.1  # of all steps, the rate rises
    policy: NotNegative = 0.2  # the weight of the policy's loss
    logit: Positive = 200.0  # points of score: the target is sigmoid(score / this)
    report: Count = 100  # steps between lines of the log
    check: Count = 1000  # between looks at the held-out positions
    save: Count = 500  # between checkpoints


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


def need(holds: bool, what: str) -> None:
    """Raises ConfigError unless it holds."""
    if not holds:
        raise ConfigError(what)


def tables(text: str, names: tuple[str, ...]) -> dict:
    """The tables of a file, which has no others and no impossible values. Raises ConfigError."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ConfigError(str(error)) from None
    for name, value in table.items():
        need(name in names, f"there is no table {name}; there are {', '.join(names)}")
        need(isinstance(value, dict), f"{name} should be a table")
        _check_values(value, name)
    return table


def _check_values(value: object, where: str) -> None:
    """Numbers are finite; texts have no control characters, which no file's name should have."""
    if isinstance(value, dict):
        for name, inner in value.items():
            _check_values(inner, f"{where}.{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _check_values(inner, f"{where}[{number}]")
    elif isinstance(value, float):
        need(math.isfinite(value), f"{where} = {value}: a finite number is needed")
    elif isinstance(value, str):
        need(value.isprintable(), f"{where} = {value!r} has unprintable characters")


def fill(kind: type, table: object, where: str):
    """A table of a configuration as an object of this kind, with its inner tables. Raises ConfigError."""
    _check_names(kind, table, where)
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        path = path.rstrip("`")
        value = _value_at(table, path)
        shown = "" if isinstance(value, dict | list) else f" = {value!r}"
        choices = _choices_at(kind, path)
        wanted = f"one of {', '.join(map(str, choices))}" if choices else message[0].lower() + message[1:]
        raise ConfigError(f"{where}{path}{shown}: {wanted}") from None


def _check_names(kind: object, table: object, where: str) -> None:
    """Looks for names that no field has."""
    if isinstance(table, list):
        for number, inner in enumerate(table):
            _check_names(next(iter(get_args(kind)), None), inner, f"{where}[{number}]")
        return
    if not is_dataclass(kind) or not isinstance(table, dict):
        return
    types = get_type_hints(kind)
    for name, value in table.items():
        need(name in types, f"{where}: there is no {name}; there are {', '.join(f.name for f in fields(kind))}")
        _check_names(types[name], value, f"{where}.{name}")


def _value_at(table: object, path: str) -> object:
    """The value at a path like `.gate[0].nodes`."""
    for name, number in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        table = table[name] if name else table[int(number)]
    return table


def _choices_at(kind: object, path: str) -> tuple:
    """The values that can stand at a path, if there are only a few."""
    for name in re.findall(r"\.(\w+)|\[\d+\]", path):
        kind = get_type_hints(kind)[name] if name else next(iter(get_args(kind)), None)
    return get_args(kind) if get_origin(kind) is Literal else ()


def text_of(path: Path) -> str:
    """The text of a file. Raises ConfigError, OSError."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8") from None


def parse(text: str) -> Config:
    """Reads a configuration. Raises ConfigError."""
    table = tables(text, ("network", "data", "training"))
    network = fill(NetworkConfig, table.get("network", {}), "network")
    data = table.get("data", {})
    if isinstance(data.get("train"), list):
        data = data | {"train": [{"file": s} if isinstance(s, str) else s for s in data["train"]]}
    data = fill(DataConfig, data, "data")
    training = fill(TrainingConfig, table.get("training", {}), "training")
    for source in data.train:
        check_shares(source, "data.train")
    check_batch(training, "training")
    return Config(network, data, training, text)


def check_shares(of, where: str) -> None:
    """What the wanted value is made of. Raises ConfigError."""
    need(of.results + of.later_share <= 1, f"{where}: results and later_share are more than 1 together")
    need((of.later > 0) == (of.later_share > 0), f"{where}: later and later_share go together")


def check_batch(training: TrainingConfig, where: str) -> None:
    need(training.batch % training.chunk == 0, f"{where}: batch should be a multiple of chunk")


def read(path: str | Path) -> Config:
    """Reads a file. Raises ConfigError, OSError."""
    return parse(text_of(Path(path)))
