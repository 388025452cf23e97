"""How many points of a search are worth a logit, fitted to the results of games, and how well that foretells them.

The engine shows a score of `s` points with `n` stones on the board as this chance to win:

    1 / (1 + exp(-s / (empty + each * n) - black - turn))        black: added for Black, subtracted for White

`turn` is negative: a side that could win by force would have a proof, and proven positions are not among these. The
games must be without random moves, which would win or lose them for other reasons.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

PROVEN = 29_000
BINS = 10


@dataclass
class Games:
    """Positions that no search has decided."""

    score: np.ndarray  # for the side to move
    won: np.ndarray  # by the side to move: 1, 0, or 0.5 for a draw
    stones: np.ndarray
    black: np.ndarray  # +1 if Black is to move, -1 otherwise

    @staticmethod
    def of(records: np.ndarray) -> Games:
        """The positions of records that are usable."""
        score, result = records["score"].astype(float), records["result"].astype(float)
        stones = np.array([((grid == 1) | (grid == 2)).sum() for grid in records["stones"]])
        usable = (np.abs(score) < PROVEN) & (np.abs(result) <= 1)
        black = np.where(records["side"] == 0, 1.0, -1.0)
        return Games(score[usable], (result[usable] + 1) / 2, stones[usable], black[usable])


@dataclass
class Chances:
    """What the engine's table holds for a rule."""

    empty: float
    each: float
    black: float
    turn: float

    def line(self) -> str:
        """The numbers as `crates/engine/src/eval/chances.rs` has them."""
        return f"empty: {self.empty:.0f}, each: {self.each:.1f}, black: {self.black:.2f}, turn: {self.turn:.2f}"

    def of(self, games: Games) -> np.ndarray:
        """The chance to win of the side to move."""
        logit = games.score / (self.empty + self.each * games.stones) + self.black * games.black + self.turn
        return 1 / (1 + np.exp(-logit))


def fit(games: Games) -> Chances:
    """The chances with the least cross-entropy."""
    score, won, stones, black = (torch.tensor(x, dtype=torch.float64) for x in (games.score, games.won, games.stones, games.black))
    # In units that make all of them near one: hundreds of points, points, logits.
    weights = torch.tensor([2.0, 2.0, 0.0, 0.0], dtype=torch.float64, requires_grad=True)
    search = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        search.zero_grad()
        scale = (100 * weights[0] + weights[1] * stones).clamp(min=20)
        logit = score / scale + weights[2] * black + weights[3]
        value = torch.nn.functional.binary_cross_entropy_with_logits(logit, won)
        value.backward()
        return value

    search.step(loss)
    empty, each, black_has, turn = weights.tolist()
    return Chances(100 * empty, each, black_has, turn)


def bins(foretold: np.ndarray, won: np.ndarray) -> list[tuple[int, float, float]]:
    """In ten bins of what was foretold: the number of positions, what was foretold on average, and what came."""
    number = np.clip((foretold * BINS).astype(int), 0, BINS - 1)
    groups = [number == i for i in range(BINS)]
    return [(int(g.sum()), float(foretold[g].mean()), float(won[g].mean())) for g in groups if g.any()]
