//! Objectives: which side holds them, and the end of the game (HNL-B18).

use rules::{PieceSet, Resolver, Side};

use crate::printed::clause::B18;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::ending::has_units;
use crate::state::position::Position;

/// Gives each objective to the only side with shown units in its hex.
pub fn settle(resolver: &mut impl Resolver<Heroes>) {
    for n in 0..resolver.setting().objectives.len() {
        if let Some(side) = taker(resolver.setting(), resolver.position(), n) {
            resolver.change(B18, Change::Holds { objective: n as u8, side });
        }
    }
}

/// Returns the side that takes an objective now; `None` if its holder stays the same.
#[inline]
fn taker(setting: &Setting, position: &Position, objective: usize) -> Option<Side> {
    let (at, held) = (setting.objectives.get(objective)?.at, *position.held.get(objective)?);
    let unit_index = &position.unit_index;
    let there = |units: PieceSet| unit_index.in_hex(setting, &position.units, units - unit_index.hidden, at);
    let sides = unit_index.sides;
    match held {
        Some(side) => {
            let takes = !there(sides[side.other()]).is_empty() && there(sides[side]).is_empty();
            takes.then_some(side.other())
        }
        None => {
            let all = there(sides.a | sides.b);
            let alone = |side: &Side| !(all & sides[*side]).is_empty() && (all - sides[*side]).is_empty();
            Side::BOTH.into_iter().find(alone)
        }
    }
}

/// Ends the game if a side has no units left. Returns whether it did.
pub fn is_decided(resolver: &mut impl Resolver<Heroes>) -> bool {
    let decided = Side::BOTH.into_iter().any(|side| !has_units(resolver.position(), side)) && B18.is_in_force();
    if decided {
        resolver.change(B18, Change::Phase { now: Phase::Over });
    }
    decided
}
