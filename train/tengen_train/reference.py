"""Reference implementation of FORMAT.md: a network in integer arithmetic, in plain NumPy. The engine is tested against
it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .data import Batch
from .layout import TOP_POINTS, H_MAX, HIDDEN_MAX, PADDING, PCODES, POLICY_MAX, REACH, ATTENTION_MAX, STONE, WINDOWS, Y_MAX, Network, checksum

# Contents of a point: the digits of a window in base four, from one end of the line to the other.
EMPTY, OWN, OTHER, EDGE = range(4)
# Steps (down, right) along the lines through a point: row, column, and the two diagonals.
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
# Points this far apart, by row or by column, have the last relation, as those farther apart.
FAR = 6
NO_MOVE = np.iinfo(np.int64).min
# Positions computed at a time.
CHUNK = 256


def window_numbers(reach: int = REACH) -> tuple[np.ndarray, np.ndarray]:
    """Return the window number of every base-four value, and the contents of each window: window × 2·reach."""
    length = 2 * reach
    powers = 4 ** np.arange(length)[::-1]
    contents = np.arange(4**length)[:, None] // powers % 4
    before, after = contents[:, :reach], contents[:, reach:]
    for half in (before[:, ::-1], after):  # nearest point first
        half[np.logical_or.accumulate(half == EDGE, axis=1)] = EDGE
    canonical = np.minimum(contents @ powers, contents[:, ::-1] @ powers)
    kept, numbers = np.unique(canonical, return_inverse=True)
    return numbers, contents[kept]


def relative_positions() -> np.ndarray:
    """Return the relation of two points by the distances of their rows and of their columns, each at most `FAR`."""
    numbers = np.full((FAR + 1, FAR + 1), 17)
    numbers[0, 0] = 0
    for far in range(1, FAR):
        numbers[0, far] = numbers[far, 0] = far
        numbers[far, far] = 5 + far
        for near in range(1, far if far < 5 else 0):
            numbers[near, far] = numbers[far, near] = 10 + (far - 1) * (far - 2) // 2 + near
    return numbers


def rounded(a: np.ndarray, bits: int) -> np.ndarray:
    """Return a / 2^bits, rounded to the nearest integer, halves up."""
    return (a + (1 << (bits - 1))) >> bits


def stones_of(batch: Batch) -> np.ndarray:
    """Return the contents of all points: position × row × column."""
    own = batch.pcodes[:, 0].astype(np.int64)
    return np.where(own < STONE, EMPTY, np.where(own == PADDING, EDGE, own - STONE + OWN))


def evaluate(network: Network, batch: Batch) -> dict[str, np.ndarray]:
    """Return `logit`, `value` and `policy` of positions. The policy is position × row × column, with the smallest int64 where
    no move is possible."""
    stones = stones_of(batch)
    out = {"logit": np.zeros(len(stones), np.int64), "policy": np.full(stones.shape, NO_MOVE)}
    sides = batch.side if len(network.sets) == 2 else np.zeros(len(stones), int)
    for side, weights in enumerate(network.sets):
        weights64 = {name: array.astype(np.int64) for name, array in weights.items()}
        of_side = np.flatnonzero(sides == side)
        for at in range(0, len(of_side), CHUNK):
            chosen = of_side[at : at + CHUNK]
            logit, policy = _evaluate_set(weights64, stones[chosen], batch.pcodes[chosen], batch.threats[chosen])
            out["logit"][chosen], out["policy"][chosen] = logit, policy
    return out | {"value": rounded(out["logit"] * network.points, 10)}


def _evaluate_set(w: dict[str, np.ndarray], stones: np.ndarray, pcodes: np.ndarray, threats: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    empty, board = stones == EMPTY, stones != EDGE
    y = neighbours(w["conv"], points(w, stones, pcodes), board)
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
    a1 = np.clip(rounded(inputs @ w["v1"].T, 10) + w["flags"][threats], 0, HIDDEN_MAX)
    a2 = np.clip(rounded(a1 @ w["v2"].T, 10) + w["b2"], 0, HIDDEN_MAX)
    logit = rounded(a2 @ w["v3"], 10) + w["b3"][0]
    return logit, np.where(empty, rounded(policy, 9), NO_MOVE)


def points(w: dict[str, np.ndarray], stones: np.ndarray, pcodes: np.ndarray) -> np.ndarray:
    """1. Return h of each point: position × row × column × channel."""
    x = np.zeros((*stones.shape, w["own"].shape[1]), np.int64)
    empty = stones == EMPTY
    x[empty] = w["own"][pcodes[:, 0][empty]] + w["other"][pcodes[:, 1][empty] - PCODES]
    for rows in windows(stones)[empty].T:
        x[empty] += w["windows"][rows]
    x[stones == OWN] = w["stone"][0]
    x[stones == OTHER] = w["stone"][1]
    return np.clip(x, 0, H_MAX)


def windows(stones: np.ndarray) -> np.ndarray:
    """Return the rows of each point's windows in the table of windows: position × row × column × line."""
    numbers, _ = window_numbers()
    _, height, width = stones.shape
    around = np.pad(stones, ((0, 0), (REACH, REACH), (REACH, REACH)), constant_values=EDGE)
    out = np.zeros((*stones.shape, len(LINES)), np.int64)
    for line, (down, right) in enumerate(LINES):
        window = np.zeros(stones.shape, np.int64)
        for step in (*range(-REACH, 0), *range(1, REACH + 1)):
            y, x = REACH + step * down, REACH + step * right
            window = 4 * window + around[:, y : y + height, x : x + width]
        out[..., line] = numbers[window] + line // 2 * WINDOWS
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


def vectors(network: Network, batch: Batch) -> Iterator[str]:
    """Yield one test vector per position, in the format of FORMAT.md."""
    outputs = evaluate(network, batch)
    for stones, policy, side, *numbers in zip(stones_of(batch), outputs["policy"], batch.side, batch.threats, outputs["logit"], outputs["value"]):
        rows = ["".join(".ox"[stone] for stone in row if stone != EDGE) for row in stones]
        moves = policy[stones == EMPTY].astype("<i4").tobytes()
        yield f"{'bw'[side]} {'/'.join(filter(None, rows))} {' '.join(map(str, numbers))} {checksum(moves):08x}"
