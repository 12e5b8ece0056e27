# The framework has no complete types.
# pyright: basic
"""One seat of a scenario as an environment of Gymnasium. A computer player has the other seat.

```python
from undercity.gymnasium import Duel

game = Duel("tide/first", side="german", opponent="greedy")
observation, info = game.reset(seed=1)
```

An observation is a dict with `planes`, `scalars`, `draft`, `offers` (see `undercity.environment.Spaces`) and
`action_mask`. The opponent `random` takes any action of each list; the others are those of
`undercity play`. The reward is 1 for a win and -1 for a loss at the end of the game. An action that isn't legal ends the game
as a loss, and `info["illegal"]` is then true.
"""

from __future__ import annotations

import random
from typing import Any, Optional

import gymnasium
import numpy as np
from gymnasium import spaces

from .arrays import Parts
from .environment import ACTIONS, CHANCE, Environment, environment
from .scenario_file import ScenarioLike

__all__ = ["Duel"]


class Duel(gymnasium.Env[dict[str, Any], Any]):
    """One seat against a computer player."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        scenario: ScenarioLike = "tide/first",
        side: Optional[str] = None,
        opponent: str = "random",
        render_mode: Optional[str] = None,
    ) -> None:
        self.environment: Environment = environment(scenario)
        """The scenario."""
        sides = self.environment.spaces.sides
        if side is not None and side not in sides:
            raise ValueError(f"side: expected {sides[0]} or {sides[1]}, found {side}")
        self._player = sides.index(side) if side else 0
        self._opponent = opponent
        self.render_mode = render_mode
        shapes = Parts(self.environment.spaces).shapes
        whole = np.iinfo(np.int32)
        self.observation_space = spaces.Dict(
            {
                "planes": spaces.Box(0, 255, shapes["planes"], np.uint8),
                "scalars": spaces.Box(-np.inf, np.inf, shapes["scalars"], np.float32),
                "draft": spaces.Box(whole.min, whole.max, shapes["draft"], np.int32),
                "offers": spaces.Box(whole.min, whole.max, shapes["offers"], np.int32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(ACTIONS)
        self._rng = random.Random()

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game. Equal seeds and actions give equal games."""
        super().reset(seed=seed)
        self._rng = random.Random(int(self.np_random.integers(2**63)))
        self._state = self.environment.begin()
        self._over = False
        self._go_on()
        return self._seen(), {}

    def _go_on(self) -> None:
        """Lets chance and the opponent decide up to the next choice of this seat."""
        while not self._state.is_over and self._state.player != self._player:
            if self._state.player == CHANCE or self._opponent == "random":
                self._state.act(self._state.random_action(self._rng))
                continue
            for action in self._state.advise(self._opponent, self._rng.getrandbits(63)):
                self._state.act(action)

    def _seen(self) -> dict[str, Any]:
        seen = self._state.observe(self._player)
        offers = np.zeros((ACTIONS, seen.draft.size), np.int32)
        offers[: len(seen.offers)] = seen.offers
        mask = np.zeros(ACTIONS, np.int8)
        mask[: len(seen.offers)] = 1
        return {
            "planes": seen.planes,
            "scalars": seen.scalars,
            "draft": seen.draft,
            "offers": offers,
            "action_mask": mask,
        }

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes an action."""
        if self._over:
            raise RuntimeError("the game is over: call reset()")
        if not 0 <= int(action) < self._state.actions:
            self._over = True
            return self._seen(), -1.0, True, False, {"illegal": True}
        self._state.act(int(action))
        self._go_on()
        self._over = self._state.is_over
        return self._seen(), self._state.returns[self._player], self._state.is_over, False, {"illegal": False}

    def render(self) -> Any:
        """Returns what this seat sees, as text."""
        return self._state.observation(self._player) if self.render_mode == "ansi" else None
