"""Training learns, is reproducible and can be resumed."""

import csv
import re
import subprocess
import sys

import numpy as np
import pytest
from synthetic import write_samples
from tengen.training import Positions

from tengen_train import config, evaluation, layout, reference
from tengen_train.__main__ import main
from tengen_train.data import DataError
from tengen_train.reference import EDGE, window_numbers

torch = pytest.importorskip("torch", reason="needs PyTorch, which pip install './train[test]' installs")
from tengen_train.net import VALUE, EmbeddingSum, TiedConvolution, embedding_sum, losses, tensors, window_features  # noqa: E402
from tengen_train.train import CONSTANT_MAX, Training, TrainError, refuse_constant  # noqa: E402

TINY = """
[network]
[data]
train = ["a.games", { file = "b.games", limit = 1500 }]
check = "check.games"
[training]
seed = 4
passes = 6
batch = 128
chunk = 64
rate = 0.02
report = 10
check = 100
save = 15
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("data")
    for name, count, seed in (("a", 2500, 1), ("b", 2000, 2), ("check", 1000, 3)):
        write_samples(folder / f"{name}.games", count, seed)
    (folder / "tiny.toml").write_text(TINY)
    return folder


def training(folder, out, text: str = TINY) -> Training:
    return Training(config.parse(text), folder, out)


def quiet(line: str) -> None:
    pass


def test_a_tiny_training_beats_the_tables(folder, tmp_path, capsys):
    out, file = tmp_path / "run", tmp_path / "tiny.tnn"
    assert main(["train", str(folder / "tiny.toml"), "--data", str(folder), "--out", str(out)]) == 0
    assert "left" in capsys.readouterr().out
    with pytest.raises(config.ConfigError):
        config.parse(TINY.replace("rate = 0.02", "rate = 0"))
    assert main(["export", str(out), str(file), "--note", "tiny"]) == 0
    tables, net, label = evaluation.reports(Positions([folder / "check.games"]), [layout.read(file)], 200.0)
    assert label.loss < net.loss < tables.calibrated - 0.03
    assert net.first > 0.3, "a guess is right in 1 of about 34"
    assert main(["evaluate", str(folder / "check.games"), str(file)]) == 0
    assert f"{net.loss:.4f}" in capsys.readouterr().out
    assert main(["show", str(file)]) == 0
    assert "tiny" in capsys.readouterr().out
    rows = list(csv.DictReader((out / "log.csv").open()))
    assert abs(float(rows[-1]["check_value"]) - net.loss) < 0.003, "float and integer losses agree"
    assert (out / "curves.png").read_bytes().startswith(b"\x89PNG")


def weights(run: Training) -> list[torch.Tensor]:
    return list(run.net.state_dict().values())


def test_a_resumed_training_equals_an_uninterrupted_one(folder, tmp_path):
    text = TINY.replace("passes = 6", "passes = 2.2")
    whole = training(folder, tmp_path / "whole", text)
    whole.run(log=quiet)
    killed = training(folder, tmp_path / "killed", text)
    for parts in killed.batches(37):
        killed.train_step(parts)  # steps after the last checkpoint are lost
        if killed.step % 10 == 0:
            killed.report(with_check=False)
        if killed.step == 15 or killed.step == 30:
            killed.save()
    again = training(folder, tmp_path / "killed", text)
    assert again.resume() and again.step == 30
    again.run(log=quiet)
    assert again.step == whole.step > 37
    assert all(torch.equal(a, b) for a, b in zip(weights(whole), weights(again), strict=True))
    logs = [(tmp_path / name / "log.csv").read_text() for name in ("whole", "killed")]
    assert logs[0] == logs[1]


def test_equal_seeds_give_equal_networks(folder, tmp_path):
    text = TINY.replace("passes = 6", "passes = 0.5")
    runs = [training(folder, tmp_path / "r", t) for t in (text, text, text.replace("seed = 4", "seed = 5"))]
    for run in runs:
        run.run(log=quiet)
    same = [all(torch.equal(a, b) for a, b in zip(weights(runs[0]), weights(run))) for run in runs]
    assert same == [True, True, False]


def test_a_checkpoint_of_another_configuration_is_refused(folder, tmp_path):
    training(folder, tmp_path).save()
    with pytest.raises(TrainError):
        training(folder, tmp_path, TINY.replace("0.02", "0.03")).resume()


def test_training_starts_from_another_network_and_renju_from_freestyle(folder, tmp_path):
    first = training(folder, folder / "first")
    first.run(until=3, log=quiet)
    with pytest.raises(DataError, match="of freestyle"):
        training(folder, tmp_path, TINY.replace("[network]", '[network]\nrule = "renju"'))
    write_samples(folder / "renju.games", 300, 9, rule="renju")
    start = '[network]\nstart = "first/checkpoint.pt"'
    second = training(folder, tmp_path / "b", TINY.replace("[network]", start))
    assert all(torch.equal(a, b) for a, b in zip(weights(first), weights(second)))
    text = TINY.replace("[network]", f'{start}\nrule = "renju"').replace("a.games", "renju.games")
    text = text.replace('{ file = "b.games", limit = 1500 }', '"renju.games"').replace("check.games", "renju.games")
    renju = training(folder, tmp_path / "c", text)
    assert torch.equal(renju.net.own[1], first.net.own[0])


def test_training_starts_from_an_exported_network(folder, tmp_path):
    first = training(folder, tmp_path / "first")
    first.run(until=3, log=quiet)
    exported = layout.to_bytes(first.net.export())
    (folder / "first.tnn").write_bytes(exported)
    second = training(folder, tmp_path / "b", TINY.replace("[network]", '[network]\nstart = "first.tnn"'))
    assert layout.to_bytes(second.net.export()) == exported
    (folder / "first.tnn").write_bytes(exported[:-1])
    with pytest.raises(TrainError, match="first.tnn"):
        training(folder, tmp_path / "c", TINY.replace("[network]", '[network]\nstart = "first.tnn"'))


def exported(run: Training) -> dict[str, np.ndarray]:
    return run.net.export().sets[0]


def deaden(run: Training, first: list[int], second: list[int]) -> None:
    """Make these numbers of the hidden layers of the value 0 everywhere."""
    with torch.no_grad():
        run.net.flags[..., first] = -30
        run.net.v2[second], run.net.b2[second] = 0, -1


def test_a_training_of_the_value_alone_changes_nothing_else(folder, tmp_path):
    text = TINY.replace("passes = 6", 'passes = 1\nonly = "value"')
    run = training(folder, tmp_path, text)
    before = exported(run)
    run.run(until=20, log=quiet)
    changed = {name for name, weights in exported(run).items() if not np.array_equal(weights, before[name])}
    assert changed == set(VALUE)


def test_numbers_that_are_never_above_zero_get_new_weights_and_values_stay_the_same(folder, tmp_path):
    run = training(folder, tmp_path, TINY.replace("passes = 6", "passes = 1\nrevive = true"))
    deaden(run, first=[3, 5], second=[0, 30])
    batch = run.held_out.take(np.arange(len(run.held_out)))
    before, lines = reference.evaluate(run.net.export(), batch), []
    run.revive(lines.append)
    assert np.array_equal(before["logit"], reference.evaluate(run.net.export(), batch)["logit"])
    assert re.search(r"new weights for (\d+) .* and (\d+) of the second", lines[0])
    lines.clear()
    run.revive(lines.append)
    assert lines[0].startswith("new weights for 0 numbers of the first hidden layer and 0 of the second")


def test_a_number_that_is_zero_everywhere_still_learns(folder, tmp_path):
    run = training(folder, tmp_path)
    deaden(run, first=[3], second=[7])
    batch = next(run.batches(1))[0]
    losses(*run.net(batch), batch)["value"].backward()
    assert run.net.v1.grad[3].abs().max() > 0 and run.net.b2.grad[7].abs() > 0


def test_a_network_with_a_constant_value_is_neither_trained_to_the_end_nor_exported(folder, tmp_path, capsys):
    run = training(folder, tmp_path / "run", TINY.replace("passes = 6", "passes = 0.1"))
    deaden(run, first=[], second=list(range(32)))
    run.optimiser = torch.optim.SGD(run.net.parameters(), lr=0.0)
    run.rate = lambda step: 0.0
    with pytest.raises(TrainError, match="constant in 100.00% of the held-out positions, more than 0.1%"):
        run.run(log=quiet)
    assert main(["export", str(tmp_path / "run"), str(tmp_path / "constant.tnn")]) == 1
    assert "constant in 100.00%" in capsys.readouterr().err
    assert not (tmp_path / "constant.tnn").exists()
    refuse_constant(CONSTANT_MAX)


def test_a_rate_of_zero_is_refused(folder, tmp_path):
    (tmp_path / "zero.toml").write_text(TINY.replace("rate = 0.02", "rate = 0"))
    command = [sys.executable, "-m", "tengen_train", "train", str(tmp_path / "zero.toml"), "--data", str(folder), "--out", str(tmp_path / "run")]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 1 and "training.rate = 0: expected a number, above 0" in ran.stderr, ran.stderr


@pytest.mark.parametrize(
    "wrong",
    ["[network]\nchannels = 32", "[network]\npoints = 0", "[training]\nseed = -1",
     "[data]\ntrain = []", '[data]\ntrain = [{ file = "a.games", results = 2 }]', '[data]\ntrain = [{ file = "a.games", later = 2 }]', "[training]\nbatch = 100\nchunk = 64", "[training]\nrate = true", "nonsense", "[other]"],
)  # fmt: skip
def test_a_wrong_configuration_is_reported_in_one_line(wrong, tmp_path, capsys):
    file = tmp_path / "wrong.toml"
    data = "" if "[data]" in wrong else '\n[data]\ntrain = ["a.games"]\n'
    file.write_text(wrong + data)
    assert main(["train", str(file), "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.startswith("tengen-train: ")


def test_parts_on_smaller_grids_have_the_losses_of_the_batch(folder, tmp_path):
    for name in ("a", "b", "check"):
        write_samples(tmp_path / f"{name}.games", 250, 7, (7, 9), smaller=True)
    run = training(tmp_path, tmp_path / "run")
    whole = tensors(run.positions.take(np.arange(500)))
    wanted = losses(*run.net(whole), whole)
    for size in (20, None):
        parts = [tensors(part) for part in run.positions.parts(np.arange(500), size)]
        assert (parts[0]["grid"], parts[0]["board"], parts[-1]["grid"]) == ((5, 5), None, (7, 9))
        sums = [losses(*run.net(part), part) for part in parts]
        for name, each in wanted.items():
            assert torch.allclose(sum(some[name] for some in sums), each, rtol=1e-4), name


def test_too_few_positions_are_refused(folder, tmp_path):
    run = training(folder, tmp_path, TINY.replace("batch = 128", "batch = 6400"))
    with pytest.raises(DataError, match="4000 positions are fewer than a batch of 6400"):
        run.run(log=quiet)


def test_gpu_operations_equal_their_cpu_versions():
    random = torch.Generator().manual_seed(5)
    h = torch.randn(2, 4, 5, 3, generator=random, dtype=torch.float64, requires_grad=True)
    weights = torch.randn(3, 3, generator=random, dtype=torch.float64, requires_grad=True)
    kernel = weights[[2, 1, 2, 1, 0, 1, 2, 1, 2]].T.reshape(3, 1, 3, 3)
    expected = torch.nn.functional.conv2d(h.permute(0, 3, 1, 2), kernel, padding=1, groups=3).permute(0, 2, 3, 1)
    assert torch.allclose(TiedConvolution.apply(h, weights), expected)
    assert torch.autograd.gradcheck(TiedConvolution.apply, (h, weights))

    table = torch.randn(9, 3, generator=random, dtype=torch.float64, requires_grad=True)
    rows = torch.randint(0, 9, (2, 4, 50), generator=random).unbind()
    assert torch.equal(EmbeddingSum.apply(table, *rows), embedding_sum(table, *rows))
    assert torch.autograd.gradcheck(lambda table: EmbeddingSum.apply(table, *rows), (table,))


def test_windows_are_numbered_with_their_mirror_images_and_edges():
    numbers, contents = window_numbers(2)
    assert numbers[0] == 0 and len(contents) == numbers.max() + 1 == 91
    one_left, one_right = 1 << 4, 1 << 2  # adjacent to the point
    assert numbers[one_left] == numbers[one_right] != numbers[1 << 6]
    edge = [EDGE << 6, EDGE]
    assert numbers[edge[0]] == numbers[edge[1]]
    assert contents[numbers[edge[0]]].tolist() in ([EDGE, 0, 0, 0], [0, 0, 0, EDGE])
    features = window_features(contents)
    assert (features.sum(axis=1) == 4 + 6).all(), "four points and six pairs of them"
    assert len(np.unique(features, axis=0)) == len(contents)
