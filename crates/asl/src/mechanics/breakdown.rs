//! Breakdown of machine guns after an attack (ASL-A38, ASL-A39).

use rules::{Audience, Clause, Piece, PieceSet, Resolver};

use crate::mechanics::morale;
use crate::mechanics::shot::{Element, Volley};
use crate::printed::clause::{A38, A39};
use crate::printed::flags::Flag;
use crate::printed::tables::{INEXPERIENCED_HANDS, SUSTAINED};
use crate::printed::words::Fate;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::fights::FightReport;
use crate::state::unit::Unit;

/// Returns the machine guns that break down in an attack: one of those whose Breakdown Number the Original DR has
/// reached, by Random Selection.
pub fn select(resolver: &mut impl Resolver<Asl>, volley: &Volley, dr: u16) -> PieceSet {
    // Mostly there is none.
    if !A38.is_in_force() || volley.iter().all(|element| element.gun.is_none()) {
        return PieceSet::EMPTY;
    }
    let fails = |element: &&Element| limit(resolver, element).is_some_and(|limit| dr >= limit);
    let failing: PieceSet = volley.iter().filter(fails).filter_map(|element| element.gun).collect();
    morale::select(resolver, failing, 1)
}

/// Lets the machine guns that fail break down, after the attack.
pub fn after(resolver: &mut impl Resolver<Asl>, volley: &Volley, failed: PieceSet, dr: u16) {
    for gun in failed.iter() {
        let sustained = volley.iter().any(|element| element.gun == Some(gun) && element.sustained);
        let number = |gun: Piece| resolver.position().unit(gun).map_or(0, |gun| u16::from(gun.kind.values().breakdown));
        break_down(resolver, gun, sustained && A39.is_in_force() && dr >= number(gun));
    }
}

/// Returns the lowest Original DR with which a machine gun breaks down in this attack.
fn limit(resolver: &impl Resolver<Asl>, element: &Element) -> Option<u16> {
    let (gun, unit) = (resolver.position().unit(element.gun?)?, resolver.position().unit(element.unit)?);
    let printed = u16::from(gun.kind.values().breakdown);
    let less = if unit.kind.values().green { INEXPERIENCED_HANDS } else { 0 }
        + if element.sustained && A39.is_in_force() { SUSTAINED } else { 0 };
    (printed > 0).then(|| printed.saturating_sub(less))
}

/// Marks a machine gun as malfunctioned, or removes it.
fn break_down(resolver: &mut impl Resolver<Asl>, sw: Piece, gone: bool) {
    let Some(gun) = resolver.position().unit(sw).copied().filter(|gun| gun.at.is_some()) else { return };
    // Only its own side hears of a gun that the enemy doesn't see.
    let audience = if gun.is_open() { Audience::All } else { Audience::Only(gun.side) };
    resolver.report(A38, audience, FightReport::Malfunctions { sw, gone }.into());
    if gone {
        remove(resolver, A39, sw);
    } else {
        resolver.change(A38, Change::Flag { unit: sw, flag: Flag::Malfunctioned, on: true });
    }
}

/// Removes a machine gun. If the enemy doesn't see it, it stays one of the counters that may be under a "?".
pub fn remove(resolver: &mut impl Resolver<Asl>, clause: Clause, sw: Piece) {
    let open = resolver.position().unit(sw).is_some_and(Unit::is_open);
    let fate = if open { Fate::Removed } else { Fate::LostUnseen };
    resolver.change(clause, Change::Gone { unit: sw, fate });
}
