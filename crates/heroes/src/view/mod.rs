//! What a seat may look at: the only door to secrets.
//!
//! There is one secret: where the hidden units of a side are (HNL-B19). That there are some, and which, is public. What
//! follows from it is a secret too: from which Locations a rout is barred, only the routing side knows.

pub mod fact;

use board::{HexId, LocationId};
use rules::{Group, Piece, Refusal, Seat, Side, house};

use crate::printed::clause::{B4, B7, B11, B16, B19};
use crate::printed::counter::{Counter, Weapon};
use crate::printed::words::Phase;
use crate::setting::{Setting, Spot, UNSEEN};
use crate::state::change::Change;
use crate::state::ending;
use crate::state::position::{Impulse, Lying, Moving, Position};
use crate::state::step::Step;
use crate::state::unit::Unit;

/// The truth as one seat may look at it.
#[derive(Clone, Copy, Debug)]
pub struct HeroesEyes<'a> {
    setting: &'a Setting,
    position: &'a Position,
    seat: Seat,
    /// Whether nothing is hidden from them.
    open: bool,
}

impl<'a> HeroesEyes<'a> {
    /// The eyes of a seat.
    #[inline]
    #[must_use]
    pub fn new(setting: &'a Setting, position: &'a Position, seat: Seat) -> Self {
        HeroesEyes { setting, position, seat, open: !B19.is_in_force() }
    }

    /// The referee's own eyes, for resolving what has been checked.
    #[inline]
    pub(crate) fn open(setting: &'a Setting, position: &'a Position) -> Self {
        HeroesEyes { setting, position, seat: Seat::Spectator, open: true }
    }

    /// What never changes.
    #[inline]
    #[must_use]
    pub const fn setting(self) -> &'a Setting {
        self.setting
    }

    /// Whose eyes they are.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// Whether this seat knows the secrets of a side.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn knows(self, side: Side) -> bool {
        self.open || rules::looks::knows(self.seat == Seat::Side(side))
    }

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
    pub fn seen(self, side: Side) -> Group {
        let all = self.position.muster.sides[side];
        if self.knows(side) { all } else { all - self.position.muster.hidden }
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
        self.list(self.seen(side) & self.position.muster.good & self.position.muster.armed)
    }

    /// Those units of a side that this seat sees and that are Shaken.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn shaken(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.seen(side) - self.position.muster.good)
    }

    /// Those units of a side that can do something in an impulse, as this seat sees it (see `movement::ready`).
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn ready(self, side: Side) -> Group {
        let muster = &self.position.muster;
        let mut units = self.seen(side);
        if B16.is_in_force() {
            units = units & muster.good;
        }
        if B4.is_in_force() {
            units = units & muster.fresh;
        }
        self.out_of_melee(side, units)
    }

    /// Those armed units of a side that can answer a movement, as this seat sees it (see `fire::may_take_part`).
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn watching(self, side: Side) -> Group {
        let muster = &self.position.muster;
        let mut units = self.seen(side) & muster.armed;
        if B16.is_in_force() {
            units = units & muster.good;
        }
        if B7.is_in_force() {
            units = units - muster.spent;
        }
        self.out_of_melee(side, units)
    }

    /// Those of some units that no enemy is with, as far as this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn out_of_melee(self, side: Side, units: Group) -> Group {
        let met = units & self.position.muster.met;
        if met.is_empty() || !B11.is_in_force() { units } else { units - self.in_sight_of_enemy(side, met) }
    }

    /// Those of some units, all of them in one hex with the enemy, who see him there.
    #[cfg_attr(feature = "looks", track_caller)]
    fn in_sight_of_enemy(self, side: Side, met: Group) -> Group {
        let enemies = self.seen(side.other());
        self.list(met)
            .filter(|(_, _, at)| self.of_hex(enemies, *at).next().is_some())
            .map(|(unit, _, _)| unit)
            .collect()
    }

    /// Those of some units that this seat sees: whatever numbers it is asked about.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn in_sight(self, units: Group) -> Group {
        units & (self.seen(Side::A) | self.seen(Side::B))
    }

    /// The armed ones among some units that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn armed(self, units: Group) -> Group {
        self.in_sight(units) & self.position.muster.armed
    }

    /// The leaders among some units that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn leaders(self, units: Group) -> Group {
        self.in_sight(units) & self.position.muster.leaders
    }

    /// Those of some units that hold the Sewer Rat card, as far as this seat sees them.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn rats(self, units: Group) -> Group {
        self.in_sight(units) & self.position.muster.rats
    }

    /// Those of some units that this seat sees, with their Locations.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn each(self, units: Group) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.list(self.in_sight(units))
    }

    /// Units that this seat is known to see, with their Locations.
    #[inline]
    fn list(self, units: Group) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        units.iter().filter_map(move |piece| {
            let unit = self.position.unit(piece)?;
            Some((piece, unit, unit.at?))
        })
    }

    /// All units of a side in a Location.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn at(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let near = self.seen(side) & self.position.muster.stands.near(at);
        self.list(near).filter(move |(_, _, place)| *place == at).map(|(piece, unit, _)| (piece, unit))
    }

    /// The units of a side that this seat sees in the hex of a Location, and perhaps others.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn near(self, side: Side, at: LocationId) -> Group {
        self.seen(side) & self.position.muster.stands.near_any(self.setting.places(at))
    }

    /// All units of a side in the hex of a Location, above ground and inside.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn in_hex(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        self.of_hex(self.seen(side), at)
    }

    /// Those of some units that this seat is known to see that are in the hex of a Location.
    #[inline]
    fn of_hex(self, units: Group, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let places = self.setting.places(at);
        let near = self.list(units & self.position.muster.stands.near_any(places));
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
            .ok_or_else(|| Refusal::new(B4, "this is none of the side's own units in the game"))
    }

    /// What the rules want to know of a Location.
    ///
    /// # Errors
    /// When it is not of this board.
    #[inline]
    pub fn spot(self, at: LocationId) -> Result<&'a Spot, Refusal> {
        self.setting.spot(at).ok_or_else(|| Refusal::new(house::NAMES, "there is no such place"))
    }

    /// The distance of two hexes that see each other (HNL-B17); fire between blocks sight (HNL-B21).
    #[inline]
    #[must_use]
    pub fn sight(self, a: HexId, b: HexId) -> Option<u8> {
        let place = a.index() * self.setting.board.grid().len() + b.index();
        let distance = self.setting.sight.get(place).copied().filter(|distance| *distance != UNSEEN)?;
        let smoke = self.setting.smoke.get(place).copied().unwrap_or(0);
        (smoke & self.position.burning == 0).then_some(distance)
    }

    /// Whether the hex of a Location burns.
    #[inline]
    #[must_use]
    pub fn burns(self, spot: &Spot) -> bool {
        spot.blaze < 8 && self.position.burning >> spot.blaze & 1 == 1
    }

    /// Whether a blaze of the scenario burns.
    #[must_use]
    pub fn blaze_burns(self, blaze: usize) -> bool {
        blaze < 8 && self.position.burning >> blaze & 1 == 1
    }

    /// Whether an enemy is in the hex of a unit of this side, here.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn in_melee(self, side: Side, unit: Piece, at: LocationId) -> bool {
        self.position.muster.met.has(unit) && self.holds(side.other(), at)
    }

    /// Whether a side has units hidden. Public.
    #[inline]
    #[must_use]
    pub fn has_hidden(self, side: Side) -> bool {
        !(self.position.muster.hidden & self.position.muster.sides[side]).is_empty()
    }

    /// What a side has hidden, in an order that tells nothing. Public.
    #[must_use]
    pub fn hidden(self, side: Side) -> Vec<Counter> {
        let hidden = self.position.units.iter().filter(|unit| unit.hidden && unit.side == side && unit.at.is_some());
        let mut counters: Vec<Counter> = hidden.map(|unit| unit.counter).collect();
        counters.sort_unstable();
        counters
    }

    /// The question that stands, and to whom.
    #[inline]
    #[must_use]
    pub fn asked(self) -> Option<(Side, Step)> {
        let step = self.position.agenda.top()?;
        let turn = self.position.to_act;
        let side = match step {
            Step::Act | Step::Impulse | Step::Move => turn,
            Step::OpFire => turn.other(),
            Step::ChooseRout { side, .. } | Step::Hide { side, .. } => side,
            _ => return None,
        };
        Some((side, step))
    }

    /// The question that stands, with all that will follow; empty while the referee is at work.
    #[must_use]
    pub fn pending(self) -> &'a [Step] {
        if self.asked().is_some() { self.position.agenda.steps() } else { &[] }
    }

    /// What lies about: kinds of weapons, each with its Location. Public.
    #[must_use]
    pub fn lying(self) -> &'a [Lying] {
        &self.position.lying
    }

    /// Whether a weapon of this kind lies in a Location.
    #[must_use]
    pub fn lies(self, weapon: Weapon, at: LocationId) -> bool {
        self.position.lying.contains(&Lying { at, weapon })
    }

    /// The turn, from 1.
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.position.turn
    }

    /// The phase.
    #[must_use]
    pub const fn phase(self) -> Phase {
        self.position.phase
    }

    /// Who has the initiative.
    #[must_use]
    pub const fn initiative(self) -> Side {
        self.position.initiative
    }

    /// Whose impulse it is.
    #[must_use]
    pub const fn to_act(self) -> Side {
        self.position.to_act
    }

    /// Passes in a row.
    #[must_use]
    pub const fn passes(self) -> u8 {
        self.position.passes
    }

    /// The impulse under way. Who leads it has been shown by that.
    #[inline]
    #[must_use]
    pub const fn impulse(self) -> Option<Impulse> {
        self.position.impulse
    }

    /// The units on the move. They have been shown by that.
    #[inline]
    #[must_use]
    pub const fn moving(self) -> Option<Moving> {
        self.position.moving
    }

    /// Where this seat's units have been barred from while they rout.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn barred(self) -> &'a [LocationId] {
        let routs = self.position.phase == Phase::Rout && self.knows(self.position.to_act);
        if self.open || routs { &self.position.barred } else { &[] }
    }

    /// Who holds an objective.
    #[must_use]
    pub fn held(self, objective: usize) -> Option<Side> {
        self.position.held.get(objective).copied().flatten()
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(self) -> Option<rules::Outcome> {
        ending::outcome(self.setting, self.position)
    }
}

/// Whether a change could make something known to the other side: whatever shows a hidden unit, or that one is there, and
/// coming next to a place where one could be, for whoever is not found there is known not to be.
#[must_use]
pub fn could_disclose(setting: &Setting, change: &Change) -> bool {
    match change {
        Change::Shown { .. } | Change::Barred { .. } => true,
        Change::Placed { at, .. } => setting.is_near_hideout(*at),
        _ => false,
    }
}
