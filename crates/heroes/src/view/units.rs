//! Units that a seat sees, and their Locations.

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Side};

use crate::printed::clause::{B4, B7, B11, B16, B38};
use crate::printed::counter::Counter;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

impl<'a> HeroesEyes<'a> {
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn sees_unit(self, unit: &Unit) -> bool {
        unit.at.is_some() && (!unit.hidden || self.knows(unit.side))
    }

    /// Returns a unit in the game, if this seat sees it.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn unit(self, piece: Piece) -> Option<&'a Unit> {
        let unit = self.position.unit(piece)?;
        if self.sees_unit(unit) { Some(unit) } else { None }
    }

    /// Lists all units in the game that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn units(self) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.units_of(Side::A).chain(self.units_of(Side::B))
    }

    /// Returns the units of a side that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn seen(self, side: Side) -> PieceSet {
        let all = self.position.unit_index.sides[side];
        if self.knows(side) { all } else { all - self.position.unit_index.hidden }
    }

    /// Lists the units of a side that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn units_of(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.seen(side))
    }

    /// Lists the armed units of a side in Good Order that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn dangerous(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.seen(side) & self.position.unit_index.good & self.position.unit_index.armed)
    }

    /// Lists the Shaken units of a side that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn shaken(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.seen(side) - self.position.unit_index.good)
    }

    /// Returns the units of a side that can be activated in an impulse, as far as this seat sees (compare
    /// `standing::fresh`). Shaken units can only move.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn ready(self, side: Side) -> PieceSet {
        let unit_index = &self.position.unit_index;
        let mut units = self.seen(side);
        if B4.is_in_force() {
            units = units & unit_index.fresh;
        }
        self.out_of_melee(side, units)
    }

    /// Returns the units of a side that can be activated in an impulse and can move, as far as this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn ready_to_move(self, side: Side) -> PieceSet {
        self.ready(side) & self.position.unit_index.mobile
    }

    /// Returns the armed units of a side that can fire in an impulse, as far as this seat sees (compare
    /// `standing::ready_to_fire`).
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn firing(self, side: Side) -> PieceSet {
        let unit_index = &self.position.unit_index;
        let mut units = self.seen(side) & unit_index.armed;
        if B16.is_in_force() {
            units = units & unit_index.good;
        }
        if B4.is_in_force() {
            let partly = self.position.impulse.map_or(PieceSet::EMPTY, |impulse| impulse.men | impulse.weapons);
            let found = self.position.attempt.filter(|attempt| {
                let unit = self.position.unit(attempt.unit);
                unit.is_some_and(|unit| self.has_found(attempt.unit, unit).is_some())
            });
            let found = found.map_or(PieceSet::EMPTY, |attempt| PieceSet::EMPTY.with(attempt.unit));
            units = units & (unit_index.fresh | unit_index.assaulted | partly | found);
        }
        self.out_of_melee(side, units)
    }

    /// Returns the armed units of a side that can use Opportunity Fire, as far as this seat sees (compare
    /// `fire::may_take_part`).
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

    /// Returns the units of a group without those in melee, as far as this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn out_of_melee(self, side: Side, units: PieceSet) -> PieceSet {
        let met = units & self.position.unit_index.met;
        if met.is_empty() || !B11.is_in_force() { units } else { units - self.in_sight_of_enemy(side, met) }
    }

    /// Returns the units of a group that see an enemy in their melee. All must have one in their hex, hidden or not.
    #[cfg_attr(feature = "looks", track_caller)]
    fn in_sight_of_enemy(self, side: Side, met: PieceSet) -> PieceSet {
        let enemies = self.seen(side.other());
        self.list(met)
            .filter(|(_, _, at)| self.of_melee(enemies, *at).next().is_some())
            .map(|(unit, _, _)| unit)
            .collect()
    }

    /// Returns the units of a group that this seat sees. The group may contain any pieces.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn in_sight(self, units: PieceSet) -> PieceSet {
        let unit_index = &self.position.unit_index;
        // Few groups have a hidden unit, and only then it matters whose eyes these are.
        if (units & unit_index.hidden).is_empty() {
            return units & (unit_index.sides.a | unit_index.sides.b);
        }
        units & (self.seen(Side::A) | self.seen(Side::B))
    }

    /// Returns the armed units of a group that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn armed(self, units: PieceSet) -> PieceSet {
        self.in_sight(units) & self.position.unit_index.armed
    }

    /// Returns the units of a group in Good Order that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn steady(self, units: PieceSet) -> PieceSet {
        let units = self.in_sight(units);
        if B16.is_in_force() { units & self.position.unit_index.good } else { units }
    }

    /// Returns the Shaken units of a group that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn unsteady(self, units: PieceSet) -> PieceSet {
        self.in_sight(units) - self.position.unit_index.good
    }

    /// Returns the leaders of a group that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn leaders(self, units: PieceSet) -> PieceSet {
        self.in_sight(units) & self.position.unit_index.leaders
    }

    /// Returns the units of a group with the Sewer Rat card that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn rats(self, units: PieceSet) -> PieceSet {
        self.in_sight(units) & self.position.unit_index.rats
    }

    /// Lists the units of a group that this seat sees, with their Locations.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn each(self, units: PieceSet) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.in_sight(units))
    }

    /// Lists units with their Locations. The seat must be known to see them.
    #[inline]
    pub(crate) fn list(self, units: PieceSet) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        units.iter().filter_map(move |piece| {
            let unit = self.position.unit(piece)?;
            Some((piece, unit, unit.at?))
        })
    }

    /// Lists the units of a side in a Location that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn at(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let near = self.seen(side) & self.position.unit_index.stands.near(at);
        self.list(near).filter(move |(_, _, place)| *place == at).map(|(piece, unit, _)| (piece, unit))
    }

    /// Returns a superset of the units of a side in the hex of a Location that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn near(self, side: Side, at: LocationId) -> PieceSet {
        self.seen(side) & self.position.unit_index.stands.near_any(self.setting.places(at))
    }

    /// Lists the units of a side in the hex of a Location that this seat sees, above ground and inside.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn in_hex(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        self.of_hex(self.seen(side), at)
    }

    /// Lists the units of a group in the hex of a Location. The seat must be known to see the group.
    #[inline]
    fn of_hex(self, units: PieceSet, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let places = self.setting.places(at);
        let near = self.list(units & self.position.unit_index.stands.near_any(places));
        near.filter(move |(_, _, at)| places.contains(at)).map(|(piece, unit, _)| (piece, unit))
    }

    /// Whether this seat sees a unit of the side in the hex of a Location.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn holds(self, side: Side, at: LocationId) -> bool {
        self.in_hex(side, at).next().is_some()
    }

    /// Returns a unit of this side that the seat can give orders to, and its Location.
    ///
    /// # Errors
    /// If there is no such unit of this side. Enemy units are not examined, so the refusal doesn't reveal hidden ones.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn own(self, side: Side, piece: Piece) -> Result<(&'a Unit, LocationId), Refusal> {
        let own = self.position.unit(piece).filter(|unit| unit.side == side && self.sees_unit(unit));
        own.and_then(|unit| Some((unit, unit.at?)))
            .ok_or_else(|| Refusal::new(B4, "this is not one of your units in play"))
    }

    /// Whether a unit of this side is in melee with an enemy that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn in_melee(self, side: Side, unit: Piece, at: LocationId) -> bool {
        // Few units have met an enemy.
        self.position.unit_index.met.has(unit) && self.fights(side, at)
    }

    /// Whether units of this side fight an enemy that this seat sees in a melee in a Location.
    #[inline(never)]
    #[cfg_attr(feature = "looks", track_caller)]
    fn fights(self, side: Side, at: LocationId) -> bool {
        self.fighters(side.other(), at).next().is_some()
    }

    /// Lists the units of a side that this seat sees and that units in a Location fight in melee: those in the same
    /// Location, or those in the whole hex if units came there from below ground (HNL-B38).
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn fighters(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        self.of_melee(self.seen(side), at)
    }

    /// Lists the units of a group that fight in a melee in a Location. The seat must be known to see the group.
    #[inline]
    fn of_melee(self, units: PieceSet, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let whole = self.is_whole_melee(at);
        let places = if whole { self.setting.places(at) } else { [at; 3] };
        let near = self.list(units & self.position.unit_index.stands.near_any(places));
        near.filter(move |(_, _, at)| places.contains(at)).map(|(piece, unit, _)| (piece, unit))
    }

    /// Whether a melee in a Location is one of all units in its hex, above ground and inside. Public.
    #[inline]
    #[must_use]
    pub fn is_whole_melee(self, at: LocationId) -> bool {
        !B38.is_in_force() || self.position.locked.iter().any(|locked| self.setting.same_hex(*locked, at))
    }

    /// Lists the grounds of the hexes where a melee is one of all units above ground and inside. Public.
    #[inline]
    #[must_use]
    pub fn locked(self) -> &'a [LocationId] {
        &self.position.locked
    }

    /// Whether a side has hidden units. Public.
    #[inline]
    #[must_use]
    pub fn has_hidden(self, side: Side) -> bool {
        !(self.position.unit_index.hidden & self.position.unit_index.sides[side]).is_empty()
    }

    /// Lists the counters of a side's hidden units, sorted so that the order reveals nothing. Public.
    #[must_use]
    pub fn hidden(self, side: Side) -> Vec<Counter> {
        let hidden = self.position.units.iter().filter(|unit| unit.hidden && unit.side == side && unit.at.is_some());
        let mut counters: Vec<Counter> = hidden.map(|unit| unit.counter).collect();
        counters.sort_unstable();
        counters
    }
}
