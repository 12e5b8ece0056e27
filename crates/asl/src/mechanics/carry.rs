//! Loads that units can carry below (B8.4d, B8.61e), and weapons that change hands (ASL-A5).

use rules::{Clause, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::prisoners::guards_none;
use crate::printed::clause::{A15, B8_4D};
use crate::printed::kind::Class;
use crate::printed::words::Cover;
use crate::setting::below::is_sewer;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Returns the portage points that units with these loads have too many below: each single man lends what he has free of
/// his capacity to one other unit with him (B8.4d).
fn excess<'a>(loaded: impl Iterator<Item = (&'a Unit, u8)>) -> u16 {
    let (mut lenders, mut borrowers, mut over) = (0u16, 0u16, 0u16);
    for (unit, load) in loaded {
        let above = u16::from(load.saturating_sub(unit.ipc()));
        over += above;
        borrowers += u16::from(above > 0);
        lenders += u16::from(unit.kind.is_smc() && load < unit.ipc());
    }
    over - lenders.min(borrowers)
}

/// Checks that units can carry below what they hold.
pub fn may_carry(eyes: AslEyes<'_>, units: PieceSet, clause: Clause) -> Result<(), Refusal> {
    let loaded = || units.iter().filter_map(|piece| Some((piece, eyes.unit(piece)?)));
    let gun = loaded().any(|(piece, _)| eyes.weapons(piece).any(|(_, weapon)| weapon.kind.class() == Class::Gun));
    clause.forbids(gun, "units can't take a Gun below")?;
    guards_none(eyes, units)?;
    let too_much = excess(loaded().map(|(piece, unit)| (unit, eyes.load(piece)))) > 0;
    clause.forbids(too_much, "these units carry more than their portage capacity (IPC): leave a weapon first")
}

/// Checks that a unit in a sewer can take one more weapon, counting all units there: no transfer may overload a unit,
/// except one that lessens a load already too heavy (B8.4d).
pub fn may_take(eyes: AslEyes<'_>, side: Side, (taker, unit): (Piece, &Unit), weapon: &Unit) -> Result<(), Refusal> {
    let Some(at) = unit.at.filter(|at| is_sewer(eyes.setting(), *at)) else { return Ok(()) };
    let pp = weapon.kind.values().pp;
    let after = |piece: Piece| match eyes.load(piece) {
        load if piece == taker => load.saturating_add(pp),
        load if weapon.holder == Some(piece) => load.saturating_sub(pp),
        load => load,
    };
    let before = excess(eyes.at(side, at).map(|(piece, unit)| (unit, eyes.load(piece))));
    let then = excess(eyes.at(side, at).map(|(piece, unit)| (unit, after(piece))));
    let shifted = then == before && then > 0 && after(taker) > unit.ipc();
    B8_4D.forbids(then > before || shifted, "this unit would carry more than it may below ground")
}

/// Gives a weapon to a unit. The weapon stays in its part of the Location: in the entrenchment, or outside it.
pub fn take(resolver: &mut impl Resolver<Asl>, clause: Clause, unit: Piece, sw: Piece) {
    resolver.change(clause, Change::Held { sw, holder: Some(unit) });
    let [from, to] = [sw, unit].map(|piece| resolver.position().unit(piece).and_then(|piece| piece.at));
    if let Some(at) = to.filter(|_| from != to) {
        resolver.change(clause, Change::Placed { unit: sw, at });
    }
}

/// Gives a weapon to a unit, and the cover of the unit with it. A weapon that goes under a "?" does so first: its holder
/// is not told.
pub fn take_under(resolver: &mut impl Resolver<Asl>, clause: Clause, unit: Piece, sw: Piece) {
    let cover = |piece| resolver.position().unit(piece).map(|unit| unit.cover);
    let Some(now) = cover(unit).filter(|now| cover(sw) != Some(*now)) else {
        return take(resolver, clause, unit, sw);
    };
    if now != Cover::Open {
        resolver.change(A15, Change::Cover { unit: sw, now });
    }
    take(resolver, clause, unit, sw);
    if now == Cover::Open {
        resolver.change(A15, Change::Cover { unit: sw, now });
    }
}
