# The framework has no complete types.
# pyright: basic
"""One seat as Gymnasium takes it, by its own test."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import pytest
from gymnasium.utils.env_checker import check_env
from undercity.gymnasium import Duel


@pytest.mark.parametrize("scenario", ["asl/first", "heroes/first", "sniper/patrol", "tide/first"])
def test_check_env(scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Duel(scenario), skip_render_check=True)


@pytest.mark.parametrize("side", ["soviet", "german"])
def test_a_game_is_played_to_its_end(side: str) -> None:
    game = Duel("tide/first", side=side)
    observation, _ = game.reset(seed=3)
    rng = random.Random(1)
    over, reward = False, 0.0
    while not over:
        action = rng.randrange(int(observation["action_mask"].sum()))
        observation, reward, over, cut, info = game.step(action)
        assert not cut and not info["illegal"]
    assert reward in (-1.0, 0.0, 1.0)


def test_an_opponent_can_be_any_player() -> None:
    game = Duel("tide/first", side="german", opponent="greedy")
    observation, _ = game.reset(seed=3)
    for _ in range(5):
        observation, _, over, _, _ = game.step(0)
        if over:
            break
    assert game.observation_space.contains(observation)


def test_an_action_that_is_not_legal_loses() -> None:
    game = Duel("tide/first")
    observation, _ = game.reset(seed=1)
    _, reward, over, _, info = game.step(int(observation["action_mask"].sum()))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(RuntimeError, match="the game is over"):
        game.step(0)


def test_an_environment_is_copied_and_pickled() -> None:
    for game in (copy.deepcopy(Duel("tide/first")), pickle.loads(pickle.dumps(Duel("tide/first")))):
        assert game.reset(seed=1)[0]["action_mask"].sum() > 0


def test_a_side_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="side: expected soviet or german, found french"):
        Duel("tide/first", side="french")
