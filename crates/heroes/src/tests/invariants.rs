//! Invariants of every position.

use board::LocationId;
use rules::{InvariantViolation, Piece, PieceSet, Side};

use crate::mechanics::{hidden, stack};
use crate::printed::clause::B19;
use crate::printed::counter::{Kind, Weapon};
use crate::printed::tables::Terrain;
use crate::printed::words::{Activity, Phase, State};
use crate::setting::Setting;
use crate::state::position::Position;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::state::unit_index::UnitIndex;
use crate::view::HeroesEyes;

/// Checks the invariants of a position.
///
/// # Errors
/// The first invariant that is violated.
pub fn check_invariants(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    units(setting, position)?;
    places(setting, position)?;
    counts(setting, position)?;
    agenda(setting, position)
}

fn units(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    let known = position.unit_index == UnitIndex::of(setting, &position.units);
    // Before a turn begins, hidden units are not found.
    let started = !matches!(position.agenda.top(), Some(Step::Turn | Step::Hide { .. }));
    InvariantViolation::unless(known, || "the unit index is not that of the units".to_owned())?;
    for (n, unit) in position.units.iter().enumerate() {
        let Some(at) = unit.at else { continue };
        let counter = unit.counter;
        InvariantViolation::unless(setting.spot(at).is_some(), || format!("unit {n} is beside the board"))?;
        InvariantViolation::unless(counter.kind != Kind::Hero || unit.state == State::Good, || {
            format!("hero {n} is Shaken")
        })?;
        InvariantViolation::unless(!unit.wounded || counter.kind.is_single(), || {
            format!("unit {n} is wounded and no single man")
        })?;
        if unit.hidden {
            let idle = unit.activity == Activity::Fresh && !unit.fought && !unit.traded;
            let idle = idle && !unit.marked && !unit.moved;
            InvariantViolation::unless(unit.state == State::Good && idle, || {
                format!("unit {n} has done or suffered something and is hidden")
            })?;
            InvariantViolation::unless(setting.hideouts[unit.side].contains(&at), || {
                format!("unit {n} cannot be hidden there")
            })?;
            let enemy =
                |other: &Unit| other.side != unit.side && other.at.is_some_and(|place| setting.same_hex(place, at));
            // Before the first turn, both sides may have hidden units in one hex without knowing it.
            let enemy = |other: &Unit| enemy(other) && (started || !other.hidden);
            InvariantViolation::unless(!position.units.iter().any(enemy), || {
                format!("unit {n} is hidden among the enemy")
            })?;
        }
    }
    let found = hidden::is_anyone_found(setting, position) && B19.is_in_force();
    InvariantViolation::unless(!found || !started, || "a unit is hidden and found".to_owned())
}

fn places(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    let eyes = HeroesEyes::open(setting, position);
    let mut seen: Vec<(Side, LocationId)> = Vec::new();
    for (_, unit, at) in eyes.units() {
        if seen.contains(&(unit.side, at)) {
            continue;
        }
        seen.push((unit.side, at));
        let load = stack::load(eyes, unit.side, at, PieceSet::EMPTY);
        InvariantViolation::unless(!load.is_too_much(), || {
            format!("too much stands in {}", setting.board.location(at).label)
        })?;
        let spot = setting.spot(at);
        InvariantViolation::unless(
            spot.is_none_or(|spot| spot.inside.is_some() || spot.terrain != Terrain::Water),
            || "somebody stands in the water".to_owned(),
        )?;
        if spot.is_some_and(|spot| spot.inside.is_some()) {
            let gun = eyes.at(unit.side, at).any(|(_, unit)| unit.counter.weapon == Weapon::Gun);
            InvariantViolation::unless(!gun, || "a Gun is underground".to_owned())?;
        }
    }
    weapons(setting, position)
}

fn weapons(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless(position.lying.is_sorted(), || "weapons lie in disorder".to_owned())?;
    for lying in &position.lying {
        let spot = setting.spot(lying.at);
        InvariantViolation::unless(lying.weapon != Weapon::None, || "nothing lies about".to_owned())?;
        let place = spot.is_some_and(|spot| spot.inside.is_some() || spot.terrain != Terrain::Water);
        InvariantViolation::unless(place, || "a weapon lies nowhere".to_owned())?;
        let gun = lying.weapon == Weapon::Gun && spot.is_some_and(|spot| spot.inside.is_some());
        InvariantViolation::unless(!gun, || "a Gun is underground".to_owned())?;
    }
    let inside = |at| setting.spot(at).is_some_and(|spot| spot.inside.is_some());
    for unit in position.units.iter().filter(|unit| unit.at.is_some_and(inside) && !unit.wounded) {
        let (_, _, portage) = unit.counter.weapon.values();
        InvariantViolation::unless(portage <= unit.counter.kind.ipc(false), || {
            "a unit below carries too much".to_owned()
        })?;
    }
    Ok(())
}

fn counts(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless((1..=setting.turns).contains(&position.turn), || "no such turn".to_owned())?;
    InvariantViolation::unless(position.passes < 3, || "too many passes".to_owned())?;
    InvariantViolation::unless(position.held.len() == setting.objectives.len(), || {
        "objectives are missing".to_owned()
    })?;
    let burning = u16::from(position.burning) >> setting.blazes.len() == 0;
    InvariantViolation::unless(burning, || "a blaze burns that is none".to_owned())?;
    InvariantViolation::unless(position.barred.is_empty() || position.phase == Phase::Rout, || {
        "barred without a rout".to_owned()
    })
}

fn agenda(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless(!position.agenda.overflowed(), || "a step was lost".to_owned())?;
    let top = position.agenda.top();
    let asked = top.and_then(Step::question).is_some();
    if position.phase == Phase::Over {
        return InvariantViolation::unless(!asked, || "a question after the end".to_owned());
    }
    InvariantViolation::unless(top.is_some(), || "nothing left to do".to_owned())?;
    if let Some(moving) = position.moving {
        let those = (moving.shaken - moving.units).is_empty();
        InvariantViolation::unless(those, || "a Shaken unit moves that doesn't move".to_owned())?;
    }
    match top {
        Some(Step::Act) => {
            InvariantViolation::unless(position.impulse.is_none(), || "an impulse is under way already".to_owned())
                .and_then(|()| {
                    InvariantViolation::unless(position.moving.is_none(), || "units are on the move already".to_owned())
                })
        }
        Some(Step::Impulse) => {
            InvariantViolation::unless(position.impulse.is_some(), || "no impulse is under way".to_owned())
        }
        Some(Step::Move | Step::OpFire) => {
            InvariantViolation::unless(position.moving.is_some(), || "nobody is on the move".to_owned())
        }
        Some(Step::ChooseRout { side, .. }) => {
            let shaken = position.units.iter().any(|unit| unit.side == side && !unit.is_good() && unit.at.is_some());
            InvariantViolation::unless(shaken, || "nobody can rout".to_owned())
        }
        Some(Step::ChooseTargets { side, at }) => {
            let eyes = HeroesEyes::open(setting, position);
            let (own, enemies) = (eyes.fighters(side, at), eyes.fighters(side.other(), at));
            let choice = own.clone().any(|(_, unit)| unit.is_good()) && enemies.clone().count() > 1;
            InvariantViolation::unless(choice, || "nothing to choose in a melee".to_owned())?;
            let shown = !own.chain(enemies).any(|(_, unit)| unit.hidden);
            InvariantViolation::unless(shown, || "a hidden unit is in a melee".to_owned())
        }
        Some(Step::Hide { side, done }) => {
            let waits = |(piece, unit): (Piece, &Unit)| unit.side == side && unit.hidden && !done.has(piece);
            let early = position.turn == 1 && position.phase == Phase::Rally;
            InvariantViolation::unless(early && position.all().any(waits), || "nobody is left to be placed".to_owned())
        }
        _ => Ok(()),
    }
}
