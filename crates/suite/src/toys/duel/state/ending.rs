//! End of the game.

use std::cmp::Ordering;

use rules::{Outcome, Side};

use crate::toys::duel::printed::clause::END;
use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::position::Position;

/// Returns the end of the game (D-END); `None` while it continues.
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    let standing = |side| position.men.iter().filter(|man| man.side == side && !man.down).count();
    let (red, blue) = (standing(Side::A), standing(Side::B));
    if position.turn <= setting.turns && red > 0 && blue > 0 {
        return None;
    }
    let (winner, why) = match red.cmp(&blue) {
        Ordering::Greater => (Some(Side::A), "Red has more men standing"),
        Ordering::Less => (Some(Side::B), "Blue has more men standing"),
        Ordering::Equal => (None, "both sides have equally many men standing"),
    };
    Some(Outcome { winner, clause: END, why })
}
