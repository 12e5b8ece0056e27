//! What a step costs, and where steps lead.

use arrayvec::ArrayVec;
use board::{Board, Direction, HexId, LocationId, Road};

use crate::printed::tables::{EASY, Terrain, UPHILL};
use crate::setting::{MoveEdge, STEPS, Setting};

/// What it costs to step from one hex into the next on the ground (TOI-B19).
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

/// All steps out of a Location: from the ground to the ground of the hexes around, and between the floors of a building
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
    /// What a step costs; `None` if the two are not one step apart.
    #[inline]
    #[must_use]
    pub fn step_cost(&self, from: LocationId, to: LocationId) -> Option<u8> {
        self.spot(from)?.edges.iter().find(|edge| edge.to == to).map(|edge| edge.cost)
    }
}
