"""The positions of files of games: their inputs, order and value targets."""

import numpy as np
import pytest
from synthetic import scattered, write, write_samples
from tengen.training import Positions, index_batches, order

from tengen_train import config, layout, reference
from tengen_train.__main__ import main
from tengen_train.chances import Chances
from tengen_train.config import Source
from tengen_train.data import Batch, DataError, Sources, check_rule, mixed_target, target

TINY = '[data]\ntrain = ["a.games", { file = "b.games", limit = 150 }]'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    write_samples(folder / "a.games", 250, seed=1)
    write_samples(folder / "b.games", 200, seed=2, size=(8, 6), smaller=True)
    return folder


def sources(folder, text: str = TINY) -> Sources:
    parsed = config.parse(text)
    return Sources(parsed.data.train, folder, parsed.training.scale())


@pytest.mark.parametrize("rule", layout.RULES)
def test_windows_are_those_of_the_reference(tmp_path, rule):
    read = Positions([write_samples(tmp_path / "a.games", 100, 3, (11, 15), smaller=True, rule=rule)], threads=2)
    inputs, labels = read.inputs(np.arange(100)), read.labels(np.arange(100))
    stones = reference.stones_of(Batch.of(inputs, labels, labels.score))
    expected = np.where((stones == reference.EMPTY)[..., None], 1 + reference.windows(stones), 0)
    assert np.array_equal(inputs.windows, np.moveaxis(expected, 3, 1))
    assert len(np.unique(inputs.windows)) > 500, "the windows vary"
    assert np.array_equal(((stones == reference.OWN) | (stones == reference.OTHER)).sum(axis=(1, 2)), labels.stones)
    assert np.array_equal((stones != reference.EDGE).sum(axis=(1, 2)), labels.width.astype(int) * labels.height)


def test_a_pass_visits_every_position_once():
    orders = [order(4000, 1, n) for n in (0, 0, 1)]
    assert np.array_equal(np.sort(orders[0]), np.arange(4000))
    assert np.array_equal(orders[0], orders[1]) and not np.array_equal(orders[0], orders[2])
    steps = list(index_batches(4000, 1000, 1, last=8))
    assert np.array_equal(np.concatenate(steps), np.concatenate([orders[0], orders[2]]))
    assert np.array_equal(np.concatenate(list(index_batches(4000, 1000, 1, first=5, last=7))), orders[2][1000:3000])


def test_positions_are_taken_from_all_files_up_to_their_limits(folder):
    read = sources(folder)
    assert len(read) == 400
    files = [Positions([folder / f"{name}.games"]) for name in "ab"]
    expected = [files[0].labels([0, 249]).source, files[1].labels([0, 149]).source]
    _, labels, targets = read.labels(np.array([0, 249, 250, 399]))
    assert np.array_equal(labels.source, np.concatenate(expected))
    assert targets == pytest.approx(target(labels.score, 200.0))
    taken = read.take(np.array([399, 0]))
    assert taken.pcodes.shape[2:] == (max(7, labels.height[3]), 7) and taken.target == pytest.approx(targets[[3, 0]])
    best = labels.best_row.astype(int) * 7 + labels.best_column
    assert taken.best.tolist() == best[[3, 0]].tolist()


def test_parts_have_the_positions_of_the_batch_by_size(folder):
    read = sources(folder)
    indices = np.arange(200, 400)
    for parts in (read.parts(indices, 20), read.parts(indices, None)):
        points = [part.pcodes.shape[2] * part.pcodes.shape[3] for part in parts]
        assert sum(len(part.best) for part in parts) == 200 and points[0] < points[-1]
        assert sum(part.target.sum() for part in parts) == pytest.approx(read.take(indices).target.sum())
    assert all((part.pcodes[:, 0] != layout.PADDING).all() for part in read.parts(indices[:50], None)), "boards of one size fill the grid"


def test_known_results_are_mixed_into_the_target(tmp_path):
    games = [scattered([0], result=result) for result in (0, 2, 1, 3)]
    write(tmp_path / "games.games", games)
    for share, expected in ((0.0, [0.5] * 4), (0.5, [0.75, 0.5, 0.25, 0.5]), (1.0, [1, 0.5, 0, 0.5])):
        text = f'[data]\ntrain = [{{ file = "games.games", results = {share} }}]'
        assert sources(tmp_path, text).take(np.arange(4)).target.tolist() == expected


def test_chances_replace_the_points_a_logit(tmp_path):
    write(tmp_path / "games.games", [scattered([400, 400, -400, -400])])
    targets = sources(tmp_path, '[data]\ntrain = ["games.games"]\n[training]\nchances = [300, 5, 2, 0.1]').take(np.arange(4)).target
    leads = np.array([1, 1, -2, -2]) * 400 / (300 + 5 * np.arange(4))
    logits = leads / (1 + np.abs(leads) / 12) + [0.1, -0.1, 0.1, -0.1]
    assert targets == pytest.approx(1 / (1 + np.exp(-logits)))


def test_a_file_may_have_chances_of_its_own(tmp_path):
    for name in ("old", "new"):
        write(tmp_path / f"{name}.games", [scattered([400, -400, 300, 0])])
    both = '[data]\ntrain = ["old.games", { file = "new.games", chances = [200, 4, 1.5, 0] }]\n[training]\nchances = [300, 5, 2, 0]'
    scores, black = np.array([400.0, -400, 300, 0]), np.array([1, -1, 1, -1])
    expected = [Chances(*fitted).predict(scores, np.arange(4), black) for fitted in ((300, 5, 2, 0), (200, 4, 1.5, 0))]
    assert sources(tmp_path, both).take(np.arange(8)).target == pytest.approx(np.concatenate(expected))
    with pytest.raises(config.ConfigError, match="data.train.chances: expected empty of at least 1"):
        config.parse(both.replace("[200", "[0"))


def later(tmp_path, plies: int, scale: float | Chances = 200.0) -> np.ndarray:
    """Return the search values some plies later in two games."""
    scores = [[0, 100, 200, 300, 29999], [-100, 50, 70, 40]]
    write(tmp_path / "games.games", [scattered(scores[0]), scattered(scores[1], random_moves=(1,))])
    labels = Positions([tmp_path / "games.games"]).labels(np.arange(9), plies=[plies] * 9)
    return mixed_target(labels, Source("", later=plies, later_share=1.0), scale)


def test_later_values_are_for_the_side_now_to_move(tmp_path):
    one, two = (later(tmp_path, plies) for plies in (1, 2))
    values = target(np.array([0, 100, 200, 300, 29999, -100, 50, 70, 40]), 200.0)
    assert one[:4] == pytest.approx(1 - values[1:5]) and one[4] == pytest.approx(values[4]), "a game ends with its last position"
    assert two[:3] == pytest.approx(values[2:5]) and two[3] == pytest.approx(1 - values[4])
    assert one[5] == pytest.approx(1 - values[6]) and one[7:] == pytest.approx([1 - values[8], values[8]])
    assert [one[6], two[5], two[6]] == pytest.approx(values[[6, 5, 6]]), "a random move is in between"


def test_later_values_have_the_chances_of_their_stones_and_side(tmp_path):
    scale = Chances(300, 5, 2, 0.5)
    assert later(tmp_path, 1, scale)[0] == pytest.approx(1 - scale.predict(np.array([100.0]), np.array([1]), np.array([-1.0]))[0])
    assert later(tmp_path, 2, scale)[0] == pytest.approx(scale.predict(np.array([200.0]), np.array([2]), np.array([1.0]))[0])


def test_results_and_later_values_are_mixed_together(tmp_path):
    write(tmp_path / "games.games", [scattered([0, 200, -200, 0, 300], random_moves=(3,), result=0)])
    text = '[data]\ntrain = [{ file = "games.games", results = 0.5, later = 2, later_share = 0.25 }]'
    low, high, last = target(np.array([-200, 200, 300]), 200.0)
    expected = [0.75 * 0.5 + 0.25 * low, 0.75 * high + 0.25 * 0.5, low, 0.5, 0.5 * last + 0.5]
    found = sources(tmp_path, text).take(np.arange(5)).target
    assert found == pytest.approx(expected), "the search score alone after a random move or without a result"


def test_positions_of_another_rule_are_refused(folder, tmp_path):
    renju = Positions([write_samples(tmp_path / "renju.games", 10, 9, rule="renju")])
    check_rule(renju, "renju")
    with pytest.raises(DataError, match="the positions are of renju, but the network is for caro"):
        check_rule(renju, "caro")


def test_what_is_no_file_of_games_is_refused(tmp_path, capsys):
    (tmp_path / "a.games").write_bytes(b"something else")
    assert main(["evaluate", str(tmp_path / "a.games")]) == 1
    assert main(["evaluate", str(tmp_path / "none.games")]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert errors[0].endswith("a.games: not a file of games") and "none.games" in errors[1]


def test_vectors_are_written_for_the_engine(folder, tmp_path, capsys):
    network = layout.Network(0, 250, [{name: np.zeros(size, "<i2") for name, size in layout.ARRAYS.items()}], "a note")
    (tmp_path / "zero.tnn").write_bytes(layout.to_bytes(network))
    out = tmp_path / "vectors.txt"
    assert main(["vectors", str(folder / "b.games"), str(tmp_path / "zero.tnn"), str(out), "--limit", "20"]) == 0
    labels = Positions([folder / "b.games"]).labels(np.arange(20))
    for line, side, height, width in zip(out.read_text().splitlines(), labels.side, labels.height, labels.width, strict=True):
        name, rows, _, logit, value, _ = line.split()
        assert (name, logit, value) == ("bw"[side], "0", "0")
        assert [len(row) for row in rows.split("/")] == [width] * height
