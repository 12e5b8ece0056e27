//! Any offer.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rules::{Knowledge, QuickDice, System, any_order};
use serde_json::Value;

use crate::player::{Player, PlayerError, in_words};

/// Takes one of its offers at random, step by step.
#[derive(Debug)]
pub struct Random {
    rng: StdRng,
}

impl Random {
    /// A player that repeats for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random { rng: StdRng::seed_from_u64(seed) }
    }
}

impl<S: System> Player<S> for Random {
    fn order(&mut self, known: &Knowledge<S>) -> Result<Value, PlayerError> {
        let side = known.seat().side().ok_or(PlayerError::NoOrder)?;
        // What is on offer is the same in every guess.
        let guess = S::sample(known, &mut self.rng).ok_or(PlayerError::NoGuess)?;
        let mut dice = QuickDice::new(rand::Rng::next_u64(&mut self.rng));
        let order = any_order::<S>(known.setting(), guess.position(), side, &mut dice, &mut Vec::new());
        in_words(known, &guess, &order.ok_or(PlayerError::NoOrder)?)
    }
}
