//! Control of objectives (ASL-A59), and the end of the game when one side is wiped out (ASL-A30).
//!
//! What all know of Control follows from units in sight: a "?" takes nothing, and denies the enemy. What is true is kept
//! in secret, and settled at the end.

use board::LocationId;
use rules::objectives::OBJECTIVES;
use rules::{Resolver, Side};

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

/// Gives Control of each objective to the side that gains it now: in sight of all, or in secret.
///
/// Enemies that units have advanced upon without knowing it are found out in the Close Combat Phase. Until it is over
/// (`found_out`) nothing is gained in secret, and nothing from a side with hidden units: what is not gained would tell of
/// them.
pub fn settle(resolver: &mut impl Resolver<Asl>, found_out: bool) {
    if resolver.setting().objectives.is_empty() || !A59.is_in_force() {
        return;
    }
    for n in 0..resolver.setting().objectives.len().min(OBJECTIVES) {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let at = eyes.setting().objectives[n].at;
        let objective = n as u8;
        // All know of it, also if it only ends what a side has gained unseen before.
        let gained = |side: Side| eyes.held(n) != Some(side) || eyes.has_gained_unseen(side.other(), n);
        let public = eyes.public();
        if let Some(side) = gainer(public, at).filter(|side| gained(*side)) {
            if found_out || !public.has_hidden(side.other()) {
                resolver.change(A59, Change::Holds { objective, side });
            }
        } else if let Some(side) = gainer(eyes, at).filter(|side| found_out && eyes.truly_held(n) != Some(*side)) {
            resolver.change(A59, Change::Claimed { objective, side });
        }
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
