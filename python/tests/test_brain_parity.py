"""The package plays what the brain plays, with the same nodes, and knows the same forbidden points."""

import os
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import tengen

RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8, "caro-exact": 9}
SIZES = [15, 15, 15, 20, 12, "17x13"]
NODES = 400
COUNT = int(os.environ.get("TENGEN_POSITIONS", "1000"))
BUILDS = Path(__file__).resolve().parents[2] / "target"
BRAINS = [os.environ.get("TENGEN_BRAIN", ""), *(str(BUILDS / kind / "pbrain-tengen") for kind in ("release", "debug"))]


def random_position(chance: random.Random) -> tengen.Position:
    """A position after random moves near the centre, whose game is open."""
    position = tengen.Position(rule=chance.choice(list(RULES)), size=chance.choice(SIZES))
    centre, reach = (position.height // 2, position.width // 2), chance.randrange(2, 6)
    for _ in range(chance.randrange(1, 40)):
        near = [
            move
            for move in position.legal_moves
            if max(abs(a - b) for a, b in zip(position.index_of(move), centre, strict=True)) <= reach
        ]
        if not near:
            break
        position.play(chance.choice(near))
        if position.outcome is not None:
            position.undo()
            break
    return position


def question(position: tengen.Position) -> str:
    """The commands for the brain."""
    lines = [f"RECTSTART {position.width},{position.height}", f"INFO rule {RULES[position.rule]}", f"INFO max_node {NODES}", "BOARD"]
    own = position.to_move
    for number, move in enumerate(position.moves):
        row, column = position.index_of(move)
        side = ("black", "white")[number % 2]
        lines.append(f"{column},{row},{1 if side == own else 2}")
    return "\n".join([*lines, "DONE", ""])


def answers(brain: str, positions: list[tengen.Position]) -> Iterator[str]:
    """What the brain says about each position: its search and its move, then the forbidden points."""
    with subprocess.Popen([brain], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        for position in positions:
            said = ""
            for asked, end in [(question(position), r"\d+,\d+$"), ("YXSHOWFORBID\n", "FORBID")]:
                process.stdin.write(asked)
                process.stdin.flush()
                while not re.match(end, line := process.stdout.readline()):
                    assert line, said
                    said += line
                said += line
            yield said
        process.stdin.write("END\n")


@pytest.fixture(scope="module")
def brain() -> str:
    known = [path for path in BRAINS if path and Path(path).is_file()]
    if not known:
        pytest.skip("no pbrain-tengen: build it, or name it in TENGEN_BRAIN")
    return known[0]


def test_moves_nodes_and_forbidden_points_are_those_of_the_brain(brain: str) -> None:
    chance = random.Random(58)
    positions = [random_position(chance) for _ in range(COUNT)]
    engine, searched = tengen.Engine(hash_mb=350), 0
    for position, answer in zip(positions, answers(brain, positions), strict=True):
        choice = engine.choose(position, nodes=NODES)
        row, column = position.index_of(choice.move)
        moves = re.findall(r"^(\d+),(\d+)$", answer, re.MULTILINE)
        assert moves == [(str(column), str(row))], (position, answer)
        nodes = re.search(r"Node (\d+)", answer)
        if nodes is not None and choice.report is not None and choice.report.depth > 0:
            assert choice.report.nodes == int(nodes.group(1)), (position, answer)
            searched += 1
        points = re.search(r"^FORBID (.*)\.$", answer, re.MULTILINE)
        assert points is not None, answer
        pairs = re.findall(r"(\d\d)(\d\d)", points.group(1))
        # The brain names the points after its own move.
        position.play(choice.move)
        known = {position.name_of(int(row), int(column)) for column, row in pairs}
        own = {position.name_of(*place) for place in zip(*position.forbidden.nonzero(), strict=True)}
        assert known == own, (position, answer)
    assert searched > COUNT // 3, "too few positions needed a search"
    assert len({(position.rule, position.width, position.height) for position in positions}) == min(COUNT // 50, len(RULES) * len(set(SIZES)))
