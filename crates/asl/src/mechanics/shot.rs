//! A shot before it is resolved: line, range, firepower, marker (ASL-A7, ASL-A10, ASL-A36).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::mechanics::below::sewer_fire;
use crate::mechanics::guns::{self, Crew, at_range};
use crate::mechanics::morale;
use crate::printed::clause::{A7, A11, A19, A35, A36, B8_3B};
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Class;
use crate::printed::tables::{ASSAULT_FIRE, POINT_BLANK, SAME_LOCATION};
use crate::printed::words::Arms;
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
    /// The leaders who direct the fire, one in each Location of the firers, if any.
    pub leaders: PieceSet,
    /// The Location fired at.
    pub at: LocationId,
    /// What the units fire with.
    pub arms: Arms,
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
    occasion_of(when, unit.flags)
}

/// Returns the kind of fire of a unit or a machine gun with these markers.
#[inline]
#[must_use]
pub const fn occasion_of(when: Fight, flags: Flags) -> Occasion {
    match when {
        Fight::PrepFire => Occasion::PrepFire,
        Fight::AdvancingFire => Occasion::AdvancingFire,
        Fight::FirstFire { .. } if flags.has(Flag::FinalFired) => Occasion::ProtectiveFire,
        Fight::FirstFire { .. } if flags.has(Flag::FirstFired) => Occasion::SubsequentFire,
        Fight::FirstFire { .. } => Occasion::FirstFire,
        _ => Occasion::FinalFire,
    }
}

/// Units of firepower per factor: counted in sixteenths, halving loses nothing.
pub const SIXTEENTHS: u16 = 16;

/// What one unit fires by itself, or with one machine gun.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    pub unit: Piece,
    /// The machine gun; `None` for the unit's own firepower.
    pub gun: Option<Piece>,
    pub occasion: Occasion,
    /// Its firepower in sixteenths, before effects of the target.
    pub power: u16,
    /// What Assault Fire adds to it: at units in sight, and, after halving, at those under a "?".
    pub assault: [u16; 2],
    /// Whether its machine gun is in Sustained Fire.
    pub sustained: bool,
}

/// The elements of a shot.
pub type Volley = ArrayVec<Element, { PieceSet::LIMIT }>;

/// Fills an empty list with all that units fire at a Location.
// The list is large, so it stays where the caller reads it.
pub fn fill(eyes: AslEyes<'_>, shot: &Shot, volley: &mut Volley) {
    for piece in shot.units.iter() {
        add_elements(eyes, shot, piece, volley);
    }
}

fn add_elements(eyes: AslEyes<'_>, shot: &Shot, piece: Piece, volley: &mut Volley) {
    let Some((unit, from)) = eyes.unit(piece).and_then(|unit| Some((unit, unit.at?))) else { return };
    let distance = eyes.setting().distance(from, shot.at);
    let crew = Crew::of(eyes, piece, unit);
    let load = crew.load(shot.when, shot.arms, distance);
    let close = close_range(eyes, from, shot.at);
    if load.men {
        let flags = crew.men_flags();
        let power = (at_range(unit, distance) * close) >> halvings(shot.when, unit, flags);
        let occasion = occasion_of(shot.when, flags);
        let assault = assault_fire(unit, occasion, distance, power);
        let _ = volley.try_push(Element { unit: piece, gun: None, occasion, power, assault, sustained: false });
    }
    for (n, gun) in load.guns.iter().enumerate() {
        let Some(weapon) = eyes.unit(gun) else { continue };
        let alone = unit.kind.class() == Class::Leader && n + 1 > helpers(eyes, shot, from);
        let flags = crew.gun_flags(shot.when, load, weapon.flags);
        let halved = halvings(shot.when, unit, flags) + u8::from(alone && A19.is_in_force());
        let power = (at_range(weapon, distance) * close) >> halved;
        let sustained = guns::is_sustained(shot.when, flags);
        let occasion = occasion_of(shot.when, flags);
        let gun = Some(gun);
        let _ = volley.try_push(Element { unit: piece, gun, occasion, power, assault: [0; 2], sustained });
    }
}

/// Returns how many leaders without a gun of their own take part from this Location: each helps another to fire one in
/// full (A9.11).
fn helpers(eyes: AslEyes<'_>, shot: &Shot, from: LocationId) -> usize {
    let helps = |piece: &Piece| {
        eyes.unit(*piece).is_some_and(|unit| {
            let there = unit.at.is_some_and(|at| eyes.setting().are_one(at, from));
            there && unit.kind.class() == Class::Leader
        }) && guns::load(eyes, shot.when, shot.arms, *piece, shot.at).is_empty()
    };
    shot.units.iter().filter(helps).count()
}

/// Returns how often firepower is halved, except by range and by the target. `flags` are those of what fires.
fn halvings(when: Fight, unit: &Unit, flags: Flags) -> u8 {
    let occasion = occasion_of(when, flags);
    let late = occasion == Occasion::FinalFire && flags.has(Flag::FirstFired);
    let halves = [
        occasion == Occasion::AdvancingFire && A7.is_in_force(),
        unit.is(Flag::Pinned) && A11.is_in_force(),
        (late || matches!(occasion, Occasion::SubsequentFire | Occasion::ProtectiveFire)) && A35.is_in_force(),
    ];
    halves.into_iter().map(u8::from).sum()
}

/// Returns what Assault Fire adds to the firepower of a squad, in sixteenths: one factor after all halving, fractions
/// rounded up, at Normal Range (A7.36).
fn assault_fire(unit: &Unit, occasion: Occasion, distance: u16, power: u16) -> [u16; 2] {
    let values = unit.kind.values();
    let near = distance <= u16::from(values.range);
    if !(values.underlined && occasion == Occasion::AdvancingFire && near && A36.is_in_force()) {
        return [0; 2];
    }
    let more = |power: u16| (power + ASSAULT_FIRE * SIXTEENTHS).next_multiple_of(SIXTEENTHS) - power;
    [more(power), more(power / 2)]
}

/// Returns the marker for the firers of a shot and for the leader who directs them.
#[must_use]
pub const fn marker(occasion: Occasion) -> Flag {
    match occasion {
        Occasion::PrepFire => Flag::PrepFired,
        Occasion::AdvancingFire => Flag::AdvanceFired,
        Occasion::FirstFire => Flag::FirstFired,
        _ => Flag::FinalFired,
    }
}

/// Returns the leadership of the leaders who direct: the worst counts (A7.531).
pub fn directs(eyes: AslEyes<'_>, leaders: PieceSet) -> i8 {
    leaders.iter().filter_map(|leader| eyes.unit(leader)).map(morale::leadership).max().unwrap_or(0)
}
