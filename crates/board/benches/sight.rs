//! Building and querying a sight table on the largest board: 39 by 53 hexes.

use std::hint::black_box;
use std::ops::ControlFlow;

use board::{Grid, HexId, Labels, LocationId, Lowered, Shape, SightTable, Step};
use criterion::{Criterion, criterion_group, criterion_main};

fn block() -> Option<Grid> {
    let shape = Shape { columns: 39, rows: 53, labels: Labels::Digits, lowered: Lowered::Second, half_rows: false };
    Grid::new(shape).ok()
}

/// An artificial rule: every seventh hex blocks a line that runs through it.
fn clear(grid: &Grid, a: LocationId, b: LocationId) -> bool {
    let (from, to) = (HexId(a.0), HexId(b.0));
    let walked = grid.walk_until(from, to, |step| match step {
        Step::Hex(hex) if hex != from && hex != to && hex.0 % 7 == 0 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    walked.is_continue()
}

fn sight(criterion: &mut Criterion) {
    let Some(grid) = block() else { return };
    criterion.bench_function("walk corner to corner", |bench| {
        bench.iter(|| grid.walk(black_box(HexId(0)), black_box(HexId(2066))));
    });
    criterion.bench_function("distance", |bench| {
        bench.iter(|| grid.distance(black_box(HexId(0)), black_box(HexId(2066))));
    });
    let mut slow = criterion.benchmark_group("39 by 53");
    slow.sample_size(10);
    slow.bench_function("build", |bench| {
        bench.iter(|| SightTable::build(grid.len(), |a, b| clear(&grid, a, b)));
    });
    slow.bench_function("build, every line walked to its end", |bench| {
        bench.iter(|| {
            SightTable::build(grid.len(), |a, b| {
                let nothing = |_| ControlFlow::<()>::Continue(());
                grid.walk_until(HexId(a.0), HexId(b.0), nothing).is_continue()
            })
        });
    });
    slow.finish();
    let table = SightTable::build(grid.len(), |a, b| clear(&grid, a, b));
    criterion.bench_function("sees", |bench| {
        bench.iter(|| table.sees(black_box(LocationId(17)), black_box(LocationId(1999))));
    });
    criterion.bench_function("seen from", |bench| {
        bench.iter(|| table.seen_from(black_box(LocationId(17))).count());
    });
}

criterion_group!(benches, sight);
criterion_main!(benches);
