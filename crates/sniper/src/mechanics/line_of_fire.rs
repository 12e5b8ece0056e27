//! Men in the line of a shot: an upright one stops it, a prone one doesn't (SNP-B30).

use arrayvec::ArrayVec;
use board::{HexId, LocationId};

use crate::printed::clause::B30;
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::sight::{self, Eye};
use crate::setting::spot::{Level, Spot};
use crate::state::man::MEN;

/// Returns whether one of these men stops a shot between two Locations. Men in the firer's or the target's hex never do.
/// Between different heights shots pass overhead.
#[must_use]
pub fn is_stopped(setting: &Setting, from: LocationId, at: LocationId, men: impl Iterator<Item = Eye>) -> bool {
    let (Some(here), Some(there)) = (setting.spot(from), setting.spot(at)) else { return false };
    let apart = setting.board.grid().distance(here.hex, there.hex);
    if apart < 2 || !B30.is_in_force() {
        return false;
    }
    let upright = men.filter(|man| man.posture != Posture::Prone);
    let mut spots = upright.filter_map(|man| setting.spot(man.at));
    match (height(here.level), height(there.level)) {
        (Some(level), Some(other)) if level == other => above(setting, here, there, spots),
        (None, None) => spots.any(|spot| is_between(here, there, spot)),
        _ => false,
    }
}

/// Returns the floor on which a shot to or from a level is fired; `None` in a sewer. A man who leans out of a manhole
/// fires along the ground.
const fn height(level: Level) -> Option<u8> {
    match level {
        Level::Surface(floor) => Some(floor),
        Level::Middle => Some(0),
        Level::Sewer => None,
    }
}

fn above<'s>(setting: &Setting, here: &Spot, there: &Spot, men: impl Iterator<Item = &'s Spot>) -> bool {
    let grid = setting.board.grid();
    let apart = grid.distance(here.hex, there.hex);
    let near = |hex: HexId| grid.distance(here.hex, hex) + grid.distance(hex, there.hex) <= apart + 1;
    let level = height(here.level).map(Level::Surface);
    let hexes: ArrayVec<HexId, MEN> =
        men.filter(|spot| Some(spot.level) == level && near(spot.hex)).map(|spot| spot.hex).take(MEN).collect();
    !hexes.is_empty() && setting.sight_index().lines.is_crossed(here.hex, there.hex, |hex| hexes.contains(&hex))
}

/// Returns whether a man is between two places of a stretch of sewer.
fn is_between(here: &Spot, there: &Spot, man: &Spot) -> bool {
    let Some((line, _)) = sight::one_stretch(here, there).filter(|_| man.level == Level::Sewer) else { return false };
    let place = |spot: &Spot| spot.lines.iter().find(|(other, _)| *other == line).map(|(_, place)| *place);
    let (Some(a), Some(b), Some(place)) = (place(here), place(there), place(man)) else { return false };
    a.min(b) < place && place < a.max(b)
}
