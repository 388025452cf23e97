"""Searches: limits, reports, threads and signals."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import tengen

MIDDLE = "h8i9g9h10i8h9h7f9g8g7i7i6"
# A search of this position does not end soon.
QUIET = "h8a1"


@pytest.fixture(scope="module")
def engine() -> tengen.Engine:
    return tengen.Engine(hash_mb=16)


def test_a_search_reports_lines_with_what_is_expected(engine: tengen.Engine) -> None:
    report = engine.analyse(tengen.Position(MIDDLE), nodes=3_000, lines=3)
    assert 1 <= len(report.lines) <= 3 and report.nodes >= 1
    best = report.best
    assert best.move == best.principal_variation[0] and 0 <= best.win_rate <= 1
    assert [line.score for line in report.lines] == sorted((line.score for line in report.lines), reverse=True)
    assert report._repr_svg_().startswith("<svg")
    assert best.position == tengen.Position(MIDDLE)
    shown = best._repr_svg_()
    assert shown.startswith("<svg") and shown.count("<circle") > tengen.Position(MIDDLE)._repr_svg_().count("<circle")


def test_the_same_search_gives_the_same_result_with_any_engine(engine: tengen.Engine) -> None:
    position = tengen.Position(MIDDLE, rule="renju")
    reports = [one.analyse(position, nodes=2_000, lines=2) for one in (engine, engine, tengen.Engine(threads=2))]
    assert reports[0].lines == reports[1].lines == reports[2].lines
    assert len({report.nodes for report in reports}) == 1


def test_excluded_moves_are_not_played(engine: tengen.Engine) -> None:
    position = tengen.Position("h8a1i8c1j8e1")
    first = engine.analyse(position, nodes=500).best.move
    assert engine.analyse(position, nodes=500, exclude=[first]).best.move != first
    assert engine.choose(position, nodes=500, exclude=first).move != first


def test_proven_wins_say_how_long_they_take(engine: tengen.Engine) -> None:
    line = engine.analyse(tengen.Position("h8a1i8c1j8e1"), nodes=2_000).best
    assert line.win_in == 3 and line.loss_in is None and line.win_rate == 1
    assert len(line.principal_variation) == 3


def test_reports_come_while_the_search_goes_on(engine: tengen.Engine) -> None:
    start = time.monotonic()
    reports = list(engine.analyse(tengen.Position(QUIET), time=4, every=0.1))
    assert len(reports) >= 3 and time.monotonic() - start < 20
    assert [report.elapsed for report in reports] == sorted(report.elapsed for report in reports)


def test_an_iterator_that_is_left_ends_the_search(engine: tengen.Engine) -> None:
    start = time.monotonic()
    for report in engine.analyse(tengen.Position(QUIET), time=300, every=0.05):
        assert report.lines
        break
    with engine.analyse(tengen.Position(QUIET), time=300, every=0.05) as reports:
        next(reports)
    with pytest.raises(StopIteration):
        next(reports)
    assert engine.analyse(tengen.Position(), nodes=10).lines  # the engine is free again
    assert time.monotonic() - start < 60


def test_a_game_that_is_over_is_not_searched(engine: tengen.Engine) -> None:
    over = tengen.Position("h8a1i8a2j8a3k8a4l8")
    for search in [
        lambda: engine.analyse(over, nodes=10),
        lambda: engine.analyse(over, nodes=10, every=1),
        lambda: engine.choose(over, nodes=10),
        lambda: engine.evaluate([over]),
        lambda: tengen.solve(over),
    ]:
        with pytest.raises(tengen.IllegalMove, match="already over"):
            search()


def test_levels_play_and_a_seed_decides(engine: tengen.Engine) -> None:
    position = tengen.Position(MIDDLE)
    for level in [1, "beginner", 8, "full"]:
        first, second = (engine.choose(position, level=level, nodes=100, seed=3).move for _ in range(2))
        assert first == second and first in position.legal_moves
    moves = {engine.choose(position, level=1, seed=seed).move for seed in range(20)}
    assert len(moves) > 3


def test_solving_gives_a_line_and_a_proof_that_answers_every_reply() -> None:
    position = tengen.Position("h8a1i9c1i8h7j9k9", rule="freestyle")
    win = tengen.solve(position, kind="vct", time=20)
    assert win and win.finding == "win" and win.plies == len(win.line)
    assert win.proof is not None and win.proof.position == position
    assert win.proof.move == win.line[0] and win.proof.plies == win.plies
    for node in win.proof:
        for reply, after in node.replies.items():
            assert after is not None
            board = node.position.copy()
            board.play(str(node.move))
            board.play(reply)
            assert board == after.position and after.plies < node.plies
        board = node.position.copy()
        if not node.replies and node.fours and node.fours[0] == node.move:
            for move in node.fours:
                board.play(move)
            assert board.outcome is not None
    assert win._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("kind", ["vcf", "vct", "any"])
@pytest.mark.parametrize("shortest", [True, False])
@pytest.mark.parametrize("of", [tengen.solve, tengen.Engine(hash_mb=16).solve])
def test_every_win_has_a_proof(kind: str, shortest: bool, of: Callable[..., tengen.Solution]) -> None:
    position = tengen.Position("h8a1i8c1j8e1")
    win = of(position, kind, shortest=shortest)
    assert win.kind == "vcf" and win.line and win.proof is not None
    assert (win.proof.position, win.proof.move, win.proof.plies) == (position, win.line[0], win.plies)


def test_a_win_by_quiet_moves_has_a_proof_too() -> None:
    position = tengen.Position("h5h6k6h4h3l5k10k9h7j8", rule="standard")
    win = tengen.solve(position, nodes=500_000, time=1000)
    assert win.kind == "win" and win.proof is not None and win.proof.move == win.line[0]
    assert 1 < len(list(win.proof)) <= 1000


def test_there_may_be_no_win() -> None:
    nothing = tengen.solve(tengen.Position("h8"), kind="vcf")
    assert not nothing and nothing.finding == "none" and nothing.line == () and nothing.proof is None
    unknown = tengen.solve(tengen.Position(MIDDLE), kind="vct", nodes=1)
    assert unknown.finding in ("unknown", "none")


def test_evaluations_are_those_of_each_position_alone(engine: tengen.Engine) -> None:
    positions = [tengen.Position(moves.split(), rule="renju") for moves in ["h8", "h8 i9 g7", "h9 a1 h10 a3 f8 a5 g8 a7"]]
    values, policies = engine.evaluate(positions)
    assert values.shape == (3,) and policies.shape == (3, 15, 15)
    assert ((0 <= values) & (values <= 1)).all() and np.allclose(policies.sum(axis=(1, 2)), 1, atol=1e-3)
    for number, position in enumerate(positions):
        value, policy = engine.evaluate([position])
        assert value[0] == values[number] and (policy[0] == policies[number]).all()
        assert not policy[0][~position.legal].any()
    stones = np.stack([position.stones for position in positions])
    by_array = engine.evaluate(stones, rule="renju", to_move=[position.to_move for position in positions])
    assert (by_array[0] == values).all() and (by_array[1] == policies).all()
    by_counting = engine.evaluate(stones, rule="renju")
    assert (by_counting[0] == values).all()
    assert engine.evaluate([])[0].shape == (0,)


def test_positions_of_a_batch_fit_together(engine: tengen.Engine) -> None:
    with pytest.raises(tengen.InvalidArgument, match="one rule"):
        engine.evaluate([tengen.Position(), tengen.Position(rule="renju")])
    with pytest.raises(tengen.InvalidArgument, match="one board size"):
        engine.evaluate([tengen.Position(), tengen.Position(size=19)])
    with pytest.raises(tengen.InvalidArgument, match="an array of object is not a list of positions or an array of boards"):
        engine.evaluate(tengen.Position())  # type: ignore[call-overload]


def test_eight_threads_at_once_are_right(engine: tengen.Engine) -> None:
    positions = [tengen.Position(MIDDLE)] + tengen.Position(MIDDLE).symmetries()[1:]
    alone = [engine.analyse(position, nodes=1_000) for position in positions]
    engines = [tengen.Engine(hash_mb=16) for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        jobs = [pool.submit(engines[n % 4].analyse, positions[n % 8], nodes=1_000) for n in range(64)]
        for number, job in enumerate(jobs):
            assert job.result().lines == alone[number % 8].lines


def test_other_threads_run_while_the_engine_searches(engine: tengen.Engine) -> None:
    count, done = 0, threading.Event()

    def work() -> None:
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.001)

    thread = threading.Thread(target=work)
    thread.start()
    engine.analyse(tengen.Position(QUIET), time=1)
    done.set()
    thread.join()
    assert count > 50


def test_a_position_may_change_while_it_is_searched(engine: tengen.Engine) -> None:
    position = tengen.Position(QUIET)
    for search in (engine.analyse, engine.choose, engine.solve):
        with ThreadPoolExecutor(1) as pool:
            job = pool.submit(search, position, time=0.5)
            time.sleep(0.1)
            position.play("o15")
            found = job.result()
        report = found.report if isinstance(found, tengen.Choice) else found
        assert report is not None and report.position == tengen.Position(QUIET)
        position.undo()


INTERRUPTED = """
import signal, sys, time, tengen
signal.signal(signal.SIGINT, signal.default_int_handler)  # where it was ignored, as in the background of a shell
position = tengen.Position("{moves}")
engine = tengen.Engine(hash_mb=16)
engine.analyse(position, nodes=10)
print("ready", flush=True)
start = time.monotonic()
try:
    {search}
except KeyboardInterrupt:
    engine.analyse(position, nodes=10)  # it still works
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Windows go to a group of processes")
@pytest.mark.parametrize(
    "search",
    [
        "engine.analyse(position, time=1000)",
        "list(engine.analyse(position, time=1000, every=0.1))",
        "tengen.solve(tengen.Position(), time=1000)",
        "tengen.review(tengen.Game('h8i9g7g9'), time=1000)",
        "tengen.match(tengen.player(time=100), tengen.player(time=100), games=2, openings='empty')",
        "tengen.Brain(sys.executable + ' -c \"import time; time.sleep(1000)\"').start(position, 'black')",
    ],
)
def test_ctrl_c_stops_a_search_at_once(search: str) -> None:
    program = INTERRUPTED.format(moves=QUIET, search=search)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - sent < 20  # the searches take a thousand seconds
    assert process.returncode == 0
