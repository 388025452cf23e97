"""The fit recovers the parameters that random results were drawn with."""

import numpy as np
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
    found = fit(drawn(200_000))
    assert abs(found.empty - TRUE.empty) < 20
    assert abs(found.each - TRUE.each) < 0.5
    assert abs(found.black - TRUE.black) < 0.02
    assert abs(found.behind - TRUE.behind) < 0.02


def test_predictions_match_the_results() -> None:
    games = drawn(200_000)
    for count, predicted, won in bins(TRUE.of_games(games), games.won):
        assert count > 1000 and abs(predicted - won) < 0.02


def test_proven_positions_and_games_without_a_result_are_skipped() -> None:
    records = np.zeros(4, [("score", "i2"), ("result", "i1"), ("stones", "u1", (5, 5)), ("side", "u1")])
    records["score"] = [10, 29_990, -29_990, 20]
    records["result"] = [1, 1, -1, 2]
    records["stones"][0, 0, :3] = [1, 2, 3]
    records["side"] = [0, 0, 1, 1]
    games = Games.from_records(records)
    assert (games.score, games.won, games.stones, games.black) == ([10], [1], [2], [1])
