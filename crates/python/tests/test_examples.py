# The frameworks have no complete types.
# pyright: basic
"""The examples: what they show holds."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
import self_play
import solve
from undercity.environment import environment


@pytest.fixture(scope="module")
def tree() -> Any:
    """The tiny game as a tree in memory."""
    return solve.whole_tree(solve.load())


def test_the_tiny_scenario_has_no_mistakes(program: str) -> None:
    checked = subprocess.run([program, "check", str(solve.SCENARIO)], check=True, capture_output=True, text=True)
    assert "no mistakes" in checked.stdout


def test_the_tree_is_the_game_and_its_players_forget_nothing(tree: Any) -> None:
    ways: dict[str, tuple[Any, ...]] = {}

    def value(state: Any, own: tuple[tuple[Any, ...], ...]) -> float:
        """Returns the value of random play. An information state must be reached by one way of its own player."""
        if state.is_terminal():
            return float(state.returns()[0])
        actions, player = state.legal_actions(), state.current_player()
        if player >= 0:
            known = state.information_state_string()
            assert ways.setdefault(known, own[player]) == own[player]
        total = 0.0
        for action in actions:
            after = list(own)
            if player >= 0:
                after[player] = (*own[player], (known, action))
            total += value(state.child(action), tuple(after))
        return total / len(actions)

    first, second = pyspiel.expected_returns(tree.new_initial_state(), pyspiel.UniformPolicy(), -1, False)
    assert value(solve.load().new_initial_state(), ((), ())) == pytest.approx(first)
    assert first == -second
    assert len(ways) > 20


def test_the_tiny_game_is_solved(tree: Any) -> None:
    assert pyspiel.exploitability(tree, pyspiel.UniformPolicy()) > 0.65
    policies = dict(solve.solve(tree, 100))
    lost = {done: pyspiel.exploitability(tree, policy) for done, policy in policies.items()}
    assert lost[1] > 0.6 and lost[10] < 0.1 and 0 <= lost[100] < 0.01
    # By hand: at the bridge or the mill the guard hits with 20 in 27, from between with 1 in 2. In the solution he is
    # at the bridge or between, and the scout makes both equally good for him.
    first, _ = pyspiel.expected_returns(tree.new_initial_state(), policies[100], -1, False)
    assert first == pytest.approx(-13 / 53, abs=0.01)


def test_the_solution_is_printed(
    tree: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The tree is made only once, since that takes the most time.
    monkeypatch.setattr(solve, "whole_tree", lambda game: tree)
    solve.main(["--iterations", "10"])
    printed = capsys.readouterr().out
    assert "exploitability of the uniform policy: 0.65" in printed
    assert "Scout (E1) goes below ground from E1 to B2, in the sewer." in printed


def test_an_agent_learns_by_self_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(1)
    random = self_play.against_random(lambda games: rng.integers(games.actions), "tide/first", games=100, seed=5)
    # It shall learn much from the first games.
    agent = self_play.Agent(environment("tide/first").spaces, seed=1, rate=0.001)
    training = self_play.SelfPlay(agent, "tide/first", games=64, seed=1)
    training.EXAMPLES = 2048
    while training.choices < 90_000:
        training.step()
    trained = self_play.against_random(agent, "tide/first", games=100, seed=5)
    # Random play seldom wins as the first side, so both together win half of the games.
    assert random[0].won < 5 and sum(wins.won for wins in random) < 60
    assert trained[0].won > 20 and sum(wins.won for wins in trained) > 70

    agent.save(tmp_path / "agent.pickle")
    self_play.main(["--minutes", "0", "--load", str(tmp_path / "agent.pickle"), "--games", "2", "--opponent", "greedy"])
    assert "wins against greedy: " in capsys.readouterr().out


def test_an_interval_is_that_of_wilson() -> None:
    assert self_play.Wins(45, 60).interval() == pytest.approx((0.6277, 0.8422), abs=1e-4)
    assert self_play.Wins(0, 10).interval() == pytest.approx((0.0, 0.2775), abs=1e-4)
