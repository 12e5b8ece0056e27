//! Fire at moving units in the Location they enter: residual firepower, and the DEFENDER's fire (ASL-A10).

use rules::{PieceSet, Resolver};

use crate::mechanics::attack::{self, Attack};
use crate::mechanics::shot::SIXTEENTHS;
use crate::printed::drm::Drm;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::report::fights::Occasion;
use crate::view::AslEyes;

/// Resolves residual firepower in the Location of the moving units against them.
pub fn residual(resolver: &mut impl Resolver<Asl>) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let (Some(moving), Some(at)) = (eyes.moving(), eyes.moving_at()) else { return };
    let at = eyes.setting().location(at);
    let Some(residual) = eyes.residual().iter().find(|residual| residual.at == at && moving.spent > 0) else { return };
    let side = eyes.attacker();
    let mut drm: Drm = attack::of_target(eyes, side, at);
    attack::of_movers(eyes, at, &mut drm);
    let attack = Attack {
        power: u16::from(residual.fp) * SIXTEENTHS,
        unsure: true,
        drm,
        victims: moving.units,
        ..Attack::of(side.other(), Occasion::ResidualFire, at)
    };
    attack::resolve(resolver, &attack);
}

/// Follows up after moving units have spent MF: residual firepower, and the question for First Fire where public facts
/// allow it. The continuation of the move is on the agenda below.
pub fn watch(resolver: &mut impl Resolver<Asl>) {
    resolver.push(Fight::Watch { fired: PieceSet::EMPTY }.into());
    residual(resolver);
}
