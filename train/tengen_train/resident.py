"""All positions of a training in the memory of a GPU, which makes the batches itself.

Read from files batch by batch, positions keep a GPU waiting: it computes hundreds of thousands a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from .data import NOTHING, STONE, DataError, Positions
from .layout import CODES

# Records that are copied at a time.
CHUNK = 1 << 16


@dataclass
class Group:
    """The positions on boards of one size."""

    grid: tuple[int, int]
    fields: dict[str, Tensor]

    def __len__(self) -> int:
        return len(self.fields["rows"])

    def batch(self, numbers: Tensor) -> dict:
        """Positions by their numbers, as `model.tensors` makes them."""
        out = {name: field[numbers] for name, field in self.fields.items()}
        rows = out["rows"].int()
        empty = rows[:, 0] < CODES
        wide = {name: out[name].long() for name in ("threats", "side", "best")}
        return out | wide | {"rows": rows, "empty": empty, "board": None, "grid": self.grid}


class Resident:
    """The positions of all files, by board size."""

    def __init__(self, positions: Positions, device: str):
        parts: dict[tuple[int, int], list[dict[str, Tensor]]] = {}
        for at in range(0, len(positions), CHUNK):
            records, batch = positions.take_labels(np.arange(at, min(at + CHUNK, len(positions))))
            on_device = fields_of(records, batch, device)
            sizes = np.stack([records["height"], records["width"]], axis=1)
            for height, width in np.unique(sizes, axis=0).tolist():
                of_size = torch.from_numpy(np.flatnonzero((sizes == (height, width)).all(axis=1))).to(device)
                some = {name: field[of_size] for name, field in on_device.items()}
                columns = records["stones"].shape[2]
                some["rows"] = some["rows"][:, :, :height, :width].flatten(2)
                some["best"] = some["best"] // columns * width + some["best"] % columns
                parts.setdefault((height, width), []).append(some)
        self.groups = []
        for grid in sorted(parts):
            some = parts.pop(grid)
            self.groups.append(Group(grid, {name: torch.cat([part[name] for part in some]) for name in some[0]}))
        self.device = device

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    def a_pass(self, size: int) -> int:
        """How many batches a pass has."""
        return sum(len(group) // size for group in self.groups)

    def batches(self, seed: int, size: int, first: int, last: int) -> Iterator[dict]:
        """The batches of the steps from `first` to below `last`, each of boards of one size."""
        a_pass = self.a_pass(size)
        if a_pass == 0:
            raise DataError(f"{len(self)} positions are fewer than a batch of {size}")
        number, order, which = -1, [], np.empty(0)
        for step in range(first, last):
            if step // a_pass != number:
                number = step // a_pass
                order, which = self.order(seed, number, size)
            group, at = which[step % a_pass]
            yield self.groups[group].batch(order[group][at * size : (at + 1) * size])

    def order(self, seed: int, number: int, size: int) -> tuple[list[Tensor], np.ndarray]:
        """The order of a pass: of the positions of each group, and of the batches: group and number."""
        random = torch.Generator(self.device).manual_seed(seed * 1000 + number)
        order = [torch.randperm(len(group), generator=random, device=self.device) for group in self.groups]
        which = [(group, at) for group, some in enumerate(self.groups) for at in range(len(some) // size)]
        return order, np.random.Generator(np.random.Philox(key=[seed, number])).permutation(which)


def fields_of(records: np.ndarray, labels: dict[str, np.ndarray], device: str) -> dict[str, Tensor]:
    """What `data.batch` makes of records, on the device: the records' bytes are copied as they are."""
    raw = torch.from_numpy(records.view(np.uint8).reshape(len(records), -1)).to(device)
    _, rows, columns = records["stones"].shape

    def bytes_of(name: str) -> Tensor:
        kind, begin = records.dtype.fields[name]
        return raw[:, begin : begin + kind.itemsize].contiguous()

    stones = bytes_of("stones").view(-1, rows, columns)
    codes = bytes_of("codes").view(torch.int16).view(-1, 2, rows, columns)
    own = torch.where(stones == 0, codes[:, 0], torch.where(stones == 3, NOTHING, STONE - 1 + stones.short()))
    other = torch.where(stones == 0, codes[:, 1] + CODES, NOTHING)
    fields = {"rows": torch.stack([own, other], dim=1).short()}
    for name in ("threats", "best"):
        fields[name] = bytes_of(name).view(torch.int16).flatten()
    fields["side"] = bytes_of("side").flatten()
    return fields | {name: torch.from_numpy(label.astype(np.float32)).to(device) for name, label in labels.items()}
