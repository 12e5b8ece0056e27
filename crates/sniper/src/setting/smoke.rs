//! Where smoke lies: above ground on lines (SNP-B12), below along sewers (39.71).

use board::{HexId, LocationId};
use rules::Side;

use crate::printed::clause::{B12, S39_71};
use crate::setting::Setting;
use crate::setting::spot::{Crossing, Level};

/// The most clouds of smoke at a time; beyond it the oldest is gone.
pub const CLOUDS: usize = 16;

/// Smoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cloud {
    /// Where it was thrown.
    pub at: LocationId,
    /// Whose it is.
    pub by: Side,
    /// Turns left.
    pub turns: u8,
    /// Whether the other side, one of whose men has just come upon it, is still to be told (39.71).
    pub unnoticed: bool,
}

/// Whether smoke above ground lies on the line between two hexes, ends included. Neighbours see each other in smoke.
#[inline]
#[must_use]
pub fn is_smoke_between(setting: &Setting, clouds: &[Cloud], a: HexId, b: HexId) -> bool {
    !clouds.is_empty() && is_one_between(setting, clouds, a, b)
}

/// Whether one of these clouds lies on the line.
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

/// From where to where smoke thrown at a Location fills a sewer (39.71); nothing of it where first is beyond last.
#[must_use]
pub fn smoke_on(setting: &Setting, at: LocationId, line: u8) -> (u8, u8) {
    let nothing = (1, 0);
    let Some(spot) = setting.spot(at).filter(|spot| spot.level == Level::Sewer) else { return nothing };
    let Some(&(_, place)) = spot.lines.iter().find(|(other, _)| *other == line) else { return nothing };
    let fills = if S39_71.is_in_force() { setting.tables.grenade.smoke_sewer } else { 1 };
    let reach = u8::try_from(fills.saturating_sub(1) / 2).unwrap_or(u8::MAX);
    (place.saturating_sub(reach), place.saturating_add(reach))
}

/// Whether smoke thrown at a Location lies on a sewer anywhere from its place `first` to its place `last` (39.71): thrown
/// into another sewer, it fills the hexes where the two cross as well.
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
