//! Damage checks, heroes, and the effects of damage (HNL-B9, HNL-B10, HNL-B16).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Clause, Piece, PieceSet, Resolver};

use crate::mechanics::attack::{DIE, Shot, attack, small};
use crate::mechanics::hidden;
use crate::mechanics::stack::load;
use crate::printed::clause::{B9, B10, B16, B21, B22};
use crate::printed::counter::{Counter, Kind};
use crate::printed::tables::MINES;
use crate::printed::words::{Damage, Occasion, State};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::{UNITS, Unit};
use crate::view::HeroesEyes;

/// Returns the best leadership of other leaders in Good Order in the unit's Location. Hidden leaders don't count, as
/// the dice would reveal them.
#[must_use]
pub fn leadership(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> u8 {
    let Some(at) = unit.at else { return 0 };
    let others = eyes.at(unit.side, at).filter(|(other, leader)| *other != piece && leader.is_good() && !leader.hidden);
    others.map(|(_, leader)| leader.counter.leadership).max().unwrap_or(0)
}

/// Returns the result of a damage check that misses the morale by `missed`; 0 or less passes (HNL-B9).
#[must_use]
pub fn suffered(unit: &Unit, missed: i16) -> Damage {
    let shaken = unit.state == State::Shaken;
    match (unit.counter.kind, missed) {
        (_, ..=0) => Damage::None,
        (_, 3..) => Damage::Eliminated,
        (Kind::Hero, _) => {
            if unit.wounded {
                Damage::Eliminated
            } else {
                Damage::Wounded
            }
        }
        (_, 1) if !shaken => Damage::Shaken,
        _ if unit.wounded || unit.counter.kind == Kind::HalfSquad => Damage::Eliminated,
        (Kind::Leader, _) => {
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

/// Makes one damage check and applies its result. Returns whether the die was an unmodified 1.
pub fn check(
    resolver: &mut impl Resolver<Heroes>,
    clause: Clause,
    label: &'static str,
    unit: Piece,
    margin: u8,
) -> bool {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let Some(counter) = eyes.unit(unit) else { return false };
    let (counter, led) = (*counter, leadership(eyes, unit, counter));
    let die = resolver.roll(DIE(label, clause)).sum() as i16;
    let roll = die + i16::from(margin) - i16::from(led);
    let damage = suffered(&counter, roll - i16::from(counter.counter.morale));
    resolver.report(clause, Audience::All, Report::Check { unit, roll: small(roll), damage });
    suffer(resolver, clause, unit, damage);
    die == 1
}

/// Makes the damage check of the next unit and pushes the others. Leaders check last, so that they can help the others.
pub fn check_next(resolver: &mut impl Resolver<Heroes>, units: PieceSet, margin: u8) {
    let leads = |unit: &Piece| resolver.position().unit(*unit).is_some_and(Unit::is_leader);
    let led = units.iter().find(|unit| !leads(unit)).filter(|_| B9.is_in_force());
    let Some(unit) = led.or_else(|| units.iter().next()) else { return };
    let rest = units.without(unit);
    if !rest.is_empty() {
        resolver.push(Step::Check { units: rest, margin });
    }
    let before = resolver.position().unit(unit).copied();
    if check(resolver, B9, "damage", unit, margin)
        && B10.is_in_force()
        && let Some(before) = before.filter(|before| !before.counter.kind.is_single())
    {
        hero(resolver, unit, &before);
    }
}

/// Rolls for a hero in the Location of a squad, which needs room for him (HNL-B10).
fn hero(resolver: &mut impl Resolver<Heroes>, unit: Piece, squad: &Unit) {
    // A unit that has left the game can't create a hero.
    let Some(at) = resolver.position().unit(unit).and_then(|unit| unit.at) else { return };
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
        let counter = Counter::usual(Kind::Hero).with(grant);
        resolver.change(B10, Change::Hero { unit, side: squad.side, counter, at });
        hidden::spot(resolver);
    }
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
