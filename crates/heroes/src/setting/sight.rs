//! Lines of sight between hexes (HNL-B17, HNL-B32).

use board::{Board, HexId, Step};

use crate::printed::clause::{B17, B32};
use crate::printed::tables::{MOST_DEGRADED, Terrain};
use crate::setting::{Blaze, UNSEEN};

/// Returns the top level of the obstacle in a hex; `None` if nothing there blocks sight.
fn top(board: &Board, hex: HexId) -> Option<i16> {
    match Terrain::nth(board.terrain(hex).0).obstacle() {
        0 => None,
        levels => Some(i16::from(board.elevation(hex)) + i16::from(levels)),
    }
}

/// Returns the level of the higher end of a line.
fn eye(board: &Board, from: HexId, to: HexId) -> i16 {
    i16::from(board.elevation(from)).max(i16::from(board.elevation(to)))
}

/// Lists the obstacles that block the line between two hexes, in order from the first: hexes, and hexsides with an
/// obstacle on both sides (HNL-B17).
#[must_use]
pub fn blockers(board: &Board, from: HexId, to: HexId) -> Vec<Step> {
    let eye = eye(board, from, to);
    let obstacles = board.obstacles(from, to, |hex| top(board, hex)).into_iter();
    obstacles.filter(|(_, top)| *top >= eye && B17.is_in_force()).map(|(step, _)| step).collect()
}

/// Returns the blazes on the line between two hexes, as bits, without those at its ends.
fn smoke_between(board: &Board, blazes: &[Blaze], from: HexId, to: HexId) -> u8 {
    fires(board, blazes, from, to).into_iter().fold(0u8, |bits, n| bits | 1 << n)
}

/// Lists the indices of the blazes on the line between two hexes, in order from the first, without those at its ends
/// (HNL-B17, HNL-B21).
#[must_use]
pub fn fires(board: &Board, blazes: &[Blaze], from: HexId, to: HexId) -> Vec<usize> {
    if blazes.is_empty() {
        return Vec::new();
    }
    let of_hex = |hex: HexId| {
        let here = blazes.iter().enumerate().filter(move |(_, blaze)| board.hex_of(blaze.at) == Some(hex));
        here.map(|(n, _)| n)
    };
    let walk = board.walk(from, to);
    let between = walk.steps().iter().filter_map(|step| match *step {
        Step::Hex(hex) if hex != from && hex != to => Some(of_hex(hex)),
        _ => None,
    });
    between.flatten().collect()
}

/// Lists the hexes of degrading terrain strictly between two hexes, in order from the first (HNL-B32). A line along a
/// hexside counts it if both its hexes degrade. An end above the ground of the hex sees over it.
#[must_use]
pub fn degrading(board: &Board, from: HexId, to: HexId) -> Vec<Step> {
    let eye = eye(board, from, to);
    let degrades = |hex: HexId| Terrain::nth(board.terrain(hex).0).degrades() && eye <= i16::from(board.elevation(hex));
    let walk = board.walk(from, to);
    let crossed = walk.steps().iter().filter(|step| match **step {
        Step::Hex(hex) => hex != from && hex != to && degrades(hex),
        Step::Along(side) => match board.grid().hexes_of(side) {
            (a, Some(b)) => degrades(a) && degrades(b),
            (_, None) => false,
        },
        _ => false,
    });
    crossed.copied().collect()
}

/// Tables by pair of hexes.
pub struct Tables {
    /// Their distance, or [`UNSEEN`] without a line of sight, if an obstacle or too much degrading terrain is between
    /// them. Adjacent hexes always see each other.
    pub sight: Vec<u8>,
    /// The blazes between them, as bits; empty if there are no blazes.
    pub smoke: Vec<u8>,
    /// The number of hexes of degrading terrain between them; empty if the board has none.
    pub degraded: Vec<u8>,
}

/// Computes the tables of a board.
#[must_use]
pub fn tables(board: &Board, blazes: &[Blaze]) -> Tables {
    let hexes = board.grid().len();
    let mut sight = vec![UNSEEN; hexes * hexes];
    let mut smoke = if blazes.is_empty() { Vec::new() } else { vec![0; hexes * hexes] };
    let brush = board.grid().hexes().any(|hex| Terrain::nth(board.terrain(hex).0).degrades()) && B32.is_in_force();
    let mut degraded = if brush { vec![0; hexes * hexes] } else { Vec::new() };
    for from in board.grid().hexes() {
        for to in board.grid().hexes().filter(|to| *to >= from) {
            let distance = u8::try_from(board.grid().distance(from, to)).unwrap_or(UNSEEN);
            let highest = board.obstacle(from, to, |hex| top(board, hex));
            let fires = smoke_between(board, blazes, from, to);
            let crossed = if brush { degrading(board, from, to).len() } else { 0 };
            let crossed = u8::try_from(crossed).unwrap_or(u8::MAX);
            let seen = highest.is_none_or(|top| eye(board, from, to) > top) || !B17.is_in_force();
            let seen = seen && crossed <= MOST_DEGRADED;
            for place in [from.index() * hexes + to.index(), to.index() * hexes + from.index()] {
                if let Some(slot) = sight.get_mut(place).filter(|_| seen) {
                    *slot = distance;
                }
                if let Some(slot) = smoke.get_mut(place) {
                    *slot = fires;
                }
                if let Some(slot) = degraded.get_mut(place) {
                    *slot = crossed;
                }
            }
        }
    }
    Tables { sight, smoke, degraded }
}
