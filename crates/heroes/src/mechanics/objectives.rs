//! Objectives: who holds them, and who wins (HNL-B18).

use rules::{Group, Side, Turn};

use crate::printed::clause::B18;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::ending::has_units;
use crate::state::position::Position;

/// Whoever alone has shown units in the hex of an objective takes it.
pub fn settle(turn: &mut impl Turn<Heroes>) {
    for n in 0..turn.setting().objectives.len() {
        if let Some(side) = taker(turn.setting(), turn.position(), n) {
            turn.change(B18, Change::Holds { objective: n as u8, side });
        }
    }
}

/// Who takes an objective from the other side, or from nobody.
#[inline]
fn taker(setting: &Setting, position: &Position, objective: usize) -> Option<Side> {
    let (at, held) = (setting.objectives.get(objective)?.at, *position.held.get(objective)?);
    let muster = &position.muster;
    let there = |units: Group| muster.in_hex(setting, &position.units, units - muster.hidden, at);
    let sides = muster.sides;
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

/// Whether one side is wiped out; then the game is over.
pub fn is_decided(turn: &mut impl Turn<Heroes>) -> bool {
    let decided = Side::BOTH.into_iter().any(|side| !has_units(turn.position(), side)) && B18.is_in_force();
    if decided {
        turn.change(B18, Change::Phase { now: Phase::Over });
    }
    decided
}
