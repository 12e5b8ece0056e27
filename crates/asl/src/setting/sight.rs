//! Lines of sight between the Locations above ground (ASL-A6).
//!
//! Heights are counted in half levels. Same-level sight is blocked by anything higher. From a higher place, units see
//! over what is lower, except for the blind hexes behind it. A wall or hedge is half a level high and blocks between
//! places of one level, unless it is on a hexside of one of their own hexes.
//!
//! A Blaze hinders, and of Hindrances at one range only the worst counts.
//!
//! This module does not depend on seats; sight below ground is in the mechanics of sewers (B8.2b). Rubble that falls in
//! play opens no new lines: the shell still stands.

use std::collections::BTreeMap;

use board::{Board, HexId, LocationId, LocationKind};

use crate::printed::clause::A6;
use crate::printed::tables::HINDRANCE_BLOCKS;
use crate::setting::pillboxes::Pillbox;
use crate::setting::trace::{Eye, Hindering, cover, hindering, met_between, sum};

/// A line of sight, with its effects on fire at the far end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Sum of the Hindrances along the line.
    pub hindrance: u8,
    /// Modifier of the wall or hedge in front of the target.
    pub hexside: u8,
}

/// The relation of one Location to another: the line between them, whether either is below ground, and the distance.
/// Packed, as there is one for each pair. From the lowest bit: the Hindrance, the modifier of the hexside of the second
/// Location, the mark of Locations below ground, and the distance in hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bearing(u16);

impl Bearing {
    const HINDRANCE: u16 = 0b111;
    const HEXSIDE: u16 = 0b11;
    const LINE: u16 = 0b1_1111;
    const BELOW: u16 = 1 << 5;
    const DISTANCE: u32 = 6;
    /// Distance greater than any on a board.
    const FARTHEST: u16 = u16::MAX >> Self::DISTANCE;
    /// Bits of the line if there is none. No line has such a Hindrance.
    const UNSEEN: u16 = Self::LINE;

    /// Returns the bearing of two Locations without a line.
    fn unseen(below: bool, distance: Option<u16>) -> Bearing {
        let distance = distance.map_or(Self::FARTHEST, |distance| distance.min(Self::FARTHEST - 1));
        Bearing(Self::UNSEEN | if below { Self::BELOW } else { 0 } | distance << Self::DISTANCE)
    }

    /// Returns this bearing with a line.
    fn with(self, line: Line) -> Bearing {
        let line = u16::from(line.hindrance) | u16::from(line.hexside) << Self::HINDRANCE.count_ones();
        Bearing(self.0 & !Self::LINE | line)
    }

    const fn is_seen(self) -> bool {
        self.0 & Self::LINE != Self::UNSEEN
    }

    const fn line(self) -> Line {
        let hexside = self.0 >> Self::HINDRANCE.count_ones() & Self::HEXSIDE;
        Line { hindrance: (self.0 & Self::HINDRANCE) as u8, hexside: hexside as u8 }
    }

    const fn is_below(self) -> bool {
        self.0 & Self::BELOW != 0
    }

    const fn distance(self) -> u16 {
        match self.0 >> Self::DISTANCE {
            Self::FARTHEST => u16::MAX,
            distance => distance,
        }
    }
}

/// Lines of sight above ground and distances, for all pairs of Locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    locations: usize,
    bearings: Vec<Bearing>,
    /// The rubble of the scenario on each line, as bits; empty if the scenario has no covers.
    met: Vec<u16>,
    /// What hinders the lines that Blazes of the scenario are on.
    hindered: BTreeMap<usize, Vec<Hindering>>,
}

impl Sight {
    /// Computes all lines of a board. `covers` are the Blazes and the rubble of the scenario, at most 16.
    #[must_use]
    pub fn build(board: &Board, covers: &[CoverEntry]) -> Sight {
        let locations = board.locations().len();
        let met = if covers.is_empty() { Vec::new() } else { vec![0; locations * locations] };
        let pairs = || board.location_ids().flat_map(|a| board.location_ids().map(move |b| (a, b)));
        let bearings = pairs().map(|(a, b)| bearing(board, a, b)).collect();
        let mut sight = Sight { locations, bearings, met, hindered: BTreeMap::new() };
        for (a, b) in pairs().filter(|(a, b)| a <= b) {
            sight.add(board, covers, a, b);
        }
        sight
    }

    /// Removes the lines between the inside of each pillbox and what is outside its Covered Arc (ASL-A69).
    pub fn wall_up(&mut self, board: &Board, pillboxes: &[Pillbox]) {
        for pillbox in pillboxes {
            let out = |at: &LocationId| {
                let hex = board.hex_of(*at);
                hex.is_some_and(|hex| hex != pillbox.hex && !pillbox.covers(board.grid(), hex))
            };
            for at in board.location_ids().filter(out) {
                for place in [self.place(pillbox.inside, at), self.place(at, pillbox.inside)] {
                    if let Some(bearing) = self.bearings.get_mut(place) {
                        *bearing = Bearing(bearing.0 | Bearing::UNSEEN);
                    }
                }
            }
        }
    }

    fn add(&mut self, board: &Board, covers: &[CoverEntry], a: LocationId, b: LocationId) {
        let (Some(from), Some(to)) = (Eye::of(board, a), Eye::of(board, b)) else { return };
        let Some(hindering) = hindering(board, covers, from, to) else { return };
        let hindrance = sum(&hindering, 0).min(HINDRANCE_BLOCKS - 1);
        let burns = sum(&hindering, u16::MAX) != sum(&hindering, 0);
        let between = if covers.is_empty() { 0 } else { met_between(board, covers, from, to) };
        for (from, to, at) in [(from, to, self.place(a, b)), (to, from, self.place(b, a))] {
            if let Some(bearing) = self.bearings.get_mut(at) {
                *bearing = bearing.with(Line { hindrance, hexside: cover(board, from, to) });
            }
            if let Some(met) = self.met.get_mut(at) {
                *met = between;
            }
            if burns {
                self.hindered.insert(at, hindering.clone());
            }
        }
    }

    const fn place(&self, from: LocationId, to: LocationId) -> usize {
        from.index() * self.locations + to.index()
    }

    /// Returns the line from one Location to another with these covers on the board (bit n is the nth); `None` if they
    /// don't see each other. The Hindrance is the same both ways.
    #[inline]
    #[must_use]
    pub fn line(&self, from: LocationId, to: LocationId, covered: u16) -> Option<Line> {
        self.view(from, covered).line(to)
    }

    /// Returns the view from one Location with these covers on the board.
    #[inline]
    #[must_use]
    pub fn view(&self, from: LocationId, covered: u16) -> View<'_> {
        let first = self.place(from, LocationId(0));
        let row = first..first + self.locations;
        let bearings = self.bearings.get(row.clone()).unwrap_or_default();
        let met = if covered == 0 { &[] } else { self.met.get(row).unwrap_or_default() };
        let hindered = (covered != 0 && !self.hindered.is_empty()).then_some((&self.hindered, first));
        View { bearings, met, hindered, covered }
    }

    /// Returns the distance in hexes between two Locations, above ground or below; [`u16::MAX`] if one is not on this
    /// board.
    #[inline]
    #[must_use]
    pub fn distance(&self, from: LocationId, to: LocationId) -> u16 {
        if from.index().max(to.index()) >= self.locations {
            return u16::MAX;
        }
        self.bearings.get(self.place(from, to)).map_or(u16::MAX, |bearing| bearing.distance())
    }

    /// Returns whether two Locations see each other with these covers on the board.
    #[inline]
    #[must_use]
    pub fn sees(&self, a: LocationId, b: LocationId, covered: u16) -> bool {
        self.line(a, b, covered).is_some()
    }
}

/// The lines and distances from one Location: its rows in [`Sight`].
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    bearings: &'a [Bearing],
    met: &'a [u16],
    /// What Blazes may hinder, with the index of the first line of this row.
    hindered: Option<(&'a BTreeMap<usize, Vec<Hindering>>, usize)>,
    covered: u16,
}

impl View<'_> {
    #[inline]
    fn bearing(self, to: LocationId) -> Option<Bearing> {
        self.bearings.get(to.index()).copied()
    }

    /// Returns the line to a Location; `None` if it is out of sight.
    #[inline]
    #[must_use]
    pub fn line(self, to: LocationId) -> Option<Line> {
        if !self.sees(to) {
            return None;
        }
        let line = self.bearing(to)?.line();
        Some(self.burning(to).map_or(line, |hindrance| Line { hindrance, ..line }))
    }

    /// Returns the Hindrance of a line with the present Blazes; `None` if there can't be any on it.
    #[inline]
    fn burning(self, to: LocationId) -> Option<u8> {
        let (hindered, first) = self.hindered?;
        Some(sum(hindered.get(&(first + to.index()))?, self.covered))
    }

    /// Returns whether a Location is in sight.
    #[inline]
    #[must_use]
    pub fn sees(self, to: LocationId) -> bool {
        // Not one after the other: who is in sight can't be foretold.
        self.bearing(to).is_some_and(Bearing::is_seen) & (self.covered == 0 || self.is_clear(to))
    }

    /// Returns whether the present rubble and Blazes of the scenario leave a line to a Location open.
    #[inline]
    fn is_clear(self, to: LocationId) -> bool {
        let blocked = self.met.get(to.index()).is_some_and(|met| met & self.covered != 0);
        // Neighbours always see each other.
        let hidden = || A6.is_in_force() && self.distance(to) > 1 && self.burning(to) >= Some(HINDRANCE_BLOCKS);
        !blocked && !hidden()
    }

    /// Returns whether a Location, or the one the view is from, is below ground. Sight there is in the mechanics of
    /// sewers.
    #[inline]
    #[must_use]
    pub fn is_below(self, to: LocationId) -> bool {
        self.bearing(to).is_some_and(Bearing::is_below)
    }

    /// Returns the distance in hexes to a Location; [`u16::MAX`] to one that is not on this board.
    #[inline]
    #[must_use]
    pub fn distance(self, to: LocationId) -> u16 {
        self.bearing(to).map_or(u16::MAX, Bearing::distance)
    }
}

/// Returns the bearing of two Locations before their line is known.
fn bearing(board: &Board, a: LocationId, b: LocationId) -> Bearing {
    let [a, b] = [a, b].map(|at| board.location(at));
    let below = [a, b].into_iter().any(|at| matches!(at.kind, LocationKind::Sewer | LocationKind::Tunnel));
    let distance = a.hex.zip(b.hex).map(|(a, b)| board.grid().distance(a, b));
    Bearing::unseen(below, distance)
}

/// Rubble or Blaze that the scenario lays over a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverEntry {
    /// The ground of the hex.
    pub at: LocationId,
    /// Whether it is a Blaze; otherwise rubble.
    pub blaze: bool,
    /// Whether a full trail-break crosses it (B24.4).
    pub trail_break: bool,
    /// The two neighbouring hexes that the trail-break leads to; `None` if the scenario doesn't say.
    pub way: Option<[HexId; 2]>,
    /// First turn in which it is there, from its beginning.
    pub from: u8,
    /// Last turn in which it is there, to its end.
    pub until: u8,
}

#[cfg(test)]
mod tests;
