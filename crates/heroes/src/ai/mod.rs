//! For computer players: truths that fit what is known, and how a position looks.

pub mod prospect;
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

    fn prospect(setting: &Setting, position: &Position, side: Side) -> f64 {
        prospect::standing(setting, position).prospect(side)
    }
}
