//! Damage checks, heroes, and the effects of damage (HNL-B9, HNL-B10, HNL-B16).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Clause, Piece, PieceSet, Resolver, Side};

use crate::mechanics::attack::{DIE, Shot, attack, small};
use crate::mechanics::hidden;
use crate::mechanics::stack::load;
use crate::printed::clause::{B9, B10, B16, B21, B22, B37};
use crate::printed::counter::{Counter, Kind};
use crate::printed::tables::{DAMAGE_BANDS, MINES, SEWER_RAT_DRAWN};
use crate::printed::words::{Damage, Occasion, State};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::{UNITS, Unit};
use crate::view::HeroesEyes;

/// Returns the best leadership of other leaders in Good Order in the unit's Location.
#[must_use]
pub fn leadership(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> u8 {
    unit.at.map_or(0, |at| leadership_at(eyes, unit.side, at, Some(piece)))
}

/// Returns the best leadership of the leaders in Good Order of a side in a Location, except one unit. Hidden leaders
/// don't count, as the dice would reveal them.
#[must_use]
pub fn leadership_at(eyes: HeroesEyes<'_>, side: Side, at: LocationId, but: Option<Piece>) -> u8 {
    let leaders = eyes.at(side, at).filter(|(piece, unit)| Some(*piece) != but && unit.is_good() && !unit.hidden);
    leaders.map(|(_, leader)| leader.counter.leadership).max().unwrap_or(0)
}

/// Returns the result of a damage check with this total. Its bands are multiples of the unit's morale: above it, from
/// twice it, and from three times it (HNL-B9).
#[must_use]
pub fn suffered(unit: &Unit, total: i16) -> Damage {
    let (morale, shaken) = (i16::from(unit.counter.morale), unit.state == State::Shaken);
    let light = total < DAMAGE_BANDS[0] * morale;
    match unit.counter.kind {
        _ if total <= morale => Damage::None,
        _ if total >= DAMAGE_BANDS[1] * morale => Damage::Eliminated,
        Kind::Hero => {
            if unit.wounded {
                Damage::Eliminated
            } else {
                Damage::Wounded
            }
        }
        _ if light && !shaken => Damage::Shaken,
        _ if unit.wounded || unit.counter.kind == Kind::HalfSquad => Damage::Eliminated,
        Kind::Leader => {
            if shaken {
                Damage::Wounded
            } else {
                Damage::ShakenAndWounded
            }
        }
        _ if shaken => Damage::Reduced,
        _ => Damage::ShakenAndReduced,
    }
}

/// Applies the result of a check to a unit.
pub fn suffer(resolver: &mut impl Resolver<Heroes>, clause: Clause, unit: Piece, damage: Damage) {
    let Some(counter) = resolver.position().unit(unit).map(|unit| unit.counter) else { return };
    match damage {
        Damage::None => {}
        Damage::Shaken => resolver.change(clause, Change::State { unit, now: State::Shaken }),
        Damage::Reduced | Damage::ShakenAndReduced => {
            if damage == Damage::ShakenAndReduced {
                resolver.change(clause, Change::State { unit, now: State::Shaken });
            }
            resolver.change(B16, Change::Reduced { unit, counter: counter.halved() });
        }
        Damage::ShakenAndWounded => {
            resolver.change(clause, Change::State { unit, now: State::Shaken });
            resolver.change(B16, Change::Wounded { unit });
        }
        Damage::Wounded => resolver.change(B16, Change::Wounded { unit }),
        Damage::Eliminated => resolver.change(clause, Change::Removed { unit }),
    }
}

/// Makes one damage check and applies its result. Squads and half-squads that roll an unmodified 1 may bring forth a
/// hero, even if they are eliminated (HNL-B10).
pub fn check(resolver: &mut impl Resolver<Heroes>, clause: Clause, label: &'static str, unit: Piece, margin: u8) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let Some(counter) = eyes.unit(unit) else { return };
    let (counter, led) = (*counter, leadership(eyes, unit, counter));
    let die = resolver.roll(DIE(label, clause)).sum() as i16;
    let roll = die + i16::from(margin) - i16::from(led);
    let damage = suffered(&counter, roll);
    resolver.report(clause, Audience::All, Report::Check { unit, roll: small(roll), damage });
    // The hero comes before the unit can leave the game, so that the report can still name it.
    if clause == B9 && die == 1 && B10.is_in_force() && !counter.counter.kind.is_single() {
        hero(resolver, unit, &counter);
    }
    suffer(resolver, clause, unit, damage);
}

/// Makes the damage check of the next unit and pushes the others. Leaders check first: only those who are still in Good
/// Order afterwards help the others.
#[inline(never)]
pub fn check_next(resolver: &mut impl Resolver<Heroes>, units: PieceSet, margin: u8) {
    let leads = |unit: &Piece| resolver.position().unit(*unit).is_some_and(Unit::is_leader);
    let leader = units.iter().find(leads).filter(|_| B9.is_in_force());
    let Some(unit) = leader.or_else(|| units.iter().next()) else { return };
    let rest = units.without(unit);
    if !rest.is_empty() {
        resolver.push(Step::Check { units: rest, margin });
    }
    check(resolver, B9, "damage", unit, margin);
}

/// Rolls for a hero in the Location of a squad, which needs room for him (HNL-B10).
fn hero(resolver: &mut impl Resolver<Heroes>, unit: Piece, squad: &Unit) {
    let Some(at) = squad.at else { return };
    let hero = resolver.roll(DIE("hero", B10)).sum() % 2 == 0;
    let setting = resolver.setting();
    let listed = setting.listed;
    let waits = |(_, unit): &(Piece, &Unit)| unit.at.is_none() && usize::from(unit.name) >= listed;
    let waiting = resolver.position().all().find(waits).map(|(piece, _)| piece);
    let room = |eyes| !load(eyes, squad.side, at, PieceSet::EMPTY).with(Kind::Hero).is_too_much();
    let seen = room(HeroesEyes::new(setting, resolver.position(), squad.side.other().seat()));
    let room = room(HeroesEyes::open(setting, resolver.position()));
    let grant = setting.unlisted[squad.side];
    // The enemy may see room for a hero although hidden men take it up. Then these men are shown.
    if hero && seen && !room && waiting.is_some() {
        let there = resolver.position().all().filter(|(_, unit)| unit.side == squad.side && unit.at == Some(at));
        let there: PieceSet = there.map(|(piece, _)| piece).collect();
        hidden::show(resolver, there);
    }
    let hero = waiting.filter(|_| hero && room);
    resolver.report(B10, Audience::All, Report::HeroRolled { unit, hero: hero.is_some() });
    if let Some(unit) = hero {
        let counter = Counter { sewer_rat: has_sewer_rat(resolver), ..Counter::usual(Kind::Hero).with(grant) };
        resolver.change(B10, Change::Hero { unit, side: squad.side, counter, at });
        hidden::spot(resolver);
    }
}

/// Returns whether the skill of a new hero is Sewer Rat: his side picks it, or by option a die draws it (HNL-B37).
fn has_sewer_rat(resolver: &mut impl Resolver<Heroes>) -> bool {
    if !B37.is_in_force() {
        return false;
    }
    let drawn = resolver.setting().options.drawn_skill;
    !drawn || resolver.roll(DIE("skill", B37)).sum() == SEWER_RAT_DRAWN
}

/// Resolves the attack of mines on units that enter a hex (HNL-B22).
pub fn mines(resolver: &mut impl Resolver<Heroes>, units: PieceSet, at: LocationId, occasion: Occasion) {
    let shot = Shot { occasion, units: PieceSet::EMPTY, strength: i16::from(MINES), target: at, victims: units };
    attack(resolver, B22, shot);
}

/// Makes all units Shaken, except heroes, on ground that has caught fire (HNL-B21).
pub fn burn(resolver: &mut impl Resolver<Heroes>, at: LocationId) {
    let caught: ArrayVec<Piece, UNITS> = (resolver.position().all())
        .filter(|(_, unit)| unit.at == Some(at) && unit.is_good() && unit.counter.kind != Kind::Hero)
        .map(|(piece, _)| piece)
        .collect();
    for unit in caught {
        hidden::show(resolver, PieceSet::EMPTY.with(unit));
        resolver.change(B21, Change::State { unit, now: State::Shaken });
    }
}
