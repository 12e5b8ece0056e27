//! The longest game.

use rules::{LengthBound, Side};

use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::position::Position;

/// Returns the bounds of a game.
///
/// - Each side ends its plot once a turn (D-READY). Plots are free: a plan can be set again until then (D-PLOT).
/// - Each man fires at most one shot a turn, with one die (D-FIRE).
#[must_use]
pub fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
    let turns = u64::from(setting.turns);
    let plots = turns * Side::BOTH.len() as u64;
    LengthBound { orders: plots, dice: turns * start.men.len() as u64, free_questions: plots, certain: true }
}
