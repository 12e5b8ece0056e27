//! Public knowledge of unseen pieces: where a "?" is, and which counters there are.

use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::printed::clause::A27;
use crate::printed::flags::Flag;
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::Setting;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

impl<'a> AslEyes<'a> {
    /// Returns the pieces that need a "?" in their Location: units or dummies under one; a weapon alone needs none. For
    /// its own side this holds during set-up as well.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn under_counters(self, side: Side) -> Seen<'a> {
        let pieces = &self.position.units;
        let all = Seen::new(self.setting, self.position, pieces.in_play(side)).lying(Cover::Concealed).units();
        if self.is_set_up(side) || self.knows(side) {
            return all;
        }
        all.only(all.iter().filter(|(_, unit, _)| self.is_out(unit)).map(|(piece, _, _)| piece).collect())
    }

    /// Returns whether a side has a "?" in a Location, whatever is under it. Public.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn is_unknown_at(self, side: Side, at: LocationId) -> bool {
        !self.under_counters(side).at(at).is_empty()
    }

    /// Returns whether a side has a "?" in just this part of a Location: in its entrenchment, or outside it. Public.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn is_unknown_in(self, side: Side, part: LocationId) -> bool {
        !self.under_counters(side).in_part(part).is_empty()
    }

    /// Returns whether a side has declared an attack on the other's "?" in a Location that is not resolved yet. Public.
    #[must_use]
    pub fn is_unknown_struck(self, side: Side, at: LocationId) -> bool {
        let blow = |step: &Step| match step {
            Step::Fight(Fight::BlowUnknown { side: striker, at: there, .. }) => (*striker, *there) == (side, at),
            _ => false,
        };
        self.position.agenda.steps().iter().any(blow)
    }

    /// Returns whether a side has a "?" in any Location that satisfies `such`. Public.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn any_unknown(self, side: Side, such: impl Fn(LocationId) -> bool) -> bool {
        Held(self.under_counters(side)).any(such)
    }

    /// Returns whether a side has a "?" with a line of sight to a piece of the other side, from a Location that
    /// satisfies `such`. Public.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn any_unknown_sees(self, side: Side, piece: Piece, such: impl Fn(LocationId) -> bool) -> bool {
        Held(self.under_counters(side).in_sight_of(piece)).any(such)
    }

    /// Returns whether a side has a "?" that may have a line to a Location held by the other side, where the pair
    /// satisfies `such`. Public.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn any_unknown_faces(self, side: Side, held: Held<'_>, such: impl Fn(LocationId, LocationId) -> bool) -> bool {
        self.under_counters(side).iter().any(|(piece, _, from)| held.facing(piece).any(|to| such(from, to)))
    }

    /// Returns the Locations in which a side has a "?", each once, in their order. Public.
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn unknowns(self, side: Side) -> arrayvec::ArrayVec<LocationId, { PieceSet::LIMIT }> {
        let mut places = arrayvec::ArrayVec::new();
        self.unknowns_such(side, |_| true, &mut places);
        places
    }

    /// Returns the Locations in which a side has a "?" and that satisfy `such`.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn unknowns_such(
        self,
        side: Side,
        such: impl Fn(LocationId) -> bool,
        places: &mut arrayvec::ArrayVec<LocationId, { PieceSet::LIMIT }>,
    ) {
        for (_, _, at) in self.under_counters(side).iter().filter(|(_, _, at)| such(*at)) {
            if !places.contains(&at) {
                let _ = places.try_push(at);
            }
        }
        places.sort_unstable();
    }

    /// Returns the Locations in which a side has units as far as this seat can tell: those that it
    /// [holds](AslEyes::holds).
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn held_by(self, side: Side) -> Held<'a> {
        Held(self.shown(side))
    }

    /// Returns the pieces of a side that this seat sees, or knows to be under a "?".
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    fn shown(self, side: Side) -> Seen<'a> {
        let pieces = &self.position.units;
        let knows = self.knows(side);
        if knows || self.is_set_up(side) {
            // Only the side itself knows of its hidden units.
            let hides = !knows && A27.is_in_force();
            let hidden = if hides { pieces.lying(Cover::Hidden) } else { PieceSet::EMPTY };
            return Seen::new(self.setting, self.position, pieces.in_play(side)).but(hidden).units();
        }
        Seen::new(self.setting, self.position, self.of(side).units().group() | self.under_counters(side).group())
    }

    /// Returns whether a side has units in a Location as far as this seat can tell: a unit it sees, or a "?".
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn holds(self, side: Side, at: LocationId) -> bool {
        // Most Locations are empty: whom this seat knows of is looked up only where the side has pieces at all.
        let pieces = &self.position.units;
        !pieces.within(self.setting, at, pieces.of(side)).is_empty() && self.held_by(side).has(at)
    }

    /// Returns whether a "Sewer ?" of a side in a Location has its side "Lost ?" up. Public.
    #[must_use]
    pub fn is_lost_at(self, side: Side, at: LocationId) -> bool {
        self.marks(side, at, Flag::Lost)
    }

    /// Returns whether the stack of a side in a Sewer Location is discovered. Public.
    #[must_use]
    pub fn is_discovered_at(self, side: Side, at: LocationId) -> bool {
        self.marks(side, at, Flag::Discovered)
    }

    fn marks(self, side: Side, at: LocationId, flag: Flag) -> bool {
        let units = &self.position.units;
        !units.at(at, units.bearing(flag) & units.in_play(side)).is_empty()
    }

    /// Returns whether a side may have units hidden: some that were set up hidden and were not seen since. Public.
    #[inline]
    #[must_use]
    pub fn has_hidden(self, side: Side) -> bool {
        !(self.position.units.lurking() & self.position.units.of(side)).is_empty()
    }

    /// Returns whether the unseen units set up hidden may include a kind that satisfies `such`. Public.
    #[must_use]
    pub fn may_hide(self, side: Side, such: impl Fn(Kind) -> bool) -> bool {
        let units = &self.position.units;
        units.each(units.lurking() & units.of(side)).any(|(_, unit)| such(unit.known_as))
    }

    /// Returns the pieces of a side that this seat does not see, as last known, in an order that reveals nothing.
    /// Public: the forces are in the scenario, and pieces that left were seen to go. Includes pieces still to be
    /// placed, otherwise it would be seen which "?" is which.
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn unseen(self, side: Side) -> Vec<Unseen> {
        // When the game is over, units that died unseen are listed among the losses.
        let (over, knows) = (self.position.phase == Phase::Over, self.knows(side));
        let out = |unit: &&Unit| {
            // Its own side knows which units died.
            let fallen = unit.fate == Fate::LostUnseen && !over && !knows;
            let lurks = fallen || matches!(unit.fate, Fate::InPlay | Fate::Waiting);
            unit.side == side && lurks && !self.shows_unit(knows, unit)
        };
        let mut counters: Vec<Unseen> = (self.position.units.iter().filter(out))
            .map(|unit| Unseen { kind: unit.known_as, granted: unit.granted, hidden: unit.set_up_hidden })
            .collect();
        counters.sort_unstable();
        counters
    }

    /// Returns how many counters of a side, of kinds that satisfy `such`, may be unseen on the board, as last publicly
    /// known.
    #[must_use]
    pub fn unseen_of(self, side: Side, such: impl Fn(Kind) -> bool) -> usize {
        self.lurkers(side).filter(|unit| such(unit.known_as)).count()
    }

    /// Returns the kinds of the counters of a side that are seen only by their side now, as last publicly known.
    #[inline]
    pub fn unseen_kinds(self, side: Side) -> impl Iterator<Item = Kind> {
        self.lurkers(side).map(|unit| unit.known_as)
    }

    /// Returns the counters of a side that may be unseen on the board, as last publicly known.
    #[inline]
    fn lurkers(self, side: Side) -> impl Iterator<Item = &'a Unit> {
        let units = &self.position.units;
        let unseen = units.each(units.of(side) - units.lying(Cover::Open)).map(|(_, unit)| unit);
        unseen.filter(|unit| matches!(unit.fate, Fate::InPlay | Fate::LostUnseen))
    }

    /// Returns how many counters of a side were last publicly known to be squads or half-squads, and are seen only by
    /// their side now.
    #[inline]
    #[must_use]
    pub fn unseen_mmcs(self, side: Side) -> u8 {
        u8::try_from(self.lurkers(side).filter(|unit| unit.known_as.is_mmc()).count()).unwrap_or(u8::MAX)
    }

    /// Returns whether a side may have weapons under a "?", or hidden. Public.
    #[must_use]
    pub fn unseen_weapons(self, side: Side) -> bool {
        let units = &self.position.units;
        units
            .each(units.of(side) & (units.weapons() - units.lying(Cover::Open)))
            .any(|(_, weapon)| matches!(weapon.fate, Fate::InPlay | Fate::LostUnseen))
    }

    /// Returns the pieces of a side that are known to be eliminated or captured, as counters.
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn losses(self, side: Side) -> impl Iterator<Item = Kind> + 'a {
        let known_unseen = self.position.phase == Phase::Over || self.knows(side);
        let known = move |unit: &&Unit| match unit.fate {
            Fate::Lost | Fate::Captured => true,
            Fate::LostUnseen => known_unseen,
            _ => false,
        };
        self.position.units.iter().filter(move |unit| unit.side == side).filter(known).map(|unit| unit.kind)
    }
}

/// The Locations that a side holds as far as a seat can tell, but not the number or kinds of units in them.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a>(Seen<'a>);

impl<'a> Held<'a> {
    /// Returns the Locations to which a piece of the other side may have a line of sight ([`Seen::facing`]).
    #[inline]
    #[must_use]
    pub fn facing(self, piece: Piece) -> Self {
        Held(self.0.facing(piece))
    }

    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns those of some pieces of the other side that may have a line to any of the Locations.
    #[inline]
    #[must_use]
    pub fn facers(self, pieces: Seen<'a>) -> Seen<'a> {
        pieces.facing_any(self.0)
    }

    /// Returns each of the Locations once, in the order of the board: the order of the pieces would show which "?" is
    /// which. An entrenchment counts as the ground of its hex.
    #[inline]
    pub fn places(self, setting: &Setting) -> impl Iterator<Item = LocationId> + use<> {
        let mut places: arrayvec::ArrayVec<LocationId, { PieceSet::LIMIT }> = arrayvec::ArrayVec::new();
        for (_, _, at) in self.0.iter() {
            let at = setting.location(at);
            // Few are on this list, which is kept in order.
            let place = places.iter().position(|other| *other >= at).unwrap_or(places.len());
            if places.get(place) != Some(&at) {
                let _ = places.try_insert(place, at);
            }
        }
        places.into_iter()
    }

    /// Returns whether a Location is one of them.
    #[inline]
    #[must_use]
    pub fn has(self, at: LocationId) -> bool {
        !self.0.at(at).is_empty()
    }

    /// Returns whether any of them satisfies `such`.
    #[inline]
    #[must_use]
    pub fn any(self, such: impl Fn(LocationId) -> bool) -> bool {
        self.0.iter().any(|(_, _, at)| such(at))
    }
}

/// A piece out of a seat's sight, as publicly known.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Unseen {
    /// Its kind when it was last seen, or in the scenario.
    pub kind: Kind,
    /// Whether it may use the sewers without a task check.
    pub granted: bool,
    /// Whether it was set up hidden; it may be under a "?" by now.
    pub hidden: bool,
}
