"""The trained network, the exported network and the integer reference compute the same."""

import numpy as np
import pytest
import torch
from synthetic import positions

from tengen_train import layout, reference
from tengen_train.config import NetworkConfig
from tengen_train.data import batch, target
from tengen_train.net import Net, pattern_features, tensors


def net(rule: str = "freestyle", scale: float = 1.0) -> Net:
    made = Net(NetworkConfig(rule=rule), seed=3)
    with torch.no_grad():
        for weight in made.parameters():
            weight.mul_(scale)
    made.project()
    return made


def compare(made: Net, records: np.ndarray) -> dict[str, np.ndarray]:
    network = layout.from_bytes(layout.to_bytes(made.export()))
    expected = reference.evaluate(network, records)
    with torch.no_grad():
        logit, policy = made.double()(tensors(batch(records, target(records["score"], 200.0)), real=torch.float64), exact=True)
    logit = logit.numpy() * layout.ACTIVATION
    policy = policy.reshape(records["stones"].shape).numpy() * layout.ACTIVATION
    empty = records["stones"] == 0
    assert np.array_equal(logit, expected["logit"])
    assert np.array_equal(policy[empty], expected["policy"][empty])
    return expected


def test_the_reference_equals_the_trained_network_on_ten_thousand_positions():
    outputs = compare(net(), positions(10_000, seed=5, grid=(6, 7), smaller=True))
    assert len(np.unique(outputs["logit"])) > 100, "the outputs vary"


@pytest.mark.parametrize("name", ["windows", "vp", "vr", "fr", "br", "v1"])
def test_every_part_of_the_network_changes_the_value(name):
    records = positions(500, seed=5, grid=(9, 13), smaller=True)
    outputs, changed = compare(net(scale=3.0), records), net(scale=3.0)
    with torch.no_grad():
        getattr(changed, name)[0] += 0.3
    changed.project()
    assert not np.array_equal(outputs["logit"], compare(changed, records)["logit"])


def test_the_reference_equals_the_trained_network_on_boards_with_few_empty_points():
    records = positions(300, seed=5, grid=(6, 9), smaller=True)
    full = records["stones"]
    full[full == 0] = 1
    full[100:, 2, 2], records["codes"][100:, :, 2, 2] = 0, 17
    full[200:, 3, 1], records["codes"][200:, :, 3, 1] = 0, 17
    compare(net(scale=3.0), records)


def test_the_reference_equals_the_trained_network_where_biases_reach_their_bounds():
    made = net(scale=3.0)
    with torch.no_grad():
        made.bp[:16], made.bp[16:] = 63.9, -63.9
        made.br[:, ::2], made.br[:, 1::2] = 4.0, -4.0
        made.vp[:16], made.vp[16:] = -2.0, 2.0
    made.project()
    compare(made, positions(300, seed=6))


def test_the_second_look_changes_the_policies_of_the_top_policy_points_alone():
    records = positions(500, seed=5, grid=(9, 13), smaller=True)
    outputs = compare(net(scale=3.0), records)
    before = net(scale=3.0)
    with torch.no_grad():
        before.qp.zero_()
    assert np.array_equal(outputs["logit"], (first := compare(before, records))["logit"])
    assert (outputs["policy"] != first["policy"]).sum(axis=(1, 2)).max() == 8


@pytest.mark.parametrize("scale", [0.0, 5.0, 40.0, 3000.0])
def test_the_reference_equals_the_trained_network_with_weights_at_their_bounds(scale):
    compare(net(scale=scale), positions(300, seed=6))


def test_the_reference_equals_the_trained_network_under_renju():
    made = net("renju")
    records = positions(500, seed=7)
    first = compare(made, records)
    records["side"] ^= 1
    assert not np.array_equal(first["logit"], compare(made, records)["logit"])


def test_the_float_network_is_close_to_the_integers():
    made, records = net(), positions(500, seed=8)
    with torch.no_grad():
        logit, _ = made(tensors(batch(records, target(records["score"], 200.0))))
    expected = reference.evaluate(made.export(), records)["logit"] / layout.ACTIVATION
    differences = np.abs(logit.numpy() - expected)
    assert np.quantile(differences, 0.95) < 0.003 and differences.max() < 0.2, "rounding may choose another of the top policy points"


def test_the_value_is_invariant_under_symmetries():
    made, records = net(), positions(100, seed=9)
    value = compare(made, records)["value"]
    for turn in (lambda a: np.rot90(a, axes=(-2, -1)), lambda a: np.flip(a, -1), lambda a: np.swapaxes(a, -2, -1)):
        turned = records.copy()
        for name in ("stones", "codes"):
            turned[name] = turn(records[name])
        assert np.array_equal(compare(made, turned)["value"], value)


def test_a_small_board_on_a_large_grid_has_the_same_value():
    made, records = net(), positions(100, seed=10, grid=(6, 6))
    large = positions(100, seed=10, grid=(9, 8))
    for name in records.dtype.names:
        if records.dtype[name].shape == ():
            large[name] = records[name]
    large["stones"], large["codes"] = 3, 65535
    large["stones"][:, :6, :6], large["codes"][:, :, :6, :6] = records["stones"], records["codes"]
    assert np.array_equal(compare(made, large)["value"], compare(made, records)["value"])


def test_pcodes_number_the_combinations_of_four_patterns():
    features = pattern_features()
    assert features.shape == (2380, 14 + 105)
    assert (features[:, :14].sum(axis=1) == 4).all() and (features[:, 14:].sum(axis=1) == 6).all()
    assert features[0, 0] == 4 and features[2379, 13] == 4
    assert features[1, [0, 1]].tolist() == [3, 1], "ascending, the last pattern varies fastest"
