//! Backward through the turns for the plans, and forward for the state of the stack.

use crate::calculators::trip::{
    Defender, End, PLACES, Place, Places, Plan, Solution, TURNS, Trip, TripError, TurnOdds,
};
use crate::printed::chart::{Conditions, Emergence, is_lost, passes_task};

/// Tolerance within which two probabilities are equal: far more than the rounding of 24 turns, far less than any die.
const SAME: f64 = 1e-12;

/// The probability of success, and as a tie-break the number of turns to spare.
#[derive(Clone, Copy, Debug, Default)]
struct Value {
    chance: f64,
    spare: f64,
}

impl Value {
    fn beats(self, other: Value) -> bool {
        let ahead = self.chance - other.chance;
        ahead > SAME || (ahead.abs() <= SAME && self.spare > other.spare + SAME)
    }

    fn add(&mut self, weight: f64, other: Value) {
        self.chance += weight * other.chance;
        self.spare += weight * other.spare;
    }
}

/// By place: the value for a stack that is not lost, and for one that is.
type Values = Vec<[Value; 2]>;

/// Solves a trip.
///
/// # Errors
///
/// - The trip names places or turns that don't exist.
pub fn solve(trip: &Trip, defender: Defender) -> Result<Solution, TripError> {
    let dice = Dice::of(trip)?;
    let worst = if defender == Defender::Guesses { guesses(trip, &dice) } else { Vec::new() };
    let policy = |left: usize, place: &Place, ends: &Values| match defender {
        Defender::Knows => worst_of(place, |to| ends[to][1]),
        Defender::Guesses => worst.get(left).map_or(Places::default(), |average| least(place, average)),
        Defender::Random => place.ways.iter().fold(Places::default(), |all, way| all.with(*way)),
    };
    let (values, plans) = induce(trip, &dice, trip.goal, policy);
    let mut above = Value::default();
    let start = usize::from(trip.start);
    let by_turn = values.iter().map(|values| {
        let below = values[start];
        let Some(passes) = dice.passes else { return below[usize::from(trip.lost)].chance };
        let mut value = Value::default();
        value.add(passes, below[0]);
        value.add(1.0 - passes, above);
        above = value;
        value.chance
    });
    let by_turn = by_turn.collect();
    let turns = play(trip, &dice, &plans);
    Ok(Solution { by_turn, turns, plans })
}

/// The probabilities of all dice of a trip.
struct Dice {
    /// Of being lost, for a stack that was not lost and one that was.
    lost: [f64; 2],
    /// By place, and by whether the stack is lost: of each result of the chart; `None` if there is no dr.
    results: Vec<[Option<[f64; 3]>; 2]>,
    /// Of passing the check that must come first; `None` if there is none.
    passes: Option<f64>,
}

impl Dice {
    fn of(trip: &Trip) -> Result<Dice, TripError> {
        let known = |place: u8| usize::from(place) < trip.places.len();
        if trip.places.len() > PLACES {
            return Err(TripError::Places);
        }
        if trip.turns == 0 || trip.turns > TURNS {
            return Err(TripError::Turns);
        }
        if !known(trip.start) || !known(trip.goal) || trip.places.iter().any(|at| !at.ways.iter().all(|to| known(*to)))
        {
            return Err(TripError::Unknown);
        }
        if trip.places.iter().any(|place| !(0.0..=1.0).contains(&place.risk)) {
            return Err(TripError::Risk);
        }
        let lost = [false, true].map(|was| (1..=6).filter(|dr| is_lost(*dr, was)).count() as f64 / 6.0);
        let results = |place: &Place| [false, true].map(|lost| Some(results(&Conditions { lost, ..place.manhole? })));
        Ok(Dice { lost, results: trip.places.iter().map(results).collect(), passes: trip.task.map(task_chance) })
    }
}

/// Returns the probability that a leader of this Morale passes the check that must come first.
#[must_use]
pub fn task_chance(morale: i16) -> f64 {
    let pairs = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    pairs.filter(|dr| passes_task(*dr, morale)).count() as f64 / 36.0
}

/// Returns the probability of each result of the emergence chart, in the order of [`Emergence::ALL`].
#[must_use]
pub fn results(conditions: &Conditions) -> [f64; 3] {
    Emergence::ALL.map(|result| (1..=6).filter(|dr| conditions.result(*dr) == result).count() as f64 / 6.0)
}

/// Solves by backward induction. Returns by turns left the values before the dr (after one more turn), and the plans.
fn induce(
    trip: &Trip,
    dice: &Dice,
    goal: u8,
    sends: impl Fn(usize, &Place, &Values) -> Places,
) -> (Vec<Values>, Vec<Vec<Plan>>) {
    let (mut all, mut plans) = (Vec::new(), Vec::new());
    let mut later: Values = vec![[Value::default(); 2]; trip.places.len()];
    for left in 0..usize::from(trip.turns) {
        let ends = endings(trip, dice, goal, left, &later);
        let mut values = Values::with_capacity(trip.places.len());
        let mut plan = Vec::with_capacity(trip.places.len());
        for place in &trip.places {
            let go = best_of(place, |to| ends[to][0]);
            let sent = sends(left, place, &ends);
            let moved = go.map_or(Value::default(), |to| ends[usize::from(to)][0]);
            let mut directed = Value::default();
            sent.iter().for_each(|to| directed.add(sent.share(), ends[usize::from(to)][1]));
            values.push(dice.lost.map(|lost| {
                let mut value = Value::default();
                value.add(1.0 - lost, moved);
                value.add(lost, directed);
                value
            }));
            plan.push(Plan { go, sent });
        }
        all.push(values.clone());
        plans.push(plan);
        later = values;
    }
    (all, plans)
}

/// Returns by place, not lost and lost, the value of ending the MPh there, before the emergence dr.
fn endings(trip: &Trip, dice: &Dice, goal: u8, left: usize, later: &Values) -> Values {
    let one = |n: usize, lost: usize| {
        let (at_goal, on) = (n == usize::from(goal), later[n][lost]);
        let done = Value { chance: 1.0, spare: left as f64 };
        if at_goal && trip.end == End::Arrive {
            return done;
        }
        let Some([up, stays, found]) = dice.results[n][lost] else { return on };
        let mut value = Value::default();
        value.add(up, if at_goal { done } else { on });
        value.add(stays + found * (1.0 - trip.places[n].risk), on);
        value
    };
    (0..trip.places.len()).map(|n| [one(n, 0), one(n, 1)]).collect()
}

fn best_of(place: &Place, value: impl Fn(usize) -> Value) -> Option<u8> {
    let better =
        |one: u8, other: u8| if value(usize::from(other)).beats(value(usize::from(one))) { other } else { one };
    place.ways.iter().copied().reduce(better)
}

fn worst_of(place: &Place, value: impl Fn(usize) -> Value) -> Places {
    let worse = |one: u8, other: u8| if value(usize::from(one)).beats(value(usize::from(other))) { other } else { one };
    place.ways.iter().copied().reduce(worse).map_or(Places::default(), |to| Places::default().with(to))
}

/// Returns the places with the lowest number.
fn least(place: &Place, number: &[f64]) -> Places {
    let of = |way: &u8| number[usize::from(*way)];
    let least = place.ways.iter().map(of).fold(f64::INFINITY, f64::min);
    place.ways.iter().filter(|way| of(way) <= least + SAME).fold(Places::default(), |set, way| set.with(*way))
}

/// Returns by turns left, then by place, the value of being sent there, averaged over all open manholes as goals,
/// against a DEFENDER who knows.
fn guesses(trip: &Trip, dice: &Dice) -> Vec<Vec<f64>> {
    let goals: Vec<u8> =
        (0u8..).zip(&trip.places).filter(|(_, place)| place.manhole.is_some()).map(|(n, _)| n).collect();
    let mut sum = vec![vec![0.0; trip.places.len()]; usize::from(trip.turns)];
    let nothing: Values = vec![[Value::default(); 2]; trip.places.len()];
    for &goal in &goals {
        let (values, _) = induce(trip, dice, goal, |_, place, ends| worst_of(place, |to| ends[to][1]));
        for (left, sum) in sum.iter_mut().enumerate() {
            let later = left.checked_sub(1).map_or(&nothing, |left| &values[left]);
            let ends = endings(trip, dice, goal, left, later);
            sum.iter_mut().zip(&ends).for_each(|(sum, end)| *sum += end[1].chance);
        }
    }
    sum
}

/// Follows the plans forward. Returns the state of the stack in each turn.
fn play(trip: &Trip, dice: &Dice, plans: &[Vec<Plan>]) -> Vec<TurnOdds> {
    let mut at = vec![[0.0; 2]; trip.places.len()];
    let (mut above, start) = (1.0, usize::from(trip.start));
    if dice.passes.is_none() {
        (above, at[start][usize::from(trip.lost)]) = (0.0, 1.0);
    }
    let mut before = TurnOdds::default();
    let mut turns = Vec::new();
    for plan in plans.iter().rev() {
        let enters = above * dice.passes.unwrap_or(0.0);
        above -= enters;
        at[start][0] += enters;
        let mut odds = TurnOdds { done: before.done, gone: before.gone, ..TurnOdds::default() };
        let mut next = vec![[0.0; 2]; trip.places.len()];
        for (n, plan) in plan.iter().enumerate() {
            for was in [0, 1] {
                let (chance, lost) = (at[n][was], at[n][was] * dice.lost[was]);
                let Some(go) = plan.go else {
                    odds.gone += chance;
                    continue;
                };
                odds.moves += chance;
                odds.lost += lost;
                next[usize::from(go)][0] += chance - lost;
                plan.sent.iter().for_each(|to| next[usize::from(to)][1] += lost * plan.sent.share());
            }
        }
        for (n, place) in next.iter_mut().enumerate() {
            for (lost, chance) in place.iter_mut().enumerate() {
                emerge(trip, dice, (n, lost), chance, &mut odds);
            }
        }
        at = next;
        before = odds;
        turns.push(odds);
    }
    turns
}

/// Applies the emergence dr to the probability of being in a place; the remainder continues.
fn emerge(trip: &Trip, dice: &Dice, (n, lost): (usize, usize), chance: &mut f64, odds: &mut TurnOdds) {
    let all = *chance;
    let at_goal = n == usize::from(trip.goal);
    match dice.results[n][lost] {
        None => odds.covered += all,
        Some(results) => {
            let [up, _, found] = results.map(|part| part * all);
            odds.results.iter_mut().zip(results).for_each(|(sum, part)| *sum += part * all);
            let ends = found * trip.places[n].risk;
            *chance -= ends;
            if at_goal && trip.end == End::Emerge {
                odds.done += up;
                *chance -= up;
            }
            if !(at_goal && trip.end == End::Arrive) {
                odds.gone += ends;
            }
        }
    }
    if at_goal && trip.end == End::Arrive {
        odds.done += all;
        *chance = 0.0;
    }
}
