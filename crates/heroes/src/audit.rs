//! What must hold of every position.

use board::LocationId;
use rules::{Flaw, Group, Side};

use crate::clause::B19;
use crate::counter::Weapon;
use crate::eyes::HeroesEyes;
use crate::position::{Activity, Phase, Position, State};
use crate::setting::Setting;
use crate::tables::Terrain;
use crate::turn::Step;
use crate::{hidden, stack};

fn must(holds: bool, flaw: impl FnOnce() -> String) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw(flaw())) }
}

/// Checks what must hold of every position.
///
/// # Errors
/// What does not hold.
pub fn audit(setting: &Setting, position: &Position) -> Result<(), Flaw> {
    units(setting, position)?;
    places(setting, position)?;
    counts(setting, position)?;
    agenda(position)
}

fn units(setting: &Setting, position: &Position) -> Result<(), Flaw> {
    for (n, unit) in position.units.iter().enumerate() {
        let Some(at) = unit.at else { continue };
        let counter = unit.counter;
        must(setting.spot(at).is_some(), || format!("unit {n} is beside the board"))?;
        must(counter.kind != crate::counter::Kind::Hero || unit.state == State::Good, || format!("hero {n} is Shaken"))?;
        must(!unit.wounded || counter.kind.is_single(), || format!("unit {n} is wounded and no single man"))?;
        if unit.hidden {
            must(unit.state == State::Good && unit.activity == Activity::Fresh && !unit.fought, || {
                format!("unit {n} has done or suffered something and is hidden")
            })?;
            must(setting.hideouts[unit.side].contains(&at), || format!("unit {n} cannot be hidden there"))?;
            let enemy = |other: &crate::position::Unit| {
                other.side != unit.side && other.at.is_some_and(|place| setting.same_hex(place, at))
            };
            must(!position.units.iter().any(enemy), || format!("unit {n} is hidden among the enemy"))?;
        }
    }
    let found = hidden::is_anyone_found(setting, position) && B19.is_in_force();
    // Before the first turn begins, nobody has looked round.
    let started = !matches!(position.agenda.top(), Some(Step::Turn));
    must(!found || !started, || "a unit is hidden and found".to_owned())
}

fn places(setting: &Setting, position: &Position) -> Result<(), Flaw> {
    let eyes = HeroesEyes::open(setting, position);
    let mut seen: Vec<(Side, LocationId)> = Vec::new();
    for (_, unit, at) in eyes.units() {
        if seen.contains(&(unit.side, at)) {
            continue;
        }
        seen.push((unit.side, at));
        let load = stack::load(eyes, unit.side, at, Group::EMPTY);
        must(!load.is_too_much(), || format!("too much stands in {}", setting.board.location(at).label))?;
        let spot = setting.spot(at);
        must(spot.is_none_or(|spot| spot.inside.is_some() || spot.terrain != Terrain::Water), || {
            "somebody stands in the water".to_owned()
        })?;
        if spot.is_some_and(|spot| spot.inside.is_some()) {
            let gun = eyes.at(unit.side, at).any(|(_, unit)| unit.counter.weapon == Weapon::Gun);
            must(!gun, || "a Gun is underground".to_owned())?;
        }
    }
    Ok(())
}

fn counts(setting: &Setting, position: &Position) -> Result<(), Flaw> {
    must((1..=setting.turns).contains(&position.turn), || "no such turn".to_owned())?;
    must(position.passes < 3, || "too many passes".to_owned())?;
    must(position.held.len() == setting.objectives.len(), || "objectives are missing".to_owned())?;
    let burning = u16::from(position.burning) >> setting.blazes.len() == 0;
    must(burning, || "a blaze burns that is none".to_owned())?;
    must(position.barred.is_empty() || position.phase == Phase::Rout, || "barred without a rout".to_owned())
}

fn agenda(position: &Position) -> Result<(), Flaw> {
    must(!position.agenda.overflowed(), || "a step was lost".to_owned())?;
    let top = position.agenda.top();
    let asked = top.and_then(Step::question).is_some();
    if position.phase == Phase::Over {
        return must(!asked, || "a question after the end".to_owned());
    }
    must(top.is_some(), || "nothing left to do".to_owned())?;
    match top {
        Some(Step::Act) => must(position.impulse.is_none(), || "an impulse is under way already".to_owned())
            .and_then(|()| must(position.moving.is_none(), || "units are on the move already".to_owned())),
        Some(Step::Impulse) => must(position.impulse.is_some(), || "no impulse is under way".to_owned()),
        Some(Step::Move | Step::OpFire) => must(position.moving.is_some(), || "nobody is on the move".to_owned()),
        Some(Step::ChooseRout { side, .. }) => {
            let shaken = position.units.iter().any(|unit| unit.side == side && !unit.is_good() && unit.at.is_some());
            must(shaken, || "nobody can rout".to_owned())
        }
        _ => Ok(()),
    }
}
