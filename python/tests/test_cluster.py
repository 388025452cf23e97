"""Searches on several workers, with the results of one."""

import doctest
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import tengen

pytest.importorskip("distributed", reason="needs Dask, which tengen-gomoku[cluster] installs")
from tengen import cluster as module
from tengen.cluster import Cluster, ClusterError

POSITIONS = [tengen.Position(moves) for moves in tengen.openings("balanced", 8, nodes=100)]
NODES = 1_500


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster(workers=2) as both:
        yield both


def first_free(position: tengen.Position) -> str:
    return position.legal_moves[0]


def test_the_example_in_the_docstring_is_true() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


def test_results_are_in_order_and_those_of_one_engine(cluster: Cluster) -> None:
    engine = tengen.Engine(hash_mb=64)
    alone = [engine.analyse(position, nodes=NODES, lines=2) for position in POSITIONS]
    reports = list(cluster.analyse(POSITIONS, nodes=NODES, lines=2))
    assert [report.lines for report in reports] == [report.lines for report in alone]
    assert [report.position for report in reports] == POSITIONS


def test_results_come_while_others_are_searched(cluster: Cluster) -> None:
    def endless() -> Iterator[tengen.Position]:
        while True:
            yield from POSITIONS

    reports = cluster.analyse(endless(), nodes=200)
    assert [next(reports).position for _ in range(9)] == [*POSITIONS, POSITIONS[0]]
    reports.close()
    assert list(cluster.analyse(POSITIONS[:1], nodes=200))[0].nodes >= 1
    assert list(cluster.analyse([], nodes=200)) == []


def test_the_work_of_a_killed_worker_is_done_again() -> None:
    engine = tengen.Engine(hash_mb=64)
    many = POSITIONS * 3
    alone = [engine.analyse(position, nodes=NODES).lines for position in POSITIONS] * 3
    with Cluster(workers=2) as cluster:
        pids = list(cluster.client.run(os.getpid).values())
        found = []
        for report in cluster.analyse(many, nodes=NODES):
            if not found:
                os.kill(pids[0], signal.SIGKILL)
            found.append(report.lines)
    assert found == alone


def test_a_task_that_ends_its_workers_is_an_error() -> None:
    from dask import config

    with config.set({"distributed.scheduler.allowed-failures": 0}), Cluster(workers=1) as cluster:
        with pytest.raises(ClusterError, match="every worker that tried a task has ended"):
            list(cluster.selfplay(lambda position: os.kill(os.getpid(), signal.SIGKILL), games=1, openings="empty"))


def slow_first(number: int) -> int:
    time.sleep(2 * (number == 0))
    return number


def fails_at_first(file: str) -> str:
    with open(file, "a+") as tries:
        tries.write("x")
        tries.seek(0)
        if len(tries.read()) < 3:
            raise ValueError("not yet")
    return "done"


def test_any_function_is_called_for_items(cluster: Cluster, tmp_path: Path) -> None:
    assert list(cluster.run(slow_first, range(5))) == [0, 1, 2, 3, 4]
    early = list(cluster.run(slow_first, range(5), ordered=False))
    assert sorted(early) == [0, 1, 2, 3, 4] and early[0] != 0
    file = str(tmp_path / "tries")
    with pytest.raises(ValueError, match="not yet"):
        list(cluster.run(fails_at_first, [file]))
    assert list(cluster.run(fails_at_first, [file], tries=2)) == ["done"]


def test_a_single_call_is_repeated_and_can_be_cancelled(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not yet"):
        cluster.submit(fails_at_first, str(tmp_path / "once")).result()
    assert cluster.submit(fails_at_first, str(tmp_path / "thrice"), tries=3).result() == "done"
    with Cluster(workers=1) as one:
        busy, cancelled = one.submit(time.sleep, 1), one.submit(fails_at_first, str(tmp_path / "never"), tries=3)
        assert cancelled.cancel()
        busy.result()
        assert one.submit(len, "ab").result() == 2
    assert not (tmp_path / "never").exists()


def test_wins_and_reviews_are_those_of_one_process(cluster: Cluster) -> None:
    puzzle = tengen.Position("h8a1i8c1j8e1")
    wins = list(cluster.solve([puzzle, tengen.Position("h8")], kind="vcf"))
    alone = tengen.solve(puzzle, kind="vcf")
    assert [bool(win) for win in wins] == [True, False] and wins[0].line == alone.line
    assert wins[0].proof is not None and len(list(wins[0].proof)) == len(list(alone.proof or []))
    games = [tengen.Game("h8i9g7g9f8a1h9"), tengen.Game("h8i9i8j9j8k9a1l9")]
    reviews = list(cluster.review(games, nodes=500))
    assert [review.game for review in reviews] == games
    assert [review.moves for review in reviews] == [tengen.review(game, nodes=500).moves for game in games]


def test_a_match_does_not_depend_on_the_number_of_workers(cluster: Cluster) -> None:
    def played(on: Cluster) -> list[tuple[list[str], int, float]]:
        match = on.match(tengen.player(nodes=100), tengen.player(level=1), games=5, openings=["h8", "h8i9", "g7"], seed=7)
        return [(played.game.moves, played.black, played.score) for played in match.played]

    with Cluster(workers=1) as one:
        assert played(cluster) == played(one)
    games = list(cluster.selfplay(tengen.player(level=1), games=3, openings="empty", draw_after=12))
    assert len(games) == 3 and len({tuple(game.moves) for game in games}) == 3
    match = cluster.match(tengen.player(nodes=100), first_free, games=2, openings="empty")
    assert (match.wins, match.losses) == (2, 0) and match.elo.text


def test_what_is_refused_is_refused_as_on_one_machine(cluster: Cluster) -> None:
    engine = tengen.Engine(hash_mb=16)
    for wrong in ({"nodes": -1}, {"nodes": 0}, {"lines": 0}, {"node": 1}, {"time": float("nan")}, {"nodes": "many"}):
        with pytest.raises(Exception) as alone:
            engine.analyse(POSITIONS[0], **wrong)  # type: ignore[call-overload]
        with pytest.raises(type(alone.value)) as caught:
            list(cluster.analyse(POSITIONS, **wrong))
        assert str(caught.value) == str(alone.value)
    with pytest.raises(tengen.InvalidArgument, match="no moves"):
        list(cluster.review([tengen.Game("")]))
    for player in (engine, tengen.player(engine, level=1)):
        with pytest.raises(tengen.InvalidArgument, match="cannot be sent"):
            cluster.match(player, first_free)
    with pytest.raises(tengen.InvalidArgument, match="0 games"):
        cluster.match(first_free, first_free, games=0)
    for workers in (0, -1):
        with pytest.raises(tengen.InvalidArgument, match="workers"):
            Cluster(workers=workers)
    with pytest.raises(tengen.InvalidArgument, match="workers"):
        Cluster("tcp://127.0.0.1:1", workers=2)
    with pytest.raises(tengen.InvalidArgument):
        Cluster(hash_mb=-1)
    with pytest.raises(ClusterError, match="no cluster at 'nowhere'"):
        Cluster("nowhere")


def test_a_client_that_has_not_connected_is_gone_at_once() -> None:
    def clients() -> int:
        return sum(isinstance(one, module.Client) for one in gc.get_objects())

    gc.collect()
    before = clients()
    gc.disable()
    try:
        with pytest.raises(ClusterError, match="no cluster at 'nowhere': missing port"):
            Cluster("nowhere")
        assert clients() == before
    finally:
        gc.enable()


def test_the_workers_of_a_scheduler_search(cluster: Cluster) -> None:
    with Cluster(cluster.client.scheduler.address) as again:
        assert [report.position for report in again.analyse(POSITIONS[:2], nodes=100)] == POSITIONS[:2]
    assert len(list(cluster.analyse(POSITIONS[:1], nodes=100))) == 1, "its workers are still there"


def test_a_client_that_was_given_stays_open(cluster: Cluster) -> None:
    with Cluster(cluster.client) as again:
        assert len(list(again.analyse(POSITIONS[:2], nodes=100))) == 2
    assert len(list(cluster.analyse(POSITIONS[:2], nodes=100))) == 2


def test_a_bar_shows_what_is_done(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    list(cluster.analyse(POSITIONS, nodes=100, progress=True))
    assert "8/8" in capsys.readouterr().err
    cluster.match(first_free, first_free, games=4, openings="empty", draw_after=4, progress=True)
    assert "4/4" in capsys.readouterr().err
    list(cluster.analyse(POSITIONS, nodes=100))
    assert capsys.readouterr().err == ""


def test_the_example_reviews_the_games_of_files(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    tengen.write(file, [tengen.Game("h8i9g7g9f8a1h9"), tengen.Game("h8i9i8j9j8k9a1l9")])
    example = Path(__file__).resolve().parents[1] / "examples" / "review_files.py"
    command = [sys.executable, example, file, "--nodes", "200"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd="/")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2 and done.stdout.count("%") == 4 and "2/2" in done.stderr
