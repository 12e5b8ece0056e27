"""The log of a run, as `undercity balance` writes it: a first line with the settings, and a line for each game."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import BinaryIO, Optional

__all__ = ["append", "games_of", "sort"]

_GAME = re.compile(rb'\{"game":([0-9]+),')


def _number(line: bytes) -> Optional[int]:
    """Returns the number of a line's game; `None` for a line that was cut short or is none of a log."""
    found = _GAME.match(line)
    return int(found[1]) if found and line.endswith(b"}\n") else None


def games_of(path: Path) -> set[int]:
    """Returns the numbers of the games in a log."""
    with path.open("rb") as file:
        next(file, None)
        return {number for number in map(_number, file) if number is not None}


def append(file: BinaryIO, games: bytes) -> None:
    """Appends whole lines. If something stops it, the file is as it was before."""
    before = file.seek(0, os.SEEK_END)
    try:
        rest = memoryview(games)
        while rest:
            rest = rest[file.write(rest) :]
    except BaseException:
        file.truncate(before)
        raise


def sort(path: Path) -> None:
    """Brings the games of a log into the order of their numbers, so that equal runs have equal logs."""
    with path.open("rb") as file:
        head = file.readline()
        lines = [(number, line) for line in file if (number := _number(line)) is not None]
    if all(before[0] < after[0] for before, after in zip(lines, lines[1:])):
        return
    # Of a game that is there twice, the first counts, as it does for the engine.
    games = dict(reversed(lines))
    # A stop must not leave half a log.
    beside = path.with_name(f".{path.name}.sorted")
    with beside.open("wb") as file:
        file.write(head)
        file.writelines(games[number] for number in sorted(games))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
