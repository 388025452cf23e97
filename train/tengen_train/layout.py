"""The network file format: arrays, units and bounds. FORMAT.md is its specification."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

# Version 1 has no windows, version 2 no best points, version 3 no relations, version 4 no second look at policies.
MAGICS = (b"TNGNET01", b"TNGNET02", b"TNGNET03", b"TNGNET04", b"TNGNET05")
PCODES = 2380
THREATS = 512
RULES = ("freestyle", "standard", "renju", "caro", "caro-exact")
CHANNELS = 32
WIDTHS = (32, 64)
REACHES = (0, 1, 2, 3, 4)
WINDOWS = (0, 10, 91, 820, 7381)  # number of windows by reach
BEST = (0, 1, 2, 4, 8, 16)
RELATIONS = 18

# Fixed-point scales: the integer that represents 1.0.
ACTIVATION = 1024  # x, h, g, and the layers of the heads
WEIGHT = 1024  # weights of the heads
CONV = 16384  # weights of the convolution
NEIGHBOURS = 512  # y, the output of the convolution
FACTOR = 32768  # factors of the relations

# Maximum integers.
PCODE_MAX = 16383
PCODE_MAX_WITH_WINDOWS = 12287
WINDOW_MAX = 2047
H_MAX = 8191
Y_MAX = 4095
CENTRE_MAX = 32767
SIDE_MAX = 8191
HIDDEN_MAX = 32767
POLICY_MAX = 8191
ROW_MAX = 65535
SECOND_MAX = 32767  # sum of the absolute weights of the second look at policies
POINTS_MAX = 1000


class FormatError(Exception):
    """The data is not a valid network."""


def related_max(best: int) -> int:
    """Return the maximum of what each of `best` points adds to the layer of another, and of each bias of the relations."""
    return HIDDEN_MAX // (2 * best)


@dataclass
class Shape:
    """The sizes of a network."""

    channels: int
    hidden: tuple[int, int]
    windows: int = 0  # reach in points; 0: no windows
    best: int = 0  # number of best points; 0: none are read
    related: bool = False  # whether the layer of a best point also reads the others
    second: bool = False  # whether that layer adds to the policy of its point

    def arrays(self) -> dict[str, tuple[int, ...]]:
        """Return the array shapes of a set of weights, in file order."""
        c, (h1, h2) = self.channels, self.hidden
        sizes = {
            "own": (PCODES, c),
            "other": (PCODES, c),
            "stone": (2, c),
            "windows": (2 * WINDOWS[self.windows], c),
            "conv": (4, c),
            "vp": (c, c),
            "bp": (c,),
            "vr": (c, c),
            "fr": (RELATIONS, c),
            "br": (RELATIONS, c),
            "qp": (c,),
            "v1": (h1, 4 * c if self.best else c),
            "flags": (THREATS, h1),
            "v2": (h2, h1),
            "b2": (h2,),
            "v3": (h2,),
            "b3": (1,),
            "d": (c, c),
            "q": (c,),
        }
        optional = {"windows": self.windows} | dict.fromkeys(("vp", "bp"), self.best)
        optional |= dict.fromkeys(("vr", "fr", "br"), self.related) | {"qp": self.second}
        return {name: size for name, size in sizes.items() if optional.get(name, True)}

    def version(self) -> int:
        """Return the lowest index in `MAGICS` of a version that has all parts of the network."""
        return 4 if self.second else 3 if self.related else 2 if self.best else 1 if self.windows else 0


@dataclass
class Network:
    """An exported network: integer weights."""

    rule: int
    points: int
    shape: Shape
    sets: list[dict[str, np.ndarray]]
    note: str = ""
    name: str = field(default="", compare=False)


def checksum(data: bytes) -> int:
    """Return the 32-bit FNV-1a hash."""
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def check(network: Network) -> None:
    """Raise FormatError for a network whose arithmetic could overflow."""

    def need(condition: bool, message: str) -> None:
        if not condition:
            raise FormatError(message)

    shape = network.shape
    need(0 <= network.rule < len(RULES), f"unknown rule: {network.rule}")
    need(1 <= network.points <= POINTS_MAX, f"points per logit out of range: {network.points}")
    need(shape.channels == CHANNELS, f"{shape.channels} channels: the engine supports only {CHANNELS}")
    for width in shape.hidden:
        need(width in WIDTHS, f"unsupported layer width: {width}")
    need(shape.windows in REACHES, f"unsupported window reach: {shape.windows}")
    need(shape.best in BEST, f"unsupported number of best points: {shape.best}")
    need(bool(shape.best) or not (shape.related or shape.second), "relations or a second look without best points")
    need(len(network.sets) in (1, 2), f"{len(network.sets)} sets of weights: expected 1 or 2")
    for weights in network.sets:
        for name, size in shape.arrays().items():
            array = weights[name]
            need(array.dtype == np.dtype("<i2") and array.shape == size, f"{name}: {array.dtype} {array.shape}")

        def max_abs(array: np.ndarray) -> int:
            return int(np.abs(array.astype(np.int64)).max())

        pcode_max = PCODE_MAX_WITH_WINDOWS if shape.windows else PCODE_MAX
        need(max_abs(weights["own"]) <= pcode_max, "own: a weight is too large")
        need(max_abs(weights["other"]) <= pcode_max, "other: a weight is too large")
        need(not shape.windows or max_abs(weights["windows"]) <= WINDOW_MAX, "windows: a weight is too large")
        need(max_abs(weights["conv"][0]) <= CENTRE_MAX, "conv: a centre weight is too large")
        need(max_abs(weights["conv"][1:]) <= SIDE_MAX, "conv: an edge weight, corner weight or bias is too large")
        need(not shape.related or max_abs(weights["br"]) <= related_max(shape.best), "br: a bias is too large")
        need(not shape.second or int(np.abs(weights["qp"].astype(np.int64)).sum()) <= SECOND_MAX, "qp: the sum is too large")
        for name in {"vp", "vr", "v1", "v2", "v3", "d"} & shape.arrays().keys():
            rows = np.atleast_2d(weights[name]).astype(np.int64)
            need(int(np.abs(rows).sum(axis=1).max()) <= ROW_MAX, f"{name}: the sum of a row is too large")


def to_bytes(network: Network) -> bytes:
    """Serialize a network. Raise FormatError."""
    check(network)
    shape, note = network.shape, network.note.encode()
    body = b"".join(np.array(n, dtype="<u2").tobytes() for n in (PCODES, THREATS))
    body += bytes([network.rule, len(network.sets)])
    parts = (shape.windows, shape.best, RELATIONS * shape.related, int(shape.second))[: shape.version()]
    numbers = (shape.channels, *shape.hidden, network.points, *parts, len(note))
    body += b"".join(n.to_bytes(2, "little") for n in numbers) + note
    for weights in network.sets:
        body += b"".join(np.ascontiguousarray(weights[name]).tobytes() for name in shape.arrays())
    return MAGICS[len(parts)] + checksum(body).to_bytes(4, "little") + len(body).to_bytes(4, "little") + body


def from_bytes(data: bytes) -> Network:
    """Deserialize a network. Raise FormatError."""
    body = data[16:]
    if len(data) < 32 or data[:8] not in MAGICS or int.from_bytes(data[12:16], "little") != len(body):
        raise FormatError("not a network file, or truncated")
    if int.from_bytes(data[8:12], "little") != checksum(body):
        raise FormatError("checksum mismatch: the file is damaged")

    def number(at: int) -> int:
        return int.from_bytes(body[at : at + 2], "little")

    if (number(0), number(2)) != (PCODES, THREATS):
        raise FormatError("incompatible: other numbers of pcodes or threats")
    rule, count = body[4], body[5]
    version = MAGICS.index(data[:8])
    at = 16 + 2 * version
    reach, best, relations, second = (number(14 + 2 * part) if version > part else 0 for part in range(4))
    if reach not in REACHES:
        raise FormatError(f"unsupported window reach: {reach}")
    if relations not in (0, RELATIONS):
        raise FormatError(f"{relations} relations: expected {RELATIONS}")
    if second not in (0, 1):
        raise FormatError(f"a second look at policies is 0 or 1, not {second}")
    shape = Shape(number(6), (number(8), number(10)), reach, best, bool(relations), bool(second))
    begin, at = at, at + number(at - 2)
    note = body[begin:at].decode(errors="replace")
    sizes = shape.arrays()
    each = 2 * sum(int(np.prod(size)) for size in sizes.values())
    if len(body) - at != count * each:
        raise FormatError("wrong number of weights")
    sets = []
    for _ in range(count):
        weights = {}
        for name, size in sizes.items():
            end = at + 2 * int(np.prod(size))
            weights[name] = np.frombuffer(body[at:end], dtype="<i2").reshape(size).copy()
            at = end
        sets.append(weights)
    network = Network(rule, number(12), shape, sets, note)
    check(network)
    return network


def average(networks: list[Network]) -> Network:
    """Return the first network with the mean weights of all. Raise FormatError if they are of different kinds."""
    first = networks[0]
    for other in networks[1:]:
        if (other.rule, other.shape, len(other.sets)) != (first.rule, first.shape, len(first.sets)):
            raise FormatError(f"{first.name} and {other.name} differ in rule, sizes or sets of weights")
    sets = [
        {name: np.rint(np.mean([weights[name] for weights in of_all], axis=0)).astype("<i2") for name in of_all[0]}
        for of_all in zip(*(network.sets for network in networks))
    ]
    return Network(first.rule, first.points, first.shape, sets, first.note)


def read(path: str | Path) -> Network:
    """Read a network file. Raise FormatError or OSError."""
    network = from_bytes(Path(path).read_bytes())
    network.name = Path(path).stem
    return network
