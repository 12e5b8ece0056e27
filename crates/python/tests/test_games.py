"""Games of every system: played, seen, offered, undone, given up, with each kind of dice."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
import undercity
from conftest import FIRST, play_out

@pytest.mark.parametrize("scenario", FIRST)
def test_random_games_end_and_verify(scenario: str) -> None:
    game = undercity.new_game(scenario, seed=5)
    play_out(game)
    assert game.outcome is not None
    assert game.awaited == {}
    verdict = game.verify()
    assert (verdict.word, verdict.outcome, verdict.entries) == ("fair", game.outcome.winner, game.entries)


@pytest.mark.parametrize("scenario", FIRST)
def test_equal_seeds_give_equal_games(scenario: str) -> None:
    one, other = (play_out(undercity.new_game(scenario, seed=9), orders=30) for _ in range(2))
    assert one.ledger(secret=True) == other.ledger(secret=True)
    assert one.ledger(secret=True) != undercity.new_game(scenario, seed=10).ledger(secret=True)


def test_games_without_a_seed_differ() -> None:
    one, other = undercity.new_game("tide/first"), undercity.new_game("tide/first")
    assert one.about["game_id"] != other.about["game_id"]


def test_nonces_and_a_game_id_can_be_given() -> None:
    nonces, game_id = ["11" * 32, "22" * 32, "33" * 32], "44" * 32
    game = undercity.new_game("tide/first", nonces=nonces, game_id=game_id)
    assert game.about["game_id"] == game_id
    with pytest.raises(ValueError, match="seed, nonces"):
        undercity.new_game("tide/first", seed=1, nonces=nonces)
    with pytest.raises(ValueError, match="nonces"):
        undercity.new_game("tide/first", nonces=["1", "2", "3"])


@pytest.mark.parametrize("scenario", FIRST)
def test_drafts_lead_to_orders_that_are_accepted(scenario: str) -> None:
    game = play_out(undercity.new_game(scenario, seed=2), orders=12)
    seat = game.seat(next(iter(game.awaited)))
    orders = list(seat.orders())
    assert orders and all(offer.order is not None and offer.draft is None for offer in orders)
    before = game.entries
    ack = seat.order(orders[0])
    assert (ack.heard, ack.head) == (seat.view().ack.heard, seat.view().ack.head)
    assert game.entries > before


def test_a_draft_is_completed_and_not_ordered() -> None:
    seat, draft = drafted()
    completed = seat.offers(draft)
    assert completed and all(not offer.undo for offer in completed)
    assert completed == seat.offers(draft.draft)
    with pytest.raises(ValueError, match="^order: .* draft"):
        seat.order(draft)
    order = next(offer for offer in completed if offer.order is not None)
    with pytest.raises(ValueError, match="^draft: "):
        seat.offers(order)


def drafted() -> tuple[undercity.Seat, undercity.Offer]:
    """Returns a seat that is offered a draft whose next offers have an order."""
    for scenario in FIRST:
        game = undercity.new_game(scenario, seed=2)
        for _ in range(200):
            side = next(iter(game.awaited))
            seat = game.seat(side)
            for offer in seat.offers():
                if offer.draft is not None and any(next.order is not None for next in seat.offers(offer)):
                    return seat, offer
            seat.play("random", seed=game.entries)
    raise AssertionError("no draft was offered")


@pytest.mark.parametrize("scenario", ["asl/first", "heroes/first"])
def test_an_order_is_undone_by_its_offer(scenario: str) -> None:
    game = undercity.new_game(scenario, seed=2)
    for _ in range(100):
        seat = game.seat(next(iter(game.awaited)))
        before = seat.facts
        seat.play("random", seed=game.entries)
        undo = [offer for offer in seat.offers() if offer.undo]
        if undo:
            seat.order(undo[0])
            assert seat.facts == before
            return
    raise AssertionError("no order could be undone")


def test_an_undo_that_is_not_allowed_is_refused_with_its_clause() -> None:
    game = undercity.new_game("tide/first", seed=1)
    with pytest.raises(undercity.Refused) as error:
        game.seats[0].undo()
    assert error.value.clause in {clause.id for clause in undercity.clauses("referee")}
    assert str(error.value) == f"{error.value.why} [{error.value.clause}]"
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.clause, again.why) == (error.value.clause, error.value.why)


def test_giving_up_ends_the_game() -> None:
    game = undercity.new_game("asl/first", seed=1)
    loser, winner = game.sides
    game.seat(loser).resign()
    assert game.outcome is not None and game.outcome.winner == winner
    own, other = game.seat(loser).outcome, game.seat(winner).outcome
    assert own is not None and other is not None and own.winner == other.winner == winner


def test_orders_that_are_no_orders_are_refused() -> None:
    seat = asked(undercity.new_game("tide/first", seed=1))
    with pytest.raises(undercity.Refused):
        seat.order({"no": "such order"})
    with pytest.raises(TypeError, match="^order: expected .*, found set"):
        seat.order({1, 2})  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="spectator"):
        undercity.new_game("tide/first", seed=1).seat("spectator").order("stop")


def asked(game: undercity.Game) -> undercity.Seat:
    return game.seat(next(iter(game.awaited)))


def test_an_order_repeated_under_its_id_is_not_done_again() -> None:
    game = undercity.new_game("tide/first", seed=1)
    seat = asked(game)
    order = next(seat.orders())
    first = seat.order(order, id="mine")
    entries = game.entries
    assert seat.order(order, id="mine") == first
    assert game.entries == entries


def test_why_not_names_clauses_of_the_rulebook() -> None:
    seat = asked(play_out(undercity.new_game("tide/first", seed=1), orders=5))
    known = {clause.id for system in ("tide", "referee") for clause in undercity.clauses(system)}
    refused = seat.why_not()
    assert refused and all(row.clause in known and row.why for row in refused)


def test_dice_that_players_give_are_asked_for() -> None:
    asked_for, entered = 0, 0
    for seed in range(4):
        game = undercity.new_game("tide/first", seed=seed, dice="players")
        while game.outcome is None:
            try:
                game.seat(next(iter(game.awaited))).play("random", seed=game.entries)
            except undercity.DiceNeeded as needed:
                asked_for += 1
                roll = game.roll_asked
                assert roll is not None and (roll.label, roll.dice) == (needed.label, needed.dice)
                with pytest.raises(undercity.Refused):
                    game.dice(needed.label, [7] * needed.dice, by=roll.by)
                entered += enter(game, needed.label, needed.dice)
        assert game.verify().word == "consistent"
    assert asked_for > 5 and entered >= asked_for


def enter(game: undercity.Game, label: str, dice: int) -> int:
    """Enters sixes and ones in turn until the order is done. Returns the number of rolls."""
    for n in range(100):
        roll = game.roll_asked
        assert roll is not None
        try:
            assert game.dice(label, [1 if (n + k) % 2 else 6 for k in range(dice)], by=roll.by) is not None
            return n + 1
        except undercity.DiceNeeded as needed:
            label, dice = needed.label, needed.dice
    raise AssertionError("an order asks for a hundred rolls")


def test_fair_dice_can_not_be_entered() -> None:
    with pytest.raises(undercity.Error):
        undercity.new_game("tide/first", seed=1).dice("attack", [6])


def test_standing_orders_answer_questions() -> None:
    game = undercity.new_game("tide/first", seed=1)
    seat = asked(game)
    question = seat.question
    assert question is not None
    seat.stand(question, next(seat.orders()).order)
    seat.stand(question)
    with pytest.raises(undercity.Refused):
        seat.stand("no such question", "stop")
    assert game.answer_standing() is False


def test_a_pickle_and_a_copy_continue_as_the_game_does() -> None:
    game = play_out(undercity.new_game("heroes/first", seed=4), orders=25)
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert other.ledger(secret=True) == game.ledger(secret=True)
        assert [seat.facts for seat in other.seats] == [seat.facts for seat in game.seats]
        play_out(other)
        assert other.outcome is not None and game.outcome is None


def test_odds_add_up_and_name_their_order() -> None:
    game = undercity.new_game("tide/first", seed=1)
    found: list[undercity.Odds] = []
    for _ in range(60):
        side = next(iter(game.awaited), None)
        if side is None or len(found) > 3:
            break
        seat = game.seat(side)
        for offer in list(seat.orders())[:6]:
            odds = seat.odds(offer)
            assert sum(chance.probability for chance in odds.summary) == pytest.approx(1.0, abs=1e-6)
            found += [odds] if len(odds.outcomes) > 1 else []
        seat.play("random", seed=game.entries)
    assert found


@pytest.mark.parametrize("player", ["random", "greedy", "search:20x", "recruit", "regular"])
def test_each_player_finds_an_order(player: str) -> None:
    seat = asked(undercity.new_game("tide/first", seed=1))
    first = seat.choose(player, seed=7)
    assert seat.choose(player, seed=7) == first
    assert seat.play(player, seed=7) == first


def test_unknown_players_and_threads_are_named() -> None:
    seat = asked(undercity.new_game("tide/first", seed=1))
    with pytest.raises(ValueError, match="^player: `grandmaster`: expected random, greedy"):
        seat.play("grandmaster")
    with pytest.raises(ValueError, match="^threads: "):
        seat.play("random", threads=0)
    waiting = next(seat for seat in undercity.new_game("tide/first", seed=1).seats if seat.question is None)
    with pytest.raises(undercity.Error, match="has no order to give now"):
        waiting.play("random")


def test_calculators_answer_with_and_without_a_game() -> None:
    answer = undercity.calculate("asl", "emergence", lost=True, enemies=1)
    assert sum(chance["probability"] for chance in answer["charts"][0]["chances"]) == pytest.approx(1.0)
    assert "emergence" in {tool["name"] for tool in undercity.calculators("asl")}
    with pytest.raises(undercity.Refused):
        undercity.calculate("asl", "emergence", soldiers=3)
    with pytest.raises(ValueError, match="^system: "):
        undercity.calculate("chess", "emergence")
    seat = undercity.new_game("tide/first", seed=1).seats[0]
    names = {tool["name"] for tool in seat.tools()}
    assert "sight" in names
    places: list[Any] = [place["label"] for place in undercity.new_game("tide/first", seed=1).board()["locations"]]
    sight = seat.tool("sight", **{"from": places[0], "to": places[1]})
    assert sight["text"]


def test_wrong_values_are_named() -> None:
    game = undercity.new_game("tide/first", seed=1)
    with pytest.raises(ValueError, match="^seat: expected .* or spectator, found `french`"):
        game.seat("french")
    with pytest.raises(ValueError, match="^dice: "):
        undercity.new_game("tide/first", dice="loaded")
    with pytest.raises(ValueError, match="^start: "):
        game.seats[0].events(-1)
    with pytest.raises(TypeError):
        undercity.Seat(game)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_dice_that_a_script_gives_are_all_asked_for() -> None:
    game = undercity.new_game("tide/first", seed=1, dice="given")
    entered = 0
    while game.outcome is None:
        try:
            game.seat(next(iter(game.awaited))).play("random", seed=game.entries)
        except undercity.DiceNeeded as needed:
            entered += enter(game, needed.label, needed.dice)
    assert entered > 2
    verdict = game.verify()
    assert (verdict.word, verdict.proved, verdict.rolls) == ("consistent", False, 0)


def until_dice(game: undercity.Game) -> tuple[undercity.DiceNeeded, undercity.Order]:
    """Plays until an order waits for dice. Returns the roll and the order."""
    while True:
        seat = game.seat(next(iter(game.awaited)))
        order = seat.choose("random", seed=game.entries)
        before = game.entries
        try:
            seat.order(order)
        except undercity.DiceNeeded as needed:
            assert game.entries == before
            return needed, order


def test_dice_can_be_given_in_advance() -> None:
    """A script enters the faces before the order that rolls them, and the order takes them."""
    game = undercity.new_game("tide/first", seed=1, dice="given")
    waited, order = until_dice(game)
    before = game.entries
    again = undercity.load(game.ledger(secret=True))
    assert again.dice(waited.label, [3] * waited.dice) is None and again.entries == before
    try:
        again.seat(next(iter(again.awaited))).order(order)
    except undercity.DiceNeeded as needed:
        enter(again, needed.label, needed.dice)
    assert again.entries > before
    assert f'"faces":[{",".join("3" * waited.dice)}]' in again.ledger(secret=True)
