"""Training learns, is reproducible and can be resumed."""

import csv
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
import torch
from synthetic import positions

from tengen_train import config, evaluation, layout, reference
from tengen_train.__main__ import main
from tengen_train.chances import Chances
from tengen_train.codes import CodesAdder, CodesError
from tengen_train.data import DataError, Positions, later_values, target
from tengen_train.gpu_data import GpuPositions
from tengen_train.net import VALUE, EmbeddingSum, TiedConvolution, embedding_sum, losses, tensors
from tengen_train.train import CONSTANT_MAX, Training, TrainError, refuse_constant
from tengen_train.windows import EDGE, window_features, window_numbers

TINY = """
[network]
[data]
train = ["a.npy", { file = "b.npy", limit = 1500 }]
check = "check.npy"
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
        np.save(folder / f"{name}.npy", positions(count, seed))
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
    assert main(["export", str(out), str(file), "--note", "tiny"]) == 0
    tables, net, label = evaluation.reports(np.load(folder / "check.npy"), [layout.read(file)], 200.0)
    assert label.loss < net.loss < tables.calibrated - 0.03
    assert net.first > 0.3, "a guess is right in 1 of about 34"
    assert main(["evaluate", str(folder / "check.npy"), str(file)]) == 0
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
    np.save(folder / "renju.npy", records := positions(300, 9))
    with pytest.raises(DataError, match="of freestyle"):
        training(folder, tmp_path, TINY.replace("[network]", '[network]\nrule = "renju"'))
    records["rule"] = 2
    np.save(folder / "renju.npy", records)
    start = '[network]\nstart = "first/checkpoint.pt"'
    second = training(folder, tmp_path / "b", TINY.replace("[network]", start))
    assert all(torch.equal(a, b) for a, b in zip(weights(first), weights(second)))
    text = TINY.replace("[network]", f'{start}\nrule = "renju"').replace("a.npy", "renju.npy")
    text = text.replace('{ file = "b.npy", limit = 1500 }', '"renju.npy"').replace("check.npy", "renju.npy")
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
    records = np.load(folder / "check.npy")
    before, lines = reference.evaluate(run.net.export(), records), []
    run.revive(lines.append)
    assert np.array_equal(before["logit"], reference.evaluate(run.net.export(), records)["logit"])
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


def test_a_pass_visits_every_position_once(folder):
    sources = config.parse(TINY).data.train
    read = Positions(sources, folder, 200.0)
    assert len(read) == 4000
    orders = [read.order(1, n) for n in (0, 0, 1)]
    assert np.array_equal(np.sort(orders[0]), np.arange(4000))
    assert np.array_equal(orders[0], orders[1]) and not np.array_equal(orders[0], orders[2])
    some = read.take(np.array([0, 2500, 2499, 3999]))
    files = [np.load(folder / f"{n}.npy") for n in "ab"]
    best = [files[0][0], files[1][0], files[0][2499], files[1][1499]]
    assert some.best.tolist() == [int(r["best"]) for r in best]


def test_known_results_are_mixed_into_the_target(tmp_path):
    records = positions(4, 6)
    records["score"], records["result"] = 0, [1, 0, -1, 2]
    np.save(tmp_path / "games.npy", records)
    for share, expected in ((0.0, [0.5] * 4), (0.5, [0.75, 0.5, 0.25, 0.5]), (1.0, [1, 0.5, 0, 0.5])):
        text = f'[data]\ntrain = [{{ file = "games.npy", results = {share} }}]'
        read = Positions(config.parse(text).data.train, tmp_path, 200.0)
        assert read.take(np.arange(4)).target.tolist() == expected


def test_chances_replace_the_points_a_logit(tmp_path):
    records = positions(4, 6)
    records["score"], records["side"] = [400, -400, 400, -400], [0, 0, 1, 1]
    np.save(tmp_path / "positions.npy", records)
    parsed = config.parse('[data]\ntrain = ["positions.npy"]\n[training]\nchances = [300, 5, 2, 0.1]')
    targets = Positions(parsed.data.train, tmp_path, parsed.training.scale()).take(np.arange(4)).target
    leads = np.array([1, -2, 1, -2]) * 400 / (300 + 5 * np.isin(records["stones"], (1, 2)).sum(axis=(1, 2)))
    logits = leads / (1 + np.abs(leads) / 12) + [0.1, 0.1, -0.1, -0.1]
    assert targets == pytest.approx(1 / (1 + np.exp(-logits)))


def test_a_file_may_have_chances_of_its_own(tmp_path):
    records = positions(4, 6)
    records["score"] = [400, -400, 300, 0]
    for name in ("old", "new"):
        np.save(tmp_path / f"{name}.npy", records)
    training = "[training]\nchances = [300, 5, 2, 0]"
    both = f'[data]\ntrain = ["old.npy", {{ file = "new.npy", chances = [200, 4, 1.5, 0] }}]\n{training}'
    parsed = config.parse(both)
    targets = Positions(parsed.data.train, tmp_path, parsed.training.scale()).take(np.arange(8)).target
    expected = [Chances(*fitted).of_records(records) for fitted in ((300, 5, 2, 0), (200, 4, 1.5, 0))]
    assert targets == pytest.approx(np.concatenate(expected))
    with pytest.raises(config.ConfigError, match="data.train.chances: expected empty of at least 1"):
        config.parse(both.replace("[200", "[0"))


def game(scores: list[int], random_moves: tuple[int, ...] = (), source: int = 1) -> np.ndarray:
    """Return the consecutive positions of a game."""
    records = positions(len(scores), source)
    records["score"], records["source"], records["sight"], records["stray"] = scores, source, 0, 0
    records["stray"][list(random_moves)] = 1
    records["result"] = 2
    return records


def test_later_values_are_for_the_side_now_to_move():
    games = np.concatenate([game([0, 100, 200, 300, 29999]), game([-100, 50, 70, 40], random_moves=(1,), source=2)])
    one, two = (later_values(games, plies, 200.0) for plies in (1, 2))
    values = target(games["score"], 200.0)
    assert one[:4] == pytest.approx(1 - values[1:5]) and one[4] == pytest.approx(values[4]), "a game ends with its last position"
    assert two[:3] == pytest.approx(values[2:5]) and two[3] == pytest.approx(1 - values[4])
    assert one[5] == pytest.approx(1 - values[6]) and one[7:] == pytest.approx([1 - values[8], values[8]])
    assert np.isnan(one[6]) and np.isnan(two[5]) and np.isnan(two[6]), "a random move is in between"


def test_later_values_are_mixed_into_the_target_of_quiet_positions(tmp_path):
    records = game([0, 200, -200, 0, 300], random_moves=(3,))
    records["result"] = [1, -1, 2, 2, 2]
    records["sight"] = [0, 2, 1, 0, 5]
    np.save(tmp_path / "games.npy", records)
    text = '[data]\ntrain = [{ file = "games.npy", results = 0.5, later = 2, later_share = 0.25 }, "games.npy"]'
    read = Positions(config.parse(text).data.train, tmp_path, 200.0)
    assert len(read) == 3 + 5
    low, high = target(np.array([-200, 200]), 200.0)
    expected = [0.25 * 0.5 + 0.25 * low + 0.5, low, 0.5, 0.5, high, low, 0.5, target(np.array([300]), 200.0)[0]]
    assert read.take(np.arange(8)).target == pytest.approx(expected), "the search score alone after a random move or without a result"
    records["sight"] = 0
    np.save(tmp_path / "games.npy", records)
    with pytest.raises(DataError, match="export with --all"):
        Positions(config.parse(text).data.train, tmp_path, 200.0)


@pytest.mark.parametrize(
    "wrong",
    ["[network]\nchannels = 32", "[network]\npoints = 0", "[training]\nseed = -1",
     "[data]\ntrain = []", '[data]\ntrain = [{ file = "a.npy", results = 2 }]', '[data]\ntrain = [{ file = "a.npy", later = 2 }]', "[training]\nbatch = 100\nchunk = 64", "[training]\nrate = true", "nonsense", "[other]"],
)  # fmt: skip
def test_a_wrong_configuration_is_reported_in_one_line(wrong, tmp_path, capsys):
    file = tmp_path / "wrong.toml"
    data = "" if "[data]" in wrong else '\n[data]\ntrain = ["a.npy"]\n'
    file.write_text(wrong + data)
    assert main(["train", str(file), "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.startswith("tengen-train: ")


def test_positions_without_codes_are_refused(tmp_path, capsys):
    np.save(tmp_path / "a.npy", positions(3, 1)[["stones", "score"]])
    assert main(["evaluate", str(tmp_path / "a.npy")]) == 1
    assert main(["evaluate", str(tmp_path / "none.npy")]) == 1
    assert "export with --codes" in capsys.readouterr().err


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_gpu_positions_equal_those_of_the_files(folder, tmp_path, rule):
    text = TINY.replace("[network]", f'[network]\nrule = "{rule}"')
    records = positions(500, 7, (7, 9), smaller=True)
    records["rule"] = layout.RULES.index(rule)
    for name in ("a", "b", "check"):
        np.save(tmp_path / f"{name}.npy", records)
    run = training(tmp_path, tmp_path / "run", text)
    gpu_positions = GpuPositions(run.positions, "cpu")
    assert len(gpu_positions) == len(run.positions) == 1000
    both = [records, records]
    sizes = np.concatenate([np.stack([r["height"], r["width"]], axis=1) for r in both])
    for group in gpu_positions.groups:
        numbers = np.flatnonzero((sizes == group.grid).all(axis=1))
        on_device, from_file = group.batch(torch.arange(len(group))), tensors(run.positions.take(numbers))
        height, width = group.grid
        logit, policy = run.net(on_device)
        expected, on_grid = run.net(from_file)
        assert torch.allclose(logit, expected, atol=1e-4)
        on_grid = on_grid.view(-1, 7, 9)[:, :height, :width].flatten(1)
        assert torch.allclose(policy[on_device["empty"]], on_grid[on_device["empty"]], atol=1e-4)
        for name, each in losses(logit, policy, on_device).items():
            assert torch.allclose(each, losses(expected, run.net(from_file)[1], from_file)[name], rtol=1e-4), name


def test_parts_on_smaller_grids_have_the_losses_of_the_batch(tmp_path):
    records = positions(500, 7, (7, 9), smaller=True)
    for name in ("a", "b", "check"):
        np.save(tmp_path / f"{name}.npy", records)
    run = training(tmp_path, tmp_path / "run")
    whole = run.positions.take(np.arange(500))
    parts = [whole.by_size().part(at, 20) for at in range(0, 500, 20)]
    assert (parts[0].grid, parts[0].board, parts[-1].grid) == ((5, 5), None, (7, 9))
    wanted = losses(*run.net(tensors(whole)), tensors(whole))
    sums = [losses(*run.net(tensors(part)), tensors(part)) for part in parts]
    for name, each in wanted.items():
        assert torch.allclose(sum(some[name] for some in sums), each, rtol=1e-4), name


def test_a_pass_over_gpu_positions_visits_each_once(folder, tmp_path):
    records = positions(500, 7, (7, 9), smaller=True)
    records["source"] = records["score"] = np.arange(500)
    for name in ("a", "b", "check"):
        np.save(tmp_path / f"{name}.npy", records)
    run = training(tmp_path, tmp_path / "run", TINY.replace(', { file = "b.npy", limit = 1500 }', ""))
    gpu_positions = GpuPositions(run.positions, "cpu")
    batches = [gpu_positions.batches(4, 2, 0, 2 * gpu_positions.batches_per_pass(2)) for _ in range(2)]
    targets = [torch.cat([batch["target"] for batch in each]) for each in batches]
    assert torch.equal(*targets), "the order depends on the seed"
    first, second = targets[0].chunk(2)
    assert len(set(first.tolist())) == len(first) >= 500 - len(gpu_positions.groups)
    assert not torch.equal(first, second)


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


ADDS_CODES = """\
#!{python}
import sys
import numpy as np

assert sys.argv[1:] == ["lab", "data", "add-codes", "--grid", "7x7"], sys.argv
records = np.load({coded!r})
size = records.dtype.fields["codes"][1]
known = {{record.tobytes()[:size]: record for record in records}}
while data := sys.stdin.buffer.read1(size):
    data += sys.stdin.buffer.read(size - len(data))
    coded = known[data]
    sys.stdout.buffer.write(data + coded["codes"].tobytes() + coded["threats"].tobytes())
    sys.stdout.buffer.flush()
"""


def without_codes(records: np.ndarray) -> np.ndarray:
    """Return the records as `tengen lab data export` writes them without --codes."""
    names = [name for name in records.dtype.names if name not in ("codes", "threats", "value")]
    out = np.empty(len(records), [(name, *records.dtype.fields[name][:1]) for name in names])
    for name in names:
        out[name] = records[name]
    return out


@pytest.fixture(scope="module")
def plain(folder, tmp_path_factory):
    """A folder with the same files without codes, and a program that adds them."""
    plain = tmp_path_factory.mktemp("plain")
    files = {name: np.load(folder / f"{name}.npy") for name in ("a", "b", "check")}
    for name, records in files.items():
        np.save(plain / f"{name}.npy", without_codes(records))
    np.save(plain / "coded.npy", np.concatenate(list(files.values())))
    program = plain / "tengen"
    program.write_text(ADDS_CODES.format(python=sys.executable, coded=str(plain / "coded.npy")))
    program.chmod(0o755)
    return plain


def test_codes_that_are_added_later_train_the_same_network(folder, plain, tmp_path):
    with_codes = Training(config.parse(TINY), folder, tmp_path / "a")
    without = Training(config.parse(TINY), plain, tmp_path / "b", tengen=str(plain / "tengen"))
    for each in (with_codes, without):
        each.run(until=20, log=quiet)
    a, b = (each.net.state_dict() for each in (with_codes, without))
    assert all(torch.equal(a[name], b[name]) for name in a)
    assert with_codes.check() == without.check()


@pytest.mark.parametrize("processes", [1, 3])
def test_any_number_of_processes_adds_the_same_codes(folder, plain, processes):
    coded = np.load(folder / "a.npy")[:500]
    added = CodesAdder(str(plain / "tengen"), processes).add(np.load(plain / "a.npy")[:500])
    assert all(np.array_equal(added[name], coded[name]) for name in added.dtype.names)


def test_a_program_that_adds_no_codes_is_named(plain, tmp_path):
    records = np.load(plain / "a.npy")[:10]
    with pytest.raises(CodesError, match="/nowhere/tengen"):
        CodesAdder("/nowhere/tengen").add(records)
    with pytest.raises(CodesError, match="lab data add-codes"):
        CodesAdder(shutil.which("false")).add(records)


def test_files_with_and_without_codes_do_not_mix(folder, plain, tmp_path):
    for name, source in (("a", folder), ("b", plain)):
        shutil.copy(source / f"{name}.npy", tmp_path)
    with pytest.raises(DataError, match="with or without --codes"):
        Positions(config.parse(TINY).data.train, tmp_path, 200.0)
