//! The sewers (B8.2 to B8.5): Locations beneath the manholes, and who is next to whom there.

mod advance;
pub mod chart;
mod emergence;
mod entry;
mod fire;
mod moving;
pub mod ways;

use board::LocationId;
use rules::{Group, Side, Turn};

use crate::change::Change;
use crate::cover;
use crate::eyes::AslEyes;
use crate::flags::Flag;
use crate::position::{Fate, Unit};
use crate::setting::{Place, Setting};
use crate::{Asl, clause};

pub use advance::{close, emerge, may_close, may_emerge, more, offer, settle};
pub use emergence::{
    Dr, Modifiers, claim, end_of_movement, is_unwatched, may_claim, may_show, next, offer_claims, offer_shows, show,
    verdict,
};
pub use entry::{begin, fit, may_begin, may_begin_with, may_end_movement, offer_begin};
pub use fire::{could_see, may_fire_at, sees};
pub use moving::{Stack, WayDr, direct, may_go, offer_ways, ways_for};

/// How far one move below leads, in hexes (B8.41a).
pub const RANGE: u16 = 3;

/// The Sewer Location beneath a Manhole Location, of which an entrenchment is a part (ASL-A24).
#[inline]
#[must_use]
pub fn beneath(setting: &Setting, manhole: LocationId) -> Option<LocationId> {
    setting.spot(setting.location(manhole)).filter(|spot| spot.place == Place::Ground)?.sewer
}

/// The ground above a Sewer Location, if it is a Manhole Location now (B8.5b).
#[inline]
#[must_use]
pub fn manhole(eyes: AslEyes<'_>, sewer: LocationId) -> Option<LocationId> {
    let spot = eyes.setting().spot(sewer).filter(|spot| spot.place == Place::Sewer)?;
    cover::is_open(eyes, spot.hex).then_some(spot.ground)
}

/// Whether a Location is a sewer.
#[inline]
#[must_use]
pub fn is_sewer(setting: &Setting, at: LocationId) -> bool {
    setting.place(at) == Some(Place::Sewer)
}

/// Whether two Sewer Locations are in adjacent hexes.
#[inline]
#[must_use]
pub fn are_adjacent(setting: &Setting, a: LocationId, b: LocationId) -> bool {
    is_sewer(setting, a) && is_sewer(setting, b) && setting.distance(a, b) == 1
}

/// Whether two Sewer Locations are ADJACENT: in adjacent hexes, and beneath Manhole Locations both (B8.44b).
#[inline]
#[must_use]
pub fn are_joined(eyes: AslEyes<'_>, a: LocationId, b: LocationId) -> bool {
    let open = |at| manhole(eyes, at).is_some();
    are_adjacent(eyes.setting(), a, b) && (!clause::B8_44B.is_in_force() || open(a) && open(b))
}

/// What everybody sees of a "Sewer ?" and holds for all that is under it.
pub const MARKS: [Flag; 2] = [Flag::Lost, Flag::Discovered];

/// Makes one stack of all that a side has in a Sewer Location (B8.41b): what its counter shows holds for everybody under
/// it. Else the mark would go with those who bore it when they die unseen, and tell who is left.
pub fn join(turn: &mut impl Turn<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let stack: Group = eyes.at(side, at).map(|(piece, _)| piece).collect();
    for flag in MARKS {
        let marked = stack & turn.position().units.bearing(flag);
        for unit in (stack - marked).iter().filter(|_| !marked.is_empty()) {
            turn.change(clause::B8_41B, Change::Flag { unit, flag, on: true });
        }
    }
}

/// Eliminates what is under a "Sewer ?": what that was, dummies too, stays a secret of its side. What it carried lies in the
/// Sewer Location where it was or was going down to; in a tunnel it is gone.
pub fn eliminate(turn: &mut impl Turn<Asl>, clause: rules::Clause, units: Group) {
    for unit in units.iter() {
        let eyes = AslEyes::open(turn.setting(), turn.position());
        let from = eyes.unit(unit).and_then(|unit| unit.at);
        let lies =
            from.and_then(|at| if is_sewer(eyes.setting(), at) { Some(at) } else { beneath(eyes.setting(), at) });
        let carried: Group = eyes.weapons(unit).map(|(weapon, _)| weapon).collect();
        for sw in carried.iter() {
            match lies {
                Some(at) => {
                    turn.change(clause, Change::Held { sw, holder: None });
                    turn.change(clause, Change::Placed { unit: sw, at });
                }
                None => turn.change(clause, Change::Gone { unit: sw, fate: Fate::LostUnseen }),
            }
        }
        turn.change(clause, Change::Gone { unit, fate: Fate::LostUnseen });
    }
}

/// Whether a unit is a dummy.
#[inline]
#[must_use]
pub fn is_dummy(unit: &Unit) -> bool {
    !unit.is_men() && !unit.kind.is_weapon()
}
