"""Long calls: other threads run meanwhile, progress is shown, Ctrl-C stops them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest
import undercity
from conftest import play_out


def test_threads_share_a_game() -> None:
    game = undercity.new_game("tide/first", seed=1)
    failures: list[BaseException] = []
    stop = threading.Event()

    def watch(name: str) -> None:
        try:
            while not stop.is_set():
                seat = game.seat(name)
                assert seat.view().ack.heard >= 0 and seat.svg() and game.entries >= 0
        except BaseException as error:
            failures.append(error)

    watchers = [threading.Thread(target=watch, args=(name,)) for name in (*game.sides, "spectator")]
    for watcher in watchers:
        watcher.start()
    play_out(game)
    stop.set()
    for watcher in watchers:
        watcher.join(timeout=60)
        assert not watcher.is_alive()
    assert not failures
    assert game.verify().word == "fair"


def test_other_threads_run_during_a_long_call() -> None:
    seat = asked()
    steps = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal steps
        while not stop.is_set():
            steps += 1
            time.sleep(0.005)

    counter = threading.Thread(target=count)
    counter.start()
    seat.choose("search:1", seed=1)
    stop.set()
    counter.join()
    assert steps > 20


def asked() -> undercity.Seat:
    game = undercity.new_game("tide/first", seed=1)
    return game.seat(next(iter(game.awaited)))


CALLS = {
    "balance": "undercity.balance('tide/first', games=1_000_000, players='greedy')",
    "playouts": "undercity.playouts('tide/first', games=100_000_000)",
    "choose": "game.seat(next(iter(game.awaited))).choose('search:60', seed=1)",
}


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_stops_a_long_call(call: str) -> None:
    script = f"""
import signal, undercity
# What starts the tests may ignore Ctrl-C, as a shell does for what runs in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)
game = undercity.new_game("tide/first", seed=1)
print("ready", flush=True)
try:
    {CALLS[call]}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    time.sleep(0.5)
    begun = time.monotonic()
    run.send_signal(signal.SIGINT)
    assert run.stdout.readline() == "stopped\n"
    assert run.wait(timeout=20) == 0
    assert time.monotonic() - begun < 15
