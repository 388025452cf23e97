"""The gate: an SPRT over pairs of games, played in batches.

Batch *n* of a match is the same whoever plays it, and batches count in their order: what the test says does not
depend on how many were played at the same time. The test is the generalised SPRT over the five results that a
pair of games with one opening can have; see `crates/arena/src/stats.rs`, which does the same in matches."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from .settings import Stage

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# What takes the place of a count of zero, so that logarithms exist.
NEVER = 1e-3
# 95 % of a normal distribution are within so many standard deviations.
WITHIN = 1.959964


def expected(elo: float) -> float:
    """The share of the points of somebody who is stronger by this."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    share = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / share - 1)


def most_likely(seen: list[float], mean: float) -> list[float]:
    """Of all distributions with this mean, the one under which what was seen is most likely. It is
    seen / (1 + t · (share − mean)), with the t that makes the mean right; the sum falls with t, which halving finds."""
    off = [share - mean for share in SHARES]
    low, high = -1 / off[-1], -1 / off[0]
    for _ in range(100):
        t = (low + high) / 2
        too_low = sum(s * o / (1 + t * o) for s, o in zip(seen, off)) > 0
        low, high = (t, high) if too_low else (low, t)
    return [s / (1 + t * o) for s, o in zip(seen, off)]


@dataclass
class Score:
    """What games brought the new network."""

    games: list[int] = field(default_factory=lambda: [0, 0, 0])  # won, drawn, lost
    pairs: list[int] = field(default_factory=lambda: [0] * 5)  # that brought 0, ½, 1, 1½, 2 points

    def add(self, games: list[int], pairs: list[int]) -> None:
        self.games = [a + b for a, b in zip(self.games, games)]
        self.pairs = [a + b for a, b in zip(self.pairs, pairs)]

    def elo(self) -> tuple[float, float]:
        """The difference, and half the width of its 95 % interval, by the spread of the pairs."""
        many = sum(self.pairs)
        if many == 0:
            return 0.0, 0.0
        mean = sum(n * share for n, share in zip(self.pairs, SHARES)) / many
        error = math.sqrt(sum(n * (share - mean) ** 2 for n, share in zip(self.pairs, SHARES))) / many
        return elo_of(mean), (elo_of(mean + WITHIN * error) - elo_of(mean - WITHIN * error)) / 2

    def ratio(self, stage: Stage) -> float:
        """The logarithm of the likelihood ratio of elo1 to elo0."""
        if not any(self.pairs):
            return 0.0
        counts = [n or NEVER for n in self.pairs]
        seen = [n / sum(counts) for n in counts]
        zero, one = (most_likely(seen, expected(elo)) for elo in (stage.elo0, stage.elo1))
        return sum(n * math.log(b / a) for n, a, b in zip(counts, zero, one))

    def verdict(self, stage: Stage) -> bool | None:
        """Whether the network passes; `None` when more games are wanted."""
        ratio = self.ratio(stage)
        if ratio >= math.log((1 - stage.beta) / stage.alpha):
            return True
        if ratio <= math.log(stage.beta / (1 - stage.alpha)):
            return False
        if sum(self.games) < stage.games:
            return None
        return stage.undecided and self.elo()[0] > (stage.elo0 + stage.elo1) / 2

    def line(self) -> str:
        won, drawn, lost = self.games
        elo, error = self.elo()
        return f"{won}-{lost}-{drawn}, Elo {elo:+.1f} ± {error:.1f}"
