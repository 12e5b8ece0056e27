"""Many games on the machines of a Ray cluster. Ray is imported by the first call.

```python
import undercity.cluster

played = undercity.cluster.balance("tide/first", games=1_000_000, log="tide.jsonl", address="auto")
```

A task plays a range of games. Each game has a seed of its own, so the results are the same bit for bit, whatever the
number of machines. A task that is lost with its process or its machine is done again.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from .. import _undercity
from ..progress import Progress, shown
from ..runs import Balance, Playouts, _numbers, _pair
from ..scenario_file import ScenarioLike, scenario as read_scenario
from .chunks import Numbers
from .log import append, games_of, sort
from .tasks import Work, connected, spread

__all__ = ["balance", "playouts"]


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
    address: Optional[str] = None,
) -> Balance:
    """Plays games between two computer players on a cluster. The result is that of `undercity.balance`.

    Args:
        scenario: a built-in scenario, a file, a text or a `Scenario`. Its text is sent to the machines.
        games: number of games, or the numbers of the games, such as `range(1000, 2000)`.
        players: players of the first and of the second side, as in `Seat.choose`; one name for both.
        options: changed options of the scenario.
        seed: seed of game 0. Each later game takes the next number.
        swap: whether the players swap sides in every second game, with the dice of the game before.
        threads: threads of each player, and so the number of cores of a task.
        jobs: tasks at once, each of which plays one game at a time; as many as the cores allow if left out.
        log: file on this machine. The games of each task are appended to it, and games that it has are not played
            again. At the end its games are in the order of their numbers. `undercity.balance` and the command line
            can continue it.
        progress: see `Progress`.
        address: address of the cluster, as in `ray.init`. A process that is connected already must leave it out. Else,
            if left out, a cluster that runs on this machine is used, or one is started for the time of the call.

    Raises:
        ScenarioError: the scenario has mistakes.
        Error: the log belongs to other games, a machine has another build of the package, a game can't be played to its
            end, or a task was lost again and again.
        ImportError: Ray is not installed.
    """
    found = read_scenario(scenario)
    first, count = _numbers(games, swap)
    _check(jobs)
    settings: dict[str, Any] = {
        "name": found.name,
        "text": found.text,
        "players": _pair(players),
        "options": None if options is None else dict(options),
        "seed": seed,
        "swap": swap,
        "threads": threads,
    }
    with tempfile.TemporaryDirectory() as folder, shown(progress, "games") as step:
        path = Path(folder, "log.jsonl") if log is None else Path(log)
        # Without games, it checks the settings and the log, and writes the log's first line.
        _, _, head = _undercity.balance(**settings, first=first, games=0, log=path)
        numbers = Numbers(range(first, first + count), games_of(path))
        if numbers.left:
            with connected(address) as ray, path.open("ab", buffering=0) as file:
                spread(ray, Work("balance", settings, head), numbers, lambda games: append(file, games), jobs, step)
        # All games are in the log. The engine reads them, and makes the statistics.
        result = _undercity.balance(**settings, first=first, games=count, log=path)
        if log is not None:
            sort(path)
    return Balance._read(*result)


def playouts(
    scenario: ScenarioLike,
    *,
    games: Union[int, range] = 1000,
    options: Optional[Mapping[str, Any]] = None,
    seed: int = 1,
    jobs: Optional[int] = None,
    progress: Progress = None,
    address: Optional[str] = None,
) -> Playouts:
    """Plays random games without a referee on a cluster. Games, orders and outcomes are those of `undercity.playouts`.

    The speeds are those of one core, as a mean of all cores while they played.

    Args:
        scenario: a built-in scenario, a file, a text or a `Scenario`. Its text is sent to the machines.
        games: number of games, or the numbers of the games, such as `range(1000, 2000)`.
        options: changed options of the scenario.
        seed: seed of game 0. Each later game takes the next number, so ranges of games can be joined.
        jobs: tasks at once; as many as the cores allow if left out.
        progress: see `Progress`.
        address: address of the cluster, as in `balance`.

    Raises:
        ScenarioError: the scenario has mistakes.
        Error: a machine has another build of the package, or a task was lost again and again.
        ImportError: Ray is not installed.
    """
    found = read_scenario(scenario)
    first, count = _numbers(games)
    _check(jobs)
    settings: dict[str, Any] = {
        "name": found.name,
        "text": found.text,
        "players": ("random", "random"),
        "options": None if options is None else dict(options),
        "seed": seed,
        "swap": False,
        "threads": 1,
    }
    _, _, head = _undercity.balance(**settings, first=first, games=0)
    parts: list[Playouts] = []
    with shown(progress, "games") as step, connected(address) as ray:
        numbers = Numbers(range(first, first + count), set())
        spread(ray, Work("playouts", settings, head), numbers, lambda row: parts.append(Playouts(**row)), jobs, step)
    return _joined(parts)


def _joined(parts: Sequence[Playouts]) -> Playouts:
    """Returns the results of several ranges of games as those of all. The speed is that of all, one after the other."""
    seconds = sum(part.games / part.games_per_second for part in parts if part.games_per_second)
    outcomes: Counter[str] = Counter()
    for part in parts:
        outcomes.update(part.outcomes)
    games, orders = sum(part.games for part in parts), sum(part.orders for part in parts)
    return Playouts(
        games=games,
        orders=orders,
        orders_per_second=orders / seconds if seconds else 0.0,
        games_per_second=games / seconds if seconds else 0.0,
        position_bytes=parts[0].position_bytes,
        outcomes=dict(sorted(outcomes.items())),
    )


def _check(jobs: Optional[int]) -> None:
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs: expected at least 1, found {jobs}")
