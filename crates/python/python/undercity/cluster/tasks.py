"""The tasks of a run: what a worker does, and how the driver hands out games until all are played."""

from __future__ import annotations

import importlib
import json
import time
from contextlib import contextmanager, suppress
from typing import Any, Callable, Dict, Generator, Mapping, NamedTuple, Optional

from ..errors import Error
from ..progress import Step
from .chunks import Numbers, Sizes

__all__ = ["Work", "connected", "spread"]

LOST = 10
"""Number of times that a lost task is done again. A game that ends its process would otherwise be played for ever."""
LOOK = 0.1
"""Seconds between two looks for Ctrl-C, and between two calls of a progress function."""
COUNT = 5.0
"""Seconds between two counts of the cluster's cores, for clusters that grow."""


class Work(NamedTuple):
    """What tasks do with their games."""

    call: str
    """Function of the native module: `balance` or `playouts`."""
    settings: Mapping[str, Any]
    """Arguments of `balance`, beside the games."""
    head: str
    """First line of the log of these settings. It names the build of the package."""


@contextmanager
def connected(address: Optional[str]) -> Generator[Any]:
    """Gives the module `ray` with a connection: the one that there is, or one for the time of the work."""
    try:
        ray: Any = importlib.import_module("ray")
    except ModuleNotFoundError as error:
        raise ImportError("undercity.cluster needs Ray: `pip install ray`") from error
    if ray.is_initialized():
        if address is not None:
            raise ValueError("address: this process is connected to a cluster already; leave the address out")
        yield ray
        return
    remote = address is not None and "://" in address
    try:
        ray.init(address, logging_level="error", **({} if remote else {"include_dashboard": False}))
    except (OSError, RuntimeError, ValueError) as error:
        raise Error(f"can't connect to the cluster: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def spread(
    ray: Any,
    work: Work,
    numbers: Numbers,
    took: Callable[[Any], object],
    jobs: Optional[int] = None,
    step: Optional[Step] = None,
) -> None:
    """Plays all games of `numbers` in tasks, at most `jobs` at once, and hands their results to `took`.

    If something stops it, it cancels all tasks. Results that are there by then are not lost.
    """
    run = Run(ray, work, numbers, took)
    try:
        shown = 0.0
        while run.pending or numbers.left:
            run.submit(jobs)
            run.collect(LOOK)
            if step is not None and (time.monotonic() >= shown + LOOK or run.done == numbers.of):
                shown = time.monotonic()
                step(run.done, numbers.of)
    except BaseException:
        run.stop()
        raise


class Run:
    """A run of tasks, as its driver sees it."""

    def __init__(self, ray: Any, work: Work, numbers: Numbers, took: Callable[[Any], object]) -> None:
        self.ray = ray
        self.work = work
        self.numbers = numbers
        self.took = took
        self.sizes = Sizes()
        self.pending: Dict[Any, range] = {}
        """The games of each task that has no result yet."""
        self.done: int = numbers.of - numbers.left
        """Number of games that are played, with those that were there before."""
        self.threads: int = work.settings["threads"]
        # A task that was lost with its process or its node is done again by Ray.
        options = {"num_cpus": self.threads, "max_retries": LOST, "name": f"undercity {work.call}"}
        self.play = ray.remote(**options)(player())
        self.given = ray.put(dict(work._asdict()))
        self.cores = 1
        self.counted = float("-inf")

    def count_cores(self) -> None:
        """Notes how many tasks the cluster can do at once."""
        if time.monotonic() < self.counted + COUNT:
            return
        nodes = [node["Resources"].get("CPU", 0) for node in self.ray.nodes() if node["Alive"]]
        # A cluster that grows when tasks wait can be without a core.
        self.cores = max(1, sum(int(cores) // self.threads for cores in nodes))
        self.counted = time.monotonic()

    def submit(self, jobs: Optional[int]) -> None:
        """Starts tasks, until one waits for each that is done. Then no core waits for the driver."""
        self.count_cores()
        at_once, most = (self.cores, 2 * self.cores) if jobs is None else (jobs, jobs)
        while self.numbers.left and len(self.pending) < most:
            games = self.numbers.take(self.sizes.next(self.numbers.left, at_once))
            self.pending[self.play.remote(self.given, games.start, len(games))] = games

    def collect(self, seconds: float) -> None:
        """Takes the results that are there. If there are none, it waits this long."""
        tasks = list(self.pending)
        ready, rest = self.ray.wait(tasks, timeout=seconds)
        if ready and rest:
            ready += self.ray.wait(rest, num_returns=len(rest), timeout=0)[0]
        for task in ready:
            self.take(task)

    def take(self, task: Any) -> None:
        """Takes the result of a task that has one."""
        games = self.pending.pop(task)
        result, seconds = self.result(task, games)
        self.took(result)
        self.sizes.took(len(games), seconds)
        self.done += len(games)

    def result(self, task: Any, games: range) -> tuple[Any, float]:
        """Returns what a task found, and how long it took.

        Raises:
            Error: the task was lost too often, or its machine can't do it; else the error that the task raised.
        """
        errors = self.ray.exceptions
        try:
            result, seconds = self.ray.get(task)
        except errors.RayTaskError as error:
            # Ray's own error would show the traceback of the worker, and only some of what the error has.
            raise error.cause from None
        except errors.RayError as error:
            of = f"game {games[0]}" if len(games) == 1 else f"games {games[0]} to {games[-1]}"
            raise Error(f"{of} can't be played on the cluster: {error}") from error
        if isinstance(result, str):
            raise Error(f"{result}, but this process has {build(self.work.head)}: install the same wheel on every node")
        return result, seconds

    def stop(self) -> None:
        """Cancels all tasks, after it took the results that are there."""
        with suppress(Exception):
            ready, _ = self.ray.wait(list(self.pending), num_returns=len(self.pending), timeout=0)
            for task in ready:
                with suppress(Exception):
                    self.take(task)
        for task in self.pending:
            with suppress(Exception):
                # By force: a task that is only asked to stop can miss it while it begins, and would play to its end.
                self.ray.cancel(task, force=True)


def build(head: str) -> str:
    """Returns the build that a log's first line names, as text."""
    named = json.loads(head)
    return f"undercity {named['undercity']} (program {named['program'][:12]})"


def player() -> Callable[[Mapping[str, Any], int, int], tuple[Any, float]]:
    """Returns the function of the tasks.

    It is made here so that Ray sends its code and not its name, and it uses nothing of this module. So a node without
    the package, or with another build of it, can say so.
    """
    checked: set[str] = set()

    def play(work: Mapping[str, Any], first: int, games: int) -> tuple[Any, float]:
        import json
        import platform
        import time

        begun = time.perf_counter()
        node = f"node {platform.node()}"
        try:
            from undercity import _undercity as native
        except ImportError as error:
            return f"{node} has no package undercity ({error})", 0.0
        settings, head = dict(work["settings"]), work["head"]
        if head not in checked:
            try:
                found = native.balance(**settings, first=0, games=0)[2]
                named = json.loads(found)
                has = f"undercity {named['undercity']} (program {named['program'][:12]})"
            except (AttributeError, TypeError) as error:
                found, has = "", f"a package undercity with other functions ({error})"
            if found != head:
                return f"{node} has {has}", 0.0
            checked.add(head)
        if work["call"] == "playouts":
            settings = {name: settings[name] for name in ("name", "text", "options", "seed")}
            return native.playouts(**settings, first=first, games=games), time.perf_counter() - begun
        lines = native.balance(**settings, first=first, games=games, jobs=1)[2]
        return lines[len(head) :].encode(), time.perf_counter() - begun

    return play
