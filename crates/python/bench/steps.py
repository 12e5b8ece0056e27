# OpenSpiel has no complete types.
# pyright: basic
"""Steps a second from Python, on one core: many games at once, the same games one by one, and OpenSpiel's dark_chess.

A step is one action of a player, after which the program has what it needs for the next: the legal actions and the
arrays of what the player on turn sees. One by one, games are stepped as PettingZoo does it, and by the bare classes of
`undercity.environment`. For dark_chess, a step gives the observation tensor; its speed without the tensor is shown too.
Actions are random. Seconds are those of the processor, and all alternate in rounds, so that other load on the machine
affects all alike. The medians are compared.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any, Callable

import numpy as np
import pyspiel

from undercity.environment import CHANCE, OVER, environment
from undercity.pettingzoo import raw_env
from undercity.vector import Vector

FIRST = ["asl/first", "heroes/first", "sniper/patrol", "tide/first"]
# What is asked of a vector: this multiple of the same games one by one, and of dark_chess.
ONE_BY_ONE, DARK_CHESS = 20.0, 3.0


class Together:
    """Many games at once, on one thread."""

    def __init__(self, scenario: str, games: int) -> None:
        self.rng = np.random.default_rng(1)
        self.vector = Vector(scenario, games, seed=1, threads=1)

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


class DarkChess:
    """OpenSpiel's dark_chess, with or without the tensor of an observation."""

    def __init__(self, observed: bool, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.observed = observed
        self.game: Any = pyspiel.load_game("dark_chess")
        self.state: Any = self.game.new_initial_state()

    def step(self) -> int:
        """Takes a random action."""
        actions = self.state.legal_actions()
        self.state.apply_action(actions[int(self.rng.random() * len(actions))])
        if self.state.is_terminal():
            self.state = self.game.new_initial_state()
        if self.observed:
            self.state.observation_tensor(self.state.current_player())
        return 1


def speed(step: Callable[[], int], seconds: float) -> float:
    """Returns the number of steps a second."""
    steps, begun = 0, time.process_time()
    while True:
        for _ in range(10):
            steps += step()
        spent = time.process_time() - begun
        if spent >= seconds:
            return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenarios", nargs="*", default=FIRST, help=f"scenarios; {', '.join(FIRST)} if left out")
    parser.add_argument("--games", type=int, default=1024, help="games at once in a vector (default: 1024)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of all, one after the other (default: 5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of each in a round (default: 2)")
    asked = parser.parse_args()

    runs: dict[str, Callable[[], int]] = {
        "dark_chess": DarkChess(observed=True).step,
        "dark_chess without tensor": DarkChess(observed=False).step,
    }
    for scenario in asked.scenarios:
        runs[f"{scenario} at once"] = Together(scenario, asked.games).step
        runs[f"{scenario} by PettingZoo"] = PettingZoo(scenario).step
        runs[f"{scenario} by states"] = OneByOne(scenario).step
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(asked.rounds):
        for name, step in runs.items():
            speeds[name].append(speed(step, asked.seconds))
    middle = {name: statistics.median(each) for name, each in speeds.items()}

    columns = "{:<28}{:>11}{:>11}{:>11}{:>14}{:>10}{:>14}"
    print(columns.format("on one core", "steps/s", "least", "most", "x PettingZoo", "x states", "x dark_chess"))
    for name, each in speeds.items():
        ratios = ["", "", ""]
        if name.endswith("at once"):
            others = [name.replace("at once", "by PettingZoo"), name.replace("at once", "by states"), "dark_chess"]
            ratios = [f"{middle[name] / middle[other]:.1f}" for other in others]
        print(columns.format(name, *(f"{value:,.0f}" for value in (middle[name], min(each), max(each))), *ratios))
    print(f"asked of games at once: {ONE_BY_ONE:.0f} x one by one, {DARK_CHESS:.0f} x dark_chess")


if __name__ == "__main__":
    main()
