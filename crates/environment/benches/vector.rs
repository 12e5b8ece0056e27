//! Speed of a vector: steps a second of many games on one thread, with random actions.
#![allow(missing_docs, clippy::expect_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use environment::{OutputArrays, Vector, game};
use referee::ledger::ScenarioText;
use rules::QuickDice;

const GAMES: usize = 1024;
const SCENARIOS: [(&str, &str); 4] = [
    ("asl/first", include_str!("../../../scenarios/asl/first.toml")),
    ("heroes/first", include_str!("../../../scenarios/heroes/first.toml")),
    ("sniper/patrol", include_str!("../../../scenarios/sniper/patrol.toml")),
    ("tide/first", include_str!("../../../scenarios/tide/first.toml")),
];

fn steps(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("steps");
    group.throughput(Throughput::Elements(GAMES as u64));
    for (name, text) in SCENARIOS {
        let scenario = ScenarioText { name: name.to_owned(), text: text.to_owned() };
        let game = game(scenario).expect("a scenario of the repository");
        let mut vector: Box<dyn Vector> = game.vector(GAMES, 1, 1).expect("a vector");
        let mut arrays = OutputArrays::new(game.spaces(), GAMES);
        vector.look(arrays.outputs()).expect("the arrays fit");
        let mut dice = QuickDice::new(1);
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let actions: Vec<i64> =
                    arrays.actions.iter().map(|actions| dice.below(*actions as usize) as i64).collect();
                vector.step(&actions, arrays.outputs()).expect("legal actions");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
