"""Many games at once, stepped in Rust on all cores, with numpy arrays that are written in place.

```python
from undercity.vector import Vector

games = Vector("tide/first", 1024, seed=1)
for _ in range(1000):
    games.step(games.random_actions(rng))
```

After each step the arrays are about the next choice in each game: of the player that `player` names. When a game ends, `over`
and `returns` say so, and the other arrays are about the game that follows it.
"""

from __future__ import annotations

import os
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from .environment import ACTIONS, Environment, environment
from .scenario_file import ScenarioLike

__all__ = ["Vector"]


class Vector:
    """Many games of a scenario at once. Equal seeds and actions give equal games, whatever the number of threads."""

    def __init__(
        self, scenario: ScenarioLike, games: int, *, seed: int = 0, threads: Optional[int] = None
    ) -> None:
        if games < 1:
            raise ValueError(f"games: expected at least 1, found {games}")
        self.environment: Environment = environment(scenario)
        """The scenario."""
        spaces = self.environment.spaces
        width = len(spaces.features)
        # In memory the numbers of a place are beside one another: a step writes them at once.
        self._places: npt.NDArray[np.uint8] = np.zeros((games, len(spaces.places) + 1, len(spaces.planes)), np.uint8)
        self.planes: npt.NDArray[np.uint8] = np.swapaxes(self._places, 1, 2)
        """Planes of what the player on turn sees, by game, plane and place. In memory the planes come last."""
        self.scalars: npt.NDArray[np.float32] = np.zeros((games, len(spaces.scalars)), np.float32)
        """Numbers of what the player on turn sees."""
        self.offers: npt.NDArray[np.int32] = np.zeros((games, ACTIONS, width), np.int32)
        """Features of the legal actions; the rest is 0."""
        self.draft: npt.NDArray[np.int32] = np.zeros((games, width), np.int32)
        """Features of the draft that was chosen."""
        self.actions: npt.NDArray[np.int32] = np.zeros(games, np.int32)
        """Number of legal actions: they are the numbers from 0 to one less."""
        self.player: npt.NDArray[np.uint8] = np.zeros(games, np.uint8)
        """The player on turn."""
        self.returns: npt.NDArray[np.float32] = np.zeros(games, np.float32)
        """Result for player 0 of the game that the last action ended: 1 won, -1 lost, else 0."""
        self.over: npt.NDArray[np.uint8] = np.zeros(games, np.uint8)
        """1 where the last action ended a game."""
        self._native = self.environment._native.vector(games, seed, threads or os.cpu_count() or 1)
        self._run(None)

    def _run(self, actions: Optional[npt.NDArray[np.int64]]) -> None:
        self._native.step(
            actions, self._places, self.scalars, self.offers, self.draft, self.actions, self.player, self.returns, self.over
        )

    def __len__(self) -> int:
        return len(self.actions)

    def step(self, actions: npt.ArrayLike) -> None:
        """Takes an action in each game, and writes the arrays. If one isn't legal, it raises IndexError and changes nothing."""
        self._run(np.ascontiguousarray(actions, np.int64))

    def random_actions(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Returns a random legal action for each game."""
        chosen: Any = rng.integers(0, self.actions)
        return np.asarray(chosen, np.int64)

    def mask(self) -> npt.NDArray[np.bool_]:
        """Returns which actions are legal in each game."""
        return np.arange(ACTIONS)[None, :] < self.actions[:, None]
