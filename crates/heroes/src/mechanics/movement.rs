//! Whether those on the move go on (HNL-B6).

use rules::{Group, Piece, Turn};

use crate::printed::clause::{B6, B16};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::view::HeroesEyes;

/// Asks the moving side to go on, if anybody can.
pub fn carry_on(turn: &mut impl Turn<Heroes>) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let Some(moving) = eyes.moving() else { return };
    let fit = |piece: &Piece| {
        eyes.unit(*piece)
            .is_some_and(|unit| unit.is_good() && unit.at.is_some_and(|at| !eyes.in_melee(unit.side, *piece, at)))
    };
    let units: Group = moving.units.iter().filter(fit).collect();
    if units.is_empty() || (moving.mf_left == 0 && moving.stepped) {
        turn.change(B6, Change::MovingOver);
        return;
    }
    if units != moving.units {
        let (pace, mf_left, stepped) = (moving.pace, moving.mf_left, moving.stepped);
        turn.change(B16, Change::Moving { units, pace, mf_left, stepped });
    }
    turn.push(Step::Move);
}
