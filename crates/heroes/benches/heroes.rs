//! How fast Heroes and Leaders plays: random playouts, offers, checks, clones, odds.
//!
//! Before the timings a counting allocator shows that a warm playout allocates nothing; the run stops if it does.
#![allow(missing_docs, clippy::panic, clippy::expect_used)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use heroes::{Heroes, Order, Position, Setting};
use referee::ledger::ScenarioText;
use referee::playout::Playout;
use rules::forecast::forecast;
use rules::{Choice, Classes, QuickDice, Rolls, Seat, Side, System};

const SCENARIO: &str = include_str!("../../../scenarios/heroes/the-bathhouse-drains.toml");

fn set_up() -> (Setting, Position) {
    let scenario = ScenarioText { name: "the-bathhouse-drains".to_owned(), text: SCENARIO.to_owned() };
    referee::set_up::<Heroes>(&scenario).expect("a shipped scenario")
}

const LIMIT: u64 = 1_000_000;

fn playouts(bench: &mut Criterion) {
    let (setting, start) = set_up();
    let mut playout = Playout::<Heroes>::new(1);
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
    let pool = rules::Pool::open(2, Classes::EACH, "peer", heroes::clause::B8);
    let mut group = bench.benchmark_group("peer");
    group.throughput(Throughput::Elements(average));
    group.bench_function("two dice for every order", |b| {
        b.iter(|| (0..average).map(|_| u64::from(dice.roll(black_box(&pool)).sum())).sum::<u64>());
    });
    group.finish();
}

/// A position in the middle of a game, with the side that is asked and one of its orders.
fn middle(setting: &Setting, start: &Position, orders: u64) -> (Position, Side, Order) {
    let mut playout = Playout::<Heroes>::new(3);
    let mut position = start.clone();
    playout.play(setting, &mut position, orders);
    let (side, order) = playout.choose(setting, &position).expect("the game is not over");
    (position, side, order)
}

fn parts(bench: &mut Criterion) {
    let (setting, start) = set_up();
    let (position, side, order) = middle(&setting, &start, 60);
    let eyes = Heroes::eyes(&setting, &position, side.seat());
    let mut group = bench.benchmark_group("parts");
    let mut choices: Vec<Choice<Heroes>> = Vec::with_capacity(512);
    group.bench_function("offers", |b| {
        b.iter(|| {
            choices.clear();
            Heroes::offers(black_box(eyes), None, &mut choices);
            choices.len()
        });
    });
    group.bench_function("check", |b| b.iter(|| Heroes::check(black_box(eyes), &order).is_ok()));
    group.bench_function("clone", |b| b.iter(|| black_box(&position).clone()));
    group.bench_function("resolve", |b| {
        let mut dice = QuickDice::new(1);
        b.iter_batched_ref(
            || position.clone(),
            |position| rules::turn::resolve::<Heroes>(&setting, position, side, &order, &mut dice, &mut ()),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("view", |b| {
        b.iter(|| {
            let mut facts = 0;
            Heroes::view(Heroes::eyes(&setting, black_box(&position), Seat::Spectator), &mut |_| facts += 1);
            facts
        });
    });
    group.finish();
}

/// Fire at a stack, found by play: the odds of a damage check each.
fn odds(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("odds");
    let (setting, start) = set_up();
    let mut playout = Playout::<Heroes>::new(5);
    let mut position = start.clone();
    let mut fire = None;
    playout.watch(&setting, &mut position, 2000, &mut (), |position, (side, order)| {
        if fire.is_none() && matches!(order, Order::Fire { .. }) {
            fire = Some((position.clone(), side, *order));
        }
    });
    let (position, side, order) = fire.expect("somebody fires");
    let found = forecast::<Heroes>(&setting, &position, side, &order, 1_000_000);
    let total: f64 = found.leaves.iter().map(|leaf| leaf.probability).sum();
    assert!((total - 1.0).abs() < 1e-9, "the odds add up to {total}");
    println!("one shot: {} branches, {} ends", found.branches, found.leaves.len());
    group.bench_function("one shot", |b| {
        b.iter(|| forecast::<Heroes>(&setting, black_box(&position), side, &order, 1_000_000).leaves.len());
    });
    group.finish();
}

criterion_group!(benches, playouts, parts, odds);
criterion_main!(benches);
