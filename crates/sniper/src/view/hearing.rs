//! What a side notices below ground without seeing it.

use board::LocationId;
use rules::Side;

use crate::setting::spot::Level;
use crate::setting::{Setting, smoke};
use crate::state::position::Position;

/// Whether a side notices what happens at a place below ground: one of its men is in a sewer through it, or at middle
/// level or on the ground of its hex.
pub(crate) fn hears_below(setting: &Setting, position: &Position, side: Side, at: LocationId) -> bool {
    any_man(position, side, |here| is_heard_from(setting, here, at))
}

/// Whether a side notices smoke thrown at a place below ground.
pub(crate) fn notices_smoke(setting: &Setting, position: &Position, side: Side, at: LocationId) -> bool {
    any_man(position, side, |here| is_noticed_from(setting, here, at))
}

fn any_man(position: &Position, side: Side, is_there: impl Fn(LocationId) -> bool) -> bool {
    position.here().any(|(_, man, here)| man.side == side && !man.dummy && is_there(here))
}

fn is_heard_from(setting: &Setting, here: LocationId, at: LocationId) -> bool {
    let (Some(spot), Some(place)) = (setting.spot(here), setting.spot(at)) else { return false };
    match spot.level {
        Level::Sewer => spot.lines.iter().any(|(line, _)| place.lines.iter().any(|(other, _)| line == other)),
        Level::Middle | Level::Surface(_) => spot.hex == place.hex && spot.manhole,
    }
}

/// Whether smoke thrown at a place below ground is noticed from somewhere: what happens there is heard, or the smoke lies
/// in a sewer through it, so that nothing a man does not see is kept from him by smoke he never heard of.
pub(crate) fn is_noticed_from(setting: &Setting, here: LocationId, at: LocationId) -> bool {
    let sewer = setting.spot(here).filter(|spot| spot.level == Level::Sewer);
    let mut lines = sewer.into_iter().flat_map(|spot| &spot.lines);
    is_heard_from(setting, here, at) || lines.any(|&(line, _)| smoke::is_smoke_on(setting, at, line, 0, u8::MAX))
}
