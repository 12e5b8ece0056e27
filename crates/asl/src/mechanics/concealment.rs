//! Losing and gaining concealment (ASL-A15).
//!
//! Whether a unit is watched may depend on public facts only: a "?" counts as an enemy in Good Order, whatever is under
//! it. Otherwise, keeping concealment would reveal what the enemy's "?" is.

use board::LocationId;
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::printed::clause::{A15, A27};
use crate::printed::words::{Cover, Fate};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::view::AslEyes;

/// Distance within which units are watched, in hexes.
const RANGE: u16 = 16;
/// Highest dr with which a unit gains concealment outside Concealment Terrain.
const GAIN: u16 = 5;

/// Returns whether an enemy watches a piece of a side in its Location above ground: one in Good Order in sight, or a
/// "?".
#[must_use]
pub fn is_watched(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    let eyes = eyes.public();
    let view = eyes.view(at);
    let watches = |from: LocationId| view.distance(from) <= RANGE;
    let enemy = side.other();
    let seen = eyes.of(enemy).men().good().in_sight_of(piece);
    seen.iter().any(|(_, _, from)| watches(from)) || eyes.any_unknown_sees(enemy, piece, watches)
}

/// Brings hidden units that act into sight (ASL-A27): whatever is put under a "?" after that is known. Units that act
/// together all appear before any of them acts.
pub fn appear(resolver: &mut impl Resolver<Asl>, piece: Piece) {
    if resolver.position().unit(piece).is_some_and(|unit| unit.cover == Cover::Hidden) {
        resolver.change(A27, Change::Cover { unit: piece, now: Cover::Open });
    }
}

/// Returns the clause of the departure of units. If some of a "?" leave and others stay, all players see that they were
/// several: that falls under the rules of concealment.
#[must_use]
pub fn parting(resolver: &impl Resolver<Asl>, units: PieceSet, clause: Clause) -> Clause {
    let pieces = &resolver.position().units;
    let concealed = pieces.lying(Cover::Concealed);
    let from = pieces.each(units & concealed).find_map(|(_, unit)| Some((unit.side, unit.at?)));
    let Some((side, at)) = from else { return clause };
    let others = (pieces.in_play(side) & concealed) - pieces.weapons() - units;
    if pieces.at(at, others).is_empty() { clause } else { A15 }
}

/// Returns whether all of them are in sight, with no concealment to lose.
#[inline]
#[must_use]
pub fn are_open(resolver: &impl Resolver<Asl>, units: PieceSet) -> bool {
    (units - open(resolver, units)).is_empty()
}

/// Returns those of them that are in sight.
#[inline]
#[must_use]
pub fn open(resolver: &impl Resolver<Asl>, units: PieceSet) -> PieceSet {
    units & resolver.position().units.lying(Cover::Open)
}

/// Reveals pieces out of sight: hidden ones first (ASL-A27), then those under a "?" (ASL-A15), removing dummies last.
/// Each is reported under the clause that reveals it, and the order of the counters stays secret.
pub fn show(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
    let pieces = &resolver.position().units;
    let units = units - pieces.weapons();
    let (hidden, concealed) = (units & pieces.lying(Cover::Hidden), units & pieces.lying(Cover::Concealed));
    let men = concealed & pieces.men();
    hidden.iter().for_each(|unit| appear(resolver, unit));
    if !A15.is_in_force() {
        return;
    }
    for unit in men.iter() {
        resolver.change(A15, Change::Cover { unit, now: Cover::Open });
    }
    for unit in (concealed - men).iter() {
        resolver.change(A15, Change::Gone { unit, fate: Fate::Removed });
    }
}

/// Reveals a piece that is out of sight. A dummy is removed.
pub fn lose(resolver: &mut impl Resolver<Asl>, piece: Piece) {
    show(resolver, PieceSet::EMPTY.with(piece));
}

/// Reveals all pieces that a side has under the "?" of a Location; dummies are removed.
pub fn lose_all(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let there = eyes.of(side).units().lying(Cover::Concealed).at(at).group();
    show(resolver, there);
}

/// Removes the dummies that a side has under a "?" without any other unit, and reports it to all players.
pub fn find_out(resolver: &mut impl Resolver<Asl>, clause: Clause, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let dummies = eyes.of(side).units().lying(Cover::Concealed).at(at).group();
    if dummies.is_empty() {
        return;
    }
    resolver.report(clause, Audience::All, Report::DummiesOnly { side, at });
    for unit in dummies.iter() {
        resolver.change(clause, Change::Gone { unit, fate: Fate::Removed });
    }
}

/// Ends a Player Turn: unwatched units of its ATTACKER gain concealment, in Concealment Terrain automatically,
/// elsewhere by a dr.
pub fn end_of_player_turn(resolver: &mut impl Resolver<Asl>) {
    if !A15.is_in_force() {
        return;
    }
    let side = resolver.position().attacker;
    let open = AslEyes::open(resolver.setting(), resolver.position()).of(side).men().good().lying(Cover::Open);
    for piece in open.group().iter() {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(at) = eyes.unit(piece).and_then(|unit| unit.at) else { continue };
        if eyes.holds(side.other(), at) || is_watched(eyes, side, piece, at) {
            continue;
        }
        let hidden_well = eyes.spot(at).is_ok_and(|spot| eyes.conceals(spot));
        let pool = Pool::open(1, FaceClasses::SUM, "concealment", A15).credited_to(side);
        let gained = hidden_well || resolver.roll(pool).sum() <= GAIN;
        if !hidden_well {
            resolver.report(A15, Audience::All, Report::Conceals { unit: piece, gained });
        }
        if gained {
            resolver.change(A15, Change::Cover { unit: piece, now: Cover::Concealed });
        }
    }
}
