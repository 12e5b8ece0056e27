//! The solver against sums by hand, a naive solver, and trips played with dice.

use rules::QuickDice;

use super::solving::solve;
use super::*;
use crate::printed::chart::{Emergence, is_lost, passes_task};

/// Returns a row of manholes, each the given number of hexes from the last; those within three hexes are connected.
fn row(hexes: &[u8]) -> Vec<Place> {
    let near = |from: u8| move |to: u8| from != to && from.abs_diff(to) <= 3;
    let ways = |from: &u8| (0u8..).zip(hexes).filter(|(_, to)| near(*from)(**to)).map(|(n, _)| n).collect();
    hexes.iter().map(|hex| Place { ways: ways(hex), manhole: Some(Conditions::default()), risk: 0.0 }).collect()
}

fn trip(places: Vec<Place>, goal: u8, turns: u8) -> Trip {
    Trip { places, start: 0, goal, lost: false, task: None, turns, end: End::Emerge }
}

fn chance(trip: &Trip, defender: Defender) -> f64 {
    solve(trip, defender).unwrap().chance()
}

fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

/// Returns a city board: 40 manholes on a lattice, with conditions of all kinds.
fn city() -> Vec<Place> {
    let hex = |n: i32| (2 * (n % 8), 2 * (n / 8));
    let distance = |a: i32, b: i32| {
        let ((ax, ay), (bx, by)) = (hex(a), hex(b));
        let (dx, dy) = (ax - bx, ay - by);
        dx.abs().max(dy.abs()).max((dx + dy).abs())
    };
    let place = |n: i32| Place {
        ways: (0..40).filter(|to| *to != n && distance(n, *to) <= 3).map(|to| to as u8).collect(),
        manhole: (n % 11 != 5).then(|| Conditions {
            friend: n % 7 == 3,
            unwatched: n % 3 == 1,
            enemies: u8::from(n % 5 == 2) + u8::from(n % 13 == 6),
            neighbour: n % 9 == 4,
            lost: false,
        }),
        risk: if n % 5 == 2 { 0.25 } else { 0.0 },
    };
    (0..40).map(place).collect()
}

#[test]
fn one_move_to_the_only_other_manhole() {
    let one = trip(row(&[0, 3]), 1, 1);
    for defender in Defender::ALL {
        close(chance(&one, defender), 5.0 / 6.0 * 4.0 / 6.0 + 1.0 / 6.0 * 3.0 / 6.0);
    }
    close(chance(&Trip { end: End::Arrive, ..one.clone() }, Defender::Knows), 1.0);
    close(chance(&Trip { lost: true, ..one.clone() }, Defender::Knows), 4.0 / 6.0 * 4.0 / 6.0 + 2.0 / 6.0 * 3.0 / 6.0);
    // A leader of Morale 8 passes with a DR of 4 or less: 6 of 36.
    close(chance(&Trip { task: Some(8), ..one }, Defender::Knows), 6.0 / 36.0 * 23.0 / 36.0);
}

#[test]
fn a_lost_stack_is_sent_away_by_who_knows_and_anywhere_by_who_does_not() {
    let fork = trip(row(&[3, 0, 6]), 2, 1);
    close(chance(&fork, Defender::Knows), 5.0 / 6.0 * 4.0 / 6.0);
    close(chance(&fork, Defender::Random), 5.0 / 6.0 * 4.0 / 6.0 + 1.0 / 6.0 * 0.5 * 3.0 / 6.0);
    close(chance(&fork, Defender::Guesses), chance(&fork, Defender::Random));
}

#[test]
fn who_cannot_move_is_gone() {
    let alone = solve(&trip(row(&[0, 9]), 1, 3), Defender::Knows).unwrap();
    close(alone.chance(), 0.0);
    close(alone.turns[0].gone, 1.0);
}

#[test]
fn the_stack_cannot_wait_beneath_the_goal() {
    // Out and back again: the goal is seen in turns 1 and 3 only.
    let two = trip(row(&[0, 3]), 1, 2);
    close(chance(&two, Defender::Knows), chance(&Trip { turns: 1, ..two.clone() }, Defender::Knows));
    assert!(chance(&Trip { turns: 3, ..two.clone() }, Defender::Knows) > chance(&two, Defender::Knows) + 0.1);
}

#[test]
fn no_chance_is_made_or_lost() {
    for defender in Defender::ALL {
        for task in [None, Some(9)] {
            let trip = Trip { task, ..trip(city(), 18, 8) };
            let solution = solve(&trip, defender).unwrap();
            close(solution.turns.last().unwrap().done, solution.chance());
            let mut last = TurnOdds::default();
            for turn in &solution.turns {
                close(turn.results.iter().sum::<f64>() + turn.covered, turn.moves);
                assert!(turn.done >= last.done && turn.gone >= last.gone && turn.done + turn.gone <= 1.0 + 1e-12);
                last = *turn;
            }
        }
    }
}

#[test]
fn knowing_more_never_helps_the_attacker() {
    for goal in [9, 10, 18, 19] {
        let one = trip(city(), goal, 7);
        let [knows, guesses, random] = Defender::ALL.map(|defender| chance(&one, defender));
        assert!(knows <= guesses + 1e-12 && knows <= random + 1e-12, "{knows} {guesses} {random}");
    }
}

#[test]
fn nonsense_is_refused() {
    let one = trip(row(&[0, 3]), 1, 1);
    assert_eq!(solve(&Trip { goal: 2, ..one.clone() }, Defender::Knows), Err(TripError::Unknown));
    assert_eq!(solve(&Trip { turns: 0, ..one.clone() }, Defender::Knows), Err(TripError::Turns));
    let mut risky = one;
    risky.places[1].risk = f64::NAN;
    assert_eq!(solve(&risky, Defender::Knows), Err(TripError::Risk));
}

/// Returns the value by trying everything, die by die, without a table, independently of the solver.
fn tried(trip: &Trip, at: usize, was_lost: bool, left: u8, random: bool) -> f64 {
    if left == 0 {
        return 0.0;
    }
    let ways = &trip.places[at].ways;
    let ending = |to: u8, lost: bool| -> f64 {
        let place = &trip.places[usize::from(to)];
        let on = || tried(trip, usize::from(to), lost, left - 1, random);
        let Some(manhole) = place.manhole else { return on() };
        let drs = (1..=6).map(|dr| match (Conditions { lost, ..manhole }).result(dr) {
            Emergence::MayEmerge if to == trip.goal => 1.0,
            Emergence::MayEmerge | Emergence::Stays => on(),
            Emergence::Discovered => (1.0 - place.risk) * on(),
        });
        drs.sum::<f64>() / 6.0
    };
    let drs = (1..=6).map(|dr| {
        let lost = is_lost(dr, was_lost);
        let ends = ways.iter().map(|to| ending(*to, lost));
        match (lost, random) {
            (false, _) => ends.fold(0.0, f64::max),
            (true, false) => ends.fold(f64::INFINITY, f64::min),
            (true, true) => ends.sum::<f64>() / ways.len() as f64,
        }
    });
    drs.sum::<f64>() / 6.0
}

#[test]
fn trying_everything_says_the_same() {
    let mut places = row(&[0, 2, 5, 6]);
    places[1].manhole = None;
    places[2].risk = 0.5;
    places[2].manhole = Some(Conditions { enemies: 2, ..Conditions::default() });
    for turns in 1..=3 {
        let trip = trip(places.clone(), 3, turns);
        close(chance(&trip, Defender::Knows), tried(&trip, 0, false, turns, false));
        close(chance(&trip, Defender::Random), tried(&trip, 0, false, turns, true));
    }
}

/// Plays one trip with dice, by the rules of the game and the plans of a solution. Returns whether it succeeds.
fn cast(trip: &Trip, solution: &Solution, dice: &mut QuickDice) -> bool {
    let die = |dice: &mut QuickDice| dice.below(6) as u8 + 1;
    let (mut at, mut lost, mut above) = (trip.start, trip.lost, trip.task.is_some());
    for turn in 1..=trip.turns {
        if let Some(morale) = trip.task.filter(|_| above) {
            let dr = i16::from(die(dice)) + i16::from(die(dice));
            if !passes_task(dr, morale) {
                continue;
            }
            above = false;
        }
        lost = is_lost(die(dice), lost);
        let plan = solution.plan(turn, at);
        let sent: Vec<u8> = plan.sent.iter().collect();
        let Some(go) = plan.go else { return false };
        at = if lost { sent[dice.below(sent.len())] } else { go };
        if trip.end == End::Arrive && at == trip.goal {
            return true;
        }
        let place = &trip.places[usize::from(at)];
        let Some(manhole) = place.manhole else { continue };
        match (Conditions { lost, ..manhole }).result(die(dice)) {
            Emergence::MayEmerge if at == trip.goal => return true,
            Emergence::Discovered if (dice.below(1 << 20) as f64) < place.risk * f64::from(1 << 20) => return false,
            _ => {}
        }
    }
    false
}

/// The share of played trips that succeed is within four standard errors of the computed probability. The seeds are
/// fixed, so the result never changes; a correct solver would fail one seed in 16,000.
fn agree(count: u32) {
    let trips = [
        trip(city(), 18, 8),
        Trip { lost: true, ..trip(city(), 10, 6) },
        Trip { task: Some(9), ..trip(city(), 19, 10) },
        Trip { end: End::Arrive, ..trip(city(), 18, 6) },
    ];
    for (seed, trip) in trips.iter().enumerate() {
        for defender in Defender::ALL {
            let solution = solve(trip, defender).unwrap();
            let mut dice = QuickDice::new(seed as u64);
            let done = (0..count).filter(|_| cast(trip, &solution, &mut dice)).count();
            let (chance, share) = (solution.chance(), done as f64 / f64::from(count));
            let error = (chance * (1.0 - chance) / f64::from(count)).sqrt();
            assert!((share - chance).abs() <= 4.0 * error, "{defender:?}: {share} is not {chance}, error {error}");
            assert!(chance > 0.02 && chance < 0.98, "{defender:?}: {chance} tests nothing");
        }
    }
}

#[test]
fn thousands_of_trips_agree() {
    agree(6_000);
}

/// Run with `cargo test --release -p asl -- --ignored a_million`.
#[test]
#[ignore = "takes a while; thousands are cast by the test above"]
fn a_million_trips_agree() {
    agree(1_000_000);
}
