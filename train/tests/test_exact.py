"""The trained network, the exported network and the integer reference compute the same."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import of_stones, positions

from tengen_train import layout, reference
from tengen_train.config import NetworkConfig
from tengen_train.data import Batch

torch = pytest.importorskip("torch", reason="needs PyTorch, which pip install './train[test]' installs")
from tengen_train.net import Net, pattern_features, tensors  # noqa: E402


def net(rule: str = "freestyle", scale: float = 1.0) -> Net:
    made = Net(NetworkConfig(rule=rule), seed=3)
    with torch.no_grad():
        for weight in made.parameters():
            weight.mul_(scale)
    made.project()
    return made


def compare(made: Net, batch: Batch) -> dict[str, np.ndarray]:
    network = layout.from_bytes(layout.to_bytes(made.export()))
    expected = reference.evaluate(network, batch)
    with torch.no_grad():
        logit, policy = made.double()(tensors(batch, real=torch.float64), exact=True)
    logit = logit.numpy() * layout.ACTIVATION
    policy = policy.reshape(expected["policy"].shape).numpy() * layout.ACTIVATION
    empty = reference.stones_of(batch) == reference.EMPTY
    assert np.array_equal(logit, expected["logit"])
    assert np.array_equal(policy[empty], expected["policy"][empty])
    return expected


def test_the_reference_equals_the_trained_network_on_ten_thousand_positions():
    outputs = compare(net(), positions(10_000, seed=5, grid=(6, 7), smaller=True))
    assert len(np.unique(outputs["logit"])) > 100, "the outputs vary"


@pytest.mark.parametrize("name", ["windows", "vp", "vr", "fr", "br", "v1"])
def test_every_part_of_the_network_changes_the_value(name):
    batch = positions(500, seed=5, grid=(9, 13), smaller=True)
    outputs, changed = compare(net(scale=3.0), batch), net(scale=3.0)
    with torch.no_grad():
        getattr(changed, name)[0] += 0.3
    changed.project()
    assert not np.array_equal(outputs["logit"], compare(changed, batch)["logit"])


def test_the_reference_equals_the_trained_network_on_boards_with_few_empty_points():
    random = positions(300, seed=5, grid=(6, 9), smaller=True)
    stones, pcodes = reference.stones_of(random), np.full((300, 2, 6, 9), 17)
    stones[stones == 0] = 1
    stones[100:, 2, 2], stones[200:, 3, 1] = 0, 0
    compare(net(scale=3.0), of_stones(stones, pcodes, random.threats, random.side, random.target, random.best))


def test_the_reference_equals_the_trained_network_where_biases_reach_their_bounds():
    made = net(scale=3.0)
    with torch.no_grad():
        made.bp[:16], made.bp[16:] = 63.9, -63.9
        made.br[:, ::2], made.br[:, 1::2] = 4.0, -4.0
        made.vp[:16], made.vp[16:] = -2.0, 2.0
    made.project()
    compare(made, positions(300, seed=6))


def test_the_second_look_changes_the_policies_of_the_top_policy_points_alone():
    batch = positions(500, seed=5, grid=(9, 13), smaller=True)
    outputs = compare(net(scale=3.0), batch)
    before = net(scale=3.0)
    with torch.no_grad():
        before.qp.zero_()
    assert np.array_equal(outputs["logit"], (first := compare(before, batch))["logit"])
    assert (outputs["policy"] != first["policy"]).sum(axis=(1, 2)).max() == 8


@pytest.mark.parametrize("scale", [0.0, 5.0, 40.0, 3000.0])
def test_the_reference_equals_the_trained_network_with_weights_at_their_bounds(scale):
    compare(net(scale=scale), positions(300, seed=6))


def test_the_reference_equals_the_trained_network_under_renju():
    made = net("renju")
    batch = positions(500, seed=7)
    first = compare(made, batch)
    assert not np.array_equal(first["logit"], compare(made, replace(batch, side=1 - batch.side))["logit"])


def test_the_float_network_is_close_to_the_integers():
    made, batch = net(), positions(500, seed=8)
    with torch.no_grad():
        logit, _ = made(tensors(batch))
    expected = reference.evaluate(made.export(), batch)["logit"] / layout.ACTIVATION
    differences = np.abs(logit.numpy() - expected)
    assert np.quantile(differences, 0.95) < 0.003 and differences.max() < 0.2, "rounding may choose another of the top policy points"


def test_the_value_is_invariant_under_symmetries():
    made, batch = net(), positions(100, seed=9)
    value = compare(made, batch)["value"]
    for turn in (lambda a: np.rot90(a, axes=(-2, -1)), lambda a: np.flip(a, -1), lambda a: np.swapaxes(a, -2, -1)):
        turned = with_pcodes(batch, turn(batch.pcodes))
        assert np.array_equal(compare(made, turned)["value"], value)


def with_pcodes(batch: Batch, rows: np.ndarray) -> Batch:
    """Return positions with other rows of pcodes and stones, and their windows."""
    moved = replace(batch, pcodes=np.ascontiguousarray(rows))
    pcodes = moved.pcodes - [[[0]], [[layout.PCODES]]]
    return of_stones(reference.stones_of(moved), pcodes, batch.threats, batch.side, batch.target, batch.best)


def test_a_small_board_on_a_large_grid_has_the_same_value():
    made, batch = net(), positions(100, seed=10, grid=(6, 6))
    large = np.pad(batch.pcodes, ((0, 0), (0, 0), (0, 3), (0, 2)), constant_values=layout.PADDING)
    assert np.array_equal(compare(made, with_pcodes(batch, large))["value"], compare(made, batch)["value"])


def test_pcodes_number_the_combinations_of_four_patterns():
    features = pattern_features()
    assert features.shape == (2380, 14 + 105)
    assert (features[:, :14].sum(axis=1) == 4).all() and (features[:, 14:].sum(axis=1) == 6).all()
    assert features[0, 0] == 4 and features[2379, 13] == 4
    assert features[1, [0, 1]].tolist() == [3, 1], "ascending, the last pattern varies fastest"
