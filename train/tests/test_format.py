"""The file format, its bounds, and the worked example of FORMAT.md."""

import re
from pathlib import Path

import numpy as np
import pytest
from synthetic import of_stones

from tengen_train import layout, reference
from tengen_train.__main__ import main
from tengen_train.data import Batch
from tengen_train.layout import ARRAYS, FormatError, Network


def zeros(sets: int = 1) -> Network:
    weights = [{name: np.zeros(size, "<i2") for name, size in ARRAYS.items()} for _ in range(sets)]
    return Network(0, 250, weights, "a note")


def example() -> tuple[Network, Batch]:
    network = zeros()
    w = network.sets[0]
    w["own"][:, 0] = 1000 + np.arange(layout.PCODES)
    w["other"][:, 0] = -500
    w["stone"][:, 0] = 2000, -700
    w["conv"][:, 0] = 16384, 4096, -2048, -60
    w["v1"][0, 0], w["flags"][3, 0], w["v2"][0, 0], w["b2"][0] = 512, 100, 1024, -50
    w["v3"][0], w["b3"][0], w["d"][0, 0], w["q"][0] = 2048, 7, 256, 300
    stones, pcodes = np.zeros((1, 5, 5), int), np.zeros((1, 2, 5, 5), int)
    stones[0, 0, 0], pcodes[0, 0], pcodes[0, 1] = 1, 24, 5
    number = np.zeros(1, int)
    return network, of_stones(stones, pcodes, number + 3, number, number, number)


def test_the_example_of_format_md_matches_the_reference():
    network, batch = example()
    outputs = reference.evaluate(network, batch)
    text = (Path(__file__).parent.parent / "FORMAT.md").read_text().replace(",", "")
    logit, value = re.search(r"logit = round\(2048 · 1525 10\) \+ 7 = (\d+);  value = .* = (\d+)", text).groups()
    assert (outputs["logit"][0], outputs["value"][0]) == (int(logit), int(value)) == (3057, 746)
    adjacent, inner = re.search(r"policy: .* = (\d+) at an inner .* = (\d+)", text).groups()
    policy = outputs["policy"][0]
    assert (policy[0, 1], policy[2, 2]) == (int(adjacent), int(inner)) == (1050, 675)
    assert policy[0, 0] == np.iinfo(np.int64).min, "no move on a stone"
    weights, stones = {k: v.astype(np.int64) for k, v in network.sets[0].items()}, reference.stones_of(batch)
    y = reference.neighbours(weights["conv"], reference.points(weights, stones, batch.pcodes), stones != reference.EDGE)[0, :, :, 0]
    assert y[:2].tolist() == [[1038, 518, 334, 334, 300], [518, 241, 333, 333, 334]]
    assert y.sum() == 9219


@pytest.mark.parametrize("sets", [1, 2])
def test_a_written_file_is_read_back_unchanged(sets):
    network = zeros(sets)
    random = np.random.default_rng(1)
    for weights in network.sets:
        for array in weights.values():
            array[...] = random.integers(-900, 900, array.shape)
    data = layout.to_bytes(network)
    again = layout.from_bytes(data)
    assert (again.rule, again.points, again.note) == (0, 250, "a note")
    for one, other in zip(network.sets, again.sets, strict=True):
        for name in one:
            assert np.array_equal(one[name], other[name]), name
    assert layout.to_bytes(again) == data


def test_the_mean_of_networks(tmp_path, capsys):
    first, second = zeros(sets=2), zeros(sets=2)
    first.sets[1]["own"][0, 0], second.sets[1]["own"][0, 0], second.sets[0]["b3"][0] = 100, 200, -7
    paths = [tmp_path / "first.tnn", tmp_path / "second.tnn"]
    for path, network in zip(paths, (first, second), strict=True):
        path.write_bytes(layout.to_bytes(network))
    out = tmp_path / "mean.tnn"
    command = ["average", str(out), *map(str, paths)]
    assert main([*command, "--points", "300"]) == 0
    mean = layout.read(out)
    assert (mean.points, mean.note) == (300, "mean of first, second")
    assert mean.sets[1]["own"][0].tolist() == [150] + [0] * 31
    assert mean.sets[0]["b3"][0] in (-4, -3) and not mean.sets[0]["own"].any()
    paths[1].write_bytes(layout.to_bytes(zeros(sets=1)))
    capsys.readouterr()
    assert main(command) == 1
    assert capsys.readouterr().err == "tengen-train: first and second differ in rule or sets of weights\n"


def test_the_numbers_of_windows():
    assert layout.WINDOWS == len(reference.window_numbers()[1])


def test_the_sizes_in_format_md():
    assert 2 * sum(int(np.prod(size)) for size in ARRAYS.values()) == 461762
    text = (Path(__file__).parent.parent / "FORMAT.md").read_text()
    assert "461,762 bytes, 304,640 of them pcodes" in text


@pytest.mark.parametrize(
    ("at", "number", "message"),
    [(7, ord("4"), "a network in format '4', but this trainer reads format 5 only"), (22, 64, "a network with 64 channels, but"),
     (24, 64, "64 numbers in the first hidden layer"), (30, 4, "4 points to either side"), (32, 16, "16 top policy points"),
     (34, 0, "0 relative positions"), (36, 0, "0 policy refinements")],
)  # fmt: skip
def test_another_architecture_is_refused_by_name(at, number, message):
    data = bytearray(layout.to_bytes(zeros()))
    data[at] = number
    data[8:12] = layout.checksum(bytes(data[16:])).to_bytes(4, "little")
    with pytest.raises(FormatError, match=message):
        layout.from_bytes(bytes(data))


@pytest.mark.parametrize("at", [0, 9, 13, 17, 20, 21, 22, 28, 40, 5000, -1])
def test_a_damaged_file_is_refused(at):
    data = bytearray(layout.to_bytes(zeros()))
    data[at] ^= 0x15
    with pytest.raises(FormatError):
        layout.from_bytes(bytes(data))
    with pytest.raises(FormatError):
        layout.from_bytes(bytes(data[:at]))


@pytest.mark.parametrize(
    ("name", "index", "value"),
    [("own", (3, 4), 12288), ("other", (3, 4), -12288), ("windows", (3, 4), 2048), ("conv", (0, 1), -32768), ("conv", (1, 1), 8192),
     ("conv", (2, 1), -8192), ("conv", (3, 1), 8192), ("v1", (2,), 513), ("vp", (2,), 4097),
     ("vr", (2,), 4097), ("br", (3, 4), 2048), ("qp", (), 1025), ("v2", (2,), -4097), ("v3", (), 4097),
     ("d", (0,), 4097)],
)  # fmt: skip
def test_weights_that_could_overflow_are_refused(name, index, value):
    network = zeros()
    network.sets[0][name][index] = value
    with pytest.raises(FormatError):
        layout.to_bytes(network)


def test_maximum_weights_do_not_overflow():
    network = zeros()
    w = {k: v.astype(np.int64) for k, v in network.sets[0].items()}
    w["own"][:], w["other"][:], w["windows"][:] = layout.PCODE_MAX, layout.PCODE_MAX, layout.WINDOW_MAX
    w["conv"][0], w["conv"][1:] = layout.CENTRE_MAX, layout.SIDE_MAX
    stones = np.zeros((1, 32, 32), int)
    h = reference.points(w, stones, np.zeros((1, 2, 32, 32), int) + [[[0]], [[layout.PCODES]]])
    assert h.max() == layout.H_MAX
    centre, edge, corner, bias = w["conv"]
    before = sum(reference.rounded(a * b, 15) for a, b in ((centre, h), (edge, 4 * h), (corner, 4 * h))) + bias
    assert before.max() <= 32767
    y = reference.neighbours(w["conv"], h, stones != reference.EDGE)
    assert y.max() == layout.Y_MAX
    total = y.sum(axis=(1, 2))
    assert (8 * total // 1024).max() <= 32760
    for row, most in ((layout.ROW_MAX, 32760), (layout.ROW_MAX, layout.HIDDEN_MAX), (64 * layout.POLICY_MAX, layout.Y_MAX)):
        assert row * most + 512 < 2**31


def test_division_by_multiplication_is_exact():
    random = np.random.default_rng(2)
    for points in range(25, 1025):
        magic = 2**40 // points + 1
        for quotient in (0, 1, int(random.integers(2, 32760)), 32760):
            for total in (quotient * points - 1, quotient * points, quotient * points + 1):
                if total >= 0:
                    assert (total * magic) >> 40 == total // points


def test_the_example_as_a_vector():
    network, batch = example()
    (line,) = reference.vectors(network, batch)
    policy = reference.evaluate(network, batch)["policy"].reshape(-1)[1:]
    data = b"".join(int(p).to_bytes(4, "little", signed=True) for p in policy)
    assert line == f"b o..../...../...../...../..... 3 3057 746 {layout.checksum(data):08x}"
