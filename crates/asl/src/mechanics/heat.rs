//! Heat of Battle (ASL-A44): what an Original 2 in a Morale Check or a rally makes of a unit.

use rules::{Audience, Piece, PieceSet, Resolver};

use crate::mechanics::below::sewer_fire;
use crate::mechanics::losses::{self, Aftermath};
use crate::mechanics::morale::{alive, break_down, report_fight, roll};
use crate::mechanics::prisoners::captors;
use crate::mechanics::{berserk, concealment};
use crate::printed::clause::{A44, A47, A52, B8_45A};
use crate::printed::flags::Flag;
use crate::printed::kind::{Class, Kind, Quality};
use crate::printed::words::Army;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::close::CloseReport;
use crate::state::report::fights::{FightReport, Heat};
use crate::state::unit::{PIECES, Unit};
use crate::view::AslEyes;

/// The Original DR that brings a Heat of Battle DR.
pub const TWO: u16 = 2;

/// Returns whether a unit can be carried away by the battle: not heroes, heroic leaders and berserk units.
#[must_use]
pub fn is_subject(unit: &Unit) -> bool {
    unit.is_men() && !unit.is_heroic() && !unit.is(Flag::Berserk)
}

/// Returns the modifier of a unit's DR. A unit that has just rallied still counts as broken.
fn modifier(unit: &Unit, broken: bool) -> i16 {
    let values = unit.kind.values();
    let elite = i16::from(values.quality[unit.side] == Quality::Elite);
    let russian = if Army::of(unit.side) == Army::Russian { 2 } else { 0 };
    russian - elite + i16::from(broken) + i16::from(values.green)
}

/// Returns the result of a Final DR.
const fn result(total: i16) -> Heat {
    match total {
        ..=4 => Heat::Hero,
        5..=6 => Heat::HeroAndHardening,
        7..=8 => Heat::Hardening,
        9..=11 => Heat::Berserk,
        _ => Heat::Surrender,
    }
}

/// Returns whether a unit sees an enemy that it knows: one above ground in sight, or below ground one that it could fire
/// at.
fn sees_enemy(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let enemies = eyes.public().of(unit.side.other()).men();
    match unit.at.filter(|at| eyes.setting().is_below(*at)) {
        Some(at) => enemies.iter().any(|(_, _, from)| sewer_fire::sees(eyes, from, at)),
        None => !enemies.in_sight_of(piece).is_empty(),
    }
}

/// Makes the Heat of Battle DR of a unit, if it is subject to it. A Battle Hardening is never declined.
pub fn rise(resolver: &mut impl Resolver<Asl>, piece: Piece, broken: bool, after: &mut Aftermath) {
    let Some(unit) = alive(resolver, piece).filter(|unit| is_subject(unit) && A44.is_in_force()) else { return };
    let dr = roll(resolver, A44, &unit, 2, "heat of battle");
    let drm = modifier(&unit, broken);
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    // Fanatics, and those to whom no quarter is given, do not surrender (A15.5).
    let defiant = unit.is(Flag::Fanatic) || resolver.position().no_quarter[unit.side.other()];
    let result = match result(dr as i16 + drm) {
        Heat::Surrender if !defiant => Heat::Surrender,
        Heat::Surrender | Heat::Berserk if sees_enemy(eyes, piece, &unit) => Heat::Berserk,
        Heat::Surrender | Heat::Berserk => Heat::Hardening,
        milder => milder,
    };
    report_fight(resolver, A44, &unit, FightReport::Heat { unit: piece, dr: dr as u8, drm: drm as i8, result });
    if matches!(result, Heat::Hero | Heat::HeroAndHardening) {
        make_hero(resolver, piece, &unit);
    }
    match result {
        Heat::Hero => {}
        Heat::HeroAndHardening | Heat::Hardening => harden(resolver, piece, &unit),
        Heat::Berserk => berserk::rage(resolver, piece, after),
        Heat::Surrender => give_up(resolver, piece, &unit, after),
    }
}

/// Brings a hero into play beside a squad or half-squad, but not below ground. A leader becomes heroic himself.
fn make_hero(resolver: &mut impl Resolver<Asl>, from: Piece, unit: &Unit) {
    if unit.kind.class() == Class::Leader {
        recover(resolver, from);
        report_fight(resolver, A44, unit, FightReport::Hero { unit: from, from });
        return resolver.change(A44, Change::Flag { unit: from, flag: Flag::Heroic, on: true });
    }
    let number = resolver.position().units.len();
    let below = unit.at.is_some_and(|at| resolver.setting().is_below(at));
    let Some(kind) = Kind::named("hero").filter(|_| !below && number < PIECES) else { return };
    concealment::lose(resolver, from);
    let hero = Piece(number as u16);
    resolver.change(A44, Change::Created { unit: hero, from, kind });
    resolver.report(A44, Audience::All, FightReport::Hero { unit: hero, from }.into());
}

/// Replaces a unit by a better one, or makes it Fanatic (A15.3). It is neither broken nor pinned after that.
fn harden(resolver: &mut impl Resolver<Asl>, piece: Piece, unit: &Unit) {
    recover(resolver, piece);
    let to = unit.kind.higher(unit.side);
    report_fight(resolver, A44, unit, FightReport::Hardens { unit: piece, to });
    match to {
        Some(kind) => resolver.change(A44, Change::Counter { unit: piece, kind }),
        None => resolver.change(A44, Change::Flag { unit: piece, flag: Flag::Fanatic, on: true }),
    }
}

/// Removes the markers of a unit that is broken or pinned.
fn recover(resolver: &mut impl Resolver<Asl>, piece: Piece) {
    const OF_FEAR: [Flag; 5] = [Flag::Broken, Flag::Dm, Flag::KeepsDm, Flag::Disrupted, Flag::Pinned];
    let Some(unit) = alive(resolver, piece) else { return };
    for flag in OF_FEAR.into_iter().filter(|flag| unit.is(*flag)) {
        resolver.change(A44, Change::Flag { unit: piece, flag, on: false });
    }
}

/// Breaks a unit that has had enough: it is Disrupted, and surrenders to an armed enemy in Good Order that it knows next
/// to it, who is asked whether he takes it (A15.5).
fn give_up(resolver: &mut impl Resolver<Asl>, piece: Piece, unit: &Unit, after: &mut Aftermath) {
    if unit.at.is_some_and(|at| resolver.setting().is_below(at)) && B8_45A.is_in_force() {
        return losses::perish(resolver, B8_45A, piece, after);
    }
    concealment::lose(resolver, piece);
    let Some(now) = alive(resolver, piece) else { return };
    if !now.is(Flag::Broken) {
        break_down(resolver, piece);
        after.note_lost(resolver, piece, unit, false);
    } else if !now.is(Flag::Dm) {
        resolver.change(A44, Change::Flag { unit: piece, flag: Flag::Dm, on: true });
    }
    if !now.is(Flag::Disrupted) && A47.is_in_force() {
        resolver.report(A47, Audience::All, FightReport::Disrupts { unit: piece }.into());
        resolver.change(A47, Change::Flag { unit: piece, flag: Flag::Disrupted, on: true });
    }
    let Some(broken) = alive(resolver, piece) else { return };
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    if A52.is_in_force() && captors(eyes, piece, &broken).next().is_some() {
        resolver.report(A52, Audience::All, CloseReport::Surrenders { unit: piece }.into());
        resolver.push(Fight::GivesUp { side: unit.side.other(), unit: PieceSet::EMPTY.with(piece) }.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_and_six_make_a_hero_and_harden() {
        let both = |total| result(total) == Heat::HeroAndHardening;
        assert!((-1..20).all(|total| both(total) == (5..=6).contains(&total)));
        assert_eq!(
            [4, 7, 8, 9, 11, 12].map(result)[..],
            [Heat::Hero, Heat::Hardening, Heat::Hardening, Heat::Berserk, Heat::Berserk, Heat::Surrender]
        );
    }
}
