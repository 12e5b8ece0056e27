//! Units that can take part in fire, and targets they can hit from their Location (ASL-A2, ASL-A7, ASL-A10, ASL-A33,
//! ASL-A40).

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Side};

use crate::mechanics::bars::{ALWAYS, Bar, at_all, barring, spent};
use crate::mechanics::below::sewer_fire;
use crate::mechanics::guns::{self, Crew, Load, Ready};
use crate::mechanics::prisoners::is_outnumbered;
use crate::mechanics::shot::occasion_of;
use crate::mechanics::targets::Targets;
use crate::printed::clause::{A2, A6, A7, A10, A18, A19, A20, A32, A33, A35, A37, A38, A39, A40, A53, A69};
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Class;
use crate::printed::words::Arms;
use crate::setting::sight::View;
use crate::state::fight::Fight;
use crate::state::report::fights::Occasion;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns the units that can't fire at the moving units again at this expenditure of movement factors.
fn has_fired(when: Fight) -> PieceSet {
    match when {
        Fight::FirstFire { fired, more: 0, .. } if A10.is_in_force() => fired,
        _ => PieceSet::EMPTY,
    }
}

/// Returns whether what a unit has fired before leaves it anything to fire, or a leader free to direct.
#[inline]
fn has_more(eyes: AslEyes<'_>, when: Fight, piece: Piece, unit: &Unit) -> bool {
    let fresh = !unit.flags.meet(guns::spent(when)) || !A7.is_in_force();
    fresh || directs_on(unit) || {
        let crew = Crew::of(eyes, piece, unit);
        crew.has_guns() && (crew.may_men(when) || !crew.may_guns(when).is_empty())
    }
}

/// Returns whether a unit is a leader who has directed a machine gun that kept its rate of fire: he may direct it again.
#[inline]
fn directs_on(unit: &Unit) -> bool {
    unit.is(Flag::Directed) && unit.kind.class() == Class::Leader
}

/// Returns a unit that can take part in fire now: as a firer, or as the leader who directs it.
#[inline]
pub fn may_take_part(eyes: AslEyes<'_>, side: Side, when: Fight, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    let more = || has_more(eyes, when, piece, unit);
    let done = unit.flags.meet(barring(when)) || has_fired(when).has(piece);
    if unit.is_men() && !done && !is_outnumbered(eyes, piece) && more() {
        return Ok((unit, at));
    }
    A32.forbids(unit.kind.class() == Class::Gun, "Guns can't fire in this game")?;
    if unit.kind.is_weapon() {
        return Err(Refusal::new(A19, "a weapon can't fire by itself: fire the unit that holds it"));
    }
    A2.forbids(!unit.is_men(), "dummies can't fire")?;
    for (clause, flag, why) in ALWAYS.iter().chain(at_all(when)) {
        clause.forbids(unit.is(*flag), why)?;
    }
    A53.forbids(is_outnumbered(eyes, piece), "this unit guards too many prisoners to fire")?;
    if !more() {
        let crew = Crew::of(eyes, piece, unit);
        let gun = crew.has_sound_guns() && crew.men_used();
        A37.forbids(gun, "this unit has fired, and no gun of its kept its rate of fire")?;
        for (clause, flag, why) in spent(when) {
            clause.forbids(unit.is(*flag), why)?;
        }
    }
    A10.forbids(has_fired(when).has(piece), "this unit has already fired at the moving units in this Location")?;
    Ok((unit, at))
}

/// Returns the men of a side who can take part in fire now, as these eyes see them, if what they have fired leaves them
/// anything to fire.
#[inline]
fn unbarred(eyes: AslEyes<'_>, side: Side, when: Fight) -> Seen<'_> {
    let units = past(&ALWAYS, eyes.of(side).men().but(has_fired(when)));
    // Each question by itself, so that its markers are known where this is compiled.
    let units = if matches!(when, Fight::PrepFire) { past(at_all(Fight::PrepFire), units) } else { units };
    if eyes.has_prisoners() {
        units.but(units.group().iter().filter(|piece| is_outnumbered(eyes, *piece)).collect())
    } else {
        units
    }
}

/// Returns those who have fired nothing that keeps them from firing.
#[inline]
fn fresh(all: Seen<'_>, when: Fight) -> Seen<'_> {
    match when {
        Fight::PrepFire => past(spent(Fight::PrepFire), all),
        Fight::AdvancingFire => past(spent(Fight::AdvancingFire), all),
        Fight::FirstFire { .. } => all,
        _ => past(spent(Fight::FinalFire), all),
    }
}

/// Returns all men of a side who can take part in fire now, as these eyes see them.
#[inline]
pub fn able(eyes: AslEyes<'_>, side: Side, when: Fight) -> Seen<'_> {
    let all = unbarred(eyes, side, when);
    let fresh = fresh(all, when);
    let tired = all.but(fresh.group());
    let may = tired.only(tired.laden().group() | tired.bearing(Flag::Directed).group());
    let again = may.iter().filter(|(piece, unit, _)| has_more(eyes, when, *piece, unit));
    all.only(again.fold(fresh.group(), |able, (piece, ..)| able.with(piece)))
}

/// Returns the men of a side who may have something to fire, without a look at what each of them holds: all
/// [`firers`], and some who can hit nothing.
#[inline]
pub fn perhaps_firers(eyes: AslEyes<'_>, side: Side, when: Fight) -> Seen<'_> {
    let all = unbarred(eyes, side, when);
    let laden = all.laden();
    all.only(fresh(all, when).armed().group() | laden.group())
}

/// Returns those who can fire something: firepower of their own, or a machine gun.
#[inline]
pub fn firers(eyes: AslEyes<'_>, side: Side, when: Fight) -> Seen<'_> {
    firers_of(eyes, when, able(eyes, side, when))
}

/// Returns those of the men who can take part in fire that can fire something.
#[inline]
pub fn firers_of<'a>(eyes: AslEyes<'a>, when: Fight, able: Seen<'a>) -> Seen<'a> {
    let armed = able.armed();
    let gunners = able.but(armed.group()).laden().iter();
    let gunners = gunners.filter(|(piece, unit, _)| !Crew::of(eyes, *piece, unit).may_guns(when).is_empty());
    able.only(gunners.fold(armed.group(), |all, (piece, ..)| all.with(piece)))
}

#[inline(always)]
fn past<'a>(bars: &[Bar], units: Seen<'a>) -> Seen<'a> {
    let bars = bars.iter().filter(|(clause, ..)| clause.is_in_force());
    bars.fold(units, |units, (_, flag, _)| units.without(*flag))
}

/// Returns whether units of a Location have fired at a target in this phase, or at this expenditure of movement
/// factors: no second fire group may (ASL-A33). Public, as the firers are.
#[inline]
#[must_use]
pub fn has_grouped(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> bool {
    let [from, to] = [from, to].map(|at| eyes.setting().location(at));
    A33.is_in_force() && eyes.fired_at().contains(&(from, to))
}

/// Returns whether a shot at the moving units is the first of the next movement factor they spent: who fires has fired already, or a unit in the Location has.
#[must_use]
pub fn is_next_round(eyes: AslEyes<'_>, when: Fight, units: PieceSet, at: LocationId) -> bool {
    let Fight::FirstFire { fired, .. } = when else { return false };
    let places = units.iter().filter_map(|piece| eyes.unit(piece)?.at);
    !(units & fired).is_empty() || places.into_iter().any(|from| has_grouped(eyes, from, at))
}

/// Returns whether a side's units in a Location see an armed enemy in it, and fire at no other (A7.212). Public.
#[inline]
#[must_use]
pub fn is_busy(eyes: AslEyes<'_>, side: Side, from: LocationId) -> bool {
    A40.is_in_force() && !eyes.public().of(side.other()).armed().at(from).is_empty()
}

/// A unit of a side that fires from where it is, in answer to a question.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    pub(crate) eyes: AslEyes<'a>,
    pub(crate) side: Side,
    pub(crate) when: Fight,
    pub(crate) firer: (Piece, &'a Unit, LocationId),
    pub(crate) arms: Arms,
    view: View<'a>,
}

impl<'a> Aim<'a> {
    #[inline]
    pub(crate) fn of(eyes: AslEyes<'a>, side: Side, when: Fight, firer: (Piece, &'a Unit, LocationId)) -> Aim<'a> {
        Aim { eyes, side, when, firer, arms: Arms::All, view: eyes.view(firer.2) }
    }

    /// Returns the same with these arms.
    #[inline]
    pub(crate) fn with(self, arms: Arms) -> Aim<'a> {
        Aim { arms, ..self }
    }

    /// Returns whether a Location is near enough to be in sight, if it is below ground or the unit is.
    #[inline]
    fn could_see(&self, to: LocationId) -> bool {
        !self.view.is_below(to) || sewer_fire::could_see(self.view.distance(to))
    }

    /// Checks that a line to a Location is open, and that nothing else forbids fire along it.
    #[inline(always)]
    fn may_see(&self, to: LocationId) -> Result<(), Refusal> {
        let (eyes, from) = (self.eyes, self.firer.2);
        if self.view.is_below(to) {
            self.may_see_below(to)?;
        } else {
            let walled = eyes.setting().is_walled(from, to);
            A69.forbids(walled, "units fire out of a pillbox, and at those in it, only through its Covered Arc")?;
            if !self.view.sees(to) {
                return Err(Refusal::new(A6, "this unit doesn't see the target"));
            }
        }
        let other = !eyes.setting().are_one(from, to) && is_busy(eyes, self.side, from);
        A40.forbids(other, "a unit with an armed enemy in its Location fires at that Location only")
    }

    /// Checks that a line to a Location is open, if it is below ground or the unit is.
    #[inline(never)]
    fn may_see_below(&self, to: LocationId) -> Result<(), Refusal> {
        if matches!(self.when, Fight::FirstFire { .. }) {
            return Err(Refusal::new(A10, "units can't fire into or out of a sewer in the Movement Phase"));
        }
        sewer_fire::may_fire_at(self.eyes, self.side, self.firer.2, to)
    }

    /// Checks that the unit can hit a Location.
    // Inlined: callers that only need to know whether it can don't pay for the refusal.
    #[inline(always)]
    pub(crate) fn at(&self, to: LocationId) -> Result<(), Refusal> {
        let (piece, unit, _) = self.firer;
        self.may_see(to)?;
        let crew = Crew::of(self.eyes, piece, unit);
        let load = crew.load(self.when, self.arms, self.view.distance(to));
        if load.is_empty() {
            return Err(self.nothing_reaches(&crew));
        }
        self.may_hit(&crew, load, to)
    }

    /// Returns whether the unit can hit a Location with what of it is ready: the same as [`Aim::at`], in the order in which
    /// most targets fall away.
    // One function for all callers: its code is long, and is run for nearly every order.
    #[inline(never)]
    fn hits_with(&self, crew: &Crew<'_>, ready: Ready, to: LocationId) -> bool {
        let load = crew.load_of(ready, self.view.distance(to));
        !load.is_empty() && self.could_see(to) && self.may_see(to).is_ok() && self.may_hit(crew, load, to).is_ok()
    }

    /// Returns whether the unit can hit a Location ([`Aim::at`]).
    #[inline]
    pub(crate) fn hits(&self, to: LocationId) -> bool {
        let (piece, unit, _) = self.firer;
        let crew = Crew::of(self.eyes, piece, unit);
        self.hits_with(&crew, crew.ready(self.when, self.arms), to)
    }

    /// Checks that the unit can hit a Location along an open line with this load.
    #[inline(always)]
    fn may_hit(&self, crew: &Crew<'_>, load: Load, to: LocationId) -> Result<(), Refusal> {
        let (eyes, (_, unit, from)) = (self.eyes, self.firer);
        let again = || matches!(self.when, Fight::FirstFire { more: 1.., .. }) || guns::only_kept(eyes, load);
        A33.forbids(
            has_grouped(eyes, from, to) && !again(),
            "units of this Location have already fired at that target: they fire as one group or not at all",
        )?;
        if load.men {
            self.may_fire_late(crew.men_flags(), unit, to)?;
        }
        for gun in load.guns.iter().filter_map(|gun| eyes.unit(gun)) {
            let alone = unit.kind.is_smc() && guns::is_sustained(self.when, gun.flags);
            A39.forbids(alone, "a single man can't use Sustained Fire")?;
            self.may_fire_late(crew.gun_flags(self.when, load, gun.flags), gun, to)?;
        }
        Ok(())
    }

    /// Checks the range of fire after the first; `flags` are the markers of what fires.
    #[inline]
    fn may_fire_late(&self, flags: Flags, fires: &Unit, to: LocationId) -> Result<(), Refusal> {
        let distance = self.view.distance(to);
        match occasion_of(self.when, flags) {
            Occasion::SubsequentFire => {
                let beyond = distance > u16::from(fires.kind.values().range);
                A35.forbids(beyond, "the target is beyond Normal Range, the limit of Subsequent First Fire")?;
                let near = nearest(self.eyes, self.side, self.firer.0, self.firer.2);
                A35.forbids(
                    near.is_some_and(|near| near < distance),
                    "Subsequent First Fire is barred: a Known enemy is nearer than the moving units",
                )
            }
            Occasion::ProtectiveFire => {
                A35.forbids(distance > 1, "Final Protective Fire can hit only adjacent moving units")
            }
            Occasion::FinalFire if flags.has(Flag::FirstFired) => {
                A35.forbids(distance > 1, "a unit that used First Fire can fire only at adjacent enemies")
            }
            _ => Ok(()),
        }
    }

    /// Returns why the unit has nothing to fire at a target it sees.
    #[cold]
    fn nothing_reaches(&self, crew: &Crew<'_>) -> Refusal {
        let Aim { when, arms, firer: (_, unit, _), .. } = *self;
        if arms == Arms::Guns && !crew.has_guns() {
            return Refusal::new(A19, "this unit holds no machine gun");
        }
        if arms == Arms::Guns && !crew.has_sound_guns() {
            return Refusal::new(A38, "the machine gun has malfunctioned");
        }
        if arms == Arms::Guns && crew.may_guns(when).is_empty() {
            return Refusal::new(A37, "no machine gun of this unit may fire again");
        }
        if unit.kind.values().fp == 0 && (arms == Arms::Men || !crew.has_guns()) {
            return Refusal::new(A18, "a leader has no firepower: he can only direct the fire of others");
        }
        if arms == Arms::Men && !crew.may_men(when) {
            return Refusal::new(A19, "this unit has already used its own firepower");
        }
        if unit.is(Flag::UsedCharge) && !crew.may_men(when) && crew.may_guns(when).is_empty() {
            return Refusal::new(A20, "this unit has used a demolition charge, and fires nothing else");
        }
        Refusal::new(A7, "the target is out of range")
    }
}

/// Checks that a unit can hit a Location from its own: in its line of sight, and in range.
#[inline]
pub fn may_aim(
    eyes: AslEyes<'_>,
    side: Side,
    when: Fight,
    arms: Arms,
    piece: Piece,
    to: LocationId,
) -> Result<(), Refusal> {
    let (unit, from) = eyes.own(side, piece)?;
    Aim::of(eyes, side, when, (piece, unit, from)).with(arms).at(to)
}

/// Returns the distance of the nearest Known enemy that could fire back.
fn nearest(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId) -> Option<u16> {
    let view = eyes.view(from);
    let armed = eyes.public().of(side.other()).armed().without(Flag::Broken).in_sight_of(piece);
    armed.iter().map(|(_, _, at)| view.distance(at)).min()
}

impl Aim<'_> {
    /// Returns whether it can hit any of the targets that satisfies `such`.
    #[inline]
    pub(crate) fn hits_any(&self, targets: Targets<'_>, such: impl Fn(LocationId) -> bool) -> bool {
        let (piece, unit, _) = self.firer;
        let crew = Crew::of(self.eyes, piece, unit);
        let ready = crew.ready(self.when, self.arms);
        let near = |to| self.view.distance(to) <= ready.reach;
        let hits = |to| near(to) && self.hits_with(&crew, ready, to) && such(to);
        !ready.is_empty() && targets.faced_by(piece).any(hits)
    }

    /// Returns whether it can hit any of the targets, with everything or with a part.
    #[inline]
    pub(crate) fn hits_somehow(&self, targets: Targets<'_>) -> bool {
        let (piece, unit, _) = self.firer;
        let parts = || Crew::of(self.eyes, piece, unit).has_guns();
        self.hits_any(targets, |_| true)
            || (parts() && [Arms::Men, Arms::Guns].into_iter().any(|arms| self.with(arms).hits_any(targets, |_| true)))
    }
}
