"""A cluster: the games, the statistics and the log are those of the command line, whatever happens to the workers."""

from __future__ import annotations

import errno
import importlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Generator, List, Sequence

import pytest
import undercity
import undercity.cluster
from conftest import blocks
from undercity.__main__ import main
from undercity.cluster import tasks
from undercity.cluster.chunks import Numbers, Sizes
from undercity.cluster.log import append
from undercity.cluster.tasks import Work, spread

RUN: dict[str, Any] = {"players": ("random", "random"), "swap": True, "seed": 4}
ARGUMENTS = ["--players", "random,random", "--swap", "--seed", "4"]
PLAIN: dict[str, Any] = {"options": None, "seed": 1, "swap": False, "threads": 1, "players": ("random", "random")}


@pytest.fixture(scope="module")
def ray() -> Generator[Any]:
    """A cluster of two worker processes, which the calls of this module use."""
    ray = importlib.import_module("ray")
    ray.init("local", num_cpus=2, include_dashboard=False, logging_level="warning", log_to_driver=False)
    yield ray
    ray.shutdown()


def program_plays(program: str, games: int, log: Path, arguments: Sequence[str] = ARGUMENTS) -> dict[str, Any]:
    """Runs the command line of Rust, one game after the other."""
    run = [program, "balance", "tide/first", "--games", str(games), *arguments, "--jobs", "1", "--log", str(log)]
    told: dict[str, Any] = json.loads(subprocess.run([*run, "--json"], check=True, capture_output=True).stdout)
    return told


def tasks_at_work() -> List[Any]:
    """The processes that do a task now. They are suspended, so that they can't end it."""
    found: List[Any] = []
    psutil: Any = importlib.import_module("psutil")
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if not does_a_task(process):
                continue
            process.suspend()
            if does_a_task(process):
                found.append(process)
            else:
                process.resume()
    return found


def does_a_task(process: Any) -> bool:
    title: List[str] = process.cmdline()
    return title[:1] == ["ray::undercity balance"]


def test_a_run_in_which_a_worker_is_killed_is_that_of_the_program(
    ray: Any, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The run takes less than a second. Its progress is looked at often enough to hit a task.
    monkeypatch.setattr(tasks, "LOOK", 0.002)
    theirs, ours = tmp_path / "theirs.jsonl", tmp_path / "ours.jsonl"
    told = program_plays(program, 16, theirs, ["--players", "greedy,random", "--swap"])
    run: dict[str, Any] = {"games": 16, "players": ("greedy", "random"), "swap": True}
    killed: List[Any] = []

    def kill_one(done: int, of: int) -> None:
        if done < 4 or killed or done == of:
            return
        at_work = tasks_at_work()
        killed.extend(at_work[:1])
        for process in at_work:
            process.kill() if process in killed else process.resume()

    played = undercity.cluster.balance("tide/first", log=ours, progress=kill_one, **run)
    assert killed, "a worker was killed while it played"
    assert ours.read_bytes() == theirs.read_bytes()
    assert played == undercity.balance("tide/first", **run)
    assert played.summary == told


def test_each_continues_the_log_of_the_other(ray: Any, program: str, tmp_path: Path) -> None:
    log, whole = tmp_path / "log.jsonl", tmp_path / "whole.jsonl"
    program_plays(program, 10, whole)
    program_plays(program, 4, log)
    # A result that can't be: if the game were played again, it would be another.
    log.write_bytes(log.read_bytes().replace(b'"game":2,"swapped":false', b'"game":2,"swapped":true '))
    done: list[int] = []
    undercity.cluster.balance("tide/first", games=8, log=log, progress=lambda at, _: done.append(at), **RUN)
    assert done[0] >= 4 and done[-1] == 8
    told = program_plays(program, 10, log)
    assert told["games"] == 10
    assert undercity.cluster.balance("tide/first", games=10, log=log, **RUN).summary == told
    changed = whole.read_bytes().replace(b'"game":2,"swapped":false', b'"game":2,"swapped":true')
    assert log.read_bytes() == changed


def test_the_lines_of_a_log_end_in_the_order_of_the_games(ray: Any, program: str, tmp_path: Path) -> None:
    log, whole = tmp_path / "log.jsonl", tmp_path / "whole.jsonl"
    program_plays(program, 8, whole)
    head, *games = whole.read_bytes().splitlines(keepends=True)
    # Game 6 is there twice, and the last line was cut short.
    log.write_bytes(b"".join([head, games[6], games[1], games[6], games[0], games[3][:-9]]))
    undercity.cluster.balance("tide/first", games=8, log=log, **RUN)
    assert log.read_bytes() == whole.read_bytes()


def test_playouts_are_those_of_one_core(ray: Any) -> None:
    ours = undercity.cluster.playouts("tide/first", games=range(100, 1100), options={"hidden_sewers": True}, seed=3)
    one = undercity.playouts("tide/first", games=range(100, 1100), options={"hidden_sewers": True}, seed=3)
    same = ("games", "orders", "outcomes", "position_bytes")
    assert [getattr(ours, name) for name in same] == [getattr(one, name) for name in same]
    assert list(ours.outcomes) == list(one.outcomes)
    # Speeds of one core each, on a machine that may be busy.
    assert one.games_per_second / 20 < ours.games_per_second < 20 * one.games_per_second


def settings(text: str) -> dict[str, Any]:
    return {"name": "mine", "text": text, **PLAIN}


def test_an_error_of_a_task_comes_with_its_diagnostics(ray: Any) -> None:
    work = Work("balance", settings('system = "tide"\ntitle = 3\n'), "")
    with pytest.raises(undercity.ScenarioError) as raised:
        spread(ray, work, Numbers(range(4), set()), print)
    assert [(row.line, row.column) for row in raised.value.diagnostics] == [(1, 1), (1, 1), (2, 9)]
    # It is the engine's error and not Ray's, whose text is the traceback of the worker.
    assert type(raised.value) is undercity.ScenarioError
    assert "found integer `3`" in str(raised.value)
    with pytest.raises(undercity.ScenarioError):
        undercity.cluster.balance('system = "tide"\ntitle = 3\n', games=4)


def test_a_node_with_another_build_is_named(ray: Any) -> None:
    text = undercity.scenario("tide/first").text
    _, _, head = undercity._undercity.balance(**settings(text), first=0, games=0)
    other = json.dumps({**json.loads(head), "program": "5e" * 32}) + "\n"
    named = "^node .* has undercity .*, but this process has .*program 5e5e5e.*same wheel"
    with pytest.raises(undercity.Error, match=named):
        spread(ray, Work("balance", settings(text), other), Numbers(range(4), set()), print)
    with pytest.raises(undercity.Error, match="same wheel"):
        spread(ray, Work("playouts", settings(text), other), Numbers(range(4), set()), print)


def test_a_stop_keeps_the_log(ray: Any, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"

    def stop(done: int, of: int) -> None:
        if done:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        undercity.cluster.balance("tide/first", games=1_000_000, players="random", log=log, progress=stop)
    kept = log.read_text("utf-8").splitlines(keepends=True)
    assert len(kept) > 1
    again = undercity.balance("tide/first", games=len(kept) + 8, players="random").log.splitlines(keepends=True)
    assert set(kept) <= set(again)


def test_a_stop_ends_the_tasks(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def hours(sizes: Sizes, left: int, cores: int) -> int:
        return 10**9

    monkeypatch.setattr(Sizes, "next", hours)
    until = time.monotonic() + 30

    def stop(done: int, of: int) -> None:
        assert time.monotonic() < until, "no task begins"
        if ray.available_resources().get("CPU", 0) == 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        undercity.cluster.playouts("tide/first", games=10**10, progress=stop)
    while ray.available_resources().get("CPU") != 2:
        assert time.monotonic() < until, "the tasks still run"
        time.sleep(0.05)


def test_a_task_that_is_always_lost_is_an_error(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def killer() -> Any:
        def play(work: Any, first: int, games: int) -> None:
            os._exit(1)

        return play

    monkeypatch.setattr(tasks, "player", killer)
    monkeypatch.setattr(tasks, "LOST", 1)
    with pytest.raises(undercity.Error, match="^game [0-3] can't be played on the cluster: "):
        undercity.cluster.balance("tide/first", games=4)


def test_tasks_wait_but_no_more_than_jobs(ray: Any) -> None:
    run = tasks.Run(ray, Work("balance", settings("none"), ""), Numbers(range(100), set()), print)
    run.submit(1)
    assert [len(games) for games in run.pending.values()] == [1]
    run.submit(3)
    assert len(run.pending) == 3
    run.submit(None)
    assert len(run.pending) == 4
    run.stop()


@pytest.mark.parametrize(("page", "block"), blocks("docs/cluster.md"))
def test_what_the_page_shows_runs(
    ray: Any, page: str, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, page, "exec"), {"__name__": "shown"})


def command(ray: Any, *arguments: str) -> List[str]:
    address: str = ray.get_runtime_context().gcs_address
    return [sys.executable, "-m", "undercity", *arguments, "--address", address]


def test_the_command_line_plays_as_the_program_does(ray: Any, program: str, tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs.jsonl", tmp_path / "ours.jsonl"
    told = program_plays(program, 6, theirs)
    run = command(ray, "balance", "tide/first", "--games", "6", *ARGUMENTS, "--log", str(ours), "--json")
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == told
    assert ours.read_bytes() == theirs.read_bytes()
    assert done.stderr == ""


def test_ctrl_c_keeps_the_log(ray: Any, program: str, tmp_path: Path) -> None:
    log, whole = tmp_path / "log.jsonl", tmp_path / "whole.jsonl"
    run = command(ray, "balance", "tide/first", "--games", "1000000", *ARGUMENTS, "--log", str(log))
    at_work = subprocess.Popen(
        run,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # What starts the tests may ignore Ctrl-C, as a shell does for what runs in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not log.exists() or log.read_bytes().count(b"\n") < 12:
        assert at_work.poll() is None
        time.sleep(0.05)
    at_work.send_signal(signal.SIGINT)
    _, errors = at_work.communicate(timeout=30)
    assert at_work.returncode == 130
    games = log.read_bytes().count(b"\n") - 1
    assert errors == f"stopped: {games} games saved in {log}; run the same command to continue\n"
    # The program continues it. Games that were under way at the stop are missing in the midst of the others.
    assert program_plays(program, 10, log) == program_plays(program, 10, whole)
    assert set(whole.read_bytes().splitlines()) <= set(log.read_bytes().splitlines())


@pytest.mark.parametrize(
    ("arguments", "status", "error"),
    [
        ("balance tide/first --games 3 --swap", 2, "error: --games 3: expected an even number with --swap\n"),
        ("balance tide/first --players greedy", 2, "error: --players greedy: expected two, such as search:1,greedy\n"),
        ("balance tide/first --players greedy,kasparov", 2, "error: --players: `kasparov`"),
        ("balance tide/first --option hidden_sewers", 2, "error: --option hidden_sewers: expected KEY=VALUE\n"),
        ("balance tide/first --log .", 1, "error: .: this is a folder; expected the name of a file\n"),
        ("balance nothing", 1, "error: `nothing` is neither a built-in scenario nor a file"),
        ("playouts tide/first --option doors=1", 1, "\n\ntide/first: 1 error\n"),
    ],
)
def test_wrong_arguments_end_as_those_of_the_program(
    arguments: str, status: int, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == status
    assert error in capsys.readouterr().err


def option_names(text: str) -> set[str]:
    return set(re.findall(r"^ +(?:-h, )?(--[a-z]+)", text, re.MULTILINE))


def test_the_help_names_the_options_of_the_program(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("balance", "playouts"):
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        ours = option_names(capsys.readouterr().out)
        theirs = subprocess.run([program, name, "--help"], check=True, capture_output=True, text=True).stdout
        # A cluster's playouts also change options, and play at once.
        own = {"--address"} if name == "balance" else {"--address", "--jobs", "--option"}
        assert ours - option_names(theirs) == own


def test_games_that_are_there_are_left_out() -> None:
    numbers = Numbers(range(10, 20), {3, 10, 14, 15, 25})
    assert (numbers.of, numbers.left) == (10, 7)
    parts: list[range] = []
    while numbers.left:
        parts.append(numbers.take(3))
    assert parts == [range(11, 14), range(16, 19), range(19, 20)]
    assert Numbers(range(2), {0, 1}).left == 0


def test_half_a_result_is_never_left_in_a_log(tmp_path: Path) -> None:
    class Full(io.FileIO):
        """A file on a disk that has room for ten more bytes."""

        def write(self, data: Any, /) -> int:
            if len(data) > 10:
                return super().write(data[:10])
            raise OSError(errno.ENOSPC, "no space")

    log = tmp_path / "log.jsonl"
    log.write_bytes(b"head\n")
    with Full(log, "ab") as file, pytest.raises(OSError, match="no space"):
        append(file, b'{"game":0,"swapped":false}\n')
    assert log.read_bytes() == b"head\n"


@pytest.mark.parametrize("seconds", [0.000_01, 0.0004, 0.02, 60.0])
@pytest.mark.parametrize("cores", [2, 64])
def test_tasks_are_long_and_few_and_end_together(seconds: float, cores: int) -> None:
    games = max(4 * cores, int(600 * cores / max(seconds, 0.02))) if seconds >= 0.02 else 10_000_000
    numbers, sizes = Numbers(range(games), set()), Sizes()
    free = [0.0] * cores
    handed = 0
    while numbers.left:
        core = free.index(min(free))
        part = numbers.take(sizes.next(numbers.left, cores))
        free[core] += len(part) * seconds
        sizes.took(len(part), len(part) * seconds)
        handed += 1
        assert len(part) == 1 or len(part) * seconds < 2
    ideal = games * seconds / cores
    # No core waits longer for the others than for a shortest task, or for a game.
    assert max(free) - ideal < max(Sizes.SHORT, cores / Sizes.SHORT_RATE) + seconds
    assert handed <= games and handed < 40 * cores + games * seconds / 1.2
