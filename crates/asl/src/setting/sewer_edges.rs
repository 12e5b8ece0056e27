//! Destinations of a move below (B8.41a, B8.4e): every Sewer Location within three hexes that has a path of at most
//! three hexes without Water Obstacles.

use board::{Board, HexId, LocationId};

use crate::printed::clause::B8_4E;
use crate::printed::terrain::Terrain;
use crate::setting::below::RANGE;
use crate::setting::{Place, Spot};

/// Returns for each Location the destinations of a move below from there, from nearest to farthest; none from Locations
/// that are not sewers.
#[must_use]
pub fn all(board: &Board, spots: &[Spot]) -> Vec<Vec<LocationId>> {
    let from = |spot: &Spot| if spot.place == Place::Sewer { of(board, spots, spot.hex) } else { Vec::new() };
    spots.iter().map(from).collect()
}

fn of(board: &Board, spots: &[Spot], start: HexId) -> Vec<LocationId> {
    let dry = |hex: HexId| Terrain::nth(board.terrain(hex).0) != Terrain::Water || !B8_4E.is_in_force();
    let reached = within(board, start, RANGE, dry);
    let sewer = |hex: &HexId| spots.get(board.ground(*hex).index()).and_then(|spot| spot.sewer);
    reached.iter().filter(|hex| **hex != start).filter_map(sewer).collect()
}

/// Returns the hexes within this many steps through passable hexes, the start first.
#[must_use]
pub fn within(board: &Board, start: HexId, steps: u16, passes: impl Fn(HexId) -> bool) -> Vec<HexId> {
    let mut reached = vec![start];
    let mut ring = 0;
    for _ in 0..steps {
        let edge = ring..reached.len();
        ring = reached.len();
        for n in edge {
            for hex in board.grid().neighbours(reached[n]).into_iter().flatten() {
                if passes(hex) && !reached.contains(&hex) {
                    reached.push(hex);
                }
            }
        }
    }
    reached
}
