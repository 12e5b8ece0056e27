"""The exceptions of the package. All are an `Error`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Union

__all__ = ["Diagnostic", "DiceNeeded", "Error", "LedgerError", "NoGuess", "Refused", "ScenarioError"]


class Error(Exception):
    """An error of the engine: base of all exceptions of this package.

    Wrong types of arguments are a `TypeError`, wrong values a `ValueError`, as everywhere in Python.
    """


class Refused(Error):
    """A rule forbids it. Nothing has changed."""

    clause: str
    """Id of the clause that forbids it, such as `TOI-B9`. `undercity.clauses` has its text."""
    why: str
    """The reason as text."""

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(clause, why)
        self.clause = clause
        self.why = why

    def __str__(self) -> str:
        return f"{self.why} [{self.clause}]"


class DiceNeeded(Error):
    """An order waits for dice, which `Game.dice` enters. Nothing has changed yet."""

    label: str
    """Label of the roll, such as `attack`."""
    dice: int
    """Number of six-sided dice to roll."""
    clause: str
    """Id of the clause that requires the roll."""
    seen_by: Optional[str]
    """Name of the only side that may see the roll; `None` if everybody may."""

    def __init__(self, label: str, dice: int, clause: str, seen_by: Optional[str] = None) -> None:
        super().__init__(label, dice, clause, seen_by)
        self.label = label
        self.dice = dice
        self.clause = clause
        self.seen_by = seen_by

    def __str__(self) -> str:
        return f"roll {self.dice} dice for `{self.label}` [{self.clause}]"


class NoGuess(Error):
    """No possible position was found that is consistent with what the side knows, so it has no odds."""


class LedgerError(Error):
    """A ledger can't be read, or is not what an honest referee would have written."""

    why: str
    """The first difference, or what can't be read."""
    line: Optional[int]
    """Line of the ledger, from 1; `None` if it is about the ledger as a whole."""
    entry: Optional[int]
    """Number of the entry in that line, from 0; `None` if the line has no entry that can be read."""

    def __init__(self, why: str, line: Optional[int] = None, entry: Optional[int] = None) -> None:
        super().__init__(why, line, entry)
        self.why = why
        self.line = line
        self.entry = entry

    def __str__(self) -> str:
        return self.why if self.line is None else f"line {self.line}: {self.why}"


@dataclass(frozen=True)
class Diagnostic:
    """A mistake in a scenario file, or something that is probably one."""

    severity: str
    """`error` or `warning`."""
    message: str
    """What is wrong."""
    line: int
    """Line in the file, from 1."""
    column: int
    """Column in the line, from 1, in characters."""
    label: Optional[str] = None
    """What is expected at that place."""
    help: Optional[str] = None
    """What to do about it."""
    clause: Optional[str] = None
    """Id of the clause that it breaks."""

    @classmethod
    def _read(cls, row: Mapping[str, Any]) -> Diagnostic:
        names = ("severity", "message", "line", "column", "label", "help", "clause")
        return cls(**{name: row[name] for name in names})


class ScenarioError(Error):
    """A scenario has mistakes. Its text shows each with its place, as a compiler does."""

    file: str
    """Name of the file, or of the built-in scenario."""
    diagnostics: tuple[Diagnostic, ...]
    """The mistakes and warnings in the order of the file, at most 100."""

    def __init__(
        self, file: str, diagnostics: Sequence[Union[Diagnostic, Mapping[str, Any]]], text: str
    ) -> None:
        super().__init__(file, diagnostics, text)
        self.file = file
        self.diagnostics = tuple(
            row if isinstance(row, Diagnostic) else Diagnostic._read(row) for row in diagnostics
        )
        self._text = text

    def __str__(self) -> str:
        return self._text.strip("\n")
