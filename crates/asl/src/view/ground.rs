//! The terrain as it is now, and lines of sight across it. Public.

use board::{HexId, LocationId};

use crate::printed::terrain::Terrain;
use crate::setting::Spot;
use crate::setting::sight::{CoverEntry, Line, View};
use crate::state::position::Residual;
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
    #[inline]
    #[must_use]
    pub fn are_adjacent(self, one: LocationId, other: LocationId) -> bool {
        // Most are far apart.
        let setting = self.setting;
        one == other
            || (setting.distance(one, other) <= 1
                && (setting.are_one(one, other) || (self.view(one).sees(other) && setting.is_step(one, other))))
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
