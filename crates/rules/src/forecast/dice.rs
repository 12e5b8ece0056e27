//! Dice that enumerate all results, and dice whose first results are given.

use std::collections::HashMap;

use super::*;

/// Dice that enumerate every result, after the rolls whose results are given.
#[derive(Debug)]
pub struct ForkDice<'a> {
    pub(super) tables: HashMap<(u8, FaceClasses), Ways>,
    pub(super) given: &'a [ClassCounts],
    /// Number of given rolls that this run has used.
    pub(super) made: usize,
    /// For each later roll of this run, the index of the result taken and the number of results.
    pub(super) path: Vec<(usize, usize)>,
    pub(super) depth: usize,
    pub(super) weight: f64,
    /// Probability of a run below which its later rolls are drawn at random.
    pub(super) least: f64,
    pub(super) random: QuickDice,
    /// Whether any roll has been drawn at random.
    pub(super) drawn: bool,
}

impl Default for ForkDice<'_> {
    fn default() -> Self {
        ForkDice {
            tables: HashMap::new(),
            given: &[],
            made: 0,
            path: Vec::new(),
            depth: 0,
            weight: 1.0,
            least: 0.0,
            random: QuickDice::new(0),
            drawn: false,
        }
    }
}

impl ForkDice<'_> {
    pub(super) fn rewind(&mut self) {
        self.made = 0;
        self.depth = 0;
        self.weight = 1.0;
    }

    /// Advances to the next combination of results. Returns false after the last one.
    pub(super) fn advance(&mut self) -> bool {
        while let Some((way, ways)) = self.path.pop() {
            if way + 1 < ways {
                self.path.push((way + 1, ways));
                return true;
            }
        }
        false
    }

    /// Drops the given rolls that were used: all runs shared them, and runs that continue from here roll freely.
    pub(super) fn settle(&mut self) {
        self.given = self.given.get(self.made..).unwrap_or_default();
    }
}

impl DiceSource for ForkDice<'_> {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        if let Some(counts) = self.given.get(self.made) {
            self.made += 1;
            return *counts;
        }
        if self.weight < self.least {
            self.drawn = true;
            return self.random.roll(pool);
        }
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

/// Dice whose first rolls have given results. The later rolls are those that the same generator would have produced
/// without given results.
pub(super) struct Onward<'a> {
    pub(super) given: std::slice::Iter<'a, ClassCounts>,
    pub(super) then: QuickDice,
}

impl DiceSource for Onward<'_> {
    fn roll(&mut self, pool: &Pool) -> ClassCounts {
        let drawn = self.then.roll(pool);
        self.given.next().copied().unwrap_or(drawn)
    }

    fn faces(&self) -> &[u8] {
        &[]
    }
}

/// Returns every result of `dice` dice in the given classes, with its probability. The probabilities add up to 1. If
/// only the sum matters, returns one result for each sum.
#[must_use]
pub fn ways_to_fall(dice: u8, classes: FaceClasses) -> Vec<(ClassCounts, f64)> {
    fn go(
        left: u8,
        class: usize,
        classes: FaceClasses,
        counts: [u8; 6],
        weight: f64,
        out: &mut Vec<(ClassCounts, f64)>,
    ) {
        let p = f64::from(classes.faces(class)) / 6.0;
        if class + 1 == classes.len() {
            let mut counts = counts;
            counts[class] = left;
            out.push((ClassCounts::new(counts), (0..left).fold(weight, |weight, _| weight * p)));
            return;
        }
        // weight of n here: C(left, n) p^n, computed step by step
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
    if classes.summed() {
        let mut sums: Vec<(ClassCounts, f64)> = Vec::new();
        for (counts, weight) in out {
            match sums.iter_mut().find(|(same, _)| same.sum() == counts.sum()) {
                Some((_, all)) => *all += weight,
                None => sums.push((counts, weight)),
            }
        }
        return sums;
    }
    out
}
