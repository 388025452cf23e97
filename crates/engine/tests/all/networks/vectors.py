"""Makes the networks of `tests/network.rs` and writes what the trainer's reference computes of positions:
python vectors.py POSITIONS.npy FOLDER. The weights come from a formula, so that no large file is kept."""

import sys
from pathlib import Path

import numpy as np
from tengen_train import layout, reference
from tengen_train.data import open_positions

BOUNDS = {"own": 900, "other": 900, "stone": 3000, "windows": 900, "v1": 900, "flags": 900, "v2": 900, "b2": 900, "v3": 900,
          "b3": 900, "d": 900, "q": 900}  # fmt: skip
CONV = (16000, 8000, 8000, 600)


def network(rule, shape, sets, seed):
    state = seed

    def numbers(count, bound):
        nonlocal state
        out = np.empty(count, "<i2")
        for i in range(count):
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            out[i] = (state >> 16) % (2 * bound + 1) - bound
        return out

    made = []
    for _ in range(sets):
        weights = {}
        for name, size in shape.arrays().items():
            if name == "conv":
                weights[name] = np.stack([numbers(size[1], bound) for bound in CONV])
            else:
                weights[name] = numbers(int(np.prod(size)), BOUNDS[name]).reshape(size)
        made.append(weights)
    return layout.Network(rule, 250, shape, made, "by formula")


positions = open_positions(Path(sys.argv[1]))[::397][:20]
for name, made in {
    "one": network(0, layout.Shape(32, (32, 64)), 1, 1),
    "two": network(0, layout.Shape(32, (64, 32)), 2, 2),
    "three": network(0, layout.Shape(32, (32, 32), 3), 1, 3),
    "four": network(0, layout.Shape(32, (32, 32), 4), 2, 4),
}.items():
    layout.check(made)
    lines = reference.vectors(made, positions)
    Path(sys.argv[2], f"{name}.txt").write_text("".join(line + "\n" for line in lines))
