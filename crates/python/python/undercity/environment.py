"""Scenarios as environments for programs that learn: numbered actions, chance, arrays.

```python
import random

from undercity.environment import environment

rng = random.Random(1)
state = environment("tide/first").begin()
while not state.is_over:                         # a player's choice, or one of chance
    state.act(state.random_action(rng))
print(state.returns)
```

What a player may choose is the list of its offers, sorted by what they are made of in its own names. An action is a place
in this list, from 0. An offer is an order, or a draft: the first part of an order, after which the same player chooses from
the next list. The number of an action means nothing from state to state; the features of the offers do.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional
from weakref import WeakValueDictionary

from . import _undercity
from .scenario_file import ScenarioLike
from .scenario_file import scenario as find

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["ACTIONS", "CHANCE", "OVER", "Environment", "Observation", "Spaces", "State", "environment"]

ACTIONS = 512
"""Number of actions of every environment."""
CHANCE = -1
"""Stands for chance where a player is expected."""
OVER = -4
"""Stands for the end of the game where a player is expected."""


@dataclass(frozen=True)
class Spaces:
    """What the numbers and arrays of an environment mean."""

    system: str
    """Name of the rule system."""
    sides: tuple[str, str]
    """Names of both sides. Player 0 has the first."""
    actions: int
    """Number of actions."""
    places: tuple[str, ...]
    """Labels of the Locations, in the order of a row of a plane. A row has one number more, for what is at no place."""
    planes: tuple[str, ...]
    """Names of the planes, such as `unit.own.state=pinned`. Each counts, for each place, from 0 to 255."""
    scalars: tuple[str, ...]
    """Names of the numbers that belong to no place."""
    features: tuple[str, ...]
    """Names of the features of an offer: see `undercity.environment`."""
    orders: tuple[str, ...]
    """Kinds of orders, in the order of the feature `kind`, which begins with 1."""
    drafts: tuple[str, ...]
    """Kinds of drafts, likewise; 257 stands for the first."""
    longest: int
    """Most actions of both players in a game, by a bound that follows from the rules and the scenario."""
    most_dice: int
    """Most dice in a game, likewise. Lots are not counted."""


@dataclass(frozen=True)
class Observation:
    """What a player sees, as arrays. `Spaces` says what they mean."""

    planes: npt.NDArray[np.uint8]
    """A row of places for each plane."""
    scalars: npt.NDArray[np.float32]
    """A number for each scalar."""
    offers: npt.NDArray[np.int32]
    """A row of features for each legal action; no rows for a player who has nothing to choose."""
    draft: npt.NDArray[np.int32]
    """The features of the draft that was chosen; all 0 if there is none."""


class Environment:
    """A scenario as an environment."""

    def __init__(self, native: _undercity.Environment) -> None:
        self._native = native
        row: dict[str, Any] = native.spaces()
        first, second = row["sides"]
        self.spaces = Spaces(
            system=row["system"],
            sides=(first, second),
            actions=row["actions"],
            places=tuple(row["places"]),
            planes=tuple(row["planes"]),
            scalars=tuple(row["scalars"]),
            features=tuple(row["features"]),
            orders=tuple(row["orders"]),
            drafts=tuple(row["drafts"]),
            longest=row["longest"],
            most_dice=row["most_dice"],
        )
        """What the arrays mean."""
        self.name = native.scenario[0]
        """Name of the scenario."""

    def begin(self) -> State:
        """Begins a game."""
        return State(self, self._native.begin())

    def read(self, written: bytes) -> State:
        """Reads a state from its bytes (`State.written`)."""
        return State(self, self._native.read(written))

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return _environment, self._native.scenario

    def __repr__(self) -> str:
        return f"<undercity environment {self.name}>"


class State:
    """A game under way. It can be copied and pickled; a pickle holds the secrets of both sides."""

    def __init__(self, environment: Environment, native: _undercity.State) -> None:
        self.environment = environment
        """The scenario."""
        self._native = native

    @property
    def player(self) -> int:
        """Who decides next: player 0 or 1, `CHANCE`, or `OVER`."""
        return self._native.player

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._native.player == OVER

    @property
    def actions(self) -> int:
        """Number of legal actions: they are the numbers from 0 to one less. Outcomes of chance are equally probable."""
        return self._native.actions

    @property
    def history(self) -> list[int]:
        """All actions so far, those of chance too. They hold the secrets of both sides. Empty for a sample."""
        return self._native.history

    @property
    def returns(self) -> tuple[float, float]:
        """The results of both players: 1 won, -1 lost, 0 for a draw and while the game goes on."""
        return self._native.returns

    def act(self, action: int) -> None:
        """Takes an action. An action that is not legal raises IndexError and changes nothing."""
        self._native.act(action)

    def random_action(self, rng: random.Random) -> int:
        """Returns a random action: an outcome of chance, or a choice of the player on turn."""
        return rng.randrange(self._native.actions)

    def sentence(self, action: int) -> str:
        """Returns what an action does, for people."""
        return self._native.sentence(action)

    def offer(self, action: int) -> Any:
        """Returns what an action stands for, in the player's own names: `{"order": …}`, `{"draft": …}`, or `"more"` for the
        rest of a list that is too long. `None` for chance."""
        return self._native.offer(action)

    def information(self, player: int) -> str:
        """Returns all that a player knows: its transcript, one event a line, and what it has chosen of an order."""
        return self._native.information(player)

    def information_hash(self, player: int) -> str:
        """Returns the hash of all that a player knows, in little time."""
        return self._native.information_hash(player)

    def observation(self, player: int) -> str:
        """Returns what a player sees now, one fact a line, and what it has chosen of an order."""
        return self._native.observation(player)

    def observe(self, player: int) -> Observation:
        """Returns what a player sees now as arrays."""
        planes, scalars, offers, draft = self._native.observe(player)
        return Observation(planes.reshape(len(self.environment.spaces.planes), -1), scalars, offers, draft)

    def resample(self, seed: int) -> State:
        """Returns a state as it could be for all that the player on turn knows."""
        return State(self.environment, self._native.resample(seed))

    def advise(self, player: str, seed: int = 0, threads: int = 1) -> list[int]:
        """Returns the actions by which a computer player, such as `greedy`, would give its next order."""
        return self._native.advise(player, seed, threads)

    def copy(self) -> State:
        """Returns an independent copy."""
        return State(self.environment, self._native.copy())

    def written(self) -> bytes:
        """Returns the state as bytes (`Environment.read`). They hold the secrets of both sides."""
        return self._native.written()

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: Optional[dict[int, Any]] = None) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[str, str, bytes]]:
        name, text = self.environment._native.scenario
        return _restored_state, (name, text, self.written())

    def __repr__(self) -> str:
        return f"<undercity state {self.environment.name}, {len(self.history)} actions>"


_IN_USE: WeakValueDictionary[tuple[str, str], Environment] = WeakValueDictionary()


def _environment(name: str, text: str) -> Environment:
    """Returns the environment of a scenario: one that is in use, or else a new one."""
    found = _IN_USE.get((name, text))
    if found is None:
        found = _IN_USE[name, text] = Environment(_undercity.environment(name, text))
    return found


def _restored_state(name: str, text: str, written: bytes) -> State:
    return _environment(name, text).read(written)


def environment(scenario: ScenarioLike, options: Optional[dict[str, Any]] = None) -> Environment:
    """Returns the environment of a scenario: a name such as `tide/first`, a file, or its text."""
    found = find(scenario)
    name, text = found.name, found.with_options(options).text if options else found.text
    return _environment(name, text)
