"""Cost of a cluster, beside the plain command on the same cores, and what it comes to on many machines.

    python crates/python/bench/cluster.py overhead --program target/release/undercity
    python crates/python/bench/cluster.py costs
    python crates/python/bench/cluster.py model --task 0.0005 --line 0.00001 --read 0.00002 --start 8 --game 0.004 6

`overhead` plays the same games by both in turn, and compares the medians. `costs` measures the parts of the model.
`model` computes a table for 1 to 1,000 machines from them; it measures nothing.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, List, Mapping, Sequence, Tuple

import undercity
import undercity.cluster
from undercity.cluster.chunks import Numbers, Sizes
from undercity.cluster.log import append, games_of, sort
from undercity.cluster.tasks import LOOK, Run, Work


def main() -> None:
    parser = argparse.ArgumentParser(description="Cost of a cluster")
    several = parser.add_subparsers(required=True)
    one = several.add_parser("overhead", help="the plain command and the cluster in turn")
    one.add_argument("--program", default="target/release/undercity", help="the program")
    one.add_argument("--scenario", default="tide/first")
    one.add_argument("--players", default="random,random")
    one.add_argument("--games", type=int, default=10_000)
    one.add_argument("--rounds", type=int, default=5)
    one.set_defaults(run=overhead)
    one = several.add_parser("costs", help="costs of the driver for a task and for a game")
    one.add_argument("--rounds", type=int, default=5)
    one.set_defaults(run=costs)
    one = several.add_parser("model", help="a table for 1 to 1,000 machines")
    one.add_argument("--task", type=float, required=True, help="seconds of the driver for a task")
    one.add_argument("--line", type=float, required=True, help="seconds of the driver for a game in play")
    one.add_argument("--read", type=float, required=True, help="seconds of the driver for a game at the end")
    one.add_argument("--start", type=float, required=True, help="seconds until all cores play")
    one.add_argument("--bytes", type=float, default=287, help="bytes of a game in the log")
    one.add_argument("--network", type=float, default=1.25e9, help="bytes per second that the driver can receive")
    one.add_argument("--cores", type=int, default=16, help="cores of a machine")
    one.add_argument("--game", type=float, nargs="+", default=[0.002, 10.0], help="seconds of a core for a game")
    one.set_defaults(run=model)
    asked = parser.parse_args()
    asked.run(asked)


def timed(work: Callable[[], object]) -> float:
    """Returns how long the work took, in seconds."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def told(name: str, values: Sequence[float], unit: str = "s", scale: float = 1.0) -> float:
    """Prints the median of values with their spread, and returns it."""
    middle = statistics.median(values)
    low, high = min(values) * scale, max(values) * scale
    print(f"{name:<44} {middle * scale:8.2f} {unit} ({low:.2f} to {high:.2f})", flush=True)
    return middle


def processor() -> float:
    """Returns the seconds of processor of this process, of those that it waited for, and of those that run below it."""
    psutil: Any = importlib.import_module("psutil")
    waited = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() + waited.ru_utime + waited.ru_stime
    for process in psutil.Process().children(recursive=True):
        times = process.cpu_times()
        seconds += float(times.user + times.system)
    return seconds


def local(cores: int) -> Any:
    """Starts a cluster on this machine, and returns the module `ray`."""
    ray: Any = importlib.import_module("ray")
    ray.init("local", num_cpus=cores, include_dashboard=False, logging_level="error")
    return ray


def overhead(asked: argparse.Namespace) -> None:
    """Plays the same games with the plain command and on a cluster, in turn."""
    cores = os.cpu_count() or 1
    players = tuple(asked.players.split(","))
    print(f"{asked.games} games of {asked.scenario}, {asked.players}, on {cores} cores; load {os.getloadavg()[0]:.2f}")
    plain: List[Tuple[float, float]] = []
    shared: List[Tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours = Path(folder, "theirs.jsonl"), Path(folder, "ours.jsonl")
        command = [asked.program, "balance", asked.scenario, "--games", str(asked.games), "--players", asked.players]

        def program() -> None:
            subprocess.run([*command, "--log", str(theirs), "--json"], check=True, stdout=subprocess.DEVNULL)

        def cluster(games: int = asked.games) -> None:
            undercity.cluster.balance(asked.scenario, games=games, players=players, log=ours)

        print(f"{'start of a local cluster':<44} {timed(lambda: local(cores)):8.2f} s")
        print(f"{'first games of its processes':<44} {timed(lambda: cluster(4 * cores)):8.2f} s")
        for round in range(asked.rounds):
            for log in (theirs, ours):
                log.unlink(missing_ok=True)
            # The other begins every second time.
            for one in (program, cluster) if round % 2 == 0 else (cluster, program):
                before = processor()
                clock = timed(one)
                (plain if one is program else shared).append((clock, processor() - before))
            lines = theirs.read_bytes().splitlines(keepends=True)
            assert sorted(lines) == sorted(ours.read_bytes().splitlines(keepends=True)), "the logs differ"
            load = os.getloadavg()[0]
            print(f"round {round + 1}: {plain[-1][0]:.2f} s and {shared[-1][0]:.2f} s; load {load:.2f}", flush=True)
    for which, name in enumerate(("clock", "processor")):
        spread, alone = [one[which] for one in shared], [one[which] for one in plain]
        ratio = told(f"cluster, {name}", spread) / told(f"plain command, {name}", alone)
        print(f"{f'overhead of the medians, {name}':<44} {100 * (ratio - 1):8.1f} %")
        pairs = [100 * (b / a - 1) for a, b in zip(alone, spread)]
        print(f"{f'overhead of each round, {name}':<44} {min(pairs):8.1f} to {max(pairs):.1f} %", flush=True)


def given(ray: Any, games: int, size: int, lines: bytes, at_once: int = 64) -> Tuple[float, float]:
    """Hands out games in tasks of this size that only return lines.

    Returns the driver's seconds of processor and of clock.
    """
    numbers = Numbers(range(games), set())
    with tempfile.TemporaryFile(buffering=0) as file:
        run = Run(ray, Work("balance", {"threads": 1}, ""), numbers, lambda games: append(file, games))

        def play(work: Mapping[str, Any], first: int, games: int) -> Tuple[bytes, float]:
            return lines, 1.0

        def same_size(left: int, cores: int) -> int:
            return size

        run.play = ray.remote(num_cpus=1)(play)
        setattr(run.sizes, "next", same_size)
        cpu, clock = time.process_time(), time.perf_counter()
        while run.pending or numbers.left:
            run.submit(at_once)
            run.collect(LOOK)
        return time.process_time() - cpu, time.perf_counter() - clock


def costs(asked: argparse.Namespace) -> None:
    """Measures games of two kinds, and what the driver needs for a task, and for a game in play and at the end."""
    cores = os.cpu_count() or 1
    print(f"on {cores} cores; load {os.getloadavg()[0]:.2f}")
    rounds = range(asked.rounds)
    for players, games in (("random", 1000), ("search:100x", 10 * cores)):
        played = [timed(lambda: undercity.balance("tide/first", games=games, players=players)) for _ in rounds]
        told(f"a game of tide/first, {players}, of a core", played, "ms", 1e3 * cores / games)
    ray = local(cores)
    given(ray, 200, 1, b"")
    few = [given(ray, 4000, 1, b"") for _ in rounds]
    task = told("driver's processor for a task, 64 at once", [cpu for cpu, _ in few], "ms", 1e3 / 4000)
    many = [given(ray, 20_000, 1, b"", 20_000) for _ in rounds]
    told("driver's processor for a task, 20,000 at once", [cpu for cpu, _ in many], "ms", 1e3 / 20_000)
    told("tasks per second of these cores", [4000 / clock for _, clock in few], "")
    head, body = undercity.balance("tide/first", games=2000, players="random").log.encode().split(b"\n", 1)
    whole = [given(ray, 200_000, 2000, body)[0] - 100 * task / 4000 for _ in rounds]
    told("driver's processor for a game in play", whole, "µs", 1e6 / 200_000)
    print(f"{'bytes of a game in the log':<44} {len(body) / 2000:8.0f}")
    ray.shutdown()
    rows = [json.loads(line) for line in body.splitlines()]
    games = 200_000
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.jsonl")
        lines = (json.dumps({**rows[n % 2000], "game": n}, separators=(",", ":")) for n in reversed(range(games)))
        text = head + b"\n" + "".join(line + "\n" for line in lines).encode()

        def end() -> None:
            games_of(log)
            undercity.balance("tide/first", games=games, players="random", log=log)
            sort(log)

        ends: List[float] = []
        for _ in rounds:
            log.write_bytes(text)
            begun = time.process_time()
            end()
            ends.append(time.process_time() - begun)
    told("driver's processor for a game at the end", ends, "µs", 1e6 / games)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{'memory of the driver, 200,000 games':<44} {memory:8.2f} GB")


def model(asked: argparse.Namespace) -> None:
    """Prints games per hour and the time of a million games for 1 to 1,000 machines."""
    print(f"| machines of {asked.cores} cores | a game takes | games an hour | a million games | limit |")
    print("|---:|---:|---:|---:|---|")
    for game in asked.game:
        for machines in (1, 3, 10, 30, 100, 300, 1000):
            cores = machines * asked.cores
            # Tasks are as long as `Sizes` makes them, at least a game. The driver is busy for each task and each game.
            long = max(Sizes.LONG, cores / Sizes.LONG_RATE, game)
            driver = asked.task * game / long + asked.line
            each = max(game / cores, driver, asked.bytes / asked.network)
            last = max(Sizes.SHORT, cores / Sizes.SHORT_RATE, game)
            million = duration(asked.start + 1e6 * (each + asked.read) + last / 2)
            limit = {game / cores: "cores", driver: "driver"}.get(each, "network")
            print(f"| {machines:,} | {game:g} s | {3600 / each:,.0f} | {million} | {limit} |")


def duration(seconds: float) -> str:
    """Returns a time in the unit that people would use."""
    for unit, length in (("days", 86400 * 2), ("hours", 3600 * 2), ("minutes", 120)):
        if seconds >= length:
            return f"{seconds / {'days': 86400, 'hours': 3600, 'minutes': 60}[unit]:.1f} {unit}"
    return f"{seconds:.0f} s"


if __name__ == "__main__":
    main()
