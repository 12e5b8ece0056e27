//! Losing concealment (ASL-A15), and the question to a side whose "?" alone sees it (ASL-A55).
//!
//! Whether a unit is watched depends on public facts only: on enemies in sight. A "?" that sees it, whatever is under
//! it, puts the question to its side. Otherwise, keeping concealment would reveal what the enemy's "?" is.

use board::LocationId;
use rules::{Audience, Clause, Piece, PieceSet, Resolver, Side};

use crate::mechanics::stack;
use crate::printed::clause::{A15, A27, A55};
use crate::printed::tables::FARTHEST;
use crate::printed::words::{Cover, Fate};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::Report;
use crate::view::AslEyes;

/// Returns whether an enemy in sight and in Good Order watches a piece of a side in its Location above ground, from at
/// most `range` hexes.
#[must_use]
pub fn is_watched(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId, range: u16) -> bool {
    let eyes = eyes.public();
    let view = eyes.view(at);
    let seen = eyes.of(side.other()).men().good().in_sight_of(piece);
    seen.iter().any(|(_, _, from)| view.distance(from) <= range)
}

/// Returns whether an enemy "?" sees a piece of a side from near enough, whatever is under it.
fn is_suspected(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    let view = eyes.view(at);
    eyes.any_unknown_sees(side.other(), piece, |from| view.distance(from) <= FARTHEST)
}

/// Puts hidden units on the board under a "?" (ASL-A27).
pub fn come_under(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
    let pieces = &resolver.position().units;
    let hidden = (units & pieces.lying(Cover::Hidden)) - pieces.weapons();
    for unit in hidden.iter() {
        resolver.change(A27, Change::Cover { unit, now: Cover::Concealed });
    }
}

/// Returns those of some units that are under a "?" above ground.
fn under(resolver: &impl Resolver<Asl>, units: PieceSet) -> PieceSet {
    let pieces = &resolver.position().units;
    (units & pieces.lying(Cover::Concealed)) - pieces.weapons() - pieces.below()
}

/// Resolves what an action in one Location, for which concealment is lost, does to units of a side that take part in it.
/// In sight of a Known enemy they are shown. If only enemy "?" see it, returns the question to their side, to be put on
/// the agenda.
#[must_use]
pub fn acts(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet) -> Option<Fight> {
    let above = units - resolver.position().units.below();
    come_under(resolver, above);
    let unseen = under(resolver, units);
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let (piece, at) = unseen.iter().find_map(|piece| Some((piece, eyes.unit(piece)?.at?)))?;
    if is_watched(eyes, side, piece, at, FARTHEST) {
        show(resolver, unseen);
        return None;
    }
    let asks = is_suspected(eyes, side, piece, at) && A55.is_in_force();
    asks.then_some(Fight::Challenge { side: side.other(), units: unseen, at })
}

/// Resolves what fire does to the concealment of the firers above ground, Location by Location: below ground they stay
/// under their "?". A "?" that is left is named by its Location.
pub fn fires(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet) {
    let mut rest = units - resolver.position().units.below();
    if are_open(resolver, rest) {
        return;
    }
    while let Some((piece, at)) = rest.iter().find_map(|piece| Some((piece, resolver.position().unit(piece)?.at?))) {
        let here = rest & resolver.position().units.within(resolver.setting(), at, rest).with(piece);
        rest = rest - here;
        let challenge = acts(resolver, side, here);
        if !are_open(resolver, here) {
            resolver.report(A15, Audience::All, Report::FiresUnseen { side, at });
        }
        challenge.into_iter().for_each(|challenge| resolver.push(challenge.into()));
    }
}

/// Shows units under a "?" that make their Location overstacked in sight of a Known enemy, at any range (A12.14).
///
/// A "?" that is kept tells that it is not overstacked. Where public facts allow for either, the result is reported.
pub fn crowds(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet, at: LocationId) {
    let unseen = under(resolver, units);
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(piece) = unseen.iter().next() else { return };
    if !stack::may_exceed(eyes.public(), side, at) || !is_watched(eyes, side, piece, at, u16::MAX) {
        return;
    }
    // Hidden units don't count here: that nothing else can crowd the Location would tell of them.
    let counters = eyes.of(side).units().lying(Cover::Concealed).at(at).group();
    let over = stack::excess_seen(eyes, side, at, counters) > 0;
    resolver.report(A15, Audience::All, Report::Crowding { side, at, over });
    if over {
        show(resolver, unseen);
    }
}

/// Brings a hidden unit into sight (ASL-A27).
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
    let dummies = (units & pieces.lying(Cover::Concealed)) - pieces.men() - pieces.weapons();
    if !dummies.is_empty() && A15.is_in_force() {
        report_dummies(resolver, dummies);
    }
    reveal(resolver, units);
}

fn reveal(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
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

/// Reports the "?" of dummies that are about to be removed above ground, where nothing else is under a "?".
fn report_dummies(resolver: &mut impl Resolver<Asl>, dummies: PieceSet) {
    for piece in dummies.iter() {
        let place = resolver.position().unit(piece).and_then(|unit| Some((unit.side, unit.at?)));
        let Some((side, at)) = place else { continue };
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let under = eyes.of(side).units().lying(Cover::Concealed).at(at).group();
        let first = (under & dummies).iter().next() == Some(piece);
        if first && (under - dummies).is_empty() && !resolver.setting().is_below(at) {
            resolver.report(A15, Audience::All, Report::DummiesOnly { side, at });
        }
    }
}

/// Reveals a piece that is out of sight. A dummy is removed.
pub fn lose(resolver: &mut impl Resolver<Asl>, piece: Piece) {
    show(resolver, PieceSet::EMPTY.with(piece));
}

/// Reveals all pieces that a side has under the "?" of a Location; dummies are removed, without a report.
pub fn lose_all(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let there = eyes.of(side).units().lying(Cover::Concealed).at(at).group();
    reveal(resolver, there);
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
