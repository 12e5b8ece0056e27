//! A player that chooses among all offers at random.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rules::{Knowledge, QuickDice, System, any_order};
use serde_json::Value;

use crate::player::{Player, PlayerError, in_words};

/// A player that chooses one of its offers at random, draft by draft.
#[derive(Debug)]
pub struct Random {
    rng: StdRng,
}

impl Random {
    /// Returns a player that gives equal orders for equal seeds.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random { rng: StdRng::seed_from_u64(seed) }
    }
}

impl<S: System> Player<S> for Random {
    fn order(&mut self, known: &Knowledge<S>) -> Result<Value, PlayerError> {
        let side = known.seat().side().ok_or(PlayerError::NoOrder)?;
        // The offers are equal in every possible position.
        let guess = S::sample(known, &mut self.rng).ok_or(PlayerError::NoGuess)?;
        let mut dice = QuickDice::new(rand::Rng::next_u64(&mut self.rng));
        let order = any_order::<S>(known.setting(), guess.position(), side, &mut dice, &mut Vec::new());
        in_words(known, &guess, &order.ok_or(PlayerError::NoOrder)?)
    }
}
