//! Fortified Locations and tunnels that a seat knows of.

use board::LocationId;
use rules::{BySide, Piece, PieceSet, Side};

use crate::state::position::{Fort, Tunnel};
use crate::view::AslEyes;

impl<'a> AslEyes<'a> {
    /// Returns the Fortified Location of a side in this place, if this seat knows of it.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn fort(self, side: Side, at: LocationId) -> Option<&'a Fort> {
        self.forts_of(side).find(|fort| fort.at == at)
    }

    /// Returns the demolition charges that are Placed or Set. Public, except who placed them out of sight.
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn charges(self) -> impl Iterator<Item = Charge> + 'a {
        self.position.charges.iter().map(move |charge| {
            // In a guess the charge itself stands for a placer who is not known.
            let unit = Some(charge.unit).filter(|unit| *unit != charge.sw && self.unit(*unit).is_some());
            Charge {
                sw: charge.sw,
                unit,
                at: charge.at,
                toward: charge.toward,
                set: charge.set,
                halved: charge.halved,
                exhausted: charge.exhausted && unit.is_some(),
                turn: charge.turn,
            }
        })
    }

    /// Returns the Fortified Locations of a side that this seat knows of.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn forts_of(self, side: Side) -> impl Iterator<Item = &'a Fort> + Clone {
        let knows = self.knows(side);
        self.position.forts.iter().filter(move |fort| fort.side == side && (fort.known || knows))
    }

    /// Returns the Fortified Locations this seat knows of.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn forts(self) -> impl Iterator<Item = &'a Fort> + Clone {
        let knows = BySide { a: self.knows(Side::A), b: self.knows(Side::B) };
        self.position.forts.iter().filter(move |fort| fort.known || knows[fort.side])
    }

    /// Returns whether any Fortified Location is publicly known. Public.
    #[inline]
    #[must_use]
    pub fn any_fort_known(self) -> bool {
        self.position.forts.iter().any(|fort| fort.known)
    }

    /// Returns a side's own tunnels, with their indexes; none for other seats.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn tunnels(self, side: Side) -> impl Iterator<Item = (u8, &'a Tunnel)> + Clone {
        let own = if self.knows(side) { &self.position.tunnels[side][..] } else { &[] };
        (0u8..).zip(own)
    }

    /// Returns tunnel entrances of the enemy that a side's units saw used: the tunnel, the end, the units that saw it
    /// and those that have found it.
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn entrances_seen(self, side: Side) -> impl Iterator<Item = EntranceSeen> + Clone + 'a {
        let tunnels = if self.knows(side) { &self.position.tunnels[side.other()][..] } else { &[] };
        let theirs = (0u8..).zip(tunnels).filter(|(_, tunnel)| !tunnel.gone);
        theirs
            .flat_map(|(n, tunnel)| {
                (0u8..2)
                    .zip(tunnel.ends)
                    .zip(tunnel.saw.into_iter().zip(tunnel.found))
                    .map(move |((end, at), (saw, found))| EntranceSeen { tunnel: n, end, at, saw, found })
            })
            .filter(|entrance| !entrance.saw.is_empty())
    }

    /// Returns the tunnels and Fortified Locations that a side may still record; `None` for other seats, and when it
    /// has ended its recording.
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn allotments(self, side: Side) -> Option<(u8, u8)> {
        (self.knows(side) && !self.position.recorded[side])
            .then(|| (self.position.tunnels_left[side], self.position.forts_left[side]))
    }
}

/// A tunnel entrance of the enemy that was used in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntranceSeen {
    pub tunnel: u8,
    /// The end, 0 or 1.
    pub end: u8,
    pub at: LocationId,
    /// Units that saw it used.
    pub saw: PieceSet,
    /// Those of them that have found it.
    pub found: PieceSet,
}

/// A demolition charge that is Placed or Set, as a seat may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    pub sw: Piece,
    /// The unit that placed it, if the seat sees it.
    pub unit: Option<Piece>,
    pub at: LocationId,
    /// The Location on the other side of the hexside it shall breach.
    pub toward: Option<LocationId>,
    /// Whether it is Set, and not Placed.
    pub set: bool,
    /// Whether only a "?" was there when it was Placed.
    pub halved: bool,
    /// Whether the placer was counter-exhausted.
    pub exhausted: bool,
    /// The Game Turn in which it was placed.
    pub turn: u8,
}
