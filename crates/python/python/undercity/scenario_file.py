"""Scenarios: the built-in ones, files and texts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Union

from . import _undercity
from .errors import Diagnostic

__all__ = ["Scenario", "ScenarioLike", "scenario", "scenarios"]


@dataclass(frozen=True)
class Scenario:
    """A scenario without mistakes. In a notebook it shows its board."""

    name: str
    """Name of a built-in scenario, such as `tide/first`, or the path of its file."""
    text: str
    """The scenario file, in TOML, with its changed options."""
    title: str
    """Title, as players see it."""
    system: str
    """Name of the rule system, such as `tide`."""
    sides: tuple[str, str]
    """Names of both sides. The first is side A."""
    summary: Optional[str]
    """The story in a sentence or two."""
    about: Mapping[str, Optional[str]]
    """Help with the choice: what it `teaches`, its `difficulty`, the side for a first game (`first_side`), `author` and
    `source`."""
    victory: tuple[str, ...]
    """The victory conditions, a line each."""
    turns: Optional[int]
    """Number of turns after which the game ends at the latest; `None` without a limit."""
    turn: str
    """The game's own word for a turn, such as `round`."""
    hidden: bool
    """Whether a side has units, or places below ground, that the other side can't see."""
    warnings: tuple[Diagnostic, ...]
    """Entries of the file that are probably mistakes."""

    @classmethod
    def _read(cls, name: str, text: str, options: Optional[Mapping[str, Any]]) -> Scenario:
        row = _undercity.check_scenario(name, text, None if options is None else dict(options))
        first, second = row["sides"]
        about = ("teaches", "difficulty", "first_side", "author", "source")
        return cls(
            name=name,
            text=row["text"],
            title=row["title"],
            system=row["system"],
            sides=(first, second),
            summary=row["summary"],
            about={key: row[key] for key in about},
            victory=tuple(row["victory"]),
            turns=row["turns"],
            turn=row["turn"],
            hidden=row["hidden"],
            warnings=tuple(Diagnostic._read(problem) for problem in row["warnings"]),
        )

    @property
    def options(self) -> dict[str, Any]:
        """All options of the scenario with their values."""
        return _undercity.scenario_options(self.name, self.text)

    def with_options(self, options: Mapping[str, Any]) -> Scenario:
        """Returns the scenario with changed options, such as `{"hidden_sewers": True}`.

        Raises:
            ScenarioError: an option is unknown or has a wrong value.
        """
        return Scenario._read(self.name, self.text, options)

    def svg(self) -> str:
        """Returns the picture of the board before the first order, as everybody may see it."""
        return _undercity.scenario_svg(self.name, self.text)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<undercity.Scenario {self.name}: {self.title}>"


ScenarioLike = Union[str, "os.PathLike[str]", Scenario]
"""A `Scenario`, the name of a built-in one, the path of a file, or the text of a file (several lines)."""


def scenarios(system: Optional[str] = None) -> list[Scenario]:
    """Returns all built-in scenarios, or those of one rule system, sorted by name."""
    found = _undercity.builtin_scenarios()
    wanted = [(name, text) for name, text in found if system is None or name.startswith(f"{system}/")]
    return [Scenario._read(name, text, None) for name, text in wanted]


def scenario(scenario: ScenarioLike, options: Optional[Mapping[str, Any]] = None) -> Scenario:
    """Returns a scenario: by the name of a built-in one, from a file or from a text of several lines.

    Raises:
        ScenarioError: the file has mistakes; each has its line, column and help.
        Error: there is no such built-in scenario or file.
    """
    if isinstance(scenario, Scenario):
        return scenario if not options else scenario.with_options(options)
    if not isinstance(scenario, (str, os.PathLike)):
        raise TypeError(f"scenario: expected a name, a path, a text or a Scenario, found {type(scenario).__name__}")
    name, text = _undercity.find_scenario(os.fspath(scenario))
    return Scenario._read(name, text, options)
