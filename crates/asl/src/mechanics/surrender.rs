//! Units that surrender, and those that fail to rout, at the end of the Rout Phase (ASL-A49, ASL-A52).

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Resolver, Side};

use crate::mechanics::interdiction::{is_exposed, is_interdicted};
use crate::mechanics::prisoners::captors;
use crate::mechanics::reach::{factors, is_near, steps};
use crate::mechanics::{blaze, morale, prisoners};
use crate::printed::clause::{A49, A52};
use crate::printed::flags::Flag;
use crate::printed::terrain::Terrain;
use crate::printed::words::Phase;
use crate::setting::{MoveEdge, Place};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::close::CloseReport;
use crate::state::report::routs::RoutReport;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Returns whether a broken unit must surrender in this Rout Phase instead of routing: a Known enemy beside it may take
/// it, and it can't rout away from him, or only by Low Crawl or under the Interdiction of Known enemies. Encircled and
/// Disrupted units surrender even if they could. Tunnels don't count: while units rout, one that would surrender may still
/// leave through a tunnel, but one that has not must not tell the enemy that none was there.
#[must_use]
pub fn must_surrender(eyes: AslEyes<'_>, side: Side, piece: Piece, unit: &Unit) -> bool {
    let bound = unit.is(Flag::Broken) && !unit.is(Flag::Melee) && !unit.is(Flag::Fanatic) && !unit.below;
    let Some(at) = unit.at.filter(|_| bound && A52.is_in_force() && !eyes.gives_no_quarter(side.other())) else {
        return false;
    };
    let trapped = unit.is(Flag::Encircled) || unit.is(Flag::Disrupted) || unit.is(Flag::Routed);
    captors(eyes, piece, unit).next().is_some() && (trapped || !has_free_way(eyes, side, (piece, unit), at))
}

/// Returns whether a unit can begin a rout into a Location where no Known enemy Interdicts it.
fn has_free_way(eyes: AslEyes<'_>, side: Side, (piece, unit): (Piece, &Unit), at: LocationId) -> bool {
    let careful = |to| eyes.spot(to).is_ok_and(|spot| eyes.terrain(spot) == Terrain::Shellholes);
    let free = |to: &LocationId| !is_interdicted(eyes, side, *to, careful(*to));
    // Mostly no way out is free, and where a rout would lead does not matter.
    let frees = |way: &MoveEdge| free(&way.to);
    eyes.setting().edges(at).iter().any(frees) && steps(eyes, side, piece, at, factors(unit)).iter().any(free)
}

/// Continues the end of the Rout Phase: asks for the next surrender, the ATTACKER's units first; then eliminates the
/// units that have failed to rout.
pub fn go_on(resolver: &mut impl Resolver<Asl>) {
    let attacker = resolver.position().attacker;
    [attacker, attacker.other()].into_iter().for_each(|side| bind(resolver, side));
    for side in [attacker, attacker.other()] {
        let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
        // The others have just been looked at.
        let routed = eyes.of(side).units().bearing(Flag::Broken).bearing(Flag::Routed);
        let next = routed.iter().find(|(piece, unit, _)| must_surrender(eyes, side, *piece, unit));
        if let Some(unit) = next.map(|(piece, ..)| piece) {
            resolver.report(A52, Audience::All, CloseReport::Surrenders { unit }.into());
            resolver.push(Fight::EndOfRout.into());
            return resolver.push(Fight::Surrender { side: side.other(), unit }.into());
        }
    }
    if A49.is_in_force() {
        [attacker, attacker.other()].into_iter().for_each(|side| eliminate(resolver, side));
    }
    blaze::burn_out(resolver);
}

/// Notes which units of a side surrender. They do so together: a captor who takes one of them and can Interdict no more
/// opens no way to the next.
fn bind(resolver: &mut impl Resolver<Asl>, side: Side) {
    let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
    let broken = eyes.of(side).units().bearing(Flag::Broken).without(Flag::Routed);
    let bound = broken.iter().filter(|(piece, unit, _)| must_surrender(eyes, side, *piece, unit));
    let bound: PieceSet = bound.map(|(piece, ..)| piece).collect();
    for unit in bound.iter() {
        resolver.change(A52, Change::Flag { unit, flag: Flag::Routed, on: true });
    }
}

/// Eliminates the units of a side that fail to rout.
fn eliminate(resolver: &mut impl Resolver<Asl>, side: Side) {
    let broken = AslEyes::open(resolver.setting(), resolver.position()).of(side).units().bearing(Flag::Broken).group();
    for unit in broken.iter() {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        if eyes.unit(unit).is_some_and(|broken| fails(eyes, unit, broken)) {
            resolver.report(A49, Audience::All, RoutReport::FailsToRout { unit }.into());
            morale::eliminate(resolver, A49, unit);
        }
    }
}

/// Returns whether a broken unit has failed to rout: a Known, unbroken, armed enemy is with it or ADJACENT, or it is
/// still in the open where it began in sight and range of one.
fn fails(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let Some(at) = unit.at.filter(|_| !unit.is(Flag::Melee) && !unit.below) else { return false };
    let safe = eyes.setting().place(at) == Some(Place::Pillbox);
    let still = || !unit.is(Flag::Routed) && is_exposed(eyes, unit.side, piece, at);
    !safe && (is_near(eyes, unit.side, piece, at) || still())
}

/// Eliminates a unit whose surrender is rejected, and those that surrender with it in the Rout Phase: No Quarter.
pub fn reject(resolver: &mut impl Resolver<Asl>, captor: Side, unit: Piece) {
    resolver.report(A52, Audience::All, CloseReport::Rejected { unit }.into());
    let eyes = AslEyes::new(resolver.setting(), resolver.position(), captor.other().seat());
    let at = eyes.unit(unit).and_then(|unit| unit.at);
    // In the heat of battle only one unit surrenders (ASL-A44).
    let routs = resolver.position().phase == Phase::Rout;
    let with = |(piece, other): &(Piece, &Unit)| routs && must_surrender(eyes, captor.other(), *piece, other);
    let stack: PieceSet =
        at.into_iter().flat_map(|at| eyes.at(captor.other(), at).filter(with)).map(|(piece, _)| piece).collect();
    resolver.change(A52, Change::NoQuarter { side: captor });
    for lost in std::iter::once(unit).chain(stack.without(unit).iter()) {
        morale::eliminate(resolver, A52, lost);
    }
}

/// Asks the captor of a unit that has had enough in the heat of battle, if it still lives and he can still take it.
pub fn ask(resolver: &mut impl Resolver<Asl>, captor: Side, unit: Piece) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let there = eyes.unit(unit).filter(|broken| broken.at.is_some() && broken.is(Flag::Broken));
    if there.is_some_and(|broken| captors(eyes, unit, broken).next().is_some()) {
        resolver.push(Fight::Surrender { side: captor, unit }.into());
    }
}

/// Accepts a surrender.
pub fn accept(resolver: &mut impl Resolver<Asl>, unit: Piece, guard: Piece) {
    prisoners::capture(resolver, unit, guard);
}
