//! Events below ground that a side notices without seeing them.

use board::LocationId;
use rules::Side;

use crate::setting::spot::Level;
use crate::setting::{Setting, smoke};
use crate::state::position::Position;

/// Returns whether a side notices an event below ground: one of its men is in a sewer through the place, or at middle
/// level or on the ground of its hex.
pub(crate) fn hears_below(setting: &Setting, position: &Position, side: Side, at: LocationId) -> bool {
    any_man(position, side, |here| is_heard_from(setting, here, at))
}

/// Returns whether a side notices smoke thrown at a place below ground.
pub(crate) fn notices_smoke(setting: &Setting, position: &Position, side: Side, at: LocationId) -> bool {
    any_man(position, side, |here| is_noticed_from(setting, here, at))
}

fn any_man(position: &Position, side: Side, is_there: impl Fn(LocationId) -> bool) -> bool {
    position.here().any(|(_, man, here)| man.side == side && !man.dummy && !man.incapacitated && is_there(here))
}

fn is_heard_from(setting: &Setting, here: LocationId, at: LocationId) -> bool {
    let (Some(spot), Some(place)) = (setting.spot(here), setting.spot(at)) else { return false };
    match spot.level {
        Level::Sewer => spot.lines.iter().any(|(line, _)| place.lines.iter().any(|(other, _)| line == other)),
        Level::Middle | Level::Surface(_) => spot.hex == place.hex && spot.manhole,
    }
}

/// Returns whether smoke thrown at a place below ground is noticed from `here`: an event at the place would be, or the
/// smoke is in a sewer through `here`. Smoke that a side doesn't know of never blocks its sight.
pub(crate) fn is_noticed_from(setting: &Setting, here: LocationId, at: LocationId) -> bool {
    let sewer = setting.spot(here).filter(|spot| spot.level == Level::Sewer);
    let mut lines = sewer.into_iter().flat_map(|spot| &spot.lines);
    is_heard_from(setting, here, at) || lines.any(|&(line, _)| smoke::is_smoke_on(setting, at, line, 0, u8::MAX))
}
