"""A seat of a game, and what it sees and may choose."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, Optional, Union

from . import _undercity
from .progress import Progress, shown

__all__ = ["Ack", "Chance", "Draft", "Odds", "Offer", "Order", "Outcome", "Seat", "View", "WhyNot"]

Order = Union[str, "dict[str, Any]"]
"""An order in a seat's own names: a dict with its fields, or a string if it has none, such as `stop`."""

Draft = Union[str, "dict[str, Any]"]
"""The first part of an order, in the form of an `Order`."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game."""

    winner: str
    """Name of the winning side, or `draw`."""
    why: str
    """The reason, as its reader sees it."""


@dataclass(frozen=True)
class Ack:
    """The acknowledgement of an order that was carried out."""

    heard: int
    """Number of events in the seat's log."""
    head: str
    """Hash of the seat's own log up to here. Noted, it proves later that the ledger was not rewritten."""
    public: str
    """Hash of the log that everybody can see, up to here."""


@dataclass(frozen=True)
class Offer:
    """One thing that a seat can choose now: an order, a draft (the first part of an order) or an undo."""

    verb: str
    """Verb of the order it leads to."""
    sentence: str
    """One sentence in English for the player."""
    pieces: tuple[Any, ...]
    """Pieces it is about, in the seat's own names, the acting piece first."""
    places: tuple[str, ...]
    """Labels of the Locations it is about, such as `C4`."""
    clauses: tuple[str, ...]
    """Ids of the clauses that apply."""
    order: Optional[Order] = None
    """The complete order; `None` if this is a draft or an undo."""
    draft: Optional[Draft] = None
    """The incomplete order, which `Seat.offers` completes; `None` if this is an order or an undo."""
    opens: Optional[str] = None
    """Verb of an order that this one makes possible for the acting piece."""
    undo: bool = False
    """Whether it takes back the side's last order."""

    @classmethod
    def _read(cls, row: Mapping[str, Any]) -> Offer:
        return cls(
            verb=row["verb"],
            sentence=row["sentence"],
            pieces=tuple(row["pieces"]),
            places=tuple(row["places"]),
            clauses=tuple(row["clauses"]),
            order=row.get("order"),
            draft=row.get("draft"),
            opens=row.get("opens"),
            undo=row.get("undo", False),
        )


@dataclass(frozen=True)
class WhyNot:
    """A verb that a piece can't use now, and the reason."""

    verb: str
    """Verb that is refused."""
    piece: Any
    """Piece it is about; `None` if it is about the side as a whole."""
    clause: str
    """Id of the clause that forbids it."""
    why: str
    """The reason as text."""


@dataclass(frozen=True)
class View:
    """What a seat sees, and the question it is asked."""

    facts: list[Any]
    """All facts that hold now, in the seat's own names."""
    question: Optional[str]
    """Kind of the question, such as `move`; `None` if the seat waits."""
    asked: Optional[str]
    """The question as text; `None` if the seat waits."""
    ack: Ack
    """Number of events in the seat's log, and the log heads."""
    outcome: Optional[str]
    """The winner's name, or `draw`, once the game is over."""


@dataclass(frozen=True)
class Chance:
    """A result and its probability."""

    probability: float
    """Probability, 0.0 to 1.0."""
    text: str
    """The result as text."""


@dataclass(frozen=True)
class Odds:
    """The odds of an order, as a side can estimate them from what it knows."""

    summary: tuple[Chance, ...]
    """The results as text, the most likely first."""
    outcomes: tuple[Mapping[str, Any], ...]
    """Every possible outcome: `probability`, `text` and `reports`."""
    samples: int
    """Number of random plays, where the dice results are too many to enumerate; 0 if the probabilities are exact."""
    sampling_error: float
    """Sampling error of each probability, 0.0 to 1.0; 0.0 if exact. Excludes uncertainty about hidden units."""
    isolated: bool
    """Whether the odds assume that no other unit orders anything new in the turn."""
    reversible: bool
    """Whether the side could undo the order afterwards, and knows it."""
    branches: int
    """Number of dice results that were resolved."""
    guesses: int
    """Number of possible positions that the odds average over."""
    reactions: tuple[Mapping[str, Any], ...]
    """Enemy pieces that could react before the side's next order: `piece`, `name`, `probability` and `outcomes`."""

    @classmethod
    def _read(cls, row: Mapping[str, Any]) -> Odds:
        return cls(
            summary=tuple(Chance(chance["probability"], chance["text"]) for chance in row["summary"]),
            outcomes=tuple(row["ways"]),
            samples=row["drawn"],
            sampling_error=row["off"],
            isolated=row["alone"],
            reversible=row["reversible"],
            branches=row["branches"],
            guesses=row["guesses"],
            reactions=tuple(row["reactions"]),
        )


class Seat:
    """One seat of a game: a side or the spectators.

    Everything that it returns is what this seat may know, and nothing of it leads to the other side's secrets. So it can
    be handed to an agent as it is. It can't be pickled, as the whole game would have to be in the pickle.

    In a notebook it shows what the seat sees.
    """

    def __init__(self, native: _undercity.Seat) -> None:
        """Takes the native seat. `Game.seat` makes seats."""
        if not isinstance(native, _undercity.Seat):
            raise TypeError(f"native: expected a native seat, found {type(native).__name__}; Game.seat makes seats")
        self._native = native

    @property
    def name(self) -> str:
        """Name of the side, or `spectator`."""
        return self._native.name

    @property
    def system(self) -> str:
        """Name of the rule system."""
        return self._native.system

    @property
    def question(self) -> Optional[str]:
        """Kind of the question that the seat is asked, such as `move`; `None` if it waits."""
        asked = self._native.asked
        return None if asked is None else asked[0]

    @property
    def asked(self) -> Optional[str]:
        """The question as text; `None` if the seat waits."""
        asked = self._native.asked
        return None if asked is None else asked[1]

    @property
    def outcome(self) -> Optional[Outcome]:
        """The end of the game, as this seat reads it; `None` while it is under way."""
        outcome = self._native.outcome
        return None if outcome is None else Outcome(*outcome)

    @property
    def facts(self) -> list[Any]:
        """All facts that the seat sees now, in its own names."""
        return self.view().facts

    def view(self) -> View:
        """Returns what the seat sees now."""
        row = self._native.view()
        return View(
            facts=row["facts"],
            question=row["question"],
            asked=row["asked"],
            ack=Ack(**row["ack"]),
            outcome=row["outcome"],
        )

    def events(self, start: int = 0) -> list[Any]:
        """Returns the events of the seat's log from number `start`, counted from 0."""
        if start < 0:
            raise ValueError(f"start: expected 0 or more, found {start}")
        return self._native.events(start)

    def offers(self, draft: Union[Offer, Draft, None] = None) -> list[Offer]:
        """Returns what the side can choose now; with a draft, what completes it. Empty if the side waits.

        Raises:
            ValueError: the offer is no draft.
            Refused: the draft doesn't fit the position.
        """
        if isinstance(draft, Offer):
            if draft.draft is None:
                raise ValueError(f"draft: expected an offer that is a draft, found “{draft.sentence}”")
            draft = draft.draft
        return [Offer._read(row) for row in self._native.offers(draft)]

    def orders(self) -> Iterator[Offer]:
        """Returns every complete order that the side can give now, through all drafts. Undo is not among them."""
        drafts: list[Optional[Offer]] = [None]
        while drafts:
            for offer in self.offers(drafts.pop()):
                if offer.order is not None:
                    yield offer
                elif offer.draft is not None:
                    drafts.append(offer)

    def order(self, order: Union[Offer, Order], *, id: Optional[str] = None) -> Ack:
        """Gives an order: an offer, or an order in the seat's own names. An offer to undo is carried out as well.

        An order repeated under the same `id` is acknowledged again and not carried out again.

        Raises:
            Refused: a rule forbids it.
            DiceNeeded: the order waits for dice that must be entered first.
            ValueError: the offer is a draft, which `offers` completes.
        """
        if isinstance(order, Offer):
            if order.undo:
                return self.undo()
            if order.order is None:
                raise ValueError(f"order: expected a complete order, found the draft “{order.sentence}”: see offers(draft)")
            order = order.order
        return Ack(**self._native.order(order, id))

    def undo(self) -> Ack:
        """Takes back the side's last order.

        Raises:
            Refused: it can't be taken back, for example because dice were rolled or something was revealed.
        """
        return Ack(**self._native.undo())

    def resign(self) -> Ack:
        """Gives the game up, even if the other side must order now."""
        return Ack(**self._native.resign())

    def stand(self, question: str, answer: Optional[Order] = None) -> Ack:
        """Sets the standing order for a kind of question; `None` clears it. `Game.answer_standing` uses it."""
        return Ack(**self._native.stand(question, answer))

    def why_not(self) -> list[WhyNot]:
        """Returns the verbs that the side's pieces can't use now, with the reasons. Empty if the side waits."""
        return [WhyNot(**row) for row in self._native.why_not()]

    def odds(self, order: Union[Offer, Order], *, progress: Progress = None) -> Odds:
        """Returns the odds of an order, from what the side knows.

        Raises:
            Refused: a rule forbids the order.
            NoGuess: no possible position was found that fits what the side knows.
        """
        with shown(progress, "odds") as step:
            return Odds._read(self._native.odds(_whole(order), step))

    def choose(
        self,
        player: str = "greedy",
        *,
        seed: Optional[int] = None,
        threads: int = 1,
        progress: Progress = None,
    ) -> Order:
        """Returns the order that a computer player would give, from what the side knows. Nothing changes.

        Args:
            player: `random`, `greedy`, `search:SECONDS` (`search:1.5`), `search:TIMESx` (`search:2000x`) or a level:
                `recruit`, `regular`, `veteran`, `elite`.
            seed: seed of its choices, 0 to 2**64 - 1; random if left out. Equal seeds and knowledge give equal orders,
                unless the player has a time to think.
            threads: number of threads, 1 to 256.
            progress: see `Progress`.
        """
        with shown(progress, "orders") as step:
            order: Order = self._native.choose(player, secrets.randbits(64) if seed is None else seed, threads, step)
            return order

    def play(
        self,
        player: str = "greedy",
        *,
        seed: Optional[int] = None,
        threads: int = 1,
        progress: Progress = None,
    ) -> Order:
        """Gives the order that a computer player chooses, and returns it. The arguments are those of `choose`."""
        order = self.choose(player, seed=seed, threads=threads, progress=progress)
        self.order(order)
        return order

    def scene(self) -> dict[str, Any]:
        """Returns what a client can draw: pieces, markers, status lines and more."""
        return self._native.scene()

    def svg(self) -> str:
        """Returns the picture of what the seat sees, as SVG."""
        return self._native.svg()

    def text(self) -> str:
        """Returns the picture of what the seat sees, as text."""
        return self._native.text()

    def tools(self) -> list[dict[str, Any]]:
        """Returns the calculators of the system: `name`, `about`, `takes` and `of_a_game`."""
        return self._native.tools()

    def tool(self, tool: str, **input: Any) -> dict[str, Any]:
        """Runs a calculator with what the seat knows, such as `seat.tool("sight", **{"from": "C4", "to": "F5"})`.

        Raises:
            Refused: the calculator is unknown, or its input is wrong.
        """
        return self._native.tool(tool, input)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        asked = self.asked
        return f"<undercity.Seat {self.name} of {self.system}: {asked or 'waits'}>"


def _whole(order: Union[Offer, Order]) -> Order:
    if not isinstance(order, Offer):
        return order
    if order.order is None:
        raise ValueError(f"order: expected a complete order, found “{order.sentence}”")
    return order.order
