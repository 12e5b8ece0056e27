//! End of the game.

use std::cmp::Ordering;

use rules::{Outcome, Reason, ReasonOf, Side};

use crate::toys::duel::printed::clause::END;
use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::position::Position;

/// Text about the side that wins.
const MORE: ReasonOf =
    ReasonOf { own: "you have more men standing", open: ["Red has more men standing", "Blue has more men standing"] };

/// Returns the end of the game (D-END); `None` while it continues.
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    let standing = |side| position.men.iter().filter(|man| man.side == side && !man.down).count();
    let (red, blue) = (standing(Side::A), standing(Side::B));
    if position.turn <= setting.turns && red > 0 && blue > 0 {
        return None;
    }
    let (winner, why) = match red.cmp(&blue) {
        Ordering::Greater => (Some(Side::A), MORE.side(Side::A)),
        Ordering::Less => (Some(Side::B), MORE.side(Side::B)),
        Ordering::Equal => (None, Reason::for_all("both sides have equally many men standing")),
    };
    Some(Outcome { winner, clause: END, why })
}
