"""The training loop, checkpoints and log. An interrupted and resumed training produces the same network."""

from __future__ import annotations

import csv
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from tengen.training import ahead, index_batches, order

from . import layout, plot
from .config import Config, Source
from .data import DataError, Sources, check_rule
from .files import OutputFiles, new_file
from .net import VALUE, Net, losses, tensors, weights_of

COLUMNS = ("step", "positions", "rate", "value", "policy", "first", "check_value", "check_policy", "check_first", "check_constant")
# The largest share of held-out positions whose value may be a constant.
CONSTANT_MAX = 0.001
# The weight of `Net.silence` in the loss.
SILENCE = 0.1
# The positions that show which hidden numbers are never above 0.
REVIVAL_POSITIONS = 20_000
SUMS = ("value", "policy", "first", "count")


class TrainError(Exception):
    """The training cannot continue."""


def refuse_constant(share: float | None) -> None:
    """Raise TrainError if the value is a constant in too large a share of the held-out positions: if nothing of its second
    hidden layer contributes to it. None: there are no held-out positions."""
    if share is not None and share > CONSTANT_MAX:
        raise TrainError(f"the value is a constant in {share:.2%} of the held-out positions, more than {CONSTANT_MAX:.1%}: train with revive = true")


class Training:
    """A training and its current step."""

    def __init__(self, config: Config, data: Path, out: Path, device: str = "cpu", threads: int = 1):
        self.config, self.device, self.output = config, device, OutputFiles(out)
        t = config.training
        torch.manual_seed(t.seed)
        torch.backends.cudnn.allow_tf32, torch.backends.cudnn.deterministic = False, True
        # A GPU is faster than one thread that computes its inputs.
        threads = threads if device == "cpu" else os.cpu_count() or 1
        self.positions = Sources(config.data.train, data, t.scale(), threads)
        self.held_out = Sources([Source(config.data.check)], data, t.scale(), threads) if config.data.check else None
        for sources in filter(None, (self.positions, self.held_out)):
            check_rule(sources.positions, config.network.rule)
        self.steps = max(1, int(len(self.positions) * t.passes) // t.batch)
        self.net = Net(config.network, t.seed)
        if config.network.start:
            self._start_from(data / config.network.start)
        if t.only == "value":
            for name, weight in self.net.named_parameters():
                weight.requires_grad = name in VALUE
        self.net.to(device)
        trained = [weight for weight in self.net.parameters() if weight.requires_grad]
        self.optimiser = torch.optim.Adam(trained, lr=0.0, betas=(0.9, 0.99), eps=1e-8, fused=device != "cpu")
        self.step = 0
        self.rows: list[dict] = []
        self.check_batches: list[dict] | None = None
        self.constant: float | None = None
        self._reset_sums()

    def _reset_sums(self) -> None:
        """Reset the sums of the log row. They stay on the device, to avoid synchronizing with it in every step."""
        self.sums = torch.zeros(len(SUMS), dtype=torch.float64, device=self.device)

    def _load_weights(self, path: Path) -> dict[str, torch.Tensor]:
        """Load the state dict of a checkpoint or of an exported network."""
        if path.suffix != ".tnn":
            return torch.load(path, map_location="cpu", weights_only=True)["net"]
        try:
            network = layout.read(path)
        except layout.FormatError as error:
            raise TrainError(f"{path}: {error}") from None
        return weights_of(network)

    def _start_from(self, path: Path) -> None:
        """Copy the weights of another training; those of one side are used for both. An exported network has no embeddings
        of features: they start at zero. Raise TrainError if sizes differ."""
        loaded = self._load_weights(path)
        weights = self.net.state_dict()
        for name, value in loaded.items():
            if name not in weights:
                raise TrainError(f"{path} has weights {name}, which this network lacks")
            try:
                weights[name].copy_(value.expand_as(weights[name]))
            except RuntimeError:
                raise TrainError(f"{path}: {name} has a different size") from None
        for name in weights.keys() - loaded.keys():
            if name.endswith("_parts"):
                weights[name].zero_()
            else:
                raise TrainError(f"{path} has no weights {name}")

    # Steps.

    def rate(self, step: int) -> float:
        """Return the learning rate: linear warm-up from a tenth of the peak, then cosine decay to zero."""
        t = self.config.training
        warm = int(self.steps * t.warm)
        if step < warm:
            return t.rate * (0.1 + 0.9 * step / warm)
        return t.rate * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, self.steps - warm)))

    def train_step(self, parts: list[dict]) -> None:
        """Take one optimiser step on a batch given in parts."""
        t = self.config.training
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate(self.step)
        self.optimiser.zero_grad(set_to_none=True)
        total = sum(len(part["target"]) for part in parts)
        for part in parts:
            inputs, policy = (part["inputs"], None) if t.only == "value" else self.net.inputs(part)
            _, z2, logit = self.net.value(part, inputs)
            sums = losses(logit, policy, part)
            loss = sums["value"] + t.policy * sums["policy"] + SILENCE * self.net.silence(z2)
            (loss / total).backward()
            self.sums += torch.stack([sums[name].detach() for name in SUMS])
        self.optimiser.step()
        self.net.project()
        self.step += 1

    def batches(self, last: int) -> Iterator[list[dict]]:
        """Yield the batches of the steps up to `last`: on a CPU in parts of `chunk` positions, on a GPU in a part for each size
        of boards."""
        t = self.config.training
        if t.only == "value":
            yield from self.value_batches(last)
            return
        size = t.chunk if self.device == "cpu" else None
        for parts in ahead(lambda indices: self.positions.parts(indices, size), self.index_batches(last)):
            yield [tensors(part, self.device) for part in parts]

    def index_batches(self, last: int) -> Iterator[np.ndarray]:
        """Yield the indices of the positions of the steps up to `last`. Raise DataError if there are too few."""
        t = self.config.training
        if len(self.positions) < t.batch:
            raise DataError(f"{len(self.positions)} positions are fewer than a batch of {t.batch}")
        return index_batches(len(self.positions), t.batch, t.seed, first=self.step, last=last)

    def value_batches(self, last: int) -> Iterator[list[dict]]:
        """Yield the batches of a training of the value alone. What it reads stays the same, so it is computed only once and kept
        in memory: 512 bytes a position."""
        t, count = self.config.training, len(self.positions)
        parts = []
        for at in range(0, count, t.chunk):
            part = tensors(self.positions.take(np.arange(at, min(at + t.chunk, count))), self.device)
            with torch.no_grad():
                inputs = self.net.inputs(part)[0]
            parts.append({"inputs": inputs} | {name: part[name] for name in ("threats", "side", "target")})
        whole = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
        for indices in self.index_batches(last):
            chosen = torch.from_numpy(indices).to(self.device)
            yield [{name: values[chosen] for name, values in whole.items()}]

    def revive(self, log) -> None:
        """Give new weights to hidden numbers of the value that are never above 0."""
        t, count = self.config.training, min(REVIVAL_POSITIONS, len(self.positions))
        chosen = order(len(self.positions), t.seed, 0)[:count]
        batches = [tensors(self.positions.take(chosen[at : at + 512]), self.device) for at in range(0, count, 512)]
        first, second = self.net.revive(batches, t.seed)
        log(f"new weights for {first} numbers of the first hidden layer and {second} of the second, which were never above 0")

    def run(self, until: int | None = None, log=print) -> None:
        """Train to the end, or up to step `until`. Raise TrainError if the network values too many positions by a constant."""
        t = self.config.training
        if t.revive and self.step == 0:
            self.revive(log)
        last = min(self.steps, until or self.steps)
        start_time, first = time.monotonic(), self.step
        for parts in self.batches(last):
            self.train_step(parts)
            ends = self.step == self.steps
            if self.step % t.report == 0 or ends:
                self.report(with_check=self.step % t.check == 0 or ends)
                log(self.progress(time.monotonic() - start_time, self.step - first))
            if self.step % t.save == 0 or ends:
                self.save()
        if self.step == last and last < self.steps:
            self.save()
        if self.step == self.steps:
            refuse_constant(self.constant)

    def report(self, with_check: bool) -> None:
        """Append a row to the log, with the losses on held-out positions if `with_check`."""
        t = self.config.training
        sums = dict(zip(SUMS, self.sums.tolist()))
        count = max(1.0, sums["count"])
        row = {"step": self.step, "positions": self.step * t.batch, "rate": f"{self.rate(self.step):.6f}"}
        row |= {name: f"{sums[name] / count:.5f}" for name in ("value", "policy", "first")}
        if with_check and self.held_out is not None:
            row |= {f"check_{name}": f"{value:.5f}" for name, value in self.check().items()}
        self.rows.append(row)
        self._reset_sums()

    def progress(self, seconds: float, steps: int) -> str:
        """Format the last row of the log, with speed and remaining time."""
        row, batch_size = self.rows[-1], self.config.training.batch
        speed = steps * batch_size / max(seconds, 1e-9)
        left = (self.steps - self.step) * batch_size / max(speed, 1e-9)
        text = f"step {self.step}/{self.steps}  value {row['value']}  policy {row['policy']}  first {row['first']}"
        if "check_value" in row:
            text += f"  | held out: {row['check_value']} {row['check_policy']} {row['check_first']} {row['check_constant']}"
        return f"{text}  | {speed:,.0f}/s, {int(left // 60)}:{int(left % 60):02} left"

    @torch.no_grad()
    def check(self) -> dict[str, float]:
        """Return the mean losses on the held-out positions, and the share of those whose value is a constant."""
        sums, constant = dict.fromkeys(SUMS, 0.0), 0
        if self.check_batches is None:
            all_positions = np.arange(len(self.held_out))
            parts = [all_positions[at : at + 512] for at in range(0, len(all_positions), 512)]
            self.check_batches = [tensors(self.held_out.take(part), self.device) for part in parts]
        for each in self.check_batches:
            inputs, policy = self.net.inputs(each)
            _, z2, logit = self.net.value(each, inputs)
            constant += int(self.net.constant(z2).sum())
            for name, value in losses(logit, policy, each).items():
                sums[name] += float(value)
        count = max(1.0, sums["count"])
        self.constant = constant / count
        return {name: sums[name] / count for name in ("value", "policy", "first")} | {"constant": self.constant}

    # Files.

    def save(self) -> None:
        """Write a checkpoint atomically, then the configuration, the log and the loss curves."""
        self.output.folder.mkdir(parents=True, exist_ok=True)
        state = {
            "config": self.config.text,
            "step": self.step,
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "sums": self.sums,
            "rows": self.rows,
            "constant": self.constant,
        }
        with new_file(self.output.checkpoint, force=True) as file:
            torch.save(state, file)
        self.output.config.write_text(self.config.text)
        with self.output.log.open("w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(self.rows)
        plot.curves(self.rows, self.output.curves)

    def resume(self) -> bool:
        """Load the checkpoint and return True, or return False if there is none. Raise TrainError if the checkpoint has
        another configuration."""
        if not self.output.checkpoint.exists():
            return False
        state = torch.load(self.output.checkpoint, map_location=self.device, weights_only=True)
        if state["config"] != self.config.text:
            raise TrainError(f"{self.output.checkpoint} is of another configuration: choose another --out folder")
        self.net.load_state_dict(state["net"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.rows, self.constant = state["step"], state["rows"], state["constant"]
        self.sums.copy_(state["sums"])
        return True
