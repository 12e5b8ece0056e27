//! What those on the move meet where they come: residual firepower, and the DEFENDER's fire (ASL-A10).

use rules::{Group, Turn};

use crate::mechanics::attack::{self, Attack};
use crate::mechanics::shot::SIXTEENTHS;
use crate::printed::drm::Drm;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::report::fights::Occasion;
use crate::view::AslEyes;

/// Residual firepower where the movers have come to strikes at them.
pub fn residual(turn: &mut impl Turn<Asl>) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let (Some(moving), Some(at)) = (eyes.moving(), eyes.moving_at()) else { return };
    let at = eyes.setting().location(at);
    let Some(residual) = eyes.residual().iter().find(|residual| residual.at == at && moving.spent > 0) else { return };
    let side = eyes.attacker();
    let mut drm: Drm = attack::of_target(eyes, side, at);
    attack::of_movers(eyes, at, &mut drm);
    let attack = Attack {
        side: side.other(),
        occasion: Occasion::ResidualFire,
        units: Group::EMPTY,
        below: None,
        at,
        power: u16::from(residual.fp) * SIXTEENTHS,
        unsure: true,
        cowers: 0,
        drm,
        victims: moving.units,
        tells_crowd: false,
    };
    attack::resolve(turn, &attack);
}

/// After units on the move have spent MF: residual firepower, and the question for First Fire where public facts allow
/// it. What goes on with the movement is on the agenda below.
pub fn watch(turn: &mut impl Turn<Asl>) {
    turn.push(Fight::Watch { fired: Group::EMPTY }.into());
    residual(turn);
}
