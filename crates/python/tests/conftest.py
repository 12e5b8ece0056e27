"""What the tests share: the program, and a finished game."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import undercity


FIRST = ["asl/first", "heroes/first", "sniper/ambush", "tide/first"]
"""A scenario of each system."""


ROOT = Path(__file__).resolve().parents[3]
"""The root of the repository."""


def blocks(page: str) -> list[tuple[str, str]]:
    """The Python blocks of a page, each with the name of the page."""
    path = ROOT / page
    return [(path.name, block) for block in re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)]


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
