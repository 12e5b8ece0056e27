//! Playouts: random games without a ledger.

use rules::resolution::{resolve, settle};
use rules::{Choice, EffectObserver, Outcome, QuickDice, Side, System, any_order, side_to_move};

/// The result of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Number of orders given by both sides.
    pub orders: u64,
    /// The outcome of the game; `None` if the limit was reached or neither side had an order to give.
    pub outcome: Option<Outcome>,
}

/// Plays random games. Reuse one instance: after the first game it allocates nothing.
#[derive(Debug)]
pub struct Playout<S: System> {
    dice: QuickDice,
    choices: Vec<Choice<S>>,
}

impl<S: System> Playout<S> {
    /// Creates playouts that give the same games for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Playout { dice: QuickDice::new(seed), choices: Vec::with_capacity(512) }
    }

    /// Gives the next game dice and choices of its own, whatever was played before it.
    pub fn seed(&mut self, seed: u64) {
        self.dice = QuickDice::new(seed);
    }

    /// Plays `position` to the end of the game, or until `limit` orders were given.
    pub fn play(&mut self, setting: &S::Setting, position: &mut S::Position, limit: u64) -> Played {
        self.watch(setting, position, limit, &mut (), |_, _| {})
    }

    /// Plays like [`Playout::play`], with an observer. Calls `look` with the position, the side and its order before
    /// each order is resolved.
    pub fn watch(
        &mut self,
        setting: &S::Setting,
        position: &mut S::Position,
        limit: u64,
        observer: &mut impl EffectObserver<S>,
        mut look: impl FnMut(&S::Position, (Side, &S::Order)),
    ) -> Played {
        settle::<S>(setting, position, &mut self.dice, observer);
        let mut orders = 0;
        loop {
            let outcome = S::outcome(setting, position);
            if outcome.is_some() || orders == limit {
                return Played { orders, outcome };
            }
            let Some(side) = side_to_move::<S>(setting, position, &mut self.dice) else {
                return Played { orders, outcome: None };
            };
            // Left where it was written: a copy as a whole would wait for the fields that have just been written one by
            // one.
            let order = any_order::<S>(setting, position, side, &mut self.dice, &mut self.choices);
            let Some(order) = &order else {
                return Played { orders, outcome: None };
            };
            look(position, (side, order));
            resolve::<S>(setting, position, side, order, &mut self.dice, observer);
            orders += 1;
        }
    }

    /// Picks a random side with a pending question, and one of its orders. `None` if neither side has an order to give.
    #[inline]
    pub fn choose(&mut self, setting: &S::Setting, position: &S::Position) -> Option<(Side, S::Order)> {
        let side = side_to_move::<S>(setting, position, &mut self.dice)?;
        any_order::<S>(setting, position, side, &mut self.dice, &mut self.choices).map(|order| (side, order))
    }
}
