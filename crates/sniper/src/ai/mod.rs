//! For computer players: truths that fit what a side knows, and how a position looks.

pub mod plans;
pub mod prospect;
pub mod sample;

use rand::Rng;
use rules::{GameAi, Guess, Knowledge, Plans, Side};

use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::position::Position;

impl GameAi for Sniper {
    const PLANS: Option<Plans<Self>> = Some(Plans { unplan: plans::unplan, alone: plans::alone });

    fn sample(known: &Knowledge<Sniper>, rng: &mut impl Rng) -> Option<Guess<Sniper>> {
        sample::sample(known, rng)
    }

    fn prospect(setting: &Setting, position: &Position, side: Side) -> f64 {
        prospect::standing(setting, position).prospect(side)
    }
}
