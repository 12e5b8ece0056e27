//! Losing and gaining concealment (ASL-A15).
//!
//! Whether somebody watches may rest on public facts only: a "?" counts as an enemy in Good Order, whatever is under it.
//! Were it otherwise, keeping concealment would tell what the enemy's "?" is.

use board::LocationId;
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::printed::clause::{A15, A27};
use crate::printed::words::{Cover, Fate};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::view::AslEyes;

/// From how far units are watched, in hexes.
const RANGE: u16 = 16;
/// What a unit has to roll at most to gain concealment outside of Concealment Terrain.
const GAIN: u16 = 5;

/// Whether an enemy of a side watches a piece of it where it is, above ground: one in Good Order in sight, or a "?".
#[must_use]
pub fn is_watched(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    let eyes = eyes.public();
    let view = eyes.view(at);
    let watches = |from: LocationId| view.distance(from) <= RANGE;
    let enemy = side.other();
    let seen = eyes.of(enemy).men().good().in_sight_of(piece);
    seen.iter().any(|(_, _, from)| watches(from)) || eyes.any_unknown_sees(enemy, piece, watches)
}

/// A hidden unit that acts comes into sight first (ASL-A27): whatever is put under a "?" after that is known. Several that act
/// together appear before any of them does.
pub fn appear(resolver: &mut impl Resolver<Asl>, piece: Piece) {
    if resolver.position().unit(piece).is_some_and(|unit| unit.cover == Cover::Hidden) {
        resolver.change(A27, Change::Cover { unit: piece, now: Cover::Open });
    }
}

/// What the going of units rests on. Where some of a "?" go and others stay, it is seen that not all have gone, and so
/// that they were several: that rests on the rules of concealment.
#[must_use]
pub fn parting(resolver: &impl Resolver<Asl>, units: PieceSet, clause: Clause) -> Clause {
    let pieces = &resolver.position().units;
    let concealed = pieces.lying(Cover::Concealed);
    let from = pieces.each(units & concealed).find_map(|(_, unit)| Some((unit.side, unit.at?)));
    let Some((side, at)) = from else { return clause };
    let others = (pieces.in_play(side) & concealed) - pieces.weapons() - units;
    if pieces.at(at, others).is_empty() { clause } else { A15 }
}

/// Whether all of them lie open, so that there is no concealment to lose.
#[inline]
#[must_use]
pub fn are_open(resolver: &impl Resolver<Asl>, units: PieceSet) -> bool {
    (units - open(resolver, units)).is_empty()
}

/// Those of them that lie open.
#[inline]
#[must_use]
pub fn open(resolver: &impl Resolver<Asl>, units: PieceSet) -> PieceSet {
    units & resolver.position().units.lying(Cover::Open)
}

/// Shows who is out of sight: what hides (ASL-A27), then what lies under a "?" (ASL-A15), of which dummies are taken off last.
/// So each is told under the clause by which it becomes known, and in which order the counters are kept does not show.
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

/// Shows what a piece is that lies out of sight. A dummy is taken off.
pub fn lose(resolver: &mut impl Resolver<Asl>, piece: Piece) {
    show(resolver, PieceSet::EMPTY.with(piece));
}

/// Shows all that a side has under the "?" of a Location; dummies are taken off.
pub fn lose_all(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let there = eyes.of(side).units().lying(Cover::Concealed).at(at).group();
    show(resolver, there);
}

/// Takes off the dummies that a side has under a "?", where it has nobody else under it, and tells everybody.
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

/// The end of a Player Turn: its ATTACKER's units go under a "?" where nobody sees them, in Concealment Terrain of
/// themselves, elsewhere by a dr.
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
        let hidden_well = eyes.spot(at).is_ok_and(|spot| eyes.terrain(spot).conceals());
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
