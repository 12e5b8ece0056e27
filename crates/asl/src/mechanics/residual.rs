//! Residual firepower: what fire at moving units leaves in their Location, and its attacks (ASL-A34).

use board::LocationId;
use rules::Resolver;

use crate::mechanics::attack::{self, Attack};
use crate::mechanics::modifiers;
use crate::mechanics::shot::SIXTEENTHS;
use crate::printed::clause::A34;
use crate::printed::drm::Drm;
use crate::printed::tables::Column;
use crate::setting::{Place, Setting};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::Moving;
use crate::state::report::fights::Occasion;
use crate::view::AslEyes;

/// Maximum residual firepower in a Location.
const MOST: u8 = 12;

/// Returns whether an attack is fire at moving units, after which residual firepower may be left: none in a pillbox.
#[must_use]
pub fn may_stay(setting: &Setting, attack: &Attack) -> bool {
    let at_movers =
        matches!(attack.occasion, Occasion::FirstFire | Occasion::SubsequentFire | Occasion::ProtectiveFire);
    at_movers && A34.is_in_force() && setting.place(attack.at) != Some(Place::Pillbox)
}

/// Leaves residual firepower after fire at moving units: half the firepower of the column used, one column less for each
/// positive modifier that is not of the target's hex, and then at most 12. The highest in a Location counts.
pub fn leave(resolver: &mut impl Resolver<Asl>, attack: &Attack, column: Option<Column>) {
    let half = column.map_or(0, |column| column.firepower() / 2);
    let left = Column::of(u16::from(half)).and_then(|column| column.left(from_outside(&attack.drm)));
    let fp = left.map_or(0, Column::firepower).min(MOST);
    let there = resolver.position().residual.iter().find(|residual| residual.at == attack.at);
    if fp > there.map_or(0, |there| there.fp) {
        resolver.change(A34, Change::Residual { at: attack.at, fp });
    }
}

/// Returns the sum of the positive modifiers from outside the target's hex.
fn from_outside(drm: &Drm) -> u8 {
    let Drm { hindrance, hexside, exhausted, encircled, crowded, leader, gunner, firers, .. } = *drm;
    let outside = [hindrance, hexside, exhausted, encircled, crowded, leader, gunner, firers];
    outside.into_iter().fold(0, |sum: u8, drm| sum.saturating_add(u8::try_from(drm).unwrap_or(0)))
}

/// Resolves residual firepower in the Location of the moving units against them: once, unless it is stronger now.
pub fn strike(resolver: &mut impl Resolver<Asl>) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let (Some(moving), Some(at)) = (eyes.moving(), eyes.moving_at()) else { return };
    let at = eyes.setting().location(at);
    let Some(fp) = here(eyes, at).filter(|fp| moving.spent > 0 && *fp > moving.residual) else { return };
    let side = eyes.attacker();
    let mut drm: Drm = modifiers::of_target(eyes, side, at);
    modifiers::bare(eyes, at, &mut drm);
    modifiers::of_movers(eyes, at, &mut drm);
    let attack = Attack {
        power: u16::from(fp) * SIXTEENTHS,
        drm,
        victims: moving.units,
        ..Attack::of(side.other(), Occasion::ResidualFire, at)
    };
    resolver.change(A34, Moving { residual: fp, ..moving }.into());
    attack::resolve(resolver, &attack);
}

/// Returns the residual firepower in a Location, if any.
fn here(eyes: AslEyes<'_>, at: LocationId) -> Option<u8> {
    eyes.residual().iter().find(|residual| residual.at == at).map(|residual| residual.fp)
}
