//! Moving: step by step, all who move together (HNL-B6).

use board::LocationId;
use rules::{Group, Piece, Refusal, Side, Turn};

use crate::mechanics::{damage, hidden, impulse, stack, underground};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B4, B6, B11, B16, B20, B21, B22, B24, B25, B27};
use crate::printed::counter::Weapon;
use crate::printed::tables::{DOUBLE_TIME, STEP_INSIDE};
use crate::printed::words::{Activity, Occasion, Pace};
use crate::setting::Spot;
use crate::setting::ways::blocks;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// A unit of this side that can do something in an impulse: in Good Order, not in melee, and it has done nothing yet.
///
/// # Errors
/// The refusal with its clause.
// Most often it is asked for a yes or no: inlined, no refusal is built for that.
#[inline(always)]
pub fn ready(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = eyes.own(side, unit)?;
    B16.forbids(!counter.is_good(), "a Shaken unit only rallies and routs")?;
    B4.forbids(counter.activity != Activity::Fresh, "this unit has acted in this turn")?;
    B11.forbids(eyes.in_melee(side, unit, at), "this unit is in melee")?;
    Ok((counter, at))
}

/// Movement points of one unit: fewer by what it carries above its IPC (HNL-B20).
fn points(unit: &Unit) -> u8 {
    let (_, _, portage) = unit.counter.weapon.values();
    let over = portage.saturating_sub(unit.counter.kind.ipc(unit.wounded));
    if B20.is_in_force() { unit.counter.mf.saturating_sub(over) } else { unit.counter.mf }
}

/// Movement points of units that move together: those of the slowest, as many as their pace allows.
#[must_use]
pub fn points_of(eyes: HeroesEyes<'_>, units: Group, pace: Pace) -> u8 {
    let slowest = units.iter().filter_map(|piece| eyes.unit(piece)).map(points).min().unwrap_or(0);
    match pace {
        Pace::Normal => slowest,
        Pace::Assault if B24.is_in_force() => slowest.div_ceil(2),
        Pace::Assault => slowest,
        Pace::Double if B25.is_in_force() => slowest.saturating_add(DOUBLE_TIME),
        Pace::Double => slowest,
    }
}

/// Whether a unit can move in this impulse.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_unit_move(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<LocationId, Refusal> {
    let (counter, at) = ready(eyes, side, unit)?;
    B20.forbids(counter.counter.weapon == Weapon::Gun, "a Gun stays where it is")?;
    B6.forbids(counter.counter.mf == 0, "it has no movement points")?;
    B6.forbids(points(counter) == 0, "it carries too much to move")?;
    if eyes.spot(at)?.ways.is_empty() {
        return Err(Refusal::new(B6, "there is no way out of here"));
    }
    impulse::may_act(eyes, at, true)?;
    Ok(at)
}

/// Whether these units can begin to move together.
///
/// # Errors
/// The refusal with its clause.
pub fn may_move(eyes: HeroesEyes<'_>, side: Side, units: Group, pace: Pace) -> Result<LocationId, Refusal> {
    let mut from = None;
    for unit in units.iter() {
        let at = may_unit_move(eyes, side, unit)?;
        if from.is_some_and(|from| from != at) {
            return Err(Refusal::new(B4, "units that move together start in one Location"));
        }
        from = Some(at);
    }
    let Some(from) = from else {
        return Err(Refusal::new(B4, "nobody moves"));
    };
    if pace == Pace::Double {
        may_hurry(eyes, units)?;
    }
    Ok(from)
}

/// Whether units that move together can do so at double time.
///
/// # Errors
/// The refusal with its clause.
pub fn may_hurry(eyes: HeroesEyes<'_>, units: Group) -> Result<(), Refusal> {
    let led = units.iter().filter_map(|piece| eyes.unit(piece)).any(Unit::is_leader);
    B25.forbids(!led, "double time needs a leader who moves along")
}

/// Begins a movement.
pub fn begin(turn: &mut impl Turn<Heroes>, units: Group, pace: Pace) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let mf_left = points_of(eyes, units, pace);
    let (clause, now) = match pace {
        Pace::Normal => (B4, Activity::Moved),
        Pace::Assault => (B24, Activity::Complete),
        Pace::Double => (B25, Activity::Moved),
    };
    for unit in units.iter() {
        turn.change(clause, Change::Activity { unit, now });
    }
    turn.change(B6, Change::Moving { units, pace, mf_left, stepped: false });
    turn.push(Step::CarryOn);
}

/// Why there is no way from one Location to another. Were it not for two clauses, entrances would be open to the hexes
/// around; then it is told what such a step costs.
fn no_way(eyes: HeroesEyes<'_>, from: &Spot, to: &Spot) -> Result<u8, Refusal> {
    let other = from.hex != to.hex;
    if let Some(kind) = to.inside.filter(|_| other) {
        Catalogue::of(kind).marked().forbids(true, "one goes in on the ground of that hex only")?;
        return Ok(STEP_INSIDE);
    }
    if let Some(kind) = from.inside.filter(|_| other || to.inside.is_some()) {
        Catalogue::of(kind).access().forbids(true, "one comes out on the ground of the same hex only")?;
        return Ok(STEP_INSIDE);
    }
    Err(no_step(eyes, from, to))
}

/// Why one does not step from the ground of one hex to that of another.
fn no_step(eyes: HeroesEyes<'_>, from: &Spot, to: &Spot) -> Refusal {
    let adjacent = eyes.setting().board.grid().distance(from.hex, to.hex) == 1;
    match [from.terrain, to.terrain].into_iter().find_map(blocks).filter(|_| adjacent) {
        Some(B27) => Refusal::new(B27, "nobody wades through a Water Obstacle"),
        Some(clause) => Refusal::new(clause, "a bunker is entered and left by its tunnel only"),
        None => Refusal::new(B6, "this is more than one step away"),
    }
}

/// What a step costs.
///
/// # Errors
/// When there is no way.
#[inline]
fn cost(eyes: HeroesEyes<'_>, here: &Spot, to: LocationId, there: &Spot) -> Result<u8, Refusal> {
    match here.ways.iter().find(|way| way.to == to) {
        Some(way) => Ok(way.cost),
        None => no_way(eyes, here, there),
    }
}

/// Whether the moving units can step to a Location; with what they have left then.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_step(eyes: HeroesEyes<'_>, side: Side, to: LocationId) -> Result<u8, Refusal> {
    let Some((moving, from)) = on_the_move(eyes) else {
        return Err(Refusal::new(B6, "nobody is moving"));
    };
    let (here, there) = (eyes.spot(from)?, eyes.spot(to)?);
    let cost = cost(eyes, here, to, there)?;
    if let Some(kind) = here.inside.or(there.inside) {
        underground::is_open(eyes, Catalogue::of(kind), here)?;
    } else {
        B21.forbids(eyes.burns(there), "a blaze burns there")?;
    }
    // However dear it is, one hex can always be entered.
    B6.forbids(cost > moving.mf_left && moving.stepped, "they have not enough movement points left")?;
    if let Some(kind) = there.inside {
        for unit in moving.units.iter().filter_map(|piece| eyes.unit(piece)) {
            underground::may_carry(Catalogue::of(kind), unit)?;
        }
    }
    stack::has_room(eyes, side, to, moving.units)?;
    Ok(moving.mf_left.saturating_sub(cost))
}

/// The units on the move that can still go on, and where they are.
#[inline]
#[must_use]
pub fn on_the_move(eyes: HeroesEyes<'_>) -> Option<(crate::state::position::Moving, LocationId)> {
    let moving = eyes.moving()?;
    let at = moving.units.iter().find_map(|piece| eyes.unit(piece)?.at)?;
    Some((moving, at))
}

/// Steps to a Location, and lets the enemy answer; or into melee.
pub fn step(turn: &mut impl Turn<Heroes>, side: Side, to: LocationId) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let Some((moving, from)) = on_the_move(eyes) else { return };
    let (Ok(here), Ok(there)) = (eyes.spot(from), eyes.spot(to)) else { return };
    let Ok(cost) = cost(eyes, here, to, there) else { return };
    let left = moving.mf_left.saturating_sub(cost);
    let (wire, mines) = (there.wire && B22.is_in_force(), there.mines && B22.is_in_force());
    let units = moving.units;
    for unit in units.iter() {
        turn.change(B6, Change::Placed { unit, at: to });
    }
    // Whom they find shows himself before it is told that he stops them.
    hidden::spot(turn);
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let melee = units.iter().next().is_some_and(|unit| eyes.in_melee(side, unit, to));
    let mf_left = if wire || melee { 0 } else { left };
    turn.change(B6, Change::Moving { units, pace: moving.pace, mf_left, stepped: true });
    turn.push(Step::CarryOn);
    turn.push(if melee { Step::Melee { at: to } } else { Step::Watch });
    if mines {
        damage::mines(turn, units, to, Occasion::Mines);
    }
}

/// Asks the moving side to go on, if anybody can.
pub fn carry_on(turn: &mut impl Turn<Heroes>) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let Some(moving) = eyes.moving() else { return };
    let fit = |piece: &Piece| {
        eyes.unit(*piece)
            .is_some_and(|unit| unit.is_good() && unit.at.is_some_and(|at| !eyes.in_melee(unit.side, *piece, at)))
    };
    let units: Group = moving.units.iter().filter(fit).collect();
    if units.is_empty() || (moving.mf_left == 0 && moving.stepped) {
        turn.change(B6, Change::MovingOver);
        return;
    }
    if units != moving.units {
        let (pace, mf_left, stepped) = (moving.pace, moving.mf_left, moving.stepped);
        turn.change(B16, Change::Moving { units, pace, mf_left, stepped });
    }
    turn.push(Step::Move);
}
