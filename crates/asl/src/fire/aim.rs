//! Who can take part in fire, and what one can hit from where he is (ASL-A2, ASL-A7, ASL-A10).

use board::LocationId;
use rules::{Clause, Group, Piece, Refusal, Side};

use super::{SHARED, is_shared, occasion};
use crate::clause::{A2, A6, A7, A10, A18, A19, A31, A32};
use crate::eyes::{AslEyes, Seen};
use crate::fight::{Fight, Occasion};
use crate::flags::{Flag, Flags};
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

/// Every marker that keeps a unit from it.
const fn barring(when: Fight) -> Flags {
    const fn all(mut flags: Flags, bars: &[Bar]) -> Flags {
        let mut n = 0;
        while n < bars.len() {
            flags = flags.set(bars[n].1, true);
            n += 1;
        }
        flags
    }
    all(all(Flags::NONE, &ALWAYS), spent(when))
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
    if unit.is_men() && !unit.flags.meet(barring(when)) && !has_fired(when).has(piece) {
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
fn reach(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> u8 {
    let guns = eyes.weapons(piece).filter(|(_, weapon)| weapon.kind.class() == Class::Lmg);
    guns.map(|(_, weapon)| weapon.kind.values().range).fold(unit.kind.values().range, u8::max)
}

/// A unit of a side that fires from where it is, in answer to a question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim<'a> {
    pub(super) eyes: AslEyes<'a>,
    pub(super) side: Side,
    pub(super) when: Fight,
    pub(super) firer: (Piece, &'a Unit, LocationId),
    view: View<'a>,
}

impl<'a> Aim<'a> {
    #[inline]
    pub(crate) fn of(eyes: AslEyes<'a>, side: Side, when: Fight, firer: (Piece, &'a Unit, LocationId)) -> Aim<'a> {
        Aim { eyes, side, when, firer, view: eyes.view(firer.2) }
    }

    /// Whether a Location is in sight, or may be, below ground.
    #[inline]
    pub(super) fn could_see(&self, to: LocationId) -> bool {
        self.view.sees(to) || (self.view.is_below(to) && sewer::could_see(self.view.distance(to)))
    }

    /// Whether it can hit a Location.
    // Inlined, so that whoever only wants to know whether it can pays for no refusal.
    #[inline(always)]
    pub(crate) fn at(&self, to: LocationId) -> Result<(), Refusal> {
        let Aim { eyes, side, when, firer: (piece, unit, from), view } = *self;
        if view.is_below(to) {
            if matches!(when, Fight::FirstFire { .. }) {
                return Err(Refusal::new(A10, "nobody fires into or out of a sewer while others move"));
            }
            sewer::may_fire_at(eyes, side, from, to)?;
        } else if !view.sees(to) {
            return Err(Refusal::new(A6, "it does not see the target"));
        }
        let values = unit.kind.values();
        if values.fp == 0 {
            return Err(Refusal::new(A18, "a leader does not fire; he directs the fire of others"));
        }
        let distance = view.distance(to);
        // Machine guns matter only beyond what the unit reaches itself.
        let beyond = |ranges: u16| {
            distance > ranges * u16::from(values.range) && distance > ranges * u16::from(reach(eyes, piece, unit))
        };
        A7.forbids(beyond(2), "the target is out of range")?;
        A31.forbids(is_shared(eyes, side, from, to), SHARED)?;
        match occasion(when, unit) {
            Occasion::SubsequentFire => {
                A10.forbids(beyond(1), "Subsequent First Fire is within Normal Range")?;
                let near = nearest(eyes, side, piece, from);
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
    Aim::of(eyes, side, when, (piece, unit, from)).at(to)
}

/// How far the nearest Known enemy is that could fire back.
fn nearest(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId) -> Option<u16> {
    let view = eyes.view(from);
    let armed = eyes.public().of(side.other()).armed().without(Flag::Broken).in_sight_of(piece);
    armed.iter().map(|(_, _, at)| view.distance(at)).min()
}
