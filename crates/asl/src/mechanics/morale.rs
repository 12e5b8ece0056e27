//! Morale: checks, pinning and breaking (ASL-A11, ASL-A12). Losses are in [`crate::mechanics::losses`].
//!
//! Results for a stack in a sewer are known to its own side only: its dice come from that side's stream. The enemy
//! learns of losses there only when the last unit dies and the counter is removed.

use arrayvec::ArrayVec;
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver};

use crate::mechanics::heat::{self, TWO};
use crate::mechanics::losses::Aftermath;
use crate::mechanics::{concealment, losses, prisoners};
use crate::printed::clause::{A7, A11, A12, A18, A46, A47, B8_41J, B8_45A};
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

/// The Original DR that no Morale Check is passed with.
pub const TWELVE: u16 = 12;

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
pub fn alive(resolver: &impl Resolver<Asl>, piece: Piece) -> Option<Unit> {
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
/// units out of sight, and a leader is helped only by one of higher Morale (A10.22). A modifier other than 0 can't be
/// declined (A10.72).
pub fn support(resolver: &impl Resolver<Asl>, piece: Piece, unit: &Unit) -> i16 {
    let pieces = &resolver.position().units;
    let like = (pieces.in_play(unit.side) & pieces.lying(unit.cover)).without(piece);
    let beside = unit.at.map_or(PieceSet::EMPTY, |at| pieces.within(resolver.setting(), at, like));
    let helps = |other: &Unit| {
        let able = leads(other) || (other.kind.class() == Class::Leader && other.is(Flag::Melee));
        able && (unit.kind.class() != Class::Leader || other.morale() > unit.morale())
    };
    let leaders = pieces.each(beside).map(|(_, other)| other).filter(|other| helps(other));
    let best = leaders.map(leadership).min().unwrap_or(0);
    if A18.is_in_force() { i16::from(best) } else { 0 }
}

/// Applies the results of one attack on the Infantry Fire Table to groups of units of a side (ASL-A7). What follows from the loss of leaders comes after all checks
/// (A10.2).
pub fn suffer_all(resolver: &mut impl Resolver<Asl>, clause: Clause, struck: &[(Effect, PieceSet)]) {
    // Most attacks do nothing.
    if !clause.is_in_force() || struck.iter().all(|(effect, _)| *effect == Effect::None) {
        return;
    }
    let mut after = Aftermath::default();
    for (effect, units) in struck {
        suffer_one(resolver, *units, *effect, &mut after);
    }
    after.settle(resolver);
}

fn suffer_one(resolver: &mut impl Resolver<Asl>, units: PieceSet, effect: Effect, after: &mut Aftermath) {
    match effect {
        Effect::None => {}
        Effect::Pin => each(resolver, units, |resolver, piece| pin_check(resolver, piece, Check::Pin, 0)),
        Effect::Check(more) => {
            each(resolver, units, |resolver, piece| {
                check(resolver, piece, Check::Morale, i16::from(more), None, after);
            });
        }
        Effect::Casualty(more) => {
            let hit = select(resolver, units, 1);
            each(resolver, hit, |resolver, piece| losses::hurt(resolver, piece, 0, after));
            // The unit just reduced or wounded checks like the others (A7.302).
            each(resolver, units, |resolver, piece| {
                check(resolver, piece, Check::Morale, i16::from(more), None, after);
            });
        }
        Effect::Kill(all) => {
            let killed = select(resolver, units, usize::from(all));
            let rest = units - killed;
            // They are eliminated together, so none of them checks for the loss of another.
            for piece in killed.iter() {
                after.note(resolver, piece, true);
            }
            each(resolver, killed, |resolver, piece| remove(resolver, A7, piece));
            each(resolver, rest, |resolver, piece| {
                if alive(resolver, piece).is_some_and(|unit| unit.is(Flag::Broken)) {
                    losses::hurt(resolver, piece, 0, after);
                } else {
                    fall(resolver, piece, 0, 0, after);
                }
            });
        }
    }
}

/// Calls `act` for units one after the other, leaders first, the best of them before the others. Skips units that have
/// left the game.
pub fn each<T: Resolver<Asl>>(resolver: &mut T, units: PieceSet, mut act: impl FnMut(&mut T, Piece)) {
    let rank = |resolver: &T, piece: Piece| {
        let unit = resolver.position().unit(piece)?;
        (unit.kind.class() == Class::Leader && A18.is_in_force()).then_some(unit.kind.values().morale)
    };
    // Filled where it is read: the list is large, and mostly empty.
    let mut leaders: ArrayVec<(u8, Piece), { PieceSet::LIMIT }> = ArrayVec::new();
    for piece in units.iter() {
        if let Some(morale) = rank(resolver, piece) {
            leaders.push((morale, piece));
        }
    }
    leaders.sort_unstable_by_key(|(morale, piece)| (std::cmp::Reverse(*morale), *piece));
    let others = leaders.iter().fold(units, |others, (_, leader)| others.without(*leader));
    for piece in leaders.iter().map(|(_, leader)| *leader).chain(others.iter()) {
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

/// Makes a Morale Check that no attack of others comes with, and what follows from it. `given` is a DR that was rolled
/// already (Final Protective Fire).
pub fn morale_check(resolver: &mut impl Resolver<Asl>, piece: Piece, kind: Check, more: u8, given: Option<u16>) {
    let mut after = Aftermath::default();
    check(resolver, piece, kind, i16::from(more), given, &mut after);
    after.settle(resolver);
}

/// Returns the modifier by leaders in a check: none helps when another leader is lost (A10.21).
fn help(resolver: &impl Resolver<Asl>, piece: Piece, unit: &Unit, kind: Check) -> i16 {
    if kind == Check::LeaderLoss { 0 } else { support(resolver, piece, unit) }
}

/// Returns the Morale Level that counts in a check: an Encircled unit's is lower where it is attacked (ASL-A28).
fn level(unit: &Unit, kind: Check) -> u8 {
    match kind {
        Check::Morale | Check::Pin | Check::LeaderLoss => unit.morale_under_attack(),
        _ => unit.morale(),
    }
}

/// Makes a Morale Check. The loss of leaders is noted, and settled later.
pub fn check(
    resolver: &mut impl Resolver<Asl>,
    piece: Piece,
    kind: Check,
    more: i16,
    given: Option<u16>,
    after: &mut Aftermath,
) {
    let Some(unit) = alive(resolver, piece).filter(|unit| unit.is_men() && A11.is_in_force()) else { return };
    let label = if kind == Check::Interdiction { "interdiction" } else { "morale check" };
    let dr = given.unwrap_or_else(|| roll(resolver, A11, &unit, 2, label));
    let drm = more + help(resolver, piece, &unit, kind);
    let level = level(&unit, kind);
    let (result, morale) = (dr as i16 + drm, i16::from(level));
    let verdict = match () {
        () if dr == TWELVE || result > morale => Verdict::Failed,
        // Interdiction pins broken units too (A10.53).
        () if result == morale && pins(&unit, kind) => Verdict::Pinned,
        () => Verdict::Passed,
    };
    let (dr8, drm8) = (dr as u8, drm as i8);
    let report = FightReport::Checked { unit: piece, check: kind, dr: dr8, drm: drm8, morale: level, verdict };
    report_fight(resolver, A11, &unit, report);
    match verdict {
        Verdict::Passed => {}
        Verdict::Pinned => pin(resolver, piece),
        // An Original 12 eliminates a broken unit (A10.31).
        Verdict::Failed if unit.is(Flag::Broken) && dr == TWELVE => losses::perish(resolver, A12, piece, after),
        Verdict::Failed if unit.is(Flag::Broken) => losses::hurt(resolver, piece, 0, after),
        Verdict::Failed => fall(resolver, piece, result - morale, dr, after),
    }
    if dr == TWO {
        let broken = alive(resolver, piece).is_some_and(|unit| unit.is(Flag::Broken));
        heat::rise(resolver, piece, broken, after);
    }
}

/// Returns whether a check passed on the highest possible DR pins a unit.
fn pins(unit: &Unit, kind: Check) -> bool {
    can_be_pinned(unit) && (!unit.is(Flag::Broken) || kind == Check::Interdiction)
}

/// Returns whether a unit can be pinned: heroes and berserk units never are.
pub fn can_be_pinned(unit: &Unit) -> bool {
    !unit.is_heroic() && !unit.is(Flag::Berserk)
}

/// Makes a Pin Task Check.
pub fn pin_check(resolver: &mut impl Resolver<Asl>, piece: Piece, check: Check, more: i16) {
    let Some(unit) = alive(resolver, piece).filter(|unit| unit.is_men() && A11.is_in_force()) else { return };
    if unit.is(Flag::Broken) || unit.is(Flag::Pinned) || !can_be_pinned(&unit) {
        return;
    }
    let dr = roll(resolver, A11, &unit, 2, "pin task check");
    let drm = more + help(resolver, piece, &unit, check);
    let morale = level(&unit, check);
    let failed = dr as i16 + drm > i16::from(morale);
    let verdict = if failed { Verdict::Pinned } else { Verdict::Passed };
    let report = FightReport::Checked { unit: piece, check, dr: dr as u8, drm: drm as i8, morale, verdict };
    report_fight(resolver, A11, &unit, report);
    if failed {
        pin(resolver, piece);
    }
}

/// Makes a Normal Task Check, and returns whether it is passed.
pub fn task_check(resolver: &mut impl Resolver<Asl>, clause: Clause, piece: Piece, check: Check) -> bool {
    let Some(unit) = alive(resolver, piece).filter(|unit| unit.is_men()) else { return false };
    let dr = roll(resolver, clause, &unit, 2, "task check");
    let drm = support(resolver, piece, &unit);
    let passed = dr as i16 + drm <= i16::from(unit.morale());
    let verdict = if passed { Verdict::Passed } else { Verdict::Failed };
    let report =
        FightReport::Checked { unit: piece, check, dr: dr as u8, drm: drm as i8, morale: unit.morale(), verdict };
    report_fight(resolver, clause, &unit, report);
    passed
}

pub fn pin(resolver: &mut impl Resolver<Asl>, unit: Piece) {
    resolver.change(A11, Change::Flag { unit, flag: Flag::Pinned, on: true });
}

/// Applies a failed Morale Check of an unbroken unit, failed by this much with this Original DR; 0 for one that an attack
/// breaks. A unit that failed by more than its ELR is replaced by a worse one, or Disrupted (ASL-A12, ASL-A47); then an
/// Original 12 reduces it; then it breaks. Heroes are wounded instead, and berserk units reduced (ASL-A18, ASL-A46). Units
/// that break in a sewer are eliminated (B8.45a).
pub fn fall(resolver: &mut impl Resolver<Asl>, piece: Piece, by: i16, dr: u16, after: &mut Aftermath) {
    let Some(unit) = alive(resolver, piece).filter(|unit| unit.is_men()) else { return };
    let worse = u16::from(dr == TWELVE);
    if unit.is(Flag::Berserk) && A46.is_in_force() {
        // An Original 12 eliminates a berserk squad or half-squad (A15.42).
        return if dr == TWELVE && unit.kind.is_mmc() {
            losses::perish(resolver, A46, piece, after)
        } else {
            losses::hurt(resolver, piece, worse, after)
        };
    }
    if unit.is_heroic() {
        return if unit.is(Flag::Wounded) {
            losses::perish(resolver, A12, piece, after)
        } else {
            losses::hurt(resolver, piece, worse, after)
        };
    }
    if unit.at.is_some_and(|at| resolver.setting().is_below(at)) && B8_45A.is_in_force() {
        return losses::perish(resolver, B8_45A, piece, after);
    }
    concealment::lose(resolver, piece);
    let disrupted = by > i16::from(resolver.setting().elr[unit.side]) && !worsen(resolver, piece, &unit);
    if dr == TWELVE {
        losses::hurt(resolver, piece, 0, after);
    }
    if alive(resolver, piece).is_none() {
        return;
    }
    break_down(resolver, piece);
    if disrupted && !unit.is(Flag::Fanatic) && A47.is_in_force() {
        resolver.report(A47, Audience::All, FightReport::Disrupts { unit: piece }.into());
        resolver.change(A47, Change::Flag { unit: piece, flag: Flag::Disrupted, on: true });
    }
    after.note_lost(resolver, piece, &unit, false);
}

/// Replaces a unit by the next lower quality (ASL-A12). Returns whether there is one.
fn worsen(resolver: &mut impl Resolver<Asl>, piece: Piece, unit: &Unit) -> bool {
    let Some(kind) = unit.kind.lower(unit.side) else { return false };
    if A12.is_in_force() {
        resolver.report(A12, Audience::All, FightReport::Replaced { unit: piece, by: kind }.into());
        resolver.change(A12, Change::Counter { unit: piece, kind });
    }
    true
}

/// Breaks a unit: it is under Desperation Morale, and no longer pinned or counter-exhausted (A4.51).
pub fn break_down(resolver: &mut impl Resolver<Asl>, unit: Piece) {
    resolver.report(A11, Audience::All, FightReport::Breaks { unit }.into());
    resolver.change(A11, Change::Flag { unit, flag: Flag::Broken, on: true });
    resolver.change(A11, Change::Flag { unit, flag: Flag::Dm, on: true });
    for flag in [Flag::Pinned, Flag::Cx, Flag::Minimum] {
        if resolver.position().unit(unit).is_some_and(|unit| unit.is(flag)) {
            resolver.change(A11, Change::Flag { unit, flag, on: false });
        }
    }
}

/// Applies Casualty Reduction (ASL-A12), and what follows from it.
pub fn reduce(resolver: &mut impl Resolver<Asl>, piece: Piece) {
    let mut after = Aftermath::default();
    losses::hurt(resolver, piece, 0, &mut after);
    after.settle(resolver);
}

/// Eliminates a unit. Units that it led check their morale. Below ground only its side learns of it.
pub fn eliminate(resolver: &mut impl Resolver<Asl>, clause: Clause, piece: Piece) {
    let mut after = Aftermath::default();
    losses::perish(resolver, clause, piece, &mut after);
    after.settle(resolver);
}

/// Eliminates a unit in Close Combat, where the loss of a leader requires no checks.
pub fn remove(resolver: &mut impl Resolver<Asl>, clause: Clause, piece: Piece) {
    remove_by(resolver, clause, piece, 0);
}

/// Eliminates a unit; `drm` is the modifier of the wound dr that it dies of.
pub fn remove_by(resolver: &mut impl Resolver<Asl>, clause: Clause, piece: Piece, drm: i8) {
    let Some(unit) = alive(resolver, piece) else { return };
    let below = unit.at.is_some_and(|at| resolver.setting().is_below(at));
    report_fight(resolver, clause, &unit, FightReport::Eliminated { unit: piece, drm });
    // The clause of the loss would reveal the number and kinds of units: the other side learns nothing of a stack that
    // is only a counter.
    let clause = if below && B8_41J.is_in_force() { B8_41J } else { clause };
    let fate = match unit.kind.class() {
        Class::Dummy => Fate::Removed,
        _ if below => Fate::LostUnseen,
        _ => Fate::Lost,
    };
    resolver.change(clause, Change::Gone { unit: piece, fate });
    if let Some(at) = unit.at {
        prisoners::orphaned(resolver, piece, at);
    }
    // The counter goes with the last unit of a stack, and that is public.
    if let Some(at) =
        unit.at.filter(|at| below && !AslEyes::open(resolver.setting(), resolver.position()).holds(unit.side, *at))
    {
        resolver.report(clause, Audience::All, BelowReport::NobodyLeft { side: unit.side, at }.into());
    }
}
