//! Morale: checks, pinning, breaking, and losses (ASL-A11, ASL-A12).
//!
//! Results for a stack in a sewer are known to its own side only: its dice come from that side's stream. The enemy
//! learns of losses there only when the last unit dies and the counter is removed.

use arrayvec::ArrayVec;
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver};

use crate::mechanics::concealment;
use crate::printed::clause::{A7, A11, A12, A18, B8_41J, B8_45A};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::Effect;
use crate::printed::words::{Fate, Phase};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::state::report::fights::{Check, FightReport, Verdict};
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Lowest wound dr that kills.
const MORTAL: u16 = 5;

/// Reports an event in a Location: below ground only to its own side.
pub fn report_fight(resolver: &mut impl Resolver<Asl>, clause: Clause, unit: &Unit, report: FightReport) {
    let secret = unit.at.is_some_and(|at| resolver.setting().is_below(at));
    let audience = if secret { Audience::Only(unit.side) } else { Audience::All };
    resolver.report(clause, audience, report.into());
}

/// Rolls dice for a unit: with its own side's secret dice below ground, and for units under a "?", as the target of an
/// attack there may be.
pub fn roll(resolver: &mut impl Resolver<Asl>, clause: Clause, unit: &Unit, dice: u8, label: &'static str) -> u16 {
    let secret = !unit.is_open() || unit.at.is_some_and(|at| resolver.setting().is_below(at));
    let pool = if secret {
        Pool::secret(dice, FaceClasses::SUM, label, clause, unit.side)
    } else {
        Pool::open(dice, FaceClasses::SUM, label, clause)
    };
    // Attacks in Close Combat are resolved when both sides have declared theirs: a hit is credited to the enemy.
    let struck = resolver.position().phase == Phase::CloseCombat;
    resolver.roll(if struck { pool.credited_to(unit.side.other()) } else { pool }).sum()
}

/// Returns a unit that is still on the board.
fn alive(resolver: &impl Resolver<Asl>, piece: Piece) -> Option<Unit> {
    resolver.position().unit(piece).copied().filter(|unit| unit.at.is_some())
}

/// Returns the present leadership of a leader: one worse if wounded.
#[inline]
#[must_use]
pub fn leadership(unit: &Unit) -> i8 {
    unit.kind.values().leadership + i8::from(unit.is(Flag::Wounded))
}

/// Returns whether the unit leads others in its Location: an unbroken leader who is not pinned.
#[inline]
#[must_use]
pub fn leads(unit: &Unit) -> bool {
    unit.kind.class() == Class::Leader && unit.is_good() && !unit.is(Flag::Pinned)
}

/// Returns the modifier by the best other leader in a unit's Location for its checks. Leaders out of sight help only
/// units out of sight.
fn support(resolver: &impl Resolver<Asl>, piece: Piece, unit: &Unit) -> i16 {
    let pieces = &resolver.position().units;
    let like = (pieces.in_play(unit.side) & pieces.lying(unit.cover)).without(piece);
    let beside = unit.at.map_or(PieceSet::EMPTY, |at| pieces.within(resolver.setting(), at, like));
    let leaders = pieces
        .each(beside)
        .filter(|(_, other)| leads(other) || (other.kind.class() == Class::Leader && other.is(Flag::Melee)));
    let best = leaders.map(|(_, leader)| leadership(leader)).min().unwrap_or(0);
    if A18.is_in_force() { i16::from(best) } else { 0 }
}

/// Applies a result of the Infantry Fire Table to units of a side in one Location (ASL-A7).
pub fn suffer(resolver: &mut impl Resolver<Asl>, clause: Clause, units: PieceSet, effect: Effect) {
    if !clause.is_in_force() {
        return;
    }
    match effect {
        Effect::None => {}
        Effect::Pin => each(resolver, units, |resolver, piece| pin_check(resolver, piece, Check::Pin, 0)),
        Effect::Check(more) => {
            each(resolver, units, |resolver, piece| morale_check(resolver, piece, Check::Morale, more, None))
        }
        Effect::Casualty(more) => {
            let hit = select(resolver, units, 1);
            each(resolver, hit, |resolver, piece| reduce(resolver, piece));
            let rest = units.iter().filter(|piece| !hit.has(*piece)).collect();
            each(resolver, rest, |resolver, piece| morale_check(resolver, piece, Check::Morale, more, None));
        }
        Effect::Kill(all) => {
            let killed = select(resolver, units, usize::from(all));
            let rest: PieceSet = units.iter().filter(|piece| !killed.has(*piece)).collect();
            // They are eliminated together, so none of them checks for the loss of another.
            let lost: ArrayVec<(Piece, Unit), { PieceSet::LIMIT }> =
                killed.iter().filter_map(|piece| Some((piece, alive(resolver, piece)?))).collect();
            each(resolver, killed, |resolver, piece| remove(resolver, A7, piece));
            each(resolver, rest, |resolver, piece| {
                if alive(resolver, piece).is_some_and(|unit| unit.is(Flag::Broken)) {
                    reduce(resolver, piece);
                } else {
                    fall(resolver, piece, 0);
                }
            });
            for (leader, unit) in lost.iter().filter(|(_, unit)| unit.kind.class() == Class::Leader) {
                leader_lost(resolver, *leader, unit, true);
            }
        }
    }
}

/// Calls `act` for units one after the other, leaders first, the best of them before the others. Skips units that have
/// left the game.
fn each<T: Resolver<Asl>>(resolver: &mut T, units: PieceSet, mut act: impl FnMut(&mut T, Piece)) {
    let rank = |resolver: &T, piece: Piece| {
        let unit = resolver.position().unit(piece)?;
        (unit.kind.class() == Class::Leader && A18.is_in_force()).then_some(unit.kind.values().morale)
    };
    let mut leaders: ArrayVec<(u8, Piece), { PieceSet::LIMIT }> =
        units.iter().filter_map(|piece| Some((rank(resolver, piece)?, piece))).collect();
    leaders.sort_unstable_by_key(|(morale, piece)| (std::cmp::Reverse(*morale), *piece));
    let others = units.iter().filter(|piece| !leaders.iter().any(|(_, leader)| leader == piece));
    let order: ArrayVec<Piece, { PieceSet::LIMIT }> = leaders.iter().map(|(_, leader)| *leader).chain(others).collect();
    for piece in order {
        if alive(resolver, piece).is_some() {
            act(resolver, piece);
        }
    }
}

/// Makes a Random Selection: each unit rolls a die, and the highest are hit, including ties (ASL-A12). If all are hit,
/// none rolls.
pub fn select(resolver: &mut impl Resolver<Asl>, units: PieceSet, most: usize) -> PieceSet {
    if units.len() <= most || !A12.is_in_force() {
        return units;
    }
    let mut drs: ArrayVec<(u16, Piece), { PieceSet::LIMIT }> = ArrayVec::new();
    for piece in units.iter() {
        if let Some(unit) = alive(resolver, piece) {
            let dr = roll(resolver, A12, &unit, 1, "random selection");
            let _ = drs.try_push((dr, piece));
        }
    }
    drs.sort_unstable_by(|one, other| other.cmp(one));
    let least = drs.get(most.saturating_sub(1)).map_or(0, |(dr, _)| *dr);
    drs.iter().filter(|(dr, _)| *dr >= least).map(|(_, piece)| *piece).collect()
}

/// Makes a Morale Check. `given` is a DR that was rolled already (Final Protective Fire).
pub fn morale_check(resolver: &mut impl Resolver<Asl>, piece: Piece, check: Check, more: u8, given: Option<u16>) {
    let Some(unit) = alive(resolver, piece).filter(|unit| unit.is_men() && A11.is_in_force()) else { return };
    if unit.is(Flag::Berserk) {
        return;
    }
    let label = if check == Check::Interdiction { "interdiction" } else { "morale check" };
    let dr = given.unwrap_or_else(|| roll(resolver, A11, &unit, 2, label));
    let drm = i16::from(more) + support(resolver, piece, &unit);
    let (result, morale) = (dr as i16 + drm, i16::from(unit.morale()));
    let verdict = match () {
        () if dr == 12 || result > morale => Verdict::Failed,
        () if result == morale && !unit.is(Flag::Broken) && can_be_pinned(&unit) => Verdict::Pinned,
        () => Verdict::Passed,
    };
    let report =
        FightReport::Checked { unit: piece, check, dr: dr as u8, drm: drm as i8, morale: unit.morale(), verdict };
    report_fight(resolver, A11, &unit, report);
    match verdict {
        Verdict::Passed => {}
        Verdict::Pinned => pin(resolver, piece),
        Verdict::Failed if unit.is(Flag::Broken) => reduce(resolver, piece),
        Verdict::Failed => {
            if dr == 12 {
                reduce(resolver, piece);
            }
            fall(resolver, piece, result - morale);
        }
    }
}

/// Returns whether a unit can be pinned: heroes never are.
fn can_be_pinned(unit: &Unit) -> bool {
    unit.kind.class() != Class::Hero && !unit.is(Flag::Berserk)
}

/// Makes a Pin Task Check.
fn pin_check(resolver: &mut impl Resolver<Asl>, piece: Piece, check: Check, more: u8) {
    let Some(unit) = alive(resolver, piece).filter(|unit| unit.is_men() && A11.is_in_force()) else { return };
    if unit.is(Flag::Broken) || unit.is(Flag::Pinned) || !can_be_pinned(&unit) {
        return;
    }
    let dr = roll(resolver, A11, &unit, 2, "pin task check");
    let drm = i16::from(more) + support(resolver, piece, &unit);
    let failed = dr as i16 + drm > i16::from(unit.morale());
    let verdict = if failed { Verdict::Pinned } else { Verdict::Passed };
    let report =
        FightReport::Checked { unit: piece, check, dr: dr as u8, drm: drm as i8, morale: unit.morale(), verdict };
    report_fight(resolver, A11, &unit, report);
    if failed {
        pin(resolver, piece);
    }
}

fn pin(resolver: &mut impl Resolver<Asl>, unit: Piece) {
    resolver.change(A11, Change::Flag { unit, flag: Flag::Pinned, on: true });
}

/// Applies a failed Morale Check. The unit breaks, and is replaced by a worse one if it failed by more than its ELR
/// (ASL-A12); units that it led may follow. A hero is wounded instead. Units that break in a sewer are eliminated
/// (B8.45a).
pub fn fall(resolver: &mut impl Resolver<Asl>, piece: Piece, by: i16) {
    let Some(unit) = alive(resolver, piece).filter(|unit| unit.is_men()) else { return };
    if unit.is(Flag::Berserk) {
        return;
    }
    if unit.kind.class() == Class::Hero {
        return reduce(resolver, piece);
    }
    if unit.at.is_some_and(|at| resolver.setting().is_below(at)) && B8_45A.is_in_force() {
        return eliminate(resolver, B8_45A, piece);
    }
    concealment::lose(resolver, piece);
    let worse = unit.kind.lower(unit.side).filter(|_| by > i16::from(resolver.setting().elr[unit.side]));
    if let Some(kind) = worse.filter(|_| A12.is_in_force()) {
        resolver.report(A12, Audience::All, FightReport::Replaced { unit: piece, by: kind }.into());
        resolver.change(A12, Change::Counter { unit: piece, kind });
    }
    resolver.report(A11, Audience::All, FightReport::Breaks { unit: piece }.into());
    resolver.change(A11, Change::Flag { unit: piece, flag: Flag::Broken, on: true });
    resolver.change(A11, Change::Flag { unit: piece, flag: Flag::Dm, on: true });
    if unit.is(Flag::Pinned) {
        resolver.change(A11, Change::Flag { unit: piece, flag: Flag::Pinned, on: false });
    }
    if unit.kind.class() == Class::Leader {
        leader_lost(resolver, piece, &unit, false);
    }
}

/// Applies Casualty Reduction (ASL-A12): a squad becomes a half-squad, a half-squad is eliminated; a single man is
/// wounded, or dies.
pub fn reduce(resolver: &mut impl Resolver<Asl>, piece: Piece) {
    let Some(unit) = alive(resolver, piece).filter(|_| A12.is_in_force()) else { return };
    if unit.kind.is_smc() {
        let dr = roll(resolver, A12, &unit, 1, "wound") + u16::from(unit.is(Flag::Wounded));
        if dr >= MORTAL {
            return eliminate(resolver, A12, piece);
        }
        report_fight(resolver, A12, &unit, FightReport::Wounded { unit: piece });
        resolver.change(A12, Change::Flag { unit: piece, flag: Flag::Wounded, on: true });
        return;
    }
    let Some(kind) = unit.kind.half() else { return eliminate(resolver, A12, piece) };
    report_fight(resolver, A12, &unit, FightReport::Reduced { unit: piece, to: kind });
    resolver.change(A12, Change::Counter { unit: piece, kind });
}

/// Eliminates a unit. Units that it led check their morale. Below ground only its side learns of it.
pub fn eliminate(resolver: &mut impl Resolver<Asl>, clause: Clause, piece: Piece) {
    let Some(unit) = alive(resolver, piece) else { return };
    remove(resolver, clause, piece);
    if unit.kind.class() == Class::Leader {
        leader_lost(resolver, piece, &unit, true);
    }
}

/// Eliminates a unit in Close Combat, where the loss of a leader requires no checks.
pub fn remove(resolver: &mut impl Resolver<Asl>, clause: Clause, piece: Piece) {
    let Some(unit) = alive(resolver, piece) else { return };
    let below = unit.at.is_some_and(|at| resolver.setting().is_below(at));
    report_fight(resolver, clause, &unit, FightReport::Eliminated { unit: piece });
    // The clause of the loss would reveal the number and kinds of units: the other side learns nothing of a stack that
    // is only a counter.
    let clause = if below && B8_41J.is_in_force() { B8_41J } else { clause };
    let fate = match unit.kind.class() {
        Class::Dummy => Fate::Removed,
        _ if below => Fate::LostUnseen,
        _ => Fate::Lost,
    };
    resolver.change(clause, Change::Gone { unit: piece, fate });
    // The counter goes with the last unit of a stack, and that is public.
    if let Some(at) =
        unit.at.filter(|at| below && !AslEyes::open(resolver.setting(), resolver.position()).holds(unit.side, *at))
    {
        resolver.report(clause, Audience::All, BelowReport::NobodyLeft { side: unit.side, at }.into());
    }
}

/// Makes the checks for the loss of a leader (ASL-A12): units of lower Morale in the Location make a Morale Check if
/// the leader is eliminated, a Task Check if he breaks, with his leadership reversed.
fn leader_lost(resolver: &mut impl Resolver<Asl>, leader: Piece, lost: &Unit, eliminated: bool) {
    if !A12.is_in_force() {
        return;
    }
    let more = leadership(lost).min(0).unsigned_abs();
    let followers: PieceSet = resolver
        .position()
        .units
        .in_play(lost.side)
        .iter()
        .filter(|piece| {
            *piece != leader
                && resolver.position().unit(*piece).is_some_and(|unit| {
                    let place = unit.at.zip(lost.at).is_some_and(|(a, b)| resolver.setting().are_one(a, b));
                    let here = place && unit.cover == lost.cover && unit.is_men();
                    here && !unit.is(Flag::Broken) && unit.morale() < lost.morale()
                })
        })
        .collect();
    each(resolver, followers, |resolver, piece| {
        if eliminated {
            morale_check(resolver, piece, Check::LeaderLoss, more, None);
        } else {
            pin_check(resolver, piece, Check::LeaderLoss, more);
        }
    });
}
