"""The command line of the package: `python -m undercity`. It plays many games on a cluster."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path
from typing import Any, Callable, NoReturn, Optional, Sequence

import undercity
import undercity.cluster
from undercity.cluster.log import games_of

SCENARIO = "built-in scenario, or scenario file"
ADDRESS = (
    "address of the Ray cluster, such as auto or ray://HOST:10001 [default: RAY_ADDRESS, else a cluster that runs on "
    "this machine, else one that is started for the command]"
)
PLAYERS = (
    "players of the first and the second side; each is random, greedy, search:SECONDS, search:TIMESx or a level "
    "(recruit, regular, veteran, elite) [default: greedy,greedy]"
)
JOBS = "tasks at once, each of which plays one game at a time [default: as many as the cores allow]"
STATUS = "exit status: 0 done, 1 failed, 2 wrong arguments, 130 stopped by Ctrl-C"


class Usage(Exception):
    """Wrong arguments: exit status 2."""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command line, and returns its exit status."""
    asked = commands().parse_args(arguments)
    try:
        asked.run(asked)
    except Usage as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except undercity.ScenarioError as error:
        print(error, found(error), sep="\n\n", file=sys.stderr)
        return 1
    except (undercity.Error, ImportError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(stopped(getattr(asked, "log", None)), file=sys.stderr)
        return 130
    return 0


def commands() -> argparse.ArgumentParser:
    """Returns the reader of the arguments. Options have the names that those of the program `undercity` have."""
    parser = argparse.ArgumentParser(
        prog="python -m undercity",
        description="Play many games on a Ray cluster. The program `undercity` does all else.",
        epilog=STATUS,
    )
    parser.add_argument("--version", action="version", version=f"undercity {undercity.__version__}")
    several = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    one = several.add_parser(
        "balance",
        help="have computer players play a scenario, and report each side's win rate",
        description="Have computer players play a scenario on a Ray cluster, and report each side's win rate. Games, "
        "statistics and log are those of the program's command `undercity balance`.",
        epilog=STATUS,
    )
    common(one, 100)
    one.add_argument("--players", metavar="PLAYERS", default="greedy,greedy", help=PLAYERS)
    one.add_argument("--swap", action="store_true", help="swap the sides in every second game, with the same dice")
    one.add_argument("--threads", metavar="THREADS", type=number(1, 256), default=1, help="threads per computer player")
    one.add_argument(
        "--log",
        metavar="FILE",
        type=Path,
        help="append results to FILE and resume from it after a stop; `undercity balance --log` can also continue it",
    )
    one.set_defaults(run=balance)
    one = several.add_parser(
        "playouts",
        help="play random games and measure their speed",
        description="Play random games on a Ray cluster and measure their speed on one core. Games, orders and "
        "outcomes are those of the program's command `undercity playouts`.",
        epilog=STATUS,
    )
    common(one, 1000)
    one.add_argument(
        "--from",
        metavar="NUMBER",
        dest="first",
        type=number(0),
        default=0,
        help="number of the first game: two ranges of games together give what they give at once [default: 0]",
    )
    one.set_defaults(run=playouts)
    return parser


def common(parser: argparse.ArgumentParser, games: int) -> None:
    """Adds what all commands take."""
    parser.add_argument("scenario", metavar="SCENARIO", help=SCENARIO)
    parser.add_argument(
        "--games", metavar="GAMES", type=number(1), default=games, help=f"number of games [default: {games}]"
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        dest="options",
        action="append",
        default=[],
        help="change a scenario option, such as hidden_sewers=true; can be repeated",
    )
    parser.add_argument(
        "--seed",
        metavar="SEED",
        type=number(0),
        default=1,
        help="seed of the first game; each later game takes the next number [default: 1]",
    )
    parser.add_argument("--jobs", metavar="JOBS", type=number(1), help=JOBS)
    parser.add_argument("--address", metavar="ADDRESS", help=ADDRESS)
    parser.add_argument("--json", action="store_true", help="print JSON")


def number(low: int, high: int = 2**64 - 1) -> Callable[[str], int]:
    """Returns the reader of a number in a range."""

    def read(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"`{text}`: expected a number from {low} to {high}")
        return int(text)

    return read


def balance(asked: argparse.Namespace) -> None:
    """Plays games between computer players."""
    if asked.swap and asked.games % 2:
        raise Usage(f"--games {asked.games}: expected an even number with --swap")
    players = [player.strip() for player in asked.players.split(",")]
    if len(players) != 2:
        raise Usage(f"--players {asked.players}: expected two, such as search:1,greedy")
    options = changed(asked.options)
    if asked.log is not None and asked.log.is_dir():
        raise undercity.Error(f"{asked.log}: this is a folder; expected the name of a file")
    try:
        played = undercity.cluster.balance(
            asked.scenario,
            games=asked.games,
            players=players,
            options=options,
            seed=asked.seed,
            swap=asked.swap,
            threads=asked.threads,
            jobs=asked.jobs,
            log=asked.log,
            progress=sys.stderr.isatty(),
            address=asked.address,
        )
    except ValueError as error:
        wrong(error)
    show(played.summary if asked.json else str(played))


def playouts(asked: argparse.Namespace) -> None:
    """Plays random games."""
    try:
        played = undercity.cluster.playouts(
            asked.scenario,
            games=range(asked.first, asked.first + asked.games),
            options=changed(asked.options),
            seed=asked.seed,
            jobs=asked.jobs,
            progress=sys.stderr.isatty(),
            address=asked.address,
        )
    except ValueError as error:
        wrong(error)
    if asked.json:
        show(dataclasses.asdict(played))
        return
    rows = [
        ("scenario", undercity.scenario(asked.scenario).name),
        ("games", played.games),
        ("orders", played.orders),
        ("orders per second", f"{played.orders_per_second:.0f}"),
        ("games per second", f"{played.games_per_second:.0f}"),
        ("bytes per position", played.position_bytes),
        *((outcome, f"{count} ({100 * count / played.games:.1f}%)") for outcome, count in played.outcomes.items()),
    ]
    show("\n".join(f"{name:<19} {value}" for name, value in rows))


def changed(options: Sequence[str]) -> Optional[dict[str, Any]]:
    """Reads changed options, each `KEY=VALUE`. A value that is not JSON is a text."""
    read: dict[str, Any] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise Usage(f"--option {option}: expected KEY=VALUE")
        try:
            read[key] = json.loads(value)
        except ValueError:
            read[key] = value
    return read or None


def show(result: Any) -> None:
    """Prints a text, or JSON in the form of the program."""
    print(result if isinstance(result, str) else json.dumps(result, indent=2, ensure_ascii=False))


def wrong(error: ValueError) -> NoReturn:
    """Raises the error for a wrong value. Names of arguments are those of options."""
    raise Usage(f"--{error}") from error


def found(error: undercity.ScenarioError) -> str:
    """Returns the last line of the errors of a scenario: their number."""
    errors, warnings = (sum(row.severity == kind for row in error.diagnostics) for kind in ("error", "warning"))
    also = f", {counted(warnings, 'warning')}" if warnings else ""
    return f"{error.file}: {counted(errors, 'error')}{also}"


def counted(number: int, noun: str) -> str:
    """Returns a number with its noun: `1 error`, `2 errors`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def stopped(log: Optional[Path]) -> str:
    """Returns the message after a stop."""
    if log is None or not log.exists():
        return "stopped: nothing is saved without --log FILE"
    return f"stopped: {counted(len(games_of(log)), 'game')} saved in {log}; run the same command to continue"


if __name__ == "__main__":
    sys.exit(main())
