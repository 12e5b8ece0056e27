//! Solution of a trip as text and tables.

use std::borrow::Cow;

use rules::{CalculatorOutput, Chance, Chart, Refusal, TextTable};
use serde::Serialize;

use crate::calculators::inputs::wrong;
use crate::calculators::trip::solving::{solve, task_chance};
use crate::calculators::trip::{Defender, End, PLACES, Solution, TURNS, Trip, TripError, TurnOdds};
use crate::printed::chart::{Emergence, is_lost};
use crate::printed::clause::{B8_4C, B8_41A, B8_41D};

/// Numbers of the solution, as JSON.
#[derive(Serialize)]
struct TripData {
    /// The smallest number of moves.
    moves: Option<u8>,
    /// The probability that the stack is lost in its first move.
    lost_first: f64,
    /// The probability of success by turn 1, 2, …, if both play for that turn.
    by_turn: ByDefender<f64>,
    /// The state of the stack in turn 1, 2, …, if both play for the last.
    turns: ByDefender<TurnOdds>,
}

/// A value for each kind of DEFENDER.
#[derive(Serialize)]
struct ByDefender<T> {
    knows: Vec<T>,
    guesses: Vec<T>,
    at_random: Vec<T>,
}

impl<T> ByDefender<T> {
    fn of(all: [&Solution; 3], what: impl Fn(&Solution) -> Vec<T>) -> Self {
        let [knows, guesses, at_random] = all.map(what);
        ByDefender { knows, guesses, at_random }
    }
}

/// Solves a trip against every kind of DEFENDER and describes the result. `name` returns the names of manholes.
///
/// # Errors
///
/// - The trip is not valid, see [`TripError`].
pub fn describe_trip(trip: &Trip, name: &impl Fn(u8) -> String) -> Result<CalculatorOutput, Refusal> {
    let solved = |defender| {
        solve(trip, defender).map_err(|error| match error {
            TripError::Turns => wrong(format!("turns: expected a whole number from 1 to {TURNS}")),
            TripError::Places => wrong(format!("manholes: expected at most {} of them", PLACES)),
            TripError::Unknown => wrong("unknown place in the trip"),
            TripError::Risk => wrong("risk: expected 0% to 100%"),
        })
    };
    let [knows, guesses, random] = [solved(Defender::Knows)?, solved(Defender::Guesses)?, solved(Defender::Random)?];
    let all = [&knows, &guesses, &random];
    let moves = least_moves(trip);
    let lost_first = lost_chance(trip.lost && trip.task.is_none());
    let data = TripData {
        moves,
        lost_first,
        by_turn: ByDefender::of(all, |solution| solution.by_turn.clone()),
        turns: ByDefender::of(all, |solution| solution.turns.clone()),
    };
    let mut answer = CalculatorOutput::of(&data)?;
    let (from, to) = (name(trip.start), name(trip.goal));
    let Some(moves) = moves else {
        answer.say(format!(
            "A stack can't reach {to} from {from} below ground: no move is longer than three hexes [{B8_41A}]."
        ));
        return Ok(answer);
    };
    answer.say(format!(
        "From {from} to {to}: at least {} below ground [{B8_41A}].",
        if moves == 1 { "one move".to_owned() } else { format!("{moves} moves") }
    ));
    if let Some(passes) = trip.task.map(task_chance).map(percent) {
        answer.say(format!(
            "In each turn above ground, the leader passes his task check with probability {passes} [{B8_4C}]."
        ));
    }
    answer.say_all(first_move([&knows, &guesses], trip, lost_first, name));
    let aim = match trip.end {
        End::Emerge => format!("Stack may come up at {to}"),
        End::Arrive => format!("Stack has been under {to}"),
    };
    let turns = if trip.turns == 1 { "turn 1".to_owned() } else { format!("turn {}", trip.turns) };
    answer.charts.push(Chart {
        title: format!("{aim} by the end of {turns}, if the DEFENDER…"),
        chances: Defender::ALL
            .into_iter()
            .zip(all)
            .map(|(defender, solution)| Chance { probability: solution.chance(), text: defender.words().to_owned() })
            .collect(),
    });
    let row = |n: usize| {
        let chance = |solution: &&Solution| solution.by_turn.get(n).map_or_else(String::new, |chance| percent(*chance));
        std::iter::once((n + 1).to_string()).chain(all.iter().map(chance)).collect()
    };
    // Turns before the smallest number of moves are left out.
    answer.tables.push(TextTable {
        title: format!("{aim} by the end of each turn, with both sides playing for that turn, if the DEFENDER…"),
        columns: std::iter::once("turn").chain(Defender::ALL.map(Defender::words)).map(Cow::from).collect(),
        rows: (usize::from(moves.saturating_sub(1))..usize::from(trip.turns)).map(row).collect(),
    });
    answer.tables.push(turn_by_turn(&knows));
    Ok(answer)
}

/// Describes the first move, and that of the DEFENDER if the stack is lost.
fn first_move(
    [knows, guesses]: [&Solution; 2],
    trip: &Trip,
    lost: f64,
    name: &impl Fn(u8) -> String,
) -> Option<String> {
    let now = |solution: &Solution| solution.plan(1, trip.start);
    let go = now(knows).go?;
    let sent = |solution: &Solution| now(solution).sent.iter().map(name).collect::<Vec<_>>().join(" or ");
    let (worst, guessed) = (sent(knows), sent(guesses));
    let who = if worst == guessed {
        format!("the DEFENDER directs it to {worst}")
    } else {
        format!("a DEFENDER who knows the goal directs it to {worst}, one who guesses the goal to {guessed}")
    };
    let lost = percent(lost);
    Some(format!(
        "Best first move: to {}. With probability {lost} the stack is lost instead, and {who} [{B8_41D}].",
        name(go)
    ))
}

/// Returns the state of the stack turn by turn; columns of zeros are left out.
fn turn_by_turn(solution: &Solution) -> TextTable {
    let results = Emergence::ALL.map(Emergence::words);
    let columns = ["moves below", "lost"].into_iter().chain(results);
    let columns: Vec<&str> =
        columns.chain(["under a covered manhole", "trip finished so far", "eliminated so far"]).collect();
    let chances = |odds: &TurnOdds| {
        let [up, stays, found] = odds.results;
        [odds.moves, odds.lost, up, stays, found, odds.covered, odds.done, odds.gone]
    };
    let rows: Vec<[f64; 8]> = solution.turns.iter().map(chances).collect();
    let said: Vec<usize> =
        (0..columns.len()).filter(|n| rows.iter().any(|row| row.get(*n).is_some_and(|one| *one > 0.0))).collect();
    let cell = |chance: &f64| if *chance > 0.0 { percent(*chance) } else { "–".to_owned() };
    let only = |row: &[f64; 8]| said.iter().filter_map(|n| row.get(*n)).map(cell).collect::<Vec<_>>();
    let row = |(n, row): (usize, &[f64; 8])| std::iter::once((n + 1).to_string()).chain(only(row)).collect();
    TextTable {
        title: "Share of all trips, turn by turn, if the DEFENDER knows the goal".to_owned(),
        columns: std::iter::once("turn")
            .chain(said.iter().filter_map(|n| columns.get(*n).copied()))
            .map(Cow::from)
            .collect(),
        rows: rows.iter().enumerate().map(row).collect(),
    }
}

/// Returns the smallest number of moves from the start to the goal, at least one.
fn least_moves(trip: &Trip) -> Option<u8> {
    let mut reached = vec![false; trip.places.len()];
    let mut edge = vec![trip.start];
    for moves in 1..=u8::MAX {
        let mut next = Vec::new();
        for to in edge.iter().filter_map(|from| trip.places.get(usize::from(*from))).flat_map(|place| &place.ways) {
            if let Some(seen) = reached.get_mut(usize::from(*to)).filter(|seen| !**seen) {
                *seen = true;
                next.push(*to);
            }
        }
        if next.contains(&trip.goal) {
            return Some(moves);
        }
        if next.is_empty() {
            return None;
        }
        edge = next;
    }
    None
}

/// Returns the probability that a stack is lost in its next move below.
pub fn lost_chance(was_lost: bool) -> f64 {
    (1..=6).filter(|dr| is_lost(*dr, was_lost)).count() as f64 / 6.0
}

/// Returns a probability as text.
pub fn percent(chance: f64) -> String {
    format!("{:.1}%", chance * 100.0)
}
