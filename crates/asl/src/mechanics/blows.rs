//! Attacks in Close Combat (ASL-A17): declared by both sides before any is resolved, unless one ambushes the other.
//!
//! Presence alone reveals no unit. Above ground, units that attack lose their "?" (ASL-A15); below, none do (B8.44e).
//! Whether a side is asked depends on public facts. An attack on a "?" reveals nothing of the units under it except by
//! its result.

use board::LocationId;
use rules::{Audience, FaceClasses, Piece, PieceSet, Pool, Refusal, Resolver, Side};

use crate::mechanics::{concealment, desperation, morale, stack};
use crate::printed::clause::{A3, A4, A11, A15, A17, A18, B8_44E};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::kill_number;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Modifier of the DR of an attack on broken units only (memory).
const AT_BROKEN: i16 = -2;

/// Returns the strength of a unit in Close Combat, in half firepower factors: single men count 1, pinned units half
/// when they attack.
fn strength(unit: &Unit, strikes: bool) -> u16 {
    let fp = if unit.kind.is_smc() { 1 } else { u16::from(unit.kind.values().fp) };
    if strikes && unit.is(Flag::Pinned) && A11.is_in_force() { fp } else { 2 * fp }
}

/// Returns a unit that can attack here.
pub fn may_strike(eyes: AslEyes<'_>, side: Side, at: LocationId, piece: Piece) -> Result<&Unit, Refusal> {
    let (unit, place) = eyes.own(side, piece)?;
    if !unit.is_men() {
        return Err(Refusal::new(A17, "only men can attack in Close Combat"));
    }
    if !eyes.setting().are_one(place, at) {
        return Err(Refusal::new(A17, "this unit is not in this Close Combat"));
    }
    A17.forbids(unit.is(Flag::Broken), "a broken unit can't attack in Close Combat")?;
    A17.forbids(unit.is(Flag::Fought), "this unit has fought or was ambushed in this phase")?;
    Ok(unit)
}

/// Returns whether all units there stay under a "?" (B8.44e).
pub fn is_unseen(eyes: AslEyes<'_>, at: LocationId) -> bool {
    eyes.setting().is_below(at) && B8_44E.is_in_force()
}

/// Returns the units that can attack here.
pub fn strikers(eyes: AslEyes<'_>, side: Side, at: LocationId) -> PieceSet {
    let all = eyes.at(side, at).map(|(piece, _)| piece);
    all.filter(|piece| may_strike(eyes, side, at, *piece).is_ok()).collect()
}

/// Returns the pieces that a side has under its "?" there.
pub fn under_counter(eyes: AslEyes<'_>, side: Side, at: LocationId) -> PieceSet {
    eyes.of(side).units().lying(Cover::Concealed).at(at).group()
}

/// Declares an attack on named enemies. The attackers are revealed.
pub fn declare(resolver: &mut impl Resolver<Asl>, units: PieceSet, against: PieceSet) {
    if !against.is_empty() {
        resolver.push(Fight::Blow { units, against }.into());
    }
    concealment::show(resolver, units);
    for unit in units.iter() {
        resolver.change(A17, Change::Flag { unit, flag: Flag::Fought, on: true });
    }
    for unit in against.iter() {
        resolver.change(A17, Change::Flag { unit, flag: Flag::Struck, on: true });
    }
}

/// Returns whether a side that attacks alone has ambushed the other, which has still to answer, above ground. Public.
pub fn ambushes(resolver: &impl Resolver<Asl>, side: Side, at: LocationId) -> bool {
    let answer = Step::Fight(Fight::Blows { side: side.other(), at, alone: true });
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    !is_unseen(eyes, at) && resolver.position().agenda.steps().contains(&answer)
}

/// Removes the concealment of the ambushed when the ambusher attacks (ASL-A17).
pub fn expose(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let there = under_counter(AslEyes::open(resolver.setting(), resolver.position()), side, at);
    if (there & resolver.position().units.men()).is_empty() {
        concealment::find_out(resolver, A15, side, at);
    } else {
        concealment::show(resolver, there);
    }
}

/// Returns what overstacking adds to the DR of an attack (ASL-A3): all units of the attackers' own side count, seen or
/// not, and the units of the enemy that are public.
fn crowding(eyes: AslEyes<'_>, units: PieceSet, by_name: bool) -> i16 {
    let Some((side, at)) = units.iter().find_map(|piece| eyes.unit(piece)).and_then(|unit| Some((unit.side, unit.at?)))
    else {
        return 0;
    };
    let excess = |eyes: AslEyes<'_>, side| i16::from(stack::excess_with(eyes, side, at, PieceSet::EMPTY));
    let theirs = if by_name { excess(eyes.public(), side.other()) } else { 0 };
    if A3.is_in_force() { excess(eyes, side) - theirs } else { 0 }
}

/// Returns the modifier of the DR of an attack, without overstacking.
fn modifier(eyes: AslEyes<'_>, units: PieceSet, against: PieceSet) -> i16 {
    let all = |group: PieceSet| group.iter().filter_map(move |piece| eyes.unit(piece));
    let leaders = all(units).filter(|unit| unit.kind.class() == Class::Leader && A18.is_in_force());
    let led = leaders.map(morale::leadership).min().unwrap_or(0);
    let tired = |group| i16::from(all(group).any(|unit| unit.is(Flag::Cx)) && A4.is_in_force());
    let broken = if all(against).all(|unit| unit.is(Flag::Broken)) { AT_BROKEN } else { 0 };
    i16::from(led) + tired(units) - tired(against) + broken
}

/// Returns the odds of an attack, in half firepower factors.
fn odds(eyes: AslEyes<'_>, units: PieceSet, against: PieceSet) -> [u16; 2] {
    let sum = |group: PieceSet, strikes| {
        group.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| strength(unit, strikes)).sum()
    };
    [sum(units, true), sum(against, false)]
}

/// Resolves an attack. Units that are hit are removed when all attacks are resolved.
pub fn strike(resolver: &mut impl Resolver<Asl>, units: PieceSet, against: PieceSet) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let odds = odds(eyes, units, against);
    let drm = modifier(eyes, units, against) + crowding(eyes, units, true);
    let kill = kill_number(odds[0], odds[1]);
    let credited_side = units.iter().find_map(|piece| eyes.unit(piece)).map(|unit| unit.side);
    let dr = resolver.roll(Pool { credited_side, ..Pool::open(2, FaceClasses::SUM, "close combat", A17) }).sum();
    let report = FightReport::Blow { units, against, odds, kill, dr: dr as u8, drm: drm as i8 };
    resolver.report(A17, Audience::All, report.into());
    desperation::renew(resolver, against);
    hit(resolver, against, dr as i16 + drm, kill);
}

/// Resolves the attack below ground at the "?" in the Sewer Location, at half strength because the attackers see
/// nothing. Only the side that is attacked learns the result, unless no unit is there: then the dummies are revealed.
pub fn strike_below(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let units = eyes.of(side).men().at(at).bearing(Flag::Fought).group();
    let against = eyes.of(side.other()).men().at(at).group();
    if against.is_empty() {
        return concealment::find_out(resolver, B8_44E, side.other(), at);
    }
    let [own, theirs] = odds(eyes, units, against);
    let drm = modifier(eyes, units, against);
    let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "close combat", A17).credited_to(side)).sum();
    resolver.report(A17, Audience::All, FightReport::BlowBelow { side, at, dr: dr as u8 }.into());
    hit(resolver, against, dr as i16 + drm, kill_number(own, 2 * theirs));
}

/// Resolves an attack above ground at all units that were under a "?" when it was declared, at half strength. Only the
/// dice are reported: odds and modifiers would reveal the units there.
pub fn strike_unknown(
    resolver: &mut impl Resolver<Asl>,
    side: Side,
    units: PieceSet,
    against: PieceSet,
    at: LocationId,
) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let struck = against | under_counter(eyes, side.other(), at);
    let men = eyes.of(side.other()).men().at(at).only(struck).group();
    if men.is_empty() {
        return concealment::find_out(resolver, A15, side.other(), at);
    }
    let [own, theirs] = odds(eyes, units, men);
    let drm = modifier(eyes, units, men) + crowding(eyes, units, false);
    let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "close combat", A17).credited_to(side)).sum();
    resolver.report(A17, Audience::All, FightReport::BlowUnknown { units, at, dr: dr as u8 }.into());
    hit(resolver, men, dr as i16 + drm, kill_number(own, 2 * theirs));
}

/// Applies the DR: below the Kill Number all are eliminated; equal to it one, by Random Selection, is reduced.
fn hit(resolver: &mut impl Resolver<Asl>, against: PieceSet, result: i16, kill: u8) {
    let (hit, flag) = match result.cmp(&i16::from(kill)) {
        std::cmp::Ordering::Less => (against, Flag::Doomed),
        std::cmp::Ordering::Equal => (morale::select(resolver, against, 1), Flag::Shaken),
        std::cmp::Ordering::Greater => return,
    };
    for unit in hit.iter() {
        resolver.change(A17, Change::Flag { unit, flag, on: true });
    }
}
