"""What the tests share: the program, and a finished game."""

from __future__ import annotations

import os

import pytest
import undercity


FIRST = ["asl/first", "heroes/first", "sniper/ambush", "tide/first"]
"""A scenario of each system."""


def play_out(game: undercity.Game, player: str = "random", orders: int = 5000) -> undercity.Game:
    """Plays a game to its end, or for this number of orders. Equal games are played alike."""
    for _ in range(orders):
        side = next(iter(game.awaited), None)
        if side is None:
            break
        game.seat(side).play(player, seed=game.entries)
    return game


@pytest.fixture
def program() -> str:
    """The path of the command line."""
    return os.environ["UNDERCITY"]


@pytest.fixture(scope="session")
def finished() -> str:
    """The ledger of a finished game."""
    return play_out(undercity.new_game("tide/first", seed=3)).ledger()
