//! Steps between Locations and their costs.

use arrayvec::ArrayVec;
use board::{Board, Direction, HexId, LocationId, Road};

use crate::printed::tables::{EASY, Terrain, UPHILL};
use crate::setting::{MoveEdge, STEPS, Setting};

/// Returns the cost of a step on the ground from one hex to an adjacent one (TOI-B19).
fn cost(board: &Board, from: HexId, direction: Direction, to: HexId) -> u8 {
    let terrain = |hex| Terrain::nth(board.terrain(hex).0);
    let along = match board.road(from, direction) {
        Some(Road::Paved | Road::Unpaved | Road::Rail) => true,
        Some(Road::Path) | None => terrain(from).is_way() && terrain(to).is_way(),
    };
    if along {
        return EASY;
    }
    let uphill = board.elevation(to) > board.elevation(from);
    terrain(to).cost().max(if uphill { UPHILL } else { 0 })
}

/// Lists all steps out of a Location: from ground to ground of adjacent hexes, and between the floors of a building
/// (TOI-B20).
#[must_use]
pub fn edges(board: &Board, from: LocationId) -> ArrayVec<MoveEdge, STEPS> {
    let mut edges = ArrayVec::new();
    let location = board.location(from);
    let Some(hex) = location.hex else { return edges };
    let level = u8::try_from(location.level).unwrap_or(0);
    if level == 0 {
        for direction in Direction::ALL {
            if let Some(to) = board.grid().neighbour(hex, direction) {
                edges.push(MoveEdge { to: board.ground(to), cost: cost(board, hex, direction, to) });
            }
        }
    }
    let floors = [level.checked_sub(1), level.checked_add(1)];
    for to in floors.into_iter().flatten().filter_map(|floor| board.floor(hex, floor)) {
        edges.push(MoveEdge { to, cost: EASY });
    }
    edges
}

impl Setting {
    /// Returns the cost of a step; `None` if the Locations are not one step apart.
    #[inline]
    #[must_use]
    pub fn step_cost(&self, from: LocationId, to: LocationId) -> Option<u8> {
        self.spot(from)?.edges.iter().find(|edge| edge.to == to).map(|edge| edge.cost)
    }
}
