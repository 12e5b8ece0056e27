//! Prisoners and their Guards (ASL-A53).
//!
//! A prisoner is off the board and goes where its Guard goes.

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Refusal, Resolver};

use crate::mechanics::arms::is_armed;
use crate::printed::clause::A53;
use crate::printed::words::Fate;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::close::CloseReport;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// A Guard holds prisoners up to this multiple of its own size.
const ROOM: u8 = 5;

/// Returns whether a unit guards more men than it has itself: it fires nothing and doesn't Interdict.
#[must_use]
pub fn is_outnumbered(eyes: AslEyes<'_>, guard: Piece) -> bool {
    A53.is_in_force()
        && eyes.has_prisoners()
        && eyes.unit(guard).is_some_and(|unit| eyes.guarded_by(guard) > unit.kind.size())
}

/// Returns whether a unit can guard another prisoner beside those it has.
#[must_use]
pub fn has_room(eyes: AslEyes<'_>, guard: (Piece, &Unit), prisoner: &Unit) -> bool {
    eyes.guarded_by(guard.0) + prisoner.kind.size() <= ROOM * guard.1.kind.size()
}

/// Returns whether a unit of the other side may take a unit prisoner: in Good Order, armed and ADJACENT to it.
#[must_use]
pub fn may_take(eyes: AslEyes<'_>, unit: Piece, at: LocationId, captor: (Piece, &Unit, LocationId)) -> bool {
    let (piece, other, from) = captor;
    // Most are far.
    let fit = || other.is_open() && !other.below && other.is_good() && is_armed(eyes, piece, other);
    let sees = || !eyes.of(other.side).only(PieceSet::EMPTY.with(piece)).in_sight_of(unit).is_empty();
    eyes.are_adjacent(at, from) && fit() && sees()
}

/// Returns the Known enemies that may take a unit prisoner and have room for it.
pub fn captors<'a>(eyes: AslEyes<'a>, piece: Piece, unit: &'a Unit) -> impl Iterator<Item = Piece> + use<'a> {
    let eyes = eyes.public();
    let enemies = eyes.of(unit.side.other()).men().above().good().in_sight_beside(piece);
    let takes = move |(captor, other, from): &(Piece, &Unit, LocationId)| {
        let adjacent = unit.at.is_some_and(|at| may_take(eyes, piece, at, (*captor, other, *from)));
        adjacent && has_room(eyes, (*captor, other), unit)
    };
    enemies.iter().filter(takes).map(|(captor, ..)| captor)
}

/// Captures a unit: it leaves the board with its Guard.
pub fn capture(resolver: &mut impl Resolver<Asl>, unit: Piece, guard: Piece) {
    resolver.report(A53, Audience::All, CloseReport::Captured { unit, guard }.into());
    lead_off(resolver, unit, guard);
}

/// Puts a captured unit in the hands of its Guard.
pub fn lead_off(resolver: &mut impl Resolver<Asl>, unit: Piece, guard: Piece) {
    let at = resolver.position().unit(unit).and_then(|unit| unit.at);
    resolver.change(A53, Change::Gone { unit, fate: Fate::Captured });
    resolver.change(A53, Change::Held { sw: unit, holder: Some(guard) });
    if let Some(at) = at {
        orphaned(resolver, unit, at);
    }
}

/// Hands on the prisoners of a Guard that has left the game: to another armed unit of its side in the Location where it
/// was, otherwise they are free.
pub fn orphaned(resolver: &mut impl Resolver<Asl>, guard: Piece, at: LocationId) {
    for prisoner in resolver.position().prisoners.iter() {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(unit) = resolver.position().unit(prisoner).filter(|unit| unit.holder == Some(guard)) else { continue };
        let takes = |(piece, other): &(Piece, &Unit)| {
            other.is_open() && is_armed(eyes, *piece, other) && has_room(eyes, (*piece, other), unit)
        };
        let next = eyes.at(unit.side.other(), at).find(takes).map(|(piece, _)| piece);
        match next {
            Some(_) => resolver.change(A53, Change::Held { sw: prisoner, holder: next }),
            None => free(resolver, prisoner),
        }
    }
}

/// Frees the prisoners whose Guard is no longer on the board.
pub fn settle(resolver: &mut impl Resolver<Asl>) {
    for prisoner in resolver.position().prisoners.iter() {
        let holder = resolver.position().unit(prisoner).and_then(|unit| unit.holder);
        let guarded = holder.and_then(|guard| resolver.position().unit(guard)).is_some_and(|guard| guard.at.is_some());
        if !guarded {
            free(resolver, prisoner);
        }
    }
}

fn free(resolver: &mut impl Resolver<Asl>, prisoner: Piece) {
    // A prisoner is off the board: readers have no name for it.
    if let Some(unit) = resolver.position().unit(prisoner).copied() {
        resolver.report(A53, Audience::All, CloseReport::Freed { side: unit.side, kind: unit.kind }.into());
    }
    resolver.change(A53, Change::Gone { unit: prisoner, fate: Fate::Freed });
}

/// Checks that a unit guards no prisoners: they can't be taken below ground.
pub fn guards_none(eyes: AslEyes<'_>, units: PieceSet) -> Result<(), Refusal> {
    let guards = |piece: Piece| eyes.unit(piece).is_some() && eyes.guarded_by(piece) > 0;
    let any = eyes.has_prisoners() && units.iter().any(guards);
    A53.forbids(any, "a unit that guards prisoners can't go below ground")
}
