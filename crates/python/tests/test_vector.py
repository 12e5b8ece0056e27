"""Many games at once."""

from __future__ import annotations

import numpy as np
import pytest
from undercity.environment import environment
from undercity.vector import Vector

FIRST = ["asl/first", "heroes/first", "sniper/patrol", "tide/first"]


@pytest.mark.parametrize("scenario", FIRST)
def test_games_are_played_in_place(scenario: str) -> None:
    games, rng = Vector(scenario, 8, seed=1), np.random.default_rng(1)
    planes = games.planes
    for _ in range(100):
        games.step(games.random_actions(rng))
        assert (games.actions > 0).all()
        assert (games.offers[..., 0] > 0).sum(axis=1).tolist() == games.actions.tolist()
    assert games.planes is planes
    assert (games.mask().sum(axis=1) == games.actions).all()


def test_games_end_and_begin_again() -> None:
    games, rng = Vector("tide/first", 16, seed=2), np.random.default_rng(2)
    ends: list[float] = []
    for _ in range(800):
        games.step(games.random_actions(rng))
        ends += games.returns[games.over == 1].tolist()
    assert len(ends) > 16
    assert set(ends) <= {-1.0, 0.0, 1.0}


def test_equal_seeds_give_equal_games() -> None:
    one, other = Vector("tide/first", 8, seed=3, threads=1), Vector("tide/first", 8, seed=3, threads=2)
    rng = np.random.default_rng(3)
    for _ in range(200):
        actions = one.random_actions(rng)
        one.step(actions)
        other.step(actions)
    assert (one.planes == other.planes).all() and (one.offers == other.offers).all()


def test_the_first_look_is_that_of_a_state() -> None:
    games, state = Vector("tide/first", 1), environment("tide/first").begin()
    seen = state.observe(int(games.player[0]))
    assert (games.planes[0] == seen.planes).all()
    assert (games.offers[0, : len(seen.offers)] == seen.offers).all()


def test_mistakes_are_refused() -> None:
    games = Vector("tide/first", 2)
    with pytest.raises(IndexError, match="is not legal"):
        games.step([0, 511])
    with pytest.raises(Exception, match="expected 2 numbers, found 1"):
        games.step([0])
    with pytest.raises(ValueError, match="expected at least 1"):
        Vector("tide/first", 0)
