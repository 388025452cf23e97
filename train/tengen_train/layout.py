"""The network file format: arrays, units and bounds. FORMAT.md is its specification."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

MAGIC = b"TNGNET05"
PCODES = 2380
# Rows of the table of pcodes and stones: own pcodes, the opponent's pcodes, two stones, and a row of zeros.
STONE = 2 * PCODES
PADDING = STONE + 2
THREATS = 512
RULES = ("freestyle", "standard", "renju", "caro", "caro-exact")

# The sizes of the network. There is one architecture; the engine has the same sizes as constants.
CHANNELS = 32
HIDDEN = 32  # width of both hidden layers of the value
REACH = 3  # points of a window to either side
WINDOWS = 820  # windows of that reach
TOP_POINTS = 8  # number of top policy points, which the value reads
RELATIVE_POSITIONS = 18  # ways in which one top policy point can lie to another
SIZES = {
    "channels": CHANNELS,
    "numbers in the first hidden layer": HIDDEN,
    "numbers in the second hidden layer": HIDDEN,
    "points to either side in a window": REACH,
    "top policy points": TOP_POINTS,
    "relative positions": RELATIVE_POSITIONS,
    "policy refinements": 1,
}
# The array shapes of a set of weights, in file order.
ARRAYS: dict[str, tuple[int, ...]] = {
    "own": (PCODES, CHANNELS),
    "other": (PCODES, CHANNELS),
    "stone": (2, CHANNELS),
    "windows": (2 * WINDOWS, CHANNELS),
    "conv": (4, CHANNELS),
    "vp": (CHANNELS, CHANNELS),
    "bp": (CHANNELS,),
    "vr": (CHANNELS, CHANNELS),
    "fr": (RELATIVE_POSITIONS, CHANNELS),
    "br": (RELATIVE_POSITIONS, CHANNELS),
    "qp": (CHANNELS,),
    "v1": (HIDDEN, 4 * CHANNELS),
    "flags": (THREATS, HIDDEN),
    "v2": (HIDDEN, HIDDEN),
    "b2": (HIDDEN,),
    "v3": (HIDDEN,),
    "b3": (1,),
    "d": (CHANNELS, CHANNELS),
    "q": (CHANNELS,),
}

# Fixed-point scales: the integer that represents 1.0.
ACTIVATION = 1024  # x, h, g, and the layers of the heads
WEIGHT = 1024  # weights of the heads
CONV = 16384  # weights of the convolution
NEIGHBOURS = 512  # y, the output of the convolution
FACTOR = 32768  # factors of the relations

# Maximum integers.
PCODE_MAX = 12287
WINDOW_MAX = 2047
H_MAX = 8191
Y_MAX = 4095
CENTRE_MAX = 32767
SIDE_MAX = 8191
HIDDEN_MAX = 32767
ATTENTION_MAX = HIDDEN_MAX // (2 * TOP_POINTS)  # what a top policy point adds to the layer of another, and each bias of the relative positions
POLICY_MAX = 8191
ROW_MAX = 65535
REFINEMENT_MAX = 32767  # sum of the absolute weights of the policy refinement
POINTS_MAX = 1000


class FormatError(Exception):
    """The data is not a valid network."""


@dataclass
class Network:
    """An exported network: integer weights."""

    rule: int
    points: int
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

    need(0 <= network.rule < len(RULES), f"unknown rule: {network.rule}")
    need(1 <= network.points <= POINTS_MAX, f"points per logit out of range: {network.points}")
    need(len(network.sets) in (1, 2), f"{len(network.sets)} sets of weights: expected 1 or 2")
    for weights in network.sets:
        for name, size in ARRAYS.items():
            array = weights[name]
            need(array.dtype == np.dtype("<i2") and array.shape == size, f"{name}: {array.dtype} {array.shape}")

        def max_abs(array: np.ndarray) -> int:
            return int(np.abs(array.astype(np.int64)).max())

        need(max_abs(weights["own"]) <= PCODE_MAX, "own: a weight is too large")
        need(max_abs(weights["other"]) <= PCODE_MAX, "other: a weight is too large")
        need(max_abs(weights["windows"]) <= WINDOW_MAX, "windows: a weight is too large")
        need(max_abs(weights["conv"][0]) <= CENTRE_MAX, "conv: a centre weight is too large")
        need(max_abs(weights["conv"][1:]) <= SIDE_MAX, "conv: an edge weight, corner weight or bias is too large")
        need(max_abs(weights["br"]) <= ATTENTION_MAX, "br: a bias is too large")
        need(int(np.abs(weights["qp"].astype(np.int64)).sum()) <= REFINEMENT_MAX, "qp: the sum is too large")
        for name in ("vp", "vr", "v1", "v2", "v3", "d"):
            rows = np.atleast_2d(weights[name]).astype(np.int64)
            need(int(np.abs(rows).sum(axis=1).max()) <= ROW_MAX, f"{name}: the sum of a row is too large")


def to_bytes(network: Network) -> bytes:
    """Serialize a network. Raise FormatError."""
    check(network)
    note = network.note.encode()
    body = b"".join(np.array(n, dtype="<u2").tobytes() for n in (PCODES, THREATS))
    body += bytes([network.rule, len(network.sets)])
    sizes = [*SIZES.values()]
    numbers = (*sizes[:3], network.points, *sizes[3:], len(note))
    body += b"".join(n.to_bytes(2, "little") for n in numbers) + note
    for weights in network.sets:
        body += b"".join(np.ascontiguousarray(weights[name]).tobytes() for name in ARRAYS)
    return MAGIC + checksum(body).to_bytes(4, "little") + len(body).to_bytes(4, "little") + body


def from_bytes(data: bytes) -> Network:
    """Deserialize a network. Raise FormatError."""
    body = data[16:]
    if not data.startswith(MAGIC[:-1]):
        raise FormatError("not a network file")
    if not data.startswith(MAGIC):
        raise FormatError(f"a network in format {chr(data[7])!a}, but this trainer reads format {chr(MAGIC[7])} only")
    if len(data) < 40 or int.from_bytes(data[12:16], "little") != len(body):
        raise FormatError("a truncated network file")
    if int.from_bytes(data[8:12], "little") != checksum(body):
        raise FormatError("checksum mismatch: the file is damaged")

    def number(at: int) -> int:
        return int.from_bytes(body[at : at + 2], "little")

    if (number(0), number(2)) != (PCODES, THREATS):
        raise FormatError("incompatible: other numbers of pcodes or threats")
    rule, count = body[4], body[5]
    at = 24
    for (what, wanted), offset in zip(SIZES.items(), (6, 8, 10, 14, 16, 18, 20)):
        if number(offset) != wanted:
            raise FormatError(f"a network with {number(offset)} {what}, but this trainer reads networks with {wanted} only")
    begin, at = at, at + number(at - 2)
    note = body[begin:at].decode(errors="replace")
    each = 2 * sum(int(np.prod(size)) for size in ARRAYS.values())
    if len(body) - at != count * each:
        raise FormatError("wrong number of weights")
    sets = []
    for _ in range(count):
        weights = {}
        for name, size in ARRAYS.items():
            end = at + 2 * int(np.prod(size))
            weights[name] = np.frombuffer(body[at:end], dtype="<i2").reshape(size).copy()
            at = end
        sets.append(weights)
    network = Network(rule, number(12), sets, note)
    check(network)
    return network


def average(networks: list[Network]) -> Network:
    """Return the first network with the mean weights of all. Raise FormatError if they are of different kinds."""
    first = networks[0]
    for other in networks[1:]:
        if (other.rule, len(other.sets)) != (first.rule, len(first.sets)):
            raise FormatError(f"{first.name} and {other.name} differ in rule or sets of weights")
    sets = [
        {name: np.rint(np.mean([weights[name] for weights in of_all], axis=0)).astype("<i2") for name in of_all[0]}
        for of_all in zip(*(network.sets for network in networks))
    ]
    return Network(first.rule, first.points, sets, first.note)


def read(path: str | Path) -> Network:
    """Read a network file. Raise FormatError or OSError."""
    network = from_bytes(Path(path).read_bytes())
    network.name = Path(path).stem
    return network
