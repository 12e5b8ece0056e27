//! Resolution of a shot: firepower, modifiers, cowering, and the result (ASL-A7, ASL-A8, ASL-A9).
//!
//! One DR counts in two columns: the full one against units in sight, the halved one against units under a "?". A
//! report names only modifiers that are public.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, ClassCounts, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::shot::{SIXTEENTHS, Shot, directs, firepower, line, marker, occasion};
use crate::mechanics::{berserk, concealment, desperation, morale, stack};
use crate::printed::clause::{
    A3, A7, A8, A9, A10, A15, A18, A22, A24, A69, B8_3B, B8_3C, B8_42D, B8_43, B8_44C,
};
use crate::printed::drm::Drm;
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{
    COWERING, Column, ENTRENCHMENT, Effect, FORTIFIED, HAZARDOUS, IN_THE_OPEN, NON_ASSAULT,
};
use crate::printed::words::Pace;
use crate::setting::{Place, Spot};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Fort;
use crate::state::report::fights::{Check, Dug, FightReport, Occasion};
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// An attack with everything that determines it except the dice.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    pub side: Side,
    pub occasion: Occasion,
    pub units: PieceSet,
    /// The Sewer Location it comes from; `None` if from above ground.
    pub below: Option<LocationId>,
    pub at: LocationId,
    pub power: u16,
    /// Whether the firepower is halved against units under a "?".
    pub unsure: bool,
    /// Columns lost if the firers cower; 0 if they can't.
    pub cowers: u8,
    pub drm: Drm,
    pub victims: PieceSet,
    /// Whether units out of sight make the firers' Location more overstacked than is public. If so, the modifier
    /// reveals it.
    pub tells_crowd: bool,
    /// The side whose works count at the target.
    pub against: Side,
}

impl Attack {
    /// Returns an attack that hits nobody, to be completed.
    #[must_use]
    pub fn of(side: Side, occasion: Occasion, at: LocationId) -> Attack {
        Attack {
            side,
            occasion,
            units: PieceSet::EMPTY,
            below: None,
            at,
            power: 0,
            unsure: false,
            cowers: 0,
            drm: Drm::default(),
            victims: PieceSet::EMPTY,
            tells_crowd: false,
            against: side.other(),
        }
    }
}

/// The dice of an attack.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// The Original DR.
    pub dr: u16,
    /// Whether the firers cower.
    pub cowered: bool,
}

/// Adds the modifiers of the target's Location: none in a sewer (B8.3c).
fn cover(eyes: AslEyes<'_>, enemy: Side, spot: &Spot, at: LocationId, drm: &mut Drm) {
    if eyes.setting().is_below(at) {
        if B8_3B.is_in_force() {
            drm.hazardous = HAZARDOUS;
        }
        if B8_3C.is_in_force() {
            return;
        }
    }
    let terrain = eyes.terrain(spot).tem();
    drm.terrain = match spot.place {
        Place::Pillbox if A69.is_in_force() => eyes.setting().pillbox(at).map_or(terrain, |pillbox| pillbox.ca),
        _ => terrain,
    };
    if eyes.fort(enemy, at).is_some() && eyes.terrain(spot).is_building() {
        drm.fortified = FORTIFIED;
    }
}

/// Returns the modifiers of a target anywhere: its Location, the hexside in front of it, and overstacking as far as it
/// can be seen.
#[must_use]
pub fn of_target(eyes: AslEyes<'_>, enemy: Side, at: LocationId) -> Drm {
    let mut drm = Drm::default();
    if let Some(spot) = eyes.setting().spot(at) {
        cover(eyes, enemy, spot, at, &mut drm);
    }
    let excess = stack::excess_with(eyes.public(), enemy, at, PieceSet::EMPTY);
    drm.crowd = -i8::try_from(excess).unwrap_or(0);
    drm
}

/// Returns `drm` for units in the entrenchment there: the best cover counts (ASL-A24).
fn entrenched(drm: Drm) -> Drm {
    let best = drm.terrain.max(drm.hexside).max(drm.fortified + drm.terrain);
    if best >= ENTRENCHMENT || !A24.is_in_force() {
        return drm;
    }
    Drm { terrain: ENTRENCHMENT, hexside: 0, in_the_open: 0, ..drm }
}

/// Adds the modifiers between firers and target: the worst line counts. A wall or hedge replaces the terrain.
fn between(eyes: AslEyes<'_>, units: PieceSet, at: LocationId, drm: &mut Drm) {
    for from in units.iter().filter_map(|piece| eyes.unit(piece)?.at) {
        if let Some(line) = line(eyes, from, at) {
            drm.hindrance = drm.hindrance.max(line.hindrance as i8);
            drm.hexside = drm.hexside.max(line.hexside as i8);
        }
    }
    let covered = drm.terrain + drm.fortified;
    if drm.hexside > covered {
        (drm.terrain, drm.fortified) = (0, 0);
    } else {
        drm.hexside = 0;
    }
}

/// Adds the modifiers of moving targets, in First Fire only.
pub fn of_movers(eyes: AslEyes<'_>, at: LocationId, drm: &mut Drm) {
    let (Some(moving), Some(spot)) = (eyes.moving(), eyes.setting().spot(at)) else { return };
    // Hazardous Movement replaces the modifiers of any other (A4.62).
    if eyes.any_hazardous(moving.units) {
        drm.hazardous = HAZARDOUS;
        return;
    }
    if moving.pace != Pace::Assault {
        drm.non_assault = NON_ASSAULT;
    }
    let open = spot.place == Place::Ground && eyes.terrain(spot).is_open();
    if open && drm.terrain == 0 && drm.hexside == 0 && drm.hindrance == 0 {
        drm.in_the_open = IN_THE_OPEN;
    }
}

/// Adds the modifiers of the firers to `drm`.
fn of_firers(eyes: AslEyes<'_>, shot: &Shot, drm: &mut Drm) {
    let firers = || shot.units.iter().filter_map(|piece| eyes.unit(piece));
    drm.leader = directs(eyes, shot.leader);
    drm.hero = -i8::from(firers().any(|unit| unit.kind.class() == Class::Hero));
    drm.exhausted = i8::from(firers().any(|unit| unit.is(Flag::Cx)));
    drm.encircled = i8::from(firers().any(|unit| unit.is(Flag::Encircled)));
    drm.crowded = crowd(eyes, shot);
}

/// Returns by how many squad-equivalents the worst Location of the firers is overstacked, counting the units of their
/// side that these eyes see there.
fn crowd(eyes: AslEyes<'_>, shot: &Shot) -> i8 {
    let at = shot.units.iter().filter_map(|piece| eyes.unit(piece)?.at);
    at.map(|at| stack::excess_with(eyes, shot.side, at, PieceSet::EMPTY)).max().unwrap_or(0) as i8
}

/// Reveals the firers, unless they are below ground, where units stay under the "?".
fn show(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
    let above = units - resolver.position().units.below();
    concealment::show(resolver, above);
}

/// Resolves fire of units at a Location.
pub fn shoot(resolver: &mut impl Resolver<Asl>, shot: Shot) {
    let all = shot.leader.into_iter().fold(shot.units, PieceSet::with);
    show(resolver, all);
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some((kind, from)) = shot.units.iter().find_map(|piece| {
        let unit = eyes.unit(piece)?;
        Some((occasion(shot.when, unit), unit.at?))
    }) else {
        return;
    };
    let protective: PieceSet = all
        .iter()
        .filter(|piece| eyes.unit(*piece).is_some_and(|unit| occasion(shot.when, unit) == Occasion::ProtectiveFire))
        .collect();
    let attack = prepare(eyes, &shot, kind, from);
    for unit in all.iter() {
        let Some(now) = resolver.position().unit(unit).map(|unit| occasion(shot.when, unit)) else { continue };
        resolver.change(A7, Change::Flag { unit, flag: marker(now), on: true });
    }
    let dr = resolve(resolver, &attack);
    if matches!(shot.when, Fight::AdvancingFire) && resolver.setting().are_one(from, shot.at) {
        berserk::after_victory(resolver, shot.side, shot.at);
    }
    // The DR of Final Protective Fire is also a Morale Check of the firers.
    for piece in protective.iter().filter(|_| A10.is_in_force()) {
        morale::morale_check(resolver, piece, Check::Protective, 0, Some(dr));
    }
}

/// Returns the attack of a shot, except the dice.
fn prepare(eyes: AslEyes<'_>, shot: &Shot, kind: Occasion, from: LocationId) -> Attack {
    let (setting, enemy, at) = (eyes.setting(), shot.side.other(), shot.at);
    let mut drm = of_target(eyes, enemy, at);
    between(eyes, shot.units, at, &mut drm);
    let mut victims: PieceSet = eyes.at(enemy, at).map(|(piece, _)| piece).collect();
    if matches!(shot.when, Fight::FirstFire { .. }) {
        of_movers(eyes, at, &mut drm);
        victims = eyes.moving().map_or(PieceSet::EMPTY, |moving| moving.units);
    }
    let below = setting.is_below(from);
    let mut own = Drm::default();
    of_firers(eyes, shot, &mut own);
    drm.add_firers(own, below);
    // A stack discovered from above has no benefit from its "?" (B8.42d).
    let discovered = setting.is_below(at) && !below && B8_42D.is_in_force();
    // Nor is fire at a pillbox halved (B30.35).
    let walled = setting.pillbox(at).is_some() && A69.is_in_force();
    let power = shot.units.iter().map(|piece| firepower(eyes, shot.when, piece, at)).sum();
    Attack {
        units: shot.units,
        below: below.then_some(from),
        power,
        unsure: !discovered && !walled && A7.is_in_force(),
        cowers: cowering(eyes, shot),
        drm,
        victims,
        tells_crowd: !below && crowd(eyes.public(), shot) != own.crowded && A3.is_in_force(),
        ..Attack::of(shot.side, kind, at)
    }
}

/// Returns the columns lost if the firers cower: 0 where a leader directs or only single men fire.
fn cowering(eyes: AslEyes<'_>, shot: &Shot) -> u8 {
    let led = shot.leader.is_some() && A18.is_in_force();
    let fears = |unit: &&Unit| unit.kind.is_mmc() && !unit.is(Flag::Fanatic) && !unit.is(Flag::Berserk);
    let mut squads = shot.units.iter().filter_map(|piece| eyes.unit(piece)).filter(fears);
    let Some(first) = squads.next().filter(|_| !led && A9.is_in_force()) else { return 0 };
    let green = first.kind.values().green || squads.any(|unit| unit.kind.values().green);
    if green { COWERING.1 } else { COWERING.0 }
}

/// Returns whether both dice show the same face.
fn is_double(dice: ClassCounts) -> bool {
    (0..6).any(|face| dice.in_class(face) == 2)
}

/// Rolls for an attack and applies the result. Returns the Original DR.
pub fn resolve(resolver: &mut impl Resolver<Asl>, attack: &Attack) -> u16 {
    // Doubles matter only to firers that may cower.
    let classes = if attack.cowers > 0 { FaceClasses::EACH } else { FaceClasses::SUM };
    let dice = resolver.roll(Pool::open(2, classes, "attack", A7));
    let rolled = Rolled { dr: dice.sum(), cowered: attack.cowers > 0 && is_double(dice) };
    strike(resolver, attack, rolled);
    rolled.dr
}

/// Applies the result of an attack.
pub fn strike(resolver: &mut impl Resolver<Asl>, attack: &Attack, rolled: Rolled) {
    let Attack { side, occasion, units, below, at, .. } = *attack;
    let Rolled { dr, cowered } = rolled;
    let lost = if cowered { attack.cowers } else { 0 };
    let column = |power: u16| Column::of(power / SIXTEENTHS).and_then(|column| column.left(lost));
    let full = column(attack.power);
    let unsure = column(if attack.unsure { attack.power / 2 } else { attack.power });
    let effect =
        |column: Option<Column>, drm: &Drm| column.map_or(Effect::None, |column| column.effect(dr as i16 + drm.sum()));
    let open = AslEyes::open(resolver.setting(), resolver.position());
    let public = open.public();
    let (parts, bare) = (parts(open, attack), parts(open, &Attack { drm: unfortified(attack.drm), ..*attack }));
    // A secret Fortified Location becomes known only if its modifier makes a difference that shows (ASL-A22).
    let differs = |(part, bare): (&Part, &Part)| {
        let between = |column| (effect(column, &part.drm), effect(column, &bare.drm));
        let [seen, unseen] = [full, unsure].map(|column| Some(between(column)).filter(|(with, without)| with != without));
        let comes_out = unseen.is_some_and(|(with, _)| with.is_felt()) && part.victims != part.seen;
        (seen.is_some() && !part.seen.is_empty()) || (unseen.is_some() && part.unknown) || comes_out
    };
    let works = |fort: &&Fort| fort.at == at && fort.side == attack.against && !fort.known;
    let secret = attack.drm.fortified != 0 && resolver.position().forts.iter().any(|fort| works(&fort));
    let reveals = secret && parts.iter().zip(&bare).any(differs);
    let told_of = if secret && !reveals { &bare } else { &parts };
    // A charge that explodes where all know that nobody is still shows what it would do.
    let empty = occasion.is_charge() && told_of.iter().all(|part| !part.unknown && part.seen.is_empty());
    let told = |part: &Part| Dug {
        drm: part.drm,
        effect: (empty || !part.seen.is_empty()).then(|| effect(full, &part.drm)),
        effect_unknown: part.unknown.then(|| effect(unsure, &part.drm)),
    };
    // The public targets decide which modifiers are reported.
    let mut shown = told_of.iter().filter(|part| part.unknown || !part.seen.is_empty());
    let first = told(shown.next().unwrap_or(&told_of[0]));
    let report = FightReport::Attack {
        occasion,
        side,
        units: public.seen(units),
        below,
        at,
        fp: full.map_or(0, Column::firepower),
        fp_unknown: unsure.map_or(0, Column::firepower),
        drm: first.drm,
        dr: dr as u8,
        cowered,
        effect: first.effect,
        effect_unknown: first.effect_unknown,
        dug: shown.next().map(told),
    };
    let told_by = match below {
        None if attack.tells_crowd => A3,
        None => A8,
        // The strength of the fire reveals something of the unseen stack: the clause cited discloses it.
        Some(_) if resolver.setting().is_below(at) => B8_44C,
        Some(_) => B8_43,
    };
    if reveals {
        resolver.change(A22, Change::FortKnown { side: attack.against, at });
    }
    resolver.report(told_by, Audience::All, report.into());
    leave_residual(resolver, attack, full);
    // Firers that can cower do so with an Original 2 (ASL-A43).
    for part in &parts {
        let best = column(attack.power).and_then(|column| column.left(if cowered { 0 } else { attack.cowers }));
        desperation::under_fire(
            resolver,
            part.seen,
            best.map_or(Effect::None, |column| column.effect(LOWEST + part.drm.sum())),
        );
    }
    // All targets with the same result are one group for Random Selection, in all parts of the Location.
    let mut struck: ArrayVec<(Effect, PieceSet), 4> = ArrayVec::new();
    for part in &parts {
        let (full, unsure) = (effect(full, &part.drm), effect(unsure, &part.drm));
        let rest = uncover(resolver, part.victims - part.seen, unsure.is_felt(), at);
        for (effect, units) in [(full, part.seen), (unsure, rest)] {
            match struck.iter_mut().find(|(other, _)| *other == effect) {
                Some((_, group)) => *group = *group | units,
                None => struck.push((effect, units)),
            }
        }
    }
    morale::suffer_all(resolver, A7, &struck);
}

/// Returns `drm` without that of a Fortified Location.
fn unfortified(drm: Drm) -> Drm {
    Drm { fortified: 0, ..drm }
}

/// The pieces attacked in one part of a Location, and the modifiers against them.
struct Part {
    victims: PieceSet,
    /// Pieces among them that are in sight.
    seen: PieceSet,
    /// Whether there publicly is a "?" among them.
    unknown: bool,
    drm: Drm,
}

/// Returns the pieces attacked outside the entrenchment of a Location, and those in it.
fn parts(open: AslEyes<'_>, attack: &Attack) -> [Part; 2] {
    let (setting, at, public) = (open.setting(), attack.at, open.public());
    let inner = setting.spot(at).filter(|spot| spot.place == Place::Ground).and_then(|spot| spot.entrenchment);
    let both = |of: &dyn Fn(Side) -> PieceSet| of(Side::A) | of(Side::B);
    let inside = |inner| both(&|side| open.of(side).in_part(inner).group());
    let dug = inner.map_or(PieceSet::EMPTY, |inner| attack.victims & inside(inner));
    let part = |victims: PieceSet, place: Option<LocationId>, drm| {
        let seen = public.seen(victims);
        let lies = |place| {
            let of = |side: Side| !(victims & open.of(side).group()).is_empty() && public.is_unknown_in(side, place);
            Side::BOTH.into_iter().any(of)
        };
        let unknown = seen != victims && place.is_some_and(lies);
        Part { victims, seen, unknown, drm }
    };
    [part(attack.victims - dug, Some(at), attack.drm), part(dug, inner, entrenched(attack.drm))]
}

/// Reveals the units under a "?" that is hit, and removes dummies; below ground nothing is revealed. Returns the men
/// among the targets.
fn uncover(resolver: &mut impl Resolver<Asl>, units: PieceSet, felt: bool, at: LocationId) -> PieceSet {
    if felt && !resolver.setting().is_below(at) && A15.is_in_force() {
        concealment::show(resolver, units);
    }
    let men = |piece: &Piece| resolver.position().unit(*piece).is_some_and(|unit| unit.at.is_some() && unit.is_men());
    units.iter().filter(men).collect()
}

/// The lowest Original DR.
const LOWEST: i16 = 2;

/// Maximum residual firepower in a Location.
const RESIDUAL: u8 = 12;

/// Leaves residual firepower after fire at moving units: half the firepower of its column, in the next lower column.
/// The highest in a Location counts.
pub fn leave_residual(resolver: &mut impl Resolver<Asl>, attack: &Attack, column: Option<Column>) {
    let at_movers =
        matches!(attack.occasion, Occasion::FirstFire | Occasion::SubsequentFire | Occasion::ProtectiveFire);
    let half = column.map_or(0, |column| u16::from(column.firepower()) / 2);
    let left = Column::of(half).map_or(0, |column| column.firepower().min(RESIDUAL));
    let there =
        resolver.position().residual.iter().find(|residual| residual.at == attack.at).map_or(0, |there| there.fp);
    if at_movers && left > there {
        resolver.change(A10, Change::Residual { at: attack.at, fp: left });
    }
}
