"""Games over the generated client: nothing here knows an address or the form of a message."""

import hashlib
import secrets
import struct

from undercity_client import Client
from undercity_client.api.default import (
    commit,
    create,
    dice,
    events,
    info,
    ledger,
    offers,
    order,
    replay,
    resign,
    reveal,
)
from undercity_client.models import (
    ActionRequest,
    CommitRequest,
    DiceChoice,
    DiceRequest,
    NewGameRequest,
    OffersRequest,
    OrderRequest,
    Problem,
    RevealRequest,
    RollAsked,
)
from undercity_client.types import UNSET

# The nonce of every side here. Nonces of a real game are secret and random.
NONCE = bytes([7] * 32)


def connect(url: str) -> Client:
    return Client(base_url=url, timeout=60, raise_on_unexpected_status=True)


class Refused(Exception):
    """The server has answered with a problem."""


def new_id() -> str:
    return secrets.token_hex(8)


class Seat:
    """A seat of a game, by its link."""

    def __init__(self, client: Client, link: str):
        self.client, self.link = client, link

    def _ask(self, operation, **arguments):
        answer = operation.sync(self.link, client=self.client, **arguments)
        if isinstance(answer, Problem):
            raise Refused(answer)
        return answer

    def info(self):
        return self._ask(info)

    def ledger(self) -> str:
        return self._ask(ledger)

    def events(self):
        return self._ask(events)

    def last_step(self):
        return self._ask(replay)

    def commit(self):
        about = self.info()
        referee = about.dice.commitments["referee"]
        party = b"ab"[about.side : about.side + 1]
        parts = (b"undercity/commitment/2", bytes.fromhex(about.dice.game), party, bytes.fromhex(referee), NONCE)
        framed = b"".join(struct.pack(">Q", len(part)) + part for part in parts)
        self._ask(commit, body=CommitRequest(commitment=hashlib.sha256(framed).hexdigest()))

    def reveal(self):
        self._ask(reveal, body=RevealRequest(nonce=NONCE.hex()))

    def resign(self):
        self._ask(resign, body=ActionRequest(id=new_id()))

    def choose(self, choices):
        """Returns an offered order, chosen part by part; None if the seat waits or must roll."""
        draft = UNSET
        while True:
            listed = self._ask(offers, body=OffersRequest(draft=draft))
            possible = [offer for offer in listed.offers if offer.undo is UNSET]
            if possible:
                offer = choices.choice(possible)
                if offer.order is not UNSET:
                    return offer.order
                draft = offer.draft
            elif draft is UNSET:
                return None
            else:
                # These first parts of an order lead nowhere.
                draft = UNSET

    def order(self, chosen):
        return self._ask(order, body=OrderRequest(order=chosen, id=new_id()))

    def enter(self, roll):
        """Enters dice that all show a three."""
        return self._ask(dice, body=DiceRequest(label=roll.label, faces=[3] * roll.dice, id=new_id()))


class Game:
    """A game of two people."""

    def __init__(self, client: Client, scenario: str, choice: DiceChoice = DiceChoice.FAIR):
        body = NewGameRequest(scenario=scenario, dice=choice)
        made = create.sync(client=client, body=body)
        self.links = list(made.links.additional_properties.values())
        self.seats = [Seat(client, made.links[side]) for side in made.sides]

    def commit(self):
        for seat in self.seats:
            seat.commit()
        return self

    def begin(self):
        """Commits and reveals, so that play begins."""
        self.commit()
        for seat in self.seats:
            seat.reveal()
        return self

    def resign(self):
        self.seats[0].resign()
        return self

    def play(self, most: int, choices) -> bool:
        """Gives up to so many orders, or until players must roll. Returns whether the game has ended."""
        for _ in range(most):
            chosen = ((seat, seat.choose(choices)) for seat in self.seats)
            seat, order = next(((seat, order) for seat, order in chosen if order is not None), (None, None))
            if seat is None:
                return True
            if isinstance(seat.order(order).roll, RollAsked):
                return False
        return False
