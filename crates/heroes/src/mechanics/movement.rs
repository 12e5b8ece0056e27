//! Continuation of a movement (HNL-B6).

use rules::{Piece, PieceSet, Resolver};

use crate::mechanics::standing::goes_on;
use crate::printed::clause::{B6, B16};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Asks the moving side to continue, if a unit still can. Otherwise ends the movement.
pub fn carry_on(resolver: &mut impl Resolver<Heroes>) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let Some(moving) = eyes.moving() else { return };
    let fit = |piece: &Piece| {
        let free = |unit: &Unit| unit.at.is_some_and(|at| !eyes.in_melee(unit.side, *piece, at));
        eyes.unit(*piece).is_some_and(|unit| goes_on(moving, *piece, unit) && free(unit))
    };
    let units: PieceSet = moving.units.iter().filter(fit).collect();
    if units.is_empty() || (moving.mf_left == 0 && moving.stepped) {
        resolver.change(B6, Change::MovingOver);
        return;
    }
    if units != moving.units {
        let (pace, mf_left, stepped, shaken) = (moving.pace, moving.mf_left, moving.stepped, moving.shaken & units);
        resolver.change(B16, Change::Moving { units, pace, mf_left, stepped, shaken });
    }
    resolver.push(Step::Move);
}
