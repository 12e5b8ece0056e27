# OpenSpiel has no complete types.
# pyright: basic
"""Steps a second from Python: many games at once, the same games one by one, and OpenSpiel's dark_chess.

A step is one action of a player, after which the program has what it needs for the next: the legal actions and the
arrays of what the player on turn sees. One by one, games are stepped as programs for OpenSpiel and for PettingZoo do it,
and by the bare classes of `undercity.environment`. For dark_chess, a step gives the observation tensor; its speed without
the tensor is shown too. Actions are random. Seconds are those of the processor, so all have one core; on all cores they
are those of the clock. All alternate in rounds, so that other load on the machine affects all alike. The medians are
compared.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from typing import Any, Callable

import numpy as np
import pyspiel

import undercity.openspiel  # noqa: F401 - registers the games
from undercity.environment import CHANCE, OVER, environment
from undercity.pettingzoo import raw_env
from undercity.vector import Vector

FIRST = ["asl/first", "heroes/first", "sniper/patrol", "tide/first"]
# What is asked of a vector: this multiple of the same games one by one, and of dark_chess.
ONE_BY_ONE, DARK_CHESS = 20.0, 3.0


class Together:
    """Many games at once."""

    def __init__(self, scenario: str, games: int, threads: int) -> None:
        self.rng = np.random.default_rng(1)
        self.vector = Vector(scenario, games, seed=1, threads=threads)

    def step(self) -> int:
        """Takes an action in each game. Returns the number of steps."""
        self.vector.step(self.vector.random_actions(self.rng))
        return len(self.vector)


class OneByOne:
    """The games of a vector, stepped one after the other by the classes of `undercity.environment`."""

    def __init__(self, scenario: str, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.environment = environment(scenario)
        self.state = self.environment.begin()

    def step(self) -> int:
        """Takes an action of a player, and decides for chance until the next is to choose."""
        state = self.state
        state.act(int(self.rng.random() * state.actions))
        while state.player == CHANCE:
            state.act(int(self.rng.random() * state.actions))
        if state.player == OVER:
            state = self.state = self.environment.begin()
            while state.player == CHANCE:
                state.act(int(self.rng.random() * state.actions))
        state.observe(state.player)
        return 1


class PettingZoo:
    """The same games, stepped one by one as programs for PettingZoo do."""

    def __init__(self, scenario: str, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.game = raw_env(scenario)
        self.game.reset(seed=seed)

    def step(self) -> int:
        """Takes an action of the agent on turn."""
        observation, _, termination, truncation, _ = self.game.last()
        if termination or truncation:
            self.game.reset()
            observation = self.game.last()[0]
        assert observation is not None
        legal = int(observation["action_mask"].sum())
        self.game.step(int(self.rng.random() * legal))
        return 1


class OpenSpiel:
    """A game stepped one by one as programs for OpenSpiel do, with or without the tensor of an observation."""

    def __init__(self, name: str, observed: bool = True, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.observed = observed
        self.game: Any = pyspiel.load_game(name)
        self.state: Any = self.game.new_initial_state()

    def step(self) -> int:
        """Takes a random action of a player, and decides for chance until the next is to choose."""
        state = self.state
        if state.is_terminal():
            state = self.state = self.game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(self.rng.random() * len(outcomes))][0])
        actions = state.legal_actions()
        state.apply_action(actions[int(self.rng.random() * len(actions))])
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(self.rng.random() * len(outcomes))][0])
        if self.observed and not state.is_terminal():
            state.observation_tensor(state.current_player())
        return 1


def speed(step: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    """Returns the number of steps a second."""
    steps, begun = 0, clock()
    while True:
        for _ in range(10):
            steps += step()
        spent = clock() - begun
        if spent >= seconds:
            return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenarios", nargs="*", default=FIRST, help=f"scenarios; {', '.join(FIRST)} if left out")
    parser.add_argument("--games", type=int, default=1024, help="games at once in a vector (default: 1024)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of all, one after the other (default: 5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of each in a round (default: 2)")
    asked = parser.parse_args()

    cores = len(os.sched_getaffinity(0))
    runs: dict[str, Callable[[], int]] = {
        "dark_chess": OpenSpiel("dark_chess").step,
        "dark_chess without tensor": OpenSpiel("dark_chess", observed=False).step,
    }
    for scenario in asked.scenarios:
        system = scenario.split("/")[0]
        runs[f"{scenario} at once"] = Together(scenario, asked.games, 1).step
        runs[f"{scenario} at once on {cores} cores"] = Together(scenario, asked.games, cores).step
        runs[f"{scenario} by OpenSpiel"] = OpenSpiel(f"undercity_{system}(scenario={scenario},information=hash)").step
        runs[f"{scenario} by PettingZoo"] = PettingZoo(scenario).step
        runs[f"{scenario} by states"] = OneByOne(scenario).step
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(asked.rounds):
        for name, step in runs.items():
            clock = time.perf_counter if name.endswith("cores") else time.process_time
            speeds[name].append(speed(step, asked.seconds, clock))
    middle = {name: statistics.median(each) for name, each in speeds.items()}

    columns = "{:<32}{:>11}{:>11}{:>11}{:>13}{:>14}{:>10}{:>14}"
    against = ["OpenSpiel", "PettingZoo", "states"]
    print(columns.format("", "steps/s", "least", "most", *(f"x {other}" for other in against), "x dark_chess"))
    for name, each in speeds.items():
        ratios = ["", "", "", ""]
        scenario, _, rest = name.partition(" ")
        if rest.startswith("at once"):
            others = [*(f"{scenario} by {other}" for other in against), "dark_chess"]
            ratios = [f"{middle[name] / middle[other]:.1f}" for other in others]
        print(columns.format(name, *(f"{value:,.0f}" for value in (middle[name], min(each), max(each))), *ratios))
    print(f"asked of games at once: {ONE_BY_ONE:.0f} x one by one on all cores, {DARK_CHESS:.0f} x dark_chess on one")


if __name__ == "__main__":
    main()
