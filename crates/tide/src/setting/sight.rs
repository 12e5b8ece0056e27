//! Lines of sight between Locations.

use board::{Board, HexId, SightTable};

use crate::printed::tables::Terrain;
use crate::setting::Spot;

/// Returns the top level of the obstacle in a hex; `None` if nothing there blocks sight (TOI-B22).
fn top(board: &Board, hex: HexId) -> Option<i16> {
    let ground = i16::from(board.elevation(hex));
    match Terrain::nth(board.terrain(hex).0) {
        Terrain::Building => Some(ground + i16::from(board.floors(hex).saturating_sub(1)).max(1)),
        Terrain::Woods => Some(ground + 1),
        Terrain::Clear | Terrain::Road | Terrain::Railway | Terrain::Collapsed => None,
    }
}

/// Returns the table of lines of sight on the surface (TOI-B22). From a Location higher than every obstacle, the view
/// is free.
#[must_use]
pub fn table(board: &Board, spots: &[Spot]) -> SightTable {
    let hexes = board.grid().len();
    let mut highest: Vec<Option<i16>> = vec![None; hexes * hexes];
    for from in board.grid().hexes() {
        for to in board.grid().hexes().filter(|to| *to > from) {
            let found = board.obstacle(from, to, |hex| top(board, hex));
            for (a, b) in [(from, to), (to, from)] {
                if let Some(slot) = highest.get_mut(a.index() * hexes + b.index()) {
                    *slot = found;
                }
            }
        }
    }
    SightTable::build(spots.len(), |a, b| match (spots.get(a.index()), spots.get(b.index())) {
        (Some(a), Some(b)) => {
            let highest = highest.get(a.hex.index() * hexes + b.hex.index()).copied().flatten();
            highest.is_none_or(|top| a.height.max(b.height) > top)
        }
        _ => false,
    })
}
