//! Speed of Heroes and Leaders: random playouts, offers, checks, clones, odds.
//!
//! Before the timings a counting allocator shows that a warm playout allocates nothing; the run stops if it does.
#![allow(missing_docs, clippy::panic, clippy::expect_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use heroes::{Heroes, Order};
use suite::bench::BenchScenario;

const SCENARIO: &str = include_str!("../../../scenarios/heroes/the-bathhouse-drains.toml");

fn all(bench: &mut Criterion) {
    let scenario = BenchScenario::<Heroes>::new("the-bathhouse-drains", SCENARIO);
    scenario.playouts(bench, 4096, |play| allocation_counter::measure(play).count_total);
    scenario.parts(bench);
    let shot = scenario.first(|_, _, order| matches!(order, Order::Fire { .. })).expect("somebody fires");
    scenario.odds(bench, "one shot", &shot, 1_000_000);
}

criterion_group!(benches, all);
criterion_main!(benches);
