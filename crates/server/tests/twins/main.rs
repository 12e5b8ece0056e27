//! Twin games: equal in everything that one side and a spectator may know, different in the other side's secrets.
//! Everything that the server sends to those two over HTTP and WebSocket must be equal in both games, in content,
//! number and order, including whether there is a response at all.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod game;
mod store;
mod wire;

use std::sync::Arc;

use common::Host;
use game::{Owner, Tally, Twins};
use serde_json::{Value, json};
use store::Settled;

/// Plays pairs of twin games, with both kinds of dice in turn. Returns the number of comparisons.
fn twins(system: &'static str, scenario: &str, seeds: u64, moves: usize, owner: fn() -> Owner) -> Tally {
    let host = Host::with(|config| server::Config { store: Arc::new(Settled(config.store)), ..config });
    let mut all = Tally::default();
    for seed in 0..seeds {
        let dice = if seed % 2 == 0 { "players" } else { "fair" };
        let asked = json!({ "scenario": scenario, "dice": dice });
        let mut twins = Twins::begin(&host, &asked, system, owner(), seed + 1);
        let end = twins.play(moves);
        println!("{system} {seed}: {end:?} {:?}", twins.tally);
        all.add(&twins.tally);
    }
    println!("{system}: {all:?}");
    all
}

/// Asserts that enough was compared: moments with a secret difference, messages, and moments at which an order waited
/// for dice; and that at most `disclosed` twins ended with a disclosure.
#[track_caller]
fn enough(tally: &Tally, secret: usize, messages: usize, waiting: usize, disclosed: usize) {
    let compared = tally.secret >= secret && tally.messages >= messages && tally.waiting >= waiting;
    assert!(compared && tally.disclosed <= disclosed, "{tally:?}");
}

/// Returns the same order for both games.
fn alike(_: &mut Twins<'_>, order: &Value) -> Vec<Value> {
    vec![order.clone()]
}

/// Each hidden unit is placed elsewhere before the first turn.
#[test]
fn hidden_units_of_heroes_lie_elsewhere() {
    fn hides(twins: &mut Twins<'_>, question: &str) -> bool {
        if question != "hide" {
            return false;
        }
        for game in 0..2 {
            while twins.asked(game).0.as_deref() == Some("hide") {
                let order = twins.any(game).expect("it is asked");
                if order != "done" {
                    assert!(twins.order_in(game, &order), "{order} was offered");
                }
            }
        }
        true
    }
    let scenario = include_str!("../../../heroes/src/tests/hidden.toml");
    let owner = || Owner { side: "german", secretly: hides, likewise: alike };
    // A hidden unit is soon disclosed by its fire or by contact, which ends all six twins.
    enough(&twins("heroes", scenario, 6, 60, owner), 80, 350, 8, 6);
}

/// Men and dummies begin elsewhere, and unseen men have other plans.
#[test]
fn men_of_sniper_begin_and_plot_otherwise() {
    fn plots(twins: &mut Twins<'_>, question: &str) -> bool {
        if question != "set-up" && twins.dice.below(2) == 0 {
            return false;
        }
        for game in 0..2 {
            for _ in 0..1 + twins.dice.below(8) {
                let order = twins.any(game).expect("it is asked");
                if order != "ready" {
                    assert!(twins.order_in(game, &order), "{order} was offered");
                }
            }
        }
        true
    }
    let owner = || Owner { side: "defender", secretly: plots, likewise: alike };
    // In so few turns there are no dice that both sides see.
    enough(&twins("sniper", "sniper/patrol", 2, 30, owner), 40, 100, 0, 0);
}

/// Squads go onto other cards in hidden sewers, and advance to other cards.
#[test]
fn squads_of_tide_lie_on_other_cards() {
    /// Returns the units below ground in the owner's scene.
    fn below(scene: &Value) -> Vec<u64> {
        let pieces = scene["pieces"].as_array().into_iter().flatten();
        let below = pieces.filter(|piece| piece["location"].as_str().is_some_and(|at| at.starts_with("card/")));
        below.filter_map(|piece| piece["piece"].as_u64()).collect()
    }
    fn likewise(twins: &mut Twins<'_>, order: &Value) -> Vec<Value> {
        let offers: Vec<Value> = twins.asked(1).1.iter().map(|offer| offer["order"].clone()).collect();
        let goes_below = |order: &Value| order["enter"].is_object();
        // Units that can go below usually do.
        if offers.iter().any(goes_below) && !goes_below(order) && twins.dice.below(4) > 0 {
            return Vec::new();
        }
        if goes_below(order) {
            let mut others = offers;
            others.retain(|other| goes_below(other) && other != order);
            let turn = twins.dice.below(others.len().max(1));
            others.rotate_left(turn);
            return others;
        }
        let unit = ["advance_below", "fatigue"].into_iter().find_map(|kind| order[kind]["unit"].as_u64());
        if unit.is_some_and(|unit| below(&twins.scene(0)).contains(&unit)) {
            let there = below(&twins.scene(1)).into_iter();
            let mut others: Vec<Value> = there
                .flat_map(|unit| ["advance_below", "fatigue"].map(|kind| json!({ kind: { "unit": unit } })))
                .collect();
            let turn = twins.dice.below(others.len().max(1));
            others.rotate_left(turn);
            return others;
        }
        vec![order.clone()]
    }
    let scenario = include_str!("../../../tide/src/tests/below.toml");
    let owner = || Owner { side: "soviet", secretly: |_, _| false, likewise };
    enough(&twins("tide", scenario, 4, 40, owner), 60, 400, 2, 1);
}

/// Returns an order of *Advanced Squad Leader* for the second game, with swapped units.
fn exchanged(twins: &mut Twins<'_>, order: &Value) -> Vec<Value> {
    vec![twins.exchanged(order)]
}

/// The "?" counters cover other units, and the hidden unit is elsewhere.
#[test]
fn counters_of_asl_lie_under_other_concealment() {
    fn places(twins: &mut Twins<'_>, question: &str) -> bool {
        if question != "set_up" {
            return false;
        }
        let scene = twins.scene(0);
        let pieces = scene["pieces"].as_array().expect("pieces");
        let hidden =
            pieces.iter().find(|piece| piece["label"] == "Back gate").and_then(|piece| piece["piece"].as_u64());
        let offers = twins.asked(0).1;
        let units: Vec<u64> = offers.iter().filter_map(|offer| offer["draft"]["place"]["unit"].as_u64()).collect();
        let counters: Vec<u64> = units.iter().copied().filter(|unit| Some(*unit) != hidden).collect();
        // Each is where the next one is in the other game.
        let next = counters.iter().copied().cycle().skip(1);
        twins.swapped = counters.iter().copied().zip(next).collect();
        let mut taken: Vec<String> = Vec::new();
        for unit in units {
            let mut places = twins.places(unit);
            places.retain(|place| !taken.contains(place));
            let place = places.swap_remove(twins.dice.below(places.len()));
            let there =
                if Some(unit) == hidden { places[twins.dice.below(places.len())].clone() } else { place.clone() };
            let order = |at: &str| json!({ "place": { "unit": unit, "at": at } });
            let second = twins.exchanged(&order(&there));
            assert!(twins.order_in(0, &order(&place)) && twins.order_in(1, &second), "{unit} at {place} and {there}");
            taken.extend([place, there]);
        }
        [0, 1].into_iter().all(|game| twins.order_in(game, &json!("ready")))
    }
    let owner = || Owner { side: "russian", secretly: places, likewise: exchanged };
    enough(&twins("asl", "asl/mill-street", 3, 40, owner), 60, 200, 1, 2);
}

/// The "Sewer ?" counters cover squads in one game and dummies in the other.
#[test]
fn counters_of_asl_below_are_others() {
    fn knows_who_is_who(twins: &mut Twins<'_>, _: &str) -> bool {
        if twins.swapped.is_empty() {
            let scene = twins.scene(0);
            let pieces = scene["pieces"].as_array().expect("pieces");
            let number = |label: &str| {
                pieces
                    .iter()
                    .find(|piece| piece["label"] == label)
                    .and_then(|piece| piece["piece"].as_u64())
                    .expect("there")
            };
            let [one, two, three, four] = ["one", "two", "three", "four"].map(number);
            twins.swapped = vec![(one, three), (three, one), (two, four), (four, two)];
        }
        false
    }
    fn below(twins: &mut Twins<'_>, order: &Value) -> Vec<Value> {
        let offers = twins.asked(0).1;
        // Units that can go below usually do, and no other unit moves.
        let can = offers.iter().any(|offer| offer["draft"]["sewer"].is_object());
        let away = order["go"].is_object() || can && order["sewer"].is_null();
        if away && twins.dice.below(8) > 0 { Vec::new() } else { exchanged(twins, order) }
    }
    let owner = || Owner { side: "russian", secretly: knows_who_is_who, likewise: below };
    enough(&twins("asl", include_str!("drain.toml"), 8, 50, owner), 60, 350, 8, 6);
}
