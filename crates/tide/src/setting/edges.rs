//! Steps between Locations and their costs.

use arrayvec::ArrayVec;
use board::{Board, Direction, HexId, LocationId, Road};

use rules::Refusal;

use crate::printed::clause::{B36, B37};
use crate::printed::tables::{CLIFF, EASY, Terrain, UPHILL};
use crate::setting::{MoveEdge, STEPS, Setting};

/// Returns the cost of a step on the ground from one hex to an adjacent one (TOI-B19).
fn cost(board: &Board, from: HexId, direction: Direction, to: HexId) -> u8 {
    let terrain = |hex| Terrain::nth(board.terrain(hex).0);
    let along = match board.road(from, direction) {
        Some(Road::Paved | Road::Unpaved | Road::Rail) => true,
        Some(Road::Path) | None => terrain(from).is_way() && terrain(to).is_way(),
    };
    if along && B37.is_in_force() {
        return EASY;
    }
    let uphill = board.elevation(to) > board.elevation(from);
    terrain(to).cost().max(if uphill { UPHILL } else { 0 })
}

/// Whether the hexside between two hexes is a cliff, which squads can't cross (TOI-B36).
fn is_cliff(board: &Board, from: HexId, to: HexId) -> bool {
    B36.is_in_force() && board.elevation(from).abs_diff(board.elevation(to)) >= CLIFF
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
            let neighbour = board.grid().neighbour(hex, direction);
            if let Some(to) = neighbour.filter(|to| !is_cliff(board, hex, *to)) {
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
    /// Refuses a step across a cliff (TOI-B36).
    ///
    /// # Errors
    /// If both Locations are on the ground of adjacent hexes with a cliff between them.
    pub fn check_cliff(&self, from: LocationId, to: LocationId) -> Result<(), Refusal> {
        let (Some(here), Some(there)) = (self.spot(from), self.spot(to)) else { return Ok(()) };
        let adjacent = here.level == 0 && there.level == 0 && self.board.grid().distance(here.hex, there.hex) == 1;
        let cliff = adjacent && is_cliff(&self.board, here.hex, there.hex);
        B36.forbids(cliff, "the hexside between these hexes is a cliff, which squads can't cross")
    }

    /// Returns the cost of a step; `None` if the Locations are not one step apart.
    #[inline]
    #[must_use]
    pub fn step_cost(&self, from: LocationId, to: LocationId) -> Option<u8> {
        self.spot(from)?.edges.iter().find(|edge| edge.to == to).map(|edge| edge.cost)
    }
}
