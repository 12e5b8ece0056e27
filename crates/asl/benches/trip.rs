//! Duration of an exact solution of a sewer trip on a city board, against each kind of DEFENDER.
#![allow(missing_docs, clippy::expect_used)]

use std::hint::black_box;

use asl::calculators::trip::solving::solve;
use asl::calculators::trip::{Defender, End, Place, Trip};
use asl::printed::chart::Conditions;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

/// Returns a city of `manholes` manholes, five in a row, two or three hexes apart, with conditions of all kinds.
fn city(manholes: i32) -> Vec<Place> {
    let hex = |n: i32| (2 * (n % 5) + n % 2, 2 * (n / 5));
    let distance = |a: i32, b: i32| {
        let ((ax, ay), (bx, by)) = (hex(a), hex(b));
        let (dx, dy) = (ax - bx, ay - by);
        dx.abs().max(dy.abs()).max((dx + dy).abs())
    };
    let place = |n: i32| Place {
        ways: (0..manholes).filter(|to| *to != n && distance(n, *to) <= 3).map(|to| to as u8).collect(),
        manhole: (n % 11 != 5).then(|| Conditions {
            friend: n % 7 == 3,
            unwatched: n % 3 == 1,
            enemies: u8::from(n % 5 == 2) + u8::from(n % 13 == 6),
            neighbour: n % 9 == 4,
            lost: false,
        }),
        risk: if n % 5 == 2 { 0.25 } else { 0.0 },
    };
    (0..manholes).map(place).collect()
}

fn trips(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("trip of 10 turns");
    for manholes in [15, 40] {
        let (places, goal) = (city(manholes), manholes as u8 - 1);
        let trip = Trip { places, start: 0, goal, lost: false, task: Some(8), turns: 10, end: End::Emerge };
        for defender in Defender::ALL {
            let id = BenchmarkId::new(defender.words(), manholes);
            group.bench_function(id, |b| b.iter(|| solve(black_box(&trip), defender).expect("a trip").chance()));
        }
    }
    group.finish();
}

criterion_group!(benches, trips);
criterion_main!(benches);
