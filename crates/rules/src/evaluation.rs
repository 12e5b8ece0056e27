//! Evaluation of positions: one formula over terms that all systems provide.

use crate::objectives::{Brings, Objective, all_points};
use crate::{BySide, Side, System};

/// Weight of the points margin at the beginning of the game, in log-odds per full share of all points.
const POINTS: f64 = 1.5;
/// Additional weight of the points margin at the end.
const POINTS_LATE: f64 = 5.0;
/// Weight of the logarithm of the strength ratio.
const STRENGTH: f64 = 1.6;
/// Weight of nearness to the objectives at the beginning. It falls to 0 at the end, when nearness gains nothing.
const REACH: f64 = 1.2;

/// Inputs of the evaluation function, common to all rule systems.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalTerms {
    /// Points by which side A leads what it needs, as a share of all available points: -1 to 1.
    pub margin: f64,
    /// Elapsed share of the game, 0 to 1. It stays below 1 during the last turn, where moving nearer to an objective
    /// still counts.
    pub late: f64,
    /// Remaining fighting strength of each side, at least 0, in any unit that is the same for both.
    pub strength: BySide<f64>,
    /// Nearness of each side to its objectives, 0 to 1 (see [`reach`]).
    pub reach: BySide<f64>,
}

impl EvalTerms {
    /// Estimates the chance that `side` wins, from 0 (lost) to 1 (won).
    #[must_use]
    pub fn evaluate(&self, side: Side) -> f64 {
        let late = self.late.clamp(0.0, 1.0);
        let strength = libm::log((self.strength.a + 1.0) / (self.strength.b + 1.0));
        let score = (POINTS + POINTS_LATE * late * late) * self.margin.clamp(-1.0, 1.0)
            + STRENGTH * strength
            + REACH * (1.0 - late) * (self.reach.a - self.reach.b);
        let for_a = 1.0 / (1.0 + libm::exp(-score));
        match side {
            Side::A => for_a,
            Side::B => 1.0 - for_a,
        }
    }
}

/// Scores a position for side A, from 0 (lost) to 1 (won). A finished game scores 0, 0.5 or 1; any other position gets
/// its evaluation, scaled to 0.02 to 0.98.
#[inline]
pub fn score<S: System>(setting: &S::Setting, position: &S::Position) -> f64 {
    match S::outcome(setting, position) {
        Some(outcome) => outcome.winner.map_or(0.5, |winner| if winner == Side::A { 1.0 } else { 0.0 }),
        // Keeps unfinished positions away from exactly 0 and 1.
        None => 0.02 + 0.96 * S::evaluate(setting, position, Side::A),
    }
}

/// The nearness of the `N` nearest units of each side to a place, in descending order.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<const N: usize>(BySide<[f64; N]>);

impl<const N: usize> Nearest<N> {
    /// Adds a unit of `side` with the nearness `near`, 0 to 1 (see [`nearness`]). Keeps only the `N` nearest.
    #[inline]
    pub fn add(&mut self, side: Side, mut near: f64) {
        for place in &mut self.0[side] {
            if near > *place {
                std::mem::swap(&mut near, place);
            }
        }
    }
}

/// Computes how near each side is to the objectives, 0 to 1. `counts` gives the weights of the nearest unit, the second
/// nearest and so on. Each objective counts by its share of all points. `who` receives the index of an objective and
/// adds every unit that could take it.
#[inline]
pub fn reach<B: Brings, const N: usize>(
    objectives: &[Objective<B>],
    counts: [f64; N],
    mut who: impl FnMut(usize, &Objective<B>, &mut Nearest<N>),
) -> BySide<f64> {
    let all = all_points(objectives).max(1.0);
    let mut reach = BySide { a: 0.0, b: 0.0 };
    for (n, objective) in objectives.iter().enumerate() {
        let mut nearest = Nearest(BySide::new(|_| [0.0; N]));
        who(n, objective, &mut nearest);
        let share = f64::from(objective.brings.points()) / all;
        for side in Side::BOTH {
            let near: f64 = nearest.0[side].iter().zip(counts).map(|(near, counts)| near * counts).sum();
            reach[side] += share * near;
        }
    }
    reach
}

/// Converts a distance in hexes into a nearness: 1 at distance 0, falling linearly to 0 at 14 hexes and beyond.
#[must_use]
pub fn nearness(hexes: impl Into<f64>) -> f64 {
    const FAR: f64 = 14.0;
    1.0 - hexes.into().clamp(0.0, FAR) / FAR
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: EvalTerms =
        EvalTerms { margin: 0.0, late: 0.5, strength: BySide { a: 10.0, b: 10.0 }, reach: BySide { a: 0.4, b: 0.4 } };

    #[test]
    fn what_one_side_hopes_the_other_fears() {
        let ahead = EvalTerms { margin: 0.3, strength: BySide { a: 14.0, b: 9.0 }, ..EVEN };
        assert!((EVEN.evaluate(Side::A) - 0.5).abs() < 1e-9);
        assert!(ahead.evaluate(Side::A) > 0.6);
        assert!((ahead.evaluate(Side::A) + ahead.evaluate(Side::B) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn points_count_most_at_the_end() {
        let early = EvalTerms { margin: 0.2, late: 0.0, ..EVEN };
        let late = EvalTerms { margin: 0.2, late: 1.0, ..EVEN };
        assert!(late.evaluate(Side::A) > early.evaluate(Side::A));
        assert!(nearness(0) > nearness(3) && nearness(40) >= 0.0 && nearness(-2.0) <= 1.0);
    }
}
