//! Computer players and odds: sampling of possible positions and inputs of the evaluation function.

mod evaluation;
mod observed;
mod sample;

use rand::Rng;
use rules::{GameAi, Guess, Knowledge, Plans, Side};

use crate::setting::Setting;
use crate::state::Tide;
use crate::state::position::Position;

impl GameAi for Tide {
    const PLANS: Option<Plans<Self>> = None;

    fn sample(known: &Knowledge<Tide>, rng: &mut impl Rng) -> Option<Guess<Tide>> {
        sample::sample(known, rng)
    }

    fn evaluate(setting: &Setting, position: &Position, side: Side) -> f64 {
        evaluation::terms(setting, position).evaluate(side)
    }
}
