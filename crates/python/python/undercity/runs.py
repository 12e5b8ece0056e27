"""Many games: between computer players, to measure a scenario, and random ones."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Optional, Union

from . import _undercity
from .progress import Progress, shown
from .scenario_file import ScenarioLike, scenario as read_scenario

__all__ = ["Balance", "Playouts", "Share", "Spread", "balance", "playouts"]


@dataclass(frozen=True)
class Share:
    """A share of games with its 95% confidence interval (Wilson)."""

    count: int
    """Number of games that count."""
    of: int
    """Number of all games."""
    share: float
    """Share of the games, 0.0 to 1.0."""
    low: float
    """Lower end of the confidence interval."""
    high: float
    """Upper end of the confidence interval."""


@dataclass(frozen=True)
class Spread:
    """A mean with the first and the last decile of its values."""

    mean: float
    """Arithmetic mean of the values."""
    low: float
    """First decile: a tenth of the values are lower."""
    high: float
    """Last decile: a tenth of the values are higher."""


@dataclass(frozen=True)
class Balance:
    """The games of a run, and their statistics. Its text is what `undercity balance` prints."""

    scenario: str
    """Name or file of the scenario."""
    players: str
    """Names of both players."""
    games: int
    """Number of games."""
    wins: Mapping[str, Share]
    """Share of wins of each side, and of draws (`draw`)."""
    first_player: Optional[Share]
    """Share of wins of the first player, if the players swapped sides; else `None`."""
    orders: Spread
    """Number of orders in a game."""
    losses: Mapping[str, Spread]
    """Number of units or men lost by each side in a game."""
    summary: Mapping[str, Any]
    """All statistics, as `undercity balance --json` prints them."""
    log: str
    """The log of the games, as `undercity balance --log` writes it. Logs of ranges of games can be joined."""
    text: str
    """The statistics as lines of text."""

    @classmethod
    def _read(cls, summary: Mapping[str, Any], text: str, log: str) -> Balance:
        won = summary["first_player"]
        return cls(
            scenario=summary["scenario"],
            players=summary["players"],
            games=summary["games"],
            wins={name: Share(**share) for name, share in summary["wins"]},
            first_player=None if won is None else Share(**won),
            orders=Spread(**summary["orders"]),
            losses={name: Spread(**lost) for name, lost in summary["losses"]},
            summary=summary,
            log=log,
            text=text,
        )

    @property
    def played(self) -> list[dict[str, Any]]:
        """Each game: `game` (its number), `winner`, `orders`, `lost`, `status` and more."""
        return [json.loads(line) for line in self.log.splitlines()[1:]]

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


@dataclass(frozen=True)
class Playouts:
    """The results of random games."""

    games: int
    """Number of games that were played."""
    orders: int
    """Number of orders in all games."""
    orders_per_second: float
    """Orders per second, on one core."""
    games_per_second: float
    """Games per second, on one core."""
    position_bytes: int
    """Size of a position in memory, in bytes."""
    outcomes: Mapping[str, int]
    """Number of games with each outcome, by the winner's name, `draw` or `unfinished`."""


def balance(
    scenario: ScenarioLike,
    *,
    games: Union[int, range] = 100,
    players: Union[str, Iterable[str]] = ("greedy", "greedy"),
    options: Optional[Mapping[str, Any]] = None,
    seed: int = 1,
    swap: bool = False,
    threads: int = 1,
    jobs: Optional[int] = None,
    log: Union[str, os.PathLike[str], None] = None,
    progress: Progress = None,
) -> Balance:
    """Plays games between two computer players, as `undercity balance` does.

    A game depends only on its settings and its number, so equal calls give equal games, whatever `jobs` is. Players with
    a time to think are an exception.

    Args:
        scenario: a built-in scenario, a file, a text or a `Scenario`.
        games: number of games, or the numbers of the games, such as `range(1000, 2000)`.
        players: players of the first and of the second side, as in `Seat.choose`; one name for both.
        options: changed options of the scenario.
        seed: seed of game 0. Each later game takes the next number.
        swap: whether the players swap sides in every second game, with the dice of the game before.
        threads: threads of each player.
        jobs: games played at once; as many as the cores allow if left out.
        log: file to which each game is appended. Games that it has are not played again. The command line can continue it.
        progress: see `Progress`.

    Raises:
        ScenarioError: the scenario has mistakes.
        Error: the log belongs to other games, or a game can't be played to its end.
    """
    found = read_scenario(scenario)
    first, count = _numbers(games, swap)
    pair = _pair(players)
    if jobs is not None and not 1 <= jobs <= 256:
        raise ValueError(f"jobs: expected 1 to 256, found {jobs}")
    with shown(progress, "games") as step:
        summary, text, lines = _undercity.balance(
            found.name,
            found.text,
            pair,
            first,
            count,
            options=None if options is None else dict(options),
            seed=seed,
            swap=swap,
            threads=threads,
            jobs=jobs,
            log=log,
            progress=step,
        )
    return Balance._read(summary, text, lines)


def playouts(
    scenario: ScenarioLike,
    *,
    games: Union[int, range] = 1000,
    options: Optional[Mapping[str, Any]] = None,
    seed: int = 1,
    progress: Progress = None,
) -> Playouts:
    """Plays random games without a referee, as fast as the engine goes, on one core.

    Args:
        scenario: a built-in scenario, a file, a text or a `Scenario`.
        games: number of games, or the numbers of the games, such as `range(1000, 2000)`.
        options: changed options of the scenario.
        seed: seed of game 0. Each later game takes the next number, so ranges of games can be joined.
        progress: see `Progress`.
    """
    found = read_scenario(scenario)
    first, count = _numbers(games)
    with shown(progress, "games") as step:
        row = _undercity.playouts(
            found.name,
            found.text,
            first,
            count,
            options=None if options is None else dict(options),
            seed=seed,
            progress=step,
        )
    return Playouts(**row)


def _pair(players: Union[str, Iterable[str]]) -> tuple[str, str]:
    """Returns the players of the first and of the second side."""
    pair = (players, players) if isinstance(players, str) else tuple(players)
    if len(pair) != 2:
        raise ValueError(f"players: expected two, found {len(pair)}")
    return pair[0], pair[1]


def _numbers(games: Union[int, range], swap: bool = False) -> tuple[int, int]:
    """Returns the number of the first game, and the number of games. With `swap`, both must be even."""
    if isinstance(games, bool) or not isinstance(games, (int, range)):
        raise TypeError(f"games: expected a number or a range, found {type(games).__name__}")
    numbers = range(games) if isinstance(games, int) else games
    if len(numbers) == 0 or numbers.start < 0 or numbers.step != 1:
        raise ValueError(f"games: expected one game or more, numbered in steps of 1 from 0 on, found {games}")
    if swap and (numbers.start % 2 or len(numbers) % 2):
        raise ValueError("games: expected an even number, from an even number on, with swap=True")
    return numbers.start, len(numbers)
