//! How fast Tide of Iron plays: random playouts, offers, checks, clones, odds.
//!
//! Before the timings a counting allocator shows that a warm playout allocates nothing; the run stops if it does.
#![allow(missing_docs, clippy::panic, clippy::expect_used)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use referee::ledger::ScenarioText;
use referee::playout::Playout;
use rules::forecast::{forecast, ways_to_fall};
use rules::{Choice, Classes, QuickDice, Rolls, Seat, Side, System};
use tide::position::Action;
use tide::{Order, Position, Setting, Tide};

const SCENARIO: &str = include_str!("../../../scenarios/tide/rats-of-ninth-street.toml");

fn set_up() -> (Setting, Position) {
    let scenario = ScenarioText { name: "rats-of-ninth-street".to_owned(), text: SCENARIO.to_owned() };
    referee::set_up::<Tide>(&scenario).expect("a shipped scenario")
}

const LIMIT: u64 = 1_000_000;

fn playouts(bench: &mut Criterion) {
    let (setting, start) = set_up();
    let mut playout = Playout::<Tide>::new(1);
    let mut position = start.clone();
    let mut play = |position: &mut Position| {
        position.clone_from(&start);
        playout.play(&setting, position, LIMIT).orders
    };
    (0..200).for_each(|_| {
        play(&mut position);
    });
    let mut orders = 0;
    let allocated = allocation_counter::measure(|| orders = (0..1000).map(|_| play(&mut position)).sum()).count_total;
    println!("1000 warm games: {orders} orders, {allocated} allocations, {} bytes a position", size_of::<Position>());
    assert_eq!(allocated, 0, "a warm playout allocates");
    assert!(size_of::<Position>() < 4096, "a position is no longer small");

    let mut group = bench.benchmark_group("playout");
    let average = orders / 1000;
    group.throughput(Throughput::Elements(average));
    group.bench_function("a whole game, in orders", |b| b.iter(|| play(black_box(&mut position))));
    group.finish();
    // The peer of the same run: as many rolls of two dice as the game has orders.
    let mut dice = QuickDice::new(1);
    let pool = rules::Pool::open(2, Classes::EACH, "peer", tide::clause::B9);
    let mut group = bench.benchmark_group("peer");
    group.throughput(Throughput::Elements(average));
    group.bench_function("two dice for every order", |b| {
        b.iter(|| (0..average).map(|_| u64::from(dice.roll(black_box(&pool)).sum())).sum::<u64>());
    });
    group.finish();
}

/// A position in the middle of a game, with the side that is asked and one of its orders.
fn middle(setting: &Setting, start: &Position, orders: u64) -> (Position, Side, Order) {
    let mut playout = Playout::<Tide>::new(3);
    let mut position = start.clone();
    playout.play(setting, &mut position, orders);
    let (side, order) = playout.choose(setting, &position).expect("the game is not over");
    (position, side, order)
}

fn parts(bench: &mut Criterion) {
    let (setting, start) = set_up();
    let (position, side, order) = middle(&setting, &start, 60);
    let eyes = Tide::eyes(&setting, &position, side.seat());
    let mut group = bench.benchmark_group("parts");
    let mut choices: Vec<Choice<Tide>> = Vec::with_capacity(512);
    group.bench_function("offers", |b| {
        b.iter(|| {
            choices.clear();
            Tide::offers(black_box(eyes), None, &mut choices);
            choices.len()
        });
    });
    group.bench_function("check", |b| b.iter(|| Tide::check(black_box(eyes), &order).is_ok()));
    group.bench_function("clone", |b| b.iter(|| black_box(&position).clone()));
    group.bench_function("resolve", |b| {
        let mut dice = QuickDice::new(1);
        b.iter_batched_ref(
            || position.clone(),
            |position| rules::turn::resolve::<Tide>(&setting, position, side, &order, &mut dice, &mut ()),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("view", |b| {
        b.iter(|| {
            let mut facts = 0;
            Tide::view(Tide::eyes(&setting, black_box(&position), Seat::Spectator), &mut |_| facts += 1);
            facts
        });
    });
    group.finish();
}

/// Assaults with a number of dice on either side, found by play: the odds of a sewer assault.
fn odds(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("odds");
    for dice in [6, 12] {
        let (setting, position, order) = assault(dice);
        let found = forecast::<Tide>(&setting, &position, Side::A, &order, 1_000_000);
        let total: f64 = found.leaves.iter().map(|leaf| leaf.probability).sum();
        assert!((total - 1.0).abs() < 1e-9, "the odds add up to {total}");
        println!("sewer assault, {dice} dice against {dice}: {} branches, {} ends", found.branches, found.leaves.len());
        group.bench_function(format!("sewer assault, {dice} dice against {dice}"), |b| {
            b.iter(|| forecast::<Tide>(&setting, black_box(&position), Side::A, &order, 1_000_000).leaves.len());
        });
    }
    group.bench_function("ways of 12 dice to fall, hit or miss", |b| {
        b.iter(|| ways_to_fall(black_box(12), Classes::at_least(4)).len());
    });
    group.finish();
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

/// A position in which a squad below may assault with this many dice (6 or 12) against as many.
fn assault(dice: u8) -> (Setting, Position, Order) {
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
    let scenario = ScenarioText { name: "assault".to_owned(), text };
    let (setting, mut position) =
        referee::set_up::<Tide>(&scenario).unwrap_or_else(|problems| panic!("{}", problems.render(false, 100)));
    let mut quick = QuickDice::new(1);
    rules::turn::settle::<Tide>(&setting, &mut position, &mut quick, &mut ());
    loop {
        let asked =
            Side::BOTH.into_iter().find(|side| Tide::awaited(Tide::eyes(&setting, &position, side.seat())).is_some());
        let side = asked.expect("a sewer assault comes up before the game is over");
        let orders = rules::reachable::<Tide>(Tide::eyes(&setting, &position, side.seat()), |_, _| {});
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
            return (setting, position, order);
        }
        rules::turn::resolve::<Tide>(&setting, &mut position, side, &order, &mut quick, &mut ());
    }
}

criterion_group!(benches, playouts, parts, odds);
criterion_main!(benches);
