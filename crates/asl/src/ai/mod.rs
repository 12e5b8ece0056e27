//! Support for computer players: possible positions, and evaluation of positions.

pub mod evaluation;
pub mod sample;

use rand::Rng;
use rules::{GameAi, Guess, Knowledge, Plans, Side};

use crate::setting::Setting;
use crate::state::Asl;
use crate::state::position::Position;

impl GameAi for Asl {
    const PLANS: Option<Plans<Self>> = None;

    fn sample(known: &Knowledge<Asl>, rng: &mut impl Rng) -> Option<Guess<Asl>> {
        sample::sample(known, rng)
    }

    fn evaluate(setting: &Setting, position: &Position, side: Side) -> f64 {
        evaluation::terms(setting, position).evaluate(side)
    }
}
