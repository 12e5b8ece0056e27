//! Modifiers of the DR of an attack: of the target, of the line to it, and of the firers (ASL-A7, ASL-A24).

use board::LocationId;
use rules::{PieceSet, Side};

use crate::mechanics::shot::{Element, Shot, Volley, directs, line};
use crate::mechanics::stack;
use crate::printed::clause::{A21, A24, A69, B8_3B, B8_3C};
use crate::printed::drm::Drm;
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{ENTRENCHMENT, FORTIFIED, HAZARDOUS, IN_THE_OPEN, NON_ASSAULT, OUT_OF_BLAZE};
use crate::printed::terrain::Terrain;
use crate::printed::words::Pace;
use crate::setting::{Place, Spot};
use crate::view::AslEyes;

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
pub fn entrenched(drm: Drm) -> Drm {
    let best = drm.terrain.max(drm.hexside).max(drm.fortified + drm.terrain);
    if best >= ENTRENCHMENT || !A24.is_in_force() {
        return drm;
    }
    Drm { terrain: ENTRENCHMENT, hexside: 0, in_the_open: 0, ..drm }
}

/// Adds the modifiers between firers and target: the worst line counts. A wall or hedge replaces the terrain.
pub fn between(eyes: AslEyes<'_>, units: PieceSet, at: LocationId, drm: &mut Drm) {
    let out_of_blaze = |from: LocationId| {
        let burns = eyes.spot(from).is_ok_and(|spot| eyes.burns(spot.hex)) && !eyes.setting().same_hex(from, at);
        if burns { OUT_OF_BLAZE } else { 0 }
    };
    for from in units.iter().filter_map(|piece| eyes.unit(piece)?.at) {
        if let Some(line) = line(eyes, from, at) {
            drm.hindrance = drm.hindrance.max(line.hindrance as i8 + out_of_blaze(from));
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

/// Removes the cover of shellholes that moving units entered as Open Ground (ASL-A21).
pub fn bare(eyes: AslEyes<'_>, at: LocationId, drm: &mut Drm) {
    let crater = eyes.setting().spot(at).is_some_and(|spot| eyes.terrain(spot) == Terrain::Shellholes);
    if crater && A21.is_in_force() && eyes.moving().is_some_and(|moving| !moving.careful) {
        drm.terrain = 0;
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
    let terrain = eyes.terrain(spot);
    let open = spot.place == Place::Ground && (terrain.is_open() || terrain == Terrain::Shellholes);
    if open && drm.terrain == 0 && drm.hexside == 0 && drm.hindrance == 0 {
        drm.in_the_open = IN_THE_OPEN;
    }
}

/// Returns `drm` against units that are pinned: they move no more (A7.83, A4.62).
pub fn pinned(drm: Drm) -> Drm {
    Drm { non_assault: 0, in_the_open: 0, hazardous: 0, ..drm }
}

/// Adds the modifiers of the firers to `drm`.
pub fn of_firers(eyes: AslEyes<'_>, shot: &Shot, volley: &Volley, drm: &mut Drm) {
    let firers = eyes.of(shot.side).only(shot.units);
    drm.leader = directs(eyes, shot.leaders);
    drm.hero = -i8::try_from(heroes(eyes, shot, volley)).unwrap_or(i8::MAX);
    let alone = |element: &&Element| {
        element.gun.is_some() && eyes.unit(element.unit).is_some_and(|unit| unit.kind.class() == Class::Hero)
    };
    drm.gunner = i8::try_from(volley.iter().filter(alone).count()).unwrap_or(i8::MAX);
    drm.exhausted = i8::from(!firers.bearing(Flag::Cx).is_empty());
    drm.encircled = i8::from(!firers.bearing(Flag::Encircled).is_empty());
    drm.crowded = crowd(eyes, shot);
}

/// Returns how many heroes fire at their Normal Range, or at that of their machine gun (A15.24).
fn heroes(eyes: AslEyes<'_>, shot: &Shot, volley: &Volley) -> usize {
    let near = |element: &&Element| {
        let hero = eyes.unit(element.unit).filter(|unit| unit.kind.class() == Class::Hero);
        let fires = element.gun.and_then(|gun| eyes.unit(gun)).or(hero);
        hero.zip(fires)
            .and_then(|(hero, fires)| Some((hero.at?, fires)))
            .is_some_and(|(from, fires)| eyes.setting().distance(from, shot.at) <= u16::from(fires.kind.values().range))
    };
    volley.iter().filter(near).count()
}

/// Returns by how many squad-equivalents the worst Location of the firers is overstacked, counting the units of their
/// side that these eyes see there.
pub fn crowd(eyes: AslEyes<'_>, shot: &Shot) -> i8 {
    let at = shot.units.iter().filter_map(|piece| eyes.unit(piece)?.at);
    at.map(|at| stack::excess_with(eyes, shot.side, at, PieceSet::EMPTY)).max().unwrap_or(0) as i8
}

/// Returns `drm` without that of a Fortified Location.
pub fn unfortified(drm: Drm) -> Drm {
    Drm { fortified: 0, ..drm }
}
