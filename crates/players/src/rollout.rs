//! Playing on at random, for a while.

use rules::turn::{resolve, settle};
use rules::{Choice, QuickDice, Side, System};

/// A side that is asked; one of them where both are.
#[inline]
pub fn asked<S: System>(setting: &S::Setting, position: &S::Position, dice: &mut QuickDice) -> Option<Side> {
    let is_asked = |side: Side| S::awaited(S::eyes(setting, position, side.seat())).is_some();
    match (is_asked(Side::A), is_asked(Side::B)) {
        (true, false) => Some(Side::A),
        (false, true) => Some(Side::B),
        (true, true) => Some(Side::BOTH[dice.below(2)]),
        (false, false) => None,
    }
}

/// One of a side's orders, by random choices.
#[inline]
pub fn any_order<S: System>(
    setting: &S::Setting,
    position: &S::Position,
    side: Side,
    dice: &mut QuickDice,
    choices: &mut Vec<Choice<S>>,
) -> Option<S::Order> {
    let mut draft = None;
    loop {
        choices.clear();
        S::offers(S::eyes(setting, position, side.seat()), draft.as_ref(), choices);
        if choices.is_empty() {
            return None;
        }
        match choices[dice.below(choices.len())] {
            Choice::Order(order) => return Some(order),
            Choice::Draft(next) => draft = Some(next),
        }
    }
}

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
        let Some(side) = asked::<S>(setting, position, dice) else { break };
        let Some(order) = any_order::<S>(setting, position, side, dice, choices) else { break };
        resolve::<S>(setting, position, side, &order, dice, &mut ());
    }
    value::<S>(setting, position)
}
