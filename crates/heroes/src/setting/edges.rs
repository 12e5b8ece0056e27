//! Steps out of the ground of a hex (HNL-B6).

use arrayvec::ArrayVec;
use board::{Board, LocationId};
use rules::Clause;

use crate::printed::clause::{B13, B27};
use crate::printed::tables::{STEP_INSIDE, Terrain};
use crate::setting::{Entrance, MoveEdge, STEPS};

/// Returns the clause that closes the hexsides of this terrain to units; `None` for other terrain.
pub fn blocks(terrain: Terrain) -> Option<Clause> {
    match terrain {
        Terrain::Bunker => Some(B13),
        Terrain::Water => Some(B27),
        _ => None,
    }
}

/// Lists all steps out of the ground of a hex: to adjacent hexes, and into its entrances.
#[must_use]
pub fn edges<'a>(
    board: &Board,
    entrances: impl Iterator<Item = &'a Entrance>,
    from: LocationId,
) -> ArrayVec<MoveEdge, STEPS> {
    let mut edges = ArrayVec::new();
    let Some(hex) = board.hex_of(from) else { return edges };
    let terrain = |hex| Terrain::nth(board.terrain(hex).0);
    let passable = |hex| blocks(terrain(hex)).is_none_or(|clause| !clause.is_in_force());
    for to in board.grid().neighbours(hex).into_iter().flatten().filter(|to| passable(*to) && passable(hex)) {
        edges.push(MoveEdge { to: board.ground(to), cost: terrain(to).cost() });
    }
    for entrance in entrances {
        edges.push(MoveEdge { to: entrance.inside, cost: STEP_INSIDE });
    }
    edges
}
