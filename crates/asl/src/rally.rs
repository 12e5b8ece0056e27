//! The Rally Phase (ASL-A13): rallying, and who takes up or hands over a weapon (ASL-A5, ASL-A29).

use rules::{Audience, Classes, Group, OfferSink, Piece, Pool, Refusal, Side, Turn};

use crate::Asl;
use crate::asking;
use crate::carry;
use crate::change::Change;
use crate::clause::{A2, A4, A5, A13, A18, A29, A32};
use crate::concealment;
use crate::eyes::{AslEyes, Seen};
use crate::fight::{Fight, FightReport};
use crate::flags::Flag;
use crate::kind::Class;
use crate::morale;
use crate::order::{Draft, Order};
use crate::position::Unit;
use crate::tables::{DESPERATION, RALLY_COVER, RECOVERY, SELF_RALLY};
use crate::terrain::Terrain;
use crate::tunnel;
use crate::turn::clear_side;
use crate::when::out_of_time;

/// Whether a unit can try to rally now, with a leader's help or by itself. Single men may try by themselves, and one
/// squad or half-squad a Rally Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn may_rally(
    eyes: AslEyes<'_>,
    side: Side,
    alone: bool,
    unit: Piece,
    leader: Option<Piece>,
) -> Result<(), Refusal> {
    let (broken, at) = eyes.own(side, unit)?;
    if !broken.is(Flag::Broken) {
        return Err(Refusal::new(A13, "it is not broken"));
    }
    A13.forbids(broken.is(Flag::Used), "it has tried in this phase")?;
    let Some(leader) = leader else {
        return A13.forbids(alone && broken.kind.is_mmc(), "one squad a phase rallies by itself, and one has tried");
    };
    let (leader, place) = eyes.own(side, leader)?;
    if leader.kind.class() != Class::Leader {
        return Err(Refusal::new(A18, "only a leader rallies others"));
    }
    A13.forbids(!morale::leads(leader), "a leader who rallies others is in Good Order and not pinned")?;
    A13.forbids(!eyes.setting().are_one(place, at), "the leader is elsewhere")
}

/// What is added to the rally DR of a unit, but for its leader.
fn modifier(eyes: AslEyes<'_>, unit: &Unit, leader: Option<Piece>) -> i16 {
    let desperate = if unit.is(Flag::Dm) { DESPERATION } else { 0 };
    let terrain = unit.at.and_then(|at| eyes.setting().spot(at)).map(|spot| eyes.terrain(spot));
    let sheltered = terrain.is_some_and(|terrain| terrain.is_building() || terrain == Terrain::Woods);
    let cover = if sheltered { RALLY_COVER } else { 0 };
    let led = leader.and_then(|leader| eyes.unit(leader)).map(|leader| i16::from(morale::leadership(leader)));
    desperate + cover + led.unwrap_or(SELF_RALLY)
}

fn rally(turn: &mut impl Turn<Asl>, piece: Piece, leader: Option<Piece>) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(unit) = eyes.unit(piece).copied() else { return };
    let (drm, needed) = (modifier(eyes, &unit, leader), unit.morale());
    if let Some(leader) = leader {
        concealment::lose(turn, leader);
    }
    turn.change(A13, Change::Flag { unit: piece, flag: Flag::Used, on: true });
    let dr = turn.roll(Pool::open(2, Classes::SUM, "rally", A13)).sum();
    let rallied = dr < 12 && dr as i16 + drm <= i16::from(needed);
    let report = FightReport::RallyRolled { unit: piece, leader, roll: dr as u8, drm: drm as i8, needed, rallied };
    turn.report(A13, Audience::All, report.into());
    if rallied {
        turn.change(A13, Change::Flag { unit: piece, flag: Flag::Broken, on: false });
        if unit.is(Flag::Dm) {
            turn.change(A13, Change::Flag { unit: piece, flag: Flag::Dm, on: false });
        }
    } else if dr == 12 {
        morale::reduce(turn, piece);
    }
}

/// All men of a side in Good Order that have done nothing in this phase ([`is_free`]).
fn free(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let units = eyes.of(side).units();
    let units = if A2.is_in_force() { units.men().good() } else { units };
    let units = if A4.is_in_force() { units.without(Flag::Ti) } else { units };
    if A29.is_in_force() { units.without(Flag::Used) } else { units }
}

/// A unit in Good Order that has done nothing in this phase.
fn is_free(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, board::LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    A2.forbids(!unit.is_men(), "a dummy carries nothing")?;
    A2.forbids(!unit.is_good(), "only units in Good Order do that")?;
    A4.forbids(unit.is(Flag::Ti), "it is temporarily immobilised")?;
    A29.forbids(unit.is(Flag::Used), "it has done something in this phase")?;
    Ok((unit, at))
}

/// A weapon that can be carried.
fn portable(weapon: &Unit) -> Result<(), Refusal> {
    if !weapon.kind.is_weapon() {
        return Err(Refusal::new(A5, "this is no weapon"));
    }
    A32.forbids(weapon.kind.class() == Class::Gun, "a Gun stays where it is")
}

/// Whether a unit can try to take up a weapon that lies in its Location.
///
/// # Errors
/// The refusal with its clause.
pub fn may_recover(eyes: AslEyes<'_>, side: Side, unit: Piece, sw: Piece) -> Result<(), Refusal> {
    let (finder, at) = is_free(eyes, side, unit)?;
    let (weapon, place) = eyes.own(side, sw)?;
    portable(weapon)?;
    A29.forbids(!eyes.setting().are_one(place, at), "the weapon is elsewhere")?;
    A29.forbids(weapon.holder.is_some(), "somebody has it")?;
    carry::may_take(eyes, side, (unit, finder), weapon)
}

/// A unit looks for a weapon. Below ground nobody else hears of it, and it stays under its "?".
fn recover(turn: &mut impl Turn<Asl>, unit: Piece, sw: Piece) {
    let Some(finder) = turn.position().unit(unit).copied() else { return };
    if !finder.below {
        concealment::lose(turn, unit);
    }
    turn.change(A29, Change::Flag { unit, flag: Flag::Used, on: true });
    let dr = morale::roll(turn, A29, &finder, 1, "recovery") + u16::from(finder.is(Flag::Cx));
    let found = dr <= RECOVERY;
    morale::tell(turn, A29, &finder, FightReport::Recovers { unit, sw, dr: dr as u8, found });
    if found {
        carry::take(turn, A29, unit, sw);
    }
}

/// Whether a weapon can be handed over.
///
/// # Errors
/// The refusal with its clause.
pub fn may_transfer(eyes: AslEyes<'_>, side: Side, from: Piece, to: Piece, sw: Piece) -> Result<(), Refusal> {
    let (_, at) = is_free(eyes, side, from)?;
    let (taker, place) = is_free(eyes, side, to)?;
    let (weapon, _) = eyes.own(side, sw)?;
    portable(weapon)?;
    A5.forbids(from == to, "it has it")?;
    A5.forbids(!eyes.setting().are_one(place, at), "they are in different Locations")?;
    A5.forbids(weapon.holder != Some(from), "it does not have that weapon")?;
    carry::may_take(eyes, side, (to, taker), weapon)
}

fn transfer(turn: &mut impl Turn<Asl>, from: Piece, to: Piece, sw: Piece) {
    // A weapon that passes between one in sight and one under a "?" shows both.
    let cover = |piece| turn.position().unit(piece).map(|unit| unit.cover);
    if cover(from) != cover(to) {
        concealment::show(turn, Group::EMPTY.with(from).with(to));
    }
    carry::take(turn, A5, to, sw);
    turn.change(A5, Change::Flag { unit: to, flag: Flag::Used, on: true });
}

/// Whether the side may give the order in the Rally Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn check(eyes: AslEyes<'_>, side: Side, alone: bool, order: &Order) -> Result<(), Refusal> {
    match *order {
        Order::Rally { unit, leader } => may_rally(eyes, side, alone, unit, leader),
        Order::Recover { unit, sw } => may_recover(eyes, side, unit, sw),
        Order::Transfer { from, to, sw } => may_transfer(eyes, side, from, to, sw),
        Order::Search { unit, entrance } => tunnel::may_search(eyes, side, unit, entrance),
        Order::Done => Ok(()),
        _ => Err(out_of_time(Fight::Rally { side, alone }.into(), order)),
    }
}

/// Everything the side may order in the Rally Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, alone: bool, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => begin(eyes, side, alone, sink),
        Some(&Draft::Rally { unit }) => {
            let at = eyes.unit(unit).and_then(|unit| unit.at);
            let leaders = at.into_iter().flat_map(|at| eyes.at(side, at)).map(|(leader, _)| Some(leader));
            for leader in std::iter::once(None).chain(leaders) {
                if may_rally(eyes, side, alone, unit, leader).is_ok() {
                    sink.order(Order::Rally { unit, leader });
                }
            }
        }
        Some(&Draft::Transfer { from, sw }) => {
            let Some(at) = eyes.unit(from).and_then(|unit| unit.at) else { return };
            for (to, _) in eyes.at(side, at) {
                if may_transfer(eyes, side, from, to, sw).is_ok() {
                    sink.order(Order::Transfer { from, to, sw });
                }
            }
        }
        Some(_) => {}
    }
}

fn begin(eyes: AslEyes<'_>, side: Side, alone: bool, sink: &mut impl OfferSink<Asl>) {
    for (unit, broken, at) in eyes.of(side).units().bearing(Flag::Broken).iter() {
        let mut leaders = eyes.at(side, at).map(|(piece, _)| Some(piece));
        let able = |leader| may_rally(eyes, side, alone, unit, leader).is_ok();
        if broken.is_men() && (able(None) || leaders.any(able)) {
            sink.draft(Draft::Rally { unit });
        }
    }
    let free = free(eyes, side);
    for (sw, weapon, at) in eyes.of(side).weapons().iter() {
        match weapon.holder {
            None => {
                for unit in free.at(at).group().iter() {
                    if may_recover(eyes, side, unit, sw).is_ok() {
                        sink.order(Order::Recover { unit, sw });
                    }
                }
            }
            Some(from) if free.group().has(from) => {
                let others = free.at(at).but(Group::EMPTY.with(from)).group();
                if others.iter().any(|to| may_transfer(eyes, side, from, to, sw).is_ok()) {
                    sink.draft(Draft::Transfer { from, sw });
                }
            }
            Some(_) => {}
        }
    }
    tunnel::offer_searches(eyes, side, sink);
    sink.order(Order::Done);
}

/// Resolves an order of the Rally Phase. The question is off the agenda already.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, alone: bool, order: &Order) {
    let mut alone = alone;
    if let Order::Rally { unit, leader: None } = *order {
        alone |= turn.position().unit(unit).is_some_and(|unit| unit.kind.is_mmc());
    }
    match *order {
        Order::Rally { unit, leader } => rally(turn, unit, leader),
        Order::Recover { unit, sw } => recover(turn, unit, sw),
        Order::Transfer { from, to, sw } => transfer(turn, from, to, sw),
        Order::Search { unit, entrance } => tunnel::search(turn, side, unit, entrance),
        _ => return,
    }
    asking::ask(turn, Fight::Rally { side, alone });
}

/// The Rally Phase ends: Desperation Morale goes, on both sides.
pub fn end(turn: &mut impl Turn<Asl>) {
    for side in Side::BOTH {
        clear_side(turn, A13, side, Flag::Dm);
    }
}
