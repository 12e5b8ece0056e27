//! How fast Sniper! plays on the full map: random playouts, offers, checks, clones, sight, odds.
//!
//! Before the timings a counting allocator shows that a warm playout allocates nothing; the run stops if it does.
#![allow(missing_docs, clippy::panic, clippy::expect_used)]

use std::hint::black_box;

use board::LocationId;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use referee::ledger::ScenarioText;
use referee::playout::Playout;
use rules::forecast::forecast;
use rules::{Choice, Classes, QuickDice, Rolls, Seat, Side, System};
use sniper::sight;
use sniper::{Order, Position, Setting, Sniper};

const SCENARIO: &str = include_str!("../../../scenarios/sniper/block-clearing.toml");

fn set_up() -> (Setting, Position) {
    let scenario = ScenarioText { name: "block-clearing".to_owned(), text: SCENARIO.to_owned() };
    referee::set_up::<Sniper>(&scenario).expect("a shipped scenario")
}

const LIMIT: u64 = 1_000_000;

fn playouts(bench: &mut Criterion) {
    let (setting, start) = set_up();
    // The sight table, all of it: a game at the table works its rows out as they are wanted.
    for at in (0..setting.sight.len() as u16).map(LocationId) {
        black_box(sight::above(&setting, at, at));
    }
    let mut playout = Playout::<Sniper>::new(1);
    let mut position = start.clone();
    let mut play = |position: &mut Position| {
        position.clone_from(&start);
        playout.play(&setting, position, LIMIT).orders
    };
    (0..50).for_each(|_| {
        play(&mut position);
    });
    let mut orders = 0;
    let allocated = allocation_counter::measure(|| orders = (0..300).map(|_| play(&mut position)).sum()).count_total;
    println!("300 warm games: {orders} orders, {allocated} allocations, {} bytes a position", size_of::<Position>());
    assert!(size_of::<Position>() < 16 * 1024, "a position is no longer small");

    let mut group = bench.benchmark_group("playout");
    let average = orders / 300;
    group.throughput(Throughput::Elements(average));
    group.bench_function("a whole game, in orders", |b| b.iter(|| play(black_box(&mut position))));
    group.finish();
    // The peer of the same run: as many rolls of two dice as the game has orders.
    let mut dice = QuickDice::new(1);
    let pool = rules::Pool::open(2, Classes::EACH, "peer", sniper::clause::B8);
    let mut group = bench.benchmark_group("peer");
    group.throughput(Throughput::Elements(average));
    group.bench_function("two dice for every order", |b| {
        b.iter(|| (0..average).map(|_| u64::from(dice.roll(black_box(&pool)).sum())).sum::<u64>());
    });
    group.finish();
    assert_eq!(allocated, 0, "a warm playout allocates");
}

/// A position in the middle of a game, with the side that is asked and one of its orders.
fn middle(setting: &Setting, start: &Position, orders: u64) -> (Position, Side, Order) {
    let mut playout = Playout::<Sniper>::new(3);
    let mut position = start.clone();
    playout.play(setting, &mut position, orders);
    let (side, order) = playout.choose(setting, &position).expect("the game is not over");
    (position, side, order)
}

fn parts(bench: &mut Criterion) {
    let (setting, start) = set_up();
    let (position, side, order) = middle(&setting, &start, 60);
    let eyes = Sniper::eyes(&setting, &position, side.seat());
    let mut group = bench.benchmark_group("parts");
    let mut choices: Vec<Choice<Sniper>> = Vec::with_capacity(512);
    group.bench_function("offers", |b| {
        b.iter(|| {
            choices.clear();
            Sniper::offers(black_box(eyes), None, &mut choices);
            choices.len()
        });
    });
    group.bench_function("check", |b| b.iter(|| Sniper::check(black_box(eyes), &order).is_ok()));
    group.bench_function("clone", |b| b.iter(|| black_box(&position).clone()));
    group.bench_function("resolve", |b| {
        let mut dice = QuickDice::new(1);
        b.iter_batched_ref(
            || position.clone(),
            |position| rules::turn::resolve::<Sniper>(&setting, position, side, &order, &mut dice, &mut ()),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("view", |b| {
        b.iter(|| {
            let mut facts = 0;
            Sniper::view(Sniper::eyes(&setting, black_box(&position), Seat::Spectator), &mut |_| facts += 1);
            facts
        });
    });
    let hex = setting.board.grid().hex("1835").expect("a hex of the map");
    let from = setting.board.ground(hex);
    let hexes = setting.board.grid().len() as u16;
    group.bench_function("sight from a hex to all others, from the table", |b| {
        b.iter(|| (0..hexes).filter(|to| sight::above(&setting, black_box(from), LocationId(*to))).count());
    });
    group.bench_function("a row of the table worked out", |b| {
        b.iter(|| {
            (0..hexes).filter(|to| sight::is_line_clear(&setting.board, black_box(from), LocationId(*to))).count()
        });
    });
    group.finish();
}

/// The odds of a turn in which somebody fires, found by play: the last "ready" resolves it.
fn odds(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("odds");
    let (setting, start) = set_up();
    let mut playout = Playout::<Sniper>::new(5);
    let mut position = start.clone();
    let mut last = None;
    playout.watch(&setting, &mut position, 4000, &mut (), |position, (side, order)| {
        let other_is_ready = Sniper::awaited(Sniper::eyes(&setting, position, side.other().seat())).is_none();
        if last.is_none() && *order == Order::Ready && other_is_ready {
            last = Some((position.clone(), side, *order));
        }
    });
    let Some((position, side, order)) = last else { return };
    let found = forecast::<Sniper>(&setting, &position, side, &order, 100_000);
    println!("a turn: {} branches, {} ends, unresolved {}", found.branches, found.leaves.len(), found.unresolved);
    group.sample_size(10);
    group.bench_function("a turn", |b| {
        b.iter(|| forecast::<Sniper>(&setting, black_box(&position), side, &order, 100_000).leaves.len());
    });
    group.finish();
}

criterion_group!(benches, playouts, parts, odds);
criterion_main!(benches);
