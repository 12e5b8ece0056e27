//! The Locations below ground by the map (B8.2, B8.6).

use board::LocationId;

use crate::setting::{Place, Setting};

/// Maximum distance of a move below, in hexes (B8.41a).
pub const RANGE: u16 = 3;

/// Returns the Sewer Location below a Manhole Location, of which an entrenchment is a part (ASL-A24).
#[inline]
#[must_use]
pub fn beneath(setting: &Setting, manhole: LocationId) -> Option<LocationId> {
    setting.spot(setting.location(manhole)).filter(|spot| spot.place == Place::Ground)?.sewer
}

/// Returns whether a Location is a sewer.
#[inline]
#[must_use]
pub fn is_sewer(setting: &Setting, at: LocationId) -> bool {
    setting.place(at) == Some(Place::Sewer)
}

/// Returns whether two Sewer Locations are in adjacent hexes.
#[inline]
#[must_use]
pub fn are_adjacent(setting: &Setting, a: LocationId, b: LocationId) -> bool {
    is_sewer(setting, a) && is_sewer(setting, b) && setting.distance(a, b) == 1
}

/// Returns whether a Location is in a tunnel.
#[inline]
#[must_use]
pub fn is_tunnel(setting: &Setting, at: LocationId) -> bool {
    setting.place(at) == Some(Place::Tunnel)
}

/// Returns the Location of the tunnel's end below an entrance, by the ground of its hex.
pub fn end_beneath(setting: &Setting, entrance: LocationId) -> Option<LocationId> {
    setting.spot(setting.spot(entrance)?.ground)?.tunnel
}
