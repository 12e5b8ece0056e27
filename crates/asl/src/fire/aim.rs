//! Who can take part in fire, and what one can hit from where he is (ASL-A2, ASL-A7, ASL-A10).

use board::LocationId;
use rules::{Clause, Group, Piece, Refusal, Side};

use super::occasion;
use crate::clause::{A2, A6, A7, A10, A18, A19, A31, A32};
use crate::eyes::{AslEyes, Seen};
use crate::fight::{Fight, Occasion};
use crate::flags::Flag;
use crate::kind::Class;
use crate::position::Unit;
use crate::sewer;
use crate::sight::View;

/// What keeps a unit from taking part in fire: the clause, the marker, and why.
type Bar = (Clause, Flag, &'static str);

/// What keeps anybody from it.
const ALWAYS: [Bar; 4] = [
    (A31, Flag::Melee, "it is held in Melee"),
    (A2, Flag::Broken, "only units in Good Order fire"),
    (A2, Flag::Berserk, "only units in Good Order fire"),
    (A2, Flag::Ti, "it is temporarily immobilised"),
];

/// What else does, by what it has fired before.
const fn spent(when: Fight) -> &'static [Bar] {
    match when {
        Fight::PrepFire | Fight::AdvancingFire => &[
            (A7, Flag::PrepFired, "it has fired in this Player Turn"),
            (A7, Flag::AdvanceFired, "it has fired in this phase"),
        ],
        Fight::FirstFire { .. } => &[],
        _ => &[(A10, Flag::FinalFired, "it has fired all it can in this Player Turn")],
    }
}

/// Who has fired already at the movers where they are.
fn has_fired(when: Fight) -> Group {
    match when {
        Fight::FirstFire { fired } if A10.is_in_force() => fired,
        _ => Group::EMPTY,
    }
}

/// A unit that can take part in fire now: as a firer, or as the leader who directs it.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_take_part(eyes: AslEyes<'_>, side: Side, when: Fight, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if able(eyes, side, when).group().has(piece) {
        return Ok((unit, at));
    }
    A32.forbids(unit.kind.class() == Class::Gun, "a Gun does not fire in this game")?;
    if unit.kind.is_weapon() {
        return Err(Refusal::new(A19, "a weapon fires with whoever holds it"));
    }
    A2.forbids(!unit.is_men(), "a dummy does not fire")?;
    for (clause, flag, why) in ALWAYS.iter().chain(spent(when)) {
        clause.forbids(unit.is(*flag), why)?;
    }
    A10.forbids(has_fired(when).has(piece), "it has fired at them where they are")?;
    Ok((unit, at))
}

/// All men of a side who can take part in fire now, as these eyes see them.
#[inline]
pub(crate) fn able(eyes: AslEyes<'_>, side: Side, when: Fight) -> Seen<'_> {
    past(spent(when), past(&ALWAYS, eyes.of(side).men().but(has_fired(when))))
}

#[inline]
fn past<'a>(bars: &[Bar], units: Seen<'a>) -> Seen<'a> {
    let bars = bars.iter().filter(|(clause, ..)| clause.is_in_force());
    bars.fold(units, |units, (_, flag, _)| units.without(*flag))
}

/// Normal Range of a unit with its machine guns, in hexes.
#[inline]
fn reach(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> u8 {
    let guns = eyes.weapons(piece).filter(|(_, weapon)| weapon.kind.class() == Class::Lmg);
    guns.map(|(_, weapon)| weapon.kind.values().range).fold(unit.kind.values().range, u8::max)
}

/// A unit that fires from where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim<'a> {
    piece: Piece,
    unit: &'a Unit,
    from: LocationId,
    below: bool,
    view: View<'a>,
}

impl<'a> Aim<'a> {
    #[inline]
    pub(super) fn of(eyes: AslEyes<'a>, piece: Piece, unit: &'a Unit, from: LocationId) -> Aim<'a> {
        Aim { piece, unit, from, below: eyes.setting().is_below(from), view: eyes.view(from) }
    }

    /// Whether a Location is in sight, or may be, below ground.
    #[inline]
    pub(super) fn could_see(&self, eyes: AslEyes<'_>, to: LocationId) -> bool {
        self.view.sees(to) || self.below || eyes.setting().is_below(to)
    }

    /// Whether it can hit a Location.
    pub(super) fn at(&self, eyes: AslEyes<'_>, side: Side, when: Fight, to: LocationId) -> Result<(), Refusal> {
        let Aim { piece, unit, from, below, view } = *self;
        let setting = eyes.setting();
        if below || setting.is_below(to) {
            if matches!(when, Fight::FirstFire { .. }) {
                return Err(Refusal::new(A10, "nobody fires into or out of a sewer while others move"));
            }
            sewer::may_fire_at(eyes, side, from, to)?;
        } else if !view.sees(to) {
            return Err(Refusal::new(A6, "it does not see the target"));
        }
        if unit.kind.values().fp == 0 {
            return Err(Refusal::new(A18, "a leader does not fire; he directs the fire of others"));
        }
        let distance = setting.distance(from, to);
        // Machine guns matter only beyond what the unit reaches itself.
        let beyond = |ranges: u16| {
            let own = u16::from(unit.kind.values().range);
            distance > ranges * own && distance > ranges * u16::from(reach(eyes, piece, unit))
        };
        A7.forbids(beyond(2), "the target is out of range")?;
        match occasion(when, unit) {
            Occasion::SubsequentFire => {
                A10.forbids(beyond(1), "Subsequent First Fire is within Normal Range")?;
                let near = nearest(eyes, side, from);
                A10.forbids(near.is_some_and(|near| near < distance), "a Known enemy is nearer than the movers")
            }
            Occasion::ProtectiveFire => A10.forbids(distance > 1, "Final Protective Fire is at adjacent movers only"),
            Occasion::FinalFire if unit.is(Flag::FirstFired) => {
                A10.forbids(distance > 1, "who fired before fires at adjacent enemies only")
            }
            _ => Ok(()),
        }
    }
}

/// Whether a unit can hit a Location from its own.
///
/// # Errors
/// Without line of sight, or out of range.
#[inline]
pub fn may_aim(eyes: AslEyes<'_>, side: Side, when: Fight, piece: Piece, to: LocationId) -> Result<(), Refusal> {
    let (unit, from) = eyes.own(side, piece)?;
    Aim::of(eyes, piece, unit, from).at(eyes, side, when, to)
}

/// How far the nearest Known enemy is that could fire back.
fn nearest(eyes: AslEyes<'_>, side: Side, from: LocationId) -> Option<u16> {
    let armed = |(_, unit, at): (Piece, &Unit, LocationId)| {
        (unit.kind.values().fp > 0 && eyes.line(from, at).is_some()).then(|| eyes.setting().distance(from, at))
    };
    eyes.public().of(side.other()).men().without(Flag::Broken).iter().filter_map(armed).min()
}
