//! Speed of Sniper! on the full map: random playouts, offers, checks, clones, odds, sight.
//!
//! Before the timings a counting allocator shows that a warm playout allocates nothing; the run stops if it does.
#![allow(missing_docs, clippy::panic, clippy::expect_used)]

use std::hint::black_box;

use board::LocationId;
use criterion::{Criterion, criterion_group, criterion_main};
use rules::resolution::{Effect, EffectObserver};
use rules::{Audience, Clause, Pool, QuickDice};
use sniper::sight_index::SightIndex;
use sniper::{Order, Position, Report, Setting, Sniper, sight};
use suite::bench::BenchScenario;

const SCENARIO: &str = include_str!("../../../scenarios/sniper/block-clearing.toml");

fn all(bench: &mut Criterion) {
    let scenario = BenchScenario::<Sniper>::new("block-clearing", SCENARIO);
    // A referee calculates the board's derived data on first use.
    scenario.setting.work_out();
    scenario.playouts(bench, 16 * 1024, |play| allocation_counter::measure(play).count_total);
    scenario.parts(bench);
    sight_of(bench, &scenario);
    // Found in random play: the last "ready" before a turn in which a man is fired at.
    let turn = scenario.first(|position, side, order| {
        let resolved = |dice| {
            let (mut position, mut shots) = (position.clone(), Shots(0));
            rules::resolution::resolve::<Sniper>(
                &scenario.setting,
                &mut position,
                side,
                order,
                &mut QuickDice::new(dice),
                &mut shots,
            );
            shots.0
        };
        *order == Order::Ready && (0..4).any(|dice| resolved(dice) > 0)
    });
    scenario.odds(bench, "a turn with fire", &turn.expect("somebody fires"), 20_000);
}

/// Counter of the shots in a turn.
struct Shots(usize);

impl EffectObserver<Sniper> for Shots {
    fn changed(&mut self, _: &Setting, _: &Position, _: &Effect<Sniper>) {}
    fn reported(&mut self, _: Clause, _: Audience, report: &Report) {
        self.0 += usize::from(matches!(report, Report::Shot { by: Some(_), .. }));
    }
    fn rolled(&mut self, _: &Pool, _: &[u8]) {}
}

/// Measures sight from one hex to all others of the map, and the calculation of its table, once per game.
fn sight_of(bench: &mut Criterion, scenario: &BenchScenario<Sniper>) {
    let setting = &scenario.setting;
    let hex = setting.board.grid().hex("1835").expect("a hex of the map");
    let from = setting.board.ground(hex);
    let hexes = setting.board.grid().len() as u16;
    let mut group = bench.benchmark_group("sight");
    group.bench_function("from a hex to all others, by the table", |b| {
        b.iter(|| (0..hexes).filter(|to| sight::above(setting, black_box(from), LocationId(*to))).count());
    });
    group.sample_size(10);
    let surface = setting.sight_index().table.locations();
    group.bench_function("the whole table worked out", |b| {
        b.iter(|| SightIndex::new(black_box(&setting.board), surface).table.locations());
    });
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
