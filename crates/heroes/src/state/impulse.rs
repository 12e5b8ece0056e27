//! Hexes of an impulse as bits: its own and the adjacent ones (HNL-B4, HNL-B23).

use board::{Direction, HexId, LocationId};

use crate::setting::Setting;
use crate::state::position::Impulse;

/// The bit for the impulse's own hex.
pub const OWN: u8 = 1;

/// Returns the bit of a Location's hex; `None` if it is neither the impulse's own hex nor adjacent.
#[inline]
pub fn bit(setting: &Setting, impulse: Impulse, at: LocationId) -> Option<u8> {
    if setting.same_hex(impulse.at, at) {
        return Some(OWN);
    }
    around(setting, setting.hex(impulse.at)?, setting.hex(at)?)
}

/// Returns the bit of a hex around the impulse's own; `None` if it is not adjacent.
#[inline]
pub fn around(setting: &Setting, own: HexId, hex: HexId) -> Option<u8> {
    setting.board.grid().direction(own, hex).map(|direction| 2 << direction.index())
}

/// Lists the grounds of the hexes that the bits stand for.
pub fn hexes(setting: &Setting, impulse: Impulse, bits: u8) -> impl Iterator<Item = LocationId> {
    let own = setting.hex(impulse.at);
    let around = Direction::ALL.into_iter().map(move |way| setting.board.grid().neighbour(own?, way));
    let all = std::iter::once(own).chain(around).enumerate();
    all.filter(move |(n, _)| bits >> n & 1 == 1).filter_map(|(_, hex)| Some(setting.board.ground(hex?)))
}
