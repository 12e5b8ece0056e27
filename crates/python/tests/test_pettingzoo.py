# The framework has no complete types.
# pyright: basic
"""The scenarios as PettingZoo takes them, by its own tests."""

from __future__ import annotations

from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test
from undercity.pettingzoo import env, parallel_env, raw_env

FIRST = ["asl/first", "heroes/first", "sniper/patrol", "tide/first"]


@pytest.mark.parametrize("scenario", FIRST)
def test_api(scenario: str) -> None:
    api_test(env(scenario), num_cycles=100)


@pytest.mark.parametrize("scenario", FIRST)
def test_seeds(scenario: str) -> None:
    seed_test(lambda: env(scenario), num_cycles=50)


def test_render() -> None:
    make: Any = lambda render_mode: env("tide/first", render_mode=render_mode)  # noqa: E731
    render_test(make)


def test_parallel() -> None:
    parallel_api_test(parallel_env("tide/first"), num_cycles=100)


def test_performance(capsys: pytest.CaptureFixture[str]) -> None:
    # It plays for five seconds.
    performance_benchmark(env("tide/first"))
    assert "turns per second" in capsys.readouterr().out


def test_an_action_that_is_not_legal_ends_the_game() -> None:
    game = env("tide/first")
    game.reset(seed=1)
    agent = game.agent_selection
    illegal = int(game.last()[0]["action_mask"].sum())
    game.step(illegal)
    assert game.terminations[agent]
    assert game.rewards[agent] == -1


def test_an_observation_is_taken_apart() -> None:
    game = raw_env("tide/first")
    game.reset(seed=1)
    seen = game.observe(game.agent_selection)
    parts = game.parts.apart(seen["observation"])
    assert parts["offers"][int(seen["action_mask"].sum()) :].sum() == 0
    assert (parts["offers"][: int(seen["action_mask"].sum()), 0] > 0).all()
    with pytest.raises(ValueError, match="expected a vector of"):
        game.parts.apart(seen["observation"][1:])
