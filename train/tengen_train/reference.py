"""What a network computes, in integers: FORMAT.md in NumPy, as plain as can be. The engine is held against it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .layout import H_MAX, HIDDEN_MAX, POLICY_MAX, WINDOWS, Y_MAX, Network, checksum
from .windows import EDGE, LINES, window_numbers

NO_POINT = 3


def rounded(a: np.ndarray, bits: int) -> np.ndarray:
    """a / 2^bits to the nearest integer, halves up."""
    return (a + (1 << (bits - 1))) >> bits


def evaluate(network: Network, records: np.ndarray, many: int = 256) -> dict[str, np.ndarray]:
    """Logits and values of exported positions, and the policy of each point of their grid: the least of all
    integers where no move can be played."""
    parts = [_some(network, records[at : at + many]) for at in range(0, len(records), many)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _some(network: Network, records: np.ndarray) -> dict[str, np.ndarray]:
    out = {
        "logit": np.zeros(len(records), np.int64),
        "value": np.zeros(len(records), np.int64),
        "policy": np.full(records["stones"].shape, np.iinfo(np.int64).min),
    }
    sides = records["side"] if len(network.sets) == 2 else np.zeros(len(records), int)
    for side, weights in enumerate(network.sets):
        chosen = np.flatnonzero(sides == side)
        if len(chosen):
            wide = {name: array.astype(np.int64) for name, array in weights.items()}
            logit, policy = _one_set(wide, records[chosen])
            out["logit"][chosen], out["policy"][chosen] = logit, policy
    out["value"] = rounded(out["logit"] * network.points, 10)
    return out


def _one_set(w: dict[str, np.ndarray], records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    stones = records["stones"]
    empty, board = stones == 0, stones != NO_POINT
    y = neighbours(w["conv"], points(w, records), board)
    # 3. The board.
    total = y.sum(axis=(1, 2))
    g = 8 * total // board.sum(axis=(1, 2))[:, None]
    # 4. Value.
    a1 = np.clip(rounded(g @ w["v1"].T, 10) + w["flags"][records["threats"]], 0, HIDDEN_MAX)
    a2 = np.clip(rounded(a1 @ w["v2"].T, 10) + w["b2"], 0, HIDDEN_MAX)
    logit = rounded(a2 @ w["v3"], 10) + w["b3"][0]
    # 5. Policy.
    weights = np.clip(rounded(g @ w["d"].T, 10) + w["q"], -POLICY_MAX, POLICY_MAX)
    policy = rounded((y * weights[:, None, None, :]).sum(axis=3), 9)
    return logit, np.where(empty, policy, np.iinfo(np.int64).min)


def points(w: dict[str, np.ndarray], records: np.ndarray) -> np.ndarray:
    """1. h of each point, position × row × column × channel."""
    stones, codes = records["stones"], records["codes"]
    x = np.zeros((*stones.shape, w["own"].shape[1]), np.int64)
    empty = stones == 0
    x[empty] = w["own"][codes[:, 0][empty]] + w["other"][codes[:, 1][empty]]
    if "windows" in w:
        x[empty] += windows(w["windows"], stones)[empty]
    x[stones == 1] = w["stone"][0]
    x[stones == 2] = w["stone"][1]
    return np.clip(x, 0, H_MAX)


def windows(table: np.ndarray, stones: np.ndarray) -> np.ndarray:
    """What the windows of each point add."""
    count = len(table) // 2
    reach = WINDOWS.index(count)
    numbers, _ = window_numbers(reach)
    _, height, width = stones.shape
    around = np.pad(stones, ((0, 0), (reach, reach), (reach, reach)), constant_values=EDGE).astype(np.int64)
    out = np.zeros((*stones.shape, table.shape[1]), np.int64)
    for line, (down, right) in enumerate(LINES):
        window = np.zeros(stones.shape, np.int64)
        for step in (*range(-reach, 0), *range(1, reach + 1)):
            y, x = reach + step * down, reach + step * right
            window = 4 * window + around[:, y : y + height, x : x + width]
        out += table[numbers[window] + line // 2 * count]
    return out


def neighbours(conv: np.ndarray, h: np.ndarray, board: np.ndarray) -> np.ndarray:
    """2. y of each point of the board; 0 elsewhere."""
    p = np.pad(h, ((0, 0), (1, 1), (1, 1), (0, 0)))
    e = p[:, :-2, 1:-1] + p[:, 2:, 1:-1] + p[:, 1:-1, :-2] + p[:, 1:-1, 2:]
    k = p[:, :-2, :-2] + p[:, :-2, 2:] + p[:, 2:, :-2] + p[:, 2:, 2:]
    centre, edge, corner, bias = conv
    y = rounded(centre * h, 15) + rounded(edge * e, 15) + rounded(corner * k, 15) + bias
    return np.clip(y, 0, Y_MAX) * board[..., None]


def vectors(network: Network, records: np.ndarray) -> Iterator[str]:
    """What a network computes of positions, a line each, for the tests of the engine: FORMAT.md tells the
    columns."""
    seen = evaluate(network, records)
    for record, logit, value, policy in zip(records, seen["logit"], seen["value"], seen["policy"]):
        width, height = int(record["width"]), int(record["height"])
        stones = record["stones"][:height, :width]
        rows = "/".join("".join(".ox"[stone] for stone in row) for row in stones)
        moves = policy[:height, :width][stones == 0].astype("<i4").tobytes()
        side = "bw"[record["side"]]
        yield f"{side} {rows} {record['threats']} {logit} {value} {checksum(moves):08x}"
