//! Control of objectives (ASL-A59), and the end of the game when one side is wiped out (ASL-A30).
//!
//! What all know of Control follows from units in sight: a "?" takes nothing, and denies the enemy. What is true is kept
//! in secret, and settled at the end.

use board::LocationId;
use rules::objectives::OBJECTIVES;
use rules::{PieceSet, Resolver, Side};

use crate::mechanics::weapons::any_armed;
use crate::printed::clause::{A30, A59};
use crate::printed::words::Phase;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::ending::has_men;
use crate::view::AslEyes;

/// Returns the side that gains Control of a Location, as far as these eyes see: it has an armed squad or half-squad in Good
/// Order there, and no armed enemy is there. Above ground, no unit below counts.
fn gainer(eyes: AslEyes<'_>, at: LocationId) -> Option<Side> {
    let there = |side: Side| eyes.of(side).men().at(at);
    let armed = |side: Side| any_armed(eyes, there(side));
    let takes = |side: Side| there(side).armed().good().iter().any(|(_, unit, _)| unit.kind.is_mmc());
    let denied = |side: Side| armed(side) || (!eyes.sees_all() && eyes.is_unknown_at(side, at));
    Side::BOTH.into_iter().find(|side| takes(*side) && !denied(side.other()))
}

/// Returns whether Control of an objective in sight of all would be news if a side gained it: also if it only ends what
/// the other side has gained unseen before.
#[inline]
fn is_news(eyes: AslEyes<'_>, n: usize, side: Side) -> bool {
    eyes.held(n) != Some(side) || eyes.has_gained_unseen(side.other(), n)
}

/// Gives Control of each objective to the side that gains it now: in sight of all, or in secret.
///
/// Enemies that units have advanced upon without knowing it are found out in the Close Combat Phase. Until it is over
/// (`found_out`) nothing is gained in secret, and nothing from a side with hidden units: what is not gained would tell of
/// them.
// After every order and every step that changes any piece: nearly always no armed unit is at an objective that could gain
// more there than its side has.
#[inline(never)]
pub fn settle(resolver: &mut impl Resolver<Asl>, found_out: bool) {
    if !A59.is_in_force() {
        return;
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let able = able(eyes);
    let open =
        eyes.setting().objectives.iter().enumerate().find(|(n, objective)| is_open(eyes, able, (*n, objective.at)));
    if let Some((first, _)) = open {
        settle_from(resolver, first, found_out);
    }
}

/// Gives Control of each objective that a side could gain, from one in their list on.
#[cold]
#[inline(never)]
fn settle_from(resolver: &mut impl Resolver<Asl>, first: usize, found_out: bool) {
    for n in first..resolver.setting().objectives.len() {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let at = eyes.setting().objectives[n].at;
        if is_open(eyes, able(eyes), (n, at)) {
            settle_one(resolver, n, found_out);
        }
    }
}

/// Returns the pieces of each side that could gain an objective by where they are: armed, and in Good Order.
#[inline(always)]
fn able(eyes: AslEyes<'_>) -> [PieceSet; 2] {
    Side::BOTH.map(|side| eyes.of(side).armed().good().group())
}

/// Returns whether any side could gain more of an objective than it has, with the pieces of each that are able.
#[inline(always)]
fn is_open(eyes: AslEyes<'_>, [a, b]: [PieceSet; 2], (n, at): (usize, LocationId)) -> bool {
    let near = eyes.armed_near(at) & (a | b);
    if near.is_empty() {
        return false;
    }
    let truly = eyes.truly_held(n);
    let others = match truly {
        Some(Side::A) => b,
        Some(Side::B) => a,
        None => a | b,
    };
    // The side that Controls it gains only what all then learn.
    !(near & others).is_empty() || truly.is_some_and(|side| is_news(eyes, n, side) && is_seen(eyes, side, near))
}

/// Returns whether any of these pieces is in Good Order and in sight of all.
#[cold]
fn is_seen(eyes: AslEyes<'_>, side: Side, near: PieceSet) -> bool {
    !eyes.public().of(side).only(near).good().is_empty()
}

/// Gives Control of an objective to the side that gains it now, if one does.
#[inline(never)]
fn settle_one(resolver: &mut impl Resolver<Asl>, n: usize, found_out: bool) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let at = eyes.setting().objectives[n].at;
    let objective = n as u8;
    let public = eyes.public();
    if let Some(side) = gainer(public, at).filter(|side| is_news(eyes, n, *side)) {
        if found_out || !public.has_hidden(side.other()) {
            resolver.change(A59, Change::Holds { objective, side });
        }
    } else if let Some(side) = gainer(eyes, at).filter(|side| found_out && eyes.truly_held(n) != Some(*side)) {
        resolver.change(A59, Change::Claimed { objective, side });
    }
}

/// Makes all that was gained unseen known, when the game is over.
fn reveal(resolver: &mut impl Resolver<Asl>) {
    for n in 0..resolver.setting().objectives.len().min(OBJECTIVES) {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let (held, truly) = (eyes.held(n), eyes.truly_held(n));
        if let Some(side) = truly.filter(|_| held != truly) {
            resolver.change(A30, Change::Holds { objective: n as u8, side });
        }
    }
}

/// Ends the game: all is revealed.
pub fn end(resolver: &mut impl Resolver<Asl>) {
    reveal(resolver);
    resolver.change(A30, Change::Phase { now: Phase::Over });
}

/// Returns whether one side is wiped out; if so, ends the game.
pub fn is_decided(resolver: &mut impl Resolver<Asl>) -> bool {
    let decided = Side::BOTH.into_iter().any(|side| !has_men(resolver.position(), side)) && A30.is_in_force();
    if decided {
        end(resolver);
    }
    decided
}
