"""The gate: an SPRT over pairs of games, played in batches.

Batches are deterministic and counted in order, so the decision does not depend on how many are played concurrently. The
test is the generalised SPRT over the five scores of a pair of games with one opening, as in
`crates/arena/src/stats.rs`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from .settings import Stage

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# Replaces counts of zero, to keep logarithms finite.
ZERO_COUNT = 1e-3
# Standard deviations of the 95 % interval of a normal distribution.
Z_95 = 1.959964


def expected_score(elo: float) -> float:
    """Return the expected share of points at this Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(share: float) -> float:
    """Return the Elo difference for this share of points."""
    share = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / share - 1)


def most_likely(observed: list[float], mean: float) -> list[float]:
    """Return the maximum-likelihood distribution with this mean: observed / (1 + t · (share − mean)), with the t that
    gives the mean. The sum below decreases with t, which is found by bisection."""
    deviations = [share - mean for share in SHARES]
    low, high = -1 / deviations[-1], -1 / deviations[0]
    for _ in range(100):
        t = (low + high) / 2
        too_low = sum(p * d / (1 + t * d) for p, d in zip(observed, deviations)) > 0
        low, high = (t, high) if too_low else (low, t)
    return [p / (1 + t * d) for p, d in zip(observed, deviations)]


@dataclass
class Score:
    """Results of the new network."""

    games: list[int] = field(default_factory=lambda: [0, 0, 0])  # won, drawn, lost
    pairs: list[int] = field(default_factory=lambda: [0] * 5)  # with 0, ½, 1, 1½, 2 points

    def add(self, games: list[int], pairs: list[int]) -> None:
        self.games = [a + b for a, b in zip(self.games, games)]
        self.pairs = [a + b for a, b in zip(self.pairs, pairs)]

    def elo(self) -> tuple[float, float]:
        """Return the Elo difference and half the width of its 95 % interval, from the variance of the pairs."""
        count = sum(self.pairs)
        if count == 0:
            return 0.0, 0.0
        mean = sum(n * share for n, share in zip(self.pairs, SHARES)) / count
        error = math.sqrt(sum(n * (share - mean) ** 2 for n, share in zip(self.pairs, SHARES))) / count
        return elo_difference(mean), (elo_difference(mean + Z_95 * error) - elo_difference(mean - Z_95 * error)) / 2

    def llr(self, stage: Stage) -> float:
        """Return the log-likelihood ratio of elo1 to elo0."""
        if not any(self.pairs):
            return 0.0
        counts = [n or ZERO_COUNT for n in self.pairs]
        observed = [n / sum(counts) for n in counts]
        zero, one = (most_likely(observed, expected_score(elo)) for elo in (stage.elo0, stage.elo1))
        return sum(n * math.log(b / a) for n, a, b in zip(counts, zero, one))

    def decision(self, stage: Stage) -> bool | None:
        """Return whether the network passes, or None if more games are needed."""
        llr = self.llr(stage)
        if llr >= math.log((1 - stage.beta) / stage.alpha):
            return True
        if llr <= math.log(stage.beta / (1 - stage.alpha)):
            return False
        if sum(self.games) < stage.games:
            return None
        return stage.undecided and self.elo()[0] > (stage.elo0 + stage.elo1) / 2

    def summary(self) -> str:
        won, drawn, lost = self.games
        elo, error = self.elo()
        return f"{won}-{lost}-{drawn}, Elo {elo:+.1f} ± {error:.1f}"
