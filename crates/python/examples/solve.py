# OpenSpiel has no complete types.
# pyright: basic
"""Solves a tiny game exactly, by the algorithms of OpenSpiel.

```sh
python solve.py --iterations 1000
```

The game is `two-manholes.toml`, for the rules of Heroes and Leaders. The German side hides its guard at a bridge, at a
mill, or between them, from where he sees both but fires worse. The Soviet scout knows the sewers and chooses a manhole
without knowing where the guard is. The bridge wins the game, the mill only draws it.

With every die the game has some thousand states. So OpenSpiel can compute the exploitability of a policy: what both
sides lose on average if the other side gives the best answer. Counterfactual regret minimization (CFR+) finds a policy
that loses nothing.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any, Iterator, Optional

import pyspiel
import undercity.openspiel  # noqa: F401  It registers the games.
from open_spiel.python.algorithms.gambit import export_gambit

SCENARIO = Path(__file__).with_name("two-manholes.toml")


def load(scenario: Path = SCENARIO) -> Any:
    """Returns the game. Hashes distinguish information states as their texts do, in less time."""
    return pyspiel.load_game("undercity_heroes", {"scenario": str(scenario), "information": "hash"})


def whole_tree(game: Any) -> Any:
    """Returns the same game as a tree in memory, which OpenSpiel walks much faster than a game of Python.

    OpenSpiel writes it in the format of Gambit: every state once, with its information set. So Gambit can read it too.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.efg")
        path.write_text(export_gambit(game), "utf-8")
        return pyspiel.load_game("efg_game", {"filename": str(path)})


def states(state: Any) -> Iterator[Any]:
    """Lists the states of a game, from one on."""
    yield state
    for action in state.legal_actions():
        yield from states(state.child(action))


def solve(game: Any, iterations: int) -> Iterator[tuple[int, Any]]:
    """Improves policies by CFR+. Returns the average policy after 1, 10, 100 … iterations, and after the last."""
    solver = pyspiel.CFRPlusSolver(game)
    for done in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if done == iterations or str(done).strip("0") == "1":
            yield done, solver.tabular_average_policy()


def mixed_decisions(game: Any, policy: Any) -> list[dict[str, float]]:
    """Lists where a policy leaves something to chance, if both sides follow it: the probability of each sentence."""
    found: dict[str, dict[str, float]] = {}

    def walk(state: Any) -> None:
        if state.is_terminal():
            return
        chosen = dict(state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state))
        if not state.is_chance_node() and max(chosen.values()) < 0.99:
            sentences = {state.action_to_string(action): chosen.get(action, 0.0) for action in state.legal_actions()}
            found.setdefault(state.information_state_string(), sentences)
        for action, share in chosen.items():
            if share > 0.001:
                walk(state.child(action))

    walk(game.new_initial_state())
    return list(found.values())


def main(arguments: Optional[list[str]] = None) -> None:
    """Solves the game and prints how."""
    parser = argparse.ArgumentParser(description="Solves a tiny game exactly, by the algorithms of OpenSpiel.")
    parser.add_argument("--iterations", type=int, default=1000, help="iterations of CFR+, default 1000")
    chosen = parser.parse_args(arguments)
    game = whole_tree(load())
    print(f"states: {sum(1 for _ in states(game.new_initial_state()))}")
    uniform = pyspiel.UniformPolicy()
    print(f"exploitability of the uniform policy: {pyspiel.exploitability(game, uniform):.4f}")
    policy = uniform
    for done, policy in solve(game, chosen.iterations):
        print(f"exploitability after {done} iterations: {pyspiel.exploitability(game, policy):.4f}")
    first, _ = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)
    print(f"value for the Soviet side: {first:.4f}")
    for sentences in mixed_decisions(game, policy):
        print()
        for sentence, share in sentences.items():
            print(f"{100 * share:5.1f}%  {sentence}")


if __name__ == "__main__":
    main()
