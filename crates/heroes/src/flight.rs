//! Where the steps out of a hex lead, seen from where an enemy is: what whoever flees from him asks (HNL-B14).

use board::Board;

use crate::setting::Spot;

/// Steps out of the ground of a hex, as bits: bit 0 is the first of its [`Spot::ways`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leads {
    /// Those that end closer to the enemy.
    pub closer: u8,
    /// Those that end in the hex of the enemy or next to it.
    pub beside: u8,
}

/// By pair of hexes: where the steps out of the first lead, with an enemy in the second.
#[must_use]
pub fn table(board: &Board, spots: &[Spot]) -> Vec<Leads> {
    let grid = board.grid();
    let pairs = grid.hexes().flat_map(|from| grid.hexes().map(move |enemy| (from, enemy)));
    let leads = pairs.map(|(from, enemy)| {
        let before = grid.distance(from, enemy);
        let mut leads = Leads::default();
        let ways = spots.get(board.ground(from).index()).map(|spot| &spot.ways);
        for (n, way) in ways.into_iter().flatten().enumerate() {
            let Some(hex) = board.hex_of(way.to) else { continue };
            let after = grid.distance(hex, enemy);
            leads.closer |= u8::from(after < before) << n;
            leads.beside |= u8::from(after <= 1) << n;
        }
        leads
    });
    leads.collect()
}
