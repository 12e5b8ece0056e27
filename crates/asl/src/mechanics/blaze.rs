//! Units in a Blaze (ASL-A23, B25.4).

use board::LocationId;
use rules::{Audience, PieceSet, Resolver, Side};

use crate::mechanics::{concealment, morale};
use crate::printed::clause::{A23, A27};
use crate::printed::flags::Flag;
use crate::printed::words::{Cover, Fate};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns the pieces of a side above ground in burning hexes.
fn in_blaze(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let pieces = eyes.of(side).above();
    if eyes.is_uncovered() {
        return pieces.only(PieceSet::EMPTY);
    }
    let burns = |at| eyes.setting().hex(at).is_some_and(|hex| eyes.burns(hex));
    pieces.only(pieces.iter().filter(|(_, _, at)| burns(*at)).map(|(piece, _, _)| piece).collect())
}

/// Returns the unbroken units of a side that may flee from a Blaze, dummies too.
pub fn fleeing(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let units = in_blaze(eyes, side).units().good().without(Flag::Pinned);
    if A23.is_in_force() { units } else { units.only(PieceSet::EMPTY) }
}

/// A Blaze breaks out. Hidden units there come onto the board under a "?": whether a side has units to bring away must
/// be public.
pub fn break_out(resolver: &mut impl Resolver<Asl>, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let there = |side| eyes.pieces_of(side).filter(|(_, _, place)| eyes.setting().same_hex(at, *place));
    let all = Side::BOTH.into_iter().flat_map(there).filter(|(_, _, place)| !eyes.setting().is_below(*place));
    let all: PieceSet = all.map(|(piece, _, _)| piece).collect();
    if all.is_empty() {
        return;
    }
    resolver.report(A23, Audience::All, Report::Burns { at });
    let hidden = (all & resolver.position().units.lying(Cover::Hidden)) - resolver.position().units.weapons();
    for unit in hidden.iter() {
        resolver.change(A27, Change::Cover { unit, now: Cover::Concealed });
    }
}

/// Eliminates the units that are still in a Blaze when the Rout Phase ends.
pub fn burn_out(resolver: &mut impl Resolver<Asl>) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let lost = Side::BOTH.into_iter().fold(PieceSet::EMPTY, |lost, side| lost | in_blaze(eyes, side).group());
    if lost.is_empty() || !A23.is_in_force() {
        return;
    }
    concealment::show(resolver, lost);
    let (weapons, men) = (lost & resolver.position().units.weapons(), lost - resolver.position().units.weapons());
    for unit in men.iter() {
        morale::remove(resolver, A23, unit);
    }
    for unit in weapons.iter() {
        if resolver.position().unit(unit).is_some_and(|unit| unit.at.is_some()) {
            resolver.change(A23, Change::Gone { unit, fate: Fate::Removed });
        }
    }
}
