//! Speed of Tide of Iron: random playouts, offers, checks, clones, odds.
//!
//! Before the timings a counting allocator shows that a warm playout allocates nothing; the run stops if it does.
#![allow(missing_docs, clippy::panic, clippy::expect_used)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rules::forecast::ways_to_fall;
use rules::prelude::*;
use rules::{FaceClasses, QuickDice, Side};
use suite::bench::{BenchScenario, Moment};
use tide::words::Action;
use tide::{Order, Tide};

const SCENARIO: &str = include_str!("../../../scenarios/tide/rats-of-ninth-street.toml");

fn all(bench: &mut Criterion) {
    let scenario = BenchScenario::<Tide>::new("rats-of-ninth-street", SCENARIO);
    scenario.playouts(bench, 4096, |play| allocation_counter::measure(play).count_total);
    scenario.parts(bench);
    // Sewer assaults from random play, with 6 and 12 dice on either side.
    for dice in [6, 12] {
        let (scenario, moment) = assault(dice);
        scenario.odds(bench, &format!("sewer assault, {dice} dice against {dice}"), &moment, 1_000_000);
    }
    bench.bench_function("odds/ways of 12 dice to fall, hit or miss", |b| {
        b.iter(|| ways_to_fall(black_box(12), FaceClasses::at_least(4)).len());
    });
}

const ASSAULT: &str = r#"
title = "Assault"
system = "tide"
[board]
labels = "letters"
rows = [". . . . .", ". . . . .", ". . . . ."]
legend = { "." = "clear" }
[play]
rounds = 3
actions = 1
initiative = "soviet"
[[network]]
kind = "sewer"
name = "drain"
entrances = ["A2", "C2"]
[options]
sewer_cards = 1
sewer_assault_penalty = 0
[victory]
points = 1
UNITS
"#;

/// Returns a position in which a squad below ground may assault with this many dice (6 or 12) against as many.
fn assault(dice: u8) -> (BenchScenario<Tide>, Moment<Tide>) {
    let unit = |id: &str, side: &str, elite: u8, at: &str| {
        format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\nfigures = {{ elite = {elite} }}\nat = \"{at}\"\n")
    };
    // An elite figure is two dice; a supporter counts half.
    let mut units = vec![unit("below", "soviet", if dice == 6 { 3 } else { 4 }, "A2")];
    units.push(unit("defender", "german", if dice == 6 { 3 } else { 4 }, "C2"));
    if dice == 12 {
        units.push(unit("support", "soviet", 4, "B2"));
        units.push(unit("second defender", "german", 2, "C2"));
    }
    let text = ASSAULT.replace("UNITS", &units.concat());
    let scenario = BenchScenario::<Tide>::new("assault", &text);
    let (setting, mut position) = (&scenario.setting, scenario.start.clone());
    let mut quick = QuickDice::new(1);
    rules::resolution::settle::<Tide>(setting, &mut position, &mut quick, &mut ());
    loop {
        let asked = Side::BOTH
            .into_iter()
            .find(|side| Tide::pending_question(Tide::eyes(setting, &position, side.seat())).is_some());
        let side = asked.expect("a sewer assault comes up before the game is over");
        let orders = rules::reachable::<Tide>(Tide::eyes(setting, &position, side.seat()), |_, _| {});
        let rank = |order: &Order| match order {
            Order::AssaultFromSewer { with, .. } => 10 + with.len(),
            Order::Enter { .. } => 5,
            Order::Activate { unit, action: Action::Advance } if unit.0 == 0 => 4,
            Order::HoldFire => 3,
            Order::Fatigue { .. } => 2,
            _ => 0,
        };
        let order = *orders.iter().max_by_key(|order| rank(order)).expect("somebody is asked");
        if let Order::AssaultFromSewer { .. } = order {
            return (scenario, Moment { position, side, order });
        }
        rules::resolution::resolve::<Tide>(setting, &mut position, side, &order, &mut quick, &mut ());
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
