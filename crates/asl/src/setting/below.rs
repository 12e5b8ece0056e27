//! The Locations below ground, as the map has them (B8.2, B8.6).

use board::LocationId;

use crate::setting::{Place, Setting};

/// How far one move below leads, in hexes (B8.41a).
pub const RANGE: u16 = 3;

/// The Sewer Location beneath a Manhole Location, of which an entrenchment is a part (ASL-A24).
#[inline]
#[must_use]
pub fn beneath(setting: &Setting, manhole: LocationId) -> Option<LocationId> {
    setting.spot(setting.location(manhole)).filter(|spot| spot.place == Place::Ground)?.sewer
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

/// Whether a Location is in a tunnel.
#[inline]
#[must_use]
pub fn is_tunnel(setting: &Setting, at: LocationId) -> bool {
    setting.place(at) == Some(Place::Tunnel)
}

/// The ground of an entrance's hex holds the Location of the tunnel's end beneath it.
pub fn end_beneath(setting: &Setting, entrance: LocationId) -> Option<LocationId> {
    setting.spot(setting.spot(entrance)?.ground)?.tunnel
}
