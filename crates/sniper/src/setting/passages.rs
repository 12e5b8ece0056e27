//! Destinations of the legs of lines, from each hex of a board.

use board::{Direction, HexId, Leg};

/// A leg, as an index of the list of all legs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegId(u8);

/// Number of legs: six across a hexside, twelve through a corner, six along a hexside.
const LEGS: u8 = 24;

impl LegId {
    #[must_use]
    pub const fn of(leg: Leg) -> LegId {
        LegId(match leg {
            Leg::Cross(to) => to as u8,
            Leg::Corner { to, by } if by as u8 == to.clockwise() as u8 => 6 + to as u8,
            Leg::Corner { to, .. } => 12 + to as u8,
            Leg::Along { before, .. } => 18 + before as u8,
        })
    }

    fn all() -> impl Iterator<Item = LegId> {
        (0..LEGS).map(LegId)
    }

    const fn leg(self) -> Leg {
        let to = Direction::nth(self.0 as usize);
        match self.0 / 6 {
            0 => Leg::Cross(to),
            1 => Leg::Corner { to, by: to.clockwise() },
            2 => Leg::Corner { to, by: to.counter_clockwise() },
            _ => Leg::Along { before: to, after: to.clockwise() },
        }
    }

    /// Returns the leg of a line in the opposite direction.
    #[must_use]
    pub const fn turned(self) -> LegId {
        LegId(self.0 - self.0 % 6 + (self.0 + 3) % 6)
    }

    /// Returns the neighbour it leads into; `None` for a leg along a hexside, between two.
    #[must_use]
    pub const fn into(self) -> Option<Direction> {
        match self.leg() {
            Leg::Cross(to) | Leg::Corner { to, .. } => Some(to),
            Leg::Along { .. } => None,
        }
    }
}

/// Slots for all legs: a power of two, which makes lookup fast.
const ROOM: usize = 32;

/// Destination of each leg from each hex; none where walls stop it or the board ends.
#[derive(Debug)]
pub struct Passages {
    into: Vec<[Option<HexId>; ROOM]>,
}

impl Passages {
    /// Calculates all destinations with one function for each hex.
    pub(crate) fn new<F: Fn(Leg) -> Option<HexId>>(hexes: impl Iterator<Item = F>) -> Passages {
        let into = hexes.map(|pass| {
            let mut into = [None; ROOM];
            into.iter_mut().zip(LegId::all()).for_each(|(to, leg)| *to = pass(leg.leg()));
            into
        });
        Passages { into: into.collect() }
    }

    /// Returns the hex that a leg leads into; `None` if it is stopped.
    #[inline]
    #[must_use]
    pub fn pass(&self, from: HexId, leg: LegId) -> Option<HexId> {
        self.into.get(from.index())?[usize::from(leg.0) % ROOM]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_leg_has_its_place() {
        for id in LegId::all() {
            assert_eq!(LegId::of(id.leg()), id);
            let turned = match id.leg() {
                Leg::Cross(to) => Leg::Cross(to.opposite()),
                Leg::Corner { to, by } => Leg::Corner { to: to.opposite(), by: by.opposite() },
                Leg::Along { before, after } => Leg::Along { before: before.opposite(), after: after.opposite() },
            };
            assert_eq!(id.turned(), LegId::of(turned));
        }
    }
}
