"""What a stranger tries first: a position, its best moves, a forced win, a game file."""

from __future__ import annotations

import tengen


def best_moves(moves: str) -> list[tuple[str, float]]:
    """The three best moves with their winning chances."""
    position = tengen.Position(moves, rule="renju")
    report = tengen.Engine(hash_mb=16).analyse(position, nodes=5_000, lines=3)
    return [(line.move, line.win_rate) for line in report.lines]


def forced_win(moves: str) -> tuple[str, ...]:
    """The moves of a win by threats, or none."""
    win = tengen.solve(tengen.Position(moves), kind="vct", time=5)
    return win.line if win else ()


def mistakes(game: tengen.Game) -> list[str]:
    """The moves that lost something, with the reasons."""
    review = tengen.review(game, nodes=2_000)
    return [f"{move.number}. {move.move}: {move.reason}" for move in review.moves if move.is_marked]


def winners(text: str) -> list[str | None]:
    """Who won the games of a file."""
    outcomes = [game.outcome for game in tengen.parse(text, skip_errors=True)]
    return [outcome.winner if outcome else None for outcome in outcomes]


if __name__ == "__main__":
    print(best_moves("h8i9g7"))
    print(forced_win("h8a1i8c1j8e1"))
    print(mistakes(tengen.Game("h8i9g7g9f8a1h9")))
    print(winners("(;GM[4]SZ[15]RE[B+R];B[hh];W[ig])"))
