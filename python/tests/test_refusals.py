"""Whatever comes as an argument, an exception answers it, or a result; nothing crashes, and nothing is forgotten."""

import gc
import os
import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tengen

COUNT = 10_000


def texts() -> list[Any]:
    return ["", "h8", "h8h8", "h8i9g7", "pass", "--", "zz9", "ü8", "\ud800", "a\0b", "renju", "renju+", "black", "x" * 9999]


def numbers() -> list[Any]:
    whole = [0, 1, -1, 7, 15, 33, 255, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, 10**30, -(2**63), -(10**30)]
    return [*whole, True, 0.5, -0.0, 1e308, -1e308, 5e-324, float("nan"), float("inf"), 1j, np.int8(3), np.float32("nan")]


def arrays() -> list[Any]:
    shapes = [(0,), (15,), (15, 15), (4, 15), (15, 33), (0, 0), (0, 15, 15), (2, 15, 15), (2, 3, 15), (1, 1, 1, 1)]
    kinds = ["int8", "uint8", "int64", "uint64", "float32", "bool", "complex64", "object", "U1", "datetime64[s]"]
    return [np.zeros(shape, kind) for shape in shapes for kind in kinds] + [
        np.full((15, 15), 3),
        np.full((15, 15), 2**63, "uint64"),
        np.full((15, 15), 257),
        np.full((15, 15), -1),
        np.full((15, 15), 1),
        np.ones((30, 30), "int8")[::2, ::2],
        np.asfortranarray(np.eye(15, dtype="int32")),
        np.broadcast_to(np.int8(0), (10**9, 15, 16))[:0],
        np.broadcast_to(np.int8(0), (10**9, 10**9)),
    ]


def others() -> list[Any]:
    deep: list[Any] = []
    for _ in range(500):
        deep = [deep]
    position = tengen.Position("h8i9")
    things = [None, object(), b"", b"\xff" * 99, [], [None], [[]], {}, {"a": 1}, {1}, (7, 7), (7,), (99, 99), (-1, 2**70)]
    return [*things, [(7, 7)], [(7, 7), "pass"], ["h8", "h8"], ["h8"] * 500, deep, position, [position], [position, None],
            tengen, len, type, iter([]), (x for x in "ab"), tengen.Game("h8"), sys.stdout]  # fmt: skip


POOL = [texts, numbers, arrays, others]
ENGINE = tengen.Engine(hash_mb=1)
OPEN = tengen.Position("h8i9g7", rule="renju")


def calls() -> list[tuple[Callable[..., Any], dict[str, Any]]]:
    """Functions with arguments, of which one is replaced. Whatever it becomes, the call takes little time."""
    search = {"position": OPEN, "nodes": 2, "time": 0.01, "depth": 1, "exclude": "a1"}
    limits = {"nodes": 2, "time": 0.01, "threads": 1, "hash_mb": 1}
    board = OPEN.stones
    return [
        (tengen.Position, {"moves": "h8", "rule": "renju", "size": 15, "black": "a1", "white": "a2", "to_move": "black"}),
        (tengen.Position.from_array, {"stones": board, "rule": "caro", "to_move": "white"}),
        (lambda move: OPEN.copy().play(move), {"move": "a1"}),
        (OPEN.index_of, {"move": "a1"}),
        (OPEN.name_of, {"row": 1, "column": 2}),
        (OPEN.svg, {"line": "a1", "labels": {"a2": "b"}, "numbers": "all", "forbidden": True, "width": 100}),
        (lambda side: setattr(OPEN.copy(), "to_move", side), {"side": "black"}),
        (lambda state: OPEN.copy()._restore(state), {"state": OPEN.__reduce__()[1][0]}),
        (tengen.Engine, {"threads": 1, "hash_mb": 1, "networks": [], "seed": 0}),
        (ENGINE.analyse, {**search, "lines": 1, "reuse": False}),
        (lambda every, time: list(ENGINE.analyse(OPEN, nodes=2, time=time, every=every)), {"every": 1, "time": 0.01}),
        (ENGINE.choose, {**search, "level": 8, "seed": 1, "reuse": True}),
        (ENGINE.evaluate, {"batch": [OPEN]}),
        (ENGINE.evaluate, {"batch": np.stack([board]), "to_move": ["white"], "rule": "renju"}),
        (ENGINE.solve, {"position": OPEN, "kind": "vcf", "nodes": 2, "time": 0.01, "shortest": False}),
        (tengen.solve, {"position": OPEN, "kind": "any", **limits}),
        (tengen.review, {"game": tengen.Game("h8"), **limits, "progress": None}),
        (tengen.Game, {"moves": "h8", "rule": "renju", "size": 15, "black": "", "white": ""}),
        (tengen.Game.from_position, {"position": OPEN, "black": "", "white": ""}),
        (tengen.Game("h8").position, {"after": 1}),
        (tengen.Game("h8").to_bytes, {"format": "sgf"}),
        (tengen.Game("h8").gif, {"numbers": "all", "delay": 1, "width": 60}),
        (lambda **given: list(tengen.parse(**given)), {"content": "h8", "rule": "renju", "size": 15, "as_five": True}),
        (lambda **given: list(tengen.read(**given)), {"file": __file__, "rule": "renju", "size": 15}),
        (tengen.write, {"file": "/nowhere/a.sgf", "games": tengen.Game("h8"), "replace": False}),
        (tengen.openings, {"kind": "empty", "count": 1, "rule": "renju", "size": 15, "seed": 1, "nodes": 1}),
        (tengen._native.elo, {"pairs": [(1, 0)]}),
        (tengen.Brain, {"command": "name=a,cmd=./nothing"}),
    ]


def test_ten_thousand_mutated_arguments_raise_exceptions() -> None:
    chance, cases, pool = random.Random(58), calls(), [make() for make in POOL]
    refused = 0
    for number in range(COUNT):
        function, usual = cases[number % len(cases)]
        name = chance.choice(list(usual))
        value = chance.choice(chance.choice(pool))
        if name == "count" and isinstance(value, int) and value > 999:
            continue  # that many openings are a wish, not a mistake
        try:
            function(**{**usual, name: value})
        except tengen.SearchFailed:
            raise AssertionError(f"{function} {name}={value!r:.100} is a bug") from None
        except Exception as error:
            assert str(error), (function, name)
            refused += 1
        except BaseException as error:
            raise AssertionError(f"{function} {name}={value!r:.100}: {error!r}") from None
    assert refused > COUNT // 2, refused


def memory() -> int:
    """The memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read as Linux shows it")
def test_memory_stays_flat_over_a_hundred_thousand_positions() -> None:
    def many(count: int) -> None:
        for number in range(count):
            position = tengen.Position("h8i9g7", rule="renju")
            position.play(position.name_of(number % 6, 3))
            assert position.stones.shape == position.legal.shape
            if number % 100 == 0:
                ENGINE.analyse(position, nodes=2)
                ENGINE.evaluate([position])
                with pytest.raises(tengen.IllegalMove):
                    position.play("h8")
        gc.collect()

    many(5_000)
    before = memory()
    many(100_000)
    assert memory() - before < 8 << 20
