# The framework has no complete types.
# pyright: basic
"""Scenarios as environments of PettingZoo, turn by turn (`env`, `raw_env`) and in parallel (`parallel_env`).

```python
from undercity.pettingzoo import env

game = env("tide/first")
game.reset(seed=1)
for agent in game.agent_iter():
    observation, reward, termination, truncation, info = game.last()
    over = termination or truncation
    action = None if over else game.action_space(agent).sample(observation["action_mask"])
    game.step(action)
```

An observation has the key `observation`, a vector of numbers that `parts` takes apart, and the key `action_mask`. The agents
are the sides. Dice are rolled by the environment. In `env`, an action that isn't legal ends the game: that agent has -1, the other 0. In `parallel_env` it raises IndexError.
"""

from __future__ import annotations

import random
from typing import Any, Optional

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from .arrays import Parts
from .environment import ACTIONS, CHANCE, Environment, environment
from .scenario_file import ScenarioLike

__all__ = ["RawEnv", "env", "parallel_env", "raw_env"]


class RawEnv(AECEnv):  # type: ignore[misc]
    """A scenario, without checks of how it is used."""

    metadata = {"name": "undercity_v0", "render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(self, scenario: ScenarioLike = "tide/first", render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.environment: Environment = environment(scenario)
        """The scenario."""
        self.parts = Parts(self.environment.spaces)
        """What the numbers of an observation are."""
        self.render_mode = render_mode
        self.possible_agents = list(self.environment.spaces.sides)
        self._players = {agent: player for player, agent in enumerate(self.possible_agents)}
        size = self.parts.size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._rng = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game. Equal seeds and actions give equal games."""
        if seed is not None:
            self._rng = random.Random(seed)
        self._state = self.environment.begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._roll()

    def _roll(self) -> None:
        """Lets chance decide up to the next choice of a player."""
        while self._state.player == CHANCE:
            self._state.act(self._state.random_action(self._rng))
        if not self._state.is_over:
            self.agent_selection = self.possible_agents[self._state.player]

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        mask = np.zeros(ACTIONS, np.int8)
        if self._state.player == self._players[agent]:
            mask[: self._state.actions] = 1
        return mask

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Returns what an agent sees, and which actions it may take."""
        seen = self._state.observe(self._players[agent])
        return {"observation": self.parts.joined(seen), "action_mask": self._mask(agent)}

    def step(self, action: Optional[int]) -> None:
        """Takes an action for the agent on turn."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent on turn must take an action")
        self._cumulative_rewards[agent] = 0.0
        self._state.act(int(action))
        self._roll()
        self.rewards = dict(zip(self.possible_agents, self._state.returns))
        if self._state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "ansi":
            self.render()

    def render(self) -> Optional[str]:
        """Returns what the agent on turn sees, as text."""
        if self.render_mode is None:
            return None
        return self._state.observation(self._players[self.agent_selection])

    def close(self) -> None:
        """Does nothing: an environment holds nothing that must be closed."""


def raw_env(scenario: ScenarioLike = "tide/first", render_mode: Optional[str] = None) -> RawEnv:
    """Returns a scenario without checks of how it is used."""
    return RawEnv(scenario, render_mode)


def env(scenario: ScenarioLike = "tide/first", render_mode: Optional[str] = None) -> Any:
    """Returns a scenario for agents who act turn by turn."""
    checked: Any = wrappers.TerminateIllegalWrapper(raw_env(scenario, render_mode), illegal_reward=-1)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)


def parallel_env(scenario: ScenarioLike = "tide/first", render_mode: Optional[str] = None) -> Any:
    """Returns a scenario in which all agents act at once, and the action of one who isn't on turn counts for nothing."""
    return turn_based_aec_to_parallel(raw_env(scenario, render_mode))
