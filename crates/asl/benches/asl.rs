//! How fast Advanced Squad Leader plays: random playouts, offers, checks, clones, odds.
//!
//! Before the timings a counting allocator shows that a warm playout allocates nothing; the run stops if it does.
#![allow(missing_docs, clippy::panic, clippy::expect_used)]

use asl::{Asl, Order};
use criterion::{Criterion, criterion_group, criterion_main};
use suite::bench::Course;

const SCENARIO: &str = include_str!("../../../scenarios/asl/mill-street.toml");

fn all(bench: &mut Criterion) {
    let course = Course::<Asl>::new("mill-street", SCENARIO);
    course.playouts(bench, 8192, |play| allocation_counter::measure(play).count_total);
    course.parts(bench);
    let shot = course.first(|_, _, order| matches!(order, Order::Fire { .. })).expect("somebody fires");
    course.odds(bench, "one shot", &shot, 1_000_000);
}

criterion_group!(benches, all);
criterion_main!(benches);
