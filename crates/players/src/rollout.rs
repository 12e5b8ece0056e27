//! Playing on for a while, to see where a position leads.

use rules::prospect::worth;
use rules::turn::{resolve, settle};
use rules::{Choice, QuickDice, Side, System, any_order, anyone_asked};

/// How play goes on where the tree ends.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// For at most so many orders.
    pub orders: usize,
    /// Of so many random orders the one is given that looks best at once; 1: any order.
    pub weighed: usize,
}

/// Plays on, and keeps what it needs for it.
#[derive(Debug)]
pub struct Rollout<S: System> {
    manner: Manner,
    choices: Vec<Choice<S>>,
    trial: Option<S::Position>,
    best: Option<S::Position>,
}

impl<S: System> Rollout<S> {
    /// In this manner.
    pub fn new(manner: Manner) -> Self {
        Rollout { manner, choices: Vec::with_capacity(512), trial: None, best: None }
    }

    /// Plays on, and tells how it looks then for side A.
    pub fn play(&mut self, setting: &S::Setting, position: &mut S::Position, dice: &mut QuickDice) -> f64 {
        settle::<S>(setting, position, dice, &mut ());
        for _ in 0..self.manner.orders {
            if S::outcome(setting, position).is_some() {
                break;
            }
            let Some(side) = anyone_asked::<S>(setting, position, dice) else { break };
            if !self.give(setting, position, side, dice) {
                break;
            }
        }
        worth::<S>(setting, position)
    }

    /// Gives an order; false if there is none.
    fn give(&mut self, setting: &S::Setting, position: &mut S::Position, side: Side, dice: &mut QuickDice) -> bool {
        let Some(order) = any_order::<S>(setting, position, side, dice, &mut self.choices) else { return false };
        if self.manner.weighed < 2 {
            resolve::<S>(setting, position, side, &order, dice, &mut ());
            return true;
        }
        let best = self.best.get_or_insert_with(|| position.clone());
        let trial = self.trial.get_or_insert_with(|| position.clone());
        let for_side = |worth: f64| if side == Side::A { worth } else { -worth };
        let mut chosen: Option<(f64, S::Order, bool)> = None;
        let mut next = Some(order);
        for _ in 0..self.manner.weighed {
            let Some(order) = next else { break };
            trial.clone_from(position);
            let before = dice.clone();
            resolve::<S>(setting, trial, side, &order, dice, &mut ());
            let looks = for_side(worth::<S>(setting, trial));
            if chosen.is_none_or(|(most, ..)| looks > most) {
                chosen = Some((looks, order, *dice != before));
                std::mem::swap(best, trial);
            }
            next = any_order::<S>(setting, position, side, dice, &mut self.choices);
        }
        match chosen {
            None => return false,
            Some((_, _, false)) => std::mem::swap(position, best),
            // It was weighed by one fall of the dice; it is given by another, or only the lucky would be seen.
            Some((_, order, true)) => resolve::<S>(setting, position, side, &order, dice, &mut ()),
        }
        true
    }
}
