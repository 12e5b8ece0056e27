"""
The engine of Undercity. The package `undercity` has the classes and functions to use.
"""

from _typeshed import Incomplete, SupportsGetItem, SupportsLenAndGetItem
from os import PathLike
from typing import Any, Final, SupportsIndex, final

__all__ = ["VERSION", "Environment", "Game", "Seat", "State", "Vector", "balance", "builtin_scenarios", "calculate", "calculators", "check_scenario", "clauses", "environment", "find_scenario", "load", "new_game", "playouts", "scenario_options", "scenario_svg", "systems", "verify"]

VERSION: Final[str]
"""
Version of the program.
"""

@final
class Environment:
    """
    A scenario as an environment: numbered actions, chance one die at a time, arrays.
    """
    def begin(self, /) -> State:
        """
        Begins a game.
        """
    def read(self, /, written: bytes) -> State:
        """
        Reads a state from its bytes.
        """
    @property
    def scenario(self, /) -> tuple[str, str]:
        """
        Name of the scenario, and its text.
        """
    def spaces(self, /) -> dict[str, Any]:
        """
        What the arrays mean.
        """
    def vector(self, /, games: SupportsIndex, seed: SupportsIndex, threads: SupportsIndex) -> Vector:
        """
        Begins many games.
        """

@final
class Game:
    """
    A game under way or over, as its host has it.
    """
    def about(self, /) -> dict[str, Any]:
        """
        System, sides, scenario, options, dice, version of the fairness protocol, id and calculators.
        """
    def answer_standing(self, /) -> bool:
        """
        Answers a question by a standing order. Returns whether there was one.
        """
    @property
    def awaited(self, /) -> dict[str, Any]:
        """
        The question of each side that is asked: its kind and its text.
        """
    def board(self, /) -> dict[str, Any]:
        """
        The board and what is printed on it.
        """
    @property
    def entries(self, /) -> int:
        """
        Number of entries in the ledger.
        """
    def give_dice(self, /, label: str, faces: SupportsGetItem[int, SupportsIndex], by: str | None = None) -> Any:
        """
        Enters dice. Returns the acknowledgement of the order that waited for them, if it is now done.
        """
    def ledger(self, /, *, secret: bool = False) -> str:
        """
        The ledger. Before the end it has both sides' secrets, so it must be asked for with `secret=True`.
        """
    def luck(self, /, progress: Any | None = None) -> dict[str, Any]:
        """
        The effect of every roll of a finished game.
        """
    @property
    def outcome(self, /) -> tuple[str, str] | None:
        """
        The winner's name, or `draw`, and the reason as spectators read it; `None` while the game is under way.
        """
    @property
    def roll_asked(self, /) -> Any:
        """
        The roll that an order waits for, with the side that must enter it; `None` if no order waits.
        """
    def seat(self, /, name: str) -> Seat:
        """
        The seat of this name: a side, or `spectator`.
        """
    @property
    def sides(self, /) -> tuple[str, str]:
        """
        Names of both sides, the first being side A.
        """
    def svg(self, /) -> str:
        """
        The picture of what everybody may see, as SVG.
        """
    @property
    def system(self, /) -> str:
        """
        Name of the rule system.
        """

@final
class Seat:
    """
    One seat of a game. Everything that it returns is what this seat may know.
    """
    @property
    def asked(self, /) -> tuple[str, str] | None:
        """
        The kind of question that the seat is asked, and its text; `None` if it waits.
        """
    def choose(self, /, player: str, seed: SupportsIndex, threads: SupportsIndex = 1, progress: Any | None = None) -> Any:
        """
        The order that a computer player would give: `random`, `greedy`, `search:…` or a level. Where it finds none, any
        offer.
        """
    def events(self, /, start: SupportsIndex = 0) -> list[Any]:
        """
        The events of the seat's log from this number, counted from 0.
        """
    @property
    def name(self, /) -> str:
        """
        Name of the seat: a side, or `spectator`.
        """
    def odds(self, /, order: Any, progress: Any | None = None) -> dict[str, Any]:
        """
        The odds of an order, from what the side knows.
        """
    def offers(self, /, draft: Any | None = None) -> list[dict[str, Any]]:
        """
        The offers of the side: the first ones, or those after a draft. Empty if the side waits.
        """
    def order(self, /, order: Any, id: str | None = None) -> dict[str, Any]:
        """
        Gives an order. Repeated under the same `id`, it is acknowledged again and not carried out again.
        """
    @property
    def outcome(self, /) -> tuple[str, str] | None:
        """
        The winner's name, or `draw`, and the reason as this seat reads it; `None` while the game is under way.
        """
    def resign(self, /) -> dict[str, Any]:
        """
        Gives the game up.
        """
    def scene(self, /) -> dict[str, Any]:
        """
        What a client can draw.
        """
    def stand(self, /, question: str, answer: Any | None = None) -> dict[str, Any]:
        """
        Sets the standing order for a kind of question; `None` clears it.
        """
    def svg(self, /) -> str:
        """
        The picture of what the seat sees, as SVG.
        """
    @property
    def system(self, /) -> str:
        """
        Name of the rule system.
        """
    def text(self, /) -> str:
        """
        The picture of what the seat sees, as text.
        """
    def tool(self, /, tool: str, input: Any) -> dict[str, Any]:
        """
        Runs a calculator with what the seat knows.
        """
    def tools(self, /) -> list[dict[str, Any]]:
        """
        The calculators of the system.
        """
    def undo(self, /) -> dict[str, Any]:
        """
        Takes back the side's last order.
        """
    def view(self, /) -> dict[str, Any]:
        """
        What the seat sees now: facts, question, number of events, log heads, outcome.
        """
    def why_not(self, /) -> list[dict[str, Any]]:
        """
        The verbs that the side's pieces can't use now, with the reasons.
        """

@final
class State:
    """
    A game under way.
    """
    def act(self, /, action: SupportsIndex) -> None:
        """
        Takes an action.
        """
    @property
    def actions(self, /) -> int:
        """
        Number of legal actions: they are the numbers from 0 to one less.
        """
    def advise(self, /, player: str, seed: SupportsIndex, threads: SupportsIndex) -> list[int]:
        """
        The actions by which a computer player would give its next order.
        """
    def copy(self, /) -> State:
        """
        An independent copy.
        """
    @property
    def history(self, /) -> list[int]:
        """
        All actions so far, those of chance too.
        """
    def information(self, /, player: SupportsIndex) -> str:
        """
        All that a player knows.
        """
    def information_hash(self, /, player: SupportsIndex) -> str:
        """
        The hash of all that a player knows.
        """
    def observation(self, /, player: SupportsIndex) -> str:
        """
        What a player sees.
        """
    def observe(self, /, player: SupportsIndex) -> tuple[Incomplete, Incomplete, Incomplete, Incomplete]:
        """
        What a player sees as arrays: planes, scalars, the features of the offers, those of the draft.
        """
    def offer(self, /, action: SupportsIndex) -> Any | None:
        """
        The offer of an action; `None` for one of chance.
        """
    @property
    def player(self, /) -> int:
        """
        Who decides next: player 0 or 1, -1 for chance, -4 if the game is over.
        """
    def resample(self, /, seed: SupportsIndex) -> State:
        """
        A state as it could be for all that the player on turn knows.
        """
    @property
    def returns(self, /) -> tuple[float, float]:
        """
        The results of both players.
        """
    def sentence(self, /, action: SupportsIndex) -> str:
        """
        The sentence of an action.
        """
    def written(self, /) -> bytes:
        """
        The state as bytes, for `Environment.read`.
        """

@final
class Vector:
    """
    Many games at once.
    """
    def __len__(self, /) -> int:
        """
        Number of games.
        """
    def step(self, /, actions: Incomplete | None, planes: Incomplete, scalars: Incomplete, offers: Incomplete, draft: Incomplete, legal: Incomplete, player: Incomplete, returns: Incomplete, over: Incomplete) -> None:
        """
        Takes an action in each game, or none, and writes the arrays.
        """

def balance(name: str, text: str, players: tuple[str, str], first: SupportsIndex, games: SupportsIndex, *, options: Any | None = None, seed: SupportsIndex = 1, swap: bool = False, threads: SupportsIndex = 1, jobs: SupportsIndex | None = None, log: str | PathLike[str] | None = None, progress: Any | None = None) -> tuple[dict[str, Any], str, str]:
    """
    Plays the games of these numbers between two computer players, as `undercity balance` does.
    """

def builtin_scenarios() -> list[tuple[str, str]]:
    """
    Returns the name and the text of every built-in scenario, sorted by name.
    """

def calculate(system: str, tool: str, input: Any) -> dict[str, Any]:
    """
    Runs a calculator that needs no game.
    """

def calculators(system: str) -> list[dict[str, Any]]:
    """
    Returns the calculators of a system that need no game.
    """

def check_scenario(name: str, text: str, options: Any | None = None) -> dict[str, Any]:
    """
    Checks a scenario, and returns its text with these options and what a player wants to know of it.
    """

def clauses(system: str) -> list[dict[str, Any]]:
    """
    Returns the clauses of a rulebook: of a system, or of the referee.
    """

def environment(name: str, text: str) -> Environment:
    """
    Returns the environment of a scenario. `text` is its file, with its options.
    """

def find_scenario(scenario: str) -> tuple[str, str]:
    """
    Returns the name and the text of a scenario: a built-in one, a file, or a text that has several lines.
    """

def load(ledger: str, progress: Any | None = None) -> Game:
    """
    Reads a game from its ledger, to continue it. A last line that was cut short is dropped.
    """

def new_game(name: str, text: str, options: Any | None = None, *, seed: SupportsIndex | None = None, nonces: SupportsLenAndGetItem[str] | None = None, game_id: str | None = None, dice: str = "fair") -> Game:
    """
    Opens a game. `nonces` are three texts of 64 hexadecimal digits, `game_id` is one.
    """

def playouts(name: str, text: str, first: SupportsIndex, games: SupportsIndex, *, options: Any | None = None, seed: SupportsIndex = 1, progress: Any | None = None) -> dict[str, Any]:
    """
    Plays random games, and measures the speed.
    """

def scenario_options(name: str, text: str) -> dict[str, Any]:
    """
    Returns all options of a scenario with their values.
    """

def scenario_svg(name: str, text: str) -> str:
    """
    Returns the picture of a scenario as everybody may see it before the first order, as SVG.
    """

def systems() -> list[tuple[str, tuple[str, str]]]:
    """
    Returns the names of the rule systems, each with its sides.
    """

def verify(ledger: str, head: str | None = None, progress: Any | None = None) -> dict[str, Any]:
    """
    Carries out all orders of a ledger again and compares the results. `head` is a log head noted during play.
    """
