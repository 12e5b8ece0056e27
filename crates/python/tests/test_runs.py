"""Many games: the same as the command line plays, in any pieces."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import undercity

RUN: dict[str, Any] = {"players": ("greedy", "random"), "swap": True, "seed": 4}


def program_plays(program: str, games: int, log: Path) -> dict[str, Any]:
    """Runs the command line with the settings of `RUN`."""
    players = ["--players", "greedy,random", "--swap", "--seed", "4"]
    run = [program, "balance", "tide/first", "--games", str(games), *players, "--log", str(log), "--json"]
    told: dict[str, Any] = json.loads(subprocess.run(run, check=True, capture_output=True).stdout)
    return told


def test_the_games_and_the_log_are_those_of_the_program(program: str, tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs.jsonl", tmp_path / "ours.jsonl"
    told = program_plays(program, 6, theirs)
    played = undercity.balance("tide/first", games=6, log=ours, **RUN)
    assert played.summary == told
    assert sorted(ours.read_text("utf-8").splitlines()) == sorted(theirs.read_text("utf-8").splitlines())
    assert played.log.splitlines()[0] == theirs.read_text("utf-8").splitlines()[0]
    assert [row["game"] for row in played.played] == list(range(6))
    assert sum(share.count for share in played.wins.values()) == played.games == 6
    assert played.first_player is not None and played.first_player.of == 6
    assert str(played).startswith("scenario              tide/first\n")


def test_each_continues_the_log_of_the_other(program: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    undercity.balance("tide/first", games=4, log=log, **RUN)
    told = program_plays(program, 6, log)
    done: list[tuple[int, int]] = []
    played = undercity.balance("tide/first", games=8, log=log, progress=lambda at, of: done.append((at, of)), **RUN)
    assert done[-1] == (8, 8)
    assert log.read_text("utf-8").count("\n") == 9
    assert played.summary["lengths"][:6] == told["lengths"]
    assert played.log == undercity.balance("tide/first", games=8, jobs=1, **RUN).log


def test_ranges_of_games_are_parts_of_the_whole() -> None:
    whole = undercity.balance("tide/first", games=6, **RUN).played
    parts = [undercity.balance("tide/first", games=part, **RUN).played for part in (range(0, 2), range(2, 6))]
    assert parts[0] + parts[1] == whole


def test_a_log_of_other_games_is_refused_and_kept(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    undercity.balance("tide/first", games=2, players="random", log=log)
    before = log.read_text("utf-8")
    with pytest.raises(undercity.Error, match="its --players is random,random, but this run uses greedy,greedy"):
        undercity.balance("tide/first", games=2, players="greedy", log=log)
    assert log.read_text("utf-8") == before


def test_a_line_of_a_log_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    whole = undercity.balance("tide/first", games=3, players="random", log=log).log
    log.write_text(log.read_text("utf-8")[:-9], "utf-8")
    assert undercity.balance("tide/first", games=3, players="random", log=log).log == whole
    assert sorted(log.read_text("utf-8").splitlines()) == sorted(whole.splitlines())


def test_playouts_are_counted_and_join() -> None:
    whole = undercity.playouts("tide/first", games=600)
    assert sum(whole.outcomes.values()) == whole.games == 600
    parts = [undercity.playouts("tide/first", games=part) for part in (range(0, 250), range(250, 600))]
    assert sum(part.orders for part in parts) == whole.orders


def test_wrong_values_are_named() -> None:
    with pytest.raises(ValueError, match="^games: "):
        undercity.balance("tide/first", games=0)
    with pytest.raises(ValueError, match="^games: .* even"):
        undercity.balance("tide/first", games=3, swap=True)
    with pytest.raises(TypeError, match="^games: "):
        undercity.playouts("tide/first", games="all")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="^players: expected two"):
        undercity.balance("tide/first", players=("greedy",))
    with pytest.raises(ValueError, match="^players: `kasparov`"):
        undercity.balance("tide/first", players="kasparov")
    with pytest.raises(ValueError, match="^jobs: "):
        undercity.balance("tide/first", jobs=0)
