//! The terrain as it is now, and lines of sight across it. Public.

use board::{HexId, LocationId};

use crate::printed::clause::A69;
use crate::printed::terrain::Terrain;
use crate::setting::sight::{CoverEntry, Line, View};
use crate::setting::{Place, Spot};
use crate::state::position::{Clearing, Residual};
use crate::view::AslEyes;

impl<'a> AslEyes<'a> {
    /// Returns the terrain of a Location's hex now: rubble may have fallen.
    #[inline]
    #[must_use]
    pub fn terrain(self, spot: &Spot) -> Terrain {
        let source = spot.terrain;
        let untouched = self.is_uncovered() && self.position.rubble.is_empty();
        if untouched || source.is_rubble() || !self.is_rubble(spot.hex) {
            return source;
        }
        if source == Terrain::Wood { Terrain::WoodRubble } else { Terrain::Rubble }
    }

    /// Returns whether a Location is Concealment Terrain now: also inside a pillbox (B30.35).
    #[inline]
    #[must_use]
    pub fn conceals(self, spot: &Spot) -> bool {
        self.terrain(spot).conceals() || (spot.place == Place::Pillbox && A69.is_in_force())
    }

    /// Returns whether rubble lies in a hex: on the map, by the scenario, or fallen in play.
    #[inline]
    #[must_use]
    pub fn is_rubble(self, hex: HexId) -> bool {
        Terrain::nth(self.setting.board.terrain(hex).0).is_rubble()
            || self.position.rubble.contains(&hex)
            || self.covers(hex).any(|cover| !cover.blaze)
    }

    /// Returns whether rubble has fallen in a hex in play.
    #[inline]
    #[must_use]
    pub fn has_fallen(self, hex: HexId) -> bool {
        self.position.rubble.contains(&hex)
    }

    /// Returns whether neither rubble nor a Blaze of the scenario is on the board now.
    #[inline]
    #[must_use]
    pub fn is_uncovered(self) -> bool {
        self.position.covered == 0
    }

    /// Returns the Blazes and the rubble of the scenario that are on the board now, as bits. Public.
    #[inline]
    #[must_use]
    pub fn covered(self) -> u16 {
        self.position.covered
    }

    /// Returns whether there is a Blaze in a hex.
    #[inline]
    #[must_use]
    pub fn burns(self, hex: HexId) -> bool {
        !self.is_uncovered() && self.covers(hex).any(|cover| cover.blaze)
    }

    /// Returns the rubble and Blaze of the scenario that is in a hex now.
    #[inline]
    pub fn covers(self, hex: HexId) -> impl Iterator<Item = &'a CoverEntry> + Clone {
        let ground = self.setting.board.ground(hex);
        let there = move |n: usize| self.position.covered >> n & 1 == 1;
        let covers = self.setting.covers.iter().enumerate();
        covers.filter(move |(n, cover)| cover.at == ground && there(*n)).map(|(_, cover)| cover)
    }

    /// Returns the Blazes and the rubble of the scenario that are there, by hexes. Public.
    pub(super) fn all_covers(self) -> Vec<&'a CoverEntry> {
        let there = |(n, _): &(usize, &CoverEntry)| self.position.covered >> n & 1 == 1;
        let covers = self.setting.covers.iter().enumerate().filter(there);
        let mut covers: Vec<&CoverEntry> = covers.map(|(_, cover)| cover).collect();
        covers.sort_by_key(|cover| self.setting.hex(cover.at));
        covers
    }

    /// Returns whether the sewer below a hex is buried (B8.5e).
    #[inline]
    #[must_use]
    pub fn is_buried(self, hex: HexId) -> bool {
        self.position.buried.contains(&hex)
    }

    /// Returns the line of sight between two Locations above ground, with the present Blazes and rubble of the
    /// scenario. Public.
    #[inline]
    #[must_use]
    pub fn line(self, from: LocationId, to: LocationId) -> Option<Line> {
        self.setting.sight.line(from, to, self.position.covered)
    }

    /// Returns the view from a Location above ground, with the present Blazes and rubble of the scenario. Public.
    #[inline]
    #[must_use]
    pub fn view(self, from: LocationId) -> View<'a> {
        self.setting.sight.view(from, self.position.covered)
    }

    /// Returns whether two Locations above ground are ADJACENT (ASL-A14): they are the same, or units could advance
    /// from one into the other if it were empty, and they see each other. Public.
    #[inline(always)]
    #[must_use]
    pub fn are_adjacent(self, one: LocationId, other: LocationId) -> bool {
        // Most are far apart.
        one == other || (self.setting.distance(one, other) <= 1 && self.are_next(one, other))
    }

    /// Returns whether two Locations at most a hex apart are ADJACENT.
    #[inline(never)]
    fn are_next(self, one: LocationId, other: LocationId) -> bool {
        let setting = self.setting;
        setting.are_one(one, other) || (self.view(one).sees(other) && setting.is_step(one, other))
    }

    /// Returns whether a Location is destroyed: an upper level that is rubble, or works. Public.
    #[inline]
    #[must_use]
    pub fn is_ruined(self, at: LocationId) -> bool {
        self.position.ruined.contains(&at)
    }

    /// Returns the Locations that are destroyed. Public.
    #[must_use]
    pub fn ruined(self) -> &'a [LocationId] {
        &self.position.ruined
    }

    /// Returns the breached hexsides, each as two Locations. Public.
    #[must_use]
    pub fn breaches(self) -> &'a [(LocationId, LocationId)] {
        &self.position.breaches
    }

    /// Returns whether the hexside between two Locations is breached. Public.
    #[inline]
    #[must_use]
    pub fn is_breached(self, one: LocationId, other: LocationId) -> bool {
        let breaches = &self.position.breaches;
        breaches.iter().any(|breach| *breach == (one, other) || *breach == (other, one))
    }

    /// Returns the trail-breaks through rubble that lead somewhere, made in play or of the scenario: the hex, and the
    /// two hexes each leads to. Public.
    pub fn trail_breaks(self) -> impl Iterator<Item = (HexId, [HexId; 2])> + Clone + 'a {
        let setting = self.setting;
        let there = move |n: usize| self.position.covered >> n & 1 == 1;
        let printed = setting.covers.iter().enumerate().filter(move |(n, _)| there(*n));
        // Rubble that falls on it ends one of the scenario too.
        let printed = printed.filter_map(move |(_, cover)| Some((setting.hex(cover.at)?, cover.way?)));
        let printed = printed.filter(move |(hex, _)| !self.has_fallen(*hex));
        self.position.cleared.iter().copied().chain(printed)
    }

    /// Returns whether a trail-break made in play crosses the rubble of a hex, and the hexes it leads to. Public.
    #[must_use]
    pub fn cleared(self, hex: HexId) -> Option<[HexId; 2]> {
        self.position.cleared.iter().find(|(of, _)| *of == hex).map(|(_, way)| *way)
    }

    /// Returns the number of trail-breaks made in play. Public.
    #[must_use]
    pub fn all_cleared(self) -> usize {
        self.position.cleared.len()
    }

    /// Returns whether a step between two hexes follows a trail-break into the second. Public.
    #[inline]
    #[must_use]
    pub fn follows_trail_break(self, from: HexId, to: HexId) -> bool {
        self.trail_breaks().any(|(hex, way)| hex == to && way.contains(&from))
    }

    /// Returns the stacks that clear rubble in this Player Turn, of the units this seat sees.
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn clearings(self) -> impl Iterator<Item = Clearing> + 'a {
        self.position.clearings.iter().map(move |clearing| Clearing { units: self.seen(clearing.units), ..*clearing })
    }

    /// Returns the hexes with fallen rubble, and those with a buried sewer.
    #[must_use]
    pub fn fallen(self) -> (&'a [HexId], &'a [HexId]) {
        (&self.position.rubble, &self.position.buried)
    }

    #[must_use]
    pub fn residual(self) -> &'a [Residual] {
        &self.position.residual
    }
}
