//! Lines of sight between Locations, and which units are spotted (HNL-B17, HNL-B29, HNL-B32).

use board::{HexId, LocationId};
use rules::{Piece, PieceSet, Side};

use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B15, B29};
use crate::printed::words::Activity;
use crate::setting::{Spot, UNSEEN};
use crate::state::position::Attempt;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

impl<'a> HeroesEyes<'a> {
    /// Returns the number of hexes of degrading terrain between two hexes (HNL-B32).
    #[inline]
    #[must_use]
    pub fn degraded(self, a: HexId, b: HexId) -> u8 {
        let place = a.index() * self.setting.board.grid().len() + b.index();
        self.setting.degraded.get(place).copied().unwrap_or(0)
    }

    /// Returns the distance to a Location in line of sight; `None` if it is out of sight. Units inside an entrance see
    /// and are seen as if they were in its hex (SEW-9, TUN-9).
    #[inline]
    #[must_use]
    pub fn line(self, from: &Spot, to: &Spot) -> Option<u8> {
        let level = |spot: &Spot| spot.inside.is_none_or(|kind| Catalogue::of(kind).level().is_in_force());
        self.sight(from.hex, to.hex).filter(|_| level(from) && level(to))
    }

    /// Returns the spotting attempt that the side to act has made for its next impulse. Public.
    #[inline]
    #[must_use]
    pub const fn attempt(self) -> Option<Attempt> {
        self.position.attempt
    }

    /// Whether a unit is spotted, so that the enemy can fire at it. Hidden units are not. Public for all others.
    #[must_use]
    pub fn is_spotted(self, unit: &Unit) -> bool {
        !unit.hidden && unit.at.is_some_and(|at| self.spots_at(unit.side, at))
    }

    /// Whether the shown units of a side in a Location are spotted. Public: hidden units neither spot nor are spotted.
    /// All units of a side in a Location are spotted if one of them is marked, has moved or has fired this turn. They
    /// are also spotted next to a shown enemy in Good Order, and in open terrain in the line of sight of one.
    #[must_use]
    pub fn spots_at(self, side: Side, at: LocationId) -> bool {
        if !B29.is_in_force() {
            return true;
        }
        let unit_index = &self.position.unit_index;
        let near = (unit_index.sides[side] - unit_index.hidden) & unit_index.stands.near(at);
        let any_there = |units: PieceSet| self.list(units).any(|(_, _, place)| place == at);
        any_there(near & unit_index.exposed) || (self.is_revealed(side, at) && any_there(near))
    }

    /// Whether shown units of a side would be spotted in a Location by where they are: next to a shown enemy in Good
    /// Order, or in the open and in the line of sight of one.
    fn is_revealed(self, side: Side, at: LocationId) -> bool {
        let unit_index = &self.position.unit_index;
        let Some(spot) = self.setting.spot(at) else { return false };
        let spotters = (unit_index.sides[side.other()] - unit_index.hidden) & unit_index.good;
        // In cover only adjacent enemies count.
        let open = spot.is_open();
        let near = self.in_row(spot.hex, spotters, if open { UNSEEN } else { 1 });
        self.list(near).filter_map(|(_, _, from)| self.setting.spot(from)).any(|from| self.reveals(from, spot, open))
    }

    /// Returns the units of a group that are at most `farthest` hexes from a hex and in its line of sight, apart from
    /// fires. The seat must be known to see them.
    #[inline]
    fn in_row(self, hex: HexId, units: PieceSet, farthest: u8) -> PieceSet {
        self.position.unit_index.hexes.within(units, self.setting.sight_from(hex), farthest.min(UNSEEN - 1))
    }

    /// Returns the units of a group that are at most `farthest` hexes from a place and in its [line](Self::line) of
    /// sight. The seat must be known to see them.
    #[inline]
    #[must_use]
    pub fn in_line(self, from: &Spot, units: PieceSet, farthest: u8) -> PieceSet {
        let near = self.in_row(from.hex, units, farthest);
        let level = [Catalogue::Sewers, Catalogue::Tunnels].iter().all(|catalogue| catalogue.level().is_in_force());
        if self.position.burning == 0 && level {
            return near;
        }
        let seen = |at| self.setting.spot(at).is_some_and(|to| self.line(from, to).is_some());
        self.list(near).filter(|(_, _, at)| seen(*at)).map(|(piece, _, _)| piece).collect()
    }

    /// Whether the enemy knows of a unit in a Location: it is spotted, or in the line of sight of a shown enemy
    /// (HNL-B15). Public for all units that are not hidden, which are never Known.
    #[must_use]
    pub fn is_known(self, unit: &Unit, at: LocationId) -> bool {
        if unit.hidden || !B15.is_in_force() {
            return !unit.hidden;
        }
        let Some(spot) = self.setting.spot(at) else { return false };
        let unit_index = &self.position.unit_index;
        let shown = unit_index.sides[unit.side.other()] - unit_index.hidden;
        self.spots_at(unit.side, at) || !self.in_line(spot, shown, UNSEEN).is_empty()
    }

    /// Whether a unit in Good Order spots a place by itself. `open` says whether the place is open terrain.
    #[inline]
    #[must_use]
    pub fn reveals(self, from: &Spot, to: &Spot, open: bool) -> bool {
        // Adjacent hexes always see each other, so the table of sight answers both.
        self.sight(from.hex, to.hex).is_some_and(|distance| distance <= 1) || (open && self.line(from, to).is_some())
    }

    /// Lists the Locations of a group of a side's units that are not spotted. The seat must be known to see the group.
    /// A Location with several units comes up several times.
    #[inline]
    pub fn unspotted(self, side: Side, units: PieceSet) -> impl Iterator<Item = LocationId> + Clone {
        let mut last = None;
        // Exposed units are spotted in any case.
        let unit_index = &self.position.unit_index;
        let units = self.list(units - unit_index.hidden - unit_index.exposed);
        units.map(|(_, _, at)| at).filter(move |at| {
            let known = last.filter(|(place, _)| place == at).map(|(_, spotted)| spotted);
            let spotted = known.unwrap_or_else(|| self.spots_at(side, *at));
            last = Some((*at, spotted));
            !spotted
        })
    }

    /// Whether a unit has spotted this Location by an attempt for this impulse, and has not acted since.
    #[inline]
    #[must_use]
    pub fn has_found(self, piece: Piece, unit: &Unit) -> Option<LocationId> {
        let attempt = self.attempt().filter(|attempt| attempt.unit == piece)?;
        attempt.found.filter(|_| unit.activity == Activity::Complete)
    }
}
