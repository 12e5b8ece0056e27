//! What a unit fires in a shot: its own firepower, machine guns that it holds, or both (ASL-A19, ASL-A37, ASL-A39).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, PieceSet};

use crate::mechanics::shot::{SIXTEENTHS, occasion_of};
use crate::printed::clause::{A7, A19, A20, A35, A38};
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Class;
use crate::printed::words::Arms;
use crate::state::fight::Fight;
use crate::state::report::fights::Occasion;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// What one unit fires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Whether it fires its own firepower.
    pub men: bool,
    /// The machine guns it fires.
    pub guns: PieceSet,
}

impl Load {
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        !self.men && self.guns.is_empty()
    }
}

/// What of a unit may fire, at whatever distance.
#[derive(Clone, Copy, Debug)]
pub struct Ready {
    men: bool,
    guns: PieceSet,
    /// The greatest distance at which any of it fires.
    pub reach: u16,
}

impl Ready {
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        !self.men && self.guns.is_empty()
    }
}

/// Markers of fire in this Player Turn.
const FIRED: Flags = Flags::NONE
    .set(Flag::PrepFired, true)
    .set(Flag::FirstFired, true)
    .set(Flag::FinalFired, true)
    .set(Flag::AdvanceFired, true);

/// Returns the markers of a unit or weapon that keep it from firing again.
#[inline]
pub fn spent(when: Fight) -> Flags {
    const OWN: Flags = Flags::NONE.set(Flag::PrepFired, true).set(Flag::AdvanceFired, true);
    const FINAL: Flags = Flags::NONE.set(Flag::FinalFired, true);
    match when {
        Fight::PrepFire | Fight::AdvancingFire => OWN,
        Fight::FirstFire { .. } => Flags::NONE,
        _ => FINAL,
    }
}

/// Returns whether a marker says that a unit or weapon has fired.
#[inline]
pub fn has_fired(unit: &Unit) -> bool {
    unit.flags.meet(FIRED)
}

/// Returns whether fire is Sustained if a machine gun fires it (ASL-A39). `flags` are the gun's own.
#[must_use]
pub fn is_sustained(when: Fight, flags: Flags) -> bool {
    match occasion_of(when, flags) {
        Occasion::SubsequentFire | Occasion::ProtectiveFire => true,
        Occasion::FinalFire => flags.has(Flag::FirstFired),
        _ => false,
    }
}

/// A unit with its machine guns, and what of it has fired in this Player Turn.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    eyes: AslEyes<'a>,
    unit: &'a Unit,
    /// The machine guns it holds.
    guns: PieceSet,
    /// Those of them that have fired.
    used: PieceSet,
}

impl<'a> Crew<'a> {
    // Most hold nothing.
    #[inline(always)]
    pub fn of(eyes: AslEyes<'a>, piece: Piece, unit: &'a Unit) -> Crew<'a> {
        let crew = Crew { eyes, unit, guns: PieceSet::EMPTY, used: PieceSet::EMPTY };
        if eyes.is_laden(piece) { crew.with_guns(piece) } else { crew }
    }

    #[inline(never)]
    fn with_guns(self, piece: Piece) -> Crew<'a> {
        let (mut crew, eyes) = (self, self.eyes);
        for (gun, weapon) in eyes.weapons(piece).filter(|(_, weapon)| weapon.kind.class() == Class::Lmg) {
            if A19.is_in_force() {
                crew.guns = crew.guns.with(gun);
            }
            if has_fired(weapon) || weapon.is(Flag::KeptRate) {
                crew.used = crew.used.with(gun);
            }
        }
        crew
    }

    /// Returns whether it holds a machine gun.
    #[inline]
    pub const fn has_guns(&self) -> bool {
        !self.guns.is_empty()
    }

    /// Returns whether it holds a machine gun that works.
    pub fn has_sound_guns(&self) -> bool {
        self.guns.iter().any(|gun| self.is_sound(gun))
    }

    fn is_sound(&self, gun: Piece) -> bool {
        self.eyes.unit(gun).is_some_and(|gun| !gun.is(Flag::Malfunctioned) || !A38.is_in_force())
    }

    /// Returns whether its own firepower has been used, or it has directed fire.
    #[inline]
    pub fn men_used(&self) -> bool {
        has_fired(self.unit) && (self.unit.is(Flag::UsedInherent) || self.used.is_empty())
    }

    /// Returns how many more of its own firepower and its guns it may begin to fire in this Player Turn: a squad has
    /// two, any other unit one. A demolition charge counts as a gun.
    fn free(&self) -> usize {
        let all = if self.unit.kind.class() == Class::Squad { 2 } else { 1 };
        let charge = self.unit.is(Flag::UsedCharge) && A20.is_in_force();
        // Most hold nothing.
        let used = if self.used.is_empty() { 0 } else { self.used.len() };
        usize::saturating_sub(all, used + usize::from(self.men_used()) + usize::from(charge))
    }

    /// Returns whether nothing of it fires, whatever has fired: after Prep Fire, there is no Advancing Fire.
    fn is_done(&self, when: Fight) -> bool {
        matches!(when, Fight::AdvancingFire) && self.unit.is(Flag::PrepFired) && A7.is_in_force()
    }

    /// Returns whether its own firepower may fire.
    #[inline]
    pub fn may_men(&self, when: Fight) -> bool {
        if self.unit.kind.values().fp == 0 || self.is_done(when) {
            return false;
        }
        if self.men_used() { !self.unit.flags.meet(spent(when)) || !A7.is_in_force() } else { self.free() > 0 }
    }

    /// Returns the machine guns that may fire.
    #[inline]
    pub fn may_guns(&self, when: Fight) -> PieceSet {
        let able = |gun: &Piece| {
            let ready = self.eyes.unit(*gun).is_some_and(|gun| !gun.flags.meet(spent(when)) || !A7.is_in_force());
            ready && self.is_sound(*gun) && (self.used.has(*gun) || self.free() > 0)
        };
        if self.is_done(when) { PieceSet::EMPTY } else { self.guns.iter().filter(able).collect() }
    }

    /// Returns the markers that decide the kind of fire of its own firepower.
    pub fn men_flags(&self) -> Flags {
        if self.men_used() { self.unit.flags } else { Flags::NONE }
    }

    /// Returns the markers that decide the kind of fire of one of its guns, which has `flags`: beside its own firepower in
    /// Subsequent First Fire or Final Protective Fire, a gun fires so too (A8.3).
    pub fn gun_flags(&self, when: Fight, load: Load, flags: Flags) -> Flags {
        if !(load.men && matches!(when, Fight::FirstFire { .. }) && A35.is_in_force()) {
            return flags;
        }
        let men = self.men_flags();
        let late = [Flag::FirstFired, Flag::FinalFired].into_iter().filter(|flag| men.has(*flag));
        late.fold(flags, |flags, flag| flags.set(flag, true))
    }

    /// Returns what of it may fire, of these arms.
    #[inline]
    pub fn ready(&self, when: Fight, arms: Arms) -> Ready {
        let men = arms != Arms::Guns && self.may_men(when);
        let ready = Ready { men, guns: PieceSet::EMPTY, reach: if men { reach(self.unit) } else { 0 } };
        if self.guns.is_empty() || arms == Arms::Men { ready } else { self.ready_guns(ready, when) }
    }

    /// Adds the guns to what of it may fire.
    #[inline(never)]
    fn ready_guns(&self, own: Ready, when: Fight) -> Ready {
        let guns = self.may_guns(when);
        let reach = guns.iter().filter_map(|gun| self.eyes.unit(gun)).map(reach).fold(own.reach, u16::max);
        Ready { guns, reach, ..own }
    }

    /// Returns what it fires at a distance: its own firepower and one gun, or two guns, if it is a squad; otherwise its
    /// own firepower or a gun, whichever is stronger.
    #[inline]
    pub fn load(&self, when: Fight, arms: Arms, distance: u16) -> Load {
        self.load_of(self.ready(when, arms), distance)
    }

    /// Returns what of it fires at a distance, of what is ready.
    #[inline(always)]
    pub fn load_of(&self, ready: Ready, distance: u16) -> Load {
        let men = ready.men && is_in_range(self.unit, distance);
        if ready.guns.is_empty() {
            return Load { men, guns: PieceSet::EMPTY };
        }
        self.load_with(ready, men, distance)
    }

    /// Returns the same, for a unit with machine guns that are ready.
    #[inline(never)]
    fn load_with(&self, ready: Ready, men: bool, distance: u16) -> Load {
        let reaching = |gun: &Piece| self.eyes.unit(*gun).is_some_and(|gun| is_in_range(gun, distance));
        let guns: PieceSet = ready.guns.iter().filter(reaching).collect();
        if guns.is_empty() { Load { men, guns } } else { self.load_guns(men, guns, distance) }
    }

    fn load_guns(&self, men: bool, guns: PieceSet, distance: u16) -> Load {
        let power = |gun: Piece| self.eyes.unit(gun).map_or(0, |gun| at_range(gun, distance));
        // Guns that have fired before need no other hands, and come first.
        let rank = |gun: &Piece| (!self.used.has(*gun), std::cmp::Reverse(power(*gun)), *gun);
        if self.unit.kind.class() == Class::Squad {
            let hands = self.free().saturating_sub(usize::from(men && !self.men_used()));
            let some = (guns & self.used).len() + hands;
            return Load { men, guns: if guns.len() <= some { guns } else { first_of(guns, some, rank) } };
        }
        match guns.iter().min_by_key(rank) {
            Some(gun) if !men || power(gun) >= at_range(self.unit, distance) => {
                Load { men: false, guns: PieceSet::EMPTY.with(gun) }
            }
            _ => Load { men, guns: PieceSet::EMPTY },
        }
    }
}

/// Returns the first of some guns by a rank.
#[inline(never)]
fn first_of<K: Ord>(guns: PieceSet, some: usize, rank: impl FnMut(&Piece) -> K) -> PieceSet {
    let mut all: ArrayVec<Piece, { PieceSet::LIMIT }> = guns.iter().collect();
    all.sort_by_key(rank);
    all.into_iter().take(some).collect()
}

/// Returns the greatest distance at which a unit or weapon fires, long range included.
#[inline]
fn reach(unit: &Unit) -> u16 {
    if A7.is_in_force() { 2 * u16::from(unit.kind.values().range) } else { u16::MAX }
}

/// Returns whether a distance is in the range of a unit or weapon, long range included.
#[inline]
fn is_in_range(unit: &Unit, distance: u16) -> bool {
    distance <= reach(unit)
}

/// Returns the firepower of a unit or weapon by itself at a distance, in sixteenths: half at long range.
#[must_use]
pub fn at_range(unit: &Unit, distance: u16) -> u16 {
    let (fp, range) = (u16::from(unit.kind.values().fp), u16::from(unit.kind.values().range));
    match distance {
        _ if distance > 2 * range => 0,
        _ if distance > range && A7.is_in_force() => fp * SIXTEENTHS / 2,
        _ => fp * SIXTEENTHS,
    }
}

/// Returns what a unit fires at a Location.
pub fn load(eyes: AslEyes<'_>, when: Fight, arms: Arms, piece: Piece, to: LocationId) -> Load {
    let Some((unit, from)) = eyes.unit(piece).and_then(|unit| Some((unit, unit.at?))) else { return Load::default() };
    Crew::of(eyes, piece, unit).load(when, arms, eyes.setting().distance(from, to))
}

/// Returns whether a unit fires nothing but guns that have kept their rate of fire in this phase: they don't count as a second fire group (ASL-A33).
pub fn only_kept(eyes: AslEyes<'_>, load: Load) -> bool {
    let kept = |gun: Piece| eyes.unit(gun).is_some_and(|gun| gun.is(Flag::Used));
    !load.men && load.guns.iter().all(kept)
}
