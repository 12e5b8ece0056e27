//! Lines of sight between hexes (HNL-B17).

use board::{Board, HexId, Step};

use crate::printed::clause::B17;
use crate::printed::tables::Terrain;
use crate::setting::{Blaze, UNSEEN};

/// Returns the top level of the obstacle in a hex; `None` if nothing there blocks sight.
fn top(board: &Board, hex: HexId) -> Option<i16> {
    match Terrain::nth(board.terrain(hex).0).obstacle() {
        0 => None,
        levels => Some(i16::from(board.elevation(hex)) + i16::from(levels)),
    }
}

/// Returns the blazes on the line between two hexes, as bits, without those at its ends.
fn smoke_between(board: &Board, blazes: &[Blaze], from: HexId, to: HexId) -> u8 {
    if blazes.is_empty() {
        return 0;
    }
    let fire = |hex: HexId| {
        let bits = blazes.iter().enumerate().filter(|(_, blaze)| board.hex_of(blaze.at) == Some(hex));
        bits.fold(0u8, |bits, (n, _)| bits | 1 << n)
    };
    let steps = board.walk(from, to);
    let between = steps.steps().iter().filter_map(|step| match *step {
        Step::Hex(hex) if hex != from && hex != to => Some(fire(hex)),
        _ => None,
    });
    between.fold(0, |smoke, fires| smoke | fires)
}

/// Returns two tables by pair of hexes: their distance, or [`UNSEEN`] without a line of sight, and the blazes between
/// them as bits. The second is empty if there are no blazes.
#[must_use]
pub fn tables(board: &Board, blazes: &[Blaze]) -> (Vec<u8>, Vec<u8>) {
    let hexes = board.grid().len();
    let mut sight = vec![UNSEEN; hexes * hexes];
    let mut smoke = if blazes.is_empty() { Vec::new() } else { vec![0; hexes * hexes] };
    for from in board.grid().hexes() {
        for to in board.grid().hexes().filter(|to| *to >= from) {
            let distance = u8::try_from(board.grid().distance(from, to)).unwrap_or(UNSEEN);
            let highest = board.obstacle(from, to, |hex| top(board, hex));
            let fires = smoke_between(board, blazes, from, to);
            let eye = i16::from(board.elevation(from)).max(i16::from(board.elevation(to)));
            let seen = highest.is_none_or(|top| eye > top) || !B17.is_in_force();
            for place in [from.index() * hexes + to.index(), to.index() * hexes + from.index()] {
                if let Some(slot) = sight.get_mut(place).filter(|_| seen) {
                    *slot = distance;
                }
                if let Some(slot) = smoke.get_mut(place) {
                    *slot = fires;
                }
            }
        }
    }
    (sight, smoke)
}
