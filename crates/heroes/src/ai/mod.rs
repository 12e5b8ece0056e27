//! Computer players: sampling of possible positions and inputs of the evaluation function.

pub mod evaluation;
pub mod sample;

use rand::Rng;
use rules::{GameAi, Guess, Knowledge, Plans, Side};

use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::position::Position;

impl GameAi for Heroes {
    const PLANS: Option<Plans<Self>> = None;

    fn sample(known: &Knowledge<Heroes>, rng: &mut impl Rng) -> Option<Guess<Heroes>> {
        sample::sample(known, rng)
    }

    fn evaluate(setting: &Setting, position: &Position, side: Side) -> f64 {
        evaluation::terms(setting, position).evaluate(side)
    }
}
