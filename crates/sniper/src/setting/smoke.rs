//! Places filled by smoke: above ground on lines (SNP-B12), below ground along sewers (39.71).

use board::{HexId, LocationId};
use rules::Side;

use crate::printed::clause::{B12, S39_71};
use crate::setting::Setting;
use crate::setting::spot::{Crossing, Level};

/// The most clouds of smoke at a time; the oldest is removed for a further one.
pub const CLOUDS: usize = 16;

/// A cloud of smoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cloud {
    /// Location where it was thrown.
    pub at: LocationId,
    pub by: Side,
    pub turns: u8,
    /// Whether a man of the other side has just reached it, but the side has not been shown it yet (39.71).
    pub unnoticed: bool,
}

/// Returns whether smoke above ground is on the line between two hexes, ends included. Neighbours see each other in
/// smoke.
#[inline]
#[must_use]
pub fn is_smoke_between(setting: &Setting, clouds: &[Cloud], a: HexId, b: HexId) -> bool {
    !clouds.is_empty() && is_one_between(setting, clouds, a, b)
}

/// Returns whether one of these clouds is on the line.
fn is_one_between(setting: &Setting, clouds: &[Cloud], a: HexId, b: HexId) -> bool {
    let grid = setting.board.grid();
    let apart = grid.distance(a, b);
    if apart <= 1 || !B12.is_in_force() {
        return false;
    }
    let in_the_open = |cloud: &Cloud| setting.spot(cloud.at).filter(|spot| matches!(spot.level, Level::Surface(_)));
    let centres = || clouds.iter().filter_map(in_the_open).map(|spot| spot.hex);
    let near = |centre: HexId| grid.distance(a, centre) + grid.distance(centre, b) <= apart + 3;
    let lines = &setting.sight_index().lines;
    centres().any(near) && lines.is_smoky(a, b, |hex| centres().any(|centre| lines.is_filled(centre, hex)))
}

/// Returns the first and last place of a sewer filled by smoke thrown at a Location (39.71); nothing if first is beyond
/// last.
#[must_use]
pub fn smoke_on(setting: &Setting, at: LocationId, line: u8) -> (u8, u8) {
    let nothing = (1, 0);
    let Some(spot) = setting.spot(at).filter(|spot| spot.level == Level::Sewer) else { return nothing };
    let Some(&(_, place)) = spot.lines.iter().find(|(other, _)| *other == line) else { return nothing };
    let fills = if S39_71.is_in_force() { setting.tables.grenade.smoke_sewer } else { 1 };
    let reach = u8::try_from(fills.saturating_sub(1) / 2).unwrap_or(u8::MAX);
    (place.saturating_sub(reach), place.saturating_add(reach))
}

/// Returns whether smoke thrown at a Location is between places `first` and `last` of a sewer (39.71). Thrown into
/// another sewer, it also fills the hexes where the two cross.
#[must_use]
pub fn is_smoke_on(setting: &Setting, at: LocationId, line: u8, first: u8, last: u8) -> bool {
    let lies = |line: u8, first: u8, last: u8| {
        let (from, to) = smoke_on(setting, at, line);
        from <= to && from <= last && first <= to
    };
    let mut crossings = setting.crossings(line).iter();
    lies(line, first, last)
        || crossings
            .any(|&Crossing { place, other, there }| (first..=last).contains(&place) && lies(other, there, there))
}
