"""A game from its first order to its verified end."""

import undercity


def test_a_game_is_played_and_verified() -> None:
    game = undercity.new_game("tide/first", seed=1)
    while game.outcome is None:
        for seat in game.seats:
            if seat.question:
                seat.play("random", seed=game.entries)
    assert game.outcome.winner in (*game.sides, "draw")
    assert game.verify().word == "fair"
