"""The ranges of games that tasks play."""

from __future__ import annotations

from collections import deque
from typing import AbstractSet, Deque

__all__ = ["Numbers", "Sizes"]


class Numbers:
    """The numbers of games that no task has yet, handed out in their order."""

    def __init__(self, games: range, had: AbstractSet[int]) -> None:
        self.of: int = len(games)
        """Number of all games."""
        self._parts: Deque[range] = deque()
        start = games.start
        for number in sorted(number for number in had if number in games):
            self._parts.append(range(start, number))
            start = number + 1
        self._parts.append(range(start, games.stop))
        self._parts = deque(part for part in self._parts if part)
        self.left: int = sum(map(len, self._parts))
        """Number of games that no task has yet."""

    def take(self, most: int) -> range:
        """Returns the next games, at most this number. Games that are there already are never between them."""
        part = self._parts[0]
        taken, rest = part[:most], part[most:]
        if rest:
            self._parts[0] = rest
        else:
            self._parts.popleft()
        self.left -= len(taken)
        return taken


class Sizes:
    """The number of games for the next task, by the time that games took so far.

    A task should be long, because each costs the driver some time, and because its process waits a moment for the next.
    At the end tasks should be short, so that all processes end together. So each gets a share of what is left, within
    limits. With many cores, the limits are longer, so that the driver keeps up.
    """

    LONG = 1.5
    """Longest time of a task in seconds, if a game isn't longer."""
    SHORT = 0.02
    """Shortest time of a task in seconds."""
    LONG_RATE = 300
    """Tasks per second, of the longest time."""
    SHORT_RATE = 600
    """Tasks per second, of the shortest time."""
    SHARES = 3
    """Number of tasks for each core, if what is left were divided into equal ones."""
    GROWTH = 8
    """How much longer than any task before a task may be. The first ones play one game, which may take minutes."""

    def __init__(self) -> None:
        self._games = 0
        self._seconds = 0.0
        self._largest = 0

    def took(self, games: int, seconds: float) -> None:
        """Notes how long a task took."""
        # A process is slow in its first games. Few games count little beside the many that follow.
        self._games += games
        self._seconds += seconds
        self._largest = max(self._largest, games)

    def next(self, left: int, cores: int) -> int:
        """Returns the number of games for the next task, at least 1."""
        if not self._games:
            return 1
        game = max(self._seconds / self._games, 1e-9)
        long = max(self.LONG, cores / self.LONG_RATE)
        short = max(self.SHORT, cores / self.SHORT_RATE)
        share = max(left / (self.SHARES * cores), short / game)
        return max(1, int(min(share, long / game, self.GROWTH * self._largest)))
