//! Attacks in Close Combat to capture (ASL-A65).

use rules::{Audience, Piece, PieceSet, Resolver};

use crate::mechanics::melee::push_below;
use crate::mechanics::{concealment, morale, prisoners};
use crate::printed::clause::{A12, A65};
use crate::printed::flags::Flag;
use crate::printed::kind::{Class, Kind};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::close::CloseReport;
use crate::state::report::fights::FightReport;
use crate::state::unit::{PIECES, Unit};
use crate::view::AslEyes;

/// Returns the modifier of an attack to capture a unit: Inexperienced men are easier to take.
#[must_use]
pub fn modifier(unit: &Unit) -> i16 {
    if unit.kind.values().green { -1 } else { 1 }
}

/// Notes the result of an attack to capture: `beaten` are taken as a whole, and one of the `even`: of a squad one half.
/// They are taken when all attacks are settled, because the captors may fall before.
pub fn take(resolver: &mut impl Resolver<Asl>, by: PieceSet, beaten: PieceSet, even: PieceSet) {
    let pieces = &resolver.position().units;
    // Their owner would choose: the cheapest.
    let one = pieces.each(even).min_by_key(|(_, unit)| price(unit)).map(|(piece, unit)| (piece, unit.kind.class()));
    let (units, half) = match one {
        Some((piece, Class::Squad)) => (beaten, PieceSet::EMPTY.with(piece)),
        Some((piece, _)) => (beaten.with(piece), PieceSet::EMPTY),
        None => (beaten, PieceSet::EMPTY),
    };
    if (units | half).is_empty() {
        return;
    }
    let mut settled = false;
    push_below(resolver, Fight::Capture { by, units, half }, |step| {
        let over = !settled;
        settled |= matches!(step, Fight::Settle { .. });
        over
    });
}

/// Returns what is lost with a unit, or with half of a squad.
fn price(unit: &Unit) -> u8 {
    match unit.kind.class() {
        Class::Squad => unit.kind.half().map_or(0, |half| half.values().fp),
        Class::HalfSquad => unit.kind.values().fp,
        _ => 4 + unit.kind.values().morale,
    }
}

/// Takes the units of a Capture, if a captor is left.
pub fn take_in(resolver: &mut impl Resolver<Asl>, by: PieceSet, units: PieceSet, half: PieceSet) {
    for unit in (units | half).iter() {
        let Some(taken) = resolver.position().unit(unit).copied().filter(|unit| unit.at.is_some()) else { continue };
        let kind = if half.has(unit) { taken.kind.half().unwrap_or(taken.kind) } else { taken.kind };
        let Some(guard) = guard(resolver, by, &Unit { kind, ..taken }) else { continue };
        concealment::lose(resolver, unit);
        let unit = if half.has(unit) { split(resolver, unit, kind) } else { Some(unit) };
        if let Some(unit) = unit {
            let units = PieceSet::EMPTY.with(unit);
            // An ambusher may keep its "?" (ASL-A60).
            let shown = concealment::open(resolver, PieceSet::EMPTY.with(guard)).iter().next();
            resolver.report(A65, Audience::All, CloseReport::Captures { units, guard: shown }.into());
            prisoners::lead_off(resolver, unit, guard);
        }
    }
}

/// Splits the half that is captured from a squad. If there is no room for another piece, the half is lost.
fn split(resolver: &mut impl Resolver<Asl>, squad: Piece, kind: Kind) -> Option<Piece> {
    let next = resolver.position().units.len();
    if next >= PIECES {
        morale::reduce(resolver, squad);
        return None;
    }
    resolver.report(A12, Audience::All, FightReport::Reduced { unit: squad, to: kind }.into());
    resolver.change(A65, Change::Counter { unit: squad, kind });
    let unit = Piece(next as u16);
    resolver.change(A65, Change::Created { unit, from: squad, kind });
    Some(unit)
}

/// Returns the strongest of the captors that are left there and have room for another prisoner.
fn guard(resolver: &impl Resolver<Asl>, by: PieceSet, taken: &Unit) -> Option<Piece> {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let here = |unit: &Unit| unit.at.zip(taken.at).is_some_and(|(a, b)| eyes.setting().are_one(a, b));
    let fit = |unit: &Unit| here(unit) && !unit.is(Flag::Broken);
    let room = |piece: Piece, unit: &Unit| prisoners::has_room(eyes, (piece, unit), taken);
    let captors = resolver.position().units.each(by).filter(|(piece, unit)| fit(unit) && room(*piece, unit));
    captors
        .max_by_key(|(piece, unit)| (unit.kind.values().fp, unit.kind.size(), std::cmp::Reverse(*piece)))
        .map(|(piece, _)| piece)
}
