//! Every way an order can go: it is resolved once for each way its dice can fall.
//!
//! The same code resolves as in play; only the dice differ. They fork by class of faces, with the multinomial weight
//! of each way (six dice against six: 49 ways), and equal positions are merged between steps. Where there are too many ways
//! to follow, as many plays as one likes are drawn instead ([`sample_forecast`]).

mod dice;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use crate::resolution::{resolve, resolve_order, settle, step_once};
use crate::{
    Audience, ClassCounts, Clause, DiceSource, Effect, EffectObserver, FaceClasses, GamePlay, GameState, Pool,
    QuickDice, Seat, Side,
};

pub use dice::ways_to_fall;
use dice::{ForkDice, Onward};

/// The ways some dice can fall, each with its probability.
type Ways = Arc<[(ClassCounts, f64)]>;

struct Listener<S: GamePlay> {
    /// Who listens, if anybody.
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

/// A quick hash, the same in every run, for positions that nobody chooses in order to make them collide.
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

/// A position and what a seat has heard on the way to it.
type Moment<S> = (<S as GameState>::Position, Vec<<S as GameState>::Report>);

/// One way an order went, to the next question.
#[derive(Clone, Debug)]
pub struct Leaf<S: GamePlay> {
    /// The position then.
    pub position: S::Position,
    /// What the seat heard.
    pub heard: Vec<S::Report>,
    /// How likely it is, 0 to 1.
    pub probability: f64,
}

/// The distribution over positions and what a seat heard, after an order from a given position.
#[derive(Clone, Debug)]
pub struct Forecast<S: GamePlay> {
    /// Every way the order went.
    pub leaves: Vec<Leaf<S>>,
    /// The probability left unresolved.
    pub unresolved: f64,
    /// How many ways were resolved.
    pub branches: usize,
}

/// How much may be left unresolved of what is still called settled.
const LITTLE: f64 = 0.01;

impl<S: GamePlay> Forecast<S> {
    /// Whether next to nothing was too much work. Where much is left, what was resolved is not like the rest, and a mean over
    /// it says nothing.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.unresolved < LITTLE
    }

    /// The mean of what each way is worth, taken over the ways that were resolved; `None` if there is none.
    pub fn mean(&self, mut worth: impl FnMut(&S::Position) -> f64) -> Option<f64> {
        let found: f64 = self.leaves.iter().map(|leaf| leaf.probability).sum();
        let sum: f64 = self.leaves.iter().map(|leaf| leaf.probability * worth(&leaf.position)).sum();
        (found > 0.0).then(|| sum / found)
    }
}

/// Resolves an order in every way, up to the next question, with at most `limit` branches. What its side hears on the
/// way is kept.
pub fn forecast<S: GamePlay>(
    setting: &S::Setting,
    position: &S::Position,
    side: Side,
    order: &S::Order,
    limit: usize,
) -> Forecast<S> {
    let act = SideOrder { side, order };
    every_way(setting, position, Some(act), &[], Some(side.seat()), limit)
}

/// An order of a side.
#[derive(Clone, Copy, Debug)]
pub struct SideOrder<'a, S: GamePlay> {
    /// Who gives it.
    pub side: Side,
    /// The order.
    pub order: &'a S::Order,
}

/// Where an order leads, whatever anybody hears on the way: less work than [`forecast`], since more ways come to the same.
/// The first rolls fall as `given`, one after the other. Without an order, the steps that are still to do.
pub fn forecast_positions<S: GamePlay>(
    setting: &S::Setting,
    position: &S::Position,
    act: Option<SideOrder<'_, S>>,
    given: &[ClassCounts],
    limit: usize,
) -> Forecast<S> {
    every_way(setting, position, act, given, None, limit)
}

/// Some of the ways an order can go, each as likely as the others: so many plays, of which each one's dice follow from its
/// number, and not from what is played. Two orders that are drawn with the same numbers, or one whose
/// first rolls are given or not, are played with the same dice. What a seat hears on the way is kept, if one is named.
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

/// Plays an order, or the steps still to do, up to the next question.
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
        next: HashMap::default(),
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

/// A forecast being made: the moments still to go on from, equal ones merged, and what is done.
struct Fork<'a, S: GamePlay> {
    seat: Option<Seat>,
    limit: usize,
    dice: ForkDice<'a>,
    next: HashMap<Moment<S>, f64, BuildHasherDefault<Quick>>,
    done: Forecast<S>,
}

impl<S: GamePlay> Fork<'_, S> {
    /// Goes on from a moment, with an order or with the next step, once for every way the dice can fall.
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

    /// Plays on until dice have fallen, to the end of that step; false when a question or the end came first.
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
