"""Fit the win probability of search scores to game results.

The engine shows a score of `s` points with `n` stones on the board as this probability (its table has no `black`, which
only trainings use):

    lead  = s / (empty + each * n), times `behind` if s < 0
    logit = lead / (1 + |lead| / MOST_LOGITS) + black        black: added for Black, subtracted for White
    1 / (1 + exp(-logit))

`behind` is above 1 because positions with a forced win of the side to move are proven and excluded. The games must
contain no random moves, as these decide games for other reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:  # the factory's own process does without the package
    from tengen.training import Labels

PROVEN = 29_000  # scores from here on are proven wins
BINS = 10
MOST_LOGITS = 12


@dataclass
class Games:
    """Positions of games, without proven ones."""

    score: np.ndarray  # search score in points, for the side to move
    won: np.ndarray  # result for the side to move: 1, 0, or 0.5 for a draw
    stones: np.ndarray  # number of stones on the board
    black: np.ndarray  # +1 if Black is to move, -1 otherwise

    @staticmethod
    def of(labels: Labels) -> Games:
        """Return the positions that have a known result and no proven score."""
        usable = (np.abs(labels.score) < PROVEN) & (np.abs(labels.result) <= 1)
        black = np.where(labels.side == 0, 1.0, -1.0)
        return Games(labels.score[usable].astype(float), (labels.result[usable] + 1) / 2, labels.stones[usable], black[usable])


@dataclass
class Chances:
    """An entry of the engine's table, for one rule."""

    empty: float  # points per logit on the empty board
    each: float  # additional points per logit for each stone
    behind: float  # factor of scores below zero
    black: float  # logits

    def rust_fields(self) -> str:
        """Format the entry for `crates/engine/src/eval/chances.rs`."""
        return f"empty: {self.empty:.0f}, each: {self.each:.1f}, behind: {self.behind:.2f}"

    def rounded(self) -> list[float]:
        """Return the entry as `chances` of a training configuration."""
        return [round(self.empty), round(self.each, 1), round(self.behind, 2), round(self.black, 2)]

    def predict(self, score: np.ndarray, stones: np.ndarray, black: np.ndarray) -> np.ndarray:
        """Return the win probability of the side to move for each score, with the other fields of `Games`."""
        lead = score / (self.empty + self.each * stones)
        lead = np.where(lead < 0, self.behind * lead, lead)
        logit = lead / (1 + np.abs(lead) / MOST_LOGITS) + self.black * black
        return 1 / (1 + np.exp(-logit))

    def of_games(self, games: Games) -> np.ndarray:
        """Return the win probability of the side to move in each position."""
        return self.predict(games.score, games.stones, games.black)


def fit(games: Games) -> Chances:
    """Return the entry with the least cross-entropy."""
    import torch  # here: it takes seconds to load, and only this function needs it

    score, won, stones, black = (torch.tensor(x, dtype=torch.float64) for x in (games.score, games.won, games.stones, games.black))
    # The units (hundreds of points, points, logits) bring all weights near 1.
    weights = torch.tensor([2.0, 2.0, 1.0, 0.0], dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        scale = (100 * weights[0] + weights[1] * stones).clamp(min=20)
        lead = score / scale
        lead = torch.where(lead < 0, weights[2] * lead, lead)
        logit = lead / (1 + lead.abs() / MOST_LOGITS) + weights[3] * black
        value = torch.nn.functional.binary_cross_entropy_with_logits(logit, won)
        value.backward()
        return value

    optimiser.step(loss)
    empty, each, behind, black_bias = weights.tolist()
    return Chances(100 * empty, each, behind, black_bias)


def bins(predicted: np.ndarray, won: np.ndarray) -> list[tuple[int, float, float]]:
    """Return (count, mean prediction, mean result) for each non-empty bin of 10 %."""
    index = np.clip((predicted * BINS).astype(int), 0, BINS - 1)
    groups = [index == i for i in range(BINS)]
    return [(int(g.sum()), float(predicted[g].mean()), float(won[g].mean())) for g in groups if g.any()]
