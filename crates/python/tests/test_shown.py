"""Pictures for notebooks, and progress."""

from __future__ import annotations

import builtins
import sys
from typing import Any
from xml.etree import ElementTree

import pytest
import undercity
from conftest import FIRST, play_out
from undercity.progress import shown


@pytest.mark.parametrize("scenario", FIRST)
def test_what_a_notebook_shows_is_a_picture(scenario: str) -> None:
    game = play_out(undercity.new_game(scenario, seed=2), orders=10)
    for thing in (undercity.scenario(scenario), game, *game.seats, game.seat("spectator")):
        picture: str = getattr(thing, "_repr_svg_")()
        root = ElementTree.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and len(root) > 3
    seat = game.seats[0]
    assert seat.svg() == getattr(seat, "_repr_svg_")()
    assert seat.name in seat.text()
    assert seat.name in repr(seat) and scenario in repr(game) and scenario in repr(undercity.scenario(scenario))


def test_what_seats_see_differs_in_their_pictures() -> None:
    game = play_out(undercity.new_game("asl/first", seed=2), orders=10)
    first, second = game.seats
    assert first.svg() != second.svg()


def test_progress_is_a_function_a_bar_or_nothing(finished: str) -> None:
    steps: list[tuple[int, int]] = []
    undercity.load(finished).luck(progress=lambda done, of: steps.append((done, of)))
    assert steps and steps[-1][0] == steps[-1][1] and steps == sorted(steps)
    with pytest.raises(TypeError, match="^progress: expected"):
        undercity.load(finished).luck(progress="yes")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_an_error_of_a_progress_function_stops_the_call(finished: str) -> None:
    def fail(done: int, of: int) -> None:
        raise RuntimeError("enough")

    game = undercity.load(finished)
    with pytest.raises(RuntimeError, match="enough"):
        game.luck(progress=fail)
    assert game.luck()["rolls"]


def test_a_bar_is_tqdm_s(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(True, "games") as step:
        assert step is not None
        step(3, 10)
        step(10, 10)
    assert "10/10" in capsys.readouterr().err


def test_a_line_stands_in_for_tqdm(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_tqdm(name: str, *others: Any) -> Any:
        if name.startswith("tqdm"):
            raise ImportError(name)
        return real(name, *others)

    monkeypatch.setattr(builtins, "__import__", without_tqdm)
    for name in [name for name in sys.modules if name.startswith("tqdm")]:
        monkeypatch.delitem(sys.modules, name)
    with shown(True, "games") as step:
        assert step is not None
        step(10, 10)
    assert capsys.readouterr().err == "\r10/10 games\n"
