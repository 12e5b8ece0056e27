//! Support for computer players: sampled positions that fit a side's knowledge, and the evaluation function.

pub mod evaluation;
pub mod onlookers;
pub mod plans;
pub mod sample;

use rand::Rng;
use rules::{GameAi, Guess, Knowledge, Plans, Side};

use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::position::Position;

impl GameAi for Sniper {
    const PLANS: Option<Plans<Self>> = Some(Plans {
        clear_plan: plans::clear_plan,
        isolate_order: plans::isolate_order,
        onlookers: onlookers::onlookers,
    });

    fn sample(known: &Knowledge<Sniper>, rng: &mut impl Rng) -> Option<Guess<Sniper>> {
        sample::sample(known, rng)
    }

    fn evaluate(setting: &Setting, position: &Position, side: Side) -> f64 {
        evaluation::terms(setting, position).evaluate(side)
    }
}
