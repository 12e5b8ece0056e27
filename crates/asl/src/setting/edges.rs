//! Steps above ground: the neighbours of each Location, and their costs by the printed map (ASL-A4, ASL-A16).

use arrayvec::ArrayVec;
use board::LocationId;

use crate::printed::clause::A25;
use crate::printed::terrain::{MF, Terrain};
use crate::setting::{AROUND, MoveEdge, Place, STEPS, Spot};

/// Returns all steps out of a Location above ground, with their costs before rubble falls.
#[must_use]
pub fn edges(board: &board::Board, from: LocationId) -> ArrayVec<MoveEdge, { STEPS }> {
    use board::{Direction, LocationKind};

    let mut edges = ArrayVec::new();
    let location = board.location(from);
    let Some(hex) = location.hex.filter(|_| !location.kind.is_underground()) else { return edges };
    let terrain = |hex| Terrain::nth(board.terrain(hex).0);
    let passable = |hex| terrain(hex).cost().is_some();
    let mut add = |to, cost, across, road| {
        let _ = edges.try_push(MoveEdge { to, cost, across, road });
    };
    let within = matches!(location.kind, LocationKind::Inside | LocationKind::Entrenchment);
    if within {
        add(board.ground(hex), MF, None, false);
        return edges;
    }
    for across in Direction::ALL {
        let Some(to) = board.grid().neighbour(hex, across) else { continue };
        if location.level > 0 {
            // Upper floors are connected within their building.
            let joined = board.building(hex).is_some() && board.building(hex) == board.building(to);
            let floor = u8::try_from(location.level).ok().and_then(|level| board.floor(to, level));
            if let (true, Some(floor)) = (joined, floor) {
                add(floor, 2 * MF, Some(across), false);
            }
            continue;
        }
        let Some(cost) = terrain(to).cost().filter(|_| passable(hex)) else { continue };
        let road = board.road(hex, across).is_some_and(board::Road::is_road);
        let ground = if road { MF } else { cost };
        let uphill = !road && board.elevation(to) > board.elevation(hex);
        let ground = if uphill { 2 * ground } else { ground };
        let barrier = !board.features(hex, across).is_empty() && !road;
        let barrier = if barrier && A25.is_in_force() { MF } else { 0 };
        add(board.ground(to), ground + barrier, Some(across), road);
    }
    for &to in board.at(hex) {
        let other = board.location(to);
        let stairs = other.kind == LocationKind::Floor && (other.level - location.level).abs() == 1;
        let inside = location.level == 0 && matches!(other.kind, LocationKind::Inside | LocationKind::Entrenchment);
        if stairs || inside {
            add(to, MF, None, false);
        }
    }
    edges
}

/// Returns, for each Location, the ground of the hexes around it that a step leads into.
#[must_use]
pub fn around(spots: &[Spot]) -> Vec<ArrayVec<LocationId, AROUND>> {
    let hexes = |from: &Spot| {
        let mut hexes: ArrayVec<LocationId, AROUND> = ArrayVec::new();
        for way in from.edges.iter().filter(|way| way.across.is_some()) {
            let Some(ground) = spots.get(way.to.index()).map(|spot| spot.ground) else { continue };
            if !hexes.contains(&ground) {
                let _ = hexes.try_push(ground);
            }
        }
        hexes
    };
    spots.iter().map(hexes).collect()
}

/// Half movement factors that make an advance difficult.
pub const DIFFICULT: u8 = 4 * MF;

/// Returns all edges of an advance, by Location. Units in an entrenchment advance straight to the next hex, and a step
/// to a hex includes one into its entrenchment; each has its own cost (ASL-A24).
#[must_use]
pub fn advances(spots: &[Spot]) -> Vec<Vec<MoveEdge>> {
    let spot = |at: LocationId| spots.get(at.index());
    let all = spots.iter().map(|from| {
        let ground = spot(from.ground).filter(|_| from.place == Place::Entrenchment);
        let onwards = ground.into_iter().flat_map(|ground| &ground.edges).filter(|edge| edge.across.is_some());
        let out = onwards.map(|edge| MoveEdge { cost: edge.cost + MF, ..*edge });
        let plain: Vec<MoveEdge> = from.edges.iter().copied().chain(out).collect();
        let into = |edge: &MoveEdge| {
            let inner = spot(edge.to).filter(|_| edge.across.is_some())?.entrenchment?;
            (spot(edge.to)?.place == Place::Ground).then_some(MoveEdge { to: inner, cost: edge.cost + MF, ..*edge })
        };
        let inner: Vec<MoveEdge> = plain.iter().filter_map(into).collect();
        plain.into_iter().chain(inner).collect()
    });
    all.collect()
}
