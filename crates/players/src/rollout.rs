//! Playing on at random, for a while.

use rules::turn::{resolve, settle};
use rules::{Choice, QuickDice, Side, System, any_order, anyone_asked};

/// How the position looks for side A: the outcome where there is one, else the prospect.
pub fn value<S: System>(setting: &S::Setting, position: &S::Position) -> f64 {
    match S::outcome(setting, position) {
        Some(outcome) => outcome.winner.map_or(0.5, |winner| if winner == Side::A { 1.0 } else { 0.0 }),
        // Never quite won or lost before the end.
        None => 0.02 + 0.96 * S::prospect(setting, position, Side::A),
    }
}

/// Plays at random for at most so many orders, and tells how it looks then for side A.
pub fn rollout<S: System>(
    setting: &S::Setting,
    position: &mut S::Position,
    orders: usize,
    dice: &mut QuickDice,
    choices: &mut Vec<Choice<S>>,
) -> f64 {
    settle::<S>(setting, position, dice, &mut ());
    for _ in 0..orders {
        if S::outcome(setting, position).is_some() {
            break;
        }
        let Some(side) = anyone_asked::<S>(setting, position, dice) else { break };
        let Some(order) = any_order::<S>(setting, position, side, dice, choices) else { break };
        resolve::<S>(setting, position, side, &order, dice, &mut ());
    }
    value::<S>(setting, position)
}
