# The framework has no complete types.
# pyright: basic
"""The games as OpenSpiel takes them, by its own tests."""

from __future__ import annotations

import pickle
import random
import re

import pyspiel
import pytest
import undercity.openspiel as games


@pytest.mark.parametrize("name", games.GAMES)
def test_random_sim_test(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_state_is_what_a_python_game_must_be(name: str) -> None:
    game = pyspiel.load_game(name)
    state, rng, chance = game.new_initial_state(), random.Random(2), 0
    for _ in range(250):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and legal
        if state.is_chance_node():
            chance += 1
            assert sum(weight for _, weight in state.chance_outcomes()) == pytest.approx(1.0)
        else:
            player = state.current_player()
            assert state.legal_actions(1 - player) == []
            assert len(state.legal_actions_mask(player)) == game.num_distinct_actions()
            assert all(state.action_to_string(player, action) for action in legal[:3])
            for _ in range(2):
                assert state.clone().information_state_string(player) == state.information_state_string(player)
            with pytest.raises(RuntimeError, match=re.escape("player >= 0")):
                state.information_state_string(-1)
        assert state.returns() == [0.0, 0.0]
        state.apply_action(rng.choice(legal))
    assert chance
    again = game.deserialize_state(state.serialize())
    assert [again.information_state_string(p) for p in (0, 1)] == [state.information_state_string(p) for p in (0, 1)]
    assert pickle.loads(pickle.dumps(state)).history() == state.history()
    assert len(state.history()) <= game.max_history_length()
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()


@pytest.mark.parametrize("name", games.GAMES)
def test_a_state_is_resampled_from_what_its_player_knows(name: str) -> None:
    game = pyspiel.load_game(name)
    state, rng = game.new_initial_state(), random.Random(4)
    for _ in range(120):
        if state.is_terminal():
            break
        if not state.is_chance_node() and rng.random() < 0.2:
            player = state.current_player()
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            assert str(other) != str(state)
            assert str(other.position.history) == "[]"
        state.apply_action(rng.choice(state.legal_actions()))


def test_a_game_is_pickled() -> None:
    game = pyspiel.load_game("undercity_tide(information=hash)")
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.new_initial_state().information_state_string(0) == game.new_initial_state().information_state_string(0)


def test_information_states_can_be_hashes() -> None:
    state = pyspiel.load_game("undercity_tide(information=hash)").new_initial_state()
    assert re.fullmatch("[0-9a-f]{64}", state.information_state_string(0))
    assert state.information_state_string(0) != state.information_state_string(1)


def test_a_scenario_of_another_system_is_refused() -> None:
    with pytest.raises(Exception, match="is a scenario of asl: use undercity_asl"):
        pyspiel.load_game("undercity_tide(scenario=asl/first)")


def test_options_of_the_scenario_are_parameters() -> None:
    text = {name: pyspiel.load_game(name).environment.__reduce__()[1][1] for name in [
        "undercity_tide(scenario=tide/first)",
        "undercity_tide(scenario=tide/first,options=sewer_cards:1)",
    ]}
    plain, changed = text.values()
    assert plain != changed
    game = pyspiel.load_game(list(text)[1])
    assert pickle.loads(pickle.dumps(game)).environment.__reduce__()[1][1] == changed
    with pytest.raises(Exception, match="options: expected name:value"):
        pyspiel.load_game("undercity_tide(options=sewer_cards)")
    with pytest.raises(Exception, match="sewer_card"):
        pyspiel.load_game("undercity_tide(options=sewer_card:1)")
