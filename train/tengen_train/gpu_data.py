"""Training positions in GPU memory. A GPU trains on hundreds of thousands of positions a second, faster than the CPU
can assemble batches from files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from .data import PADDING, STONE, DataError, Positions, on_narrower_grid
from .layout import PCODES

# Records copied at a time.
CHUNK = 1 << 16


@dataclass
class Group:
    """The positions on boards of one size."""

    grid: tuple[int, int]  # height, width
    fields: dict[str, Tensor]

    def __len__(self) -> int:
        return len(self.fields["rows"])

    def batch(self, indices: Tensor) -> dict:
        """Return the positions at these indices, in the format of `net.tensors`."""
        out = {name: field[indices] for name, field in self.fields.items()}
        rows = out["rows"].int()
        empty = rows[:, 0] < PCODES
        wide = {name: out[name].long() for name in ("threats", "side", "best")}
        return out | wide | {"rows": rows, "empty": empty, "board": None, "grid": self.grid}


class GpuPositions:
    """The positions of all files, grouped by board size."""

    def __init__(self, positions: Positions, device: str):
        parts: dict[tuple[int, int], list[dict[str, Tensor]]] = {}
        for at in range(0, len(positions), CHUNK):
            records, targets = positions.take_targets(np.arange(at, min(at + CHUNK, len(positions))))
            on_device = fields_of(records, targets, device)
            sizes = np.stack([records["height"], records["width"]], axis=1)
            for height, width in np.unique(sizes, axis=0).tolist():
                of_size = torch.from_numpy(np.flatnonzero((sizes == (height, width)).all(axis=1))).to(device)
                some = {name: field[of_size] for name, field in on_device.items()}
                columns = records["stones"].shape[2]
                some["rows"] = some["rows"][:, :, :height, :width].flatten(2)
                some["best"] = on_narrower_grid(some["best"], columns, width)
                parts.setdefault((height, width), []).append(some)
        self.groups = []
        for grid in sorted(parts):
            some = parts.pop(grid)
            self.groups.append(Group(grid, {name: torch.cat([part[name] for part in some]) for name in some[0]}))
        self.device = device

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    def batches_per_pass(self, size: int) -> int:
        """Return the number of batches in a pass."""
        return sum(len(group) // size for group in self.groups)

    def batches(self, seed: int, size: int, first: int, last: int) -> Iterator[dict]:
        """Yield the batches of steps `first` to `last` - 1, each with boards of one size. Raise DataError if there are
        too few positions."""
        batches_per_pass = self.batches_per_pass(size)
        if batches_per_pass == 0:
            raise DataError(f"{len(self)} positions are fewer than a batch of {size}")
        pass_number, order, batches = -1, [], np.empty(0)
        for step in range(first, last):
            if step // batches_per_pass != pass_number:
                pass_number = step // batches_per_pass
                order, batches = self.order(seed, pass_number, size)
            group, at = batches[step % batches_per_pass]
            yield self.groups[group].batch(order[group][at * size : (at + 1) * size])

    def order(self, seed: int, pass_number: int, size: int) -> tuple[list[Tensor], np.ndarray]:
        """Return the order of a pass: the shuffled indices of each group, and the batches as (group, number) pairs."""
        random = torch.Generator(self.device).manual_seed(seed * 1000 + pass_number)
        order = [torch.randperm(len(group), generator=random, device=self.device) for group in self.groups]
        batches = [(number, at) for number, group in enumerate(self.groups) for at in range(len(group) // size)]
        return order, np.random.Generator(np.random.Philox(key=[seed, pass_number])).permutation(batches)


def fields_of(records: np.ndarray, targets: np.ndarray, device: str) -> dict[str, Tensor]:
    """Convert records like `data.batch`, but on the device: only raw bytes are copied to it."""
    raw = torch.from_numpy(records.view(np.uint8).reshape(len(records), -1)).to(device)
    _, rows, columns = records["stones"].shape

    def bytes_of(name: str) -> Tensor:
        kind, begin = records.dtype.fields[name]
        return raw[:, begin : begin + kind.itemsize].contiguous()

    stones = bytes_of("stones").view(-1, rows, columns)
    pcodes = bytes_of("codes").view(torch.int16).view(-1, 2, rows, columns)
    own = torch.where(stones == 0, pcodes[:, 0], torch.where(stones == 3, PADDING, STONE - 1 + stones.short()))
    other = torch.where(stones == 0, pcodes[:, 1] + PCODES, PADDING)
    fields = {"rows": torch.stack([own, other], dim=1).short()}
    for name in ("threats", "best"):
        fields[name] = bytes_of(name).view(torch.int16).flatten()
    fields["side"] = bytes_of("side").flatten()
    return fields | {"target": torch.from_numpy(targets.astype(np.float32)).to(device)}
