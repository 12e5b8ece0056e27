"""Undercity in Python: referee, rules and computer players of tactical hex wargames with sewers.

```python
import undercity

game = undercity.new_game("tide/first", seed=1)
seat = game.seat("german")
for offer in seat.offers():
    print(offer.sentence)
```

A `Game` is what its host has; a `Seat` is what one side may know. Orders are chosen among `Offer`s or written as dicts.
Errors are exceptions with the clause of the rulebook or the place in the file: see `undercity.errors`.
"""

from __future__ import annotations

from ._undercity import VERSION as __version__
from .errors import Diagnostic, DiceNeeded, Error, LedgerError, NoGuess, Refused, ScenarioError
from .game import Game, Question, RollAsked, Verdict, load, new_game, verify
from .progress import Progress
from .rulebook import Clause, calculate, calculators, clauses, systems
from .runs import Balance, Playouts, Share, Spread, balance, playouts
from .scenario_file import Scenario, ScenarioLike, scenario, scenarios
from .seat import Ack, Chance, Draft, Odds, Offer, Order, Outcome, Seat, View, WhyNot

__all__ = [
    "Ack",
    "Balance",
    "Chance",
    "Clause",
    "Diagnostic",
    "DiceNeeded",
    "Draft",
    "Error",
    "Game",
    "LedgerError",
    "NoGuess",
    "Odds",
    "Offer",
    "Order",
    "Outcome",
    "Playouts",
    "Progress",
    "Question",
    "Refused",
    "RollAsked",
    "Scenario",
    "ScenarioError",
    "ScenarioLike",
    "Seat",
    "Share",
    "Spread",
    "Verdict",
    "View",
    "WhyNot",
    "__version__",
    "balance",
    "calculate",
    "calculators",
    "clauses",
    "load",
    "new_game",
    "playouts",
    "scenario",
    "scenarios",
    "systems",
    "verify",
]
