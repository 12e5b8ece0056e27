#!/usr/bin/env python3
"""Speed of random games, as a multiple of OpenSpiel's in the same run.

Both sides play whole games at random from the first position, on one core: OpenSpiel by its own rollouts in C++
(`RandomRolloutEvaluator`, called by an `MCTSBot` for one simulation, which is a number of rollouts from its position),
Undercity by its engine without the program around it (`src/main.rs` beside this file, as in `undercity playouts`).
Rounds of the two alternate, and the medians are compared, because other load on the machine then affects both alike.

A move is one decision of a player; OpenSpiel's chance nodes (dice of backgammon) are not counted, nor are Undercity's rolls.
OpenSpiel's evaluator does not report the length of its games. Their mean length is measured separately, in games of the
same policy played move by move, and printed with its standard error.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pyspiel

PEERS = ["dark_chess", "backgammon", "phantom_ttt"]
# Target speed, as a multiple of dark_chess.
AIMS = {"asl": 5.0, "heroes": 10.0, "sniper": 5.0, "tide": 10.0}
# The first scenario of each system.
SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
FIRST = {"asl": "asl/first", "heroes": "heroes/first", "sniper": "sniper/patrol", "tide": "tide/first"}


def length(game, games, rng):
    """Moves of players in random games: the mean and its standard error."""
    lengths = []
    for _ in range(games):
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        lengths.append(moves)
    return statistics.fmean(lengths), statistics.stdev(lengths) / len(lengths) ** 0.5


def peer_games_per_second(game, seconds, seed):
    """Whole random games a second in one thread of C++."""
    state, batch, done, spent = game.new_initial_state(), 1, 0, 0.0
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    while spent < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=batch, seed=seed + done)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        begun = time.perf_counter()
        bot.step(state)
        took = time.perf_counter() - begun
        done, spent = done + batch, spent + took
        # Calls are made long enough for the overhead of Python not to matter.
        if took < 0.1:
            batch *= 2
    return done / spent


def played(playouts, system, games, seed):
    command = [playouts, SCENARIOS / f"{FIRST[system]}.toml", str(games), str(seed)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--playouts", default="target/peers/peers", help="the engine's random games, built")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of every engine, one after the other")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each engine plays in a round")
    parser.add_argument("--json", action="store_true", help="as JSON")
    asked = parser.parse_args()

    rng = random.Random(1)
    games = {name: pyspiel.load_game(name) for name in PEERS}
    lengths = {}
    for name, game in games.items():
        print(f"lengths of random games of {name} …", file=sys.stderr)
        lengths[name] = length(game, 200, rng)
    # Number of games in a round.
    fill = {}
    for system in AIMS:
        trial = played(asked.playouts, system, 200, 1)
        fill[system] = max(200, int(trial["games_per_second"] * asked.seconds))

    peers = {name: [] for name in PEERS}
    ours = {system: [] for system in AIMS}
    for number in range(asked.rounds):
        print(f"round {number + 1} of {asked.rounds} …", file=sys.stderr)
        for name, game in games.items():
            peers[name].append(peer_games_per_second(game, asked.seconds, 1000 * number))
        for system in AIMS:
            ours[system].append(played(asked.playouts, system, fill[system], 1 + number))

    rows = []
    for name in PEERS:
        a_second = statistics.median(peers[name])
        mean, error = lengths[name]
        rows.append({"game": f"open_spiel {name}", "games": a_second, "moves": a_second * mean, "length": mean,
                     "length_error": error})
    for system in AIMS:
        orders = statistics.median(play["orders_per_second"] for play in ours[system])
        whole = statistics.median(play["games_per_second"] for play in ours[system])
        rows.append({"game": f"undercity {system}", "games": whole, "moves": orders, "length": orders / whole,
                     "aim": AIMS[system]})
    base = {name: next(row["moves"] for row in rows if row["game"] == f"open_spiel {name}") for name in PEERS}
    for row in rows:
        row["ratio"] = {name: row["moves"] / base[name] for name in PEERS}
    if asked.json:
        print(json.dumps({"rounds": asked.rounds, "seconds": asked.seconds, "rows": rows}, indent=1))
        return
    print(f"{'random games on one core':<26}{'moves/s':>12}{'games/s':>10}{'moves a game':>15}"
          + "".join(f"{'x ' + name:>15}" for name in PEERS) + f"{'aim':>7}")
    for row in rows:
        error = f" ±{row['length_error']:.0f}" if "length_error" in row else ""
        aim = f"{row['aim']:.0f}x" if "aim" in row else ""
        moves = f"{row['length']:.0f}{error}"
        print(f"{row['game']:<26}{row['moves']:>12,.0f}{row['games']:>10,.1f}{moves:>15}"
              + "".join(f"{row['ratio'][name]:>15.2f}" for name in PEERS) + f"{aim:>7}")


if __name__ == "__main__":
    main()
