# scikit-learn has no types.
# pyright: basic
"""Trains an agent by self-play, and measures it against random play.

```sh
python self_play.py --minutes 3 --save agent.pickle
python self_play.py --minutes 0 --load agent.pickle --games 1000
python self_play.py --minutes 0 --load agent.pickle --games 100 --opponent greedy
```

The agent is two networks of scikit-learn, one for each side. A network estimates the result of the game if its side
takes an offer. This is Monte Carlo control: both sides prefer offers of a high value, and values follow results.

The number of an action means nothing from state to state. So a network gets the features of an offer and what lies at
the places that the offer names.

The agent as it is plays both sides of every game from which it learns. Other opponents only measure it.
"""

from __future__ import annotations

import argparse
import pickle
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Optional, Protocol

import numpy as np
import numpy.typing as npt
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits
from undercity.environment import CHANCE, Spaces, State, environment
from undercity.vector import Vector

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


class Seen(Protocol):
    """What the players on turn see in one game or several: a `Vector`, or `seen_in` one state."""

    planes: npt.NDArray[np.uint8]
    scalars: npt.NDArray[np.float32]
    offers: npt.NDArray[np.int32]
    draft: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
    player: npt.NDArray[np.uint8]


# The networks are so small that threads take longer to begin than to compute. The games are stepped on all cores.
threadpool_limits(1, "blas")

Policy = Callable[[Seen], Integers]
"""Chooses an action in each game."""


class Features:
    """Describes legal actions by numbers that mean the same in all states."""

    ONE_OF = {"piece": 24, "number": 16, "number2": 16}
    """Features that are names or small numbers: how many values are told apart."""

    def __init__(self, spaces: Spaces) -> None:
        self.column = {name: number for number, name in enumerate(spaces.features)}
        self.orders = len(spaces.orders)
        self.kinds = self.orders + len(spaces.drafts)
        self.planes = len(spaces.planes)
        self.one_of = {**dict.fromkeys(("at", "at2", "place", "place2"), len(spaces.places)), **self.ONE_OF}
        self.size = 2 * self.kinds + sum(self.one_of.values()) + 4 * self.planes + len(spaces.scalars)

    def kind(self, offers: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Returns the kinds of offers, with drafts after orders; 0 for nothing."""
        kind = offers[:, self.column["kind"]]
        return np.where(kind > 256, kind - 256 + self.orders, kind)

    def __call__(self, seen: Seen) -> Floats:
        """Returns a row for each legal action, game after game."""
        game = np.repeat(np.arange(len(seen.actions)), seen.actions)
        mask = legal(seen)
        offers = seen.offers[:, : mask.shape[1]][mask]
        # A value is a column of its own. Columns begin with 1, since 0 stands for nothing.
        marks = [(self.kind(offers), self.kinds), (self.kind(seen.draft)[game], self.kinds)]
        marks += [(offers[:, self.column[name]], size) for name, size in self.one_of.items()]
        rows = np.zeros((len(game), self.size), np.float32)
        start = 0
        for values, size in marks:
            (there,) = np.nonzero(values)
            rows[there, start + np.minimum(values[there], size) - 1] = 1
            start += size
        # What lies where the pieces are, where the order leads, and on the whole board.
        for name in ("at", "at2", "place"):
            place = offers[:, self.column[name]]
            (there,) = np.nonzero(place)
            rows[there, start : start + self.planes] = seen.planes[game[there], :, place[there] - 1]
            start += self.planes
        rows[:, start : start + self.planes] = seen.planes.sum(axis=2, dtype=np.float32)[game]
        rows[:, start + self.planes :] = seen.scalars[game]
        return rows


def legal(seen: Seen) -> npt.NDArray[np.bool_]:
    """Returns which actions are legal: a row for each game, as long as the longest list of offers."""
    return np.arange(seen.actions.max()) < seen.actions[:, None]


class Agent:
    """A network for each side, which estimates the result of the game for each offer: 1 for a win, -1 for a loss."""

    def __init__(self, spaces: Spaces, seed: int, rate: float = 0.0003) -> None:
        """A high `rate` learns sooner, a low one more steadily: the opponent changes while an agent learns."""
        self.features = Features(spaces)
        self.networks = [
            MLPRegressor(hidden_layer_sizes=(64,), learning_rate_init=rate, random_state=2 * seed + side)
            for side in (0, 1)
        ]
        for network in self.networks:
            # A network has no weights before its first example. Here all values are 0 then: it plays at random.
            network.partial_fit(np.zeros((1, self.features.size), np.float32), [0.0])
            network.coefs_[-1][:] = network.intercepts_[-1][:] = 0

    def values(self, seen: Seen) -> tuple[Floats, Floats]:
        """Returns the features of the legal actions, and a row of values for each game: -inf if not legal."""
        rows, player = self.features(seen), np.repeat(seen.player, seen.actions)
        values = np.zeros(len(rows), np.float32)
        for side, network in enumerate(self.networks):
            if (player == side).any():
                values[player == side] = network.predict(rows[player == side])
        mask = legal(seen)
        table = np.full(mask.shape, -np.inf, np.float32)
        table[mask] = values
        return rows, table

    def __call__(self, seen: Seen) -> Integers:
        """Returns the action of the highest value in each game."""
        chosen: Integers = self.values(seen)[1].argmax(axis=1)
        return chosen

    def save(self, path: Path) -> None:
        """Writes the agent to a file."""
        path.write_bytes(pickle.dumps(self))

    @staticmethod
    def load(path: Path) -> Agent:
        """Reads an agent. Reading a pickle can run any program, so read only your own."""
        agent: Agent = pickle.loads(path.read_bytes())
        return agent


class SelfPlay:
    """Games of an agent against itself, from which it learns."""

    TEMPERATURE = 0.05
    """Difference of values that makes the better offer 2.7 times as probable as the other."""
    EXAMPLES: int = 4096
    """Number of choices of a side that its network learns from at once."""

    def __init__(self, agent: Agent, scenario: str, games: int, seed: int) -> None:
        self.agent = agent
        self.games = Vector(scenario, games, seed=seed)
        self.rng = np.random.default_rng(seed)
        self.choices = 0
        """Choices of both sides so far."""
        self.results: list[float] = []
        """Results of the games that have ended, for player 0."""
        self.paths: list[tuple[list[Floats], list[Floats]]] = [([], []) for _ in range(games)]
        self.examples: list[tuple[list[Floats], list[float]]] = [([], []), ([], [])]

    def step(self) -> None:
        """Chooses in each game, and learns if there are enough examples."""
        games = self.games
        rows, values = self.agent.values(games)
        # The largest value with such noise is a random choice by the softmax of the values.
        chosen = (values / self.TEMPERATURE + self.rng.gumbel(size=values.shape)).argmax(axis=1)
        taken = rows[np.cumsum(games.actions) - games.actions + chosen]
        for path, side, row in zip(self.paths, games.player, taken):
            path[side].append(row)
        games.step(chosen)
        self.choices += len(games)
        for ended in np.nonzero(games.over)[0]:
            self.end(self.paths[ended], float(games.returns[ended]))
        for network, (examples, goals) in zip(self.agent.networks, self.examples):
            if len(examples) >= self.EXAMPLES:
                network.partial_fit(np.array(examples), np.array(goals, np.float32))
                examples.clear()
                goals.clear()

    def end(self, paths: tuple[list[Floats], list[Floats]], result: float) -> None:
        """Makes examples of a game that has ended: each choice led to its result."""
        self.results.append(result)
        for path, (examples, goals), sign in zip(paths, self.examples, (1, -1)):
            examples += path
            goals += [sign * result] * len(path)
            path.clear()


@dataclass
class Wins:
    """Number of games won, of all played. Draws are not won."""

    won: int
    of: int

    def interval(self) -> tuple[float, float]:
        """Returns the 95% interval of the probability to win, by Wilson."""
        share, z = self.won / self.of, 1.96
        middle = share + z * z / (2 * self.of)
        half = z * float(np.sqrt(share * (1 - share) / self.of + z * z / (4 * self.of**2)))
        whole = 1 + z * z / self.of
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)

    def __add__(self, other: Wins) -> Wins:
        return Wins(self.won + other.won, self.of + other.of)

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{self.won} of {self.of}, {self.won / self.of:.1%} (95% interval {low:.1%} to {high:.1%})"


def against_random(policy: Policy, scenario: str, games: int, seed: int) -> list[Wins]:
    """Plays against random play, half of the games with each side. Returns the wins of each side.

    The first game of each row counts. If all counted, short games would count more often than long ones.
    """
    playing, rng = Vector(scenario, games, seed=seed), np.random.default_rng(seed)
    side = np.arange(games) % 2
    result = np.full(games, np.nan)
    while np.isnan(result).any():
        chosen = playing.random_actions(rng)
        on_turn = playing.player == side
        chosen[on_turn] = policy(playing)[on_turn]
        playing.step(chosen)
        ended = (playing.over == 1) & np.isnan(result)
        result[ended] = np.where(side[ended] == 0, 1, -1) * playing.returns[ended]
    return [Wins(int((result[side == player] > 0).sum()), int((side == player).sum())) for player in (0, 1)]


@dataclass
class OneGame:
    """What the player on turn sees in one game."""

    planes: npt.NDArray[np.uint8]
    scalars: npt.NDArray[np.float32]
    offers: npt.NDArray[np.int32]
    draft: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
    player: npt.NDArray[np.uint8]


def seen_in(state: State) -> OneGame:
    """Returns what the player on turn sees."""
    seen = state.observe(state.player)
    actions, player = np.array([state.actions], np.int32), np.array([state.player], np.uint8)
    return OneGame(seen.planes[None], seen.scalars[None], seen.offers[None], seen.draft[None], actions, player)


def against_player(policy: Policy, scenario: str, games: int, seed: int, opponent: str) -> list[Wins]:
    """Plays against a computer player, such as `greedy`, as `against_random` does, game after game."""
    rng, wins = np.random.default_rng(seed), [Wins(0, 0), Wins(0, 0)]
    for game in range(games):
        side, state = game % 2, environment(scenario).begin()
        while not state.is_over:
            if state.player == side:
                state.act(int(policy(seen_in(state))[0]))
            elif state.player == CHANCE:
                state.act(int(rng.integers(state.actions)))
            else:
                for action in state.advise(opponent, seed=int(rng.integers(2**32))):
                    state.act(action)
        wins[side] += Wins(int(state.returns[side] > 0), 1)
    return wins


def train(training: SelfPlay, seconds: float) -> None:
    """Plays and learns for some time, and prints how it goes."""
    began = told = time.monotonic()
    while (now := time.monotonic()) < began + seconds:
        training.step()
        if now > told + 10:
            told = now
            recent = np.array(training.results[-1000:])
            first, second = training.games.environment.spaces.sides
            shares = f"{first} {np.mean(recent > 0):.0%}, {second} {np.mean(recent < 0):.0%}"
            print(f"{now - began:4.0f} s, {len(training.results)} games; wins of the last 1000: {shares}", flush=True)


def options(arguments: Optional[list[str]]) -> Any:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Trains an agent by self-play, and measures it.")
    parser.add_argument("--scenario", default="tide/first", help="default tide/first")
    parser.add_argument("--minutes", type=float, default=3.0, help="time to train, default 3")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument("--parallel", type=int, default=256, help="games of self-play at once, default 256")
    parser.add_argument("--games", type=int, default=400, help="games that measure the agent, default 400")
    parser.add_argument("--opponent", default="random", help="player that measures it, default random")
    parser.add_argument("--load", type=Path, help="agent to begin with")
    parser.add_argument("--save", type=Path, help="where to write the agent")
    return parser.parse_args(arguments)


def main(arguments: Optional[list[str]] = None) -> None:
    """Trains and measures an agent."""
    chosen = options(arguments)
    spaces = environment(chosen.scenario).spaces
    agent = Agent.load(chosen.load) if chosen.load else Agent(spaces, chosen.seed)
    train(SelfPlay(agent, chosen.scenario, chosen.parallel, chosen.seed), 60 * chosen.minutes)
    if chosen.save:
        agent.save(chosen.save)
    # Other games than those of the training.
    seed = chosen.seed + 1
    if chosen.opponent == "random":
        wins = against_random(agent, chosen.scenario, chosen.games, seed)
    else:
        wins = against_player(agent, chosen.scenario, chosen.games, seed, chosen.opponent)
    for side, of_side in zip(spaces.sides, wins):
        print(f"wins as {side} against {chosen.opponent}: {of_side}")
    print(f"wins against {chosen.opponent}: {wins[0] + wins[1]}")


if __name__ == "__main__":
    main()
