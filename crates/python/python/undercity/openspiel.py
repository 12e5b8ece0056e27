# The framework has no complete types.
# pyright: basic
"""Scenarios as games of OpenSpiel: importing this module registers one game for each rule system.

```python
import pyspiel
import undercity.openspiel

game = pyspiel.load_game("undercity_tide(scenario=tide/first)")
state = game.new_initial_state()
```

`undercity_asl`, `undercity_heroes`, `undercity_sniper` and `undercity_tide` have these parameters:

- `scenario`: a scenario of the system, by its name or its file.
- `options`: changed options of the scenario, such as `hidden_sewers:true;sewer_cards:1`. An empty text changes none, and
  a value can't have `=` or `,`.
- `information`: `text` for the whole transcript as information state, or `hash` for its hash.

Each die is one chance node. Where both sides plan at once, player 0 comes first, and player 1 is told nothing of it.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Optional

import numpy as np
import pyspiel

from .environment import ACTIONS, CHANCE, OVER, Environment, State as Position, environment

__all__ = ["GAMES", "Game", "Observer", "State"]

_MOST_LOTS = 64

GAMES = {
    "undercity_asl": "asl/first",
    "undercity_heroes": "heroes/first",
    "undercity_sniper": "sniper/patrol",
    "undercity_tide": "tide/first",
}
"""The games, each with the scenario that is played without another."""


def _type(name: str, scenario: str) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Undercity: {name.removeprefix('undercity_')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": scenario, "options": "", "information": "text"},
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """A scenario as a game of OpenSpiel. The game of each system is a class of its own."""

    kind: Any = None

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        params = dict(params or {})
        kind = self.kind
        given = {**kind.parameter_specification, **params}
        self.environment: Environment = environment(str(given["scenario"]), _options(str(given["options"])))
        """The scenario."""
        spaces = self.environment.spaces
        if kind.short_name != f"undercity_{spaces.system}":
            raise ValueError(f"{given['scenario']} is a scenario of {spaces.system}: use undercity_{spaces.system}")
        if given["information"] not in ("text", "hash"):
            raise ValueError(f"information: expected text or hash, found {given['information']}")
        self.hashed = given["information"] == "hash"
        """Whether information states are hashes."""
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=_MOST_LOTS,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=min(spaces.longest, 2**31 - 1),
        )
        super().__init__(kind, info, params)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _loaded, (str(self),)

    def new_initial_state(self) -> State:
        """Begins a game."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """Returns the most decisions of chance. The bound of dice follows from the rules. For lots as many again are allowed, which
        is ample, though not proven."""
        return int(min(2 * self.environment.spaces.most_dice + _MOST_LOTS, 2**31 - 1 - self.max_game_length()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Returns an observer of a player's information, or of what it sees."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _options(text: str) -> dict[str, Any]:
    """Reads options as they stand in the parameters of a game, where `=` and `,` have a meaning of their own."""
    options: dict[str, Any] = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.strip().partition(":")
        if not colon:
            raise ValueError(f"options: expected name:value;name:value, found {part}")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def _loaded(name: str) -> Any:
    """Loads a game by its name and parameters. A pickle finds it here, so that the games are registered first."""
    return pyspiel.load_game(name)


class State(pyspiel.State):  # type: ignore[misc]
    """A game under way."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position: Position = game.environment.begin()
        """The state of the environment."""
        self.sampled = False
        """Whether it was sampled from what a player knows."""

    def current_player(self) -> int:
        """Returns who decides next."""
        player = self.position.player
        if player == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if player == OVER else player

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self.position.actions)) if player == self.position.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of chance with their probabilities."""
        count = self.position.actions
        return [(outcome, 1.0 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        self.position.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return self.position.sentence(action)
        except IndexError:
            return f"action {action}"

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Returns the results of both players."""
        return list(self.position.returns)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Returns a state as it could be for all that a player knows, who must be on turn."""
        if player != self.position.player:
            raise ValueError("a state can be sampled only on the turn of the player")
        state: State = self.get_game().new_initial_state()
        state.position = self.position.resample(int(sampler() * 2**53))
        state.sampled = True
        return state

    def __str__(self) -> str:
        actions = " ".join(map(str, self.position.history))
        # A sample has no beginning: what both players know tells it from others.
        known = [self.position.information_hash(player) for player in (0, 1)] if self.sampled else []
        return " ".join([*known, actions])


class Observer:
    """Observes what a player knows (`perfect_recall`), or what it sees."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer has no parameters, found {params}")
        self._recalls: bool = kind.perfect_recall
        self._hashed = game.hashed
        self._whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._whole and not self._recalls:
            spaces = game.environment.spaces
            shapes = {
                "player": (2,),
                "planes": (len(spaces.planes), len(spaces.places) + 1),
                "scalars": (len(spaces.scalars),),
                "draft": (len(spaces.features),),
                "offers": (ACTIONS, len(spaces.features)),
            }
            sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
            self.tensor = np.zeros(sum(sizes.values()), np.float32)
            start = 0
            for name, shape in shapes.items():
                self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
                start += sizes[name]

    def set_from(self, state: State, player: int) -> None:
        """Writes what a player sees to the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        seen = state.position.observe(player)
        self.dict["player"][player] = 1
        self.dict["planes"][:] = seen.planes
        self.dict["scalars"][:] = seen.scalars
        self.dict["draft"][:] = seen.draft
        self.dict["offers"][: len(seen.offers)] = seen.offers

    def string_from(self, state: State, player: int) -> Optional[str]:
        """Returns what a player knows or sees. `None` for a part of it."""
        if not self._whole:
            return None
        if not self._recalls:
            return state.position.observation(player)
        position = state.position
        return position.information_hash(player) if self._hashed else f"{player}\n{position.information(player)}"


# OpenSpiel makes a game by its class. A function would be freed at the end of the program, when that is no longer allowed.
for _name, _scenario in GAMES.items():
    _kind = _type(_name, _scenario)
    # Pickles find a class by its name in its module.
    globals()[_name] = type(_name, (Game,), {"kind": _kind, "__module__": __name__})
    pyspiel.register_game(_kind, globals()[_name])
