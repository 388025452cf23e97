"""Environments for PettingZoo, where two agents play: ``pip install './python[pettingzoo]'``.

>>> import tengen.zoo
>>> env = tengen.zoo.env(rule="renju", size=15)
>>> env.reset(seed=1)
>>> env.agent_selection
'black'
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Position
from .gym import Starts

__all__ = ["env", "raw_env"]


def env(**options: Any) -> Any:
    """The environment in the usual wrappers: an illegal move loses the game.

    The options are those of :class:`raw_env`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]
    """A game of two agents, ``black`` and ``white``.

    An observation has two planes, the stones of the agent and those of its opponent, and a mask of the legal actions. An
    action is the index of a point, row by row from the top left. ``opening`` is as in :class:`tengen.gym.GomokuEnv`.
    """

    agent_selection: str
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    metadata = {"render_modes": ["ansi"], "name": "tengen_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        *,
        rule: str = "freestyle",
        size: int | str = 15,
        opening: str | Iterable[str | Sequence[str]] = "empty",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._starts = Starts(opening, rule, size)
        self._random = np.random.default_rng()
        self._position = Position(rule=rule, size=size)
        self.render_mode = render_mode
        self.possible_agents = ["black", "white"]
        self.agents = list(self.possible_agents)
        shape = (self._position.height, self._position.width)
        area = shape[0] * shape[1]
        self.action_spaces = {agent: spaces.Discrete(area) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (*shape, 2), np.int8),
                    "action_mask": spaces.Box(0, 1, (area,), np.int8),
                }
            )
            for agent in self.agents
        }
        self._begin()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """A copy of the position."""
        return self._position.copy()

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """What an agent sees."""
        stones = self._position.stones
        own = 1 if agent == "black" else -1
        planes = np.stack([stones == own, stones == -own], axis=2).astype(np.int8)
        mask = np.zeros(stones.size, np.int8)
        if agent == self.agent_selection:
            mask = self._position.legal.reshape(-1).astype(np.int8)
        return {"observation": planes, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._position = self._starts.draw(self._random)
        self._begin()

    def step(self, action: Any) -> None:
        """Plays a move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        row, column = divmod(operator.index(action), self._position.width)
        self._position.play((row, column))
        self._clear_rewards()
        outcome = self._position.outcome
        if outcome is not None:
            for player in self.agents:
                self.rewards[player] = 0 if outcome.winner is None else 1 if player == outcome.winner else -1
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = {"black": "white", "white": "black"}[agent]
        self._accumulate_rewards()

    def render(self) -> Any:
        """The board as text."""
        return str(self._position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing."""

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._position.to_move
