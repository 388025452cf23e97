"""The training configuration: one TOML file, validated completely before training starts."""

from __future__ import annotations

import hashlib
import math
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from .chances import Chances
from .layout import POINTS_MAX, RULES

INT64_MAX = 2**63 - 1
# Limits: nesting depth of tables and lists, and characters of a value in an error message.
MAX_DEPTH, MAX_SHOWN = 8, 60
TOO_DEEP = "tables or lists are nested too deeply"
# One component of a path like `.gate[0].nodes`.
PATH = r"\.(\w+)|\[(\d+)\]"
TYPES = {int: "an integer", float: "a number", str: "a text", bool: "true or false", list: "a list"}
BOUNDS = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below"}

# Types with ranges, checked by `fill`.
Seed = Annotated[int, Meta(ge=0, le=INT64_MAX)]
Count = Annotated[int, Meta(ge=1, le=10**12)]
CountOrNone = Annotated[int, Meta(ge=0, le=10**12)]
Share = Annotated[float, Meta(ge=0, le=1)]
Positive = Annotated[float, Meta(gt=0, le=10**9)]
NotNegative = Annotated[float, Meta(ge=0, le=10**9)]
Name = Annotated[str, Meta(min_length=1, max_length=4096, description="a text that is not empty")]
Batch = Annotated[int, Meta(ge=1, le=10**6)]
Four = tuple[float, float, float, float]
FourOrNone = Annotated[Four | None, Meta(description="a list of four numbers: empty, each, behind, black")]


class ConfigError(Exception):
    """The configuration is invalid."""


@dataclass
class NetworkConfig:
    """The table `network`."""

    rule: Literal[RULES] = "freestyle"
    points: Annotated[int, Meta(ge=1, le=POINTS_MAX)] = 250  # score points per logit
    start: str = ""  # checkpoint or exported network with the initial weights


@dataclass
class Source:
    """A file of positions."""

    file: Name
    limit: CountOrNone = 0  # use only the first `limit` positions; 0: all
    results: Share = 0.0  # share of the game result in the value target, unless a random move followed
    later: CountOrNone = 0  # plies; needs games exported with --all, of which the quiet positions are used
    later_share: Share = 0.0  # share of the search score `later` plies later in the value target
    chances: FourOrNone = None  # replaces those of the training, for scores by another network


@dataclass
class DataConfig:
    """The table `data`."""

    train: Annotated[list[Source], Meta(min_length=1, description="a list of files that is not empty")]
    check: str = ""


@dataclass
class TrainingConfig:
    """The table `training`."""

    seed: Seed = 1
    passes: Positive = 4.0
    batch: Batch = 1024
    chunk: Batch = 128  # positions computed at a time on a CPU; a GPU computes the whole batch
    rate: Annotated[float, Meta(gt=0, le=1)] = 0.012
    warm: Annotated[float, Meta(ge=0, lt=1)] = 0.1  # share of the steps used for warm-up
    policy: NotNegative = 0.2  # weight of the policy loss
    logit: Positive = 200.0  # the value target is sigmoid(score / logit)
    chances: FourOrNone = None  # the value target is the chance to win fitted by `tengen-train chances`, instead of `logit`
    only: Literal["all", "value"] = "all"  # the weights to train: all, or those of the value's layers
    revive: bool = False  # give new weights to the hidden numbers of the value that are above 0 in no position
    report: Count = 100  # steps between log lines
    check: Count = 1000  # steps between evaluations on held-out positions
    save: Count = 500  # steps between checkpoints

    def scale(self) -> float | Chances:
        """Return what converts search scores to value targets: points per logit, or fitted chances."""
        return Chances(*self.chances) if self.chances else self.logit


@dataclass
class Config:
    """A complete configuration and its source text."""

    network: NetworkConfig
    data: DataConfig
    training: TrainingConfig
    text: str = ""

    def fingerprint(self) -> str:
        """Return a short hash of the configuration."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def need(condition: bool, message: str) -> None:
    """Raise ConfigError unless the condition holds."""
    if not condition:
        raise ConfigError(message)


def tables(text: str, names: tuple[str, ...]) -> dict:
    """Parse TOML text. Raise ConfigError for tables other than `names` and for unusable values."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not TOML: {error}") from None
    except RecursionError:
        raise ConfigError(TOO_DEEP) from None
    except ValueError:  # Python refuses to convert integers of more than 4,300 digits
        raise ConfigError("a number has too many digits") from None
    for name, value in table.items():
        need(name in names, f"unknown table {shown_key(name)}; expected one of {', '.join(names)}")
        need(isinstance(value, dict), f"{name} must be a table")
        check_values(value, name)
    return table


def shown(value: object) -> str:
    """Format a value for an error message: one printable line of limited length."""
    text = str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def shown_key(name: str) -> str:
    """Format a key for an error message, quoted if it contains unusual characters."""
    return name if re.fullmatch(r"[\w-]{1,40}", name, re.ASCII) else shown(name)


def check_values(value: object, where: str, depth: int = 1) -> None:
    """Require finite numbers, printable text (file names must not contain control characters) and limited nesting."""
    need(depth <= MAX_DEPTH, f"{where.split('.')[0]}: {TOO_DEEP}")
    if isinstance(value, dict):
        for name, inner in value.items():
            check_values(inner, f"{where}.{shown_key(name)}", depth + 1)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            check_values(inner, f"{where}[{number}]", depth + 1)
    elif isinstance(value, float):
        need(math.isfinite(value), f"{where} = {value}: expected a finite number")
    elif isinstance(value, str):
        need(value.isprintable(), f"{where} = {shown(value)}: unprintable characters are not allowed")


def fill(kind: type, table: object, where: str):
    """Convert a table, with its inner tables, to the dataclass `kind`. Raise ConfigError."""
    _check_names(kind, table, where)
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        path = path.rstrip("`")
        if missing := re.search("missing required field `(.*?)`", message):
            raise ConfigError(f"{where}{path}: {missing[1]} is missing") from None
        expected, value = _type_at(kind, path), _value_at(table, path)
        value = "" if isinstance(value, dict | list) else f" = {shown(value)}"
        raise ConfigError(f"{where}{path}{value}: expected {describe(expected)}") from None


def _check_names(kind: object, table: object, where: str) -> None:
    """Raise ConfigError for keys that are not fields."""
    if isinstance(table, list):
        for number, inner in enumerate(table):
            _check_names(_inner_type(kind), inner, f"{where}[{number}]")
        return
    if not is_dataclass(kind) or not isinstance(table, dict):
        return
    types = get_type_hints(kind)
    for name, value in table.items():
        need(name in types, f"{where}: unknown key {shown_key(name)}; expected one of {', '.join(f.name for f in fields(kind))}")
        _check_names(types[name], value, f"{where}.{name}")


def _value_at(table: object, path: str) -> object:
    """Return the value at a path like `.gate[0].nodes`."""
    for name, number in re.findall(PATH, path):
        table = table[name] if name else table[int(number)]
    return table


def _type_at(kind: object, path: str) -> object:
    """Return the type of the field at such a path."""
    for name, _ in re.findall(PATH, path):
        kind = get_type_hints(_bare(kind), include_extras=True)[name] if name else _inner_type(kind)
    return kind


def _bare(kind: object) -> object:
    """Return a type without its range."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _inner_type(kind: object) -> object:
    """Return the type of a list's items."""
    return next(iter(get_args(_bare(kind))), None)


def describe(kind: object) -> str:
    """Describe the values of a type: `an integer, at least 1 and at most 8`."""
    ranges = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    bare = _bare(kind)
    if described := [meta.description for meta in ranges if meta.description]:
        return described[0]
    if get_origin(bare) is Literal:
        return f"one of {', '.join(map(str, get_args(bare)))}"
    if get_origin(bare) is tuple:
        return " and ".join(map(describe, get_args(bare)))
    if isinstance(bare, UnionType):  # with None, which TOML does not have
        return describe(get_args(bare)[0])
    bounds = [f"{words} {bound}" for meta in ranges for name, words in BOUNDS.items() if (bound := getattr(meta, name)) is not None]
    return ", ".join([TYPES.get(get_origin(bare) or bare, "a table"), *filter(None, [" and ".join(bounds)])])


def text_of(path: Path) -> str:
    """Read a text file. Raise ConfigError or OSError."""
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError("not UTF-8") from None


@contextmanager
def error_prefix(path: Path) -> Iterator[None]:
    """Prefix the messages of ConfigErrors with the file name."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


def parse(text: str) -> Config:
    """Parse a configuration. Raise ConfigError."""
    table = tables(text, ("network", "data", "training"))
    network = fill(NetworkConfig, table.get("network", {}), "network")
    data = table.get("data", {})
    if isinstance(data.get("train"), list):
        data = data | {"train": [{"file": s} if isinstance(s, str) else s for s in data["train"]]}
    data = fill(DataConfig, data, "data")
    training = fill(TrainingConfig, table.get("training", {}), "training")
    for source in data.train:
        check_shares(source, "data.train")
        check_chances(source.chances, "data.train")
    check_training(training, "training")
    return Config(network, data, training, text)


def check_shares(of, where: str) -> None:
    """Validate the shares of the value target. Raise ConfigError."""
    need(of.results + of.later_share <= 1, f"{where}: the sum of results and later_share must not exceed 1")
    need((of.later > 0) == (of.later_share > 0), f"{where}: set both later and later_share, or neither")


def check_training(training: TrainingConfig, where: str) -> None:
    """Validate batches and chances. Raise ConfigError."""
    need(training.batch % training.chunk == 0, f"{where}: batch must be a multiple of chunk")
    check_chances(training.chances, where)


def check_chances(chances: FourOrNone, where: str) -> None:
    """Validate fitted chances to win. Raise ConfigError."""
    if chances:
        empty, each, behind, _ = chances
        need(empty >= 1 and each >= 0 and behind > 0, f"{where}.chances: expected empty of at least 1, each of at least 0, behind above 0")


def read(path: str | Path) -> Config:
    """Read a configuration file. Raise ConfigError or OSError."""
    with error_prefix(path := Path(path)):
        return parse(text_of(path))
