//! What everybody knows of pieces that nobody sees: a "?" here and there, and which counters there are.

use board::LocationId;
use rules::{Group, Side};

use super::AslEyes;
use crate::flags::Flag;
use crate::kind::Kind;
use crate::position::{Cover, Fate, Phase, Unit};

impl<'a> AslEyes<'a> {
    /// Whether a piece makes its side have a "?" where it is. For its own side that is so while it sets up as well.
    #[inline]
    fn is_counter(self, unit: &Unit) -> bool {
        unit.is_under_counter() && (self.is_out(unit) || self.knows(unit.side))
    }

    /// Whether a side has a "?" in a Location, with whatever is under it. Public.
    #[inline]
    #[must_use]
    pub fn is_unknown_at(self, side: Side, at: LocationId) -> bool {
        self.placed(side, at).any(|(_, unit)| self.is_counter(unit))
    }

    /// The Locations in which a side has a "?", each once, in their order. Public.
    pub fn unknowns(self, side: Side) -> arrayvec::ArrayVec<LocationId, { Group::LIMIT }> {
        let mut places: arrayvec::ArrayVec<LocationId, { Group::LIMIT }> = (self.position.sides[side].iter())
            .filter_map(|piece| self.position.unit(piece).filter(|unit| self.is_counter(unit))?.at)
            .collect();
        places.sort_unstable();
        let mut last = None;
        places.retain(|at| last.replace(*at) != Some(*at));
        places
    }

    /// Whether anybody of a side is in a Location as far as this seat can tell: somebody it sees, or a "?".
    #[inline]
    #[must_use]
    pub fn holds(self, side: Side, at: LocationId) -> bool {
        let shows = |unit: &Unit| self.is_counter(unit) || (!unit.kind.is_weapon() && self.sees_unit(unit));
        self.placed(side, at).any(|(_, unit)| shows(unit))
    }

    /// Whether a "Sewer ?" of a side in a Location lies with its side "Lost ?" up. Public.
    #[must_use]
    pub fn is_lost_at(self, side: Side, at: LocationId) -> bool {
        self.marks(side, at, Flag::Lost)
    }

    /// Whether the stack of a side in a Sewer Location is discovered. Public.
    #[must_use]
    pub fn is_discovered_at(self, side: Side, at: LocationId) -> bool {
        self.marks(side, at, Flag::Discovered)
    }

    fn marks(self, side: Side, at: LocationId, flag: Flag) -> bool {
        self.placed(side, at).any(|(_, unit)| unit.is(flag))
    }

    /// Whether a side may have units hidden: some that were set up so and that nobody has seen since. Public.
    #[inline]
    #[must_use]
    pub fn has_hidden(self, side: Side) -> bool {
        self.position.units.iter().any(|unit| {
            unit.set_up_hidden
                && unit.side == side
                && matches!(unit.fate, Fate::InPlay | Fate::Waiting | Fate::LostUnseen)
        })
    }

    /// Whether a counter of such a kind may be among those. Public.
    #[must_use]
    pub fn may_hide(self, side: Side, such: impl Fn(Kind) -> bool) -> bool {
        let lurks = |fate| matches!(fate, Fate::InPlay | Fate::Waiting | Fate::LostUnseen);
        let one = |unit: &Unit| unit.set_up_hidden && unit.side == side && lurks(unit.fate) && such(unit.known_as);
        self.position.units.iter().any(one)
    }

    /// What a side has that this seat does not see, as last known, in an order that tells nothing. Public: the forces
    /// are in the scenario, and it is known which of them were seen to go. What has still to be placed is among it: else
    /// it would be seen which "?" is which.
    #[must_use]
    pub fn unseen(self, side: Side) -> Vec<Unseen> {
        // When all is over, who has fallen unseen is told among the losses.
        let over = self.position.phase == Phase::Over;
        let out = |unit: &&Unit| {
            // Its own side knows who has.
            let fallen = unit.fate == Fate::LostUnseen && !over && !self.knows(side);
            let lurks = fallen || matches!(unit.fate, Fate::InPlay | Fate::Waiting);
            unit.side == side && lurks && !self.sees_unit(unit)
        };
        let mut counters: Vec<Unseen> = (self.position.units.iter().filter(out))
            .map(|unit| Unseen { kind: unit.known_as, granted: unit.granted, hidden: unit.set_up_hidden })
            .collect();
        counters.sort_unstable();
        counters
    }

    /// How many counters of a side everybody last knew to be squads or half-squads, and nobody but the side sees now.
    #[inline]
    #[must_use]
    pub fn unseen_mmcs(self, side: Side) -> u8 {
        let lurks = |unit: &&Unit| {
            let there = matches!(unit.fate, Fate::InPlay | Fate::LostUnseen) && unit.cover != Cover::Open;
            unit.side == side && unit.known_as.is_mmc() && there
        };
        u8::try_from(self.position.units.iter().filter(lurks).count()).unwrap_or(u8::MAX)
    }

    /// Whether a side may have weapons under its "?"s, or hidden. Public.
    #[must_use]
    pub fn unseen_weapons(self, side: Side) -> bool {
        self.position.units.iter().any(|unit| {
            let there = matches!(unit.fate, Fate::InPlay | Fate::LostUnseen) && unit.cover != Cover::Open;
            unit.side == side && unit.kind.is_weapon() && there
        })
    }

    /// Pieces of a side that are known to be eliminated or captured, as counters.
    pub fn losses(self, side: Side) -> impl Iterator<Item = Kind> + 'a {
        let over = self.position.phase == Phase::Over;
        let known = move |unit: &&Unit| match unit.fate {
            Fate::Lost | Fate::Captured => true,
            Fate::LostUnseen => over || self.knows(side),
            _ => false,
        };
        self.position.units.iter().filter(move |unit| unit.side == side).filter(known).map(|unit| unit.kind)
    }
}

/// A piece out of a seat's sight, as far as everybody knows it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Unseen {
    /// What it was when it was last seen, or in the scenario.
    pub kind: Kind,
    /// Whether it may use the sewers without a task check.
    pub granted: bool,
    /// Whether it was set up hidden; it may be under a "?" by now.
    pub hidden: bool,
}
