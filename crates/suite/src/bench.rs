//! Benchmarks shared by all systems: random playouts, their parts, and the odds of an order.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput};
use referee::ledger::ScenarioText;
use referee::playout::Playout;
use rules::forecast::forecast;
use rules::{Choice, DiceSource, FaceClasses, Pool, QuickDice, Seat, Side, System};

use crate::Game;

/// Number of orders above any game's length.
const LIMIT: u64 = 1_000_000;
/// Number of games whose allocations are counted.
const COUNTED: u64 = 300;

/// Function that counts the allocations of a closure. The benchmark supplies the counter, since it replaces the
/// allocator.
pub type Allocations = fn(&mut dyn FnMut()) -> u64;

/// A scenario to be measured.
pub struct BenchScenario<S: System> {
    scenario: ScenarioText,
    pub setting: S::Setting,
    /// Position at the start of every game.
    pub start: S::Position,
}

/// A pending question in the middle of a game, with one answer.
#[derive(Clone, Debug)]
pub struct Moment<S: System> {
    pub position: S::Position,
    /// A side with a pending question.
    pub side: Side,
    /// One of that side's legal orders.
    pub order: S::Order,
}

impl<S: System> BenchScenario<S> {
    /// Sets a scenario up.
    pub fn new(name: &str, text: &str) -> Self {
        let scenario = ScenarioText { name: name.to_owned(), text: text.to_owned() };
        let (setting, start) =
            referee::set_up::<S>(&scenario).unwrap_or_else(|problems| panic!("{}", problems.render(false, 100)));
        BenchScenario { scenario, setting, start }
    }

    /// Measures random games in orders per second. First checks that a warm game allocates nothing and that a position
    /// is smaller than `bytes`; panics otherwise.
    pub fn playouts(&self, bench: &mut Criterion, bytes: usize, allocations: Allocations) {
        let mut playout = Playout::<S>::new(1);
        let mut position = self.start.clone();
        let mut play = |position: &mut S::Position| {
            position.clone_from(&self.start);
            playout.play(&self.setting, position, LIMIT).orders
        };
        (0..COUNTED / 2).for_each(|_| {
            play(&mut position);
        });
        let mut orders = 0;
        let allocated = allocations(&mut || orders = (0..COUNTED).map(|_| play(&mut position)).sum());
        let size = size_of::<S::Position>();
        println!("{COUNTED} warm games: {orders} orders, {allocated} allocations, {size} bytes a position");
        assert_eq!(allocated, 0, "a warm playout allocates");
        assert!(size < bytes, "a position is no longer small");

        let average = orders / COUNTED;
        let mut group = bench.benchmark_group("playout");
        group.throughput(Throughput::Elements(average));
        group.bench_function("a whole game, in orders", |b| b.iter(|| play(black_box(&mut position))));
        group.finish();
        // Reference of the same run: one roll of two dice for each order of the game.
        let mut dice = QuickDice::new(1);
        let clause = *S::clauses().first().expect("a system has clauses");
        let pool = Pool::open(2, FaceClasses::EACH, "peer", clause);
        let mut group = bench.benchmark_group("peer");
        group.throughput(Throughput::Elements(average));
        group.bench_function("two dice for every order", |b| {
            b.iter(|| (0..average).map(|_| u64::from(dice.roll(black_box(&pool)).sum())).sum::<u64>());
        });
        group.finish();
    }

    /// Returns a moment after a number of random orders.
    pub fn moment(&self, orders: u64) -> Moment<S> {
        let mut playout = Playout::<S>::new(3);
        let mut position = self.start.clone();
        playout.play(&self.setting, &mut position, orders);
        let (side, order) = playout.choose(&self.setting, &position).expect("the game is not over");
        Moment { position, side, order }
    }

    /// Returns the first wanted moment of random play; `None` if a hundred games have none.
    pub fn first(&self, wanted: impl Fn(&S::Position, Side, &S::Order) -> bool) -> Option<Moment<S>> {
        let in_game = |seed| {
            let (mut playout, mut position, mut first) = (Playout::<S>::new(seed), self.start.clone(), None);
            playout.watch(&self.setting, &mut position, 4000, &mut (), |position, (side, order)| {
                if first.is_none() && wanted(position, side, order) {
                    first = Some(Moment { position: position.clone(), side, order: *order });
                }
            });
            first
        };
        (5..105).find_map(in_game)
    }

    /// Measures the parts of a playout, in the middle of a game.
    pub fn parts(&self, bench: &mut Criterion) {
        let Moment { position, side, order } = self.moment(60);
        let setting = &self.setting;
        let eyes = S::eyes(setting, &position, side.seat());
        let mut group = bench.benchmark_group("parts");
        let mut choices: Vec<Choice<S>> = Vec::with_capacity(512);
        group.bench_function("offers", |b| {
            b.iter(|| {
                choices.clear();
                rules::offers::<S>(black_box(eyes), None, &mut choices);
                choices.len()
            });
        });
        group.bench_function("check", |b| b.iter(|| S::check(black_box(eyes), &order).is_ok()));
        group.bench_function("clone", |b| b.iter(|| black_box(&position).clone()));
        group.bench_function("resolve", |b| {
            let mut dice = QuickDice::new(1);
            b.iter_batched_ref(
                || position.clone(),
                |position| rules::resolution::resolve::<S>(setting, position, side, &order, &mut dice, &mut ()),
                BatchSize::SmallInput,
            );
        });
        for (name, seat) in [("view of a spectator", Seat::Spectator), ("view of a side", side.seat())] {
            group.bench_function(name, |b| {
                b.iter(|| {
                    let mut facts = 0;
                    S::view(S::eyes(setting, black_box(&position), seat), &mut |_| facts += 1);
                    facts
                });
            });
        }
        // Facts for a seat are known only to a referee.
        let mut game = Game::<S>::new(&self.scenario, 3);
        game.play(60);
        let known = game.referee.knowledge(side.seat()).expect("a side's seat");
        group.bench_function("sample", |b| b.iter(|| S::sample(black_box(&known), &mut game.rng)));
        group.finish();
    }

    /// Measures the odds of an order, with at most `most` exact branches.
    pub fn odds(&self, bench: &mut Criterion, name: &str, moment: &Moment<S>, most: usize) {
        let Moment { position, side, order } = moment;
        let found = forecast::<S>(&self.setting, position, *side, order, most);
        let (branches, ends, unresolved) = (found.branches, found.leaves.len(), found.unresolved);
        let total = found.leaves.iter().map(|leaf| leaf.probability).sum::<f64>() + unresolved;
        println!("{name}: {branches} branches, {ends} ends, unresolved {unresolved}");
        assert!((total - 1.0).abs() < 1e-9, "the odds add up to {total}");
        let mut group = bench.benchmark_group("odds");
        group.bench_function(name, |b| {
            b.iter(|| forecast::<S>(&self.setting, black_box(position), *side, order, most).leaves.len());
        });
        group.finish();
    }
}
