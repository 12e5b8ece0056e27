//! Units that can take part in fire, and targets they can hit from their Location (ASL-A2, ASL-A7, ASL-A10).

use board::LocationId;
use rules::{Clause, Piece, PieceSet, Refusal, Side};

use crate::mechanics::below::sewer_fire;
use crate::mechanics::prisoners::is_outnumbered;
use crate::mechanics::shot::occasion;
use crate::printed::clause::{A2, A6, A7, A10, A18, A19, A24, A31, A32, A46, A53, A69};
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Class;
use crate::setting::sight::View;
use crate::state::fight::Fight;
use crate::state::report::fights::Occasion;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::counters::Held;
use crate::view::seen::Seen;

/// A reason that keeps a unit from taking part in fire: clause, marker and text.
type Bar = (Clause, Flag, &'static str);

/// Reasons that apply in every kind of fire.
const ALWAYS: [Bar; 3] = [
    (A31, Flag::Melee, "a unit held in Melee can't fire"),
    (A2, Flag::Broken, "only units in Good Order can fire"),
    (A2, Flag::Ti, "a temporarily immobilised (TI) unit can't fire"),
];

/// Returns the reasons that depend on what a unit has fired before.
const fn spent(when: Fight) -> &'static [Bar] {
    match when {
        Fight::PrepFire => &[
            (A46, Flag::Berserk, "berserk units don't fire in the Prep Fire Phase"),
            (A7, Flag::PrepFired, "this unit has already fired in this Player Turn"),
        ],
        Fight::AdvancingFire => &[
            (A7, Flag::PrepFired, "this unit has already fired in this Player Turn"),
            (A7, Flag::AdvanceFired, "this unit has already fired in this phase"),
        ],
        Fight::FirstFire { .. } => &[],
        _ => &[(A10, Flag::FinalFired, "this unit can't fire again in this Player Turn")],
    }
}

/// Returns every marker that keeps a unit from taking part.
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

/// Returns the units that have already fired at the moving units in their present Location.
fn has_fired(when: Fight) -> PieceSet {
    match when {
        Fight::FirstFire { fired } if A10.is_in_force() => fired,
        _ => PieceSet::EMPTY,
    }
}

/// Returns a unit that can take part in fire now: as a firer, or as the leader who directs it.
#[inline]
pub fn may_take_part(eyes: AslEyes<'_>, side: Side, when: Fight, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    let done = unit.flags.meet(barring(when)) || has_fired(when).has(piece);
    if unit.is_men() && !done && !is_outnumbered(eyes, piece) {
        return Ok((unit, at));
    }
    A32.forbids(unit.kind.class() == Class::Gun, "Guns can't fire in this game")?;
    if unit.kind.is_weapon() {
        return Err(Refusal::new(A19, "a weapon can't fire by itself: fire the unit that holds it"));
    }
    A2.forbids(!unit.is_men(), "dummies can't fire")?;
    for (clause, flag, why) in ALWAYS.iter().chain(spent(when)) {
        clause.forbids(unit.is(*flag), why)?;
    }
    A53.forbids(is_outnumbered(eyes, piece), "this unit guards too many prisoners to fire")?;
    A10.forbids(has_fired(when).has(piece), "this unit has already fired at the moving units in this Location")?;
    Ok((unit, at))
}

/// Returns all men of a side who can take part in fire now, as these eyes see them.
#[inline]
pub fn able(eyes: AslEyes<'_>, side: Side, when: Fight) -> Seen<'_> {
    let units = past(spent(when), past(&ALWAYS, eyes.of(side).men().but(has_fired(when))));
    if !eyes.has_prisoners() {
        return units;
    }
    units.but(units.group().iter().filter(|piece| is_outnumbered(eyes, *piece)).collect())
}

#[inline]
fn past<'a>(bars: &[Bar], units: Seen<'a>) -> Seen<'a> {
    let bars = bars.iter().filter(|(clause, ..)| clause.is_in_force());
    bars.fold(units, |units, (_, flag, _)| units.without(*flag))
}

/// Returns the Normal Range of a unit with its machine guns, in hexes.
fn reach(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> u8 {
    let guns = eyes.weapons(piece).filter(|(_, weapon)| weapon.kind.class() == Class::Lmg);
    guns.map(|(_, weapon)| weapon.kind.values().range).fold(unit.kind.values().range, u8::max)
}

/// A unit of a side that fires from where it is, in answer to a question.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    pub(crate) eyes: AslEyes<'a>,
    pub(crate) side: Side,
    pub(crate) when: Fight,
    pub(crate) firer: (Piece, &'a Unit, LocationId),
    view: View<'a>,
}

impl<'a> Aim<'a> {
    #[inline]
    pub(crate) fn of(eyes: AslEyes<'a>, side: Side, when: Fight, firer: (Piece, &'a Unit, LocationId)) -> Aim<'a> {
        Aim { eyes, side, when, firer, view: eyes.view(firer.2) }
    }

    /// Returns whether a Location is in sight, or may be, below ground.
    #[inline]
    pub(crate) fn could_see(&self, to: LocationId) -> bool {
        self.view.sees(to) || (self.view.is_below(to) && sewer_fire::could_see(self.view.distance(to)))
    }

    /// Checks that the unit can hit a Location.
    // Inlined: callers that only need to know whether it can don't pay for the refusal.
    #[inline(always)]
    pub(crate) fn at(&self, to: LocationId) -> Result<(), Refusal> {
        let Aim { eyes, side, when, firer: (piece, unit, from), view } = *self;
        if !view.is_below(to) && eyes.setting().is_walled(from, to) {
            A69.forbids(true, "units fire out of a pillbox, and at those in it, only through its Covered Arc")?;
        }
        if view.is_below(to) {
            if matches!(when, Fight::FirstFire { .. }) {
                return Err(Refusal::new(A10, "units can't fire into or out of a sewer in the Movement Phase"));
            }
            sewer_fire::may_fire_at(eyes, side, from, to)?;
        } else if !view.sees(to) {
            return Err(Refusal::new(A6, "this unit doesn't see the target"));
        }
        let values = unit.kind.values();
        if values.fp == 0 {
            return Err(Refusal::new(A18, "a leader has no firepower: he can only direct the fire of others"));
        }
        let distance = view.distance(to);
        // Machine guns matter only beyond the range of the unit itself.
        let beyond = |ranges: u16| {
            distance > ranges * u16::from(values.range) && distance > ranges * u16::from(reach(eyes, piece, unit))
        };
        A7.forbids(beyond(2), "the target is out of range")?;
        A31.forbids(is_shared(eyes, side, from, to), SHARED)?;
        match occasion(when, unit) {
            Occasion::SubsequentFire => {
                A10.forbids(beyond(1), "the target is beyond Normal Range, the limit of Subsequent First Fire")?;
                let near = nearest(eyes, side, piece, from);
                A10.forbids(
                    near.is_some_and(|near| near < distance),
                    "Subsequent First Fire is barred: a Known enemy is nearer than the moving units",
                )
            }
            Occasion::ProtectiveFire => {
                A10.forbids(distance > 1, "Final Protective Fire can hit only adjacent moving units")
            }
            Occasion::FinalFire if unit.is(Flag::FirstFired) => {
                A10.forbids(distance > 1, "a unit that used First Fire can fire only at adjacent enemies")
            }
            _ => Ok(()),
        }
    }
}

/// Checks that a unit can hit a Location from its own: in its line of sight, and in range.
#[inline]
pub fn may_aim(eyes: AslEyes<'_>, side: Side, when: Fight, piece: Piece, to: LocationId) -> Result<(), Refusal> {
    let (unit, from) = eyes.own(side, piece)?;
    Aim::of(eyes, side, when, (piece, unit, from)).at(to)
}

/// Returns the distance of the nearest Known enemy that could fire back.
fn nearest(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId) -> Option<u16> {
    let view = eyes.view(from);
    let armed = eyes.public().of(side.other()).armed().without(Flag::Broken).in_sight_of(piece);
    armed.iter().map(|(_, _, at)| view.distance(at)).min()
}

/// Checks that a Location can be fired at now.
#[inline]
pub fn is_target(eyes: AslEyes<'_>, side: Side, when: Fight, to: LocationId) -> Result<(), Refusal> {
    eyes.spot(to)?;
    let part = eyes.setting().is_entrenchment(to);
    A24.forbids(part, "units can't fire at an entrenchment alone: fire at its hex")?;
    if matches!(when, Fight::FirstFire { .. }) {
        let movers = eyes.moving_at().map(|at| eyes.setting().location(at));
        return A10.forbids(movers != Some(to), "in the Movement Phase, units can fire only at the moving units");
    }
    if !eyes.holds(side.other(), to) {
        return Err(Refusal::new(A7, "no enemy is known in that Location"));
    }
    A31.forbids(is_shut(eyes, side, to), "units can't fire into a Location where their own side is in Melee")
}

/// Returns whether a side does not fire at a Location because units of its own are held in Melee there.
#[inline]
fn is_shut(eyes: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    A31.is_in_force() && !eyes.of(side).units().bearing(Flag::Melee).at(at).is_empty()
}

/// Returns whether a side does not fire at a Location from outside because of its own units there. A "?" of its own
/// counts, whatever is under it. All players see that they share the Location with the enemy and are not held in Melee.
#[inline]
pub fn is_shared(eyes: AslEyes<'_>, side: Side, from: LocationId, at: LocationId) -> bool {
    A31.is_in_force() && eyes.holds(side, at) && !eyes.setting().are_one(from, at)
}

/// Text of that refusal.
pub const SHARED: &str = "units can't fire into another Location that holds units of their own side";

/// Candidate targets, each to be checked by [`is_target`].
#[derive(Clone, Copy, Debug)]
pub enum Targets<'a> {
    /// The Location of the moving units, in First Fire.
    Movers(Option<LocationId>, AslEyes<'a>),
    /// The Locations where enemies of a side are known to be, except those where its own units are held in Melee.
    Enemies(Held<'a>, AslEyes<'a>, Side),
}

impl<'a> Targets<'a> {
    #[inline]
    pub(crate) fn of(eyes: AslEyes<'a>, side: Side, when: Fight) -> Targets<'a> {
        match when {
            Fight::FirstFire { .. } => Targets::Movers(eyes.moving_at().map(|at| eyes.setting().location(at)), eyes),
            _ => Targets::Enemies(eyes.held_by(side.other()), eyes, side),
        }
    }

    /// Returns the targets to which a unit of the side may have a line.
    #[inline]
    pub(crate) fn faced_by(self, piece: Piece) -> Self {
        match self {
            Targets::Movers(..) => self,
            Targets::Enemies(held, eyes, side) => Targets::Enemies(held.facing(piece), eyes, side),
        }
    }

    /// Returns those of some units of the side that may have a line to any of them.
    #[inline]
    pub(crate) fn faced_by_some(self, units: Seen<'a>) -> impl Iterator<Item = Piece> {
        let (units, held) = match self {
            Targets::Movers(_, eyes) => (eyes.watching_movers(units), None),
            Targets::Enemies(held, ..) => (units, Some(held)),
        };
        units.group().iter().filter(move |piece| held.is_none_or(|held| !held.facing(*piece).is_empty()))
    }

    /// Calls `look` once for each of the Locations, including those of Melees.
    #[inline]
    pub(crate) fn each(self, look: impl FnMut(LocationId)) {
        match self {
            Targets::Movers(at, _) => at.into_iter().for_each(look),
            Targets::Enemies(held, ..) => held.places().for_each(look),
        }
    }

    /// Returns whether any of them satisfies `such`.
    #[inline]
    pub(crate) fn any(self, such: impl Fn(LocationId) -> bool) -> bool {
        match self {
            Targets::Movers(at, _) => at.is_some_and(such),
            Targets::Enemies(held, eyes, side) => held.any(|at| such(at) && !is_shut(eyes, side, at)),
        }
    }

    /// Returns whether a publicly known "?" of the side may have a line to any target that satisfies `such` with the
    /// "?"'s Location. Not for fire at moving units: [`crate::sequence::first_fire::ask`] decides that.
    #[inline]
    pub(crate) fn any_faced_by_unknown(self, such: impl Fn(LocationId, LocationId) -> bool) -> bool {
        match self {
            Targets::Movers(..) => false,
            Targets::Enemies(held, eyes, side) => {
                eyes.any_unknown_faces(side, held, |from, to| such(from, to) && !is_shut(eyes, side, to))
            }
        }
    }
}

impl Aim<'_> {
    /// Returns whether it can hit any of the targets that satisfies `such`.
    #[inline]
    pub(crate) fn hits_any(&self, targets: Targets<'_>, such: impl Fn(LocationId) -> bool) -> bool {
        targets.faced_by(self.firer.0).any(|to| self.could_see(to) && self.at(to).is_ok() && such(to))
    }
}
