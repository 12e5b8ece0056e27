"""Ledgers: saved, read again, verified, and refused with their places."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import undercity
from conftest import play_out


def test_the_program_verifies_a_saved_game(program: str, tmp_path: Path, finished: str) -> None:
    file = tmp_path / "game.jsonl"
    undercity.load(finished).save(file)
    run = subprocess.run([program, "verify", "--json", str(file)], check=True, capture_output=True)
    told, ours = json.loads(run.stdout), undercity.verify(file)
    assert (told["verdict"], told["entries"], told["rolls"], told["head"]) == (
        ours.word,
        ours.entries,
        ours.rolls,
        ours.head,
    )


def test_a_game_is_continued_from_its_ledger(tmp_path: Path) -> None:
    game = play_out(undercity.new_game("tide/first", seed=1), orders=40)
    file = tmp_path / "game.jsonl"
    game.save(file, secret=True)
    other = undercity.load(file)
    play_out(game)
    play_out(other)
    assert game.ledger() == other.ledger()


def test_a_last_line_that_was_cut_short_is_dropped(finished: str) -> None:
    game = undercity.load(finished[:-20])
    assert finished.startswith(game.ledger(secret=True))
    assert game.entries >= finished.count("\n") - 4


def test_an_altered_ledger_is_refused_with_its_line(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if n > 5 and '"faces":[' in line)
    at = lines[number].index('"faces":[') + len('"faces":[')
    face = lines[number][at]
    lines[number] = lines[number][:at] + ("1" if face != "1" else "2") + lines[number][at + 1 :]
    with pytest.raises(undercity.LedgerError) as error:
        undercity.verify("".join(lines))
    expected = (number + 1, json.loads(lines[number])["line"]["entry"]["n"])
    assert (error.value.line, error.value.entry) == expected
    assert str(error.value).startswith(f"line {number + 1}: ")
    with pytest.raises(undercity.LedgerError) as error:
        undercity.load("".join(lines))
    assert (error.value.line, error.value.entry) == expected
    assert str(error.value).count("line ") == 1


def test_a_head_that_was_noted_is_found() -> None:
    game = undercity.new_game("tide/first", seed=6)
    play_out(game, orders=10)
    head = game.seats[0].view().ack.head
    play_out(game)
    assert game.verify(head=head).head_found
    with pytest.raises(undercity.LedgerError, match="matches no point of this game"):
        game.verify(head="00" * 32)
    with pytest.raises(ValueError, match="^head: "):
        game.verify(head="abc")


def test_what_is_no_ledger_is_refused() -> None:
    with pytest.raises(undercity.LedgerError) as error:
        undercity.verify('{"not": "a ledger"}\n')
    assert error.value.line == 1 and error.value.entry is None
    with pytest.raises(FileNotFoundError):
        undercity.load("no/such/file.jsonl")
    with pytest.raises(TypeError, match="^ledger: "):
        undercity.load(3)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_luck_is_that_of_the_program(program: str, tmp_path: Path, finished: str) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(finished, "utf-8")
    run = subprocess.run([program, "luck", "--json", str(file)], check=True, capture_output=True)
    assert undercity.load(finished).luck() == json.loads(run.stdout)
    with pytest.raises(undercity.Error, match="not over"):
        undercity.new_game("tide/first", seed=1).luck()
