//! The Movement Phase: units of one Location move together, step by step (ASL-A4).

use arrayvec::ArrayVec;
use board::{HexId, LocationId};
use rules::{Audience, Clause, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::markers::{clear, clear_side};
use crate::mechanics::{berserk, concealment, morale, stack};
use crate::printed::clause::{A2, A3, A4, A5, A23, A26, A28, A32, A41, A56, A71, A72};
use crate::printed::flags::Flag;
use crate::printed::kind::{Class, Kind};
use crate::printed::terrain::{MF, Terrain};
use crate::printed::words::{Pace, Phase};
use crate::setting::{MoveEdge, Place, Spot};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Moving;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Bonus in movement factors for units that a leader leads all the way, and in double time.
pub const HASTE: u8 = 2 * MF;
/// Bonus in movement factors for a move along roads only.
pub const ROAD: u8 = MF;

/// Begins the Movement Phase: the ATTACKER's units are no longer counter-exhausted, but those that were can't use Double
/// Time in it.
pub fn begin_phase(resolver: &mut impl Resolver<Asl>) {
    let side = resolver.position().attacker;
    let tired = resolver.position().units.bearing(Flag::Cx) & resolver.position().units.in_play(side);
    for unit in tired.iter() {
        resolver.change(A4, Change::Flag { unit, flag: Flag::WasCx, on: true });
    }
    clear_side(resolver, A4, side, Flag::Cx);
}

/// Returns all units of a side that can move in this phase ([`may_unit_move`]), as these eyes see them.
#[inline]
#[must_use]
pub fn movable(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let units = eyes.of(side).units();
    let units = if A2.is_in_force() { units.good() } else { units };
    let done = [Flag::Pinned, Flag::Ti, Flag::PrepFired, Flag::Moved, Flag::Stopped];
    if A4.is_in_force() { done.into_iter().fold(units, Seen::without) } else { units }
}

/// Most portage points of a single man, over his capacity and all (A4.42).
const SINGLE_LOAD: u8 = 2;

/// Checks that a unit can move with what it carries.
#[inline]
pub fn may_bear(eyes: AslEyes<'_>, piece: Piece) -> Result<(), Refusal> {
    let single = eyes.unit(piece).is_some_and(|unit| unit.kind.is_smc());
    A5.forbids(single && eyes.load(piece) > SINGLE_LOAD, "a single man carries at most 2 PP: leave a weapon first")
}

/// Checks that a unit has no Gun to stay with.
#[inline]
pub fn keeps_no_gun(eyes: AslEyes<'_>, piece: Piece) -> Result<(), Refusal> {
    let gun = eyes.weapons(piece).any(|(_, weapon)| weapon.kind.class() == Class::Gun);
    A32.forbids(gun, "a unit that holds a Gun can't move: leave the Gun first")
}

/// Checks that a unit can move by itself in a Movement Phase, if nothing that this Player Turn has done to it forbids it.
#[inline]
pub fn can_unit_move(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if unit.kind.is_weapon() {
        return Err(Refusal::new(A5, "a weapon can't move by itself: move the unit that holds it"));
    }
    A2.forbids(!unit.is_good(), "only units in Good Order can move")?;
    Ok((unit, at))
}

/// Checks that a unit can move in this phase by itself, above ground or below. Sewers and tunnels use the same check.
#[inline]
pub fn may_unit_move(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = can_unit_move(eyes, side, piece)?;
    A4.forbids(unit.is(Flag::Pinned), "a pinned unit can't move")?;
    A4.forbids(unit.is(Flag::Ti), "a temporarily immobilised (TI) unit can't move")?;
    A4.forbids(unit.is(Flag::PrepFired), "a unit that used Prep Fire can't move")?;
    A4.forbids(unit.is(Flag::Moved), "this unit has already moved in this phase")?;
    A4.forbids(unit.is(Flag::Stopped), "this unit can do nothing more in this phase")?;
    Ok((unit, at))
}

/// Movement factors of green troops and of wounded men, who have the fewest.
const SLOWEST: u8 = 3;

/// Returns the half movement factors of a counter, led by a leader or not (ASL-A4).
fn printed(kind: Kind, wounded: bool, led: bool) -> u8 {
    let values = kind.values();
    let printed = match values.class {
        Class::Leader | Class::Hero if wounded => SLOWEST,
        Class::Leader | Class::Hero => 6,
        _ if values.green && A41.is_in_force() => SLOWEST,
        _ => 4,
    };
    printed * MF + if led && kind.is_mmc() { HASTE } else { 0 }
}

/// Returns the half movement factors of units that move together: those of the slowest. A single man lends what he has
/// free of his capacity to one of them (ASL-A5). Counter-exhaustion caused by this very move does not count.
#[must_use]
pub fn factors_of(eyes: AslEyes<'_>, units: PieceSet, pace: Pace) -> u8 {
    let fresh = |unit: &Unit| match pace {
        Pace::Double => Unit { flags: unit.flags.set(Flag::Cx, false), ..*unit },
        _ => *unit,
    };
    let all = || units.iter().filter_map(|piece| Some((piece, fresh(eyes.unit(piece)?))));
    let led = all().any(|(_, unit)| unit.kind.class() == Class::Leader);
    let load = |piece| if A5.is_in_force() { eyes.load(piece) } else { 0 };
    let mut lenders = all().filter(|(piece, unit)| unit.kind.is_smc() && load(*piece) < unit.ipc()).count();
    let mut each: ArrayVec<(u8, bool), { PieceSet::LIMIT }> = ArrayVec::new();
    for (piece, unit) in all() {
        let over = load(piece).saturating_sub(unit.ipc());
        each.push((printed(unit.kind, unit.is(Flag::Wounded), led).saturating_sub(over * MF), over > 0));
    }
    while lenders > 0
        && let Some((factors, helped)) = each.iter_mut().min_by_key(|(factors, _)| *factors)
        && *helped
    {
        (*factors, *helped) = (*factors + MF, false);
        lenders -= 1;
    }
    hurried(each.iter().map(|(factors, _)| *factors).min().unwrap_or(0), pace)
}

/// Returns the half movement factors of counters that move together, unhurt and not overloaded.
#[must_use]
pub fn factors_of_kinds(kinds: impl Iterator<Item = Kind> + Clone, pace: Pace) -> u8 {
    let led = kinds.clone().any(|kind| kind.class() == Class::Leader);
    hurried(kinds.map(|kind| printed(kind, false, led)).min().unwrap_or(0), pace)
}

/// Returns half movement factors that units have at least: without looking at each, those of the slowest kind if none
/// carries anything.
#[inline]
#[must_use]
pub fn least_factors(eyes: AslEyes<'_>, units: PieceSet) -> u8 {
    if units.iter().any(|piece| eyes.is_laden(piece)) { 0 } else { SLOWEST * MF }
}

fn hurried(slowest: u8, pace: Pace) -> u8 {
    if pace == Pace::Double { slowest.saturating_add(HASTE) } else { slowest }
}

/// Returns whether a leader moves with squads or half-squads.
#[must_use]
pub fn is_led(eyes: AslEyes<'_>, units: PieceSet) -> bool {
    let of = |such: fn(Kind) -> bool| units.iter().any(|piece| eyes.unit(piece).is_some_and(|unit| such(unit.kind)));
    of(|kind| kind.class() == Class::Leader) && of(Kind::is_mmc)
}

/// Takes the leader's bonus from units that he moves with no longer: they have what they would have had without him, less
/// what they have spent (A4.12).
fn without_leader(eyes: AslEyes<'_>, units: PieceSet, moving: Moving) -> Moving {
    let Moving { pace, allotted, mf_left, .. } = moving;
    let alone = factors_of(eyes, units, pace).min(allotted);
    Moving { allotted: alone, mf_left: mf_left.saturating_sub(allotted - alone), led: false, ..moving }
}

/// Returns whether a single man is moving and has spent more factors than he has when wounded (A17.2).
#[must_use]
pub fn has_gone_far(resolver: &impl Resolver<Asl>, piece: Piece) -> bool {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(moving) = eyes.moving().filter(|moving| moving.units.has(piece)) else { return false };
    let Some(unit) = eyes.unit(piece).filter(|_| resolver.position().phase == Phase::Movement) else { return false };
    moving.allotted.saturating_sub(moving.mf_left) > printed(unit.kind, true, false)
}

/// Returns the factor by which the first step of these units costs more: double if one is Encircled (A7.7).
#[must_use]
pub fn hemmed_in(eyes: AslEyes<'_>, units: PieceSet) -> u8 {
    let encircled = |piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Encircled));
    if A28.is_in_force() && units.iter().any(encircled) { 2 } else { 1 }
}

/// Returns what overstacking adds to the cost of a step (ASL-A3). Only units in sight and those that enter count: if
/// others did, a Minimum Move would reveal them.
pub fn crowding(eyes: AslEyes<'_>, side: Side, to: LocationId, units: PieceSet) -> u8 {
    if A3.is_in_force() { stack::excess_seen(eyes, side, to, units) * MF } else { 0 }
}

/// Checks that units may enter a Location above ground at all.
#[inline]
pub fn may_enter<'a>(eyes: AslEyes<'a>, from: &'a Spot, to: LocationId) -> Result<(&'a MoveEdge, &'a Spot), Refusal> {
    may_go_by(eyes, from.way(to), to)
}

/// Checks that units may enter a Location above ground by this edge, if there is one.
#[inline]
pub fn may_go_by<'a>(
    eyes: AslEyes<'a>,
    way: Option<&'a MoveEdge>,
    to: LocationId,
) -> Result<(&'a MoveEdge, &'a Spot), Refusal> {
    let there = eyes.spot(to)?;
    let water = there.terrain == Terrain::Water && there.place == Place::Ground;
    A26.forbids(water, "units can't enter a Water Obstacle")?;
    A72.forbids(eyes.is_ruined(to), "units can't enter a Location that is rubble or destroyed")?;
    let way = way.ok_or_else(|| Refusal::new(A4, "that Location is more than one step away"))?;
    A23.forbids(eyes.burns(there.hex), "units can't enter a burning hex")?;
    Ok((way, there))
}

/// Returns the cost of a step by the terrain as it is now.
#[must_use]
pub fn cost(eyes: AslEyes<'_>, from: HexId, way: &MoveEdge, there: &Spot) -> u8 {
    let fallen = eyes.terrain(there) != there.terrain && way.across.is_some() && A23.is_in_force();
    // Along a trail-break the hexside costs what it did before (ASL-A71).
    let rubble = fallen && !(A71.is_in_force() && eyes.follows_trail_break(from, there.hex));
    if rubble { eyes.terrain(there).cost().unwrap_or(way.cost) } else { way.cost }
}

/// Returns the cost of a step between neighbouring Locations above ground, if units may take it.
#[must_use]
pub fn cost_by(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> Option<u8> {
    let way = eyes.setting().edges(from).iter().find(|way| way.to == to)?;
    cost_of(eyes, eyes.setting().hex(from)?, way)
}

/// Returns the cost of a step by this edge out of a hex, if units may take it.
#[inline]
#[must_use]
pub fn cost_of(eyes: AslEyes<'_>, from: HexId, way: &MoveEdge) -> Option<u8> {
    let (way, there) = may_go_by(eyes, Some(way), way.to).ok()?;
    Some(cost(eyes, from, way, there))
}

/// Removes the Encircled marker of units that leave their Location.
pub fn freed(resolver: &mut impl Resolver<Asl>, clause: Clause, units: PieceSet) {
    for unit in (units & resolver.position().units.bearing(Flag::Encircled)).iter() {
        resolver.change(clause, Change::Flag { unit, flag: Flag::Encircled, on: false });
    }
}

/// Resolves the entry of units into a Location with enemies unknown to them (ASL-A56): dummies of either side
/// are removed. Units that are there bar the way: hidden ones go under a "?", and one is shown by Random Selection.
/// Returns whether the way is barred.
pub fn meets_unknown(resolver: &mut impl Resolver<Asl>, side: Side, movers: PieceSet, at: LocationId) -> bool {
    let enemy = side.other();
    let there = AslEyes::open(resolver.setting(), resolver.position()).of(enemy).units().at(at);
    let men = there.men().group();
    if men.is_empty() {
        if !there.is_empty() {
            resolver.report(A56, Audience::All, Report::DummiesOnly { side: enemy, at });
            concealment::lose_all(resolver, enemy, at);
        }
        return false;
    }
    concealment::come_under(resolver, men);
    if (movers & resolver.position().units.men()).is_empty() {
        // Dummies can't prove to be units, so nobody has to be shown to them.
        return true;
    }
    let shown = morale::select(resolver, men, 1);
    concealment::show(resolver, shown);
    true
}

/// Ends the Movement Phase of units that are put back to where they came from: they are shown (ASL-A56).
pub fn put_back(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
    concealment::show(resolver, units);
    for unit in units.iter() {
        if resolver.position().unit(unit).is_some_and(|unit| unit.at.is_some()) {
            resolver.change(A56, Change::Flag { unit, flag: Flag::Stopped, on: true });
        }
    }
}

/// Asks the moving side for the next step, if any unit can make one.
pub fn carry_on(resolver: &mut impl Resolver<Asl>) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let (Some(moving), Some(at)) = (eyes.moving(), eyes.moving_at()) else { return stop(resolver) };
    let fit = |piece: &Piece| {
        eyes.unit(*piece).is_some_and(|unit| {
            let able = if unit.is(Flag::Berserk) { moving.pace == Pace::Berserk } else { unit.is_good() };
            able && unit.at == Some(at) && !unit.is(Flag::Pinned) && !unit.is(Flag::Stopped)
        })
    };
    let units: PieceSet = moving.units.iter().filter(fit).collect();
    let raging = berserk::on_the_way(eyes, moving, at);
    let left = moving.led && A4.is_in_force() && !is_led(eyes, units);
    let moving = Moving { units, ..if left { without_leader(eyes, units, moving) } else { moving } };
    if !raging.is_empty() {
        let (spent, on_road) = (moving.allotted.saturating_sub(moving.mf_left), moving.on_road);
        resolver.push(Fight::Charges { units: raging, spent, on_road }.into());
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    // The reach of a "?" reveals what is under it, so its side is asked until it stops by order.
    let spent =
        moving.mf_left == 0 && !moving.on_road && units.iter().all(|piece| eyes.unit(piece).is_some_and(Unit::is_open));
    // A charge is over where it meets the enemy.
    let side = resolver.position().attacker;
    let met = || moving.pace == Pace::Berserk && eyes.at(side.other(), at).any(|(_, enemy)| enemy.is_men());
    let over = moving.stepped && (moving.pace == Pace::Assault || spent || met());
    if units.is_empty() || over {
        return stop(resolver);
    }
    if resolver.position().moving != Some(moving) {
        resolver.change(A4, moving.into());
    }
    resolver.push(Step::StepOn);
}

/// Stops the moving units. A Minimum Move leaves them pinned and counter-exhausted.
pub fn stop(resolver: &mut impl Resolver<Asl>) {
    let Some(moving) = resolver.position().moving else { return };
    for unit in moving.units.iter() {
        let spent = resolver.position().unit(unit).is_some_and(|unit| unit.is(Flag::Minimum));
        if spent && A4.is_in_force() {
            resolver.change(A4, Change::Flag { unit, flag: Flag::Pinned, on: true });
            resolver.change(A4, Change::Flag { unit, flag: Flag::Cx, on: true });
        }
    }
    resolver.change(A4, Change::MovingOver);
    if moving.pace == Pace::Berserk {
        let side = resolver.position().attacker;
        berserk::after_charge(resolver, side, moving.units);
    }
}

pub fn end_of_phase(resolver: &mut impl Resolver<Asl>) {
    clear(resolver, &[Flag::Minimum, Flag::Stopped, Flag::WasCx]);
}
