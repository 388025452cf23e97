"""The training: steps, checkpoints, the log. Killed and taken up again it gives the same network."""

from __future__ import annotations

import csv
import math
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from . import layout, plot
from .config import Config
from .data import Positions, batch, need_rule, open_positions
from .model import Net, losses, tensors, weights_of
from .resident import Resident

COLUMNS = ("step", "positions", "rate", "value", "policy", "first", "check_value", "check_policy", "check_first")


SUMS = ("value", "policy", "first", "count")


class TrainError(Exception):
    """Why a training cannot go on."""


@dataclass
class Place:
    """Where a training keeps what it makes."""

    folder: Path

    def __post_init__(self) -> None:
        self.checkpoint = self.folder / "checkpoint.pt"
        self.log = self.folder / "log.csv"
        self.curves = self.folder / "curves.png"
        self.config = self.folder / "config.toml"


class Training:
    """One training, at some step of it."""

    def __init__(self, config: Config, data: Path, out: Path, device: str = "cpu"):
        self.config, self.device, self.place = config, device, Place(out)
        t = config.training
        torch.manual_seed(t.seed)
        torch.backends.cudnn.allow_tf32, torch.backends.cudnn.deterministic = False, True
        self.positions = Positions(config.data.train, data, t.logit)
        self.held_out = open_positions(data / config.data.check) if config.data.check else None
        for records in (*self.positions.files, self.held_out):
            if records is not None:
                need_rule(records, config.network.rule)
        self.steps = max(1, int(len(self.positions) * t.passes) // t.batch)
        self.net = Net(config.network, t.seed)
        if config.network.start:
            self._start_from(data / config.network.start)
        self.net.to(device)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=0.0, betas=(0.9, 0.99), eps=1e-8, fused=device != "cpu")
        self.step = 0
        self.rows: list[dict] = []
        self.check_parts: list[dict] | None = None
        self._clear()

    def _clear(self) -> None:
        """Starts the sums of the next row of the log. They stay on the device, which need not be waited for."""
        self.sums = torch.zeros(len(SUMS), dtype=torch.float64, device=self.device)

    def _weights_at(self, path: Path) -> dict[str, torch.Tensor]:
        """Those of a checkpoint, or of an exported network."""
        if path.suffix != ".tnn":
            return torch.load(path, map_location="cpu", weights_only=True)["net"]
        try:
            network = layout.read(path)
        except layout.FormatError as error:
            raise TrainError(f"{path}: {error}") from None
        return weights_of(network, self.config.network.codes == "factored")

    def _start_from(self, path: Path) -> None:
        """Takes the weights of another training that have the same sizes, of one side for both if need be."""
        weights = self._weights_at(path)
        own = self.net.state_dict()
        for name, value in weights.items():
            if name not in own:
                raise TrainError(f"{path} has {name}, which this network has not")
            try:
                own[name].copy_(value.expand_as(own[name]))
            except RuntimeError:
                raise TrainError(f"{path}: {name} has other sizes") from None
        for name in own.keys() - weights.keys():
            if name.startswith("windows"):
                own[name].zero_()

    # Steps.

    def rate(self, step: int) -> float:
        """Rises from a tenth, and falls along a cosine to nothing."""
        t = self.config.training
        warm = int(self.steps * t.warm)
        if step < warm:
            return t.rate * (0.1 + 0.9 * step / warm)
        return t.rate * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, self.steps - warm)))

    def learn(self, positions) -> None:
        """One step, with a batch in parts."""
        t = self.config.training
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate(self.step)
        self.optimiser.zero_grad(set_to_none=True)
        right = sum(part["weight"].sum() for part in positions).clamp(min=1)
        for part in positions:
            sums = losses(*self.net(part), part)
            ((sums["value"] + t.policy * sums["policy"]) / right).backward()
            self.sums += torch.stack([sums[name].detach() for name in SUMS])
        self.optimiser.step()
        self.net.project()
        self.step += 1

    def batches(self, last: int) -> Iterator[list[dict]]:
        """The batches of the steps up to `last`, each in parts: of `chunk` positions on a CPU, whole on a GPU."""
        t = self.config.training
        if self.device != "cpu":
            resident = Resident(self.positions, self.device)
            yield from ([whole] for whole in resident.batches(t.seed, t.batch, self.step, last))
            return
        for positions in self.positions.batches(t.seed, t.batch, self.step, last):
            yield [tensors(positions.part(at, t.chunk)) for at in range(0, t.batch, t.chunk)]

    def run(self, until: int | None = None, say=print) -> None:
        """Goes on to the end, or to a step."""
        t = self.config.training
        last = min(self.steps, until or self.steps)
        begun, first = time.monotonic(), self.step
        for positions in self.batches(last):
            self.learn(positions)
            ends = self.step == self.steps
            if self.step % t.report == 0 or ends:
                self.report(self.step % t.check == 0 or ends)
                say(self.line(time.monotonic() - begun, self.step - first))
            if self.step % t.save == 0 or ends:
                self.save()
        if self.step == last and last < self.steps:
            self.save()

    def report(self, look: bool) -> None:
        """A row of the log."""
        t = self.config.training
        sums = dict(zip(SUMS, self.sums.tolist()))
        count = max(1.0, sums["count"])
        row = {"step": self.step, "positions": self.step * t.batch, "rate": f"{self.rate(self.step):.6f}"}
        row |= {name: f"{sums[name] / count:.5f}" for name in ("value", "policy", "first")}
        if look and self.held_out is not None:
            row |= {f"check_{name}": f"{value:.5f}" for name, value in self.check().items()}
        self.rows.append(row)
        self._clear()

    def line(self, seconds: float, steps: int) -> str:
        """What a person is told."""
        row, batch_size = self.rows[-1], self.config.training.batch
        speed = steps * batch_size / max(seconds, 1e-9)
        left = (self.steps - self.step) * batch_size / max(speed, 1e-9)
        text = f"step {self.step}/{self.steps}  value {row['value']}  policy {row['policy']}  first {row['first']}"
        if "check_value" in row:
            text += f"  | held out: {row['check_value']} {row['check_policy']} {row['check_first']}"
        return f"{text}  | {speed:,.0f}/s, {int(left // 60)}:{int(left % 60):02} left"

    @torch.no_grad()
    def check(self) -> dict[str, float]:
        """The mean losses on the positions held out."""
        # Of positions to check on, an open four threatened and the score 0 is the old defect or a rare draw.
        sums = dict.fromkeys(SUMS, 0.0)
        if self.check_parts is None:
            logit, files = self.config.training.logit, range(0, len(self.held_out), 512)
            self.check_parts = [tensors(batch(self.held_out[at : at + 512], True, logit), self.device) for at in files]
        for part in self.check_parts:
            for name, value in losses(*self.net(part), part).items():
                sums[name] += float(value)
        return {name: sums[name] / max(1.0, sums["count"]) for name in ("value", "policy", "first")}

    # Files.

    def save(self) -> None:
        """A checkpoint, whole or not at all; then what can be made from it."""
        self.place.folder.mkdir(parents=True, exist_ok=True)
        state = {
            "config": self.config.text,
            "step": self.step,
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "sums": self.sums,
            "rows": self.rows,
        }
        draft = self.place.checkpoint.with_suffix(".draft")
        torch.save(state, draft)
        os.replace(draft, self.place.checkpoint)
        self.place.config.write_text(self.config.text)
        with self.place.log.open("w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(self.rows)
        plot.curves(self.rows, self.place.curves)

    def resume(self) -> bool:
        """Takes up a checkpoint, if there is one. Raises TrainError when it is of another configuration."""
        if not self.place.checkpoint.exists():
            return False
        state = torch.load(self.place.checkpoint, map_location=self.device, weights_only=True)
        if state["config"] != self.config.text:
            raise TrainError(f"{self.place.checkpoint} is of another configuration: choose another folder")
        self.net.load_state_dict(state["net"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.rows = state["step"], state["rows"]
        self.sums.copy_(state["sums"])
        return True
