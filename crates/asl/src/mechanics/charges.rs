//! Demolition charges: Placed, Thrown and Set (ASL-A20, ASL-A66, ASL-A67, ASL-A68).

use board::LocationId;
use rules::{Audience, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::attack::{self, Attack, Rolled};
use crate::mechanics::modifiers;
use crate::mechanics::shot::{SIXTEENTHS, line, marker, occasion};
use crate::mechanics::{concealment, morale, pillbox, rubble};
use crate::printed::clause::{A7, A20, A66, A67, A68, A69, A72};
use crate::printed::drm::Drm;
use crate::printed::flags::Flag;
use crate::printed::kind::{Class, Quality};
use crate::printed::tables::{Column, Effect};
use crate::printed::words::{Cover, Fate};
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position;
use crate::state::report::fights::{Check, FightReport, Occasion};
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::works::Charge;

/// Firepower of a charge (A23.1), and of one that is Set (A23.7).
const FIREPOWER: u16 = 30;
const SET_FIREPOWER: u16 = 36;
/// Lowest Original DR that makes a dud in the hands of Elite men, and of others (A23.2).
const DUD: u16 = 12;
const DUD_OF_OTHERS: u16 = 10;
/// Modifier of a thrown charge, at the target and at the thrower's own Location; in the AFPh 1 more (A23.6, A23.61).
const THROWN: i8 = 2;
const THROWN_BACK: i8 = 3;
/// Modifier of a Set charge (A23.7).
const SET: i8 = -3;
/// What a charge that was Placed or Set adds to the number of its KIA against a pillbox (B30.9).
const PLACED_WELL: u8 = 2;
/// Levels that a charge falls before it does not reach its thrower (A23.63).
const DEEP: i16 = 2;

/// Returns the charge that a unit holds.
#[must_use]
pub fn held(eyes: AslEyes<'_>, unit: Piece) -> Option<Piece> {
    eyes.weapons(unit).find(|(_, weapon)| weapon.kind.class() == Class::Dc).map(|(piece, _)| piece)
}

/// Returns the charges of a side that are Placed or Set.
pub fn of(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = Charge> + '_ {
    eyes.charges().filter(move |charge| eyes.unit(charge.sw).is_some_and(|sw| sw.side == side))
}

/// Returns the height of a Location in levels.
#[must_use]
pub fn height(setting: &Setting, at: LocationId) -> i16 {
    setting.spot(at).map_or(0, |spot| i16::from(spot.elevation) + i16::from(spot.level))
}

/// Returns the lowest Original DR with which the charge of this unit is a dud.
fn dud(unit: &Unit) -> u16 {
    if unit.kind.values().quality[unit.side] == Quality::Elite { DUD } else { DUD_OF_OTHERS }
}

/// Marks a unit that uses its charge: whether it is one a Player Turn (A23.1), and what it may still fire.
fn spend(resolver: &mut impl Resolver<Asl>, when: Fight, unit: Piece) {
    resolver.change(A20, Change::Flag { unit, flag: Flag::UsedCharge, on: true });
    let Some(user) = resolver.position().unit(unit) else { return };
    // A squad fires its own firepower besides a weapon.
    let free = user.kind.class() == Class::Squad && !matches!(when, Fight::FirstFire { .. });
    let flag = marker(occasion(when, user));
    if !free {
        resolver.change(A20, Change::Flag { unit, flag, on: true });
    }
}

/// Marks the squads that have thrown a charge in the Prep Fire Phase: they have used Prep Fire.
pub fn end_of_prep_fire(resolver: &mut impl Resolver<Asl>) {
    let pieces = &resolver.position().units;
    let threw = pieces.bearing(Flag::UsedCharge) - pieces.bearing(Flag::PrepFired);
    for unit in threw.iter() {
        resolver.change(A20, Change::Flag { unit, flag: Flag::PrepFired, on: true });
    }
}

/// Throws the charge of a unit (ASL-A67): it attacks the target, then the thrower's own Location on a DR of its own.
pub fn throw(resolver: &mut impl Resolver<Asl>, side: Side, when: Fight, unit: Piece, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some((thrower, from)) = eyes.unit(unit).and_then(|unit| Some((*unit, unit.at?))) else { return };
    let Some(sw) = held(eyes, unit) else { return };
    let setting = resolver.setting();
    let (below, target_below) = (setting.is_below(from), setting.is_below(at));
    let falls = height(setting, from) - height(setting, at);
    if !below {
        concealment::lose(resolver, unit);
    }
    spend(resolver, when, unit);
    let late = i8::from(when == Fight::AdvancingFire);
    let exhausted = i8::from(thrower.is(Flag::Cx));
    let unsure = |target_below: bool| A7.is_in_force() && (below || !target_below);
    let thrown =
        |charge: i8| Drm { charge: if A67.is_in_force() { charge + late } else { 0 }, exhausted, ..Drm::default() };

    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let movers = matches!(when, Fight::FirstFire { .. }).then(|| eyes.moving()).flatten();
    let victims = movers.map_or_else(|| all_at(eyes, at), |moving| moving.units);
    let attack = Attack {
        units: PieceSet::EMPTY.with(unit),
        below: below.then_some(from),
        unsure: unsure(target_below),
        drm: {
            let drm = on_target(eyes, side.other(), at, thrown(THROWN));
            over_hexside(eyes, from, at, from_behind(eyes.setting(), Some(from), at, drm))
        },
        victims,
        ..blast(side, Occasion::Charge, at)
    };
    if !explode(resolver, sw, &attack, None, dud(&thrower)) {
        return;
    }
    if falls >= DEEP || !A67.is_in_force() {
        return;
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let attack = Attack {
        units: PieceSet::EMPTY.with(unit),
        below: below.then_some(from),
        unsure: unsure(below),
        drm: on_target(eyes, side, eyes.setting().location(from), thrown(THROWN_BACK)),
        victims: all_at(eyes, from),
        against: side,
        ..blast(side, Occasion::ThrownBack, eyes.setting().location(from))
    };
    attack::resolve(resolver, &attack);
}

/// Returns an attack by a charge, to be completed.
fn blast(side: Side, occasion: Occasion, at: LocationId) -> Attack {
    let power = if occasion == Occasion::SetCharge { SET_FIREPOWER } else { FIREPOWER };
    Attack { power: if A20.is_in_force() { power * SIXTEENTHS } else { 0 }, ..Attack::of(side, occasion, at) }
}

/// Returns all units in a Location, of both sides.
fn all_at(eyes: AslEyes<'_>, at: LocationId) -> PieceSet {
    Side::BOTH.into_iter().flat_map(|side| eyes.at(side, at)).map(|(piece, _)| piece).collect()
}

/// Adds the modifiers of the target's Location.
fn on_target(eyes: AslEyes<'_>, enemy: Side, at: LocationId, own: Drm) -> Drm {
    Drm { charge: own.charge, exhausted: own.exhausted, ..modifiers::of_target(eyes, enemy, at) }
}

/// Counts the other modifier of a pillbox against a charge that comes from outside its CA.
fn from_behind(setting: &Setting, from: Option<LocationId>, at: LocationId, drm: Drm) -> Drm {
    let behind = from.is_some_and(|from| setting.is_walled(from, at));
    match setting.pillbox(at).filter(|_| behind && A69.is_in_force()) {
        Some(pillbox) => Drm { terrain: pillbox.nca, ..drm },
        None => drm,
    }
}

/// Returns whether a charge can be laid or thrown from one Location into another: they are ADJACENT; of a pillbox its
/// hex counts.
#[must_use]
pub fn is_next(eyes: AslEyes<'_>, from: LocationId, at: LocationId) -> bool {
    let setting = eyes.setting();
    match setting.spot(at).filter(|_| setting.pillbox(at).is_some()) {
        Some(inside) => setting.are_one(from, inside.ground) || eyes.are_adjacent(from, inside.ground),
        None => eyes.are_adjacent(from, at),
    }
}

/// Counts the wall or hedge that a charge is thrown over, if it is better than the terrain.
fn over_hexside(eyes: AslEyes<'_>, from: LocationId, at: LocationId, drm: Drm) -> Drm {
    let hexside = line(eyes, from, at).map_or(0, |line| line.hexside as i8);
    if hexside > drm.terrain + drm.fortified { Drm { hexside, terrain: 0, fortified: 0, ..drm } } else { drm }
}

/// Lets a charge explode: a dud attacks nothing, and if rubble falls, there is no attack (A23.2, B24.11). Returns
/// whether it has exploded.
fn explode(
    resolver: &mut impl Resolver<Asl>,
    sw: Piece,
    attack: &Attack,
    toward: Option<LocationId>,
    dud: u16,
) -> bool {
    let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "attack", A20)).sum();
    let fails = dr >= dud && A20.is_in_force();
    if fails {
        // In a sewer the charge is as unseen as who threw it.
        let public = AslEyes::open(resolver.setting(), resolver.position()).public();
        let sw = public.seen(PieceSet::EMPTY.with(sw)).iter().next();
        resolver.report(A20, Audience::All, FightReport::Dud { sw, at: attack.at }.into());
    }
    resolver.change(A20, Change::Gone { unit: sw, fate: Fate::Removed });
    if fails {
        return false;
    }
    let attack = &Attack { victims: attack.victims.without(sw), ..*attack };
    let column = Column::of(attack.power / SIXTEENTHS);
    let set = attack.occasion == Occasion::SetCharge;
    if destroys(resolver, attack, dr) {
        return true;
    }
    // Halved or not, the Original KIA is that of the full firepower.
    let original = Column::of(FIREPOWER).map(|column| column.effect(dr as i16)).filter(|_| !set);
    let kia = if let Some(Effect::Kill(kia)) = original { Some(kia) } else { None };
    if kia.is_some_and(|kia| rubble::may_fall(resolver, attack.at, kia)) {
        return true;
    }
    let attack = &breach(resolver, attack, toward, dr);
    attack::strike(resolver, attack, Rolled { dr, cowered: false, coloured: None }, false);
    // The Final KIA of a Set charge destroys the level it is in (A23.7).
    let last = column.map(|column| column.effect(dr as i16 + attack.drm.sum()));
    if set && matches!(last, Some(Effect::Kill(_))) && A68.is_in_force() {
        rubble::bring_down(resolver, A68, attack.at);
    }
    true
}

/// Destroys a pillbox if the number of the Original KIA, 2 higher for a charge that was Placed or Set, is at least its
/// modifier (B30.9). Returns whether it does.
fn destroys(resolver: &mut impl Resolver<Asl>, attack: &Attack, dr: u16) -> bool {
    let column = Column::of(FIREPOWER);
    let walled = resolver.setting().pillbox(attack.at).is_some() && A69.is_in_force();
    let Some(Effect::Kill(kia)) = column.map(|column| column.effect(dr as i16)).filter(|_| walled) else {
        return false;
    };
    let kia = kia + if attack.occasion == Occasion::Charge { 0 } else { PLACED_WELL };
    let falls = i16::from(kia) >= i16::from(attack.drm.terrain);
    if falls {
        pillbox::destroy(resolver, attack.side, attack.at, kia);
    }
    falls
}

/// Resolves a charge on the hexside of a Fortified Location: a NMC or better, with the modifiers of that Location,
/// breaches it. Returns the attack on those inside, which has half the firepower (B23.9221).
fn breach(resolver: &mut impl Resolver<Asl>, attack: &Attack, toward: Option<LocationId>, dr: u16) -> Attack {
    let walled = resolver.setting().pillbox(attack.at).is_some();
    let Some(from) = toward.filter(|_| A72.is_in_force() && !walled) else { return *attack };
    let column = Column::of(attack.power / SIXTEENTHS);
    let effect = column.map_or(Effect::None, |column| column.effect(dr as i16 + attack.drm.sum()));
    if !matches!(effect, Effect::None | Effect::Pin) {
        resolver.report(A72, Audience::All, FightReport::Breaches { from, to: attack.at }.into());
        resolver.change(A72, Change::Breached { from, to: attack.at });
    }
    Attack { power: attack.power / 2, ..*attack }
}

/// Places the charge of a unit that has spent the movement factors for it, unless the fire it drew has broken, pinned
/// or eliminated it (A23.3).
pub fn place(resolver: &mut impl Resolver<Asl>, unit: PieceSet, at: LocationId, breach: bool, halved: bool) {
    let Some((placer, sw)) = able(resolver, unit) else { return };
    let Some(from) = resolver.position().unit(placer).and_then(|unit| unit.at) else { return };
    // Of a pillbox it matters from which side.
    let toward = (breach || resolver.setting().pillbox(at).is_some()).then_some(from);
    lay(
        resolver,
        (placer, sw),
        at,
        Change::PlacedCharge {
            sw,
            unit: placer,
            at,
            toward,
            set: false,
            halved,
            exhausted: is_exhausted(resolver, placer),
        },
    );
}

/// Sets the charge of a unit that has spent its Movement Phase for it, if its dr is low enough (A23.7).
pub fn set(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
    let Some((unit, sw)) = units.iter().find_map(|unit| able(resolver, PieceSet::EMPTY.with(unit))) else { return };
    let Some(setter) = resolver.position().unit(unit).copied() else { return };
    let Some(at) = setter.at else { return };
    let leads =
        |piece: Piece| resolver.position().unit(piece).filter(|unit| morale::leads(unit)).map(morale::leadership);
    let help = units.without(unit).iter().find_map(leads).unwrap_or(0);
    let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "set charge", A68)).sum();
    let done = is_set(dr, help, &setter);
    resolver.report(A68, Audience::All, FightReport::Sets { unit, at, dr: dr as u8, drm: help, done }.into());
    if done {
        lay(
            resolver,
            (unit, sw),
            at,
            Change::PlacedCharge { sw, unit, at, toward: None, set: true, halved: false, exhausted: false },
        );
    }
}

/// Returns whether a dr of a unit sets its charge, with this modifier of a leader who helps.
#[must_use]
pub fn is_set(dr: u16, help: i8, setter: &Unit) -> bool {
    dr as i16 + i16::from(help) <= i16::from(setter.kind.size())
}

fn is_exhausted(resolver: &impl Resolver<Asl>, unit: Piece) -> bool {
    resolver.position().unit(unit).is_some_and(|unit| unit.is(Flag::Cx))
}

/// Returns the unit that still can Place or Set its charge, and the charge.
fn able(resolver: &impl Resolver<Asl>, unit: PieceSet) -> Option<(Piece, Piece)> {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let unit = unit.iter().next()?;
    let fit = eyes.unit(unit).is_some_and(|unit| unit.at.is_some() && unit.is_good() && !unit.is(Flag::Pinned));
    if fit { Some((unit, held(eyes, unit)?)) } else { None }
}

/// Takes a charge from its holder and lays it down in sight of all.
fn lay(resolver: &mut impl Resolver<Asl>, (_, sw): (Piece, Piece), at: LocationId, charge: Change) {
    let clause = if matches!(charge, Change::PlacedCharge { set: true, .. }) { A68 } else { A66 };
    resolver.change(clause, Change::Held { sw, holder: None });
    if resolver.position().unit(sw).is_some_and(|sw| sw.cover != Cover::Open) {
        resolver.change(clause, Change::Cover { unit: sw, now: Cover::Open });
    }
    if resolver.position().unit(sw).is_some_and(|sw| sw.at != Some(at)) {
        resolver.change(clause, Change::Placed { unit: sw, at });
    }
    resolver.change(clause, Change::Flag { unit: sw, flag: Flag::Fused, on: true });
    resolver.change(clause, charge);
}

/// Lets a charge explode that was Placed or Set. The unit that detonates a Set one passes a NTC first.
pub fn detonate(resolver: &mut impl Resolver<Asl>, sw: Piece, unit: Option<Piece>) {
    let Some(charge) = resolver.position().charges.iter().find(|charge| charge.sw == sw).copied() else { return };
    let clause = if charge.set { A68 } else { A66 };
    if let Some(unit) = unit.filter(|_| charge.set) {
        concealment::lose(resolver, unit);
        resolver.change(A68, Change::Flag { unit, flag: Flag::Used, on: true });
        if !morale::task_check(resolver, A68, unit, Check::Detonation) {
            return;
        }
    }
    let Some((side, placer)) =
        resolver.position().unit(sw).map(|sw| sw.side).zip(resolver.position().unit(charge.unit).copied())
    else {
        return;
    };
    resolver.change(clause, Change::ChargeGone { sw });
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let victims = all_at(eyes, charge.at);
    let attack = if charge.set {
        let drm = Drm { charge: SET, ..Drm::default() };
        Attack { unsure: A7.is_in_force(), drm, victims, ..blast(side, Occasion::SetCharge, charge.at) }
    } else {
        let own = Drm { exhausted: i8::from(charge.exhausted), ..Drm::default() };
        let full = blast(side, Occasion::PlacedCharge, charge.at);
        let power = if charge.halved { full.power / 2 } else { full.power };
        let drm = on_target(eyes, side.other(), charge.at, own);
        Attack { power, drm: from_behind(eyes.setting(), charge.toward, charge.at, drm), victims, ..full }
    };
    let least = if charge.set { set_dud(eyes, side, charge) } else { dud(&placer) };
    explode(resolver, sw, &attack, charge.toward, least);
}

/// Returns the lowest Original DR with which a Set charge is a dud: one lower for each enemy there in sight; a "?" counts
/// as one, whatever is under it.
fn set_dud(eyes: AslEyes<'_>, side: Side, charge: position::Charge) -> u16 {
    let enemies = eyes.public().of(side.other()).men().at(charge.at).group().len();
    let more = enemies + usize::from(eyes.is_unknown_at(side.other(), charge.at));
    DUD.saturating_sub(u16::try_from(more).unwrap_or(DUD))
}
