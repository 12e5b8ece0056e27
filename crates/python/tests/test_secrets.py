"""A seat gives what this seat may know, and nothing else."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
from pathlib import Path

import pytest
import undercity
from conftest import FIRST, play_out

@pytest.mark.parametrize("scenario", FIRST)
def test_a_seat_sees_what_the_program_shows_it(scenario: str, program: str, tmp_path: Path) -> None:
    game = play_out(undercity.new_game(scenario, seed=8), orders=40)
    file = tmp_path / "game.jsonl"
    game.save(file, secret=True)
    for name in (*game.sides, "spectator"):
        run = [program, "replay", str(file), "--seat", name, "--json"]
        told = json.loads(subprocess.run(run, check=True, capture_output=True).stdout)
        seat = game.seat(name)
        assert seat.facts == told["view"]["facts"]
        assert seat.view().ack.head == told["view"]["ack"]["head"]
        assert seat.events() == told["events"]
        assert seat.events(3) == told["events"][3:]
        drawn = tmp_path / f"{name}.svg"
        subprocess.run([program, "draw", str(file), "--seat", name, "-o", str(drawn)], check=True, capture_output=True)
        assert seat.svg() == drawn.read_text("utf-8")


def test_a_hidden_set_up_is_not_seen_by_the_other_side() -> None:
    game = play_out(undercity.new_game("asl/first", seed=8), orders=6)
    one, other = ({json.dumps(fact, sort_keys=True) for fact in seat.facts} for seat in game.seats)
    assert one - other or other - one
    everybody = {json.dumps(fact, sort_keys=True) for fact in game.seat("spectator").facts}
    assert len(everybody) <= len(one) and len(everybody) <= len(other)


def test_a_ledger_is_given_out_before_the_end_only_if_its_secrets_are_asked_for(tmp_path: Path) -> None:
    game = undercity.new_game("tide/first", seed=1)
    with pytest.raises(undercity.Error, match="secret=True"):
        game.ledger()
    with pytest.raises(undercity.Error, match="secret=True"):
        game.save(tmp_path / "game.jsonl")
    assert not (tmp_path / "game.jsonl").exists()
    assert "reveal" in game.ledger(secret=True)
    play_out(game)
    assert game.ledger() == game.ledger(secret=True)


def test_a_seat_can_not_be_pickled_and_leads_to_no_game() -> None:
    game = undercity.new_game("tide/first", seed=1)
    seat = game.seats[0]
    for make in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            make(seat)
    native = vars(seat).values()
    reached = [getattr(thing, name) for thing in (seat, *native) for name in dir(thing) if not name.startswith("__")]
    assert reached
    assert not any(type(thing).__name__ == "Game" for thing in reached)


def test_the_other_side_s_secret_choices_change_nothing_that_a_side_is_told() -> None:
    told: list[object] = []
    for choice in (0, -1):
        game = undercity.new_game("sniper/ambush", seed=5)
        seat, other = game.seats
        assert other.question is not None
        other.order(list(other.orders())[choice])
        own = [offer.sentence for offer in seat.offers()]
        told.append((seat.facts, seat.events(), seat.scene(), own, seat.question and seat.choose("greedy", seed=1)))
        assert other.facts != seat.facts
    assert told[0] == told[1]
