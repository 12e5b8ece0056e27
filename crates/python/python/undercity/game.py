"""Games, as their host has them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

from . import _undercity
from .progress import Progress, shown
from .scenario_file import ScenarioLike, scenario as read_scenario
from .seat import Ack, Outcome, Seat

__all__ = ["Game", "Question", "RollAsked", "Verdict", "load", "new_game", "verify"]


@dataclass(frozen=True)
class Question:
    """What a side is asked."""

    kind: str
    """Kind of the question, such as `move`."""
    text: str
    """The question as text."""


@dataclass(frozen=True)
class RollAsked:
    """A roll that an order waits for."""

    label: str
    """Label of the roll, such as `attack`."""
    dice: int
    """Number of six-sided dice to roll."""
    clause: str
    """Id of the clause that requires the roll."""
    seen_by: Optional[str]
    """Name of the only side that may see the roll; `None` if everybody may."""
    by: Optional[str]
    """Side that must enter it."""


@dataclass(frozen=True)
class Verdict:
    """What the verification of a ledger found."""

    word: str
    """`fair`, `consistent` (the dice were entered by hand), `unfinished` or `other rulings`."""
    proved: bool
    """Whether all dice were computed from the nonces and all results are as recorded."""
    entries: int
    """Number of entries that were carried out again."""
    rolls: int
    """Number of rolls that were computed again from the nonces."""
    outcome: Optional[str]
    """Name of the winning side, or `draw`; `None` if the game is unfinished."""
    notes: tuple[str, ...]
    """Remarks that don't indicate an error."""
    head: str
    """The last head of the public log."""
    head_found: bool
    """Whether a head was given and belongs to this game."""
    differing: tuple[Mapping[str, Any], ...]
    """The results that differ under today's rulings. Empty unless the word is `other rulings`."""


class Game:
    """A game, as its host has it: with both sides' secrets.

    Hand a player or an agent a `Seat` of it, not the game. Threads can share a game: each call holds it only for a moment.
    A pickle of a game is its ledger, so it has its secrets too. In a notebook it shows what everybody may see.
    """

    def __init__(self, native: _undercity.Game) -> None:
        """Takes the native game. `undercity.new_game` and `undercity.load` make games."""
        if not isinstance(native, _undercity.Game):
            raise TypeError(f"native: expected a native game, found {type(native).__name__}; new_game makes games")
        self._native = native

    @property
    def system(self) -> str:
        """Name of the rule system."""
        return self._native.system

    @property
    def sides(self) -> tuple[str, str]:
        """Names of both sides. The first is side A."""
        return self._native.sides

    @property
    def about(self) -> dict[str, Any]:
        """System, sides, scenario, options with their values, dice, id of the game and calculators."""
        return self._native.about()

    @property
    def outcome(self) -> Optional[Outcome]:
        """The end of the game, as spectators read it; `None` while it is under way."""
        outcome = self._native.outcome
        return None if outcome is None else Outcome(*outcome)

    @property
    def awaited(self) -> dict[str, Question]:
        """The question of each side that is asked. Empty when the game is over."""
        return {side: Question(*asked) for side, asked in self._native.awaited.items()}

    @property
    def entries(self) -> int:
        """Number of entries in the ledger."""
        return self._native.entries

    def seat(self, name: str) -> Seat:
        """Returns the seat of a side, or of the spectators (`spectator`)."""
        return Seat(self._native.seat(name))

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of both sides, side A first."""
        first, second = self.sides
        return self.seat(first), self.seat(second)

    def ledger(self, *, secret: bool = False) -> str:
        """Returns the ledger, a line of JSON for each entry. Before the end it has both sides' secrets.

        Args:
            secret: whether the ledger is wanted although the game is not over.

        Raises:
            Error: the game is not over, and `secret` is not set.
        """
        return self._native.ledger(secret=secret)

    def save(self, path: Union[str, os.PathLike[str]], *, secret: bool = False) -> None:
        """Writes the ledger into a file. `secret` is that of `ledger`."""
        _write(path, self.ledger(secret=secret))

    def verify(self, *, head: Optional[str] = None, progress: Progress = None) -> Verdict:
        """Carries out all orders of the ledger again and compares the results. See `undercity.verify`."""
        return _verify(self._native.ledger(secret=True), head, progress)

    @property
    def roll_asked(self) -> Optional[RollAsked]:
        """The roll that an order waits for; `None` if no order waits."""
        asked = self._native.roll_asked
        return None if asked is None else RollAsked(**asked)

    def dice(self, label: str, faces: Sequence[int], *, by: Optional[str] = None) -> Optional[Ack]:
        """Enters dice, for a game whose dice are `given` or rolled by the `players`.

        Args:
            label: label of the roll, as `DiceNeeded` has it.
            faces: the dice, 1 to 6 each.
            by: the side that rolled them; `None` for a script.

        Returns:
            The acknowledgement of the order that waited for them, if it is now done.

        Raises:
            DiceNeeded: the order needs another roll.
            Error: the referee rolls the dice, or no order waits.
            Refused: the faces don't fit the roll.
        """
        ack = self._native.give_dice(label, list(faces), by)
        return None if ack is None else Ack(**ack)

    def answer_standing(self) -> bool:
        """Answers a question by a standing order. Returns whether one covered it."""
        return self._native.answer_standing()

    def luck(self, *, progress: Progress = None) -> dict[str, Any]:
        """Returns the effect of every roll, compared with average dice: `sides`, `rolls` and `course`.

        Raises:
            Error: the game is not over.
        """
        with shown(progress, "orders") as step:
            return self._native.luck(step)

    def board(self) -> dict[str, Any]:
        """Returns the board and what is printed on it."""
        return self._native.board()

    def svg(self) -> str:
        """Returns the picture of what everybody may see, as SVG."""
        return self._native.svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self._native.ledger(secret=True),)

    def __repr__(self) -> str:
        outcome = self.outcome
        state = f"won by {outcome.winner}" if outcome else f"{', '.join(self.awaited) or 'neither side'} to order"
        return f"<undercity.Game {self.about['scenario']}: {self.entries} entries, {state}>"


def new_game(
    scenario: ScenarioLike,
    *,
    options: Optional[Mapping[str, Any]] = None,
    seed: Optional[int] = None,
    nonces: Optional[Sequence[str]] = None,
    game_id: Optional[str] = None,
    dice: str = "fair",
) -> Game:
    """Opens a game.

    Args:
        scenario: a built-in scenario, a file, a text or a `Scenario`.
        options: changed options of the scenario.
        seed: 0 to 2**64 - 1, for equal dice in equal games. Its dice are no secret, so it is for experiments only.
        nonces: those of the referee and of both sides, 64 hexadecimal digits each. Random without `seed` and `nonces`.
        game_id: 64 hexadecimal digits that the commitments are bound to. Random unless there is a `seed`.
        dice: `fair` (the referee rolls, and the ledger proves it), `players` (players roll what both sides see) or `given`
            (all dice are entered by `Game.dice`).

    Raises:
        ScenarioError: the scenario or an option has mistakes.
        Error: there is no such scenario.
    """
    found = read_scenario(scenario, options)
    given = None if nonces is None else list(nonces)
    native = _undercity.new_game(found.name, found.text, seed=seed, nonces=given, game_id=game_id, dice=dice)
    return Game(native)


def load(ledger: Union[str, os.PathLike[str]], *, progress: Progress = None) -> Game:
    """Reads a game from its ledger, a file or its text, to continue it. A last line that was cut short is dropped.

    Raises:
        LedgerError: the ledger can't be read to its end.
    """
    with shown(progress, "entries") as step:
        return Game(_undercity.load(_text(ledger), step))


def verify(ledger: Union[str, os.PathLike[str]], *, head: Optional[str] = None, progress: Progress = None) -> Verdict:
    """Carries out all orders of a ledger again and compares the results with it.

    Args:
        ledger: a file or its text.
        head: a log head that a seat noted during play. It shows that the ledger was not rewritten since.
        progress: see `Progress`.

    Raises:
        LedgerError: the ledger is not what an honest referee would have written, or the head is of another game.
    """
    return _verify(_text(ledger), head, progress)


def _verify(ledger: str, head: Optional[str], progress: Progress) -> Verdict:
    with shown(progress, "entries") as step:
        row = _undercity.verify(ledger, head, step)
    row["notes"], row["differing"] = tuple(row["notes"]), tuple(row["differing"])
    return Verdict(**row)


def _text(ledger: Union[str, os.PathLike[str]]) -> str:
    if isinstance(ledger, str) and ("\n" in ledger or ledger.lstrip().startswith("{")):
        return ledger
    if not isinstance(ledger, (str, os.PathLike)):
        raise TypeError(f"ledger: expected a path or the text of a ledger, found {type(ledger).__name__}")
    return Path(ledger).read_text(encoding="utf-8")


def _write(path: Union[str, os.PathLike[str]], text: str) -> None:
    # Python 3.9 has no `newline` in Path.write_text.
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
