"""Reference implementation of FORMAT.md: a network in integer arithmetic, in plain NumPy. The engine is tested against
it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .layout import TOP_POINTS, H_MAX, HIDDEN_MAX, POLICY_MAX, REACH, ATTENTION_MAX, WINDOWS, Y_MAX, Network, checksum
from .attention import FAR, relative_positions
from .windows import EDGE, LINES, window_numbers

NO_POINT = 3
NO_MOVE = np.iinfo(np.int64).min


def rounded(a: np.ndarray, bits: int) -> np.ndarray:
    """Return a / 2^bits, rounded to the nearest integer, halves up."""
    return (a + (1 << (bits - 1))) >> bits


def evaluate(network: Network, records: np.ndarray, batch_size: int = 256) -> dict[str, np.ndarray]:
    """Return `logit`, `value` and `policy` of exported positions. The policy is position × row × column, with the
    smallest int64 where no move is possible."""
    parts = [_evaluate_batch(network, records[at : at + batch_size]) for at in range(0, len(records), batch_size)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _evaluate_batch(network: Network, records: np.ndarray) -> dict[str, np.ndarray]:
    out = {
        "logit": np.zeros(len(records), np.int64),
        "value": np.zeros(len(records), np.int64),
        "policy": np.full(records["stones"].shape, NO_MOVE),
    }
    sides = records["side"] if len(network.sets) == 2 else np.zeros(len(records), int)
    for side, weights in enumerate(network.sets):
        chosen = np.flatnonzero(sides == side)
        if len(chosen):
            weights64 = {name: array.astype(np.int64) for name, array in weights.items()}
            logit, policy = _evaluate_set(weights64, records[chosen])
            out["logit"][chosen], out["policy"][chosen] = logit, policy
    out["value"] = rounded(out["logit"] * network.points, 10)
    return out


def _evaluate_set(w: dict[str, np.ndarray], records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    stones = records["stones"]
    empty, board = stones == 0, stones != NO_POINT
    y = neighbours(w["conv"], points(w, records), board)
    # 3. The board.
    total = y.sum(axis=(1, 2))
    g = 8 * total // board.sum(axis=(1, 2))[:, None]
    # 4. Policy.
    weights = np.clip(rounded(g @ w["d"].T, 10) + w["q"], -POLICY_MAX, POLICY_MAX)
    policy = (y * weights[:, None, None, :]).sum(axis=3)
    # 5. Top policy points, which add to the policy.
    order, exist, ys, z = top_points(w, y, np.where(empty, policy, NO_MOVE))
    inputs = np.concatenate([g, ys[:, 0], z.sum(axis=1) // TOP_POINTS, z.max(axis=1)], axis=1)
    flat = policy.reshape(len(policy), -1)
    np.put_along_axis(flat, order, np.take_along_axis(flat, order, axis=1) + z @ w["qp"] * exist[..., 0], axis=1)
    # 6. Value.
    a1 = np.clip(rounded(inputs @ w["v1"].T, 10) + w["flags"][records["threats"]], 0, HIDDEN_MAX)
    a2 = np.clip(rounded(a1 @ w["v2"].T, 10) + w["b2"], 0, HIDDEN_MAX)
    logit = rounded(a2 @ w["v3"], 10) + w["b3"][0]
    return logit, np.where(empty, rounded(policy, 9), NO_MOVE)


def points(w: dict[str, np.ndarray], records: np.ndarray) -> np.ndarray:
    """1. Return h of each point: position × row × column × channel."""
    stones, pcodes = records["stones"], records["codes"]
    x = np.zeros((*stones.shape, w["own"].shape[1]), np.int64)
    empty = stones == 0
    x[empty] = w["own"][pcodes[:, 0][empty]] + w["other"][pcodes[:, 1][empty]]
    x[empty] += windows(w["windows"], stones)[empty]
    x[stones == 1] = w["stone"][0]
    x[stones == 2] = w["stone"][1]
    return np.clip(x, 0, H_MAX)


def windows(table: np.ndarray, stones: np.ndarray) -> np.ndarray:
    """Return the sum of each point's window rows: position × row × column × channel."""
    numbers, _ = window_numbers()
    _, height, width = stones.shape
    around = np.pad(stones, ((0, 0), (REACH, REACH), (REACH, REACH)), constant_values=EDGE).astype(np.int64)
    out = np.zeros((*stones.shape, table.shape[1]), np.int64)
    for line, (down, right) in enumerate(LINES):
        window = np.zeros(stones.shape, np.int64)
        for step in (*range(-REACH, 0), *range(1, REACH + 1)):
            y, x = REACH + step * down, REACH + step * right
            window = 4 * window + around[:, y : y + height, x : x + width]
        out += table[numbers[window] + line // 2 * WINDOWS]
    return out


def neighbours(conv: np.ndarray, h: np.ndarray, board: np.ndarray) -> np.ndarray:
    """2. Return y of each point, 0 off the board: position × row × column × channel."""
    p = np.pad(h, ((0, 0), (1, 1), (1, 1), (0, 0)))
    e = p[:, :-2, 1:-1] + p[:, 2:, 1:-1] + p[:, 1:-1, :-2] + p[:, 1:-1, 2:]
    k = p[:, :-2, :-2] + p[:, :-2, 2:] + p[:, 2:, :-2] + p[:, 2:, 2:]
    centre, edge, corner, bias = conv
    y = rounded(centre * h, 15) + rounded(edge * e, 15) + rounded(corner * k, 15) + bias
    return np.clip(y, 0, Y_MAX) * board[..., None]


def top_points(w: dict[str, np.ndarray], y: np.ndarray, policy: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the top policy points: their indices, whether they exist, their y and their layer; position × point, and × channel."""
    flat_y, flat_policy = (a.reshape(len(y), -1, *a.shape[3:]) for a in (y, policy))
    order = np.argsort(~flat_policy, axis=1, kind="stable")[:, :TOP_POINTS]  # ~ inverts the order, and cannot overflow
    exist = (np.take_along_axis(flat_policy, order, axis=1) != NO_MOVE)[:, :, None]
    ys = np.take_along_axis(flat_y, order[:, :, None], axis=1) * exist
    added = from_all(w, ys, exist, np.stack(np.divmod(order, y.shape[2])))
    biases = np.clip(w["bp"] + added, -HIDDEN_MAX - 1, HIDDEN_MAX)
    z = np.clip(rounded(ys @ w["vp"].T, 10) + biases, 0, HIDDEN_MAX) * exist
    return order, exist, ys, z


def from_all(w: dict[str, np.ndarray], ys: np.ndarray, exist: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return what all top policy points add to the layer of each, in `at` their rows and columns: position × point ×
    channel."""
    r = np.clip(rounded(ys @ w["vr"].T, 10), -ATTENTION_MAX, ATTENTION_MAX)
    rows, columns = np.minimum(np.abs(at[..., :, None] - at[..., None, :]), FAR)
    relation = relative_positions()[rows, columns]
    return ((rounded(w["fr"][relation] * r[:, None], 15) + w["br"][relation]) * exist[:, None]).sum(axis=2)


def vectors(network: Network, records: np.ndarray) -> Iterator[str]:
    """Yield one test vector per position, in the format of FORMAT.md."""
    outputs = evaluate(network, records)
    for record, logit, value, policy in zip(records, outputs["logit"], outputs["value"], outputs["policy"]):
        width, height = int(record["width"]), int(record["height"])
        stones = record["stones"][:height, :width]
        rows = "/".join("".join(".ox"[stone] for stone in row) for row in stones)
        moves = policy[:height, :width][stones == 0].astype("<i4").tobytes()
        side = "bw"[record["side"]]
        yield f"{side} {rows} {record['threats']} {logit} {value} {checksum(moves):08x}"
