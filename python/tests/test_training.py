"""Positions of training games: their labels, and the inputs of the network."""

from pathlib import Path

import numpy as np
import pytest

import tengen
from tengen.training import Positions, ahead, batches, index_batches, inputs, order

FILE = Path(__file__).with_name("training.games")


@pytest.fixture(scope="module")
def every() -> Positions:
    return Positions([FILE], decided=True)


def test_labels_are_those_of_games(every: Positions) -> None:
    labels, games = (every.labels(range(len(every))), list(tengen.read(FILE)))
    assert every.rules == ["renju"] and every.starts == [0]
    assert len(set(labels.source.tolist())) == len(games) == 4
    at = 0
    for game in games:
        searched = int((labels.source == labels.source[at]).sum())
        for position in game.positions()[-searched - 1 : -1]:
            stones = len(position.moves)
            assert labels.stones[at] == stones and labels.side[at] == stones % 2
            assert (labels.height[at], labels.width[at]) == (position.height, position.width)
            best = position.stones[labels.best_row[at], labels.best_column[at]]
            assert best == 0
            at += 1
    assert at == len(every)
    quiet = Positions([FILE])
    assert len(quiet) == (labels.check <= 1).sum() < len(every)


def test_inputs_are_the_boards(every: Positions) -> None:
    boards = [position for game in tengen.read(FILE) for position in game.positions()]
    shown = {(position.stones.tobytes(), position.to_move == "white") for position in boards}
    labels = every.labels(range(len(every)))
    for index in range(len(every)):
        own = every.inputs([index]).pcodes[0, 0]
        sign = -1 if labels.side[index] else 1
        stones = sign * ((own == 4760).astype(np.int8) - (own == 4761))
        assert (stones.tobytes(), bool(labels.side[index])) in shown


def test_inputs_do_not_depend_on_threads(every: Positions) -> None:
    threads = Positions([FILE], decided=True, threads=3)
    indices = np.arange(len(every))[::-1]
    for name in ("pcodes", "windows", "threats"):
        assert np.array_equal(getattr(every.inputs(indices), name), getattr(threads.inputs(indices), name))


def test_any_positions_have_inputs(every: Positions) -> None:
    boards = [tengen.Position(black="c3d4", white="e5", to_move="white", size=size, rule="renju") for size in (9, "11x7")]
    found = inputs(boards)
    assert found.pcodes.shape == (2, 2, 9, 11) and found.windows.shape == (2, 4, 9, 11)
    assert (found.pcodes[0, 0, :9, :9] == 4761).sum() == 2 and (found.pcodes[0, 0] == 4762).sum() == 18
    assert inputs([]).pcodes.shape == (0, 2, 0, 0)
    with pytest.raises(tengen.InvalidArgument, match="one rule"):
        inputs([boards[0], tengen.Position()])
    game = next(iter(tengen.read(FILE)))
    first = game.positions()[int(every.labels([0]).stones[0])]
    for name in ("pcodes", "windows", "threats"):
        assert np.array_equal(getattr(inputs([first]), name), getattr(every.inputs([0]), name))


def test_batches_are_the_same_for_the_same_seed(every: Positions) -> None:
    one, again, other = ([labels.score for labels, _ in batches(every, 16, seed, last=20)] for seed in (1, 1, 2))
    assert np.array_equal(one, again) and not np.array_equal(one, other)
    numbers = next(index_batches(len(every), 16, 1, last=1))
    assert np.array_equal(numbers, order(len(every), 1, 0)[:16])
    assert np.array_equal(one[0], every.labels(numbers).score)
    with pytest.raises(ValueError, match="fewer than a batch of 1000"):
        next(batches(every, 1000, 1, last=1))


def test_what_is_prepared_ahead_comes_in_order_and_raises() -> None:
    assert list(ahead(lambda number: 10 // number, [5, 2, 1])) == [2, 5, 10]
    assert list(ahead(lambda number: 10 // number, [])) == []
    with pytest.raises(ZeroDivisionError):
        list(ahead(lambda number: 10 // number, [5, 0, 1]))


def test_values_of_the_tables_are_in_points(every: Positions) -> None:
    values = every.table_values(range(len(every)))
    quiet = every.labels(range(len(every))).check <= 1
    assert np.abs(values[quiet]).max() < 29_000 and len(np.unique(values)) > 20


def test_wrong_arguments_are_refused(every: Positions, tmp_path: Path) -> None:
    for wrong in (-1, len(every)):
        with pytest.raises(tengen.InvalidArgument, match=f"{wrong} is not one of {len(every)} positions"):
            every.inputs([wrong])
    for plies in ([1], [1, -1]):
        with pytest.raises(tengen.InvalidArgument, match="2 numbers"):
            every.labels([0, 1], plies=plies)
    with pytest.raises(tengen.ReadError, match="none.games"):
        Positions([tmp_path / "none.games"])
    with pytest.raises(tengen.ReadError, match="not a file of games"):
        Positions([Path(__file__)])
