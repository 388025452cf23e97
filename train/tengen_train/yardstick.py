"""How good a value is: its loss against the labels, as it stands and calibrated, so that points of any scale
can be compared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import layout, reference
from .data import target


def entropy(logit: np.ndarray, wanted: np.ndarray) -> float:
    """The mean cross-entropy of sigmoid(logit) to the wanted values."""
    return float(np.mean(np.logaddexp(0, logit) - wanted * logit))


def fit(features: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """The weights of a logistic regression, by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        gradient = features.T @ (chance - wanted)
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features
        step = np.linalg.solve(curvature + 1e-9 * np.eye(len(weights)), gradient)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def calibrated(value: np.ndarray, sight: np.ndarray, wanted: np.ndarray) -> tuple[float, np.ndarray]:
    """The loss of a value with its scale, bias, and an offset where an open four is threatened fitted; and
    these three."""
    features = np.stack([value, np.ones(len(value)), (sight == 1).astype(float)], axis=1)
    weights = fit(features, wanted)
    return entropy(features @ weights, wanted), weights


@dataclass
class Report:
    """What came out for one evaluation."""

    name: str
    loss: float | None
    calibrated: float
    points: float
    policy: float | None = None
    first: float | None = None

    def line(self) -> str:
        def number(value: float | None, form: str) -> str:
            return format("-", ">9") if value is None else format(value, form)

        return (
            f"{self.name:28} {number(self.loss, '9.4f')} {self.calibrated:10.4f} {self.points:8.0f}"
            f" {number(self.policy, '9.3f')} {number(self.first, '9.3f')}"
        )


HEAD = f"{'':28} {'loss':>9} {'calibrated':>10} {'a logit':>8} {'policy':>9} {'first':>9}"


def reports(records: np.ndarray, networks: list[layout.Network], logit: float, broken_zero: bool) -> list[Report]:
    """The tables that the export carries, each network in its integers, and the label itself."""
    if broken_zero:
        records = records[~((records["sight"] == 1) & (records["score"] == 0))]
    wanted, sight = target(records["score"], logit), records["sight"]
    loss, weights = calibrated(records["value"] / 100, sight, wanted)
    out = [Report("tables", None, loss, 100 / weights[0])]
    for network in networks:
        seen = reference.evaluate(network, records)
        own = seen["logit"] / layout.ACTIVATION
        loss, weights = calibrated(own, sight, wanted)
        policy, first = _policy(seen["policy"], records)
        name = network.name or "network"
        out.append(Report(name, entropy(own, wanted), loss, network.points / weights[0], policy, first))
    label = np.log(np.maximum(wanted, 1e-12)) - np.log(np.maximum(1 - wanted, 1e-12))
    out.append(Report("the label itself", entropy(label, wanted), entropy(label, wanted), logit))
    return out


def _policy(policy: np.ndarray, records: np.ndarray) -> tuple[float, float]:
    flat = policy.reshape(len(records), -1)
    best = records["best"].astype(int)
    rows = np.arange(len(records))
    shares = np.where(flat == np.iinfo(np.int64).min, -np.inf, flat / layout.ACTIVATION)
    top = shares.max(axis=1, keepdims=True)
    norm = top[:, 0] + np.log(np.exp(shares - top).sum(axis=1))
    return float(np.mean(norm - shares[rows, best])), float(np.mean(flat.argmax(axis=1) == best))
