//! The order with the best prospect, one order deep.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rules::forecast::forecast;
use rules::{Choice, Guess, Knowledge, Side, System, number_below, reachable};
use serde_json::Value;

use crate::player::{Player, PlayerError, in_words};
use crate::rollout::value;

/// How many guesses an order is weighed in.
const GUESSES: usize = 4;
/// How many orders are weighed at most; of more, these many are taken at random.
const ORDERS: usize = 160;
/// How many ways of the dice are followed for one order in one guess.
const WAYS: usize = 120;

/// Weighs every order by the exact odds of what comes of it up to the next question, and takes the best.
#[derive(Debug)]
pub struct Greedy {
    rng: StdRng,
}

impl Greedy {
    /// A player that repeats for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Greedy { rng: StdRng::seed_from_u64(seed) }
    }
}

impl<S: System> Player<S> for Greedy {
    fn order(&mut self, known: &Knowledge<S>) -> Result<Value, PlayerError> {
        let side = known.seat().side().ok_or(PlayerError::NoOrder)?;
        let guesses: Vec<Guess<S>> = (0..GUESSES).filter_map(|_| S::sample(known, &mut self.rng)).collect();
        let first = guesses.first().ok_or(PlayerError::NoGuess)?;
        let mut orders = orders_of::<S>(known, first, side);
        if orders.len() > ORDERS {
            for n in 0..ORDERS {
                let other = n + number_below(&mut self.rng, orders.len() - n);
                orders.swap(n, other);
            }
            orders.truncate(ORDERS);
        }
        let mut best: Option<(f64, S::Order)> = None;
        let mut equals = 0;
        for order in orders {
            let worth = worth::<S>(known, &guesses, side, &order);
            match &best {
                Some((most, _)) if worth < *most - SAME => {}
                Some((most, _)) if worth <= *most + SAME => {
                    // One of equals, each as likely as the others.
                    equals += 1;
                    if number_below(&mut self.rng, equals + 1) == 0 {
                        best = Some((worth, order));
                    }
                }
                _ => (equals, best) = (0, Some((worth, order))),
            }
        }
        let (_, order) = best.ok_or(PlayerError::NoOrder)?;
        in_words(known, first, &order)
    }
}

/// Prospects this close are the same.
const SAME: f64 = 1e-9;

/// All orders on offer, those behind drafts too, in the order in which they are found.
fn orders_of<S: System>(known: &Knowledge<S>, guess: &Guess<S>, side: Side) -> Vec<S::Order> {
    let mut orders = Vec::new();
    reachable::<S>(S::eyes(known.setting(), guess.position(), side.seat()), |_, choices| {
        orders.extend(choices.iter().filter_map(|choice| match choice {
            Choice::Order(order) => Some(*order),
            Choice::Draft(_) => None,
        }));
    });
    orders
}

/// How an order looks, averaged over guesses and dice.
fn worth<S: System>(known: &Knowledge<S>, guesses: &[Guess<S>], side: Side, order: &S::Order) -> f64 {
    let for_side = |value: f64| if side == Side::A { value } else { 1.0 - value };
    let mut sum = 0.0;
    for guess in guesses {
        let ways = forecast::<S>(known.setting(), guess.position(), side, order, WAYS);
        let found: f64 = ways.leaves.iter().map(|leaf| leaf.probability).sum();
        let worth: f64 = (ways.leaves.iter())
            .map(|leaf| leaf.probability * for_side(value::<S>(known.setting(), &leaf.position)))
            .sum();
        // What was too much work is taken to go as the rest does.
        sum += if found > 0.0 { worth / found } else { 0.5 };
    }
    sum / guesses.len().max(1) as f64
}
