//! Every way an order can go: it is resolved once for each way its dice can fall.
//!
//! The same code resolves as in play; only the dice differ. They fork by class of faces, with the multinomial weight
//! of each way (six dice against six: 49 ways), and equal positions are merged between steps.

use std::collections::HashMap;
use std::sync::Arc;

use crate::turn::{resolve_order, step_once};
use crate::{Audience, Classes, Clause, Counts, Delta, Pool, Record, Rolls, Seat, Side, System};

/// The ways some dice can fall, each with its probability.
type Ways = Arc<[(Counts, f64)]>;

/// Dice that go through every way they can fall.
#[derive(Debug, Default)]
struct ForkDice {
    tables: HashMap<(u8, Classes), Ways>,
    /// The way taken at each roll of this run, and how many ways that roll has.
    path: Vec<(usize, usize)>,
    depth: usize,
    weight: f64,
}

impl ForkDice {
    fn rewind(&mut self) {
        self.depth = 0;
        self.weight = 1.0;
    }

    /// Goes on to the next combination of ways; false after the last.
    fn advance(&mut self) -> bool {
        while let Some((way, ways)) = self.path.pop() {
            if way + 1 < ways {
                self.path.push((way + 1, ways));
                return true;
            }
        }
        false
    }
}

impl Rolls for ForkDice {
    fn roll(&mut self, pool: &Pool) -> Counts {
        let table = self
            .tables
            .entry((pool.dice, pool.classes))
            .or_insert_with(|| ways_to_fall(pool.dice, pool.classes).into());
        if self.depth == self.path.len() {
            self.path.push((0, table.len()));
        }
        let (counts, weight) = table[self.path[self.depth].0];
        self.depth += 1;
        self.weight *= weight;
        counts
    }

    fn faces(&self) -> &[u8] {
        &[]
    }
}

/// Every way a number of dice can fall into classes, with its probability.
#[must_use]
pub fn ways_to_fall(dice: u8, classes: Classes) -> Vec<(Counts, f64)> {
    fn go(left: u8, class: usize, classes: Classes, counts: [u8; 6], weight: f64, out: &mut Vec<(Counts, f64)>) {
        let p = f64::from(classes.faces(class)) / 6.0;
        if class + 1 == classes.len() {
            let mut counts = counts;
            counts[class] = left;
            out.push((Counts::new(counts), weight * p.powi(i32::from(left))));
            return;
        }
        // weight of n here: C(left, n) p^n, step by step
        let mut here = weight;
        for n in 0..=left {
            let mut counts = counts;
            counts[class] = n;
            if here > 0.0 {
                go(left - n, class + 1, classes, counts, here, out);
            }
            here *= p * f64::from(left - n) / f64::from(n + 1);
        }
    }
    let mut out = Vec::new();
    go(dice, 0, classes, [0; 6], 1.0, &mut out);
    out.retain(|(_, weight)| *weight > 0.0);
    out
}

struct Listener<S: System> {
    seat: Seat,
    reports: Vec<S::Report>,
}

impl<S: System> Record<S> for Listener<S> {
    fn changed(&mut self, _: &S::Setting, _: &S::Position, _: &Delta<S>) {}
    fn reported(&mut self, _: Clause, to: Audience, report: &S::Report) {
        if to.includes(self.seat) {
            self.reports.push(report.clone());
        }
    }
    fn rolled(&mut self, _: &Pool, _: &[u8]) {}
}

/// A position and what a seat has heard on the way to it.
type Moment<S> = (<S as System>::Position, Vec<<S as System>::Report>);

/// One way an order went, to the next question.
#[derive(Clone, Debug)]
pub struct Leaf<S: System> {
    /// The position then.
    pub position: S::Position,
    /// What the seat heard.
    pub heard: Vec<S::Report>,
    /// How likely it is, 0 to 1.
    pub probability: f64,
}

/// The distribution over positions and what a seat heard, after an order from a given position.
#[derive(Clone, Debug)]
pub struct Forecast<S: System> {
    /// Every way the order went.
    pub leaves: Vec<Leaf<S>>,
    /// The probability left unresolved.
    pub unresolved: f64,
    /// How many ways were resolved.
    pub branches: usize,
}

/// Resolves an order in every way, up to the next question, with at most `limit` branches.
pub fn forecast<S: System>(
    setting: &S::Setting,
    position: &S::Position,
    side: Side,
    order: &S::Order,
    limit: usize,
) -> Forecast<S> {
    let mut fork = Fork {
        seat: side.seat(),
        limit,
        dice: ForkDice::default(),
        next: HashMap::new(),
        done: Forecast { leaves: Vec::new(), unresolved: 0.0, branches: 0 },
    };
    fork.every_way((position.clone(), Vec::new()), 1.0, |position, dice, ear| {
        resolve_order::<S>(setting, position, side, order, dice, ear);
        true
    });
    while !fork.next.is_empty() {
        for (moment, probability) in std::mem::take(&mut fork.next) {
            fork.every_way(moment, probability, |position, dice, ear| step_once::<S>(setting, position, dice, ear));
        }
    }
    fork.done
}

/// A forecast being made: the moments still to go on from, equal ones merged, and what is done.
struct Fork<S: System> {
    seat: Seat,
    limit: usize,
    dice: ForkDice,
    next: HashMap<Moment<S>, f64>,
    done: Forecast<S>,
}

impl<S: System> Fork<S> {
    /// Runs `body` from a moment once for every way its dice can fall; it tells whether play moved on.
    fn every_way(
        &mut self,
        (position, heard): Moment<S>,
        probability: f64,
        mut body: impl FnMut(&mut S::Position, &mut ForkDice, &mut Listener<S>) -> bool,
    ) {
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
            let moved = body(&mut after, &mut self.dice, &mut ear);
            let probability = probability * self.dice.weight;
            left -= probability;
            if moved {
                *self.next.entry((after, ear.reports)).or_insert(0.0) += probability;
            } else {
                self.done.leaves.push(Leaf { position: after, heard: ear.reports, probability });
            }
            if !self.dice.advance() {
                return;
            }
        }
    }
}
