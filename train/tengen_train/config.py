"""The configuration of a network: one TOML file, all of it checked before anything starts."""

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

from .layout import POINTS_MAX, RULES, WIDTHS

LARGEST = 2**63 - 1
# Levels of tables and lists within each other, and letters of a value in an error message.
DEEPEST, SHOWN = 8, 60
TOO_DEEP = "tables or lists are nested too deeply"
# A step of a path like `.gate[0].nodes`.
PATH = r"\.(\w+)|\[(\d+)\]"
TYPES = {int: "an integer", float: "a number", str: "a text", bool: "true or false", list: "a list"}
BOUNDS = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below"}

# Types with ranges, which `fill` checks.
Seed = Annotated[int, Meta(ge=0, le=LARGEST)]
Count = Annotated[int, Meta(ge=1, le=10**12)]
CountOrNone = Annotated[int, Meta(ge=0, le=10**12)]
Share = Annotated[float, Meta(ge=0, le=1)]
Positive = Annotated[float, Meta(gt=0, le=10**9)]
NotNegative = Annotated[float, Meta(ge=0, le=10**9)]
Name = Annotated[str, Meta(min_length=1, max_length=4096, description="a text that is not empty")]
Width = Literal[WIDTHS]
Batch = Annotated[int, Meta(ge=1, le=10**6)]


class ConfigError(Exception):
    """What is wrong with a configuration."""


@dataclass
class NetworkConfig:
    """What is trained."""

    rule: Literal[RULES] = "freestyle"
    channels: Width = 32
    hidden: Annotated[tuple[Width, Width], Meta(description=f"a list of two widths, each one of {', '.join(map(str, WIDTHS))}")] = (32, 32)
    points: Annotated[int, Meta(ge=1, le=POINTS_MAX)] = 250  # of the search, a logit
    convolution: Literal["tied", "free", "none"] = "tied"  # free and none are experiments and cannot be exported
    codes: Literal["free", "factored"] = "factored"  # a code's numbers: its own, and a share of its shapes' and pairs' of shapes
    windows: Annotated[int, Meta(ge=0, le=4)] = 0  # points to either side of a point, on each line, whose stones it sees; 0: none
    quantised: bool = True
    start: str = ""  # a checkpoint whose weights to begin with


@dataclass
class Source:
    """A file of positions."""

    file: Name
    broken_zero: bool = False  # lost roots were given the score 0: leave such out
    limit: CountOrNone = 0  # only the first so many
    results: Share = 0.0  # how much of the wanted value is the game's result, where no random move decided it
    later: CountOrNone = 0  # plies: games that were exported with --all, of which quiet positions are used
    later_share: Share = 0.0  # how much of it is the score of the search so many plies later


@dataclass
class DataConfig:
    """What it is trained with."""

    train: Annotated[list[Source], Meta(min_length=1, description="a list of files that is not empty")]
    check: str = ""


@dataclass
class TrainingConfig:
    """How."""

    seed: Seed = 1
    passes: Positive = 4.0
    batch: Batch = 1024
    chunk: Batch = 128  # positions that are computed at a time; the batch on a GPU
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
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not TOML: {error}") from None
    except RecursionError:
        raise ConfigError(TOO_DEEP) from None
    except ValueError:  # Python converts no integer of more than 4,300 digits
        raise ConfigError("a number has too many digits") from None
    for name, value in table.items():
        need(name in names, f"unknown table {shown_key(name)}; expected one of {', '.join(names)}")
        need(isinstance(value, dict), f"{name} must be a table")
        check_values(value, name)
    return table


def shown(value: object) -> str:
    """A value for an error message: one line, printable, not too long."""
    text = str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def shown_key(name: str) -> str:
    """A key for an error message, quoted if it contains anything unusual."""
    return name if re.fullmatch(r"[\w-]{1,40}", name, re.ASCII) else shown(name)


def check_values(value: object, where: str, depth: int = 1) -> None:
    """Requires finite numbers, printable text (file names must not contain control characters) and few levels."""
    need(depth <= DEEPEST, f"{where.split('.')[0]}: {TOO_DEEP}")
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
    """A table of a configuration as an object of this kind, with its inner tables. Raises ConfigError."""
    _check_names(kind, table, where)
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        path = path.rstrip("`")
        if missing := re.search("missing required field `(.*?)`", message):
            raise ConfigError(f"{where}{path}: {missing[1]} is missing") from None
        wanted, value = _type_at(kind, path), _value_at(table, path)
        value = "" if isinstance(value, dict | list) else f" = {shown(value)}"
        raise ConfigError(f"{where}{path}{value}: expected {in_words(wanted)}") from None


def _check_names(kind: object, table: object, where: str) -> None:
    """Refuses keys that no field has."""
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
    """The value at a path like `.gate[0].nodes`."""
    for name, number in re.findall(PATH, path):
        table = table[name] if name else table[int(number)]
    return table


def _type_at(kind: object, path: str) -> object:
    """The type at such a path."""
    for name, _ in re.findall(PATH, path):
        kind = get_type_hints(_bare(kind), include_extras=True)[name] if name else _inner_type(kind)
    return kind


def _bare(kind: object) -> object:
    """A type without its range."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _inner_type(kind: object) -> object:
    """The type of a list's items."""
    return next(iter(get_args(_bare(kind))), None)


def in_words(kind: object) -> str:
    """What values a type has: `an integer, at least 1 and at most 8`."""
    ranges = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    bare = _bare(kind)
    if described := [meta.description for meta in ranges if meta.description]:
        return described[0]
    if get_origin(bare) is Literal:
        return f"one of {', '.join(map(str, get_args(bare)))}"
    if get_origin(bare) is tuple:
        return " and ".join(map(in_words, get_args(bare)))
    if isinstance(bare, UnionType):  # with None, which TOML does not have
        return in_words(get_args(bare)[0])
    bounds = [f"{words} {bound}" for meta in ranges for name, words in BOUNDS.items() if (bound := getattr(meta, name)) is not None]
    return ", ".join([TYPES.get(get_origin(bare) or bare, "a table"), *filter(None, [" and ".join(bounds)])])


def text_of(path: Path) -> str:
    """The text of a file. Raises ConfigError, OSError."""
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError("not UTF-8") from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Puts the file's name before the message of a ConfigError."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


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
    """Checks the shares of the value to be learned. Raises ConfigError."""
    need(of.results + of.later_share <= 1, f"{where}: the sum of results and later_share must not exceed 1")
    need((of.later > 0) == (of.later_share > 0), f"{where}: set both later and later_share, or neither")


def check_batch(training: TrainingConfig, where: str) -> None:
    need(training.batch % training.chunk == 0, f"{where}: batch must be a multiple of chunk")


def read(path: str | Path) -> Config:
    """Reads a file. Raises ConfigError, OSError."""
    with naming(path := Path(path)):
        return parse(text_of(path))
