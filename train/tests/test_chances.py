"""The fit recovers the parameters that random results were drawn with."""

import numpy as np
import pytest
from synthetic import scattered, write
from tengen.training import Positions

from tengen_train.chances import Chances, Games, bins, fit

TRUE = Chances(empty=250, each=8, behind=1.6, black=-0.6)


def drawn(count: int) -> Games:
    """Return random games with the win probabilities of `TRUE`."""
    rng = np.random.default_rng(1)
    games = Games(
        score=rng.normal(0, 400, count),
        won=np.zeros(count),
        stones=rng.integers(4, 100, count),
        black=rng.choice([1.0, -1.0], count),
    )
    games.won = (rng.random(count) < TRUE.of_games(games)).astype(float)
    return games


def test_fit_recovers_the_parameters() -> None:
    pytest.importorskip("torch", reason="needs PyTorch, which pip install './train[test]' installs")
    found = fit(drawn(200_000))
    assert abs(found.empty - TRUE.empty) < 20
    assert abs(found.each - TRUE.each) < 0.5
    assert abs(found.black - TRUE.black) < 0.02
    assert abs(found.behind - TRUE.behind) < 0.02


def test_predictions_match_the_results() -> None:
    games = drawn(200_000)
    for count, predicted, won in bins(TRUE.of_games(games), games.won):
        assert count > 1000 and abs(predicted - won) < 0.02


def test_proven_positions_and_games_without_a_result_are_skipped(tmp_path) -> None:
    won, unfinished = scattered([10, 29_990, -29_990], result=0), scattered([20])
    read = Positions([write(tmp_path / "games.games", [won, unfinished])], decided=True)
    games = Games.of(read.labels(range(len(read))))
    assert (games.score, games.won, games.stones, games.black) == ([10], [1], [0], [1])
