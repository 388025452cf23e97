"""Losses of evaluations against labels, as they are and calibrated, so that scores of any scale can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from . import layout, reference
from .data import Batch, Positions, target

# Positions evaluated at a time.
CHUNK = 256


def cross_entropy(logit: np.ndarray, targets: np.ndarray) -> float:
    """Return the mean cross-entropy of sigmoid(logit) and the targets."""
    return float(np.mean(np.logaddexp(0, logit) - targets * logit))


def logistic_regression(features: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression, computed by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(50):
        predicted = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        gradient = features.T @ (predicted - targets)
        hessian = (features * (predicted * (1 - predicted))[:, None]).T @ features
        step = np.linalg.solve(hessian + 1e-9 * np.eye(len(weights)), gradient)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def calibrate(value: np.ndarray, check: np.ndarray, targets: np.ndarray) -> tuple[float, np.ndarray]:
    """Fit a scale, a bias and an offset for a threatened open four. Return the loss and these three weights."""
    features = np.stack([value, np.ones(len(value)), (check == 1).astype(float)], axis=1)
    weights = logistic_regression(features, targets)
    return cross_entropy(features @ weights, targets), weights


@dataclass
class Report:
    """The losses of one evaluation."""

    name: str
    loss: float | None
    calibrated: float
    points: float  # score points per logit
    policy: float | None = None
    first: float | None = None

    def row(self) -> str:
        def number(value: float | None, form: str) -> str:
            return format("-", ">9") if value is None else format(value, form)

        return (
            f"{self.name:28} {number(self.loss, '9.4f')} {self.calibrated:10.4f} {self.points:8.0f}"
            f" {number(self.policy, '9.3f')} {number(self.first, '9.3f')}"
        )


HEADER = f"{'':28} {'loss':>9} {'calibrated':>10} {'a logit':>8} {'policy':>9} {'first':>9}"


def reports(positions: Positions, networks: list[layout.Network], logit: float, limit: int = 0) -> list[Report]:
    """Evaluate the tables, each network in integers, and the label itself, on all positions or the first `limit`."""
    count = min(len(positions), limit or len(positions))
    labels = positions.labels(np.arange(count))
    targets = target(labels.score, logit)
    loss, weights = calibrate(positions.table_values(np.arange(count)) / 100, labels.check, targets)
    out = [Report("tables", None, loss, 100 / weights[0])]
    for network in networks:
        parts = [_outputs(network, batch) for batch in batches(positions, count, targets)]
        value, policy, first = (np.concatenate(each) for each in zip(*parts))
        loss, weights = calibrate(value, labels.check, targets)
        name = network.name or "network"
        out.append(Report(name, cross_entropy(value, targets), loss, network.points / weights[0], float(policy.mean()), float(first.mean())))
    label = np.log(np.maximum(targets, 1e-12)) - np.log(np.maximum(1 - targets, 1e-12))
    out.append(Report("the label itself", cross_entropy(label, targets), cross_entropy(label, targets), logit))
    return out


def batches(positions: Positions, count: int, targets: np.ndarray) -> Iterator[Batch]:
    """Yield the first `count` positions."""
    for at in range(0, count, CHUNK):
        numbers = np.arange(at, min(at + CHUNK, count))
        yield Batch.of(positions.inputs(numbers), positions.labels(numbers), targets[numbers])


def _outputs(network: layout.Network, batch: Batch) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the logits, the cross-entropies of the best moves, and whether the best move is the policy's first."""
    outputs = reference.evaluate(network, batch)
    flat = outputs["policy"].reshape(len(batch.best), -1)
    logits = np.where(flat == reference.NO_MOVE, -np.inf, flat / layout.ACTIVATION)
    top = logits.max(axis=1, keepdims=True)
    norm = top[:, 0] + np.log(np.exp(logits - top).sum(axis=1))
    return outputs["logit"] / layout.ACTIVATION, norm - logits[np.arange(len(flat)), batch.best], flat.argmax(axis=1) == batch.best
