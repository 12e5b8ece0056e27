//! Playouts: both sides take random offers, and nothing is written down.

use rules::resolution::{resolve, settle};
use rules::{Choice, EffectObserver, Outcome, QuickDice, Side, System, any_order, side_to_move};

/// How a playout went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Orders committed.
    pub orders: u64,
    /// The end; `None` when the limit came first or nobody had an order to give.
    pub outcome: Option<Outcome>,
}

/// Plays random games. Keep one and use it again: once warm it allocates nothing.
#[derive(Debug)]
pub struct Playout<S: System> {
    dice: QuickDice,
    choices: Vec<Choice<S>>,
}

impl<S: System> Playout<S> {
    /// Playouts that repeat for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Playout { dice: QuickDice::new(seed), choices: Vec::with_capacity(512) }
    }

    /// Plays to the end, or until `limit` orders are given.
    pub fn play(&mut self, setting: &S::Setting, position: &mut S::Position, limit: u64) -> Played {
        self.watch(setting, position, limit, &mut (), |_, _| {})
    }

    /// The same, with an observer, and a look at the side and its order before each is resolved.
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
            let Some((side, order)) = self.choose(setting, position) else {
                return Played { orders, outcome: None };
            };
            look(position, (side, &order));
            resolve::<S>(setting, position, side, &order, &mut self.dice, observer);
            orders += 1;
        }
    }

    /// A side that is asked, and one of its orders, at random.
    #[inline]
    pub fn choose(&mut self, setting: &S::Setting, position: &S::Position) -> Option<(Side, S::Order)> {
        let side = side_to_move::<S>(setting, position, &mut self.dice)?;
        any_order::<S>(setting, position, side, &mut self.dice, &mut self.choices).map(|order| (side, order))
    }
}
