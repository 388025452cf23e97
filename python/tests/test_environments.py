"""The environments pass the checks of their makers."""

import warnings

import numpy as np
import pytest

import tengen

gymnasium = pytest.importorskip("gymnasium")
import tengen.gym


@pytest.mark.parametrize("name", ["tengen/Gomoku-v0", "tengen/Renju-v0"])
@pytest.mark.parametrize("options", [{}, {"opponent": 2, "side": "white", "size": "9x7", "opening": "swap2"}])
def test_gymnasium_accepts_the_environment(name: str, options: dict[str, object]) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(name, render_mode="ansi", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_a_game_is_played_with_masks_and_rewards() -> None:
    from tengen.gym import GomokuEnv

    corner = lambda position: position.legal_moves[-1]  # noqa: E731
    env = GomokuEnv(opponent=corner, side="black", size=9, rewards=(2.0, 0.5, -3.0))
    board, info = env.reset(seed=1)
    assert board.shape == (9, 9) and info["action_mask"].sum() == 81
    for step in range(5):
        board, reward, terminated, _, info = env.step(np.int64(9 * 4 + step))
    assert terminated and reward == 2 and env.position.outcome is not None
    _, _ = env.reset(seed=1)
    env.step(np.int64(0))
    board, reward, terminated, _, info = env.step(np.int64(0))
    assert terminated and reward == -3 and info["illegal"]


@pytest.mark.parametrize("action", [-1, -81, 81, 10**12])
def test_an_action_off_the_board_loses_the_game(action: int) -> None:
    from tengen.gym import GomokuEnv

    env = GomokuEnv(side="black", size=9)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["illegal"], len(info["moves"])) == (-1.0, True, True, 0)


def test_an_action_with_a_fraction_is_refused() -> None:
    from tengen.gym import GomokuEnv

    env = GomokuEnv(side="black", size=9)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="integer"):
        env.step(3.7)
    assert len(env.position.moves) == 0


def test_the_opponent_moves_first_and_the_board_is_seen_from_white() -> None:
    from tengen.gym import GomokuEnv

    env = GomokuEnv(side="white", opponent=1)
    board, info = env.reset(seed=3)
    assert board.sum() == -1 and info["side"] == "white"
    again, _ = GomokuEnv(side="white", opponent=1, opening=["h8i9g7g9"]).reset(seed=3)
    assert (again == 1).sum() == 2 and (again == -1).sum() == 3


@pytest.mark.parametrize("opening", tengen.gym.OPENINGS[2:])
def test_an_opening_rule_is_played_before_the_first_observation(opening: str) -> None:
    from tengen.gym import GomokuEnv

    env = GomokuEnv(opening=opening, rule="renju", side="random", opponent=1)
    for seed in range(2):
        board, info = env.reset(seed=seed)
        moves = info["moves"]
        assert 3 <= np.abs(board).sum() <= 6 and (board == 1).sum() <= (board == -1).sum() <= (board == 1).sum() + 1
        assert env.position.to_move == info["side"] and info["action_mask"].sum() == env.position.legal.sum()
        if opening in ("pro", "long-pro"):
            third = env.position.index_of(moves[2])
            assert moves[0] == "h8" and max(abs(place - 7) for place in third) > (2 if opening == "pro" else 3)
        again, _ = env.reset(seed=seed)
        assert (again == board).all()


def test_what_is_no_option_is_refused_at_once() -> None:
    for wrong in [{"opponent": 99}, {"opponent": "nobody"}, {"opening": "swap3"}, {"opening": []}, {"side": "blue"}]:
        with pytest.raises(tengen.InvalidArgument):
            gymnasium.make("tengen/Gomoku-v0", **wrong)
    zoo = pytest.importorskip("tengen.zoo")
    with pytest.raises(tengen.InvalidArgument, match="swap2"):
        zoo.env(opening="swap3")
    env = zoo.env(opening="swap2")
    env.reset(seed=1)
    first = env.observe("black")["observation"]
    env.reset(seed=1)
    assert first.sum() >= 3 and (env.observe("black")["observation"] == first).all()


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_petting_zoo_accepts_the_environment(rule: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    import tengen.zoo

    api_test(tengen.zoo.env(rule=rule, size=9), num_cycles=200, verbose_progress=False)
    seed_test(lambda: tengen.zoo.env(rule=rule, size=9), num_cycles=30)


def test_two_agents_play_to_the_end() -> None:
    pytest.importorskip("pettingzoo")
    import tengen.zoo

    env = tengen.zoo.env(size=9)
    env.reset()
    for agent in env.agent_iter(max_iter=100):
        seen, reward, terminated, truncated, _ = env.last()
        row = 4 if agent == "black" else 0
        free = seen["action_mask"].reshape(9, 9)[row].nonzero()[0]
        env.step(None if terminated or truncated else int(9 * row + free[0]))
    assert not env.agents
