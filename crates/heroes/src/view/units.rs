//! Which units a seat sees, and where.

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Side};

use crate::printed::clause::{B4, B7, B11, B16};
use crate::printed::counter::Counter;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

impl<'a> HeroesEyes<'a> {
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn sees_unit(self, unit: &Unit) -> bool {
        unit.at.is_some() && (!unit.hidden || self.knows(unit.side))
    }

    /// A unit in the game, if this seat sees it.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn unit(self, piece: Piece) -> Option<&'a Unit> {
        let unit = self.position.unit(piece)?;
        if self.sees_unit(unit) { Some(unit) } else { None }
    }

    /// All units in the game that this seat sees, with their Locations.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn units(self) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.units_of(Side::A).chain(self.units_of(Side::B))
    }

    /// Which units of a side this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn seen(self, side: Side) -> PieceSet {
        let all = self.position.unit_index.sides[side];
        if self.knows(side) { all } else { all - self.position.unit_index.hidden }
    }

    /// All units of a side that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn units_of(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.seen(side))
    }

    /// Those units of a side that this seat sees armed and in Good Order.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn dangerous(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.seen(side) & self.position.unit_index.good & self.position.unit_index.armed)
    }

    /// Those units of a side that this seat sees and that are Shaken.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn shaken(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.seen(side) - self.position.unit_index.good)
    }

    /// Those units of a side that can do something in an impulse, as this seat sees it (see `standing::ready`).
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn ready(self, side: Side) -> PieceSet {
        let unit_index = &self.position.unit_index;
        let mut units = self.seen(side);
        if B16.is_in_force() {
            units = units & unit_index.good;
        }
        if B4.is_in_force() {
            units = units & unit_index.fresh;
        }
        self.out_of_melee(side, units)
    }

    /// Those armed units of a side that can answer a movement, as this seat sees it (see `fire::may_take_part`).
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn watching(self, side: Side) -> PieceSet {
        let unit_index = &self.position.unit_index;
        let mut units = self.seen(side) & unit_index.armed;
        if B16.is_in_force() {
            units = units & unit_index.good;
        }
        if B7.is_in_force() {
            units = units - unit_index.spent;
        }
        self.out_of_melee(side, units)
    }

    /// Those of some units that no enemy is with, as far as this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn out_of_melee(self, side: Side, units: PieceSet) -> PieceSet {
        let met = units & self.position.unit_index.met;
        if met.is_empty() || !B11.is_in_force() { units } else { units - self.in_sight_of_enemy(side, met) }
    }

    /// Those of some units, all of them in one hex with the enemy, who see him there.
    #[cfg_attr(feature = "looks", track_caller)]
    fn in_sight_of_enemy(self, side: Side, met: PieceSet) -> PieceSet {
        let enemies = self.seen(side.other());
        self.list(met)
            .filter(|(_, _, at)| self.of_hex(enemies, *at).next().is_some())
            .map(|(unit, _, _)| unit)
            .collect()
    }

    /// Those of some units that this seat sees: whatever numbers it is asked about.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn in_sight(self, units: PieceSet) -> PieceSet {
        units & (self.seen(Side::A) | self.seen(Side::B))
    }

    /// The armed ones among some units that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn armed(self, units: PieceSet) -> PieceSet {
        self.in_sight(units) & self.position.unit_index.armed
    }

    /// The leaders among some units that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn leaders(self, units: PieceSet) -> PieceSet {
        self.in_sight(units) & self.position.unit_index.leaders
    }

    /// Those of some units that hold the Sewer Rat card, as far as this seat sees them.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn rats(self, units: PieceSet) -> PieceSet {
        self.in_sight(units) & self.position.unit_index.rats
    }

    /// Those of some units that this seat sees, with their Locations.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn each(self, units: PieceSet) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.in_sight(units))
    }

    /// Units that this seat is known to see, with their Locations.
    #[inline]
    fn list(self, units: PieceSet) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        units.iter().filter_map(move |piece| {
            let unit = self.position.unit(piece)?;
            Some((piece, unit, unit.at?))
        })
    }

    /// All units of a side in a Location.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn at(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let near = self.seen(side) & self.position.unit_index.stands.near(at);
        self.list(near).filter(move |(_, _, place)| *place == at).map(|(piece, unit, _)| (piece, unit))
    }

    /// The units of a side that this seat sees in the hex of a Location, and perhaps others.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn near(self, side: Side, at: LocationId) -> PieceSet {
        self.seen(side) & self.position.unit_index.stands.near_any(self.setting.places(at))
    }

    /// All units of a side in the hex of a Location, above ground and inside.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn in_hex(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        self.of_hex(self.seen(side), at)
    }

    /// Those of some units that this seat is known to see that are in the hex of a Location.
    #[inline]
    fn of_hex(self, units: PieceSet, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let places = self.setting.places(at);
        let near = self.list(units & self.position.unit_index.stands.near_any(places));
        near.filter(move |(_, _, at)| places.contains(at)).map(|(piece, unit, _)| (piece, unit))
    }

    /// Whether a unit of the side is in the hex of a Location.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn holds(self, side: Side, at: LocationId) -> bool {
        self.in_hex(side, at).next().is_some()
    }

    /// A unit of this side that the seat can give orders to, and its Location.
    ///
    /// # Errors
    /// When there is no such unit of this side. Of the enemy's nothing is looked at: that one is hidden is not told.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn own(self, side: Side, piece: Piece) -> Result<(&'a Unit, LocationId), Refusal> {
        let own = self.position.unit(piece).filter(|unit| unit.side == side && self.sees_unit(unit));
        own.and_then(|unit| Some((unit, unit.at?)))
            .ok_or_else(|| Refusal::new(B4, "this is not one of your units in play"))
    }

    /// Whether an enemy is in the hex of a unit of this side, here.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn in_melee(self, side: Side, unit: Piece, at: LocationId) -> bool {
        self.position.unit_index.met.has(unit) && self.holds(side.other(), at)
    }

    /// Whether a side has units hidden. Public.
    #[inline]
    #[must_use]
    pub fn has_hidden(self, side: Side) -> bool {
        !(self.position.unit_index.hidden & self.position.unit_index.sides[side]).is_empty()
    }

    /// What a side has hidden, in an order that tells nothing. Public.
    #[must_use]
    pub fn hidden(self, side: Side) -> Vec<Counter> {
        let hidden = self.position.units.iter().filter(|unit| unit.hidden && unit.side == side && unit.at.is_some());
        let mut counters: Vec<Counter> = hidden.map(|unit| unit.counter).collect();
        counters.sort_unstable();
        counters
    }
}
