//! Sewer Locations as they are now: open manholes, adjacent Locations, and stacks under one counter (B8.2 to B8.5).

use board::{HexId, LocationId};
use rules::{PieceSet, Resolver, Side};

use crate::printed::clause::{self, A71, B8_5B};
use crate::printed::flags::Flag;
use crate::printed::terrain::Terrain;
use crate::printed::words::Fate;
use crate::setting::Place;
use crate::setting::below::{are_adjacent, beneath, is_sewer};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Returns whether the manhole of a hex is free: neither rubble nor a Blaze covers it, or the rubble is on a road hex
/// and a full trail-break crosses it (B8.5b). Everything above ground is public.
#[inline]
#[must_use]
pub fn is_open(eyes: AslEyes<'_>, hex: HexId) -> bool {
    if !B8_5B.is_in_force() {
        return true;
    }
    let printed = Terrain::nth(eyes.setting().board.terrain(hex).0);
    // A trail-break made in play opens it if both its ends follow a road (B24.4).
    let along = |next: HexId| {
        let board = &eyes.setting().board;
        let across = board.grid().direction(hex, next);
        across.is_some_and(|across| board.road(hex, across).is_some_and(board::Road::is_road))
    };
    let crossed = A71.is_in_force() && eyes.cleared(hex).is_some_and(|way| way.into_iter().all(along));
    if eyes.burns(hex) || (eyes.has_fallen(hex) && !crossed) || printed.is_rubble() {
        return false;
    }
    let passes = |trail_break: bool| trail_break && printed == Terrain::Road;
    eyes.covers(hex).all(|cover| crossed || passes(cover.trail_break))
}

/// Returns the ground above a Sewer Location, if it is a Manhole Location now (B8.5b).
#[inline]
#[must_use]
pub fn manhole(eyes: AslEyes<'_>, sewer: LocationId) -> Option<LocationId> {
    let spot = eyes.setting().spot(sewer).filter(|spot| spot.place == Place::Sewer)?;
    is_open(eyes, spot.hex).then_some(spot.ground)
}

/// Returns whether two Sewer Locations are ADJACENT: in adjacent hexes, and both below Manhole Locations (B8.44b).
#[inline]
#[must_use]
pub fn are_joined(eyes: AslEyes<'_>, a: LocationId, b: LocationId) -> bool {
    let open = |at| manhole(eyes, at).is_some();
    are_adjacent(eyes.setting(), a, b) && (!clause::B8_44B.is_in_force() || open(a) && open(b))
}

/// Markers visible on a "Sewer ?", which hold for all units under it.
pub const MARKS: [Flag; 2] = [Flag::Lost, Flag::Discovered];

/// Makes one stack of all units of a side in a Sewer Location (B8.41b): each gets the markers of the counter. Otherwise
/// a marker would go with the units that had it when they die unseen, and reveal which are left.
pub fn join(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let stack: PieceSet = eyes.at(side, at).map(|(piece, _)| piece).collect();
    for flag in MARKS {
        let marked = stack & resolver.position().units.bearing(flag);
        for unit in (stack - marked).iter().filter(|_| !marked.is_empty()) {
            resolver.change(clause::B8_41B, Change::Flag { unit, flag, on: true });
        }
    }
}

/// Eliminates units under a "Sewer ?". Their kinds, dummies too, stay a secret of their side. What they carried stays
/// in the Sewer Location where they were or were going down to; in a tunnel it is lost.
pub fn eliminate(resolver: &mut impl Resolver<Asl>, clause: rules::Clause, units: PieceSet) {
    for unit in units.iter() {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let from = eyes.unit(unit).and_then(|unit| unit.at);
        let lies =
            from.and_then(|at| if is_sewer(eyes.setting(), at) { Some(at) } else { beneath(eyes.setting(), at) });
        let carried: PieceSet = eyes.weapons(unit).map(|(weapon, _)| weapon).collect();
        for sw in carried.iter() {
            match lies {
                Some(at) => {
                    resolver.change(clause, Change::Held { sw, holder: None });
                    resolver.change(clause, Change::Placed { unit: sw, at });
                }
                None => resolver.change(clause, Change::Gone { unit: sw, fate: Fate::LostUnseen }),
            }
        }
        resolver.change(clause, Change::Gone { unit, fate: Fate::LostUnseen });
    }
}

#[inline]
#[must_use]
pub fn is_dummy(unit: &Unit) -> bool {
    !unit.is_men() && !unit.kind.is_weapon()
}
