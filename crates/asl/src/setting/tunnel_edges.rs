//! Possible tunnels by the map (B8.6b to B8.6e).

use board::{Board, LocationId};
use rules::Side;

use crate::printed::clause::{B8_6C, B8_6D, B8_6E};
use crate::printed::terrain::Terrain;
use crate::setting::sewer_edges::within;
use crate::setting::{Place, Setting, Spot};

/// Maximum distance of the entrances, in hexes (B8.6c).
pub const RANGE: u16 = 3;

/// Returns whether an entrance can be dug in a terrain (B8.6d): a building, brush or woods.
#[must_use]
pub const fn can_be_dug(terrain: Terrain) -> bool {
    terrain.is_building() || matches!(terrain, Terrain::Brush | Terrain::Woods)
}

/// Returns whether a Location can be an entrance (B8.6d): on the ground of a building, brush or woods, or in a pillbox.
pub fn is_entrance(spot: &Spot) -> bool {
    let dug = can_be_dug(spot.terrain);
    spot.place == Place::Pillbox
        || (spot.place == Place::Ground && dug)
        || !B8_6D.is_in_force() && spot.place == Place::Ground
}

/// Returns for each Location the other ends that a tunnel from there can have.
#[must_use]
pub fn edges(board: &Board, spots: &[Spot]) -> Vec<Vec<LocationId>> {
    let from = |start: &Spot| {
        if !is_entrance(start) {
            return Vec::new();
        }
        let range = if B8_6C.is_in_force() { RANGE } else { u16::from(u8::MAX) };
        let level =
            |hex| board.elevation(hex) == start.elevation && Terrain::nth(board.terrain(hex).0) != Terrain::Water;
        let reached = within(board, start.hex, range, |hex| level(hex) || !B8_6E.is_in_force());
        let there = reached.iter().filter(|hex| **hex != start.hex).flat_map(|hex| board.at(*hex).iter().copied());
        there.filter(|at| spots.get(at.index()).is_some_and(is_entrance)).collect()
    };
    spots.iter().map(from).collect()
}

/// Returns whether a tunnel can begin in a Location.
#[must_use]
pub fn begins(setting: &Setting, at: LocationId) -> bool {
    setting.tunnel_edges.get(at.index()).is_some_and(|ways| !ways.is_empty())
}

/// Returns the ends of a tunnel: its entrances, or the entrenchments that they lead into.
#[must_use]
pub fn ends([from, to]: [LocationId; 2], [near, far]: [Option<LocationId>; 2]) -> [LocationId; 2] {
    [near.unwrap_or(from), far.unwrap_or(to)]
}

/// Returns the Locations in which a tunnel can begin.
pub fn starts(ways: &[Vec<LocationId>]) -> impl Iterator<Item = LocationId> {
    let some = ways.iter().enumerate().filter(|(_, ends)| !ends.is_empty());
    some.map(|(n, _)| LocationId(n as u16))
}

/// Returns where an entrance of a side can lead: only to itself, or also into the side's own entrenchment of its hex.
pub fn inner(setting: &Setting, side: Side, entrance: LocationId) -> impl Iterator<Item = Option<LocationId>> + use<> {
    let own = setting.spot(entrance).and_then(|spot| spot.entrenchment);
    std::iter::once(None).chain(own.filter(|at| setting.entrenchments[side].contains(at)).map(Some))
}

/// Returns the other ends, as they are recorded, of all tunnels of a side that can end in a Location.
pub fn other_ends(setting: &Setting, side: Side, at: LocationId) -> impl Iterator<Item = LocationId> {
    let trench = setting.spot(at).filter(|spot| spot.place == Place::Entrenchment);
    let entrance = trench.map_or(at, |spot| spot.pillbox.unwrap_or(spot.ground));
    let own = trench.is_none() || setting.entrenchments[side].contains(&at);
    let all = setting.tunnel_edges.get(entrance.index()).filter(|_| own).into_iter().flatten().copied();
    all.flat_map(move |to| inner(setting, side, to).map(move |inner| inner.unwrap_or(to)))
}
