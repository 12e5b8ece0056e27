"""Checks that a program keeps the contract of its HTTP interface, docs/openapi.json.

1. Generates a client from the document, with which two seats play a whole game.
2. Has schemathesis send requests that the document allows, and others, and compare each answer with the document.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[2] / "docs/openapi.json"
TOOLS = Path(sys.executable).parent
# The scenarios of the games: one of each system.
SCENARIOS = ["tide/first", "heroes/first", "sniper/patrol", "asl/mill-street"]


@contextmanager
def served(program: str, work: Path):
    """Serves an empty store on a free port. No limit is reached."""
    store = work / "games.sqlite"
    limits = ["--rate", "1000000", "--games-of-one", "1000000"]
    command = [program, "serve", "--listen", "127.0.0.1:0", "--store", store, *limits]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        for line in server.stdout:
            if found := re.search(r"open at (http://\S+)/", line):
                yield found[1]
                break
        else:
            raise SystemExit("the server did not start")
    finally:
        server.terminate()
        server.wait()


def generate(work: Path):
    """Generates the client from the document as it is."""
    command = [TOOLS / "openapi-python-client", "generate", "--fail-on-warning", "--meta", "none", "--path", DOCUMENT]
    command += ["--config", HERE / "client.yaml", "--output-path", work / "undercity_client"]
    environment = os.environ | {"PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"}
    made = subprocess.run(command, env=environment, capture_output=True, text=True)
    if made.returncode != 0:
        raise SystemExit(made.stdout + made.stderr)
    sys.path.insert(0, str(work))


def play(url: str, program: str, work: Path):
    """Plays a whole game with the client, and has the program verify the ledger."""
    from games import Game, connect
    from undercity_client.models import Stage

    game = Game(connect(url), "tide/first").begin()
    assert game.play(5000, random.Random(1)), "the game comes to no end"
    seat = game.seats[0]
    about = seat.info()
    assert about.dice.stage is Stage.OVER and about.outcome.winner in [*about.sides, "draw"], about
    assert len(seat.events()) == about.heard and seat.last_step().outcome == about.outcome
    ledger = work / "game.jsonl"
    ledger.write_text(seat.ledger())
    said = subprocess.run([program, "verify", ledger, "--head", about.head], check=True, capture_output=True, text=True)
    print(f"client: {about.heard} events, {about.outcome.winner} wins. {said.stdout.splitlines()[0]}")


def prepare(url: str, work: Path):
    """Prepares games of all systems in all stages, and writes their links by stage."""
    from games import DiceChoice, Game, connect

    client, choices = connect(url), random.Random(2)
    links = defaultdict(list)

    def add(stage: str, *games: Game):
        links[stage] += [seat.link for game in games for seat in game.seats]
        if stage != "leaving":
            links["any"] += [link for game in games for link in game.links]

    for scenario in SCENARIOS:
        add("open", Game(client, scenario))
        add("committed", Game(client, scenario).commit())
        begun = [Game(client, scenario).begin() for _ in range(2)]
        begun[1].play(6, choices)
        add("play", *begun)
        # Odds of larger games take a test build many seconds.
        add("odds", *(begun if scenario == "tide/first" else []))
        add("over", Game(client, scenario).begin().resign())
    # Only this system has calculators that every game can use.
    add("asl", Game(client, "asl/mill-street").begin())
    for _ in range(10):
        rolling = Game(client, "tide/first", DiceChoice.PLAYERS).begin()
        rolling.play(20, choices)
        add("rolling", rolling)
    add("leaving", *(Game(client, "tide/first").begin() for _ in range(40)))
    (work / "links.json").write_text(json.dumps(links))


def test(url: str, work: Path, examples: int) -> tuple[int, int]:
    """Runs schemathesis with all checks. Returns how many requests passed and how many failed."""
    shutil.copy(HERE / "schemathesis.toml", work)
    command = [TOOLS / "schemathesis", "--config-file", work / "schemathesis.toml", "run", DOCUMENT, "--url", url]
    command += ["--checks", "all", "--max-examples", str(examples), "--report-json-path", work / "report.json"]
    environment = os.environ | {"PYTHONPATH": f"{HERE}{os.pathsep}{work}"}
    run = subprocess.run(command, cwd=work, env=environment)
    cases = json.loads((work / "report.json").read_text())["test_cases"]
    failed = cases["with_failures"] + cases["errored"]
    # A run that stopped early is a failure too, and so is an operation that was never tried where it succeeds.
    failed = max(failed, run.returncode != 0) + len(missed(work))
    return cases["generated"] - cases["with_failures"], failed


def missed(work: Path) -> list[str]:
    """Returns the operations that never succeeded."""
    rows = json.loads((work / "answered.json").read_text())
    succeeded = {label for label, status, _ in rows if status < 300}
    paths = json.loads(DOCUMENT.read_text())["paths"]
    operations = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    never = sorted(operations - succeeded)
    for operation in never:
        print(f"{operation}: no request succeeded")
    return never


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program")
    arguments.add_argument("work", type=Path)
    arguments.add_argument("--examples", type=int, default=50)
    given = arguments.parse_args()
    work = given.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    generate(work)
    with served(given.program, work) as url:
        play(url, given.program, work)
        prepare(url, work)
        passed, failed = test(url, work, given.examples)
    print(f"contract: {passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
