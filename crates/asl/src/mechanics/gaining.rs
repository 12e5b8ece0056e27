//! Gaining concealment at the end of one's Player Turn (ASL-A54).
//!
//! Enemies that are hidden neither prevent it nor call for a dr: either would tell of them.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::morale;
use crate::printed::clause::A54;
use crate::printed::flags::Flag;
use crate::printed::kind::{Class, Kind};
use crate::printed::tables::{CONCEALS, FARTHEST, LAX, STEALTHY};
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// How a unit may gain concealment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Without a dr.
    Surely,
    /// By a dr with this modifier.
    Dr(i16),
}

/// Ends a Player Turn: units of its ATTACKER gain concealment, some by a dr.
pub fn end_of_player_turn(resolver: &mut impl Resolver<Asl>) {
    if !A54.is_in_force() {
        return;
    }
    let side = resolver.position().attacker;
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let open = eyes.of(side).men().good().lying(Cover::Open).above();
    // All before any of them: a leader who is concealed first still helps the others.
    let ways: ArrayVec<(Piece, Way), { PieceSet::LIMIT }> =
        open.iter().filter_map(|(piece, unit, at)| Some((piece, way(eyes, side, piece, unit, at)?))).collect();
    for (piece, way) in ways {
        let gained = match way {
            Way::Surely => true,
            Way::Dr(drm) => {
                let pool = Pool::open(1, FaceClasses::SUM, "concealment", A54).credited_to(side);
                let dr = resolver.roll(pool).sum() as i16;
                let gained = dr + drm <= CONCEALS;
                let report = Report::Conceals { unit: piece, gained, dr: Some(dr as u8), drm: Some(drm as i8) };
                resolver.report(A54, Audience::All, report);
                gained
            }
        };
        if gained {
            resolver.change(A54, Change::Cover { unit: piece, now: Cover::Concealed });
        }
    }
}

/// Returns how a unit may gain concealment; `None` if it can't.
fn way(eyes: AslEyes<'_>, side: Side, piece: Piece, unit: &Unit, at: LocationId) -> Option<Way> {
    let enemies = eyes.of(side.other()).units().without(Flag::Broken);
    let enemies = enemies.but(enemies.lying(Cover::Hidden).group());
    if !enemies.at(at).is_empty() {
        return None;
    }
    let view = eyes.view(at);
    let near = |(_, _, from): &(Piece, &Unit, LocationId)| view.distance(*from) <= FARTHEST;
    let watching = enemies.in_sight_of(piece);
    if watching.iter().any(|enemy| near(&enemy)) {
        return None;
    }
    let conceals = eyes.spot(at).is_ok_and(|spot| eyes.conceals(spot));
    match (conceals, watching.is_empty()) {
        (true, true) => Some(Way::Surely),
        (false, true) if !enemies.iter().any(|enemy| near(&enemy)) => Some(Way::Surely),
        (false, false) => None,
        _ => Some(Way::Dr(modifier(eyes, side, piece, unit, at))),
    }
}

/// Returns the modifier of the dr: the size of the unit, a leader beside it, how careful it is, and its Location.
fn modifier(eyes: AslEyes<'_>, side: Side, piece: Piece, unit: &Unit, at: LocationId) -> i16 {
    let beside = eyes.of(side).men().lying(Cover::Open).at(at).but(PieceSet::EMPTY.with(piece));
    let leaders = beside.iter().filter(|(_, other, _)| morale::leads(other));
    let led = leaders.map(|(_, leader, _)| i16::from(morale::leadership(leader))).min().unwrap_or(0);
    let tem = eyes.spot(at).map_or(0, |spot| i16::from(eyes.terrain(spot).tem()));
    i16::from(unit.kind.size()) + led + lax(unit.kind) + stealthy(unit.kind) - tem
}

/// Returns the modifier for a Lax unit: one that is Inexperienced (A11.18).
pub fn lax(kind: Kind) -> i16 {
    if kind.values().green { LAX } else { 0 }
}

/// Returns the modifier for a Stealthy unit: a hero (A11.17).
pub fn stealthy(kind: Kind) -> i16 {
    if kind.class() == Class::Hero { STEALTHY } else { 0 }
}
