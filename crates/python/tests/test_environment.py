"""Scenarios as environments."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest
from undercity.environment import ACTIONS, CHANCE, Environment, State, environment

FIRST = ["asl/first", "heroes/first", "sniper/patrol", "tide/first"]


@pytest.fixture(params=FIRST)
def game(request: pytest.FixtureRequest) -> Environment:
    return environment(request.param)


def played(game: Environment, actions: int, seed: int = 1) -> State:
    state, rng = game.begin(), random.Random(seed)
    for _ in range(actions):
        if state.is_over:
            break
        state.act(state.random_action(rng))
    return state


def test_spaces_name_everything(game: Environment) -> None:
    spaces, state = game.spaces, played(game, 60)
    seen = state.observe(0)
    assert seen.planes.shape == (len(spaces.planes), len(spaces.places) + 1)
    assert seen.planes.dtype == np.uint8
    assert seen.scalars.shape == (len(spaces.scalars),)
    assert seen.draft.shape == (len(spaces.features),)
    assert spaces.actions == ACTIONS
    assert len(set(spaces.planes)) == len(spaces.planes)
    assert len(set(spaces.scalars)) == len(spaces.scalars)


def test_each_unit_is_on_its_place() -> None:
    game = environment("tide/first")
    state = game.begin()
    spaces, seen = game.spaces, state.observe(0)
    own = seen.planes[spaces.planes.index("unit.own")]
    facts = [line for line in state.observation(0).splitlines() if line.startswith('{"unit"') and '"soviet"' in line]
    assert own.sum() == len(facts) > 0
    for place in np.flatnonzero(own[:-1]):
        assert sum(f'"at":"{spaces.places[place]}"' in fact for fact in facts) == own[place]


def test_kinds_of_offers_are_named(game: Environment) -> None:
    state, rng = game.begin(), random.Random(3)
    kinds = 0
    for _ in range(150):
        if state.player in (0, 1):
            offers = state.observe(state.player).offers
            for action in range(state.actions):
                offer, kind = state.offer(action), int(offers[action][0])
                (form, value), = offer.items()
                word = value if isinstance(value, str) else next(iter(value))
                names = game.spaces.orders if form == "order" else game.spaces.drafts
                assert names[kind - 1 - (256 if form == "draft" else 0)] == word
                kinds += 1
        if state.is_over:
            break
        state.act(state.random_action(rng))
    assert kinds > 100


def test_copies_and_pickles_go_on_alike(game: Environment) -> None:
    state = played(game, 80)
    for other in (copy.deepcopy(state), copy.copy(state), pickle.loads(pickle.dumps(state))):
        assert other.history == state.history
        assert other.player == state.player
        for player in (0, 1):
            assert other.information(player) == state.information(player)
            assert (other.observe(player).planes == state.observe(player).planes).all()
        before = state.information(0)
        if not other.is_over:
            other.act(0)
        assert state.information(0) == before


def test_what_a_player_cannot_tell_apart_has_one_information_state(game: Environment) -> None:
    state, rng, sampled = game.begin(), random.Random(5), 0
    for number in range(200):
        if state.is_over:
            break
        if state.player != CHANCE and number % 10 == 0:
            player = state.player
            other = state.resample(number)
            assert other.information(player) == state.information(player)
            assert other.information_hash(player) == state.information_hash(player)
            assert (other.observe(player).planes == state.observe(player).planes).all()
            assert (other.observe(player).offers == state.observe(player).offers).all()
            sampled += 1
        state.act(state.random_action(rng))
    assert sampled > 3


def test_a_computer_player_advises_legal_actions(game: Environment) -> None:
    state, rng = game.begin(), random.Random(7)
    advised = 0
    while advised < 3 and not state.is_over:
        if state.player == CHANCE:
            state.act(state.random_action(rng))
            continue
        player = state.player
        actions = state.advise("random", seed=advised)
        for action in actions[:-1]:
            state.act(action)
            assert state.player == player
        assert "order" in state.offer(actions[-1])
        state.act(actions[-1])
        advised += 1


def test_mistakes_are_refused() -> None:
    state = environment("tide/first").begin()
    with pytest.raises(IndexError, match=f"action {state.actions} is not legal"):
        state.act(state.actions)
    with pytest.raises(IndexError, match="action -1 is not legal"):
        state.act(-1)
    with pytest.raises(ValueError, match="player: expected 0 or 1, found 2"):
        state.information(2)
    with pytest.raises(ValueError, match="player: "):
        state.advise("nobody")
