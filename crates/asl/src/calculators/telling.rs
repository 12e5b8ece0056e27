//! A trip, solved and told.

use std::borrow::Cow;

use rules::{Answer, Chance, Chart, Grid, Refusal};
use serde::Serialize;

use super::{lost_chance, percent, wrong};
use crate::clause::B8_41A;
use crate::sewer::chart::Emergence;
use crate::trip::{Defender, End, PLACES, Solution, TURNS, Trip, TripError, TurnOdds, solve};

/// By kind of DEFENDER, in the order of [`Defender::ALL`].
#[derive(Serialize)]
struct TripData {
    moves: Option<u8>,
    by_turn: [Vec<f64>; 3],
    turns: [Vec<TurnOdds>; 3],
    lost_first: f64,
}

/// Solves a trip against every kind of DEFENDER and says what comes of it. `name` names the places.
///
/// # Errors
/// When the trip is none.
pub fn tell(trip: &Trip, name: &impl Fn(u8) -> String) -> Result<Answer, Refusal> {
    let solved = |defender| {
        solve(trip, defender).map_err(|error| match error {
            TripError::Turns => wrong(format!("a trip has 1 to {TURNS} turns")),
            TripError::Places => wrong(format!("a trip has {} manholes at most", PLACES)),
            TripError::Unknown => wrong("the trip leads to a place that is not there"),
            TripError::Risk => wrong("a risk is 0% to 100%"),
        })
    };
    let [knows, guesses, random] = [solved(Defender::Knows)?, solved(Defender::Guesses)?, solved(Defender::Random)?];
    let all = [&knows, &guesses, &random];
    let moves = least_moves(trip);
    let lost_first = lost_chance(trip.lost && trip.task.is_none());
    let data = TripData {
        moves,
        by_turn: all.map(|solution| solution.by_turn.clone()),
        turns: all.map(|solution| solution.turns.clone()),
        lost_first,
    };
    let mut answer = Answer::of(&data)?;
    let (from, to) = (name(trip.start), name(trip.goal));
    answer.text.push(match moves {
        Some(moves) => format!("From {from} to {to}: {moves} moves below at least [{B8_41A}]."),
        None => format!("No way below leads from {from} to {to} [{B8_41A}]."),
    });
    let now = |solution: &Solution| solution.plan(1, trip.start);
    if let Some(go) = now(&knows).go {
        let sent = |solution: &Solution| now(solution).sent.iter().map(name).collect::<Vec<_>>().join(" or ");
        answer.text.push(format!(
            "First move: lost with a chance of {}. If not, go to {} against a DEFENDER who knows the goal. If lost, he \
             directs to {}, one who guesses to {}.",
            percent(lost_first),
            name(go),
            sent(&knows),
            sent(&guesses)
        ));
    }
    let aim = match trip.end {
        End::Emerge => format!("Allowed to come up at {to}"),
        End::Arrive => format!("Been beneath {to}"),
    };
    answer.charts.push(Chart {
        title: format!("{aim} by the end of turn {}, if the DEFENDER…", trip.turns),
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
    answer.tables.push(Grid {
        title: format!("{aim} by turn N, both sides playing for that turn"),
        columns: std::iter::once("turn").chain(Defender::ALL.map(Defender::words)).map(Cow::from).collect(),
        rows: (0..usize::from(trip.turns)).map(row).collect(),
    });
    answer.tables.push(turn_by_turn(&knows));
    Ok(answer)
}

/// What becomes of the stack turn by turn.
fn turn_by_turn(solution: &Solution) -> Grid {
    let results = Emergence::ALL.map(Emergence::words);
    let columns = ["turn", "moves", "is lost"].into_iter().chain(results).chain(["no dr", "done by then", "gone"]);
    let row = |(n, odds): (usize, &TurnOdds)| {
        let [up, stays, found] = odds.results;
        let chances = [odds.moves, odds.lost, up, stays, found, odds.covered, odds.done, odds.gone];
        std::iter::once((n + 1).to_string()).chain(chances.map(percent)).collect()
    };
    Grid {
        title: "Turn by turn, if the DEFENDER knows the goal, of all trips".to_owned(),
        columns: columns.map(Cow::from).collect(),
        rows: solution.turns.iter().enumerate().map(row).collect(),
    }
}

/// The least number of moves from the start to the goal, a move at least.
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
