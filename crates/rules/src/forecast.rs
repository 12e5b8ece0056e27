//! Forecasts: the distribution of positions that an order leads to.
//!
//! Orders are resolved by the same code as in play; only the dice differ. The dice branch by class of faces, weighted
//! by the multinomial probability of each result (six dice in two classes of three faces: 7 branches). Equal positions
//! are merged between steps. Where there are too many results to enumerate, [`sample_forecast`] plays random samples
//! instead.

mod dice;

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use indexmap::IndexMap;

use crate::resolution::{resolve, resolve_order, settle, step_once};
use crate::{
    Audience, ClassCounts, Clause, DiceSource, Effect, EffectObserver, FaceClasses, GamePlay, GameState, Pool,
    QuickDice, Seat, Side,
};

use dice::Onward;
pub use dice::{ForkDice, ways_to_fall};

/// All results of a pool, each with its probability.
type Ways = Arc<[(ClassCounts, f64)]>;

struct Listener<S: GamePlay> {
    /// The seat whose reports are collected; `None` to collect none.
    seat: Option<Seat>,
    reports: Vec<S::Report>,
}

impl<S: GamePlay> EffectObserver<S> for Listener<S> {
    fn changed(&mut self, _: &S::Setting, _: &S::Position, _: &Effect<S>) {}
    fn reported(&mut self, _: Clause, to: Audience, report: &S::Report) {
        if self.seat.is_some_and(|seat| to.includes(seat)) {
            self.reports.push(report.clone());
        }
    }
    fn rolled(&mut self, _: &Pool, _: &[u8]) {}
}

/// A fast deterministic hash for positions. Not resistant to chosen collisions.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(word.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)));
        }
        for byte in words.remainder() {
            self.write_u8(*byte);
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517C_C1B7_2722_0A95);
    }
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// An intermediate position and the reports that the seat has received up to it.
type Moment<S> = (<S as GameState>::Position, Vec<<S as GameState>::Report>);

/// One result of an order, at the next question or the end of the game.
#[derive(Clone, Debug)]
pub struct Leaf<S: GamePlay> {
    /// The position at that point.
    pub position: S::Position,
    /// The reports that the seat received on the way. Empty if no seat was named.
    pub heard: Vec<S::Report>,
    /// The probability of this leaf, 0 to 1.
    pub probability: f64,
}

/// The distribution of positions and reports that follow an order in a given position.
#[derive(Clone, Debug)]
pub struct Forecast<S: GamePlay> {
    /// The resolved results. Their probabilities and `unresolved` add up to 1.
    pub leaves: Vec<Leaf<S>>,
    /// Probability of all results that exceeded the limit, 0 to 1. 0 if everything was resolved.
    pub unresolved: f64,
    /// Number of branches resolved. It may exceed the number of leaves, because equal positions are merged.
    pub branches: usize,
}

/// Upper limit of the unresolved probability in a settled forecast.
const LITTLE: f64 = 0.01;

impl<S: GamePlay> Forecast<S> {
    /// Whether less than 1% of the probability is unresolved. If more is, the resolved part is not representative and
    /// its mean is meaningless.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.unresolved < LITTLE
    }

    /// Returns the mean of `worth` over the resolved leaves, weighted by probability; `None` if nothing was resolved.
    pub fn mean(&self, mut worth: impl FnMut(&S::Position) -> f64) -> Option<f64> {
        let found: f64 = self.leaves.iter().map(|leaf| leaf.probability).sum();
        let sum: f64 = self.leaves.iter().map(|leaf| leaf.probability * worth(&leaf.position)).sum();
        (found > 0.0).then(|| sum / found)
    }
}

/// Enumerates all results of an order up to the next question, in at most `limit` branches. Collects the reports that
/// `side` receives.
pub fn forecast<S: GamePlay>(
    setting: &S::Setting,
    position: &S::Position,
    side: Side,
    order: &S::Order,
    limit: usize,
) -> Forecast<S> {
    forecast_heard(setting, position, SideOrder { side, order }, side.seat(), limit)
}

/// Enumerates all results of an order up to the next question, in at most `limit` branches. Collects the reports that
/// `seat` receives, which need not be that of the side that gives the order.
pub fn forecast_heard<S: GamePlay>(
    setting: &S::Setting,
    position: &S::Position,
    act: SideOrder<'_, S>,
    seat: Seat,
    limit: usize,
) -> Forecast<S> {
    every_way(setting, position, Some(act), &[], Some(seat), limit)
}

/// An order together with the side that gives it.
#[derive(Clone, Copy, Debug)]
pub struct SideOrder<'a, S: GamePlay> {
    /// The side that gives the order.
    pub side: Side,
    /// The order, already checked.
    pub order: &'a S::Order,
}

/// Enumerates the positions that an order leads to, without collecting reports. More results are equal than in
/// [`forecast`], which saves branches. The first rolls have the results `given`, in that order. With `act` `None`,
/// resolves the steps left on the agenda.
pub fn forecast_positions<S: GamePlay>(
    setting: &S::Setting,
    position: &S::Position,
    act: Option<SideOrder<'_, S>>,
    given: &[ClassCounts],
    limit: usize,
) -> Forecast<S> {
    every_way(setting, position, act, given, None, limit)
}

/// Plays random samples of an order, one for each number in `plays`, all with equal probability. The dice of a sample
/// depend only on its number. Two orders sampled with the same numbers therefore get the same dice, and fixing the
/// first rolls by `given` leaves the later ones unchanged. Collects the reports of `seat` if it is not `None`. An empty
/// range leaves everything unresolved.
pub fn sample_forecast<S: GamePlay>(
    setting: &S::Setting,
    position: &S::Position,
    act: Option<SideOrder<'_, S>>,
    given: &[ClassCounts],
    seat: Option<Seat>,
    plays: std::ops::Range<u64>,
) -> Forecast<S> {
    let probability = 1.0 / plays.end.saturating_sub(plays.start).max(1) as f64;
    let one = |number: u64| {
        let mut dice = Onward { given: given.iter(), then: QuickDice::new(number) };
        let mut ear = Listener { seat, reports: Vec::new() };
        let position = play(setting, position, act, &mut dice, &mut ear);
        Leaf { position, heard: ear.reports, probability }
    };
    let leaves: Vec<Leaf<S>> = plays.map(one).collect();
    Forecast { unresolved: if leaves.is_empty() { 1.0 } else { 0.0 }, branches: leaves.len(), leaves }
}

/// Plays an order, or with `None` the steps left on the agenda, up to the next question or the end of the game. Returns
/// the position reached; `before` is unchanged.
pub fn play<S: GamePlay>(
    setting: &S::Setting,
    before: &S::Position,
    act: Option<SideOrder<'_, S>>,
    dice: &mut impl DiceSource,
    observer: &mut impl EffectObserver<S>,
) -> S::Position {
    let mut position = before.clone();
    match act {
        Some(SideOrder { side, order }) => resolve::<S>(setting, &mut position, side, order, dice, observer),
        None => settle::<S>(setting, &mut position, dice, observer),
    }
    position
}

/// Runs `act` once for each result of the dice that it rolls. Returns its values with their probabilities, which add up
/// to 1. For computations outside a game, such as those of calculators.
pub fn every_fall<T>(act: impl FnMut(&mut ForkDice<'_>) -> T) -> Vec<(T, f64)> {
    likely_falls(0.0, act).0
}

/// Runs `act` as [`every_fall`] does, but draws the rest of a run at random once its probability is below `least` (0 to
/// 1). The mean stays right, and there are far fewer runs. Returns also whether any roll was drawn. The same call gives
/// the same values.
pub fn likely_falls<T>(least: f64, mut act: impl FnMut(&mut ForkDice<'_>) -> T) -> (Vec<(T, f64)>, bool) {
    let mut dice = ForkDice { least, ..ForkDice::default() };
    let mut all = Vec::new();
    loop {
        dice.rewind();
        let value = act(&mut dice);
        all.push((value, dice.weight));
        if !dice.advance() {
            return (all, dice.drawn);
        }
    }
}

fn every_way<S: GamePlay>(
    setting: &S::Setting,
    position: &S::Position,
    act: Option<SideOrder<'_, S>>,
    given: &[ClassCounts],
    seat: Option<Seat>,
    limit: usize,
) -> Forecast<S> {
    let mut fork = Fork {
        seat,
        limit,
        dice: ForkDice { given, ..ForkDice::default() },
        next: IndexMap::default(),
        done: Forecast { leaves: Vec::new(), unresolved: 0.0, branches: 0 },
    };
    fork.from(setting, (position.clone(), Vec::new()), 1.0, act);
    while !fork.next.is_empty() {
        for (moment, probability) in std::mem::take(&mut fork.next) {
            fork.from(setting, moment, probability, None);
        }
    }
    fork.done
}

/// A forecast in progress: positions still to be resolved, with equal ones merged, and the results so far. Their order is
/// the same on every machine, and so is the rounding of sums.
struct Fork<'a, S: GamePlay> {
    seat: Option<Seat>,
    limit: usize,
    dice: ForkDice<'a>,
    next: IndexMap<Moment<S>, f64, BuildHasherDefault<Quick>>,
    done: Forecast<S>,
}

impl<S: GamePlay> Fork<'_, S> {
    /// Resolves the order or the next step from one position, once for each result of the dice.
    fn from(&mut self, setting: &S::Setting, moment: Moment<S>, probability: f64, act: Option<SideOrder<'_, S>>) {
        let (position, heard) = moment;
        let mut left = probability;
        self.dice.path.clear();
        loop {
            if self.done.branches >= self.limit {
                self.done.unresolved += left;
                return;
            }
            self.done.branches += 1;
            self.dice.rewind();
            let mut after = position.clone();
            let mut ear = Listener { seat: self.seat, reports: heard.clone() };
            let moved = self.run(setting, &mut after, &mut ear, act);
            let probability = probability * self.dice.weight;
            left -= probability;
            if moved {
                *self.next.entry((after, ear.reports)).or_insert(0.0) += probability;
            } else {
                self.done.leaves.push(Leaf { position: after, heard: ear.reports, probability });
            }
            if !self.dice.advance() {
                self.dice.settle();
                return;
            }
        }
    }

    /// Runs steps until one has rolled dice, and finishes that step. Returns false if a question or the end of the game
    /// came first.
    fn run(
        &mut self,
        setting: &S::Setting,
        position: &mut S::Position,
        ear: &mut Listener<S>,
        act: Option<SideOrder<'_, S>>,
    ) -> bool {
        if let Some(SideOrder { side, order }) = act {
            resolve_order::<S>(setting, position, side, order, &mut self.dice, ear);
        }
        while self.dice.depth == 0 {
            if !step_once::<S>(setting, position, &mut self.dice, ear) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_followed_once() {
        let ways = ways_to_fall(2, FaceClasses::SUM);
        let found: Vec<(u16, u32)> = ways.iter().map(|(counts, p)| (counts.sum(), (p * 36.0).round() as u32)).collect();
        let all = [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1)];
        assert_eq!(found.len(), all.len());
        assert!(all.iter().all(|way| found.contains(way)), "{found:?}");
        assert_eq!(ways_to_fall(2, FaceClasses::EACH).len(), 21);
    }

    #[test]
    fn all_falls_of_two_rolls() {
        let pool = |dice| Pool::open(dice, FaceClasses::SUM, "any", crate::referee_clauses::ENTERED);
        let higher = |dice: &mut ForkDice<'_>| dice.roll(&pool(1)).sum() > dice.roll(&pool(1)).sum();
        let chance: f64 = every_fall(higher).into_iter().filter(|(is, _)| *is).map(|(_, weight)| weight).sum();
        assert!((chance - 15.0 / 36.0).abs() < 1e-12);
        assert_eq!(every_fall(|_| ()).len(), 1);
    }

    #[test]
    fn the_ends_of_unlikely_runs_are_drawn_without_a_bias() {
        let pool = || Pool::open(1, FaceClasses::SUM, "any", crate::referee_clauses::ENTERED);
        let sum = |dice: &mut ForkDice<'_>| (0..6).map(|_| f64::from(dice.roll(&pool()).sum())).sum::<f64>();
        let (falls, drawn) = likely_falls(1e-2, sum);
        // Three dice fall in 216 ways, each of probability 1/216.
        assert!(drawn && falls.len() == 216, "{}", falls.len());
        let weight: f64 = falls.iter().map(|(_, weight)| weight).sum();
        let mean: f64 = falls.iter().map(|(sum, weight)| sum * weight).sum();
        // The standard error is that of three dice over 216 runs: 0.2.
        assert!((weight - 1.0).abs() < 1e-9 && (mean - 21.0).abs() < 0.8, "{weight} {mean}");
        assert!(!likely_falls(1e-3, |dice| dice.roll(&pool()).sum()).1);
    }

    #[test]
    fn what_is_given_does_not_change_how_the_later_dice_fall() {
        let pool = Pool::open(3, FaceClasses::EACH, "any", crate::referee_clauses::ENTERED);
        let fall = |given: &[ClassCounts]| {
            let mut dice = Onward { given: given.iter(), then: QuickDice::new(9) };
            [dice.roll(&pool), dice.roll(&pool), dice.roll(&pool)]
        };
        let six = ClassCounts::of_faces(pool.classes, &[6, 6, 6]);
        let (none, one) = (fall(&[]), fall(&[six]));
        assert_eq!(one[0], six);
        assert_eq!(one[1..], none[1..]);
    }
}
