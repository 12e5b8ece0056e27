//! Long runs with hundreds of thousands of pairs of positions, on all cores.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{available_parallelism, scope};
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::Seat;

use super::{Compared, LONG, Leak, play_pair};
use crate::entering::Dice;
use crate::{Game, SystemUnderTest};

/// Number of pairs played with one seed. Results depend on the seed alone, not on the number of cores.
const PART: u64 = 1_000;

/// Number of pairs that start at one moment of a game, for each seat.
const OF_ONE: usize = 2;

/// Moments needed for a kind of secret, relative to a short run. Short pairs start anywhere, while those of a short run
/// continue where secrets are.
const THINNER: f64 = 4.0;

/// Number of pairs from which on every kind of secret must have come up.
const ENOUGH: u64 = 20_000;

/// Plays `pairs` pairs, most of them short, from moments of whole games. Prints its progress.
///
/// # Panics
/// Panics at the first leak, and if a kind of secret came up too seldom.
pub fn nothing_leaks_at_length<S: SystemUnderTest>(pairs: u64, seed: u64, threads: usize) {
    let parts = pairs.div_ceil(PART);
    let next = AtomicU64::new(0);
    let all = Mutex::new((Compared::default(), 0));
    let began = Instant::now();
    let work = || {
        while let part = next.fetch_add(1, Ordering::Relaxed)
            && part < parts
        {
            let played = play_part::<S>(seed, part, PART.min(pairs - part * PART));
            let (compared, done) = &mut *all.lock().unwrap_or_else(PoisonError::into_inner);
            let played = played.unwrap_or_else(|leak| {
                // The other threads start no further part.
                next.store(parts, Ordering::Relaxed);
                panic!("seed {seed}, part {part}: {leak:#?} after {compared}")
            });
            compared.add(&played);
            *done += 1;
            if *done % parts.div_ceil(20) == 0 || *done == parts {
                let seconds = began.elapsed().as_secs_f64();
                let rate = compared.pairs as f64 / seconds;
                println!("{}: {} of {pairs} pairs in {seconds:.0} s, {rate:.0} a second", S::NAME, compared.pairs);
            }
        }
    };
    let failed = scope(|threads_of| {
        let threads: Vec<_> =
            (0..threads.max(1)).map(|_| threads_of.spawn(|| catch_unwind(AssertUnwindSafe(work)))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()?.err()).next()
    });
    if let Some(failed) = failed {
        resume_unwind(failed);
    }
    let (compared, _) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{}: seed {seed}, {compared}", S::NAME);
    let enough = compared.pairs >= ENOUGH;
    let runs = compared.moments as f64 / S::MOMENTS as f64 / THINNER;
    let too_few = if enough { compared.too_few::<S>(runs) } else { Vec::new() };
    assert!(too_few.is_empty(), "too few moments in which a secret differed: {too_few:?} ({compared})");
}

/// Plays the pairs of one part.
fn play_part<S: SystemUnderTest>(seed: u64, part: u64, pairs: u64) -> Result<Compared, Box<Leak>> {
    let mut compared = Compared::default();
    let scenarios = S::secret_scenarios();
    let mut rng = StdRng::seed_from_u64(seed.rotate_left(32) ^ part);
    while compared.pairs < pairs {
        let scenario = &scenarios[rng.random_range(0..scenarios.len())];
        let dice = Dice::ALL[rng.random_range(0..Dice::ALL.len())];
        let mut game = Game::<S>::with(dice, scenario, rng.random());
        while game.referee.outcome().is_none() && compared.pairs < pairs {
            let orders = rng.random_range(1..4);
            game.play(orders);
            for seat in Seat::ALL {
                for _ in 0..OF_ONE {
                    let orders = if rng.random_ratio(1, 100) { LONG } else { 1 };
                    // Every channel is compared only in a few pairs: that and a whole history take long.
                    let whole = if rng.random_ratio(1, 100) { 2 } else { 0 };
                    if let Some(leak) = play_pair(&game, seat, orders, whole, &mut rng, &mut compared) {
                        return Err(Box::new(leak));
                    }
                }
            }
        }
    }
    Ok(compared)
}

/// Runs [`nothing_leaks_at_length`] with the settings of the environment: `SECRETS_PAIRS`, `SECRETS_SEED`, and
/// `SECRETS_THREADS` (default: all cores).
pub fn secrets_at_length<S: SystemUnderTest>() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let cores = available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = number("SECRETS_THREADS", cores as u64) as usize;
    nothing_leaks_at_length::<S>(number("SECRETS_PAIRS", ENOUGH), number("SECRETS_SEED", 1), threads);
}
