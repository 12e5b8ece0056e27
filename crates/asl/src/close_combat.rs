//! Blows in Close Combat (ASL-A17): declared by both sides before any falls, unless one ambushes the other.

use board::LocationId;
use rules::{Audience, Classes, Group, OfferSink, Piece, Pool, Refusal, Side, Turn};

use crate::Asl;
use crate::change::Change;
use crate::clause::{A1, A4, A11, A17, A18, B8_44E};
use crate::eyes::AslEyes;
use crate::fight::{Fight, FightReport};
use crate::flags::Flag;
use crate::kind::Class;
use crate::morale;
use crate::order::{Draft, Order};
use crate::position::Unit;
use crate::sewer;
use crate::tables::kill_number;
use crate::when::out_of_time;

/// Steps on the agenda beyond which no more blows are declared.
const DEEPEST: usize = rules::agenda::DEPTH - 4;
/// What is added to the DR of a blow at broken units only (memory).
const AT_BROKEN: i16 = -2;

/// Strength of a unit in Close Combat, in half firepower factors: single men count 1, pinned units half when they strike.
fn strength(unit: &Unit, strikes: bool) -> u16 {
    let fp = if unit.kind.is_smc() { 1 } else { u16::from(unit.kind.values().fp) };
    if strikes && unit.is(Flag::Pinned) && A11.is_in_force() { fp } else { 2 * fp }
}

/// A unit that can strike here.
fn may_strike(eyes: AslEyes<'_>, side: Side, at: LocationId, piece: Piece) -> Result<&Unit, Refusal> {
    let (unit, place) = eyes.own(side, piece)?;
    if !unit.is_men() {
        return Err(Refusal::new(A17, "this is nobody who fights"));
    }
    if !eyes.setting().are_one(place, at) {
        return Err(Refusal::new(A17, "it is not in this Close Combat"));
    }
    A17.forbids(unit.is(Flag::Broken), "a broken unit does not strike")?;
    A17.forbids(unit.is(Flag::Fought), "it has struck in this phase")?;
    Ok(unit)
}

/// Whether a side may strike these enemies with these units.
///
/// # Errors
/// The refusal with its clause.
fn may_attack(eyes: AslEyes<'_>, side: Side, at: LocationId, units: Group, against: Group) -> Result<(), Refusal> {
    B8_44E.forbids(eyes.setting().is_below(at), "below ground you can't name enemies: attack the \"?\" as a whole")?;
    if units.is_empty() || against.is_empty() {
        return Err(Refusal::new(A17, "name who strikes, and whom"));
    }
    for piece in units.iter() {
        may_strike(eyes, side, at, piece)?;
    }
    for piece in against.iter() {
        let here = |unit: &&Unit| unit.at.is_some_and(|place| eyes.setting().are_one(place, at));
        let enemy = eyes.unit(piece).filter(|unit| unit.side != side && unit.is_men()).filter(here);
        let Some(enemy) = enemy else {
            return Err(Refusal::new(A17, "this is no enemy in this Close Combat"));
        };
        A17.forbids(enemy.is(Flag::Struck), "it has been attacked in this phase")?;
    }
    A1.forbids(eyes.steps_to_do() > DEEPEST, "no more blows can be declared")
}

/// Whether the enemy there is struck as one "?", whatever is under it (B8.44e).
fn is_unseen(eyes: AslEyes<'_>, at: LocationId) -> bool {
    eyes.setting().is_below(at) && B8_44E.is_in_force()
}

/// Whether a side may strike at the "?" below ground with these of its men there.
fn may_attack_unknown(eyes: AslEyes<'_>, side: Side, at: LocationId, units: Group) -> Result<(), Refusal> {
    if !is_unseen(eyes, at) {
        return Err(Refusal::new(A17, "the enemy is in sight: name whom you strike"));
    }
    if units.is_empty() {
        return Err(Refusal::new(A17, "name who strikes"));
    }
    units.iter().try_for_each(|piece| may_strike(eyes, side, at, piece).map(drop))
}

/// Who can strike here.
fn strikers(eyes: AslEyes<'_>, side: Side, at: LocationId) -> Group {
    let all = eyes.at(side, at).map(|(piece, _)| piece);
    all.filter(|piece| may_strike(eyes, side, at, *piece).is_ok()).collect()
}

/// Whether the side may give the order in the Close Combat Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn check(eyes: AslEyes<'_>, side: Side, at: LocationId, order: &Order) -> Result<(), Refusal> {
    match *order {
        Order::Attack { units, against } => may_attack(eyes, side, at, units, against),
        Order::AttackUnknown { units } => may_attack_unknown(eyes, side, at, units),
        Order::Done => Ok(()),
        _ => Err(out_of_time(Fight::CloseCombat { side, at, alone: false }.into(), order)),
    }
}

/// Everything the side may order in the Close Combat Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, at: LocationId, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let enemies = || eyes.at(side.other(), at).map(|(piece, _)| piece);
    let first =
        |units: Group| enemies().find(|enemy| may_attack(eyes, side, at, units, Group::EMPTY.with(*enemy)).is_ok());
    match draft {
        None => {
            let all = strikers(eyes, side, at);
            let unseen = is_unseen(eyes, at);
            if may_attack_unknown(eyes, side, at, all).is_ok() {
                sink.order(Order::AttackUnknown { units: all });
            }
            for units in all.iter().map(|piece| Group::EMPTY.with(piece)) {
                // Of who is alone there is nothing to choose.
                if if unseen { units != all } else { first(units).is_some() } {
                    sink.draft(Draft::Attack { units });
                }
            }
            sink.order(Order::Done);
        }
        Some(&Draft::Attack { units }) if is_unseen(eyes, at) => {
            let all = strikers(eyes, side, at);
            sink.order(Order::AttackUnknown { units });
            let more = all.iter().filter(|piece| !units.has(*piece)).map(|piece| units.with(piece));
            more.filter(|units| *units != all).for_each(|units| sink.draft(Draft::Attack { units }));
        }
        Some(&Draft::Attack { units }) => {
            for against in enemies().map(|enemy| Group::EMPTY.with(enemy)) {
                if may_attack(eyes, side, at, units, against).is_ok() {
                    sink.draft(Draft::Against { units, against });
                }
            }
            for piece in strikers(eyes, side, at).iter().filter(|piece| !units.has(*piece)) {
                if first(units.with(piece)).is_some() {
                    sink.draft(Draft::Attack { units: units.with(piece) });
                }
            }
        }
        Some(&Draft::Against { units, against }) => {
            if may_attack(eyes, side, at, units, against).is_ok() {
                sink.order(Order::Attack { units, against });
            }
            for enemy in enemies().filter(|enemy| !against.has(*enemy)) {
                if may_attack(eyes, side, at, units, against.with(enemy)).is_ok() {
                    sink.draft(Draft::Against { units, against: against.with(enemy) });
                }
            }
        }
        Some(_) => {}
    }
}

/// Asks a side for its blows, if it has any left. Below ground it is asked wherever counters of both sides are, once: what
/// lies under them must not show.
pub fn ask(turn: &mut impl Turn<Asl>, side: Side, at: LocationId, alone: bool) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let enemies = || eyes.at(side.other(), at).any(|(_, unit)| unit.is_men() && !unit.is(Flag::Struck));
    let asked = if is_unseen(eyes, at) {
        Side::BOTH.into_iter().all(|side| eyes.public().is_unknown_at(side, at))
    } else {
        enemies() && !strikers(eyes, side, at).is_empty()
    };
    if asked {
        turn.push(Fight::CloseCombat { side, at, alone }.into());
    } else {
        done(turn, side, at, alone);
    }
}

/// A side has declared its blows: the other declares, before any falls.
fn done(turn: &mut impl Turn<Asl>, side: Side, at: LocationId, alone: bool) {
    if !alone && side == turn.position().attacker {
        turn.push(Fight::Blows { side: side.other(), at, alone }.into());
    }
}

/// Resolves an order of the Close Combat Phase. The question is off the agenda already.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, at: LocationId, alone: bool, order: &Order) {
    match *order {
        Order::Attack { units, against } => {
            turn.push(Fight::Blow { units, against }.into());
            for unit in units.iter() {
                turn.change(A17, Change::Flag { unit, flag: Flag::Fought, on: true });
            }
            for unit in against.iter() {
                turn.change(A17, Change::Flag { unit, flag: Flag::Struck, on: true });
            }
            turn.push(Fight::Blows { side, at, alone }.into());
        }
        Order::AttackUnknown { units } => {
            turn.push(Fight::BlowBelow { side, at }.into());
            for unit in units.iter() {
                turn.change(A17, Change::Flag { unit, flag: Flag::Fought, on: true });
            }
            done(turn, side, at, alone);
        }
        _ => done(turn, side, at, alone),
    }
}

/// What is added to the DR of a blow.
fn modifier(eyes: AslEyes<'_>, units: Group, against: Group) -> i16 {
    let all = |group: Group| group.iter().filter_map(move |piece| eyes.unit(piece));
    let leaders = all(units).filter(|unit| unit.kind.class() == Class::Leader && A18.is_in_force());
    let led = leaders.map(morale::leadership).min().unwrap_or(0);
    let tired = |group| i16::from(all(group).any(|unit| unit.is(Flag::Cx)) && A4.is_in_force());
    let broken = if all(against).all(|unit| unit.is(Flag::Broken)) { AT_BROKEN } else { 0 };
    i16::from(led) + tired(units) - tired(against) + broken
}

/// The odds of a blow, in half firepower factors.
fn odds(eyes: AslEyes<'_>, units: Group, against: Group) -> [u16; 2] {
    let sum = |group: Group, strikes| {
        group.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| strength(unit, strikes)).sum()
    };
    [sum(units, true), sum(against, false)]
}

/// A blow falls. Who is hit goes when all have fallen.
pub fn strike(turn: &mut impl Turn<Asl>, units: Group, against: Group) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let (odds, drm) = (odds(eyes, units, against), modifier(eyes, units, against));
    let kill = kill_number(odds[0], odds[1]);
    let doer = units.iter().find_map(|piece| eyes.unit(piece)).map(|unit| unit.side);
    let dr = turn.roll(Pool { doer, ..Pool::open(2, Classes::SUM, "close combat", A17) }).sum();
    let report = FightReport::Blow { units, against, odds, kill, dr: dr as u8, drm: drm as i8 };
    turn.report(A17, Audience::All, report.into());
    hit(turn, against, dr as i16 + drm, kill);
}

/// Those of a side who have chosen to strike at the "?" in their Sewer Location, at half strength since they see nothing.
/// What it does only the side that is struck learns, unless nobody is there: then the dummies are found out.
pub fn strike_below(turn: &mut impl Turn<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let units = eyes.of(side).men().at(at).bearing(Flag::Fought).group();
    let against = eyes.of(side.other()).men().at(at).group();
    if against.is_empty() {
        return sewer::find_out(turn, B8_44E, side.other(), at);
    }
    let [own, theirs] = odds(eyes, units, against);
    let drm = modifier(eyes, units, against);
    let dr = turn.roll(Pool::open(2, Classes::SUM, "close combat", A17).of(side)).sum();
    turn.report(A17, Audience::All, FightReport::BlowBelow { side, at, dr: dr as u8 }.into());
    hit(turn, against, dr as i16 + drm, kill_number(own, 2 * theirs));
}

/// Below the Kill Number all are eliminated; on it one, by Random Selection, is reduced.
fn hit(turn: &mut impl Turn<Asl>, against: Group, result: i16, kill: u8) {
    let (hit, flag) = match result.cmp(&i16::from(kill)) {
        std::cmp::Ordering::Less => (against, Flag::Doomed),
        std::cmp::Ordering::Equal => (morale::select(turn, against, 1), Flag::Shaken),
        std::cmp::Ordering::Greater => return,
    };
    for unit in hit.iter() {
        turn.change(A17, Change::Flag { unit, flag, on: true });
    }
}
