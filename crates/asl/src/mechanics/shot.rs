//! A shot before it is resolved: line, range, firepower, marker (ASL-A7, ASL-A10).

use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::mechanics::below::sewer_fire;
use crate::mechanics::morale;
use crate::printed::clause::{A7, A10, A11, A19, B8_3B};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{POINT_BLANK, SAME_LOCATION};
use crate::setting::sight::Line;
use crate::state::fight::Fight;
use crate::state::report::fights::Occasion;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// A shot as it was ordered.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub side: Side,
    /// The question it answers.
    pub when: Fight,
    pub units: PieceSet,
    /// The leader who directs the fire, if any.
    pub leader: Option<Piece>,
    /// The Location fired at.
    pub at: LocationId,
}

/// Maximum number of levels that an adjacent target at point blank range may be above the firer.
const NEAR_LEVELS: i16 = 1;

/// Returns the multiplier of firepower at short range: in the firer's own Location, adjacent to it, or into a sewer
/// (B8.3b).
#[inline]
#[must_use]
pub fn close_range(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> u16 {
    if eyes.setting().is_below(to) {
        return if B8_3B.is_in_force() { POINT_BLANK } else { 1 };
    }
    let height = |at| eyes.setting().spot(at).map_or(0, |spot| i16::from(spot.elevation) + i16::from(spot.level));
    let far_up = || height(to) - height(from) > NEAR_LEVELS;
    match eyes.setting().distance(from, to) {
        _ if !A7.is_in_force() => 1,
        _ if eyes.setting().are_one(from, to) => SAME_LOCATION,
        0 | 1 if !far_up() => POINT_BLANK,
        _ => 1,
    }
}

/// Returns the line from one Location to another, above ground or below.
#[inline]
#[must_use]
pub fn line(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> Option<Line> {
    let view = eyes.view(from);
    if view.is_below(to) {
        return sewer_fire::sees(eyes, from, to).then_some(Line { hindrance: 0, hexside: 0 });
    }
    view.line(to)
}

/// Returns the kind of fire of a unit's shot, by the question and its markers.
#[inline]
#[must_use]
pub fn occasion(when: Fight, unit: &Unit) -> Occasion {
    match when {
        Fight::PrepFire => Occasion::PrepFire,
        Fight::AdvancingFire => Occasion::AdvancingFire,
        Fight::FirstFire { .. } if unit.is(Flag::FinalFired) => Occasion::ProtectiveFire,
        Fight::FirstFire { .. } if unit.is(Flag::FirstFired) => Occasion::SubsequentFire,
        Fight::FirstFire { .. } => Occasion::FirstFire,
        _ => Occasion::FinalFire,
    }
}

/// Units of firepower per factor: counted in sixteenths, halving loses nothing.
pub const SIXTEENTHS: u16 = 16;

/// Returns the firepower of one unit with its machine guns against a Location, in sixteenths, before effects of the
/// target.
#[must_use]
pub fn firepower(eyes: AslEyes<'_>, when: Fight, piece: Piece, to: LocationId) -> u16 {
    let Some((unit, from)) = eyes.unit(piece).and_then(|unit| Some((unit, unit.at?))) else { return 0 };
    let distance = eyes.setting().distance(from, to);
    let at_range = |fp: u8, range: u8| match u16::from(range) {
        range if distance > 2 * range => 0,
        range if distance > range && A7.is_in_force() => u16::from(fp) * SIXTEENTHS / 2,
        _ => u16::from(fp) * SIXTEENTHS,
    };
    let values = unit.kind.values();
    let own = at_range(values.fp, values.range);
    let guns = eyes.weapons(piece).filter(|(_, weapon)| weapon.kind.class() == Class::Lmg && A19.is_in_force());
    let gun = guns.map(|(_, gun)| at_range(gun.kind.values().fp, gun.kind.values().range)).max().unwrap_or(0);
    // A squad fires one gun and its rifles, any other unit only one of the two.
    let both = if values.class == Class::Squad { own + gun } else { own.max(gun) };
    let close = close_range(eyes, from, to);
    let occasion = occasion(when, unit);
    let late = occasion == Occasion::FinalFire && unit.is(Flag::FirstFired);
    let halves = [
        occasion == Occasion::AdvancingFire && A7.is_in_force(),
        unit.is(Flag::Pinned) && A11.is_in_force(),
        (late || matches!(occasion, Occasion::SubsequentFire | Occasion::ProtectiveFire)) && A10.is_in_force(),
    ];
    let halved = halves.into_iter().filter(|half| *half).count();
    (both * close) >> halved
}

/// Returns the marker for the firers of a shot and for the leader who directs them.
pub fn marker(occasion: Occasion) -> Flag {
    match occasion {
        Occasion::PrepFire => Flag::PrepFired,
        Occasion::AdvancingFire => Flag::AdvanceFired,
        Occasion::FirstFire => Flag::FirstFired,
        _ => Flag::FinalFired,
    }
}

/// Returns the leadership of the leader who directs.
pub fn directs(eyes: AslEyes<'_>, leader: Option<Piece>) -> i8 {
    leader.and_then(|leader| eyes.unit(leader)).map_or(0, morale::leadership)
}
