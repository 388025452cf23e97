"""The network in PyTorch.

Training is quantisation-aware: weights are rounded to the units of FORMAT.md in every step, with a straight-through
gradient, so that the exported network is the trained one. With `exact`, sums are rounded where the engine rounds them;
in 64-bit floats the result then equals the integers of the exported file exactly.
"""

from __future__ import annotations

import copy
from itertools import combinations, combinations_with_replacement

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from . import layout
from .config import NetworkConfig
from .data import Batch
from .layout import ACTIVATION, TOP_POINTS, CHANNELS, CONV, FACTOR, HIDDEN, NEIGHBOURS, PADDING, PCODES, RELATIVE_POSITIONS, THREATS, WEIGHT, WINDOWS
from .reference import FAR, relative_positions, window_numbers

PATTERNS = 14
# The gradient of a number of a hidden layer below 0.
LEAK = 0.03
# The largest number of the second hidden layer is kept above this.
ALIVE = 0.1
# The weights of the value, which read what the rest of the network sees.
VALUE = ("v1", "flags", "v2", "b2", "v3", "b3")
# In the unit of y.
ATTENTION_MAX = layout.ATTENTION_MAX / NEIGHBOURS


def pattern_features() -> np.ndarray:
    """Return how often each pattern and each pair of patterns occurs in a pcode: pcode × feature. Pcodes number the
    combinations of four patterns in ascending order."""
    pcodes = list(combinations_with_replacement(range(PATTERNS), 4))
    pairs = {pair: PATTERNS + i for i, pair in enumerate(combinations_with_replacement(range(PATTERNS), 2))}
    features = np.zeros((len(pcodes), PATTERNS + len(pairs)), np.float32)
    for row, patterns in zip(features, pcodes):
        for pattern in patterns:
            row[pattern] += 1
        for pair in combinations(patterns, 2):
            row[pairs[pair]] += 1
    return features


def window_features(contents: np.ndarray) -> np.ndarray:
    """Return the features of each window: window × feature. Windows share features, so rare windows learn from common
    ones. Features count contents at each distance and pairs of contents at each pair of points, up to mirroring."""
    length = contents.shape[1]
    columns = {}

    def column(*feature: int) -> int:
        if len(feature) == 2:
            mirror = (length - 1 - feature[0], feature[1])
        else:
            a, b, x, y = feature
            mirror = (length - 1 - b, length - 1 - a, y, x)
        return columns.setdefault(min(feature, mirror), len(columns))

    present = []
    for at in range(length):
        for x in range(4):
            present.append((column(at, x), contents[:, at] == x))
    for a, b in combinations(range(length), 2):
        for x in range(4):
            for y in range(4):
                present.append((column(a, b, x, y), (contents[:, a] == x) & (contents[:, b] == y)))
    features = np.zeros((len(contents), len(columns)), np.float32)
    for at, windows in present:
        features[:, at] += windows
    return features


class Quantise(torch.autograd.Function):
    """Round to multiples of 1/unit and clamp to ±max_int/unit. The gradient is passed straight through."""

    @staticmethod
    def forward(ctx, weight: Tensor, unit: int, max_int: int) -> Tensor:
        return (weight * unit).round_().clamp_(-max_int, max_int).div_(unit)

    @staticmethod
    def backward(ctx, gradient: Tensor):
        return gradient, None, None


class TiedConvolution(torch.autograd.Function):
    """The tied convolution as sums of neighbours: position × row × column × channel. On a GPU it is several times as
    fast as a depthwise convolution. The operation is self-adjoint."""

    @staticmethod
    def forward(ctx, h: Tensor, weights: Tensor) -> Tensor:
        ctx.save_for_backward(h, weights)
        edges, corners = TiedConvolution.sums(h)
        return weights[0] * h + weights[1] * edges + weights[2] * corners

    @staticmethod
    def backward(ctx, gradient: Tensor):
        h, weights = ctx.saved_tensors
        edges, corners = TiedConvolution.sums(gradient)
        weight_gradient = torch.stack([(h * term).sum(dim=(0, 1, 2)) for term in (gradient, edges, corners)])
        return weights[0] * gradient + weights[1] * edges + weights[2] * corners, weight_gradient

    @staticmethod
    def sums(h: Tensor) -> tuple[Tensor, Tensor]:
        """Return the sums over the 4 adjacent and over the 4 diagonal neighbours of each point."""
        padded = F.pad(h, (0, 0, 1, 1, 1, 1))
        column = padded[:, :-2] + padded[:, 2:]
        edges = column[:, :, 1:-1] + padded[:, 1:-1, :-2] + padded[:, 1:-1, 2:]
        return edges, column[:, :, :-2] + column[:, :, 2:]


class EmbeddingSum(torch.autograd.Function):
    """The sum of several embedding rows for each point. Gradients are accumulated in several copies of the table:
    many points share a row, and on a GPU their atomic additions would be serialized."""

    COPIES = 32

    @staticmethod
    def forward(ctx, table: Tensor, *rows: Tensor) -> Tensor:
        ctx.rows, ctx.count = rows, len(table)
        x = F.embedding(rows[0], table)
        for more in rows[1:]:
            x += F.embedding(more, table)
        return x

    @staticmethod
    def backward(ctx, gradient: Tensor):
        flat = gradient.reshape(-1, gradient.shape[-1])
        copies = torch.arange(len(flat), device=flat.device) % EmbeddingSum.COPIES * ctx.count
        total = flat.new_zeros(EmbeddingSum.COPIES * ctx.count, flat.shape[1])
        for rows in ctx.rows:
            total.index_add_(0, rows.reshape(-1) + copies, flat)
        return total.view(EmbeddingSum.COPIES, ctx.count, -1).sum(dim=0), *(None for _ in ctx.rows)


def embedding_sum(table: Tensor, *rows: Tensor) -> Tensor:
    """Compute the same as `EmbeddingSum`, for CPUs."""
    return sum(F.embedding(each, table) for each in rows)


def rounded(value: Tensor, exact: bool) -> Tensor:
    """Round to the engine's units if `exact`."""
    return torch.floor(value * ACTIVATION + 0.5) / ACTIVATION if exact else value


def clipped_relu(value: Tensor, top: float) -> Tensor:
    """Clamp to [0, top]. The backward pass is faster than that of `clamp`."""
    return F.hardtanh(value, 0.0, top)


class Hidden(torch.autograd.Function):
    """Clamp a hidden layer of the value to [0, top]. Below 0 the gradient is `LEAK` times that above: a number that is 0
    in all positions still learns, and so does a position in which all numbers are 0. The engine need not know."""

    @staticmethod
    def forward(ctx, value: Tensor, top: float) -> Tensor:
        ctx.save_for_backward(value > 0)
        return value.clamp(0, top)

    @staticmethod
    def backward(ctx, gradient: Tensor):
        (positive,) = ctx.saved_tensors
        return torch.where(positive, gradient, gradient * LEAK), None


class Net(nn.Module):
    """A network. With `sides` = 2, black and white have separate pcode embeddings and threat flags and share the
    rest."""

    def __init__(self, config: NetworkConfig, seed: int = 0):
        super().__init__()
        self.config = config
        self.sides = 2 if config.rule == "renju" else 1
        c, h, s = CHANNELS, HIDDEN, self.sides
        random = torch.Generator().manual_seed(seed)

        def normal(*size: int, std: float, mean: float = 0.0) -> nn.Parameter:
            return nn.Parameter(torch.randn(*size, generator=random) * std + mean)

        features = pattern_features()
        self.register_buffer("features", torch.from_numpy(features), persistent=False)
        self.own = normal(s, PCODES, c, std=0.05, mean=0.1)
        self.other = normal(s, PCODES, c, std=0.05, mean=0.1)
        self.own_parts = normal(s, features.shape[1], c, std=0.05)
        self.other_parts = normal(s, features.shape[1], c, std=0.05)
        self.stone = normal(s, 2, c, std=0.1)
        features = window_features(window_numbers()[1])
        self.register_buffer("window_features", torch.from_numpy(features), persistent=False)
        self.windows = normal(s, 2, WINDOWS, c, std=0.01)
        self.windows_parts = normal(s, 2, features.shape[1], c, std=0.01)
        self.conv = normal(3, c, std=0.1)
        self.conv.data[0] += 0.7
        self.conv_bias = nn.Parameter(torch.zeros(c))
        self.vp = normal(c, c, std=c**-0.5)
        self.bp = nn.Parameter(torch.zeros(c))
        self.register_buffer("relative_positions", torch.from_numpy(relative_positions()), persistent=False)
        self.vr = normal(c, c, std=c**-0.5)
        self.fr = normal(RELATIVE_POSITIONS, c, std=0.05)
        self.br = normal(RELATIVE_POSITIONS, c, std=0.05)
        self.qp = normal(c, std=0.05)
        self.v1 = normal(h, 4 * c, std=c**-0.5)
        self.flags = normal(s, THREATS, h, std=0.05)
        self.v2 = normal(h, h, std=h**-0.5)
        self.b2 = nn.Parameter(torch.zeros(h))
        self.v3 = normal(h, std=h**-0.5)
        self.b3 = nn.Parameter(torch.zeros(1))
        self.d = normal(c, c, std=0.3 * c**-0.5)
        self.q = normal(c, std=0.3)

    # Quantised weights.

    def quantise(self, weight: Tensor, unit: int = WEIGHT, max_int: int = 32767) -> Tensor:
        return Quantise.apply(weight, unit, max_int)

    def pcode_embeddings(self) -> tuple[Tensor, Tensor]:
        """Return the unrounded embeddings of own and opponent's pcodes: side × pcode × channel."""
        return self.own + self.features @ self.own_parts, self.other + self.features @ self.other_parts

    def window_table(self) -> Tensor:
        """Return a zero row, the embeddings of windows of rows and columns and those of windows of diagonals, for each side:
        row × channel."""
        windows = self.windows + self.window_features @ self.windows_parts
        windows = self.quantise(windows, ACTIVATION, layout.WINDOW_MAX).flatten(1, 2)
        return F.pad(windows, (0, 0, 1, 0)).flatten(0, 1)

    def pcode_table(self) -> Tensor:
        """Return the embeddings of pcodes and stones, and a zero row (see `layout.STONE`), for each side: row × channel."""
        own, other = (self.quantise(embeddings, ACTIVATION, layout.PCODE_MAX) for embeddings in self.pcode_embeddings())
        zero_row = own.new_zeros(self.sides, 1, own.shape[2])
        table = torch.cat([own, other, self.quantise(self.stone, ACTIVATION), zero_row], dim=1)
        return table.reshape(-1, own.shape[2])

    @torch.no_grad()
    def revive(self, batches: list[dict[str, Tensor]], seed: int) -> list[int]:
        """Give new weights to the hidden numbers of the value that are above 0 in none of these positions, so that they are
        above 0 in most, and return how many there were in each layer. As nothing reads them yet, all values stay the same."""
        random = torch.Generator().manual_seed(seed)
        inputs = [self.inputs(batch)[0] for batch in batches]
        found = []
        for weights, readers, layer in ((self.v1, self.v2, 0), (self.v2, self.v3[None], 1)):
            hidden = [self.value(batch, each)[:2] for batch, each in zip(batches, inputs)]
            dead = torch.cat([each[layer] for each in hidden]).amax(dim=0) <= 0
            read = torch.cat([inputs, [each[0] for each in hidden]][layer])
            deviation, mean = torch.std_mean(read, dim=0)
            new = torch.randn(weights.shape, generator=random).to(weights) / (deviation + 0.05) * weights.shape[1] ** -0.5
            new *= deviation > 0
            row_max = (layout.ROW_MAX - new.shape[1]) / WEIGHT
            new *= (row_max / new.abs().sum(dim=1, keepdim=True)).clamp(max=1)
            weights[dead] = new[dead]
            biases = (1 - new @ mean)[dead]
            if layer == 0:
                self.flags[..., dead] = biases
            else:
                self.b2[dead] = biases
            readers[:, dead] = 0
            found.append(int(dead.sum()))
        return found

    @torch.no_grad()
    def project(self) -> None:
        """Clamp the weights to the bounds of the file format."""
        stone = 32767 / ACTIVATION
        self.stone.clamp_(-stone, stone)
        edge, centre = layout.SIDE_MAX / CONV, layout.CENTRE_MAX / CONV
        self.conv[0].clamp_(-centre, centre)
        self.conv[1:].clamp_(-edge, edge)
        bias = layout.SIDE_MAX / NEIGHBOURS
        self.conv_bias.clamp_(-bias, bias)
        for weight in (self.vp, self.vr, self.v1, self.v2, self.d, self.v3[None]):
            # Leave room for rounding, up to half a unit per weight, and for the inexact float sum.
            row_max = (layout.ROW_MAX - weight.shape[1]) / WEIGHT
            weight.mul_((row_max / weight.abs().sum(dim=1, keepdim=True)).clamp(max=1))
        self.windows.clamp_(-layout.WINDOW_MAX / ACTIVATION, layout.WINDOW_MAX / ACTIVATION)
        small = 32767 / WEIGHT
        for weight in (self.vp, self.vr, self.flags, self.b2, self.b3, self.q, self.v1, self.v2, self.v3, self.d):
            weight.clamp_(-small, small)
        self.bp.clamp_(-32767 / NEIGHBOURS, 32767 / NEIGHBOURS)
        self.qp.mul_(((layout.REFINEMENT_MAX - len(self.qp)) / WEIGHT / self.qp.abs().sum()).clamp(max=1))
        self.fr.clamp_(-32767 / FACTOR, 32767 / FACTOR)
        self.br.clamp_(-ATTENTION_MAX, ATTENTION_MAX)

    # Forward pass.

    def forward(self, batch: dict[str, Tensor], exact: bool = False) -> tuple[Tensor, Tensor]:
        """Return the value logits (position) and the policy logits (position × point, valid for empty points only)."""
        inputs, policy = self.inputs(batch, exact)
        return self.value(batch, inputs, exact)[-1], policy

    def value(self, batch: dict[str, Tensor], inputs: Tensor, exact: bool = False) -> tuple[Tensor, Tensor, Tensor]:
        """Return the two hidden layers of the value (position × number), the second before it is clamped, and its logits
        (position)."""
        flags = F.embedding(batch["threats"] + (batch["side"] * THREATS if self.sides == 2 else 0), self.flag_table())
        top = layout.HIDDEN_MAX / ACTIVATION
        a1 = Hidden.apply(rounded(inputs @ self.quantise(self.v1).T, exact) + flags, top)
        z2 = rounded(a1 @ self.quantise(self.v2).T, exact) + self.quantise(self.b2)
        return a1, z2, rounded(Hidden.apply(z2, top) @ self.quantise(self.v3), exact) + self.quantise(self.b3)

    @staticmethod
    def silence(z2: Tensor) -> Tensor:
        """Return, summed over positions, how far the largest number of the second hidden layer is below `ALIVE`. As a loss it
        keeps values from becoming constants."""
        return F.relu(ALIVE - z2.amax(dim=1)).sum()

    def constant(self, z2: Tensor) -> Tensor:
        """Return in which positions, with these numbers, the value is a constant: nothing contributes to it."""
        return ((z2 <= 0) | (self.quantise(self.v3) == 0)).all(dim=1)

    def inputs(self, batch: dict[str, Tensor], exact: bool = False) -> tuple[Tensor, Tensor]:
        """Return what the value reads (position × number), and the policy logits."""
        board, side = batch["board"], batch["side"]
        height, width = batch["grid"]
        count, points = batch["empty"].shape
        x = sum(self.look_up(table, batch[name], side) for table, name in ((self.pcode_table(), "pcodes"), (self.window_table(), "windows")))
        h = clipped_relu(x, layout.H_MAX / ACTIVATION).view(count, height, width, -1)
        y = self.neighbours(h, exact).reshape(count, points, -1)
        if board is not None:
            y = y * board[:, :, None]
            total = board.sum(dim=1)[:, None]
        else:
            total = points
        g = 4 * y.sum(dim=1) / total
        if exact:
            g = torch.floor(g * ACTIVATION) / ACTIVATION
        bound = layout.POLICY_MAX / ACTIVATION
        weights = rounded(g @ self.quantise(self.d).T, exact) + self.quantise(self.q)
        policy = (y * weights.clamp(-bound, bound)[:, None, :]).sum(dim=2)
        possible = policy.detach().masked_fill(~batch["empty"], -torch.inf)
        points, exist, best, z = self.top_points(y, possible, width, exact)
        mean, scale = z.sum(dim=1) / TOP_POINTS, NEIGHBOURS / ACTIVATION
        if exact:
            mean = torch.floor(mean * NEIGHBOURS) / NEIGHBOURS
        inputs = torch.cat([g, best[:, 0] * scale, mean * scale, z.amax(dim=1) * scale], dim=1)
        policy = policy.scatter_add(1, points, z @ self.quantise(self.qp) * exist[:, :, 0])
        return inputs, rounded(policy, exact)

    def top_points(self, y: Tensor, policy: Tensor, width: int, exact: bool) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the points with the highest policies, whether they exist, their y and their layer: position × point, and
        × channel. Rows have `width` points."""
        count = min(TOP_POINTS, policy.shape[1])
        if exact:  # of equal ones the first, which `topk` does not promise
            highest, points = (each[:, :count] for each in policy.sort(dim=1, descending=True, stable=True))
        else:
            highest, points = policy.topk(count, dim=1)
        exist = highest.isfinite()[:, :, None].to(y.dtype)
        best = y.gather(1, points[:, :, None].expand(-1, -1, y.shape[2])) * exist
        z = best @ self.quantise(self.vp).T
        if exact:
            z = torch.floor(z * NEIGHBOURS + 0.5) / NEIGHBOURS
        biases, top = self.quantise(self.bp, NEIGHBOURS), layout.HIDDEN_MAX / NEIGHBOURS
        biases = biases + self.from_all(best, exist, torch.stack([points // width, points % width]), exact)
        biases = biases.clamp(-top - 1 / NEIGHBOURS, top)
        z = (z + biases).clamp(0, top) * exist
        return points, exist, best, z

    def from_all(self, best: Tensor, exist: Tensor, at: Tensor, exact: bool) -> Tensor:
        """Return what all top policy points add to the layer of each, from their y and in `at` their rows and columns: position
        × point × channel."""

        def rounded(value: Tensor) -> Tensor:
            return torch.floor(value * NEIGHBOURS + 0.5) / NEIGHBOURS if exact else value

        r = rounded(best @ self.quantise(self.vr).T).clamp(-ATTENTION_MAX, ATTENTION_MAX)
        rows, columns = (at[..., :, None] - at[..., None, :]).abs().clamp(max=FAR)
        relation = self.relative_positions[rows, columns]
        factors, biases = self.quantise(self.fr, FACTOR), self.quantise(self.br, NEIGHBOURS)
        added = rounded(F.embedding(relation, factors) * r[:, None]) + F.embedding(relation, biases)
        return (added * exist[:, None]).sum(dim=2)

    def look_up(self, table: Tensor, rows: Tensor, side: Tensor) -> Tensor:
        """Return the sums of the rows (position × layer × point) of a table that has those of each side: position × point ×
        channel."""
        if self.sides == 2:
            rows = rows + (side * (len(table) // 2))[:, None, None].to(rows.dtype)
        return (EmbeddingSum.apply if rows.is_cuda else embedding_sum)(table, *rows.unbind(1))

    def flag_table(self) -> Tensor:
        """Return the rows of the threat flags: (side · threat index) × H₁."""
        return self.quantise(self.flags).reshape(self.sides * THREATS, -1)

    def neighbours(self, h: Tensor, exact: bool) -> Tensor:
        """Return y, the depthwise 3×3 convolution of h: position × row × column × channel."""
        weights, bias = self.quantise(self.conv, CONV), self.quantise(self.conv_bias, NEIGHBOURS)
        channels, top = h.shape[3], layout.Y_MAX / NEIGHBOURS
        if h.is_cuda and not exact:
            return clipped_relu(TiedConvolution.apply(h, weights) + bias, top)
        kernel = weights[[2, 1, 2, 1, 0, 1, 2, 1, 2]].T.reshape(channels, 1, 3, 3)
        h = h.permute(0, 3, 1, 2)
        if not exact:
            y = clipped_relu(F.conv2d(h, kernel, bias, padding=1, groups=channels), top)
            return y.permute(0, 2, 3, 1)
        y = bias[:, None, None]
        for group in ([4], [1, 3, 5, 7], [0, 2, 6, 8]):
            masked = torch.zeros_like(kernel)
            for tap in group:
                masked[:, :, tap // 3, tap % 3] = kernel[:, :, tap // 3, tap % 3]
            part = F.conv2d(h, masked, padding=1, groups=channels)
            y = y + torch.floor(part * NEIGHBOURS + 0.5) / NEIGHBOURS
        return y.clamp(0, top).permute(0, 2, 3, 1)

    # Export.

    @torch.no_grad()
    def export(self, note: str = "") -> layout.Network:
        """Return the network in integers. Raise FormatError if it cannot be exported."""
        return copy.deepcopy(self).cpu().double()._integers(note)

    def _integers(self, note: str) -> layout.Network:

        def integers(weight: Tensor, unit: int = WEIGHT) -> np.ndarray:
            scaled = torch.round(weight.detach() * unit).numpy()
            if np.abs(scaled).max() > 32767:
                raise layout.FormatError("a weight does not fit into 16 bits")
            return scaled.astype("<i2")

        table = integers(self.pcode_table(), ACTIVATION).reshape(self.sides, -1, CHANNELS)
        windows = integers(self.window_table(), ACTIVATION).reshape(self.sides, -1, CHANNELS)
        conv = np.concatenate([integers(self.conv, CONV), integers(self.conv_bias, NEIGHBOURS)[None]])
        shared = {"conv": conv, "bp": integers(self.bp, NEIGHBOURS), "fr": integers(self.fr, FACTOR), "br": integers(self.br, NEIGHBOURS)}
        for name in ("vp", "vr", "qp", "v1", "v2", "b2", "v3", "b3", "d", "q"):
            shared[name] = integers(getattr(self, name))
        sets = [
            {
                "own": table[side, :PCODES],
                "other": table[side, PCODES : 2 * PCODES],
                "stone": table[side, 2 * PCODES : 2 * PCODES + 2],
                "windows": windows[side, 1:],
                "flags": integers(self.flags[side]),
                **shared,
            }
            for side in range(self.sides)
        ]
        rule = layout.RULES.index(self.config.rule)
        network = layout.Network(rule, self.config.points, sets, note)
        layout.check(network)
        return network


def weights_of(network: layout.Network) -> dict[str, Tensor]:
    """Convert an exported network to a state dict, the inverse of `Net.export`. The file has only the sums of pcode
    or window embeddings and those of their features, which are not in the result."""

    def numbers(name: str, unit: int = WEIGHT, side: int = 0) -> Tensor:
        return torch.from_numpy(np.array(network.sets[side][name], np.float32)) / unit

    def both_sides(name: str, unit: int = WEIGHT) -> Tensor:
        return torch.stack([numbers(name, unit, side) for side in range(len(network.sets))])

    conv = torch.from_numpy(np.array(network.sets[0]["conv"], np.float32))
    weights = {"conv": conv[:3] / CONV, "conv_bias": conv[3] / NEIGHBOURS, "flags": both_sides("flags")}
    for name in ("own", "other", "stone"):
        weights[name] = both_sides(name, ACTIVATION)
    weights["windows"] = both_sides("windows", ACTIVATION).unflatten(1, (2, -1))
    weights |= {"bp": numbers("bp", NEIGHBOURS), "fr": numbers("fr", FACTOR), "br": numbers("br", NEIGHBOURS)}
    for name in ("vp", "vr", "qp", "v1", "v2", "b2", "v3", "b3", "d", "q"):
        weights[name] = numbers(name)
    return weights


def tensors(batch: Batch, device: str | torch.device = "cpu", real: torch.dtype = torch.float32) -> dict:
    """Convert a batch to tensors on a device, the input of `Net.forward`."""
    out = {name: torch.from_numpy(value).to(device, non_blocking=True) for name, value in vars(batch).items()}
    own = out["pcodes"][:, 0].flatten(1)
    board = own != PADDING
    out |= {name: out[name].flatten(2).int() for name in ("pcodes", "windows")}
    out |= {name: out[name].long() for name in ("threats", "side")} | {"target": out["target"].to(real)}
    return out | {"grid": batch.pcodes.shape[2:], "empty": own < PCODES, "board": None if board.all() else board.to(real)}


def losses(logit: Tensor, policy: Tensor | None, batch: dict) -> dict[str, Tensor]:
    """Return sums over a batch: value loss, policy loss, hits (the best move is the policy's first), and the number of
    positions. Without a policy its sums are 0."""
    value = F.binary_cross_entropy_with_logits(logit, batch["target"], reduction="none")
    if policy is None:
        return {"value": value.sum(), "policy": value.new_zeros(()), "first": value.new_zeros(()), "count": value.new_tensor(len(value))}
    masked = policy.masked_fill(~batch["empty"], -1e9)
    move = F.cross_entropy(masked, batch["best"], reduction="none")
    first = (masked.argmax(dim=1) == batch["best"]).to(value.dtype)
    sums = {"value": value, "policy": move, "first": first}
    return {name: each.sum() for name, each in sums.items()} | {"count": value.new_tensor(len(value))}
