"""Rulebooks, and calculators that need no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _undercity

__all__ = ["Clause", "calculate", "calculators", "clauses", "systems"]


@dataclass(frozen=True)
class Clause:
    """A clause of a rulebook."""

    id: str
    """Its id, such as `TOI-B14`, which refusals and offers cite."""
    title: str
    """Title of a few words."""
    text: str
    """Text of the rule, in our own words."""
    confidence: str
    """How certain the text is: `found` in a source, from a `sibling` of the game, from `memory`, or a `default` of ours."""
    sources: tuple[str, ...]
    """The sources it rests on, each with its section. Empty if it is ours."""
    section: str
    """Heading of the section that it belongs to."""
    kind: str
    """Whether it is a `rule` or only a `text` that describes."""
    cites: tuple[str, ...]
    """Places where the code cites it, each as `file:line`."""


def systems() -> dict[str, tuple[str, str]]:
    """Returns the rule systems, each with the names of its sides."""
    return dict(_undercity.systems())


def clauses(system: str) -> list[Clause]:
    """Returns the clauses of a rule system's rulebook; with `referee`, those of every game."""
    return [
        Clause(
            id=row["id"],
            title=row["title"],
            text=row["text"],
            confidence=row["confidence"],
            sources=tuple(row["sources"]),
            section=row["section"],
            kind=row["kind"],
            cites=tuple(row["cites"]),
        )
        for row in _undercity.clauses(system)
    ]


def calculators(system: str) -> list[dict[str, Any]]:
    """Returns the calculators of a rule system that need no game: `name`, `about` and `takes`."""
    return _undercity.calculators(system)


def calculate(system: str, tool: str, **input: Any) -> dict[str, Any]:
    """Runs a calculator that needs no game, such as `calculate("asl", "emergence", lost=True, enemies=1)`.

    Inputs whose names are words of Python are given as `**{"from": "C4"}`.

    Returns:
        Its `text`, `charts` and `tables`.

    Raises:
        Refused: the calculator is unknown or needs a game, or its input is wrong.
    """
    return _undercity.calculate(system, tool, input)
