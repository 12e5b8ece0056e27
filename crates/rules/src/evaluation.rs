//! The evaluation of a position: one formula for the terms that all systems share.

use crate::objectives::{Brings, Objective, all_points};
use crate::{BySide, Side, System};

/// How much one point more or less than needed counts, as a share of all points, at the beginning.
const POINTS: f64 = 1.5;
/// How much more it counts at the end.
const POINTS_LATE: f64 = 5.0;
/// How much the ratio of strengths counts.
const STRENGTH: f64 = 1.6;
/// How much nearness to the objectives counts; at the end nothing is gained by it any more.
const REACH: f64 = 1.2;

/// Inputs of the evaluation function, common to all rule systems.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalTerms {
    /// By how much side A is ahead of what it needs, as a share of all that can be had: -1 to 1.
    pub margin: f64,
    /// How much of the game is over, 0 to 1. The last turn is not over while it is played: who stops a hex short has not
    /// come as far as who goes on.
    pub late: f64,
    /// What each side can still fight with, in any unit.
    pub strength: BySide<f64>,
    /// How near each side is to what it wants, 0 to 1.
    pub reach: BySide<f64>,
}

impl EvalTerms {
    /// Evaluates the position for a side: from 0 (as good as lost) to 1 (as good as won).
    #[must_use]
    pub fn evaluate(&self, side: Side) -> f64 {
        let late = self.late.clamp(0.0, 1.0);
        let strength = ((self.strength.a + 1.0) / (self.strength.b + 1.0)).ln();
        let score = (POINTS + POINTS_LATE * late * late) * self.margin.clamp(-1.0, 1.0)
            + STRENGTH * strength
            + REACH * (1.0 - late) * (self.reach.a - self.reach.b);
        let for_a = 1.0 / (1.0 + (-score).exp());
        match side {
            Side::A => for_a,
            Side::B => 1.0 - for_a,
        }
    }
}

/// Scores a position for side A, from 0 (lost) to 1 (won): the outcome where there is one, else the evaluation.
#[inline]
pub fn score<S: System>(setting: &S::Setting, position: &S::Position) -> f64 {
    match S::outcome(setting, position) {
        Some(outcome) => outcome.winner.map_or(0.5, |winner| if winner == Side::A { 1.0 } else { 0.0 }),
        // Never quite won or lost before the end.
        None => 0.02 + 0.96 * S::evaluate(setting, position, Side::A),
    }
}

/// How near the nearest of either side are to a place, the nearest first.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<const N: usize>(BySide<[f64; N]>);

impl<const N: usize> Nearest<N> {
    /// Somebody of a side who is so near, 0 to 1 ([`nearness`]).
    #[inline]
    pub fn add(&mut self, side: Side, mut near: f64) {
        for place in &mut self.0[side] {
            if near > *place {
                std::mem::swap(&mut near, place);
            }
        }
    }
}

/// How near each side is to the objectives: the nearest of a side, the next and so on count as `counts` says, and each
/// objective by its share of all points. `who` adds everybody who could take the objective, told by its number.
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

/// How near somebody is who is so many hexes away, 0 to 1.
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
