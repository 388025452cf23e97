"""The network as PyTorch trains it.

All numbers stand for what FORMAT.md calls units, and weights are rounded to them in every step (the gradient
passes as if they were not), so that what is trained is what is exported. Sums are rounded too where the engine
rounds them, when `exact` is asked for: with numbers of 64 bits the network then computes the integers of the
exported file to the last bit.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from . import layout
from .config import NetworkConfig
from .data import NOTHING, STONE, Batch
from .layout import ACTIVATION, CODES, CONV, NEIGHBOURS, THREATS, WEIGHT
from .windows import EDGE, EMPTY, LINES, OTHER, OWN, parts_of_windows, window_numbers

SHAPES = 14


def parts_of_codes() -> np.ndarray:
    """How often each shape, and each pair of shapes, is among the four of a code: code × parts. Codes number
    the combinations of four shapes in ascending order."""
    codes = list(combinations_with_replacement(range(SHAPES), 4))
    pairs = {pair: SHAPES + i for i, pair in enumerate(combinations_with_replacement(range(SHAPES), 2))}
    parts = np.zeros((len(codes), SHAPES + len(pairs)), np.float32)
    for row, shapes in zip(parts, codes):
        for shape in shapes:
            row[shape] += 1
        for pair in combinations(shapes, 2):
            row[pairs[pair]] += 1
    return parts


class ToUnit(torch.autograd.Function):
    """Rounds to multiples of 1/unit, at most `most` of them; the gradient passes as if nothing had happened."""

    @staticmethod
    def forward(ctx, weight: Tensor, unit: int, most: int) -> Tensor:
        return (weight * unit).round_().clamp_(-most, most).div_(unit)

    @staticmethod
    def backward(ctx, gradient: Tensor):
        return gradient, None, None


class Around(torch.autograd.Function):
    """The tied convolution by sums of neighbours, which a GPU computes several times as fast as a convolution of each
    channel: position × row × column × channel. It is its own adjoint."""

    @staticmethod
    def forward(ctx, h: Tensor, weights: Tensor) -> Tensor:
        ctx.save_for_backward(h, weights)
        edges, corners = Around.sums(h)
        return weights[0] * h + weights[1] * edges + weights[2] * corners

    @staticmethod
    def backward(ctx, gradient: Tensor):
        h, weights = ctx.saved_tensors
        edges, corners = Around.sums(gradient)
        of_weights = torch.stack([(h * some).sum(dim=(0, 1, 2)) for some in (gradient, edges, corners)])
        return weights[0] * gradient + weights[1] * edges + weights[2] * corners, of_weights

    @staticmethod
    def sums(h: Tensor) -> tuple[Tensor, Tensor]:
        """Over the points beside each point, and over those diagonal to it."""
        padded = F.pad(h, (0, 0, 1, 1, 1, 1))
        column = padded[:, :-2] + padded[:, 2:]
        edges = column[:, :, 1:-1] + padded[:, 1:-1, :-2] + padded[:, 1:-1, 2:]
        return edges, column[:, :, :-2] + column[:, :, 2:]


class Lookup(torch.autograd.Function):
    """The sum of several rows of a table for each point. Points add their gradients to copies of the table in turn:
    many have the same row, and on a GPU they would wait for each other."""

    COPIES = 32

    @staticmethod
    def forward(ctx, table: Tensor, *rows: Tensor) -> Tensor:
        ctx.rows, ctx.count = rows, len(table)
        x = F.embedding(rows[0], table)
        for some in rows[1:]:
            x += F.embedding(some, table)
        return x

    @staticmethod
    def backward(ctx, gradient: Tensor):
        flat = gradient.reshape(-1, gradient.shape[-1])
        copies = torch.arange(len(flat), device=flat.device) % Lookup.COPIES * ctx.count
        total = flat.new_zeros(Lookup.COPIES * ctx.count, flat.shape[1])
        for some in ctx.rows:
            total.index_add_(0, some.reshape(-1) + copies, flat)
        return total.view(Lookup.COPIES, ctx.count, -1).sum(dim=0), *(None for _ in ctx.rows)


def add_up(table: Tensor, *rows: Tensor) -> Tensor:
    """What `Lookup` computes."""
    return sum(F.embedding(some, table) for some in rows)


def between(value: Tensor, top: float) -> Tensor:
    """Clamped to 0 and above; faster to train through than `clamp`."""
    return F.hardtanh(value, 0.0, top)


class Net(nn.Module):
    """One network. With `sides` = 2 black and white have code numbers and threat flags of their own, and share
    the rest."""

    def __init__(self, config: NetworkConfig, seed: int = 0):
        super().__init__()
        self.config = config
        self.sides = 2 if config.rule == "renju" else 1
        c, (h1, h2), s = config.channels, config.hidden, self.sides
        random = torch.Generator().manual_seed(seed)

        def normal(*size: int, by: float, mean: float = 0.0) -> nn.Parameter:
            return nn.Parameter(torch.randn(*size, generator=random) * by + mean)

        factored = config.codes == "factored"
        by = 0.05 if factored else 0.2
        self.own = normal(s, CODES, c, by=by, mean=0.1)
        self.other = normal(s, CODES, c, by=by, mean=0.1)
        self.stone = normal(s, 2, c, by=0.1)
        if factored:
            self.register_buffer("parts", torch.from_numpy(parts_of_codes()), persistent=False)
            self.own_parts = normal(s, self.parts.shape[1], c, by=0.05)
            self.other_parts = normal(s, self.parts.shape[1], c, by=0.05)
        if config.windows:
            numbers, contents = window_numbers(config.windows)
            parts = parts_of_windows(contents)
            self.register_buffer("window_numbers", torch.from_numpy(numbers), persistent=False)
            self.register_buffer("window_parts", torch.from_numpy(parts), persistent=False)
            self.windows = normal(s, 2, len(contents), c, by=0.01)
            self.windows_parts = normal(s, 2, parts.shape[1], c, by=0.01)
        taps = {"tied": 3, "free": 9, "none": 1}[config.convolution]
        self.conv = normal(taps, c, by=0.1)
        self.conv.data[4 if taps == 9 else 0] += 0.7
        self.conv_bias = nn.Parameter(torch.zeros(c))
        self.v1 = normal(h1, c, by=c**-0.5)
        self.flags = normal(s, THREATS, h1, by=0.05)
        self.v2 = normal(h2, h1, by=h1**-0.5)
        self.b2 = nn.Parameter(torch.zeros(h2))
        self.v3 = normal(h2, by=h2**-0.5)
        self.b3 = nn.Parameter(torch.zeros(1))
        self.d = normal(c, c, by=0.3 * c**-0.5)
        self.q = normal(c, by=0.3)

    # Weights in units.

    def unit(self, weight: Tensor, unit: int = WEIGHT, most: int = 32767) -> Tensor:
        return ToUnit.apply(weight, unit, most) if self.config.quantised else weight

    def codes(self) -> tuple[Tensor, Tensor]:
        """The numbers of own codes and of the other's, not rounded: side × code × channel."""
        if self.config.codes == "free":
            return self.own, self.other
        return self.own + self.parts @ self.own_parts, self.other + self.parts @ self.other_parts

    def all_windows(self) -> Tensor:
        """The numbers of windows of rows and columns, of diagonals, and of none. With two sides, one table after the
        other."""
        windows = self.windows + self.window_parts @ self.windows_parts
        windows = self.unit(windows, ACTIVATION, layout.WINDOW_MAX).flatten(1, 2)
        return F.pad(windows, (0, 0, 0, 1)).flatten(0, 1)

    def table(self) -> Tensor:
        """What rows of a batch look up: see `data.STONE`. With two sides, one table after the other."""
        most = layout.CODE_MAX_BESIDE_WINDOWS if self.config.windows else layout.CODE_MAX
        own, other = (self.unit(codes, ACTIVATION, most) for codes in self.codes())
        nothing = own.new_zeros(self.sides, 1, own.shape[2])
        table = torch.cat([own, other, self.unit(self.stone, ACTIVATION), nothing], dim=1)
        return table.reshape(-1, own.shape[2])

    @torch.no_grad()
    def project(self) -> None:
        """Brings weights back into their bounds."""
        stone = 32767 / ACTIVATION
        self.stone.clamp_(-stone, stone)
        edge, centre = layout.SIDE_MAX / CONV, layout.CENTRE_MAX / CONV
        if self.config.convolution == "tied":
            self.conv[0].clamp_(-centre, centre)
            self.conv[1:].clamp_(-edge, edge)
        most = layout.SIDE_MAX / NEIGHBOURS
        self.conv_bias.clamp_(-most, most)
        for weight in (self.v1, self.v2, self.d, self.v3[None]):
            # Rounding adds at most half a unit a weight, and a sum in floats is not exact.
            most_of_row = (layout.ROW_MAX - weight.shape[1]) / WEIGHT
            weight.mul_((most_of_row / weight.abs().sum(dim=1, keepdim=True)).clamp(max=1))
        if self.config.windows:
            self.windows.clamp_(-layout.WINDOW_MAX / ACTIVATION, layout.WINDOW_MAX / ACTIVATION)
        small = 32767 / WEIGHT
        for weight in (self.flags, self.b2, self.b3, self.q, self.v1, self.v2, self.v3, self.d):
            weight.clamp_(-small, small)

    # The network.

    def forward(self, batch: dict[str, Tensor], exact: bool = False) -> tuple[Tensor, Tensor]:
        """The logit of each position and the policy of each point (not to be looked at where it is not empty)."""

        def rounded(value: Tensor, unit: int) -> Tensor:
            return torch.floor(value * unit + 0.5) / unit if exact else value

        rows, board, side = batch["rows"], batch.get("board"), batch["side"]
        height, width = batch["grid"]
        count, points = rows.shape[0], rows.shape[2]
        table = self.table()
        if self.sides == 2:
            rows = rows + (side * (table.shape[0] // 2))[:, None, None].to(rows.dtype)
        look_up = Lookup.apply if rows.is_cuda else add_up
        x = look_up(table, rows[:, 0], rows[:, 1])
        if self.config.windows:
            x = x + look_up(self.all_windows(), *self.windows_of(batch["rows"], batch["grid"], side))
        h = between(x, layout.H_MAX / ACTIVATION).view(count, height, width, -1)
        y = self.neighbours(h, exact).reshape(count, points, -1)
        if board is not None:
            y = y * board[:, :, None]
            total = board.sum(dim=1)[:, None]
        else:
            total = points
        g = 4 * y.sum(dim=1) / total
        if exact:
            g = torch.floor(g * ACTIVATION) / ACTIVATION
        flags = F.embedding(batch["threats"] + (side * THREATS if self.sides == 2 else 0), self.all_flags())
        top = layout.HIDDEN_MAX / ACTIVATION
        a1 = (rounded(g @ self.unit(self.v1).T, ACTIVATION) + flags).clamp(0, top)
        a2 = (rounded(a1 @ self.unit(self.v2).T, ACTIVATION) + self.unit(self.b2)).clamp(0, top)
        logit = rounded(a2 @ self.unit(self.v3), ACTIVATION) + self.unit(self.b3)
        most = layout.POLICY_MAX / ACTIVATION
        weights = rounded(g @ self.unit(self.d).T, ACTIVATION) + self.unit(self.q)
        policy = (y * weights.clamp(-most, most)[:, None, :]).sum(dim=2)
        return logit, rounded(policy, ACTIVATION)

    def windows_of(self, rows: Tensor, grid: tuple[int, int], side: Tensor) -> Iterator[Tensor]:
        """The rows of each point's windows in the table of windows, line by line: position × point."""
        height, width = grid
        reach, nothing = self.config.windows, 2 * self.windows.shape[2]
        here = rows[:, 0].view(-1, height, width)
        contents = torch.where(here == STONE, OWN, torch.where(here == STONE + 1, OTHER, EMPTY))
        contents = F.pad(contents.masked_fill(here == NOTHING, EDGE), (reach,) * 4, value=EDGE)
        begin = (side * (nothing + 1))[:, None, None] if self.sides == 2 else 0
        for line, (down, right) in enumerate(LINES):
            number = torch.zeros_like(here, dtype=torch.long)
            for step in (*range(-reach, 0), *range(1, reach + 1)):
                y, x = reach + step * down, reach + step * right
                number = 4 * number + contents[:, y : y + height, x : x + width]
            row = self.window_numbers[number] + line // 2 * self.windows.shape[2]
            yield (torch.where(here < STONE, row, nothing) + begin).flatten(1)

    def all_flags(self) -> Tensor:
        return self.unit(self.flags).reshape(self.sides * THREATS, -1)

    def neighbours(self, h: Tensor, exact: bool) -> Tensor:
        """The convolution over the points around: position × row × column × channel."""
        weights, bias = self.unit(self.conv, CONV), self.unit(self.conv_bias, NEIGHBOURS)
        channels, top = h.shape[3], layout.Y_MAX / NEIGHBOURS
        if self.config.convolution == "none":
            return (h * weights[0] + bias).clamp(0, top)
        if h.is_cuda and self.config.convolution == "tied" and not exact:
            return between(Around.apply(h, weights) + bias, top)
        if self.config.convolution == "tied":
            taps = weights[[2, 1, 2, 1, 0, 1, 2, 1, 2]]
        else:
            taps = weights
        kernel = taps.T.reshape(channels, 1, 3, 3)
        h = h.permute(0, 3, 1, 2)
        if not exact:
            y = between(F.conv2d(h, kernel, bias, padding=1, groups=channels), top)
            return y.permute(0, 2, 3, 1)
        y = bias[:, None, None]
        for group in ([4], [1, 3, 5, 7], [0, 2, 6, 8]):
            only = torch.zeros_like(kernel)
            for tap in group:
                only[:, :, tap // 3, tap % 3] = kernel[:, :, tap // 3, tap % 3]
            part = F.conv2d(h, only, padding=1, groups=channels)
            y = y + torch.floor(part * NEIGHBOURS + 0.5) / NEIGHBOURS
        return y.clamp(0, top).permute(0, 2, 3, 1)

    # Out.

    @torch.no_grad()
    def export(self, note: str = "") -> layout.Network:
        """The network in integers. Raises FormatError when it has no integers."""
        if self.config.convolution != "tied":
            raise layout.FormatError("only a network with a tied convolution can be exported")
        return copy.deepcopy(self).cpu().double()._integers(note)

    def _integers(self, note: str) -> layout.Network:

        def integers(weight: Tensor, unit: int = WEIGHT) -> np.ndarray:
            scaled = torch.round(weight.detach() * unit).numpy()
            if np.abs(scaled).max() > 32767:
                raise layout.FormatError("a weight does not fit 16 bits")
            return scaled.astype("<i2")

        c = self.config.channels
        table = integers(self.table(), ACTIVATION).reshape(self.sides, -1, c)
        conv = np.concatenate([integers(self.conv, CONV), integers(self.conv_bias, NEIGHBOURS)[None]])
        shared = {"conv": conv}
        for name in ("v1", "v2", "b2", "v3", "b3", "d", "q"):
            shared[name] = integers(getattr(self, name))
        sets = [
            {
                "own": table[side, :CODES],
                "other": table[side, CODES : 2 * CODES],
                "stone": table[side, 2 * CODES : 2 * CODES + 2],
                "flags": integers(self.flags[side]),
                **shared,
            }
            for side in range(self.sides)
        ]
        if self.config.windows:
            windows = integers(self.all_windows(), ACTIVATION).reshape(self.sides, -1, c)
            for side, weights in enumerate(sets):
                weights["windows"] = windows[side, :-1]
        shape = layout.Shape(c, self.config.hidden, self.config.windows)
        rule = layout.RULES.index(self.config.rule)
        network = layout.Network(rule, self.config.points, shape, sets, note)
        layout.check(network)
        return network


def weights_of(network: layout.Network, factored: bool) -> dict[str, Tensor]:
    """The weights of an exported network as a training keeps them, the reverse of `Net.export`. What a code says
    is then all its own: of the parts that it was the sum of, the file knows nothing."""

    def numbers(name: str, unit: int = WEIGHT, side: int = 0) -> Tensor:
        return torch.from_numpy(np.array(network.sets[side][name], np.float32)) / unit

    def of_sides(name: str, unit: int = WEIGHT) -> Tensor:
        return torch.stack([numbers(name, unit, side) for side in range(len(network.sets))])

    conv = torch.from_numpy(np.array(network.sets[0]["conv"], np.float32))
    weights = {"conv": conv[:3] / CONV, "conv_bias": conv[3] / NEIGHBOURS, "flags": of_sides("flags")}
    for name in ("own", "other", "stone"):
        weights[name] = of_sides(name, ACTIVATION)
    if network.shape.windows:
        weights["windows"] = of_sides("windows", ACTIVATION).unflatten(1, (2, -1))
    for name in ("v1", "v2", "b2", "v3", "b3", "d", "q"):
        weights[name] = numbers(name)
    if factored:
        parts = SHAPES + len(list(combinations_with_replacement(range(SHAPES), 2)))
        nothing = torch.zeros(len(network.sets), parts, network.shape.channels)
        weights |= {"own_parts": nothing, "other_parts": nothing}
    return weights


def tensors(batch: Batch, device: str | torch.device = "cpu", real: torch.dtype = torch.float32) -> dict:
    """A batch as the network takes it."""
    out = {}
    for name, value in vars(batch).items():
        if isinstance(value, np.ndarray):
            tensor = torch.from_numpy(value).to(device, non_blocking=True)
            out[name] = tensor.to(real) if tensor.is_floating_point() or name == "board" else tensor
    out["grid"] = batch.grid
    return out


def losses(logit: Tensor, policy: Tensor, batch: dict) -> dict[str, Tensor]:
    """Sums over the positions whose labels are right: of the value's and the policy's losses, and how often
    the best move is guessed first."""
    weight = batch["weight"]
    value = F.binary_cross_entropy_with_logits(logit, batch["target"], reduction="none")
    masked = policy.masked_fill(~batch["empty"], -1e9)
    move = F.cross_entropy(masked, batch["best"], reduction="none")
    first = (masked.argmax(dim=1) == batch["best"]).to(value.dtype)
    sums = {"value": value, "policy": move, "first": first}
    return {name: (each * weight).sum() for name, each in sums.items()} | {"count": weight.sum()}
