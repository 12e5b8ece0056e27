//! Table of the steps that routs must avoid (HNL-B14).

use board::Board;

use crate::setting::Spot;
use crate::setting::flight::Leads;

/// Returns by pair of hexes the steps out of the second that lead closer to an enemy in the first, or next to it.
#[must_use]
pub fn table(board: &Board, spots: &[Spot]) -> Vec<Leads> {
    let grid = board.grid();
    let pairs = grid.hexes().flat_map(|enemy| grid.hexes().map(move |from| (from, enemy)));
    let leads = pairs.map(|(from, enemy)| {
        let before = grid.distance(from, enemy);
        let (mut closer, mut beside) = (0, 0);
        let ways = spots.get(board.ground(from).index()).map(|spot| &spot.edges);
        for (n, way) in ways.into_iter().flatten().enumerate() {
            let Some(hex) = board.hex_of(way.to) else { continue };
            let after = grid.distance(hex, enemy);
            closer |= u8::from(after < before) << n;
            beside |= u8::from(after <= 1) << n;
        }
        Leads::of(closer, beside)
    });
    leads.collect()
}
